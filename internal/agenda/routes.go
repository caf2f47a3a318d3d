package agenda

import (
	"context"
	"net/http"
	"slices"

	"github.com/danielgtaylor/huma/v2"

	"herstelruimte/internal/agenda/changes"
	"herstelruimte/internal/agenda/places"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/identity"
)

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

type toCheck[B any] struct {
	Activity string `path:"a"`
	Body     B
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

// DateInput is a date as somebody knows it.
type DateInput struct {
	Occurrence string `path:"o"`
	IfMatch    string `header:"If-Match" required:"false" doc:"version of the date"`
}

// Routes mounts what visitors read.
func (a *Agenda) Routes(api huma.API) {
	opens(api, "home", "/api/home", a.home)
	opens(api, "occurrences", "/api/occurrences", a.programme)
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
	opens(api, "print", "/api/print", a.onPaper)
}

func opens[I, O any](api huma.API, id, path string, read func(ctx context.Context, in *I) (O, error)) {
	op := huma.Operation{OperationID: id, Method: http.MethodGet, Path: path}
	huma.Register(api, op, func(ctx context.Context, in *I) (*httpkit.Body[O], error) {
		return httpkit.Open(read(ctx, in))
	})
}

// StaffRoutes mounts what staff do with the dates of an activity; its text they write on the desk.
func (a *Agenda) StaffRoutes(api huma.API, who *identity.Identity) {
	seen := slices.Insert(slices.Clone(seesAll), 1, identity.Begeleider) // as all lists have it
	places.Answers(api, places.Op(who, "staffDates", "GET /api/activities/{a}/dates", seen...),
		func(ctx context.Context, in *datesInput) (StaffDates, error) {
			return a.staffDates(ctx, identity.ActorOf(ctx), in.Activity)
		})
	huma.Register(api, places.OpOnce(who, "staffWeek", "GET /api/week", seen...),
		func(ctx context.Context, in *weekInput) (*httpkit.Fresh[StaffWeek], error) {
			w, err := a.staffWeek(ctx, identity.ActorOf(ctx), in.Week)
			return httpkit.Since(in.Asked, w, err)
		})
	places.Answers(api, places.Op(who, "activityOptions", "GET /api/activity-options", seen...),
		func(ctx context.Context, in *optionsInput) (ActivityOptions, error) {
			return a.options(ctx, who, in.Activity, in.Title)
		})
	a.planRoutes(api, func(id, at string, refuses ...int) huma.Operation {
		op := places.Op(who, id, at, identity.Begeleider, identity.Coordinator)
		return httpkit.Refuses(op, refuses...)
	})
}

func (a *Agenda) planRoutes(api huma.API, op func(id, at string, refuses ...int) huma.Operation) {
	const taken, gone = http.StatusConflict, http.StatusGone
	places.Answers(api, op("checkDates", "POST /api/activities/{a}/dates/check"),
		func(ctx context.Context, in *toCheck[DatesToCheck]) (NewWarnings, error) {
			return a.checkNew(ctx, in.Body)
		})
	places.Answers(api, op("planRhythm", "POST /api/activities/{a}/rhythm/plan"),
		func(ctx context.Context, in *toCheck[RhythmToCheck]) (RhythmPlan, error) {
			return a.planRhythm(ctx, identity.ActorOf(ctx), in.Activity, in.Body)
		})
	type changeInput struct {
		DateInput
		Body changes.DateChange
	}
	huma.Register(api, op("changeDate", "PATCH /api/occurrences/{o}", taken, gone),
		func(ctx context.Context, in *changeInput) (*httpkit.Private[StaffDate], error) {
			v, err := httpkit.ReadIfMatch(in.IfMatch)
			if err != nil {
				return nil, err
			}
			d, err := a.changeDate(ctx, identity.ActorOf(ctx), in.Occurrence, v, in.Body)
			return httpkit.Versioned(d, d.Version, err)
		})
	places.Answers(api, op("deleteDate", "DELETE /api/occurrences/{o}", taken, gone),
		func(ctx context.Context, in *DateInput) (DateGone, error) {
			v, err := httpkit.ReadIfMatch(in.IfMatch)
			if err != nil {
				return DateGone{}, err
			}
			return a.deleteDate(ctx, identity.ActorOf(ctx), in.Occurrence, v)
		})
	places.Answers(api,
		op("weekCopy", "GET /api/week-copies/{week}", http.StatusUnprocessableEntity),
		func(ctx context.Context, in *copyInput) (WeekCopy, error) {
			return a.weekCopy(ctx, identity.ActorOf(ctx), in.Week)
		})
	places.Answers(api, op("copyWeek", "POST /api/week-copies", taken),
		func(ctx context.Context, in *struct{ Body CopyPress }) (Copied, error) {
			return a.copyWeek(ctx, identity.ActorOf(ctx), in.Body)
		})
}
