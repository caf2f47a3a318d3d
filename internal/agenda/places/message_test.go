package places_test

import (
	"strings"
	"testing"
	"time"

	"herstelruimte/internal/agenda/booking"
	"herstelruimte/internal/agenda/changes"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/mail"
	"herstelruimte/internal/problem"
)

const shirt = "Neem een oud overhemd mee.\nWe werken met verf."

// three have a place: by mail, by phone, and with neither.
func (r *room) three(o string) (byMail, byPhone string) {
	r.T.Helper()
	byMail = r.add(o, "Anja", "anja@voorbeeld.example")
	byPhone = r.add(o, "Dirk", "0612345678")
	r.add(o, "Gonda", "")
	self := r.SignUp("Karin", "karin@voorbeeld.example")
	self["noMail"] = true
	r.Want(r.Register(o, self), 201)
	return byMail, byPhone
}

func (r *room) check(o string) changes.MessageCheck {
	r.T.Helper()
	c, err := r.CheckMessage(r.T.Context(), asFatima, o, changes.TellEverybody{Text: shirt})
	if err != nil {
		r.T.Fatal(err)
	}
	return c
}

// send is the act that a check leads to.
func (r *room) send(o string, c changes.MessageCheck) (booking.Done, error) {
	r.T.Helper()
	return r.Message(r.T.Context(), byFatima, o, changes.TellEverybody{
		Text:        shirt,
		Fingerprint: c.Fingerprint,
	})
}

func TestAMessageReachesWhoTheCheckCounted(t *testing.T) {
	t.Parallel()
	r := setup(t)
	o := r.Place(10)
	_, dirk := r.three(o)
	c := r.check(o)
	if c.Mail != 1 || c.Call != 1 || c.Self != 1 || c.None != 1 || c.AtOnce {
		t.Errorf("got %+v, want one of each", c)
	}
	if !strings.Contains(c.Body, "overhemd mee.\nWe werken") ||
		!strings.Contains(c.Body, "(link)") ||
		strings.Contains(c.Body+c.Subject, "Schrijfcafé") {
		t.Errorf("the preview is %q, %q", c.Subject, c.Body)
	}
	if c.Last == nil || c.Last.Kind != "added" {
		t.Errorf("the last act is %+v, want the sign-up at the desk", c.Last)
	}
	d := r.done(r.send(o, c))
	if d.Act.Mails != 1 || d.Act.Calls != 1 || d.Act.UndoUntil == "" {
		t.Errorf("got %+v", d.Act)
	}
	r.MustCount(1, `select count(*) from mail where kind = 'M18' and state = 'held'`)
	r.MustCount(1, `
		select count(*) from call
		where registration_id = $1 and kind = 'tell' and reason = 'message' and state = 'open'
			and sealed is not null and act_id = $2`, dirk, d.Act.ID)
	r.MustCount(0, `select count(*) from date_message where sealed like '%overhemd%'::bytea`)
	r.Clock.Advance(10 * time.Minute)
	if _, err := r.Mail.Try(t.Context(), r.heldMail()); err != nil {
		t.Fatal(err)
	}
	r.MustCount(1, `select count(*) from mail where kind = 'M18' and state = 'sent'`)
	r.refusedWith(problem.Gone)(r.Undo(t.Context(), byFatima, d.Act.ID))
}

// heldMail is the message that waits.
func (r *room) heldMail() (id string) {
	r.T.Helper()
	if err := r.Pool.QueryRow(r.T.Context(), `
		select id from mail where kind = 'M18' order by no desc limit 1`).Scan(&id); err != nil {
		r.T.Fatal(err)
	}
	return id
}

func TestAMessageTakenBackIsHeardByNobody(t *testing.T) {
	t.Parallel()
	r := setup(t)
	o := r.Place(10)
	r.three(o)
	first, second := r.done(r.send(o, r.check(o))), r.done(r.send(o, r.check(o)))
	r.done(r.Undo(t.Context(), byFatima, first.Act.ID))
	r.MustCount(1, `select count(*) from mail where kind = 'M18' and state = 'withdrawn'`)
	r.MustCount(1, `select count(*) from mail where kind = 'M18' and state = 'held'`)
	r.MustCount(1, `select count(*) from call where state = 'open' and act_id = $1`, second.Act.ID)
	r.MustCount(1, `select count(*) from call where state = 'withdrawn'`)
	r.MustCount(1, `select count(*) from date_message`)
	if _, err := r.Pool.Exec(t.Context(), `
		update call set state = 'done' where act_id = $1`, second.Act.ID); err != nil {
		t.Fatal(err)
	}
	r.refusedWith(problem.Gone)(r.Undo(t.Context(), byFatima, second.Act.ID))
	r.MustCount(1, `select count(*) from mail where kind = 'M18' and state = 'held'`)
}

