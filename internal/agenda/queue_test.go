package agenda

import (
	"context"
	"encoding/json"
	"fmt"
)

// queue fills a date of `seats` places and lets people wait: w1, w2, …
func (r *room) queue(seats, waiting int, change func(*Activity)) string {
	r.t.Helper()
	o := r.date(r.activity(change), monday.AddDate(0, 0, 15), seats, nil)
	r.fill(o, seats, waiting)
	return o
}

func (r *room) fill(o string, seats, waiting int) {
	r.t.Helper()
	for i := range seats {
		r.want(
			r.register(
				o,
				r.signUp(fmt.Sprint("P", i+1), fmt.Sprintf("p%d@voorbeeld.example", i+1)),
			),
			201,
		)
	}
	for i := range waiting {
		r.want(r.wait(o, fmt.Sprint("W", i+1), fmt.Sprintf("w%d@voorbeeld.example", i+1)), 201)
	}
}

func person(n int) string  { return fmt.Sprintf("p%d@voorbeeld.example", n) }
func waiting(n int) string { return fmt.Sprintf("w%d@voorbeeld.example", n) }

func (r *room) cancelPlace(email string) {
	r.t.Helper()
	r.want(r.holder("DELETE", "/api/registration", r.registrationToken(email), nil), 200)
}

func (r *room) say(email, answer string) Entry {
	r.t.Helper()
	auth := r.entryToken(email)
	return r.sayTo(email, answer, r.offerID(auth))
}

func (r *room) sayTo(email, answer, offer string) (e Entry) {
	r.t.Helper()
	w := r.want(
		r.holder("POST", "/api/waitlist-entry/answer", r.entryToken(
			email,
		), map[string]any{"answer": answer, "offerId": offer}),
		200,
	)
	if err := json.Unmarshal(w.Body.Bytes(), &e); err != nil {
		r.t.Fatal(err)
	}
	return e
}

func (r *room) entryOf(email string) (e Entry) {
	r.t.Helper()
	if err := json.Unmarshal(
		r.want(r.holder("GET", "/api/waitlist-entry", r.entryToken(email), nil), 200).Body.Bytes(),
		&e,
	); err != nil {
		r.t.Fatal(err)
	}
	return e
}

func (r *room) states(occurrence string) string {
	r.t.Helper()
	var s string
	if err := r.Pool.QueryRow(
		context.Background(), `
		select string_agg(state, ' ' order by position) from waitlist_entry where occurrence_id = $1`,
		occurrence,
	).Scan(
		&s,
	); err != nil {
		r.t.Fatal(err)
	}
	return s
}

func (r *room) wantStates(occurrence, want string) {
	r.t.Helper()
	if got := r.states(occurrence); got != want {
		r.t.Fatalf("states %q, want %q", got, want)
	}
	r.sound()
}

func (r *room) wakeUp(occurrence string) {
	r.t.Helper()
	if err := r.wake(context.Background(), settleJob{occurrence}); err != nil {
		r.t.Fatal(err)
	}
}

func (r *room) reason(occurrence string) (s string) {
	r.t.Helper()
	if err := r.Pool.QueryRow(context.Background(), `
		select coalesce(string_agg(reason, ' ' order by no),
			'') from vacancy where occurrence_id = $1 and state = 'open'`, occurrence).Scan(
		&s,
	); err != nil {
		r.t.Fatal(err)
	}
	return s
}
