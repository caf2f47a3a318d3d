package places_test

import (
	"strings"
	"testing"
	"time"

	"herstelruimte/internal/agenda/booking"
	"herstelruimte/internal/agenda/changes"
	"herstelruimte/internal/mail"
	"herstelruimte/internal/problem"
)

// messages are the cases of telling something: each press is a message of its own.
var messages = map[string]row{
	"at a date": {
		begin: func(r *room) ([]string, doing) {
			o := r.Place(10)
			r.three(o)
			a := r.message(o)
			if c := r.look(a); c.Last == nil || c.Last.Kind != "added" {
				r.T.Errorf("the last act is %+v, want the sign-up at the desk", c.Last)
			}
			return []string{o}, a
		},
		counts: "mail 1, call 1 [], self 1, none 1 [], away [], of 1",
		stir: func(r *room, _ []string) {
			r.done(r.CancelPerson(r.T.Context(), byFatima, value[string](r, `
				select id from registration where email_key = $1`, r.Keys.EmailKey(addr("anja")))))
		},
		last: "cancelled",
		says: []string{"Neem een oud overhemd mee. We werken", "(link)"},
		after: func(r *room, _ []string, _ changes.TellCheck, d booking.Done) {
			if all := r.calls(byFatima).Calls; len(all) != 1 || all[0].FirstName != "Dirk" {
				r.T.Errorf("got %+v, want the call to Dirk", all)
			}
			r.MustCount(1, `
				call where kind = 'tell' and sealed is not null and act_id = $1`, d.Act.ID)
			r.MustCount(
				0,
				`select count(*) from date_message where sealed like '%overhemd%'::bytea`,
			)
		},
	},
	// "Vertel het toch": what changed several dates without telling anybody is told to who comes to
	// these, each once, and to nobody else
	"at the dates that an act changed": {
		begin: func(r *room) ([]string, doing) {
			dates, in := r.noorReceives()
			return dates, r.tells(dates[0], in)
		},
		// Anja comes to three, Dirk to two, Nel to one; Gonda has neither; who waits does not come
		counts: "mail 2, call 1 [], self 0, none 1 [], away [], of 3",
		dates:  3,
		after: func(r *room, dates []string, _ changes.TellCheck, _ booking.Done) {
			// each reads of a date to which they still come
			r.exec(`
				update registration set status = 'cancelled', cancelled_at = now()
				where occurrence_id = $1`, dates[0])
			l, err := r.letterTo(mail.ToEverybody, addr("anja"))
			if err != nil || l.Subject != "Bericht over dinsdag 1 december 2026" ||
				!strings.Contains(l.Body, "Noor ontvangt je.") {
				r.T.Errorf("%v: %+v", err, l)
			}
			r.exec(`
				update registration set status = 'registered', cancelled_at = null
				where occurrence_id = $1`, dates[0])
		},
	},
}

// noorReceives is that Noor receives at all dates but one that has its own host, and what tells it.
func (r *room) noorReceives() (dates []string, in changes.TellEverybody) {
	r.T.Helper()
	dates = r.weekly(5)
	r.add(dates[4], "Karel", addr("karel"))
	r.exec(`update occurrence set doc = doc || '{"host": "Jan"}' where id = $1`, dates[4])
	noor := "Noor"
	d := r.did(r.values(dates[0], changes.ValuesTo{
		NewValues: changes.NewValues{Host: &noor}, Scope: allDates,
	}))
	if d.Act.Dates != 4 {
		r.T.Errorf("%+v", d.Act)
	}
	r.Clock.Advance(time.Minute)
	return dates, changes.TellEverybody{Text: "Noor ontvangt je.", Act: d.Act.ID}
}