func TestAMessageToOthersThanWereShownIsNotSent(t *testing.T) {
	t.Parallel()
	r := setup(t)
	o := r.Place(10)
	anja, _ := r.three(o)
	shown := r.check(o)
	r.done(r.CancelPerson(t.Context(), byFatima, anja))
	r.refusedWith(problem.PreconditionFailed)(r.send(o, shown))
	r.MustCount(0, `select count(*) from mail where kind = 'M18'`)
	now := r.check(o)
	if now.Mail != 0 || now.Last == nil || now.Last.Kind != "cancelled" || now.Last.By != "fatima" {
		t.Errorf("got %+v, want who changed it", now)
	}
	r.done(r.send(o, now))
}

func TestAMessageJustBeforeTheStartGoesAtOnce(t *testing.T) {
	t.Parallel()
	r := setup(t)
	o := r.Date(r.Activity(nil), monday.Add(2*time.Hour), 5, nil)
	r.add(o, "Anja", "anja@voorbeeld.example")
	c := r.check(o)
	if !c.AtOnce {
		t.Errorf("got %+v, want at once", c)
	}
	if d := r.done(r.send(o, c)); d.Act.UndoUntil != "" {
		t.Errorf("it can be taken back until %s, want not", d.Act.UndoUntil)
	}
	r.MustCount(1, `select count(*) from mail where kind = 'M18' and state = 'queued'`)
}

func TestAMessageThatSaysNothingOrToNobodyIsRefused(t *testing.T) {
	t.Parallel()
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
	r.refusedWith(problem.Conflict)(r.send(o, r.check(o)))
	stranger := identity.Actor{ID: "jan", Roles: []identity.Role{identity.Gastheer}}
	today := r.Date(r.Activity(nil), monday.Add(time.Hour), 5, nil)
	r.refusedWith(problem.Forbidden)(r.Message(t.Context(), booking.By{Actor: stranger}, today,
		changes.TellEverybody{Text: shirt, Fingerprint: r.check(today).Fingerprint}))
}

func TestAMessageThatNoMailboxTakesBecomesACall(t *testing.T) {
	t.Parallel()
	r := setup(t)
	o := r.Place(5)
	body := r.SignUp("Emine", "emine@voorbeeld.example")
	body["phone"] = "0612345678"
	r.Want(r.Register(o, body), 201)
	r.Deliver()
	r.done(r.send(o, r.check(o)))
	gone := "emine@voorbeeld.example"
	r.Post.Refuses.Store(&gone)
	r.Clock.Advance(10 * time.Minute)
	letter := r.heldMail()
	if _, err := r.Mail.Try(t.Context(), letter); err != nil {
		t.Fatal(err)
	}
	r.callInstead()
	r.callInstead() // the job may come twice
	seen := r.people(asFatima, o).People[0]
	if m := seen.Mails[len(seen.Mails)-1]; m.State != "dead" || m.Why != "address" || !seen.ToCall {
		t.Errorf("got %+v, to call %v, want a dead mail and a call", m, seen.ToCall)
	}
	r.MustCount(1, `select count(*) from call where reason = 'message' and state = 'open'`)
	r.Post.Refuses.Store(nil)
	for range 2 { // pressed twice it is one mail
		r.done(r.MailAgain(t.Context(), byFatima, seen.ID, letter))
	}
	if _, err := r.Mail.Try(t.Context(), letter); err != nil {
		t.Fatal(err)
	}
	r.MustCount(1, `select count(*) from mail where kind = 'M18' and state = 'sent'`)
	r.refusedWith(problem.Conflict)(r.MailAgain(t.Context(), byFatima, seen.ID, "mail_none"))
}

// callInstead does the one job that makes a call of a mail.
func (r *room) callInstead() {
	r.T.Helper()
	var stored []byte
	if err := r.Pool.QueryRow(r.T.Context(), `
		select args from river_job where kind = 'call_instead'`).Scan(&stored); err != nil {
		r.T.Fatal(err)
	}
	if err := r.RunCallJob(r.T.Context(), stored); err != nil {
		r.T.Fatal(err)
	}
}

