package places_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"herstelruimte/internal/agenda/booking"
	"herstelruimte/internal/agenda/changes"
	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/problem"
)

// tellsNobody is what the look at settings of n dates says.
func tellsNobody(n int) string {
	return fmt.Sprintf("mail 0, call 0 [], self 0, none 0 [], away [], of %d", n)
}

// settings are the cases of who receives, and of what else a date says: they send nothing, and no
// appointment changes.
var settings = map[string]row{
	"host of a date": {
		begin: func(r *room) ([]string, doing) {
			o := r.crowd()
			return []string{o}, r.host(o, changes.NewHost{Host: " Jan "})
		},
		counts: tellsNobody(0),
		stir:   henkReceives,
		after: func(r *room, dates []string, _ changes.TellCheck, _ booking.Done) {
			if c, err := r.Choices(r.T.Context(), asFatima, dates[0]); err != nil ||
				c.Host != "Jan" {
				r.T.Errorf("%q receives, want Jan: %v", c.Host, err)
			}
		},
	},
	"host of all dates": {
		begin: func(r *room) ([]string, doing) {
			dates := r.weeklyOffered(many)
			return dates, r.host(dates[0], changes.NewHost{Host: "Jan", Scope: allDates})
		},
		counts: tellsNobody(0),
		dates:  many,
		stir:   henkReceives,
	},
	"note of later dates": {
		begin: func(r *room) ([]string, doing) {
			dates := r.weekly(5)
			return dates[1:], r.values(dates[1], changes.ValuesTo{
				NewValues: changes.NewValues{Note: note}, Scope: laterDates,
			})
		},
		twin:   true,
		counts: tellsNobody(4),
		dates:  4,
		stale:  true,
		stir:   loesNotes,
	},
	// a date that has its own number of places keeps it; places leave their trace
	"note and places of all dates": {
		begin: func(r *room) ([]string, doing) {
			dates := r.weekly(5)
			r.exec(`update occurrence set capacity = 12, seat_limit = 12 where id = $1`, dates[3])
			in := newNote(allDates)
			c, err := r.CheckValues(r.T.Context(), asFatima, dates[0], in)
			if err != nil || c.Tight != 0 || c.Dates[3].Own != "capacity" || !c.Dates[3].Changes {
				r.T.Errorf("got %+v, %v", c, err)
			}
			return dates, r.values(dates[0], in)
		},
		counts: tellsNobody(5),
		dates:  5,
		stale:  true,
		stir:   loesNotes,
		stands: func(r *room, _ []string) string {
			return value[string](r, `
				select string_agg(concat_ws(' ', status, capacity, doc), '|' order by id)
				from occurrence`) + r.sequences()
		},
		after: func(r *room, _ []string, _ changes.TellCheck, _ booking.Done) {
			r.MustCount(5, `occurrence where doc->>'note' = $1`, *note)
			r.MustCount(4, `occurrence where capacity = 5`)
			r.MustCount(1, `occurrence where capacity = 12`) // its own
			if all := r.sequences(); all != "0 0 0 0 0 0/0 0 0 0 0 0 0" {
				r.T.Errorf("a calendar changed: %s", all)
			}
		},
	},
	"a moment until which all dates are open": {
		begin: func(r *room) ([]string, doing) {
			dates := r.weekly(4)
			return dates, r.values(dates[0], untilMoment("2026-11-22", allDates))
		},
		twin:   true,
		counts: tellsNobody(4),
		dates:  4,
		stale:  true,
		stir:   loesNotes,
		after: func(r *room, _ []string, _ changes.TellCheck, _ booking.Done) {
			r.MustCount(4, `
				occurrence
				where (starts_at at time zone 'Europe/Amsterdam')::date
						- (closes_at at time zone 'Europe/Amsterdam')::date = 2
					and (closes_at at time zone 'Europe/Amsterdam')::time = '12:00'`)
		},
	},
}

func henkReceives(r *room, dates []string) {
	r.done(r.host(dates[0], changes.NewHost{Host: "Henk"}).press(byLoes, ""))
}

// loesNotes is that somebody gave one of the dates a note meanwhile.
func loesNotes(r *room, dates []string) {
	r.exec(`update occurrence set doc = doc || '{"note": "Van Loes"}' where id = $1`, dates[2])
}

func untilMoment(day string, sc booking.Scope) changes.ValuesTo {
	return changes.ValuesTo{NewValues: changes.NewValues{
		Closes: &rules.TermLimit{By: "moment", Day: day, Time: "12.00"},
	}, Scope: sc}
}

