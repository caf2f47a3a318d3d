package evening

import (
	"context"
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"herstelruimte/internal/agenda/booking"
	"herstelruimte/internal/agenda/desk"
	"herstelruimte/internal/agenda/places/placestest"
	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/house"
	"herstelruimte/internal/identity"
)

// room is an evening of tests: the house is open from 10.00 to 17.00 and from 18.00 to 22.00, so
// that a day has three parts.
type room struct {
	*placestest.Room
	ev    *Evening
	roles map[string][]identity.Role
}

var (
	fatima = identity.Actor{ID: "Fatima", Roles: []identity.Role{identity.Coordinator}}
	jan    = identity.Actor{ID: "Jan", Roles: []identity.Role{identity.Gastheer}}
	loes   = identity.Actor{ID: "Loes", Roles: []identity.Role{identity.Begeleider}}
)

// setup is a room of its own, for a test that runs beside the others.
func setup(t *testing.T) *room {
	t.Parallel()
	return alone(t)
}

func alone(t testing.TB) *room {
	r := &room{Room: placestest.New(t), roles: map[string][]identity.Role{}}
	for _, a := range []identity.Actor{fatima, jan, loes} {
		r.roles[a.ID] = a.Roles
	}
	r.House = func(context.Context) house.House {
		h := house.Default()
		for i := range h.Hours {
			h.Hours[i].Blocks = []house.Block{
				{From: house.At(10, 0), To: house.At(17, 0)},
				{From: house.At(18, 0), To: house.At(22, 0)},
			}
		}
		return h
	}
	r.ev = &Evening{
		Places: r.Places,
		RolesOf: func(_ context.Context, uid string) ([]identity.Role, error) {
			return r.roles[uid], nil
		},
	}
	return r
}

// monday is the day of the tests, 10.00.
var monday = placestest.Monday

func at(hour, minute int) time.Time {
	return time.Date(2026, 11, 16, hour, minute, 0, 0, monday.Location())
}

// meets makes a date of two hours, and gives it with its meeting.
func (r *room) meets(start time.Time, capacity int, change func(*rules.Activity)) (o, session string) {
	r.T.Helper()
	o = r.Date(r.Activity(change), start, capacity, nil)
	return o, r.sessionOf(o)
}

func (r *room) sessionOf(o string) (id string) {
	r.T.Helper()
	if err := r.Pool.QueryRow(r.T.Context(), `
		select id from session where occurrence_id = $1 order by n limit 1`, o).Scan(&id); err != nil {
		r.T.Fatal(err)
	}
	return id
}

// add signs somebody up at the desk and gives the id of the sign-up.
func (r *room) add(o, name string, guests int) string {
	r.T.Helper()
	d, err := r.AddPerson(r.T.Context(), booking.By{Actor: fatima}, o, desk.DeskSignUp{
		Name: name, Guests: guests, Consent: true, Source: "telefoon", IfFull: "tell",
	})
	if err != nil {
		r.T.Fatal(err)
	}
	return d.Act.Subject
}

// see is the day as this person reads it.
func (r *room) see(who identity.Actor, day string) Today {
	r.T.Helper()
	a, err := r.ev.ask(r.T.Context(), who, day)
	if err != nil {
		r.T.Fatal(err)
	}
	out, err := r.ev.today(r.T.Context(), a)
	if err != nil {
		r.T.Fatal(err)
	}
	return out
}

func (r *room) tagOf(who identity.Actor, day string) string {
	r.T.Helper()
	a, err := r.ev.ask(r.T.Context(), who, day)
	if err != nil {
		r.T.Fatal(err)
	}
	tag, err := r.ev.tag(r.T.Context(), a)
	if err != nil {
		r.T.Fatal(err)
	}
	return fmt.Sprintf("%x", tag)
}

// session is a meeting in a day.
func (r *room) session(t Today, id string) SessionToday {
	r.T.Helper()
	for _, s := range t.Sessions {
		if s.ID == id {
			return s
		}
	}
	r.T.Fatalf("%s is not in %+v", id, t.Sessions)
	return SessionToday{}
}

// taps numbers the taps of all tests, which run side by side.
var taps atomic.Int64

// visit is a tap on "1 bezoek", now.
func visit(part string, change int) Tap {
	id := fmt.Sprint("v", taps.Add(1))
	return Tap{ID: id, Kind: "visit", Day: "2026-11-16", DayPart: part, Change: change}
}

// says is a tap on the button of a person, now.
func says(registration, session, wanted string) Tap {
	return Tap{
		ID: fmt.Sprint("p", taps.Add(1)), Kind: "attendance", Day: "2026-11-16",
		Registration: registration, Session: session, Wanted: wanted,
	}
}

func (t Tap) ago(d time.Duration) Tap {
	t.AgeMs = d.Milliseconds()
	return t
}

func (t Tap) on(day string) Tap {
	t.Day = day
	return t
}

// tap sends taps and holds the answers against what is wanted.
func (r *room) tap(who identity.Actor, want string, in ...Tap) []TapAnswer {
	r.T.Helper()
	out, err := r.ev.tapAll(r.T.Context(), who, in)
	if err != nil {
		r.T.Fatal(err)
	}
	got := ""
	for i, a := range out.Answers {
		if i > 0 {
			got += " "
		}
		got += a.Result
		if a.ID != in[i].ID {
			r.T.Errorf("answer %d is of %s, want %s", i, a.ID, in[i].ID)
		}
	}
	if got != want {
		r.T.Errorf("%+v: got %q, want %q", in, got, want)
	}
	return out.Answers
}
