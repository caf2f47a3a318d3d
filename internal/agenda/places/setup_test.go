package places_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"

	"herstelruimte/internal/agenda/places/placestest"
	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/agenda/waitlist"
	"herstelruimte/internal/dbtest"
)

// room is everything that touches places, with what its tests ask of it.
type room struct {
	*placestest.Room
	Post  *postOffice
	plain *pgxpool.Pool // where statements do not fail
	hours *theHouse
}

var monday = placestest.Monday

// setup is a room of its own, for a test that runs beside the others.
func setup(t *testing.T) *room {
	t.Parallel()
	return alone(t)
}

func alone(t testing.TB) *room { return setupOn(t, dbtest.New(t), 0) }

func setupOn(t testing.TB, pool *pgxpool.Pool, limits float64) *room {
	post := &postOffice{}
	r := &room{Room: placestest.On(t, pool, limits, post.open(t)), Post: post}
	r.Staff = &fakeStaff{} // nobody works here
	return r
}

// Place is a date of a new activity two weeks ahead.
func (r *room) Place(capacity int) string {
	return r.Date(r.Activity(nil), monday.AddDate(0, 0, 15), capacity, nil)
}

// RegistrationToken is the newest link of the newest row of this person's address.
func (r *room) RegistrationToken(email string) string {
	r.T.Helper()
	return r.Token("registration", waitlist.RegistrationToken, email)
}

func (r *room) EntryToken(email string) string {
	r.T.Helper()
	return r.Token("waitlist_entry", waitlist.EntryToken, email)
}

func (r *room) Mails(kind string) int {
	r.T.Helper()
	return r.Number(`mail where kind = $1 and state <> 'withdrawn'`, kind)
}

// value is the one that a question to the database gives.
func value[T any](r *room, sql string, args ...any) (out T) {
	r.T.Helper()
	if err := r.Pool.QueryRow(r.T.Context(), sql, args...).Scan(&out); err != nil {
		r.T.Fatal(sql, err)
	}
	return out
}

func (r *room) ok(err error) {
	r.T.Helper()
	if err != nil {
		r.T.Fatal(err)
	}
}

// Number is of the rows of this table and condition, or what a select gives.
func (r *room) Number(sql string, args ...any) int {
	r.T.Helper()
	if sql = strings.TrimSpace(sql); !strings.HasPrefix(sql, "select") {
		sql = "select count(*) from " + sql
	}
	return r.Room.Number(sql, args...)
}

func (r *room) MustCount(want int, sql string, args ...any) {
	r.T.Helper()
	if n := r.Number(sql, args...); n != want {
		r.T.Fatalf("%d, want %d: %s", n, want, sql)
	}
}

// Queue fills a date of `seats` places and lets people wait: w1, w2, …
func (r *room) Queue(seats, waiters int, change func(*rules.Activity)) string {
	r.T.Helper()
	o := r.Date(r.Activity(change), monday.AddDate(0, 0, 15), seats, nil)
	r.Fill(o, seats, waiters)
	return o
}

func (r *room) Fill(o string, seats, waiters int) {
	r.T.Helper()
	for i := range seats {
		r.signs(o, fmt.Sprint("P", i+1), person(i+1))
	}
	for i := range waiters {
		r.queues(o, fmt.Sprint("W", i+1), waiting(i+1))
	}
}

func (r *room) CancelPlace(email string) {
	r.T.Helper()
	r.Want(r.Holder("DELETE", "/api/registration", r.RegistrationToken(email), nil), 200)
}

// addr is the address of somebody.
func addr(name string) string { return name + "@voorbeeld.example" }

// signs signs somebody up, who gets a place.
func (r *room) signs(o, name, email string) *httptest.ResponseRecorder {
	r.T.Helper()
	return r.Want(r.Register(o, r.SignUp(name, email)), 201)
}

// queues lets somebody wait.
func (r *room) queues(o, name, email string) *httptest.ResponseRecorder {
	r.T.Helper()
	return r.Want(r.Wait(o, name, email), 201)
}

// person is the address of the nth who has a place.
func person(n int) string { return fmt.Sprintf("p%d@voorbeeld.example", n) }

// waiting is the address of the nth who waits.
func waiting(n int) string { return fmt.Sprintf("w%d@voorbeeld.example", n) }

// Holder sends as the holder of a token.
func (r *room) Holder(method, path, auth string, body any, head ...string) *httptest.ResponseRecorder {
	r.T.Helper()
	if body == nil && method != http.MethodGet {
		body = map[string]any{}
	}
	if method == http.MethodDelete || strings.HasSuffix(path, "/restore") ||
		strings.HasSuffix(path, "-me") || strings.HasSuffix(path, "-mine") {
		body = nil
	}
	return r.Call(method, path, body, append([]string{"Authorization", auth}, head...)...)
}
