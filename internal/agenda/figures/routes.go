package figures

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"herstelruimte/internal/agenda/places"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/privacy"
)

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

type fileOutput struct {
	CacheControl string `header:"Cache-Control"`
	ContentType  string `header:"Content-Type"`
	Disposition  string `header:"Content-Disposition"`
	Body         []byte
}

// Routes mounts the figures, and the files that are made of them. A file is a POST: the log book
// says who made it.
func (f *Figures) Routes(api huma.API, who *identity.Identity) {
	places.Answers(api, places.Op(who, "figures", "GET /api/figures", readers...), f.of)
	hours := places.Op(who, "typeHours", "POST /api/volunteer-hours", typists...)
	places.Answers(api, httpkit.Refuses(hours, http.StatusPreconditionFailed),
		func(ctx context.Context, in *struct{ Body TypeHours }) (HoursTyped, error) {
			return f.typeHours(ctx, identity.ActorOf(ctx), in.Body)
		})
	undo := places.Op(who, "undoHours", "POST /api/volunteer-hours/{entry}/undo", typists...)
	places.Answers(api, httpkit.Refuses(undo, http.StatusConflict, http.StatusGone),
		func(ctx context.Context, in *struct {
			ID string `path:"entry"`
		}) (HoursUndone, error) {
			return HoursUndone{in.ID}, f.undoHours(ctx, identity.ActorOf(ctx), in.ID)
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
	op := places.Op(who, "figures-"+extension, "POST /api/exports/figures."+extension, readers...)
	op.Responses = map[string]*huma.Response{"200": {
		Description: "the file",
		Content:     map[string]*huma.MediaType{kind: {}},
	}}
	huma.Register(api, op,
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
				}, f.NoteOpened(ctx, identity.ActorOf(ctx), privacy.Entry{ // who made it
					Action: "exported",
					Kind:   "figures",
					Reason: extension + ", " + span(r.FigurePeriod),
				})
		})
}
