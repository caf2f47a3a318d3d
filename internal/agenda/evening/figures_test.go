package evening

import (
	"fmt"
	"testing"
	"time"

	"herstelruimte/internal/agenda/changes"
	"herstelruimte/internal/agenda/rules"
)

// ofDate is what the figures say of a date: who came, who did not, who finished.
func (r *room) ofDate(o string) (got string) {
	r.T.Helper()
	if err := r.CountEnded(r.T.Context()); err != nil {
		r.T.Fatal(err)
	}
	if err := r.Pool.QueryRow(r.T.Context(), `
		select concat_ws(' ', registered, attended, absent, finished)
		from occurrence_count
		where occurrence_id = $1`, o).Scan(&got); err != nil {
		r.T.Fatal(err)
	}
	return got
}

func (r *room) wantFigures(o, want string) {
	r.T.Helper()
	if got := r.ofDate(o); got != want {
		r.T.Errorf("registered, attended, absent, finished: got %s, want %s", got, want)
	}
}

func TestTheFiguresOfADateFollowWhoWasThereAlsoAfterSomebodyWasErased(t *testing.T) {
	r := setup(t)
	o, session := r.meets(at(13, 0), 8, nil)
	anja, bo, cas := r.add(o, "Anja", 0), r.add(o, "Bo", 0), r.add(o, "Cas", 0)
	r.tap(jan, "counted", says(anja, session, "here"))
	r.Clock.Set(at(15, 0))
	r.wantFigures(o, "3 1 0 1")
	r.Clock.Advance(time.Hour)
	r.tap(jan, "counted", says(bo, session, "absent"))
	r.wantFigures(o, "3 1 1 1")
	if _, err := r.EraseAgain(t.Context(), "registration", []string{anja}); err != nil {
		t.Fatal(err)
	}
	r.wantFigures(o, "3 1 1 1")
	r.Clock.Advance(time.Hour)
	r.tap(jan, "counted counted", says(bo, session, "here"), says(cas, session, "absent"))
	r.wantFigures(o, "3 2 1 2")
	r.Invariants()
}

func TestASeriesIsFinishedByWhoWasThereThreeTimesOutOfFour(t *testing.T) {
	r := setup(t)
	o := r.Date(r.Activity(nil), at(13, 0), 8, func(n *rules.NewOccurrence) {
		n.Kind = "series"
		first := n.Sessions[0]
		n.Sessions = nil
		for i := range 4 {
			s := first
			s.ID = fmt.Sprint("ses_", i)
			s.Start, s.End = s.Start.AddDate(0, 0, i), s.End.AddDate(0, 0, i)
			n.Sessions = append(n.Sessions, s)
		}
	})
	anja, bo, cas := r.add(o, "Anja", 0), r.add(o, "Bo", 0), r.add(o, "Cas", 0)
	r.Clock.Set(at(3*24+14, 0))
	for i := range 3 {
		r.tap(fatima, "counted", says(anja, fmt.Sprint("ses_", i), "here"))
	}
	r.tap(fatima, "counted counted counted counted",
		says(bo, "ses_0", "here"), says(bo, "ses_1", "absent"), says(bo, "ses_2", "here"),
		says(cas, "ses_2", "absent"))
	day := r.session(r.see(fatima, "2026-11-18"), "ses_2")
	if day.N != 3 || day.Of != 4 || day.Here != 2 || day.Open != 0 {
		t.Errorf("the third meeting: got %+v", day)
	}
	r.Clock.Set(at(4*24, 0))
	r.wantFigures(o, "3 2 1 1")
}

func TestADateWithoutSignUpsWhereVisitsWereCountedIsKept(t *testing.T) {
	r := setup(t)
	o, session := r.meets(at(9, 0), 0, func(a *rules.Activity) { a.Mode = rules.Walkin })
	own := visit("", 1)
	own.Session = session
	r.tap(jan, "counted", own)
	used, err := changes.UsedBy(t.Context(), r.Pool, "o.id = $1", o)
	if err != nil || !used {
		t.Errorf("used %v (%v), want true", used, err)
	}
}

func TestTapsForgetWhoOfTheStaffMadeThem(t *testing.T) {
	r := setup(t)
	r.tap(jan, "counted", visit("10.00", 1))
	r.Clock.Advance(31 * 24 * time.Hour)
	r.tap(jan, "counted", visit("10.00", 1).on("2026-12-17"))
	if err := r.ev.Sweep(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n := r.Number(`select count(*) from tap where by = '' and sent_by = ''`); n != 1 {
		t.Errorf("%d taps without a name, want 1", n)
	}
	if n := r.Number(`select count(*) from tap where by = 'Jan'`); n != 1 {
		t.Errorf("%d taps of Jan, want 1", n)
	}
}
