package places_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"herstelruimte/internal/agenda/booking"
	"herstelruimte/internal/agenda/changes"
	"herstelruimte/internal/agenda/closing"
	"herstelruimte/internal/dbtest"
	"herstelruimte/internal/longtest"
)

// everything is all that the database holds, a line for each table. The lines are put in order:
// PostgreSQL reads many tables side by side, and the parts of a union come as they are ready.
func (r *room) everything() (out string) {
	r.T.Helper()
	rows, err := r.Pool.Query(r.T.Context(), `
		select table_name from information_schema.tables
		where table_schema = 'public' and table_type = 'BASE TABLE'
		order by table_name`)
	if err != nil {
		r.T.Fatal(err)
	}
	var parts []string
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			r.T.Fatal(err)
		}
		parts = append(parts, fmt.Sprintf(
			`select '%[1]s ' || md5(coalesce(string_agg(t::text, '|' order by t::text), '')) line
			from %[1]s t`, name))
	}
	if err := r.Pool.QueryRow(r.T.Context(), `
		select string_agg(line, E'\n' order by line)
		from (`+strings.Join(parts, " union all ")+`) lines`).Scan(&out); err != nil {
		r.T.Fatal(err)
	}
	return out
}

// failsNowhere lets each statement of an act fail, one after another, until all went well. After
// each fault the act did not happen, or it did as a whole and only its answer got lost: then the
// same press says so, and changes nothing.
func (r *room) failsNowhere(
	f *dbtest.Faults,
	name string,
	act func() (booking.Done, error),
) booking.Done {
	r.T.Helper()
	before := r.everything()
	for at := 1; ; at++ {
		var err error
		var d booking.Done
		reached := f.Fail(at, func() { d, err = act() })
		if !reached {
			if err != nil {
				r.T.Fatalf("%s: %v", name, err)
			}
			if at < 8 {
				r.T.Errorf("%s: only %d statements failed: is the act done here?", name, at-1)
			}
			r.T.Logf("%s: each of %d statements failed", name, at-1)
			return d
		}
		after := r.everything()
		if after == before {
			if err == nil {
				r.T.Fatalf("%s: statement %d failed and nothing happened, without a word", name, at)
			}
			continue
		}
		again, err := act()
		if err != nil || !again.Earlier {
			r.T.Fatalf("%s: half done after statement %d: %v, %+v\n%s\nwas\n%s",
				name, at, err, again, after, before)
		}
		if now := r.everything(); now != after {
			r.T.Fatalf("%s: done twice after statement %d", name, at)
		}
		return again
	}
}

// Whatever statement of an act on several dates fails, nothing of it is left, and nobody is told
// of what did not happen, or twice of what did.
func TestAFaultAtAnyStatementLeavesNothingHalfDone(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	f := dbtest.Faulty(t, dbtest.New(t))
	r := setupOn(t, f.Pool, 0)
	dates := r.weekly(longtest.N(t, 4, 20))
	move, _ := r.checkMoveAll(dates[0], halfHour(allDates, false))
	moved := r.failsNowhere(f, "move", func() (booking.Done, error) {
		return r.MoveDate(ctx, pressed("press-move"), dates[0], move)
	})
	r.failsNowhere(f, "undo of the move", func() (booking.Done, error) {
		return r.Undo(ctx, byFatima, moved.Act.ID)
	})
	off, c := r.checkOffAll(dates[0], allDates)
	done := r.failsNowhere(f, "off", func() (booking.Done, error) {
		return r.CallOff(ctx, pressed("press-off"), dates[0], off)
	})
	r.MustCount(c.Mail, `select count(*) from mail where kind = 'M13' and state = 'held'`)
	r.MustCount(c.Call, `
		select count(*) from call where reason = 'cancelled' and state = 'open'`)
	r.failsNowhere(f, "undo of the cancellation", func() (booking.Done, error) {
		return r.Undo(ctx, byFatima, done.Act.ID)
	})
	r.MustCount(0, `select count(*) from mail where kind = 'M13' and state = 'held'`)
	off, _ = r.checkOffAll(dates[0], allDates)
	r.done(r.CallOff(ctx, byFatima, dates[0], off))
	r.Clock.Advance(11 * time.Minute)
	r.tries("M13")
	on, err := r.CheckOnAll(ctx, asFatima, dates[0], "all")
	if err != nil || on.Mail == 0 {
		t.Fatalf("%+v: %v", on, err)
	}
	r.failsNowhere(f, "all on again", func() (booking.Done, error) {
		return r.GoOn(ctx, pressed("press-on"), dates[0], changes.OnAgain{
			Scope: "all", Fingerprint: on.Fingerprint,
		})
	})
	r.MustCount(on.Mail, `select count(*) from mail where kind = 'M17' and state <> 'withdrawn'`)
	six := 6
	values := changes.ValuesTo{NewValues: changes.NewValues{Capacity: &six}, Scope: allDates}
	v, err := r.CheckValues(ctx, asFatima, dates[0], values)
	if err != nil {
		t.Fatal(err)
	}
	values.Fingerprint = v.Fingerprint
	r.failsNowhere(f, "values", func() (booking.Done, error) {
		return r.ChangeValues(ctx, pressed("press-values"), dates[0], values)
	})
	r.Invariants()
}

