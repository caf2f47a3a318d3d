package places_test

import (
	"fmt"
	"strings"
	"testing"

	"herstelruimte/internal/agenda/booking"
	"herstelruimte/internal/dbtest"
)

// pressed is Fatima who presses once: the same press comes again when its answer got lost.
func pressed(id string) booking.By {
	by := byFatima
	by.Press = id
	return by
}

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
		r.ok(rows.Scan(&name))
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
func (r *room) failsNowhere(f *dbtest.Faults, name string, act func() (booking.Done, error)) booking.Done {
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