func TestAMailThatWaitsIsStoppedAndGoesAgain(t *testing.T) {
	t.Parallel()
	r := setup(t)
	o := r.Place(5)
	anja := r.add(o, "Anja", "anja@voorbeeld.example")
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
	r.done(r.Undo(t.Context(), byFatima, d.Act.ID))
	if m := r.people(asFatima, o).People[0].Mails[0]; m != letter {
		t.Errorf("got %+v, want %+v", m, letter)
	}
	r.Clock.Advance(10 * time.Minute)
	if _, err := r.Mail.Try(t.Context(), letter.ID); err != nil {
		t.Fatal(err)
	}
	r.MustCount(1, `select count(*) from mail where kind = 'M1' and state = 'sent'`)
	r.refusedWith(problem.Gone)(r.StopMail(t.Context(), byFatima, anja, letter.ID))
}

// "Vertel het toch": what changed several dates without telling anybody is told to who comes to
// these, each once, and to nobody else.
func TestAMessageAboutSeveralDatesReachesEachOfThemOnce(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	r := setup(t)
	dates := r.weekly(5)
	r.add(dates[4], "Karel", "karel@voorbeeld.example")
	r.exec(`update occurrence set doc = doc || '{"host": "Jan"}' where id = $1`, dates[4])
	noor := "Noor"
	values := changes.ValuesTo{NewValues: changes.NewValues{Host: &noor}, Scope: allDates}
	v, err := r.CheckValues(ctx, asFatima, dates[0], values)
	if err != nil || v.Change != 4 { // that of Karel has a host of its own
		t.Fatalf("%+v: %v", v, err)
	}
	values.Fingerprint = v.Fingerprint
	changed := r.done(r.ChangeValues(ctx, byFatima, dates[0], values))
	in := changes.TellEverybody{Text: "Noor ontvangt je.", Act: changed.Act.ID}
	c, err := r.CheckMessage(ctx, asFatima, dates[0], in)
	// Anja comes to three, Dirk to two, Nel to one; Gonda has neither; who waits does not come yet
	if err != nil || c.Mail != 2 || c.Call != 1 || c.None != 1 || c.Dates != 3 {
		t.Fatalf("%+v: %v", c, err)
	}
	in.Fingerprint = c.Fingerprint
	told := r.done(r.Message(ctx, byFatima, dates[0], in))
	if told.Act.Mails != 2 || told.Act.Calls != 1 || told.Act.Dates != 3 {
		t.Errorf("%+v", told.Act)
	}
	r.MustCount(2, `select count(*) from mail where kind = 'M18' and state = 'held'`)
	r.MustCount(1, `select count(*) from call where reason = 'message' and state = 'open'`)

	// taken back, nobody hears it; told again, each reads of a date to which they still come
	r.done(r.Undo(ctx, byFatima, told.Act.ID))
	r.MustCount(0, `select count(*) from mail where kind = 'M18' and state = 'held'`)
	r.MustCount(0, `select count(*) from call where reason = 'message' and state = 'open'`)
	r.done(r.Message(ctx, byFatima, dates[0], in))
	r.exec(`
		update registration set status = 'cancelled', cancelled_at = now()
		where occurrence_id = $1`, dates[0])
	l, err := r.letterTo(mail.ToEverybody, "anja@voorbeeld.example")
	if err != nil || l.Subject != "Bericht over dinsdag 1 december 2026" ||
		!strings.Contains(l.Body, "Noor ontvangt je.") {
		t.Errorf("%v: %+v", err, l)
	}

	// of no act, of one on another date, of one that was taken back: nobody
	for act, want := range map[string]problem.Code{
		"sac_unknown": problem.NotFound, told.Act.ID: problem.NotFound,
	} {
		in.Act = act
		if _, err := r.CheckMessage(ctx, asFatima, dates[0], in); problemOf(err).Code != want {
			t.Errorf("%s: %v, want %s", act, err, want)
		}
	}
	in.Act = changed.Act.ID
	_, err = r.CheckMessage(ctx, asFatima, dates[1], in)
	if problemOf(err).Code != problem.NotFound {
		t.Errorf("an act on another date: %v", err)
	}
	r.done(r.Undo(ctx, byFatima, changed.Act.ID))
	_, err = r.CheckMessage(ctx, asFatima, dates[0], in)
	if problemOf(err).Code != problem.Conflict {
		t.Errorf("taken back: %v", err)
	}
}