func TestAFaultAtAnyStatementLeavesASeriesWhole(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	f := dbtest.Faulty(t, dbtest.New(t))
	r := setupOn(t, f.Pool, 0)
	date, _ := r.fourMeetings()
	in := changes.CallOff{Reason: "staff", Text: "We hebben te weinig mensen."}
	c, err := r.CheckOff(ctx, asFatima, date, in)
	if err != nil {
		t.Fatal(err)
	}
	in.Fingerprint = c.Fingerprint
	by := byFatima
	by.Press = "press-series"
	d := r.failsNowhere(f, "series off", func() (booking.Done, error) {
		return r.CallOff(ctx, by, date, in)
	})
	r.failsNowhere(f, "undo", func() (booking.Done, error) {
		return r.Undo(ctx, byFatima, d.Act.ID)
	})
	r.seriesOff(date)
	on, err := r.CheckOn(ctx, asFatima, date, changes.OnAgain{})
	if err != nil {
		t.Fatal(err)
	}
	by.Press = "press-on"
	r.failsNowhere(f, "on again", func() (booking.Done, error) {
		return r.GoOn(ctx, by, date, changes.OnAgain{Fingerprint: on.Fingerprint})
	})
	r.Invariants()
}

// A closure too: its dates, its mails and the hours of the house happen together, or not at all.
func TestAFaultAtAnyStatementLeavesAClosureWhole(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	plain := dbtest.New(t)
	f := dbtest.Faulty(t, plain)
	r := setupOn(t, f.Pool, 0)
	h := r.withHouse()
	r.crowd()
	stored := func() (out string) {
		t.Helper()
		if err := plain.QueryRow(ctx, `
			select coalesce(string_agg(c::text, '|' order by id), '') from closure c`).Scan(
			&out); err != nil {
			t.Fatal(err)
		}
		return out
	}
	// the hours of this test are in memory: what is not stored is not in them either
	whole := func(do func() (closing.ClosingDone, error)) func() (booking.Done, error) {
		was, hours := stored(), h.House
		return func() (booking.Done, error) {
			if stored() == was {
				h.House = hours
			}
			d, err := do()
			return booking.Done{Act: booking.ActSeen{ID: d.Closure.ID}, Earlier: d.Earlier}, err
		}
	}
	in := theWeek()
	shut := func(press string) string {
		t.Helper()
		in.Fingerprint = ""
		c, err := r.CheckClosing(ctx, asFatima, "", &in)
		if err != nil {
			t.Fatal(err)
		}
		in.Fingerprint = c.Fingerprint
		by := byFatima
		by.Press = press
		d := r.failsNowhere(f, press, whole(func() (closing.ClosingDone, error) {
			return r.Close(ctx, by, in)
		}))
		r.MustCount(c.Mail, `select count(*) from mail where kind = 'M13' and state = 'held'`)
		if len(h.Closures) != 1 {
			t.Errorf("the hours keep %+v", h.Closures)
		}
		return d.Act.ID
	}
	id := shut("press-close")
	r.failsNowhere(f, "closing taken back", whole(func() (closing.ClosingDone, error) {
		return r.UndoClosing(ctx, byFatima, id)
	}))
	r.MustCount(0, `select count(*) from mail where kind = 'M13' and state = 'held'`)
	id = shut("press-close-again")
	r.Clock.Advance(11 * time.Minute)
	r.tries("M13")
	c, err := r.CheckClosing(ctx, asFatima, id, nil)
	if err != nil || c.Mail == 0 {
		t.Fatalf("%+v: %v", c, err)
	}
	r.failsNowhere(f, "open again", whole(func() (closing.ClosingDone, error) {
		return r.Reopen(ctx, byFatima, id, c.Fingerprint)
	}))
	r.MustCount(c.Mail, `select count(*) from mail where kind = 'M17' and state <> 'withdrawn'`)
	if len(h.Closures) != 0 {
		t.Errorf("the hours keep %+v", h.Closures)
	}
	r.Invariants()
}

// What shows a fault is the comparison: a change outside the transaction is seen by it.
func TestWhatIsDoneOutsideTheTransactionIsSeen(t *testing.T) {
	t.Parallel()
	f := dbtest.Faulty(t, dbtest.New(t))
	r := setupOn(t, f.Pool, 0)
	date, _ := r.fourMeetings()
	before := r.everything()
	failed := 0
	for at := 1; at <= 2; at++ {
		f.Fail(at, func() {
			for _, word := range []string{"one", "two"} {
				if _, err := r.Pool.Exec(t.Context(), `
					update occurrence set doc = jsonb_set(doc, '{note}', to_jsonb($2::text))
					where id = $1`, date, word); err != nil {
					failed++
					return
				}
			}
		})
		if (r.everything() == before) != (at == 1) || failed != at {
			t.Errorf("a fault at statement %d of two: %d failed", at, failed)
		}
	}
}
