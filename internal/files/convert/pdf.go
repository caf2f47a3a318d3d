package convert

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"io"
	"regexp"
	"slices"
	"strings"

	"github.com/pdfcpu/pdfcpu/pkg/filter"
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu"
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/model"
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/types"
)

const (
	// MaxPDF is the most bytes of one pdf.
	MaxPDF = 100 << 20

	pdfPart      = 1 << 20  // bytes of one frame
	mostUnpacked = 64 << 20 // bytes of one stream with objects in it
	mostObjects  = 2_000_000
	deepest      = 100  // dictionaries and arrays in one another
	tailLength   = 4096 // bytes in which a whole pdf says that it ends
)

// Judge hands a pdf of so many bytes to a child of its own, and writes it as the library of the
// child does: the same document, without author and title. It gives the Fault of the pdf; TooHeavy
// is also one for which the child needed more memory or time than it may have. Errors of in and out
// come out unchanged. most is the most memory of the child, in kB. After an error, what was written
// is worth nothing.
func (c *Converter) Judge(ctx context.Context, in io.Reader, size int64, out io.Writer) (most int, err error) {
	d, err := c.start(judgeWord)
	if err != nil {
		return 0, err
	}
	defer d.end()
	if err := d.feed(ctx, in, size); err != nil {
		return 0, err
	}
	_, most, err = d.work(ctx, func() {}, func(f frame) error {
		if f.kind != frameDocument {
			return errFrames
		}
		_, err := out.Write(f.data)
		return err
	})
	if errors.Is(err, errTooMuch) || errors.Is(err, ErrCrashed) && d.starved() {
		err = TooHeavy
	}
	return most, err
}

// feed gives a child all of a pdf. A child that does not read it all says why later.
func (k *child) feed(ctx context.Context, in io.Reader, size int64) error {
	defer context.AfterFunc(ctx, func() { _ = k.cmd.Process.Kill() })()
	from := &counted{r: in}
	err := (&speaker{w: k.in}).head(framePDF, image.Point{}, int(size))
	if err == nil {
		_, err = io.CopyN(k.in, from, size)
	}
	_ = k.in.Close()
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case from.err != nil:
		return from.err
	case errors.Is(err, io.EOF):
		return fmt.Errorf("convert: %d bytes came of a pdf of %d", from.n, size)
	}
	return nil
}

// starved tells whether a child ended by itself for want of memory or time.
func (k *child) starved() bool {
	said := k.said.String()
	return slices.ContainsFunc(
		[]string{"out of memory", "cannot allocate memory", "cpu limit exceeded"},
		func(words string) bool { return strings.Contains(said, words) },
	)
}

// counted remembers what was read, and its own error: that is no fault of the child.
type counted struct {
	r   io.Reader
	n   int64
	err error
}

func (c *counted) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.n += int64(n)
	if err != nil && !errors.Is(err, io.EOF) {
		c.err = err
	}
	return n, err
}

// judgeOne reads one pdf and says it as the library writes it, or why it is refused.
func judgeOne(in io.Reader, out io.Writer) error {
	say := &speaker{w: out}
	f, err := readFrame(in)
	if err != nil {
		return err
	}
	if f.kind != framePDF {
		return errFrames
	}
	ctx, err := judged(f.data)
	f.data = nil // its streams have been copied
	if err == nil {
		err = write(ctx, documents{say})
	}
	var fault Fault
	if errors.As(err, &fault) {
		return say.frame(frameFault, image.Point{}, []byte(fault))
	}
	if err != nil {
		return err
	}
	return say.end()
}

// documents says what is written in frames.
type documents struct{ say *speaker }

func (d documents) Write(p []byte) (int, error) {
	for part := range slices.Chunk(p, pdfPart) {
		if err := d.say.frame(frameDocument, image.Point{}, part); err != nil {
			return 0, err
		}
	}
	return len(p), nil
}

var saysEncrypted = regexp.MustCompile(`/Encrypt[\s<]`)

// judged reads a pdf, or gives its Fault. The library trips over some pdfs that nobody should have
// made: those are damaged.
func judged(raw []byte) (ctx *model.Context, err error) {
	defer func() {
		if recover() != nil {
			ctx, err = nil, Damaged
		}
	}()
	if fault := Refused(raw[:min(len(raw), Head)], true); fault != "" {
		return nil, fault
	}
	switch {
	case !bytes.Contains(raw[max(0, len(raw)-tailLength):], []byte("%%EOF")):
		return nil, Damaged
	case saysEncrypted.Match(raw):
		return nil, Encrypted
	}
	model.ConfigPath = "disable" // it would look for a folder of settings
	conf := model.NewDefaultConfiguration()
	conf.Limits.MaxStreamBytes = MaxPDF
	conf.Limits.MaxDecodeBytes = mostUnpacked
	conf.Limits.MaxObjectCount = mostObjects
	conf.Limits.MaxXRefEntries = mostObjects
	conf.Limits.MaxRecursionDepth = deepest
	ctx, err = pdfcpu.Read(bytes.NewReader(raw), conf)
	switch {
	case errors.Is(err, filter.ErrDecodeLimitExceeded):
		return nil, TooHeavy
	case err != nil || ctx.Root == nil:
		return nil, Damaged
	case ctx.Encrypt != nil:
		return nil, Encrypted
	}
	if ctx.EnsurePageCount() != nil || ctx.PageCount == 0 {
		return nil, Damaged
	}
	j := judge{ctx.XRefTable}
	for number, entry := range ctx.Table {
		if entry.Free {
			continue
		}
		ref := types.NewIndirectRef(number, 0)
		if entry.Generation != nil {
			ref.GenerationNumber = types.Integer(*entry.Generation)
		}
		o, err := ctx.Dereference(*ref) // what cannot be read is nothing, also for readers
		switch {
		case errors.Is(err, filter.ErrDecodeLimitExceeded):
			return nil, TooHeavy
		case j.active(o, 0):
			return nil, Active
		}
	}
	return ctx, nil
}