// newNote is a note for the team and places for 5, on the dates of a scope.
func newNote(sc booking.Scope) changes.ValuesTo {
	seats := 5
	return changes.ValuesTo{
		NewValues: changes.NewValues{Note: note, Capacity: &seats}, Scope: sc,
	}
}

// sequences are the numbers that a calendar compares, of every meeting and every sign-up.
func (r *room) sequences() string {
	r.T.Helper()
	return value[string](r, `
		select concat((select string_agg(sequence::text, ' ' order by id) from session), '/',
			(select string_agg(doc->>'sequence', ' ' order by id) from registration))`)
}

func TestSomebodyElseReceives(t *testing.T) {
	r := setup(t)
	r.Staff = &fakeStaff{Receive: []identity.Receiver{
		{UID: "f", Name: "Fatima", Can: true}, {UID: "b", Name: "Bram", Can: true},
	}}
	a := r.Activity(func(a *rules.Activity) { a.Host = "Noor" })
	o := r.Date(a, monday.Add(5*time.Hour), 5, nil)
	r.Date(r.Activity(func(a *rules.Activity) { a.Title, a.Host = "Inloop", "@f" }),
		monday.Add(5*time.Hour), 5, nil)
	r.add(o, "Anja", addr("anja"))
	// a series goes on around it, but does not meet then
	series := r.Activity(func(a *rules.Activity) { a.Mode, a.Host = rules.Series, "@b" })
	r.Date(series, monday.AddDate(0, 0, -1), 5, func(o *rules.NewOccurrence) {
		o.Kind = "series"
		next := o.Sessions[0]
		next.ID, next.Start = next.ID+"_2", next.Start.AddDate(0, 0, 7)
		next.End = next.End.AddDate(0, 0, 7)
		o.Sessions = append(o.Sessions, next)
	})
	c, err := r.Choices(t.Context(), asFatima, o)
	if err != nil || c.Host != "Noor" || !slices.Equal(c.Hosts, []changes.HostChoice{
		{Host: "@b", Name: "Bram"},
		{Host: "@f", Name: "Fatima", Busy: "Inloop"},
	}) {
		t.Fatalf("got %+v, %v", c, err)
	}
	r.did(r.host(o, changes.NewHost{Was: "Noor", Host: " Jan "}))
	if c, _ := r.Choices(t.Context(), asFatima, o); c.Host != "Jan" {
		t.Errorf("%q receives, want Jan", c.Host)
	}
	r.refusedWith(problem.PreconditionFailed)(
		r.host(o, changes.NewHost{Was: "Noor", Host: "Henk"}).press(byLoes, ""))
}

func TestAMomentForSigningUpThatFitsNoDateIsRefused(t *testing.T) {
	r := setup(t)
	dates := r.weekly(4)
	for name, x := range map[string]struct {
		in    changes.ValuesTo
		field string
	}{
		"after the start": {untilMoment("2026-11-25", allDates), "closes"},
		"one date alone":  {untilMoment("2026-11-25", booking.Scope{}), "scope"},
	} {
		_, err := r.values(dates[0], x.in).check(asFatima)
		if f := problemOf(err).Fields; len(f) != 1 || f[0].Name != x.field {
			t.Errorf("%s: got %v", name, err)
		}
	}
}

// A loose date beside a rhythm is not one of its dates.
func TestTheDatesOfARhythmChangeTogether(t *testing.T) {
	r := setup(t)
	dates := r.weekly(4)
	r.exec(`
		insert into rhythm (id, activity_id, created_at, updated_at)
		select 'rhy_a', activity_id, now(), now() from occurrence limit 1`)
	r.exec(`
		update occurrence set rhythm_id = 'rhy_a', rhythm_day = starts_at::date
		where id <> '` + dates[1] + `' and starts_at > '2026-11-20'`)
	for o, want := range map[string]int{dates[0]: 3, dates[1]: 1} {
		c := r.look(r.values(o, newNote(allDates)))
		seen, err := r.Choices(t.Context(), asFatima, o)
		r.ok(err)
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
	r := setup(t)
	dates := r.weekly(4)
	// more places than anybody was told of yet: the next that looks keeps one for Wim
	r.exec(`update occurrence set capacity = 9, seat_limit = 9 where id = $1`, dates[1])
	in := newNote(allDates)
	in.Note = nil
	c, err := r.CheckValues(t.Context(), asFatima, dates[0], in)
	if err != nil || c.Dates[1].Changes {
		t.Fatalf("got %+v, want a date with its own places: %v", c.Dates[1], err)
	}
	r.did(r.values(dates[0], in))
	r.MustCount(1, `vacancy where occurrence_id = $1 and act_id is null`, dates[1])
}
