package agenda

import (
	"testing"
	"time"
)

func TestTheNextDateIsOneThatPeopleCanComeTo(t *testing.T) {
	t.Parallel()
	r := setup(t)
	next := func(activity string) string {
		t.Helper()
		line, changes, err := r.Next(t.Context(), activity)
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
	act := r.activity(nil)
	r.date(act, monday.AddDate(0, 0, -7), 5, nil)
	cancelled := func(o *NewOccurrence) {
		o.Status, o.Doc.ChangeReason = "cancelled", "De begeleider is ziek."
	}
	r.date(act, monday.AddDate(0, 0, 1), 5, cancelled)
	r.date(act, monday.AddDate(
		0,
		0,
		2,
	), 5, func(o *NewOccurrence) { opens := monday.AddDate(0, 0, 1); o.Opens = &opens })
	closed := r.date(act, monday.Add(
		3*time.Hour,
	), 5, func(o *NewOccurrence) { closes := monday.Add(time.Hour); o.Closes = &closes })
	later := r.date(act, monday.AddDate(0, 0, 9), 5, nil)
	if got := next(act); got != closed {
		t.Errorf("%s, want the one that is still open for an hour", got)
	}
	r.Clock.Advance(time.Hour)
	if got := next(act); got != later {
		t.Errorf("%s, want the one next week", got)
	}
	walkin := r.activity(func(a *Activity) { a.Mode, a.Waitlist = Walkin, false })
	now := r.date(walkin, monday, 0, nil)
	after := r.date(walkin, monday.AddDate(0, 0, 7), 0, nil)
	if got := next(walkin); got != now {
		t.Errorf("%s, want the one that goes on", got)
	}
	r.Clock.Set(monday.Add(2 * time.Hour))
	if got := next(walkin); got != after {
		t.Errorf("%s, want the one next week", got)
	}
	hidden := r.activity(func(a *Activity) { a.Status = "draft" })
	r.date(hidden, monday.AddDate(0, 0, 1), 5, nil)
	if next(hidden) != "" {
		t.Error("a draft has a date")
	}
}
