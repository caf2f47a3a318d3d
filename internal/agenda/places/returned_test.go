package places_test

import (
	"testing"
	"time"

	"herstelruimte/internal/mail"
)

// open says who is to be phoned, and why.
func (r *room) open(want string) {
	r.T.Helper()
	got := ""
	for _, c := range r.calls(byFatima).Calls {
		got += c.FirstName + " " + c.Reason + ". "
	}
	if got != want {
		r.T.Errorf("at %s: to phone %q, want %q", r.Clock.Now().Format("15.04"), got, want)
	}
}

// back lets the newest mail of this kind come back.
func (r *room) back(kind mail.Kind, how mail.Outcome, why string) {
	r.T.Helper()
	var id string
	var round int
	if err := r.Pool.QueryRow(r.T.Context(), `
		select id, round
		from mail
		where kind = $1
		order by no desc
		limit 1`, kind).Scan(&id, &round); err != nil {
		r.T.Fatal(err)
	}
	known, err := r.Mail.Returned(r.T.Context(), mail.Return{
		Mail: id, Round: round, Outcome: how, Why: why,
	})
	if err != nil || !known {
		r.T.Fatal(known, err)
	}
}

// both signs somebody up with an address and a number, who wants to be reminded.
func (r *room) both(o, name, email string) {
	r.T.Helper()
	body := r.SignUp(name, email)
	body["phone"], body["reminder"] = "0612345678", true
	r.Want(r.Register(o, body), 201)
}

func TestAMailThatComesBackIsSaidAtTheNameAndToldByPhone(t *testing.T) {
	r := setup(t)
	r.Clock.Set(on(16, 9, 0))
	o := r.tomorrow()
	r.both(o, "Emine", addr("emine"))
	r.Deliver()
	r.open("")
	r.back(mail.SignedUp, mail.Hard, mail.WhyAddress)
	r.insteadOfMails()
	r.open("Emine placeSure. ")
	p := r.people(asFatima, o).People[0]
	if m := p.Mails[0]; m.State != "dead" || m.Why != mail.WhyAddress || !p.ToCall {
		t.Errorf("got %+v, to call %v", m, p.ToCall)
	}
}

func TestWhoComplainsGetsNoRemindersAnyMore(t *testing.T) {
	r := setup(t)
	r.Clock.Set(on(16, 9, 0))
	o := r.tomorrow()
	r.wants(o, "Anja", addr("anja"))
	r.wants(o, "Vera", addr("vera"))
	id := value[string](r, `
		select id
		from registration
		where email_key = $1`, r.Keys.EmailKey(addr("anja")))
	for range 2 {
		r.ok(r.EndReminders(t.Context(), id))
	}
	r.Clock.Set(on(16, 10, 0))
	r.remind()
	r.reminded(1, 0) // Vera's
}

func TestAReminderThatFailsAllDayBecomesACallWhileThatHelps(t *testing.T) {
	r := setup(t)
	r.Clock.Set(on(16, 9, 0))
	o := r.tomorrow()
	r.both(o, "Emine", addr("emine"))
	r.wants(o, "Anja", addr("anja")) // has no number
	r.Deliver()
	r.Clock.Set(on(16, 10, 0))
	r.remind()
	r.Post.Down.Store(true)
	r.Deliver()
	until := r.House(t.Context()).Waitlist.Until
	last := time.Date(2026, 11, 16, 0, int(until), 0, 0, r.Clock.Now().Location())
	r.Clock.Set(last.Add(-2*time.Hour - time.Minute))
	r.remind()
	r.open("")
	r.Clock.Set(last.Add(-2 * time.Hour))
	for range 2 {
		r.remind()
	}
	r.open("Emine reminder. ")
	r.MustCount(1, `mail where kind = 'M11' and state = 'withdrawn'`)
	r.MustCount(1, `mail where kind = 'M11' and state = 'failed'`)
	r.Clock.Set(last)
	r.remind()
	r.MustCount(1, `call where reason = 'reminder'`)
}
