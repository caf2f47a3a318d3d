package agenda

import (
	"testing"
	"time"

	"herstelruimte/internal/agenda/rules"
)

func TestTheNextDateIsOneThatPeopleCanComeTo(t *testing.T) {
	r := setup(t)
	next := func(activity string) string {
		t.Helper()
		line, changes, err := r.agenda.Next(t.Context(), activity)
		if err != nil {
			t.Fatal(err)
		}
		if line == nil {
			return ""
		}
		if !changes.After(r.Clock.Now()) {
			t.Errorf("changes at %v", changes)
		}
		return line.ID
	}
	if next("act_nothing") != "" || next("\x00") != "" {
		t.Error("an unknown activity has a date")
	}
	act := r.Activity(nil)
	r.Date(act, monday.AddDate(0, 0, -7), 5, nil)
	cancelled := func(o *rules.NewOccurrence) {
		o.Status, o.Doc.ChangeReason = "cancelled", "De begeleider is ziek."
	}
	r.Date(act, monday.AddDate(0, 0, 1), 5, cancelled)
	r.Date(act, monday.AddDate(
		0,
		0,
		2,
	), 5, func(o *rules.NewOccurrence) { opens := monday.AddDate(0, 0, 1); o.Opens = &opens })
	closed := r.Date(act, monday.Add(
		3*time.Hour,
	), 5, func(o *rules.NewOccurrence) { closes := monday.Add(time.Hour); o.Closes = &closes })
	later := r.Date(act, monday.AddDate(0, 0, 9), 5, nil)
	if got := next(act); got != closed {
		t.Errorf("%s, want the one that is still open for an hour", got)
	}
	r.Clock.Advance(time.Hour)
	if got := next(act); got != later {
		t.Errorf("%s, want the one next week", got)
	}
	walkin := r.Activity(func(a *rules.Activity) { a.Mode, a.Waitlist = rules.Walkin, false })
	now := r.Date(walkin, monday, 0, nil)
	after := r.Date(walkin, monday.AddDate(0, 0, 7), 0, nil)
	if got := next(walkin); got != now {
		t.Errorf("%s, want the one that goes on", got)
	}
	r.Clock.Set(monday.Add(2 * time.Hour))
	if got := next(walkin); got != after {
		t.Errorf("%s, want the one next week", got)
	}
	hidden := r.Activity(func(a *rules.Activity) { a.Status = "draft" })
	r.Date(hidden, monday.AddDate(0, 0, 1), 5, nil)
	if next(hidden) != "" {
		t.Error("a draft has a date")
	}
}
