package places_test

import (
	"errors"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda"
	"herstelruimte/internal/agenda/booking"
	"herstelruimte/internal/agenda/changes"
	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/editing"
	"herstelruimte/internal/problem"
	"herstelruimte/internal/richtext"
)

const music = "act_muziekmuziekmuziek00"

// tuesdays publishes an activity that comes back each Tuesday at 13.30 from 24 November 2026 on,
// with its dates for half a year.
func (r *room) tuesdays() *agenda.Agenda {
	r.T.Helper()
	a := &agenda.Agenda{Places: *r.Places}
	r.publishTuesdays(a, "13.30")
	return a
}

func (r *room) publishTuesdays(a *agenda.Agenda, from string) {
	r.T.Helper()
	r.publishRule(a, &rules.Rhythm{
		Every: "week",
		Weeks: 1,
		Days:  []int{2},
		From:  from,
		To:    "15.30",
		First: "2026-11-24",
		End:   "open",
	})
}

func (r *room) publishRule(a *agenda.Agenda, rule *rules.Rhythm) {
	r.T.Helper()
	r.publishSized(a, rule, 8)
}

// publishSized is publishRule with so many places at each date.
func (r *room) publishSized(a *agenda.Agenda, rule *rules.Rhythm, n int) {
	r.T.Helper()
	d := &rules.ActivityDraft{
		Activity: rules.Activity{
			Title:    "Muziek maken",
			Summary:  "Samen spelen.",
			Body:     richtext.Paragraphs("Neem mee wat je hebt."),
			Category: "creatief",
			Audience: []string{"everyone"},
			Mode:     rules.Single,
			Location: "Stille kamer",
			Slug:     "muziek",
			Capacity: &n,
			Waitlist: true,
		},
		Rhythm: rule,
	}
	r.Tx(func(tx pgx.Tx) error {
		return agenda.ActivityKind(a).Publish(r.T.Context(), tx, music, d, editing.State{})
	})
}

// onDay is the date of the rule that stands for a day.
func (r *room) onDay(day string) string {
	r.T.Helper()
	return value[string](r, `
		select id from occurrence where activity_id = $1 and rhythm_day = $2::text::date`,
		music, day)
}

// stands is when and where the date of a day of the rule is.
func (r *room) standsOn(day string) string {
	r.T.Helper()
	return value[string](r, `
		select to_char(starts_at at time zone 'Europe/Amsterdam', 'YYYY-MM-DD HH24.MI ') || room
		from session where occurrence_id = $1`, r.onDay(day))
}

func (r *room) wantOn(want map[string]string) {
	r.T.Helper()
	for day, at := range want {
		if got := r.standsOn(day); got != at {
			r.T.Errorf("%s is on %s, want %s", day, got, at)
		}
	}
}

// later fills the rules up eight weeks from the beginning.
func (r *room) later(a *agenda.Agenda) {
	r.T.Helper()
	r.Clock.Set(monday.AddDate(0, 0, 7*8))
	r.fill(a)
}

func (r *room) fill(a *agenda.Agenda) {
	r.T.Helper()
	r.ok(a.FillRhythms(r.T.Context()))
}

