package agenda

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"herstelruimte/internal/agenda/places"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/identity"
)

type filterInput struct {
	Week    string `query:"week" doc:"ISO week, such as 2026-W47"`
	Dag     string `query:"dag" doc:"maandag … zondag"`
	Soort   string `query:"soort" doc:"a category"`
	Inloop  string `query:"inloop" doc:"1: no sign-up needed"`
	Naasten string `query:"naasten" doc:"1: for relatives"`
	Vrij    string `query:"vrij" doc:"1: open for sign-up with places left"`
	Zoek    string `query:"zoek" doc:"free text"`
	Na      string `query:"na" doc:"next of the page before"`
}

type pairInput struct {
	Activity   string `path:"a"`
	Occurrence string `path:"o"`
}

type slugInput struct {
	Slug string `path:"slug"`
}

type occurrenceInput struct {
	Occurrence string `path:"o"`
}

type datesInput struct {
	Activity string `path:"a"`
}

type checkInput struct {
	Activity string `path:"a"`
	Body     DatesToCheck
}

type planInput struct {
	Activity string `path:"a"`
	Body     RhythmToCheck
}

type optionsInput struct {
	Activity string `query:"activity" doc:"whose short address is looked for"`
	Title    string `query:"title"`
}

type weekInput struct {
	httpkit.Asked
	Week string `query:"week" doc:"ISO week, such as 2026-W47; else the one that staff work on now"`
}

type copyInput struct {
	Week string `path:"week" doc:"that it comes in: 2026-W47"`
}

type copyPressInput struct {
	Body CopyPress
}

type dateInput struct {
	Occurrence string `path:"o"`
	IfMatch    string `header:"If-Match" required:"false" doc:"version of the date"`
}

type dateChangeInput struct {
	Occurrence string `path:"o"`
	IfMatch    string `header:"If-Match" required:"false" doc:"version of the date"`
	Body       places.DateChange
}

// Routes mounts what visitors read.
func (a *Agenda) Routes(api huma.API) {
	huma.Register(api, huma.Operation{
		OperationID: "home",
		Method:      http.MethodGet,
		Path:        "/api/home",
	},
		func(ctx context.Context, _ *struct{}) (*httpkit.Body[Home], error) {
			return httpkit.Open(a.home(ctx))
		})
	huma.Register(api, huma.Operation{
		OperationID: "occurrences",
		Method:      http.MethodGet,
		Path:        "/api/occurrences",
	},
		func(ctx context.Context, in *filterInput) (*httpkit.Body[Programme], error) {
			return httpkit.Open(a.programme(ctx, *in))
		})
	huma.Register(api, huma.Operation{
		OperationID: "date",
		Method:      http.MethodGet,
		Path:        "/api/activities/{a}/occurrences/{o}",
	},
		func(ctx context.Context, in *pairInput) (*httpkit.Body[Date], error) {
			return httpkit.Open(a.date(ctx, in.Activity, in.Occurrence))
		})
	huma.Register(api, huma.Operation{
		OperationID: "occurrence",
		Method:      http.MethodGet,
		Path:        "/api/occurrences/{o}",
	},
		func(ctx context.Context, in *occurrenceInput) (*httpkit.Body[Date], error) {
			return httpkit.Open(a.date(ctx, "", in.Occurrence))
		})
	huma.Register(api, huma.Operation{
		OperationID: "shortLink",
		Method:      http.MethodGet,
		Path:        "/api/short-links/{slug}",
	},
		func(ctx context.Context, in *slugInput) (*httpkit.Body[ShortLink], error) {
			return httpkit.Open(a.shortLink(ctx, in.Slug))
		})
	huma.Register(api, huma.Operation{
		OperationID: "print",
		Method:      http.MethodGet,
		Path:        "/api/print",
	},
		func(ctx context.Context, in *printInput) (*httpkit.Body[Print], error) {
			return httpkit.Open(a.onPaper(ctx, *in))
		})
}

