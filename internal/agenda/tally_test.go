package agenda

import (
	"testing"
	"time"

	"herstelruimte/internal/agenda/rules"
)

func TestWhatWasHeldIsCountedAndNothingElse(t *testing.T) {
	r := setup(t)
	from, to := monday.AddDate(0, 0, -30), monday
	single, series := r.Activity(nil), r.Activity(func(a *rules.Activity) { a.Mode = rules.Series })
	walkin := r.Activity(func(a *rules.Activity) {
		a.Mode, a.Category, a.Waitlist = rules.Walkin, "ontmoeting", false
	})
	walk := r.Activity(func(a *rules.Activity) {
		a.Mode, a.Category, a.Waitlist = rules.Walkin, "bewegen", false
	})
	taken := func(occ string, n int) {
		if _, err := r.Pool.Exec(t.Context(), `
			update occurrence set taken = $2 where id = $1`, occ, n); err != nil {
			t.Fatal(err)
		}
	}
	past := func(activity string, days int, change func(*rules.NewOccurrence)) string {
		return r.Date(activity, monday.AddDate(0, 0, -days), 8, change)
	}
	taken(past(single, 3, nil), 5)
	taken(past(single, 60, nil), 7) // too long ago
	taken(past(single, -3, nil), 7) // still to come
	taken(
		past(single, 4, func(o *rules.NewOccurrence) {
			o.Status, o.Doc.ChangeReason = "cancelled", "Ziek"
		}),
		7,
	)
	taken(past(series, 5, func(o *rules.NewOccurrence) {
		o.Kind = "series"
		first := o.Sessions[0]
		o.Sessions = append(
			[]rules.Meeting{
				{
					ID:     first.ID + "x",
					Room:   first.Room,
					Status: "planned",
					Start:  first.Start.Add(-24 * time.Hour),
					End:    first.End.Add(-24 * time.Hour),
				},
			},
			first,
		)
	}), 4)
	r.Date(walkin, monday.AddDate(0, 0, -2), 0, nil)
	r.Date(walk, monday.AddDate(0, 0, -2), 0, nil)
	if got, err := r.agenda.Held(
		t.Context(),
		from,
		to,
	); err != nil || got != (Held{Meetings: 4, SignUps: 9, Trainees: 4}) {
		t.Errorf("%+v %v", got, err)
	}
}

// Whoever has everything erased after a meeting was there all the same.
func TestErasingAfterAMeetingLeavesTheFigures(t *testing.T) {
	r := setup(t)
	o := r.Queue(2)
	r.Clock.Set(monday.AddDate(0, 0, 16)) // it was yesterday
	want := Held{Meetings: 1, SignUps: 2}
	held := func() Held {
		t.Helper()
		h, err := r.agenda.Held(t.Context(), monday, r.Clock.Now())
		if err != nil {
			t.Fatal(err)
		}
		return h
	}
	if got := held(); got != want {
		t.Fatalf("before: %+v", got)
	}
	for _, email := range []string{person(1), person(2)} {
		r.Want(
			r.Call("POST", "/api/erase-mine", nil, "Authorization", r.RegistrationToken(email)),
			204,
		)
		if got := held(); got != want {
			t.Errorf("after erasing: %+v, want %+v", got, want)
		}
	}
	r.MustCount(0, `select count(*) from registration where occurrence_id = $1`, o)
	r.Invariants()
}
