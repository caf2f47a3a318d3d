package figures

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"herstelruimte/internal/db"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/privacy"
)

// readers are who reads figures; what of them, the report says.
var readers = []identity.Role{
	identity.Gastheer,
	identity.Begeleider,
	identity.Redactie,
	identity.Coordinator,
	identity.Beheerder,
}

type periodInput struct {
	From  string `query:"van" format:"date" doc:"the first day of a whole week, month, quarter or year"`
	Until string `query:"tot" format:"date" doc:"the last day; without both: this month"`
}

type hoursInput struct{ Body TypeHours }

type hoursIDInput struct {
	ID string `path:"entry"`
}

type fileOutput struct {
	CacheControl string `header:"Cache-Control"`
	ContentType  string `header:"Content-Type"`
	Disposition  string `header:"Content-Disposition"`
	Body         []byte
}

// Routes mounts the figures, and the files that are made of them. A file is a POST: the log book
// says who made it.
func (f *Figures) Routes(api huma.API, who *identity.Identity) {
	huma.Register(api, who.For(huma.Operation{
		OperationID: "figures",
		Method:      http.MethodGet,
		Path:        "/api/figures",
	}, readers...),
		func(ctx context.Context, in *periodInput) (*httpkit.Private[FigureReport], error) {
			return httpkit.Listed(f.of(ctx, in))
		})
	huma.Register(api, who.For(httpkit.Refuses(huma.Operation{
		OperationID: "typeHours",
		Method:      http.MethodPost,
		Path:        "/api/volunteer-hours",
	}, http.StatusPreconditionFailed), typists...),
		func(ctx context.Context, in *hoursInput) (*httpkit.Private[HoursTyped], error) {
			return httpkit.Listed(f.typeHours(ctx, identity.ActorOf(ctx), in.Body))
		})
	huma.Register(api, who.For(httpkit.Refuses(huma.Operation{
		OperationID: "undoHours",
		Method:      http.MethodPost,
		Path:        "/api/volunteer-hours/{entry}/undo",
	}, http.StatusConflict, http.StatusGone), typists...),
		func(ctx context.Context, in *hoursIDInput) (*httpkit.Private[HoursUndone], error) {
			err := f.undoHours(ctx, identity.ActorOf(ctx), in.ID)
			return httpkit.Listed(HoursUndone{in.ID}, err)
		})
	f.file(api, who, "csv", "text/csv; charset=utf-8", func(r FigureReport) ([]byte, error) {
		return csvOf(r), nil
	})
	f.file(api, who, "xlsx", sheetType+"sheet", xlsxOf)
}

func (f *Figures) of(ctx context.Context, in *periodInput) (FigureReport, error) {
	s, err := stretchOf(in.From, in.Until, f.Clock.Now())
	if err != nil {
		return FigureReport{}, err
	}
	return f.report(ctx, identity.ActorOf(ctx), s)
}

func (f *Figures) file(
	api huma.API,
	who *identity.Identity,
	extension, kind string,
	write func(FigureReport) ([]byte, error),
) {
	huma.Register(api, who.For(huma.Operation{
		OperationID: "figures-" + extension,
		Method:      http.MethodPost,
		Path:        "/api/exports/figures." + extension,
		Responses: map[string]*huma.Response{"200": {
			Description: "the file",
			Content:     map[string]*huma.MediaType{kind: {}},
		}},
	}, readers...),
		func(ctx context.Context, in *periodInput) (*fileOutput, error) {
			r, err := f.of(ctx, in)
			if err != nil {
				return nil, err
			}
			body, err := write(r)
			if err != nil {
				return nil, err
			}
			name := "cijfers-" + r.From + "-" + r.Until + "." + extension
			return &fileOutput{
				CacheControl: httpkit.NoStore,
				ContentType:  kind,
				Disposition:  `attachment; filename="` + name + `"`,
				Body:         body,
			}, f.exported(ctx, extension, r.FigurePeriod)
		})
}

// exported writes in the log book that somebody made a file.
func (f *Figures) exported(ctx context.Context, extension string, p FigurePeriod) error {
	who := identity.ActorOf(ctx)
	return db.Problem(privacy.Record(ctx, f.Pool, f.Clock.Now(), privacy.Entry{
		Actor:  who.ID,
		Roles:  who.RoleNames(),
		Action: "exported",
		Kind:   "figures",
		Reason: extension + ", " + span(p),
	}))
}