// StaffRoutes mounts what staff do with the dates of an activity; its text they write on the desk.
func (a *Agenda) StaffRoutes(api huma.API, who *identity.Identity) {
	seen := []identity.Role{
		identity.Gastheer,
		identity.Begeleider,
		identity.Redactie,
		identity.Coordinator,
		identity.Beheerder,
	}
	huma.Register(api, who.For(huma.Operation{
		OperationID: "staffDates",
		Method:      http.MethodGet,
		Path:        "/api/activities/{a}/dates",
	}, seen...),
		func(ctx context.Context, in *datesInput) (*httpkit.Private[StaffDates], error) {
			d, err := a.staffDates(ctx, identity.ActorOf(ctx), in.Activity)
			return httpkit.Versioned(d, 0, err)
		})
	huma.Register(api, who.For(huma.Operation{
		OperationID: "staffWeek",
		Method:      http.MethodGet,
		Path:        "/api/week",
		Responses:   map[string]*huma.Response{"304": {Description: "nothing is new"}},
	}, seen...),
		func(ctx context.Context, in *weekInput) (*httpkit.Fresh[StaffWeek], error) {
			w, err := a.staffWeek(ctx, identity.ActorOf(ctx), in.Week)
			return httpkit.Since(in.Asked, w, err)
		})
	huma.Register(api, who.For(huma.Operation{
		OperationID: "activityOptions",
		Method:      http.MethodGet,
		Path:        "/api/activity-options",
	}, seen...),
		func(ctx context.Context, in *optionsInput) (*httpkit.Private[ActivityOptions], error) {
			o, err := a.options(ctx, who, in.Activity, in.Title)
			return httpkit.Versioned(o, 0, err)
		})
	huma.Register(api, who.For(
		huma.Operation{
			OperationID: "checkDates",
			Method:      http.MethodPost,
			Path:        "/api/activities/{a}/dates/check",
		},
		identity.Begeleider,
		identity.Coordinator,
	),
		func(ctx context.Context, in *checkInput) (*httpkit.Private[NewWarnings], error) {
			w, err := a.checkNew(ctx, in.Body)
			return httpkit.Versioned(w, 0, err)
		})
	huma.Register(api, who.For(
		huma.Operation{
			OperationID: "planRhythm",
			Method:      http.MethodPost,
			Path:        "/api/activities/{a}/rhythm/plan",
		},
		identity.Begeleider,
		identity.Coordinator,
	),
		func(ctx context.Context, in *planInput) (*httpkit.Private[RhythmPlan], error) {
			p, err := a.planRhythm(ctx, identity.ActorOf(ctx), in.Activity, in.Body)
			return httpkit.Versioned(p, 0, err)
		})
	a.dateRoutes(api, who)
	a.copyRoutes(api, who)
}

// copyRoutes mounts copying the week before.
func (a *Agenda) copyRoutes(api huma.API, who *identity.Identity) {
	plans := []identity.Role{identity.Begeleider, identity.Coordinator}
	huma.Register(api, who.For(httpkit.Refuses(huma.Operation{
		OperationID: "weekCopy",
		Method:      http.MethodGet,
		Path:        "/api/week-copies/{week}",
	}, http.StatusUnprocessableEntity), plans...),
		func(ctx context.Context, in *copyInput) (*httpkit.Private[WeekCopy], error) {
			return httpkit.Listed(a.weekCopy(ctx, identity.ActorOf(ctx), in.Week))
		})
	huma.Register(api, who.For(httpkit.Refuses(huma.Operation{
		OperationID: "copyWeek",
		Method:      http.MethodPost,
		Path:        "/api/week-copies",
	}, http.StatusConflict), plans...),
		func(ctx context.Context, in *copyPressInput) (*httpkit.Private[Copied], error) {
			return httpkit.Listed(a.copyWeek(ctx, identity.ActorOf(ctx), in.Body))
		})
}

// dateRoutes mounts what changes one date.
func (a *Agenda) dateRoutes(api huma.API, who *identity.Identity) {
	huma.Register(api, who.For(
		httpkit.Refuses(huma.Operation{
			OperationID: "changeDate",
			Method:      http.MethodPatch,
			Path:        "/api/occurrences/{o}",
		}, http.StatusConflict, http.StatusGone),
		identity.Begeleider,
		identity.Coordinator,
	),
		func(ctx context.Context, in *dateChangeInput) (*httpkit.Private[StaffDate], error) {
			v, err := httpkit.ReadIfMatch(in.IfMatch)
			if err != nil {
				return nil, err
			}
			d, err := a.changeDate(ctx, identity.ActorOf(ctx), in.Occurrence, v, in.Body)
			return httpkit.Versioned(d, d.Version, err)
		})
	huma.Register(api, who.For(
		httpkit.Refuses(huma.Operation{
			OperationID: "deleteDate",
			Method:      http.MethodDelete,
			Path:        "/api/occurrences/{o}",
		}, http.StatusConflict, http.StatusGone),
		identity.Begeleider,
		identity.Coordinator,
	),
		func(ctx context.Context, in *dateInput) (*httpkit.Private[DateGone], error) {
			v, err := httpkit.ReadIfMatch(in.IfMatch)
			if err != nil {
				return nil, err
			}
			return httpkit.Listed(a.deleteDate(ctx, identity.ActorOf(ctx), in.Occurrence, v))
		})
}