func TestAMessageTakenBackIsHeardByNobody(t *testing.T) {
	r := setup(t)
	o := r.Place(10)
	r.three(o)
	first, second := r.did(r.message(o)), r.did(r.message(o))
	r.undone(first)
	r.MustCount(1, `mail where kind = 'M18' and state = 'withdrawn'`)
	r.MustCount(1, `mail where kind = 'M18' and state = 'held'`)
	r.MustCount(1, `call where state = 'open' and act_id = $1`, second.Act.ID)
	r.MustCount(1, `call where state = 'withdrawn'`)
	r.MustCount(1, `date_message`)
	r.exec(`update call set state = 'done' where act_id = $1`, second.Act.ID)
	r.refusedWith(problem.Gone)(r.Undo(t.Context(), byFatima, second.Act.ID))
	r.MustCount(1, `mail where kind = 'M18' and state = 'held'`)
}

func TestAMessageThatSaysNothingOrToNobodyIsRefused(t *testing.T) {
	r := setup(t)
	o := r.Place(5)
	for name, text := range map[string]string{
		"nothing":       " \n ",
		"1 001 letters": strings.Repeat("é", 1001),
	} {
		in := changes.TellEverybody{Text: text}
		if _, err := r.CheckMessage(t.Context(), asFatima, o, in); err == nil {
			t.Errorf("%s: got no refusal, want one", name)
		}
	}
	r.refusedWith(problem.Conflict)(r.ready(r.message(o))(byFatima))
	today := r.Date(r.Activity(nil), monday.Add(time.Hour), 5, nil)
	r.refusedWith(problem.Forbidden)(r.ready(r.message(today))(byJan))
}

func TestAMailThatWaitsIsStoppedAndGoesAgain(t *testing.T) {
	r := setup(t)
	o := r.Place(5)
	anja := r.add(o, "Anja", addr("anja"))
	letter := r.people(asFatima, o).People[0].Mails[0]
	if letter.State != "held" || letter.Kind != "M1" {
		t.Fatalf("got %+v, want the confirmation, held", letter)
	}
	d := r.done(r.StopMail(t.Context(), byFatima, anja, letter.ID))
	if again := r.done(r.StopMail(t.Context(), byFatima, anja, letter.ID)); !again.Earlier {
		t.Errorf("stopped twice: got %+v, want the first act", again)
	}
	if m := r.people(asFatima, o).People[0].Mails[0]; m.State != "withdrawn" || m.Why != "stopped" {
		t.Errorf("got %+v, want stopped by staff", m)
	}
	r.undone(d)
	if m := r.people(asFatima, o).People[0].Mails[0]; m != letter {
		t.Errorf("got %+v, want %+v", m, letter)
	}
	r.Clock.Advance(10 * time.Minute)
	if _, err := r.Mail.Try(t.Context(), letter.ID); err != nil {
		t.Fatal(err)
	}
	r.MustCount(1, `mail where kind = 'M1' and state = 'sent'`)
	r.refusedWith(problem.Gone)(r.StopMail(t.Context(), byFatima, anja, letter.ID))
}

// Of no act, of one on another date, of one that told people itself, of one that was taken back:
// nobody.
func TestAMessageOfAnActThatIsNotThereReachesNobody(t *testing.T) {
	r := setup(t)
	dates, in := r.noorReceives()
	changed := in.Act
	for _, x := range []struct {
		act  string
		date int
		want problem.Code
	}{
		{"sac_unknown", 0, problem.NotFound},
		{r.did(r.tells(dates[0], in)).Act.ID, 0, problem.NotFound},
		{changed, 1, problem.NotFound},
		{"", 0, ""},
		{changed, 0, problem.Conflict},
	} {
		if x.act == "" { // from here on it is taken back
			r.done(r.Undo(t.Context(), byFatima, changed))
			continue
		}
		in.Act = x.act
		if _, err := r.tells(dates[x.date], in).check(asFatima); problemOf(err).Code != x.want {
			t.Errorf("%s at %d: %v, want %s", x.act, x.date, err, x.want)
		}
	}
}
