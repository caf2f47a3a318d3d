package files

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humachi"

	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/identity"
)

type (
	beginInput struct {
		Body NewUpload
	}
	uploadInput struct {
		ID string `path:"upl"`
	}
	chunkInput struct {
		ID     string `path:"upl"`
		Offset int64  `header:"Upload-Offset" minimum:"0" required:"true" doc:"where these bytes begin"`
	}
	wholeInput struct {
		Name    string `query:"name" maxLength:"400"`
		Purpose Kind   `query:"purpose" enum:"image,document" required:"true"`
	}
	listInput struct {
		Zoek   string `query:"zoek" maxLength:"200" doc:"words of the label or the description"`
		Soort  Kind   `query:"soort" enum:"image,document"`
		Status string `query:"status" enum:"ready,trashed,withdrawn,unused" doc:"ready when absent"`
		Na     string `query:"na" maxLength:"200" doc:"next of the page before"`
	}
	fileInput struct {
		ID string `path:"fil"`
	}
	changeInput struct {
		AtVersion
		Body Changes
	}
	uploadOutput struct {
		Status       int
		CacheControl string `header:"Cache-Control"`
		Body         Upload
	}
)

// AtVersion is a file, and the version of it that the caller saw.
type AtVersion struct {
	ID    string `path:"fil"`
	Match string `header:"If-Match" doc:"the version, such as \"3\"" required:"false"`
}

type rawKey struct{}

// exchange is a request as it came, for bytes that no JSON reader may touch.
type exchange struct {
	w http.ResponseWriter
	r *http.Request
}

func exchangeOf(ctx context.Context) exchange {
	e, _ := ctx.Value(rawKey{}).(exchange)
	return e
}

// bytesIn hands the request itself to an operation that takes bytes.
func bytesIn(op huma.Operation) huma.Operation {
	op = httpkit.Or(op, http.StatusCreated)
	op.RequestBody = &huma.RequestBody{
		Content: map[string]*huma.MediaType{
			"application/octet-stream": {
				Schema: &huma.Schema{Type: huma.TypeString, Format: "binary"},
			},
		},
	}
	op.Middlewares = append(op.Middlewares, func(ctx huma.Context, next func(huma.Context)) {
		r, w := humachi.Unwrap(ctx)
		next(huma.WithValue(ctx, rawKey{}, exchange{w, r}))
	})
	return op
}

// mostWords is the most a body of words may have, in bytes.
const mostWords = 16 << 10

// Routes mounts the operations of the library. Whoever may send files sees and changes those; a
// begeleider only their own.
func (l *Library) Routes(api huma.API, i *identity.Identity) {
	write := func(id, method, path string, status int) huma.Operation {
		return i.For(
			huma.Operation{
				OperationID:   id,
				Method:        method,
				Path:          path,
				DefaultStatus: status,
				MaxBodyBytes:  mostWords,
			},
			identity.Begeleider, identity.Redactie, identity.Coordinator,
		)
	}
	read := func(id, path string) huma.Operation {
		return i.For(huma.Operation{OperationID: id, Method: http.MethodGet, Path: path},
			identity.Begeleider, identity.Redactie, identity.Coordinator, identity.Beheerder)
	}
	l.uploadRoutes(api, write)
	l.changeRoutes(api, write)
	huma.Register(api, read("files", "/api/files"),
		func(ctx context.Context, in *listInput) (*httpkit.Private[Listed], error) {
			return httpkit.Listed(l.find(ctx, *in))
		})
	huma.Register(api, read("file", "/api/files/{fil}"),
		func(ctx context.Context, in *fileInput) (*httpkit.Private[File], error) {
			return shown(l.one(ctx, in.ID))
		})
}

// writing makes an operation of those who may send files.
type writing func(id, method, path string, status int) huma.Operation

func (l *Library) changeRoutes(api huma.API, write writing) {
	const path, gone, conflict = "/api/files/{fil}", http.StatusGone, http.StatusConflict
	huma.Register(api, httpkit.Refuses(write("changeFile", http.MethodPatch, path, 0), gone),
		func(ctx context.Context, in *changeInput) (*httpkit.Private[File], error) {
			return shown(l.change(ctx, in.ID, in.Match, in.Body))
		})
	for _, act := range []struct {
		name    string
		refuses []int
		do      func(ctx context.Context, id, match string) (File, error)
	}{
		{"withdraw", []int{gone}, l.takeAway},
		{"trash", []int{gone, conflict}, l.trash},
		{"untrash", []int{gone}, l.untrash},
	} {
		op := write(act.name+"File", http.MethodPost, path+"/"+act.name, 0)
		huma.Register(api, httpkit.Refuses(op, act.refuses...),
			func(ctx context.Context, in *AtVersion) (*httpkit.Private[File], error) {
				return shown(act.do(ctx, in.ID, in.Match))
			})
	}
}

func (l *Library) uploadRoutes(api huma.API, write writing) {
	// of other uploads, or at another byte
	busy := func(op huma.Operation, more ...int) huma.Operation {
		return httpkit.Refuses(op, append(more, http.StatusConflict)...)
	}
	huma.Register(
		api,
		busy(httpkit.Or(
			write("beginUpload", http.MethodPost, "/api/uploads", 0),
			http.StatusCreated,
		), http.StatusTooManyRequests), // more are on their way
		func(ctx context.Context, in *beginInput) (*uploadOutput, error) {
			return sent(l.begin(ctx, in.Body))
		},
	)
	huma.Register(
		api,
		busy(bytesIn(write("sendChunk", http.MethodPut, "/api/uploads/{upl}", 0))),
		func(ctx context.Context, in *chunkInput) (*uploadOutput, error) {
			return sent(l.receive(ctx, exchangeOf(ctx), in.ID, in.Offset))
		},
	)
	huma.Register(
		api,
		write("upload", http.MethodGet, "/api/uploads/{upl}", 0),
		func(ctx context.Context, in *uploadInput) (*httpkit.Private[Upload], error) {
			u, err := l.progress(ctx, in.ID)
			return httpkit.Listed(u, err)
		},
	)
	huma.Register(
		api,
		write("dropUpload", http.MethodDelete, "/api/uploads/{upl}", http.StatusNoContent),
		func(ctx context.Context, in *uploadInput) (*httpkit.Done, error) {
			return httpkit.NoContent(l.drop(ctx, in.ID))
		},
	)
	huma.Register(
		api,
		busy(bytesIn(write("sendFile", http.MethodPost, "/api/files", 0))),
		func(ctx context.Context, in *wholeInput) (*uploadOutput, error) {
			return sent(l.whole(ctx, exchangeOf(ctx), in.Name, in.Purpose))
		},
	)
}

// sent is 201 when the file is there, 200 while more must come or be checked.
func sent(u Upload, err error) (*uploadOutput, error) {
	if err != nil {
		return nil, err
	}
	out := &uploadOutput{Status: http.StatusOK, CacheControl: httpkit.NoStore, Body: u}
	if u.File != nil {
		out.Status = http.StatusCreated
	}
	return out, nil
}

func shown(f File, err error) (*httpkit.Private[File], error) {
	return httpkit.Versioned(f, f.Version, err)
}
