package agenda

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"herstelruimte/internal/agenda/changes"
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
	Body       changes.DateChange
}

// opens mounts what everybody reads.
func opens[I, O any](
	api huma.API,
	id, path string,
	read func(ctx context.Context, in *I) (O, error),
) {
	op := huma.Operation{OperationID: id, Method: http.MethodGet, Path: path}
	huma.Register(api, op, func(ctx context.Context, in *I) (*httpkit.Body[O], error) {
		return httpkit.Open(read(ctx, in))
	})
}

// staffOnly mounts what staff read or do, whose answer nobody keeps.
func staffOnly[I, O any](
	api huma.API,
	op huma.Operation,
	do func(ctx context.Context, who identity.Actor, in *I) (O, error),
) {
	huma.Register(api, op, func(ctx context.Context, in *I) (*httpkit.Private[O], error) {
		return httpkit.Listed(do(ctx, identity.ActorOf(ctx), in))
	})
}

// Routes mounts what visitors read.
func (a *Agenda) Routes(api huma.API) {
	opens(api, "home", "/api/home", func(ctx context.Context, _ *struct{}) (Home, error) {
		return a.home(ctx)
	})
	opens(api, "occurrences", "/api/occurrences",
		func(ctx context.Context, in *filterInput) (Programme, error) {
			return a.programme(ctx, *in)
		})
	opens(api, "date", "/api/activities/{a}/occurrences/{o}",
		func(ctx context.Context, in *pairInput) (Date, error) {
			return a.date(ctx, in.Activity, in.Occurrence)
		})
	opens(api, "occurrence", "/api/occurrences/{o}",
		func(ctx context.Context, in *occurrenceInput) (Date, error) {
			return a.date(ctx, "", in.Occurrence)
		})
	opens(api, "shortLink", "/api/short-links/{slug}",
		func(ctx context.Context, in *slugInput) (ShortLink, error) {
			return a.shortLink(ctx, in.Slug)
		})
	opens(api, "print", "/api/print", func(ctx context.Context, in *printInput) (Print, error) {
		return a.onPaper(ctx, *in)
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
	plans := []identity.Role{identity.Begeleider, identity.Coordinator}
	op := func(id, method, path string, roles []identity.Role) huma.Operation {
		return who.For(huma.Operation{OperationID: id, Method: method, Path: path}, roles...)
	}
	staffOnly(api, op("staffDates", http.MethodGet, "/api/activities/{a}/dates", seen),
		func(ctx context.Context, who identity.Actor, in *datesInput) (StaffDates, error) {
			return a.staffDates(ctx, who, in.Activity)
		})
	week := op("staffWeek", http.MethodGet, "/api/week", seen)
	week.Responses = map[string]*huma.Response{"304": {Description: "nothing is new"}}
	huma.Register(api, week,
		func(ctx context.Context, in *weekInput) (*httpkit.Fresh[StaffWeek], error) {
			w, err := a.staffWeek(ctx, identity.ActorOf(ctx), in.Week)
			return httpkit.Since(in.Asked, w, err)
		})
	staffOnly(api, op("activityOptions", http.MethodGet, "/api/activity-options", seen),
		func(ctx context.Context, _ identity.Actor, in *optionsInput) (ActivityOptions, error) {
			return a.options(ctx, who, in.Activity, in.Title)
		})
	staffOnly(api, op("checkDates", http.MethodPost, "/api/activities/{a}/dates/check", plans),
		func(ctx context.Context, _ identity.Actor, in *checkInput) (NewWarnings, error) {
			return a.checkNew(ctx, in.Body)
		})
	staffOnly(api, op("planRhythm", http.MethodPost, "/api/activities/{a}/rhythm/plan", plans),
		func(ctx context.Context, who identity.Actor, in *planInput) (RhythmPlan, error) {
			return a.planRhythm(ctx, who, in.Activity, in.Body)
		})
	a.dateRoutes(api, func(id, method, path string, refuses ...int) huma.Operation {
		return httpkit.Refuses(op(id, method, path, plans), refuses...)
	})
}

// dateRoutes mounts what changes one date, and copying the week before.
func (a *Agenda) dateRoutes(
	api huma.API,
	op func(id, method, path string, refuses ...int) huma.Operation,
) {
	const one = "/api/occurrences/{o}"
	huma.Register(
		api, op("changeDate", http.MethodPatch, one, http.StatusConflict, http.StatusGone),
		func(ctx context.Context, in *dateChangeInput) (*httpkit.Private[StaffDate], error) {
			v, err := httpkit.ReadIfMatch(in.IfMatch)
			if err != nil {
				return nil, err
			}
			d, err := a.changeDate(ctx, identity.ActorOf(ctx), in.Occurrence, v, in.Body)
			return httpkit.Versioned(d, d.Version, err)
		})
	staffOnly(api, op("deleteDate", http.MethodDelete, one, http.StatusConflict, http.StatusGone),
		func(ctx context.Context, who identity.Actor, in *dateInput) (DateGone, error) {
			v, err := httpkit.ReadIfMatch(in.IfMatch)
			if err != nil {
				return DateGone{}, err
			}
			return a.deleteDate(ctx, who, in.Occurrence, v)
		})
	staffOnly(api, op("weekCopy", http.MethodGet, "/api/week-copies/{week}",
		http.StatusUnprocessableEntity),
		func(ctx context.Context, who identity.Actor, in *copyInput) (WeekCopy, error) {
			return a.weekCopy(ctx, who, in.Week)
		})
	staffOnly(api, op("copyWeek", http.MethodPost, "/api/week-copies", http.StatusConflict),
		func(ctx context.Context, who identity.Actor, in *copyPressInput) (Copied, error) {
			return a.copyWeek(ctx, who, in.Body)
		})
}
