package places_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/mail"
)

func (r *room) known(all ...identity.Reader) *fakeStaff {
	staff := &fakeStaff{Known: all}
	r.Staff = staff
	return staff
}

func reader(uid string, role identity.Role) identity.Reader {
	return identity.Reader{
		UID: uid, Roles: []identity.Role{role}, Address: uid + "@voorbeeld.example",
	}
}

// toldOf are whom mails about this cause are for; "huis" is the house itself.
func (r *room) toldOf(cause string) string {
	r.T.Helper()
	rows, err := r.Pool.Query(r.T.Context(), `
		select coalesce(member, 'huis')
		from mail
		where kind = 'M26'
			and cause_id = $1
			and state <> 'withdrawn'
		order by 1`, cause)
	if err != nil {
		r.T.Fatal(err)
	}
	var out []string
	for rows.Next() {
		var uid string
		r.ok(rows.Scan(&uid))
		out = append(out, uid)
	}
	return strings.Join(out, " ")
}

func (r *room) tellsFew() {
	r.T.Helper()
	r.ok(r.Notify(r.T.Context(), identity.TooFew))
}

// small is a date of tomorrow at 13.00 that needs three people, of an activity of ber.
func (r *room) small() string {
	r.T.Helper()
	return r.Date(r.Activity(func(a *rules.Activity) {
		a.Min, a.Staff = new(3), []string{"ber"}
	}), on(17, 13, 0), 8, nil)
}

// Promise 44: too few sign-ups are told to staff, and nothing is called off by itself.
func TestPromise44StaffHearOnceThatTooFewPeopleCome(t *testing.T) {
	r := setup(t)
	r.known(
		reader("ber", identity.Begeleider), reader("fatima", identity.Coordinator),
		reader("vreemd", identity.Begeleider),
	)
	o := r.small()
	r.Fill(o, 1, 0)
	r.tellsFew()
	if got := r.toldOf(o); got != "" {
		t.Errorf("more than a day before: %s", got)
	}
	r.Clock.Set(on(16, 14, 0))
	for range 2 {
		r.tellsFew()
	}
	if got := r.toldOf(o); got != "ber fatima" {
		t.Errorf("told: %q, want who gives it and the coordinator, once", got)
	}
	for _, uid := range []string{"ber", "fatima"} {
		l, err := r.Compose(t.Context(), mail.Stored{
			Kind: mail.CallsToday, Cause: o, Member: uid, Topic: "tooFew",
		})
		if err != nil || !strings.Contains(l.Body, "Te weinig aanmeldingen: nu 1, nodig 3.") ||
			!strings.Contains(l.Body, "/registrationdetails/"+o) {
			t.Errorf("%s: %q, %v", uid, l.Body, err)
		}
	}
	l, err := r.Compose(t.Context(), mail.Stored{
		Kind: mail.CallsToday, Cause: o, Member: "vreemd", Topic: "tooFew",
	})
	if !errors.Is(err, mail.ErrUntrue) {
		t.Errorf("somebody else's date: %q, %v", l.Body, err)
	}
	r.exec(`
		update occurrence set taken = 3 where id = $1`, o)
	stored := mail.Stored{Kind: mail.CallsToday, Cause: o, Member: "ber", Topic: "tooFew"}
	if l, err := r.Compose(t.Context(), stored); !errors.Is(err, mail.ErrUntrue) {
		t.Errorf("enough come by now: %q, %v", l.Body, err)
	}
}

func TestTooFewIsToldToTheHouseWithoutACoordinatorAndNotAtNight(t *testing.T) {
	r := setup(t)
	r.known(reader("ber", identity.Begeleider))
	o := r.small()
	r.Clock.Set(on(16, 23, 0))
	r.tellsFew()
	if got := r.toldOf(o); got != "" {
		t.Errorf("at night: %s", got)
	}
	r.Clock.Set(on(17, 9, 0))
	r.tellsFew()
	if got := r.toldOf(o); got != "ber huis" {
		t.Errorf("told: %q", got)
	}
}

func TestEachHearsOfTheCallsThatTheyMayMake(t *testing.T) {
	r := setup(t)
	r.known(
		reader("ber", identity.Begeleider), reader("fatima", identity.Coordinator),
	)
	r.evening("Petra")
	r.Clock.Advance(time.Minute)
	for range 2 {
		r.ok(r.Notify(t.Context(), identity.Calls))
	}
	if got := r.toldOf("calls"); got != "fatima" {
		t.Errorf("told: %q, want the coordinator alone, once", got)
	}
	staff := r.known(reader("ber", identity.Begeleider))
	stored := mail.Stored{Kind: mail.CallsToday, Cause: "calls", Member: "fatima", Topic: "calls"}
	if l, err := r.Compose(t.Context(), stored); !errors.Is(err, mail.ErrUntrue) {
		t.Errorf("somebody who is gone: %q, %v", l.Body, err)
	}
	staff.Known = slices.Insert(staff.Known, 0, reader("fatima", identity.Coordinator))
	if l, err := r.Compose(t.Context(), stored); err != nil ||
		!strings.Contains(l.Body, "Er staat 1 telefoontje klaar") {
		t.Errorf("%q, %v", l.Body, err)
	}
}