func TestTheRuleGoesWhereItsDatesGo(t *testing.T) {
	t.Parallel()
	move := changes.MoveTo{Day: "2026-12-15", From: "14.00", To: "16.00", Scope: laterDates}
	for name, x := range map[string]struct {
		change func(*changes.MoveTo)
		want   map[string]string
	}{
		"later": {func(*changes.MoveTo) {}, map[string]string{
			"2026-12-08": "2026-12-08 13.30 Stille kamer",
			"2026-12-15": "2026-12-15 14.00 Stille kamer",
			"2026-12-22": "2026-12-22 10.00 Stille kamer", // its own
			"2027-06-15": "2027-06-15 14.00 Stille kamer", // made by the job
		}},
		"later, the exception too": {func(in *changes.MoveTo) { in.Own = true }, map[string]string{
			"2026-12-22": "2026-12-22 14.00 Stille kamer",
			"2027-06-15": "2027-06-15 14.00 Stille kamer",
		}},
		"all": {func(in *changes.MoveTo) { in.Scope = allDates }, map[string]string{
			"2026-11-24": "2026-11-24 14.00 Stille kamer",
			"2026-12-22": "2026-12-22 10.00 Stille kamer",
			"2027-06-15": "2027-06-15 14.00 Stille kamer",
		}},
		"another room": {func(in *changes.MoveTo) {
			in.From, in.To, in.Room = "13.30", "15.30", "Atelier"
		}, map[string]string{
			"2026-12-08": "2026-12-08 13.30 Stille kamer",
			"2026-12-22": "2026-12-22 10.00 Atelier",
			"2027-06-15": "2027-06-15 13.30 Atelier",
		}},
		"another weekday": {func(in *changes.MoveTo) { in.Day = "2026-12-17" }, map[string]string{
			"2026-12-15": "2026-12-17 14.00 Stille kamer",
			"2026-12-22": "2026-12-22 10.00 Stille kamer",
			"2027-06-15": "2027-06-17 14.00 Stille kamer",
		}},
	} {
		t.Run(name, func(t *testing.T) {
			r := setup(t)
			a := r.tuesdays()
			r.did(r.move(r.onDay("2026-12-22"),
				changes.MoveTo{Day: "2026-12-22", From: "10.00", To: "12.00"}))
			r.Clock.Advance(11 * time.Minute)
			in := move
			x.change(&in)
			o := r.onDay("2026-12-15")
			if c := r.checkMove(o, in); c.Rule != "goes" {
				t.Errorf("the rule: %q, want that it goes", c.Rule)
			}
			r.did(r.move(o, in))
			before := r.Number(`occurrence`)
			r.later(a)
			if made := r.Number(`occurrence`) - before; made != 7 {
				t.Errorf("%d new dates, want 7", made)
			}
			r.wantOn(x.want)
			r.publishTuesdays(a, "13.30") // its text alone: nothing becomes of the dates
			r.wantOn(x.want)
			r.Invariants()
		})
	}
}

// An exception that moves with those like it is no reason to change the rule.
func TestTheRuleStaysWhenAnExceptionMoves(t *testing.T) {
	r := setup(t)
	a := r.tuesdays()
	o := r.onDay("2026-12-15")
	r.did(r.move(o, changes.MoveTo{Day: "2026-12-15", From: "10.00", To: "12.00"}))
	r.Clock.Advance(11 * time.Minute)
	in := changes.MoveTo{Day: "2026-12-15", From: "11.00", To: "12.00", Scope: laterDates}
	if c := r.checkMove(o, in); c.Rule != "stays" || c.Change != 1 {
		t.Errorf("got %+v", c)
	}
	r.did(r.move(o, in))
	r.later(a)
	r.wantOn(map[string]string{"2027-06-15": "2027-06-15 13.30 Stille kamer"})
}

func TestAMovedRuleIsTakenBackWithItsDates(t *testing.T) {
	t.Parallel()
	for name, scope := range map[string]booking.Scope{"later": laterDates, "all": allDates} {
		t.Run(name, func(t *testing.T) {
			r := setup(t)
			a := r.tuesdays()
			o := r.onDay("2026-12-15")
			first := changes.MoveTo{
				Day: "2026-12-15", From: "14.00", To: "16.00", Scope: laterDates,
			}
			r.did(r.move(o, first))
			r.Clock.Advance(11 * time.Minute)
			was := r.ruleNow()
			in := changes.MoveTo{Day: "2026-12-15", From: "15.00", To: "17.00", Scope: scope}
			d := r.did(r.move(o, in))
			if r.ruleNow() == was {
				t.Fatal("the rule stays: the test proves nothing")
			}
			n := r.Number(`occurrence`)
			r.unmake(`rhythm_day = '2027-03-02'`)
			r.fill(a) // what it made now could not go back
			r.MustCount(n-1, `occurrence`)
			r.done(r.Undo(t.Context(), byLoes, d.Act.ID))
			if now := r.ruleNow(); now != was {
				t.Errorf("the rule is %s, want %s", now, was)
			}
			r.fill(a)
			r.MustCount(n, `occurrence`)
			r.later(a)
			r.wantOn(map[string]string{
				"2026-12-08": "2026-12-08 13.30 Stille kamer",
				"2026-12-15": "2026-12-15 14.00 Stille kamer",
				"2027-03-02": "2027-03-02 14.00 Stille kamer",
				"2027-06-15": "2027-06-15 14.00 Stille kamer",
			})
		})
	}
}

