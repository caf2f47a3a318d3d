package places_test

import (
	"testing"
	"time"

	"herstelruimte/internal/agenda/booking"
	"herstelruimte/internal/agenda/changes"
	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/problem"
)

// newNote is a note for the team and places for 5, on the dates of a scope.
func newNote(sc booking.Scope) changes.ValuesTo {
	note, seats := "Neem kopjes mee", 5
	return changes.ValuesTo{
		NewValues: changes.NewValues{Note: &note, Capacity: &seats},
		Scope:     sc,
	}
}

func (r *room) checkValues(o string, in changes.ValuesTo) (changes.ValuesTo, changes.ValuesCheck) {
	r.T.Helper()
	c, err := r.CheckValues(r.T.Context(), asFatima, o, in)
	if err != nil {
		r.T.Fatal(err)
	}
	in.Fingerprint = c.Fingerprint
	return in, c
}

// sequences are the numbers that a calendar compares, of every meeting and every sign-up.
func (r *room) sequences() (all string) {
	r.T.Helper()
	if err := r.Pool.QueryRow(r.T.Context(), `
		select concat((select string_agg(sequence::text, ' ' order by id) from session), '/',
			(select string_agg(doc->>'sequence', ' ' order by id) from registration))`).Scan(
		&all,
	); err != nil {
		r.T.Fatal(err)
	}
	return all
}

// Promise 22: a change of texts or places alone sends nothing, and no appointment changes.
func TestPromise22NewValuesOfSeveralDatesTellNobody(t *testing.T) {
	t.Parallel()
	r := setup(t)
	dates := r.weekly(5)
	r.exec(`
		update occurrence set capacity = 12, seat_limit = 12 where id = '` + dates[3] + `'`)
	before, mails, sequences := r.allPlaceRows(dates),
		r.Number(`select count(*) from mail`), r.sequences()
	if _, c := r.checkValues(dates[1], newNote(laterDates)); len(c.Dates) != 4 || c.Change != 4 {
		t.Errorf("the later dates: got %+v", c)
	}
	in, c := r.checkValues(dates[0], newNote(allDates))
	if c.Change != 5 || c.Tight != 0 || c.Dates[3].Own != "capacity" || !c.Dates[3].Changes {
		t.Fatalf("got %+v", c)
	}
	if now := r.allPlaceRows(dates); now != before {
		t.Errorf("a check changed something: %s", now)
	}
	d := r.done(r.ChangeValues(t.Context(), byFatima, dates[0], in))
	if d.Act.Dates != 5 || d.Act.Mails+d.Act.Calls != 0 {
		t.Errorf("got %+v", d.Act)
	}
	r.MustCount(5, `select count(*) from occurrence where doc->>'note' = 'Neem kopjes mee'`)
	r.MustCount(4, `select count(*) from occurrence where capacity = 5`)
	r.MustCount(1, `select count(*) from occurrence where capacity = 12`) // its own
	r.MustCount(mails, `select count(*) from mail`)
	r.MustCount(0, `select count(*) from call`)
	if now := r.sequences(); now != sequences {
		t.Errorf("a calendar changed: %s, was %s", now, sequences)
	}
	r.Invariants()
	r.Clock.Advance(5 * time.Minute)
	r.done(r.Undo(t.Context(), byLoes, d.Act.ID))
	r.MustCount(0, `select count(*) from occurrence where doc->>'note' <> ''`)
	r.MustCount(1, `select count(*) from occurrence where capacity = 12`)
	r.MustCount(0, `select count(*) from occurrence where capacity = 5`)
	r.MustCount(mails, `select count(*) from mail`)
	r.Invariants()

	// somebody gave one of them a note meanwhile: it is looked at again first
	in, _ = r.checkValues(dates[0], newNote(allDates))
	r.exec(`update occurrence set doc = doc || '{"note": "Van Loes"}' where id = '` + dates[2] + `'`)
	r.refusedWith(problem.PreconditionFailed)(
		r.ChangeValues(t.Context(), byFatima, dates[0], in))
}