// Who receives is an account, also one that else only opens the door: it hears of its own dates,
// and of no others that it may see.
func TestWhoReceivesHearsOfTheirDates(t *testing.T) {
	r := setup(t)
	r.known(
		reader("rosa", identity.Gastheer), reader("jan", identity.Gastheer),
		reader("fatima", identity.Coordinator),
	)
	receives := func(o string) {
		t.Helper()
		r.exec(`
			update occurrence set doc = doc || '{"host": "@rosa"}' where id = $1`, o)
	}
	few := r.small()
	receives(few)
	today, _ := r.evening("Petra")
	receives(today)
	r.Clock.Set(on(16, 14, 0))
	r.tellsFew()
	if got := r.toldOf(few); got != "fatima rosa" {
		t.Errorf("told that too few come: %q", got)
	}
	r.ok(r.Notify(t.Context(), identity.Calls))
	if got := r.toldOf("calls"); got != "fatima rosa" {
		t.Errorf("told of calls: %q", got)
	}
	for cause, topic := range map[string]string{few: "tooFew", "calls": "calls"} {
		for uid, want := range map[string]error{"rosa": nil, "jan": mail.ErrUntrue} {
			_, err := r.Compose(t.Context(), mail.Stored{
				Kind: mail.CallsToday, Cause: cause, Member: uid, Topic: topic,
			})
			if !errors.Is(err, want) {
				t.Errorf("%s, to %s: %v, want %v", topic, uid, err, want)
			}
		}
	}
}

// Two processes look at one moment; the control leaves out the lock, and shows that the test would
// see a second mail.
func TestTwoProcessesTellOfCallsOnce(t *testing.T) {
	t.Parallel()
	for name, unlocked := range map[string]bool{"under the lock": false, "control": true} {
		t.Run(name, func(t *testing.T) {
			r := setup(t)
			r.evening("Petra", "Omar")
			r.Clock.Advance(time.Minute)
			waits := make(chan int, 1)
			var both sync.WaitGroup
			var came atomic.Int32
			r.HoldDate(unlocked, func() {
				if came.Add(1) > 1 {
					return
				}
				both.Go(func() {
					if err := r.Notify(context.Background(), identity.Calls); err != nil {
						t.Error(err)
					}
					waits <- 1
				})
				if unlocked { // nothing keeps it out
					<-waits
					return
				}
				r.waitsForALock(waits)
			})
			r.ok(r.Notify(t.Context(), identity.Calls))
			both.Wait()
			want := 1
			if unlocked {
				want = 2
			}
			if got := r.Mails("M26"); got != want {
				t.Errorf("%d mails, want %d", got, want)
			}
		})
	}
}

func (r *room) tellsTomorrow() {
	r.T.Helper()
	r.ok(r.Notify(r.T.Context(), identity.Tomorrow))
}

// Once, on the afternoon before, everybody hears in numbers what there is tomorrow: of what they
// may see, and the calls of who may make them.
func TestStaffHearInTheAfternoonWhatThereIsTomorrow(t *testing.T) {
	r := setup(t)
	r.known(
		reader("ber", identity.Begeleider), reader("fatima", identity.Coordinator),
		reader("gast", identity.Gastheer), reader("vreemd", identity.Begeleider),
	)
	ours := r.small()
	r.Fill(ours, 2, 0)
	r.Fill(r.Date(r.Activity(nil), on(17, 19, 0), 8, nil), 3, 0)
	r.Fill(r.Date(r.Activity(nil), on(18, 19, 0), 8, nil), 1, 0) // the day after
	off := r.Date(r.Activity(nil), on(17, 10, 0), 8, nil)
	r.exec(`
		update occurrence set status = 'cancelled' where id = $1`, off)
	r.Clock.Set(on(16, 15, 59))
	r.tellsTomorrow()
	if got := r.toldOf("tomorrow"); got != "" {
		t.Errorf("before four: %s", got)
	}
	r.Clock.Set(on(16, 16, 0))
	for range 2 {
		r.tellsTomorrow()
	}
	if got := r.toldOf("tomorrow"); got != "ber fatima gast" {
		t.Errorf("told: %q, want each once, and nobody without dates", got)
	}
	says := func(uid, want, link string) {
		t.Helper()
		l, err := r.Compose(t.Context(), mail.Stored{
			Kind: mail.CallsToday, Cause: "tomorrow", Member: uid, Topic: "tomorrow",
			CreatedAt: on(16, 16, 0),
		})
		got := strings.Join(strings.Fields(l.Body), " ")
		if err != nil || !strings.HasPrefix(got, want) || !strings.HasSuffix(got, link) {
			t.Errorf("%s: %q, %v", uid, got, err)
		}
	}
	says("fatima", "Morgen zijn er 2 afspraken in het programma. Er komen 5 mensen. Log in",
		"/beheer/vandaag")
	r.exec(`
		insert into call (id, kind, reason, occurrence_id, registration_id, due_at, state,
			created_at, updated_at)
		select 'call_x', 'tell', 'message', occurrence_id, id, now(), 'open', now(), now()
		from registration
		where occurrence_id = $1
		limit 1`, ours)
	says("fatima", "Morgen zijn er 2 afspraken in het programma. Er komen 5 mensen. "+
		"Er staat nog 1 telefoontje over morgen klaar. Log in", "/beheer/wachtlijst")
	says("ber", "Morgen is er 1 afspraak in het programma. Er komen 2 mensen. "+
		"Er staat nog 1 telefoontje over morgen klaar.", "/beheer/wachtlijst")
	says("gast", "Morgen zijn er 2 afspraken in het programma. Er komen 5 mensen. Log in",
		"/beheer/vandaag")
	stored := mail.Stored{
		Kind: mail.CallsToday, Cause: "tomorrow", Member: "fatima", Topic: "tomorrow",
		CreatedAt: on(15, 21, 0),
	}
	if l, err := r.Compose(t.Context(), stored); !errors.Is(err, mail.ErrUntrue) {
		t.Errorf("a mail of yesterday: %q, %v", l.Body, err)
	}
}
