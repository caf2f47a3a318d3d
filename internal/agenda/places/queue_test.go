package places_test

import (
	"context"
	"encoding/json"

	"herstelruimte/internal/agenda/visitors"
)

func (r *room) say(email, answer string) visitors.Entry {
	r.T.Helper()
	auth := r.EntryToken(email)
	return r.sayTo(email, answer, r.offerID(auth))
}

func (r *room) sayTo(email, answer, offer string) (e visitors.Entry) {
	r.T.Helper()
	w := r.Want(
		r.Holder("POST", "/api/waitlist-entry/answer", r.EntryToken(
			email,
		), map[string]any{"answer": answer, "offerId": offer}),
		200,
	)
	r.ok(json.Unmarshal(w.Body.Bytes(), &e))
	return e
}

func (r *room) entryOf(email string) (e visitors.Entry) {
	r.T.Helper()
	if err := json.Unmarshal(
		r.Want(r.Holder("GET", "/api/waitlist-entry", r.EntryToken(email), nil), 200).Body.Bytes(),
		&e,
	); err != nil {
		r.T.Fatal(err)
	}
	return e
}

func (r *room) states(occurrence string) string {
	r.T.Helper()
	s := value[string](r, `
		select string_agg(state, ' ' order by position)
		from waitlist_entry
		where occurrence_id = $1`,
		occurrence)
	return s
}

func (r *room) wantStates(occurrence, want string) {
	r.T.Helper()
	if got := r.states(occurrence); got != want {
		r.T.Fatalf("states %q, want %q", got, want)
	}
	r.Invariants()
}

func (r *room) wakeUp(occurrence string) {
	r.T.Helper()
	r.ok(r.Wake(context.Background(), occurrence))
}

func (r *room) reason(occurrence string) string {
	r.T.Helper()
	return value[string](r, `
		select coalesce(string_agg(reason, ' ' order by no),
			'') from vacancy where occurrence_id = $1 and state = 'open'`, occurrence)
}
