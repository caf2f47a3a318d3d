package places_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"herstelruimte/internal/agenda/booking"
	"herstelruimte/internal/agenda/changes"
	"herstelruimte/internal/longtest"
)

// What a change of very many dates costs, by the median of several rounds: double the size costs
// about double. It runs beside no other test, and tells how long five years take.
func TestTheCostOfManyDates(t *testing.T) {
	dates, people := longtest.N(t, 20, 600), longtest.N(t, 60, 3000)
	ratios, times := map[string][]float64{}, map[string][]time.Duration{}
	for range longtest.N(t, 1, 5) {
		small := costOf(t, dates/2, people/2)
		for what, took := range costOf(t, dates, people) {
			ratios[what] = append(ratios[what], float64(took)/float64(small[what]))
			times[what] = append(times[what], took)
		}
	}
	for what, all := range ratios {
		slices.Sort(all)
		slices.Sort(times[what])
		ratio, took := all[len(all)/2], times[what][len(all)/2]
		t.Logf("%s takes %s; double the size costs %.1f times", what, took, ratio)
		if longtest.On() && ratio > 3 {
			t.Errorf("double the size: %s costs %.1f times, want at most 3", what, ratio)
		}
	}
}

// costOf says how long each act took on so many dates with so many sign-ups.
func costOf(t *testing.T, dates, people int) map[string]time.Duration {
	t.Helper()
	r := alone(t)
	a := r.Activity(nil)
	first := ""
	for i := range dates {
		start := monday.AddDate(0, 0, 8+i).Add(3*time.Hour + 30*time.Minute)
		o := r.Date(a, start, 500, nil)
		if first == "" {
			first = o
		}
	}
	// each comes to six of them
	for i := range people / 6 {
		r.add(first, fmt.Sprint("P", i), fmt.Sprintf("p%d@voorbeeld.example", i))
	}
	r.copyTo(a, first, 5)
	took := map[string]time.Duration{}
	timed := func(what string, do func()) {
		t.Helper()
		began := time.Now()
		do()
		took[what] = time.Since(began)
		t.Logf("%d dates, %d sign-ups: %s %s", dates, people, what, took[what])
	}
	off, move := r.offAll(first, allDates), r.move(first, halfHour(allDates, false))
	var c, m changes.TellCheck
	var d booking.Done
	timed("the check", func() { c = r.look(off) })
	timed("calling off", func() { d = r.done(off.press(byFatima, c.Fingerprint)) })
	if c.Change != dates || c.Mail != people/6 || d.Act.Mails != c.Mail {
		t.Errorf("%d dates and %d mails, want %d and %d", c.Change, c.Mail, dates, people/6)
	}
	undo := func() { r.undone(d) }
	timed("its undo", undo)
	timed("the check of a move", func() { m = r.look(move) })
	timed("a move", func() { d = r.done(move.press(byFatima, m.Fingerprint)) })
	timed("the undo of a move", undo)
	r.MustCount(dates, `occurrence where status = 'planned'`)
	if m.Change != dates {
		t.Errorf("%d dates move, want %d", m.Change, dates)
	}
	return took
}

// copyTo signs the people of a date up for the next n of its activity too, sealed anew.
func (r *room) copyTo(activity, from string, n int) {
	r.T.Helper()
	rows, err := r.Pool.Query(r.T.Context(), `
		select id from occurrence
		where activity_id = $1 and id <> $2
		order by starts_at limit $3`, activity, from, n)
	if err != nil {
		r.T.Fatal(err)
	}
	var to []string
	for rows.Next() {
		var id string
		r.ok(rows.Scan(&id))
		to = append(to, id)
	}
	type one struct {
		id  string
		box []byte
	}
	found, err := r.Pool.Query(r.T.Context(), `
		select id, sealed from registration where occurrence_id = $1`, from)
	if err != nil {
		r.T.Fatal(err)
	}
	var all []one
	for found.Next() {
		var x one
		r.ok(found.Scan(&x.id, &x.box))
		all = append(all, x)
	}
	for _, o := range to {
		for i, x := range all {
			plain, err := r.Keys.Open("registration", x.id, x.box)
			r.ok(err)
			id := fmt.Sprintf("reg_%s%d", o[4:], i)
			r.exec(`
				insert into registration (id, occurrence_id, status, seats, version, doc, sealed,
					email_key, created_at, updated_at)
				select $2, $3, status, seats, 1, doc, $4, email_key, created_at, updated_at
				from registration where id = $1`,
				x.id, id, o, r.Keys.Seal("registration", id, plain))
		}
		r.exec(`update occurrence set taken = $2 where id = $1`, o, len(all))
	}
}
