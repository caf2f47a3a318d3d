package places_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"herstelruimte/internal/agenda/places"
	"herstelruimte/internal/longtest"
)

// What a change of very many dates costs: double the size costs about double, by the median of
// several rounds. The times themselves are told and not asserted, as other work is in them.
func TestTheCostOfManyDates(t *testing.T) {
	t.Parallel()
	dates, people := longtest.N(t, 20, 600), longtest.N(t, 60, 3000)
	var checks, acts []float64
	for range longtest.N(t, 1, 5) {
		smallCheck, smallAct := costOf(t, dates/2, people/2)
		check, act := costOf(t, dates, people)
		checks = append(checks, float64(check)/float64(smallCheck))
		acts = append(acts, float64(act)/float64(smallAct))
	}
	slices.Sort(checks)
	slices.Sort(acts)
	check, act := checks[len(checks)/2], acts[len(acts)/2]
	t.Logf("double the size: the check costs %.1f times, the act %.1f times", check, act)
	if longtest.On() && (check > 3 || act > 3) {
		t.Errorf("double the size costs %.1f and %.1f times, want at most 3", check, act)
	}
}

func costOf(t *testing.T, dates, people int) (checked, acted time.Duration) {
	t.Helper()
	r := setup(t)
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
	in := ill
	in.Scope = allDates
	began := time.Now()
	c, err := r.CheckOff(t.Context(), asFatima, first, in)
	if err != nil {
		t.Fatal(err)
	}
	checked = time.Since(began)
	in.Fingerprint = c.Fingerprint
	began = time.Now()
	d := r.done(r.CallOff(t.Context(), byFatima, first, in))
	acted = time.Since(began)
	if c.Change != dates || c.Mail != people/6 || d.Act.Mails != c.Mail {
		t.Errorf("%d dates and %d mails, want %d and %d", c.Change, c.Mail, dates, people/6)
	}
	began = time.Now()
	r.done(r.Undo(t.Context(), byFatima, d.Act.ID))
	t.Logf("%d dates, %d sign-ups: check %s, act %s, undo %s",
		dates, people, checked, acted, time.Since(began))
	var move places.MoveTo
	move, m := r.checkMoveAll(first, halfHour(allDates, false))
	began = time.Now()
	r.done(r.MoveDate(t.Context(), byFatima, first, move))
	t.Logf("%d dates move: act %s, %d mails", m.Change, time.Since(began), m.Mail)
	return checked, acted
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
		if err := rows.Scan(&id); err != nil {
			r.T.Fatal(err)
		}
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
		if err := found.Scan(&x.id, &x.box); err != nil {
			r.T.Fatal(err)
		}
		all = append(all, x)
	}
	for _, o := range to {
		for i, x := range all {
			plain, err := r.Keys.Open("registration", x.id, x.box)
			if err != nil {
				r.T.Fatal(err)
			}
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
