package agenda

import (
	"context"
	"strings"
	"testing"
)

func TestReadingALinkChangesNothing(t *testing.T) {
	t.Parallel()
	r := setup(t)
	o := r.Queue(1, 1, nil)
	r.CancelPlace(person(1))
	before := r.dump()
	for range 3 {
		r.Holder("GET", "/api/registration", r.RegistrationToken(person(1)), nil)
		r.Holder("GET", "/api/waitlist-entry", r.EntryToken(waiting(1)), nil)
		r.Call("GET", "/api/occurrences/"+o, nil)
		r.Call(
			"GET",
			strings.Replace(
				r.RegistrationToken(person(1)),
				"Aanmelding ",
				"/registrationdetails/",
				1,
			)+
				"/afspraak.ics",
			nil,
		)
	}
	if r.dump() != before {
		t.Fatal("a GET changed the database")
	}
}

func (r *room) dump() (s string) {
	r.T.Helper()
	for _, table := range []string{
		"occurrence",
		"registration",
		"waitlist_entry",
		"vacancy",
		"offer",
		"mail",
		"idempotency",
	} {
		var part string
		if err := r.Pool.QueryRow(
			context.Background(),
			"select coalesce(string_agg(t::text, '|' order by t::text), '') from "+table+" t",
		).Scan(&part); err != nil {
			r.T.Fatal(err)
		}
		s += part
	}
	return s
}