func TestAMomentForSigningUpGoesAlongWithEachDate(t *testing.T) {
	t.Parallel()
	r := setup(t)
	dates := r.weekly(4)
	in, c := r.checkValues(dates[0], changes.ValuesTo{
		NewValues: changes.NewValues{
			Closes: &rules.TermLimit{By: "moment", Day: "2026-11-22", Time: "12.00"},
		},
		Scope: allDates,
	})
	if c.Change != 4 {
		t.Fatalf("got %+v", c)
	}
	d := r.done(r.ChangeValues(t.Context(), byFatima, dates[0], in))
	r.MustCount(4, `
		select count(*)
		from occurrence
		where (starts_at at time zone 'Europe/Amsterdam')::date
				- (closes_at at time zone 'Europe/Amsterdam')::date = 2
			and (closes_at at time zone 'Europe/Amsterdam')::time = '12:00'`)
	r.done(r.Undo(t.Context(), byFatima, d.Act.ID))
	r.MustCount(5, `select count(*) from occurrence where closes_at = join_until`)
	late := changes.ValuesTo{
		NewValues: changes.NewValues{
			Closes: &rules.TermLimit{By: "moment", Day: "2026-11-25", Time: "12.00"},
		},
		Scope: allDates,
	}
	_, err := r.CheckValues(t.Context(), asFatima, dates[0], late)
	if f := problemOf(err).Fields; len(f) != 1 || f[0].Name != "closes" {
		t.Errorf("after the start: got %v", err)
	}
	late.Scope = booking.Scope{}
	_, err = r.CheckValues(t.Context(), asFatima, dates[0], late)
	if f := problemOf(err).Fields; len(f) != 1 || f[0].Name != "scope" {
		t.Errorf("one date alone: got %v", err)
	}
}

// A new time and a new note are one act, with one way back.
func TestATimeAndANoteOfSeveralDatesAreOneAct(t *testing.T) {
	t.Parallel()
	for name, sc := range map[string]booking.Scope{"all": allDates, "this": {}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := setup(t)
			dates := r.weekly(4)
			r.moved(dates[2], changes.MoveTo{Day: "2026-12-08", From: "10.00", To: "12.00"})
			r.Clock.Advance(11 * time.Minute)
			r.tries("M16")
			before := r.allPlaceRows(dates)
			move, _ := r.checkMoveAll(dates[0], halfHour(sc, false))
			note := newNote(allDates)
			note.Capacity = nil // places that came free leave their trace
			values := note.NewValues
			if sc.Scope != "" {
				in, _ := r.checkValues(dates[0], note)
				values = in.NewValues
			}
			move.Values = &values
			want := map[string][2]int{"all": {4, 3}, "this": {1, 1}}[name]
			d := r.done(r.MoveDate(t.Context(), byFatima, dates[0], move))
			r.MustCount(want[0], `
				select count(*) from occurrence where doc->>'note' = 'Neem kopjes mee'`)
			r.MustCount(want[1], `
				select count(*)
				from occurrence
				where (starts_at at time zone 'Europe/Amsterdam')::time = '14:00'`)
			// the date that keeps its time is not said to have moved once more
			r.MustCount(want[0]-want[1], `select count(*) from staff_act where kind = 'values'`)
			r.Invariants()
			r.done(r.Undo(t.Context(), byFatima, d.Act.ID))
			if now := r.allPlaceRows(dates); now != before {
				t.Errorf("they stand\n%s\nwant\n%s", now, before)
			}
			r.MustCount(0, `select count(*) from mail where kind = 'M16' and state = 'held'`)
			r.Invariants()
		})
	}
}

// A loose date beside a rhythm is not one of its dates.
func TestTheDatesOfARhythmChangeTogether(t *testing.T) {
	t.Parallel()
	r := setup(t)
	dates := r.weekly(4)
	r.exec(`
		insert into rhythm (id, activity_id, created_at, updated_at)
		select 'rhy_a', activity_id, now(), now() from occurrence limit 1`)
	r.exec(`
		update occurrence set rhythm_id = 'rhy_a', rhythm_day = starts_at::date
		where id <> '` + dates[1] + `' and starts_at > '2026-11-20'`)
	for o, want := range map[string]int{dates[0]: 3, dates[1]: 1} {
		_, c := r.checkValues(o, newNote(allDates))
		seen, err := r.Choices(t.Context(), asFatima, o)
		if err != nil {
			t.Fatal(err)
		}
		said := 1
		if len(seen.Scopes) > 0 {
			said = seen.Scopes[2].Dates
		}
		if c.Change != want || said != want {
			t.Errorf("got %d and %d dates, want %d", c.Change, said, want)
		}
	}
}

func TestAPlaceThatTheClockHoldsOnAnUnchangedDateIsOfNoAct(t *testing.T) {
	t.Parallel()
	r := setup(t)
	dates := r.weekly(4)
	// more places than anybody was told of yet: the next that looks keeps one for Wim
	r.exec(`update occurrence set capacity = 9, seat_limit = 9 where id = $1`, dates[1])
	places := func(n int) changes.ValuesTo {
		in := newNote(allDates)
		in.Note, in.Capacity = nil, &n
		return in
	}
	in, c := r.checkValues(dates[0], places(5))
	if c.Dates[1].Changes {
		t.Fatalf("got %+v, want a date with its own places", c.Dates[1])
	}
	r.done(r.ChangeValues(t.Context(), byFatima, dates[0], in))
	r.MustCount(1, `
		select count(*) from vacancy where occurrence_id = $1 and act_id is null`, dates[1])
}
