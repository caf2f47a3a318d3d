package agenda

import (
	"context"
	"strings"
	"testing"

	"herstelruimte/internal/agenda/waitlist"
)

func TestReadingALinkChangesNothing(t *testing.T) {
	r := setup(t)
	o := r.Queue(1)
	r.Want(
		r.Call("DELETE", "/api/registration", nil, "Authorization", r.RegistrationToken(person(1))),
		200,
	)
	before := r.dump()
	for range 3 {
		r.Call("GET", "/api/registration", nil, "Authorization", r.RegistrationToken(person(1)))
		r.Call(
			"GET",
			"/api/waitlist-entry",
			nil,
			"Authorization",
			r.Token("waitlist_entry", waitlist.EntryToken, "w1@voorbeeld.example"),
		)
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