// unmake takes dates away as if the rule had not made them yet.
func (r *room) unmake(which string) {
	r.T.Helper()
	r.exec(`delete from staff_act where occurrence_id in (
		select id from occurrence where ` + which + `) and doc ? 'lead'`)
	r.exec(`delete from session where occurrence_id in (
		select id from occurrence where ` + which + `)`)
	r.exec(`delete from occurrence where ` + which)
}

func (r *room) ruleNow() string {
	r.T.Helper()
	return value[string](r, `
		select coalesce(turns::text, '') from rhythm`)
}

// Other hours that somebody types hold for all dates: those that staff moved them to go.
func TestAPublishedRuleEndsWhatItsDatesMovedTo(t *testing.T) {
	r := setup(t)
	a := r.tuesdays()
	o := r.onDay("2026-12-15")
	r.did(r.move(o, changes.MoveTo{
		Day: "2026-12-15", From: "14.00", To: "16.00", Scope: laterDates,
	}))
	r.Clock.Advance(11 * time.Minute)
	r.publishTuesdays(a, "12.30")
	r.wantOn(map[string]string{
		"2026-12-08": "2026-12-08 12.30 Stille kamer",
		"2026-12-22": "2026-12-22 12.30 Stille kamer",
	})
	r.later(a)
	r.wantOn(map[string]string{"2027-06-15": "2027-06-15 12.30 Stille kamer"})
	if now := r.ruleNow(); now != "" {
		t.Errorf("it keeps %s", now)
	}
}

// Published anew within the undo time of a move, the rule makes dates where the others went: with
// the undo they go back as well, unless somebody signed up.
func TestWhatWasPublishedSinceAMoveGoesBackWithIt(t *testing.T) {
	r := setup(t)
	a := r.tuesdays()
	r.unmake(`rhythm_day >= '2027-03-02'`)
	o := r.onDay("2026-12-15")
	d := r.did(r.move(o, changes.MoveTo{
		Day: "2026-12-16", From: "14.00", To: "16.00", Room: "Keuken", Scope: laterDates,
	}))
	r.Clock.Advance(2 * time.Minute)
	r.publishTuesdays(a, "13.30")
	r.wantOn(map[string]string{
		"2027-03-02": "2027-03-03 14.00 Keuken",
		"2027-03-09": "2027-03-10 14.00 Keuken",
	})
	r.add(r.onDay("2027-03-09"), "Anja", addr("anja"))
	r.undone(d)
	r.wantOn(map[string]string{
		"2026-12-22": "2026-12-22 13.30 Stille kamer",
		"2027-03-02": "2027-03-02 13.30 Stille kamer",
		"2027-03-09": "2027-03-10 14.00 Keuken",
	})
	r.Invariants()
}

// movedAmong has the job make dates while others are moved and their rule is not held yet. It says
// how many dates stand elsewhere than the rule says then.
func movedAmong(t *testing.T, control bool) int {
	r := alone(t)
	a := r.tuesdays()
	r.unmake(`rhythm_day >= '2027-03-02'`)
	o := r.onDay("2026-12-15")
	move := r.ready(r.move(o, changes.MoveTo{
		Day: "2026-12-15", From: "14.00", To: "16.00", Scope: laterDates,
	}))
	came := 0
	r.HoldDate(control, func() {
		if came++; came == 2 { // the first time it holds its dates
			r.fill(a)
		}
	})
	_, err := move(byFatima)
	r.HoldDate(false, nil)
	if !control && !errors.Is(err, problem.New(problem.PreconditionFailed)) {
		t.Error(err)
	}
	r.MustCount(26, `occurrence`)
	return r.Number(`
		session s
		join occurrence o on o.id = s.occurrence_id
		where o.rhythm_day >= '2026-12-15'
			and (s.starts_at at time zone 'Europe/Amsterdam')::time
				<> case when (select turns is null from rhythm) then '13:30'::time
					else '14:00'::time end`)
}

func TestDatesThatAreMadeWhileOthersMoveStandWhereTheRuleSays(t *testing.T) {
	t.Parallel()
	if n := movedAmong(t, false); n != 0 {
		t.Errorf("%d dates stand elsewhere", n)
	}
}

func TestUnseenDatesThatAreMadeWhileOthersMoveStandElsewhere(t *testing.T) {
	t.Parallel()
	if n := movedAmong(t, true); n == 0 {
		t.Error("looking again makes no difference: the test of it proves nothing")
	}
}