// What makes a pdf more than words and pictures: scripts, attachments, forms that send something
// away, and what opens a file or starts a program.
var (
	activeKeys    = set("JavaScript", "EmbeddedFiles", "XFA", "Collection", "RichMediaContent")
	activeTypes   = set("EmbeddedFile", "Rendition", "MediaClip")
	activeActions = set("JavaScript", "Launch", "SubmitForm", "ImportData", "GoToR", "GoToE",
		"GoToDp", "Rendition", "Movie", "Sound", "RichMediaExecute")
	activeMarks = set("FileAttachment", "RichMedia", "3D", "Screen", "Movie", "Sound")
	// the schemes of links that do no more than lead somewhere
	quietLinks = set("http", "https", "mailto", "tel")
)

func set(names ...string) map[string]bool {
	out := make(map[string]bool, len(names))
	for _, n := range names {
		out[n] = true
	}
	return out
}

// judge looks at all objects of a pdf, also those to which nothing leads.
type judge struct{ *model.XRefTable }

// name is that of an entry, wherever it stands; empty when it is none.
func (j judge) name(d types.Dict, key string) string {
	o, _ := j.Dereference(d[key]) // readers take what cannot be read for nothing
	name, _ := o.(types.Name)
	return string(name)
}

// active tells whether an object, or what stands in it, does something.
func (j judge) active(o types.Object, depth int) bool {
	if depth > deepest {
		return true
	}
	switch o := o.(type) {
	case types.Array:
		return slices.ContainsFunc(o, func(v types.Object) bool { return j.active(v, depth+1) })
	case types.StreamDict:
		return o.Dict["F"] != nil || j.acts(o.Dict, depth) // its bytes lie in another file
	case types.Dict:
		return j.acts(o, depth)
	}
	return false
}

func (j judge) acts(d types.Dict, depth int) bool {
	if activeTypes[j.name(d, "Type")] || activeActions[j.name(d, "S")] ||
		d["Rect"] != nil && activeMarks[j.name(d, "Subtype")] ||
		j.name(d, "S") == "URI" && j.activeLink(d["URI"]) {
		return true
	}
	for key, v := range d {
		if activeKeys[key] || j.carries(key, v) || j.active(v, depth+1) {
			return true
		}
	}
	return false
}

// carries tells whether an entry is a script or a file: a font can have the same name.
func (j judge) carries(key string, v types.Object) bool {
	o, _ := j.Dereference(v)
	switch o := o.(type) {
	case types.StringLiteral, types.HexLiteral, types.StreamDict:
		return key == "JS"
	case types.Dict:
		return key == "EF" && (o["F"] != nil || o["UF"] != nil)
	}
	return false
}

func (j judge) activeLink(o types.Object) bool {
	o, _ = j.Dereference(o)
	var raw []byte
	switch s := o.(type) {
	case types.StringLiteral:
		raw, _ = types.Unescape(string(s))
	case types.HexLiteral:
		raw, _ = s.Bytes()
	}
	shown := strings.Map(func(r rune) rune { // readers skip what does not show
		if r <= ' ' || r > '~' {
			return -1
		}
		return r
	}, string(raw))
	scheme, _, has := strings.Cut(strings.ToLower(shown), ":")
	// www.example.nl:80 has none
	return has && !quietLinks[scheme] && !strings.ContainsAny(scheme, "./?#")
}

// write gives the document as the library writes it: what somebody can reach in it, with no author
// and no title.
func write(ctx *model.Context, to io.Writer) (err error) {
	defer func() {
		if recover() != nil {
			err = Damaged
		}
	}()
	root, err := ctx.Catalog()
	if err != nil {
		return Damaged
	}
	delete(root, "Metadata")
	ctx.Info, ctx.AdditionalStreams, ctx.Read.RS = nil, nil, nil
	ctx.Write.Writer = bufio.NewWriter(to)
	if err := pdfcpu.WriteContext(ctx); err != nil {
		return Damaged
	}
	return ctx.Write.Flush()
}
