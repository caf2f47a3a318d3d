package app

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/evening"
	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/clock"
	"herstelruimte/internal/config"
	"herstelruimte/internal/content"
	"herstelruimte/internal/db"
	"herstelruimte/internal/dbtest"
	"herstelruimte/internal/editing"
	"herstelruimte/internal/longtest"
	"herstelruimte/internal/retention"
)

// year is a house of invented people, with what is known of each word that they typed: until when
// it must be there, and from when on it may be nowhere.
type year struct {
	*site
	cfg     *config.Config
	clock   *clock.Clock
	first   time.Time
	typed   map[string]*lasts
	plan    map[int][]func() // by day
	eves    map[int][]func() // by day before a date: what is known of its reminders
	dates   map[string]*tallied
	without string // the control: what no night lets go
	words   int
	skipped bool     // the last night was
	sanne   string   // header Cookie of the coordinator
	asked   []string // ids of what was asked
	mails   *yearMails
	knows   reckoned
}

type lasts struct{ must, may time.Time }

// tallied is what the simulation itself counted of a date.
type tallied struct {
	registered, guests, cancelled, attended, absent, first int
	site, telefoon, waitlist, offers                       int
	off                                                    bool
	ends                                                   time.Time
}

const perRound = 10 // people around one date

func newYear(t testing.TB, without string) *year {
	cfg := configOf(t, dbtest.URL(t))
	cfg.LogLevel = "debug"
	mails, now := &yearMails{}, clock.Stopped(monday)
	cfg.SMTPPort = mailServerFor(t, func(to string, raw []byte) { mails.take(now.Now(), to, raw) })
	return &year{
		cfg:     cfg,
		clock:   now,
		mails:   mails,
		knows:   newReckoned(),
		first:   monday,
		typed:   map[string]*lasts{},
		plan:    map[int][]func(){},
		eves:    map[int][]func(){},
		dates:   map[string]*tallied{},
		asked:   []string{},
		without: without,
	}
}

// opens starts a process that ends with t.
func (y *year) opens(t testing.TB) {
	y.site = start(t, y.cfg, y.clock, nil)
	y.Retention.Kinds = slices.DeleteFunc(y.Retention.Kinds, func(k retention.Kind) bool {
		return k.Name == y.without
	})
}

// word is something that somebody types now.
func (y *year) word() (string, *lasts) {
	y.words++
	l := &lasts{}
	y.typed[wordOf(y.words)] = l
	return wordOf(y.words), l
}

// invented is somebody with a name, an address and a number of their own.
type invented struct {
	name, email, phone string
	lasts              []*lasts
}

func (y *year) invent() (p invented) {
	var l *lasts
	p.name, l = y.word()
	p.lasts = append(p.lasts, l)
	p.email, l = y.word()
	p.email += "@voorbeeld.example"
	p.lasts = append(p.lasts, l)
	y.words++
	l = &lasts{}
	y.typed[numberOf(y.words)] = l
	p.phone = "0" + numberOf(y.words)
	p.lasts = append(p.lasts, l)
	return p
}

// until says how long what somebody typed stays: by its own term, and as the address of a mail that
// went out at most 30 days after that mail.
func (p *invented) until(end, mailed time.Time) {
	for _, l := range p.lasts {
		l.must, l.may = end, end
	}
	if address := p.lasts[1]; mailed.AddDate(0, 0, 30).After(end) {
		address.may = mailed.AddDate(0, 0, 30)
	}
}

func (y *year) keep(days int, from time.Time) time.Time {
	return from.In(clock.Amsterdam).AddDate(0, 0, days)
}

func (y *year) must(a answer, status int) answer {
	y.t.Helper()
	return y.want(a, status)
}

func (y *year) staff(method, path string, body any, head ...string) answer {
	y.t.Helper()
	return y.call(method, path, body, append(head, "Cookie", y.sanne)...)
}

func (y *year) signsUp(p invented, date string, more map[string]any) {
	y.t.Helper()
	body := y.signUp(p.name, p.email)
	body["phone"] = p.phone
	for k, v := range more {
		body[k] = v
	}
	y.must(y.register(date, body), http.StatusCreated)
}

// round plans what ten people and the staff do around one date, from a day on.
func (y *year) round(r, day int) {
	keep := y.settings(context.Background()).Keep
	var p [perRound]invented
	var date, support, question string
	var needs, asked *lasts
	n := &tallied{}
	on := func(later int, do func()) { y.plan[day+later] = append(y.plan[day+later], do) }
	comers := []int{0, 1, 2, 3, 4, 5, 7}
	// ends tells everybody anew until when they are kept
	ends := func(end time.Time) {
		n.ends = end
		for _, i := range comers {
			p[i].until(y.keep(keep.RegistrationDays, end), time.Time{})
		}
		p[6].until(y.keep(keep.WaitlistDays, end), time.Time{})
		needs.must = y.keep(keep.SupportDays, end)
		needs.may = needs.must
	}
	on(0, func() {
		for i := range p {
			p[i] = y.invent()
		}
		support, needs = y.word()
		question, asked = y.word()
		starts := clock.Day(y.Clock.Now()).AddDate(0, 0, 15).Add(14 * time.Hour)
		if r%8 == 3 { // an evening that no other date is in: the house closes then
			starts = starts.Add(6 * time.Hour)
		}
		date = y.date(y.activity(func(a *rules.Activity) {
			a.MaxGuests, a.AskSupport = 1, true
		}), starts, 6)
		y.dates[date] = n
		ends(starts.Add(2 * time.Hour))
		y.signsUp(p[0], date, map[string]any{
			"support": "Een plek bij de deur, " + support, "firstTime": true, "reminder": true,
		})
		y.signsUp(p[1], date, map[string]any{"guests": 1})
		y.signsUp(p[2], date, map[string]any{"firstTime": true})
		y.signsUp(p[3], date, nil)
		y.signsUp(p[4], date, nil)
		for _, i := range []int{5, 6} {
			y.must(y.join(date, y.waiting(p[i].name, p[i].email)), http.StatusCreated)
			p[i].lasts[2].must, p[i].lasts[2].may = time.Time{}, time.Time{}
		}
		delete(y.typed, p[5].phone[1:])
		delete(y.typed, p[6].phone[1:])
		y.must(y.staff(http.MethodPost, "/api/occurrences/"+date+"/people", map[string]any{
			"name": p[7].name, "contact": p[7].phone, "consent": true, "source": "telefoon",
			"ifFull": "chair",
		}), http.StatusOK)
		delete(y.typed, p[7].email[:8])
		n.registered, n.guests, n.first = 6, 1, 2
		n.site, n.telefoon, n.waitlist = 5, 1, 2
		y.asks(on, r, &p[8], question, asked)
		y.others(on, r, &p[9])
	})
	on(1, func() {
		// two places are free: one for each of the two who wait, of whom one takes it
		y.must(y.call(http.MethodDelete, "/api/registration", nil,
			holds(y.registrationKey(p[1].email))...), http.StatusOK)
		y.mailed()
		var offer string
		if err := y.Pool.QueryRow(context.Background(), `
			select f.id
			from offer f
			join waitlist_entry e on e.id = f.entry_id
			where e.occurrence_id = $1 and f.state = 'open' and e.email_key = $2`,
			date, y.keys.EmailKey(p[5].email)).Scan(&offer); err != nil {
			y.t.Fatal(err)
		}
		y.must(y.call(http.MethodPost, "/api/waitlist-entry/answer", map[string]any{
			"answer": "accept", "offerId": offer,
		}, holds(y.entryKey(p[5].email))...), http.StatusOK)
		n.cancelled, n.guests, n.offers = 1, 0, 2
	})
	switch r % 4 {
	case 1:
		on(4, func() {
			to := moveBody(y.Clock.Now())
			path := "/api/occurrences/" + date + "/move"
			to["fingerprint"] = y.must(y.staff(http.MethodPost, path+"/check", to),
				http.StatusOK).json(y.t)["fingerprint"]
			y.must(y.staff(http.MethodPost, path, to), http.StatusOK)
			y.knows.tells(isMoved, 1, p[0].email, p[2].email, p[3].email, p[4].email, p[5].email)
			y.knows.tells(isMoved, 0, p[1].email)
			ends(clock.Day(y.Clock.Now()).AddDate(0, 0, 28).Add(15 * time.Hour))
		})
	case 3:
		on(4, func() {
			switch {
			case y.number(`
				select count(*) from occurrence where id = $1 and status = 'cancelled'`, date) > 0:
				// another round closed this evening
			case r%8 == 3:
				y.closes(n.ends)
			default:
				path := "/api/occurrences/" + date + "/off"
				check := y.must(y.staff(http.MethodPost, path+"/check", offBody("")), http.StatusOK)
				y.must(y.staff(http.MethodPost, path, offBody(check.json(y.t)["fingerprint"])),
					http.StatusOK)
			}
			n.off = true
			y.knows.tells(goesNot, 1, p[0].email, p[2].email, p[3].email, p[4].email, p[5].email)
			y.knows.tells(goesNot, 0, p[1].email)
		})
		on(5, func() { y.rings(date) }) // whoever left a number alone
	}
	gone := -1
	switch r % 3 {
	case 0: // who erases all of their own
		gone = 4
		on(5, func() {
			y.must(y.call(http.MethodPost, "/api/erase-mine", nil,
				holds(y.registrationKey(p[4].email))...), http.StatusNoContent)
		})
	case 1: // who asks the house to
		gone = 3
		on(5, func() {
			y.must(y.staff(http.MethodPost, "/api/persons/search",
				map[string]any{"what": p[3].email}), http.StatusOK)
			y.must(y.staff(http.MethodPost, "/api/persons/view", map[string]any{
				"what": p[3].email, "reason": "erase", "sure": true,
			}), http.StatusOK)
			y.must(y.staff(http.MethodPost, "/api/persons/erase", map[string]any{
				"what": p[3].email, "word": "wissen", "rows": []string{},
			}), http.StatusOK)
		})
	default: // whose complaint is not done
		on(5, func() {
			until := clock.Day(y.Clock.Now()).AddDate(0, 2, 20)
			y.must(y.staff(http.MethodPost, "/api/persons/hold", map[string]any{
				"what": p[2].email, "until": clock.Date(until), "reason": "complaint",
			}), http.StatusOK)
			if until.After(p[2].lasts[0].may) {
				p[2].until(until, time.Time{})
			}
		})
	}
	on(5, func() {
		if gone < 0 {
			return
		}
		p[gone].until(y.Clock.Now(), y.Clock.Now())
		y.knows.erased[p[gone].email] = y.Clock.Now()
		if n.off { // it was told that nobody comes, and nobody is free to come again
			return
		}
		n.registered--
		n.site--
	})
	on(7, func() { // on Monday who waits is asked once more: a place came free in the weekend
		if err := y.queue.Do(y.t.Context(), "waitlist sweep"); err != nil {
			y.t.Fatal(err)
		}
		y.mailed()
		if gone >= 0 && !n.off {
			n.offers++
		}
	})
	last := 15
	if r%4 == 1 {
		last = 4 + 28
	}
	y.eves[day+last-1] = append(y.eves[day+last-1], func() { // one of them wants to be reminded
		if !n.off {
			y.knows.reminded[p[0].email] = map[string]bool{clock.Date(y.Clock.Now()): true}
		}
	})
	if r%4 != 3 {
		on(last, func() { y.atDoor(date, n, p[0].name, p[2].name) })
	}
	on(last+1, func() {
		if n.off {
			*n = tallied{cancelled: n.cancelled, waitlist: n.waitlist, offers: n.offers, off: true}
		}
	})
}

// closes closes the house in the evening that ends at this moment.
func (y *year) closes(ends time.Time) {
	y.t.Helper()
	when := map[string]any{
		"first": clock.Date(ends), "from": "19.00", "to": "23.00",
		"reason": "Er is iets met het gebouw.",
	}
	when["fingerprint"] = y.must(y.staff(http.MethodPost, "/api/closures/check", when),
		http.StatusOK).json(y.t)["fingerprint"]
	y.must(y.staff(http.MethodPost, "/api/closures", when), http.StatusOK)
}

// rings calls somebody about a date, who does not pick up.
func (y *year) rings(date string) {
	y.t.Helper()
	var call string
	if err := y.Pool.QueryRow(context.Background(), `
		select id from call where occurrence_id = $1 and state = 'open' limit 1`, date,
	).Scan(&call); err != nil {
		y.t.Fatal("nobody is to be called: ", err)
	}
	y.must(y.staff(http.MethodPost, "/api/calls/"+call+"/outcome", map[string]any{
		"outcome": "voicemail", "tries": 0,
	}), http.StatusOK)
}

// newsletters sends one to everybody who wants it, from today on.
func (y *year) newsletters(on func(int, func()), day int) {
	id := "iss_" + strings.TrimPrefix(db.NewID("x"), "x_")[:20]
	on(day, func() {
		y.inTx(func(tx pgx.Tx) error {
			return y.Editing.Import(context.Background(), tx, editing.Imported{
				Kind: "issue", ID: id, // more than one may go on a day
				Doc: &content.Issue{Subject: "Winter " + id[4:12], Greeting: "Hallo."},
			})
		})
		y.must(y.staff(http.MethodPost, "/api/newsletter/issues/"+id+"/plan",
			map[string]any{"version": 1}), http.StatusOK)
	})
	for later := 1; later < 4; later++ { // it begins in the morning, and ends when all went
		on(day+later, func() {
			if err := y.queue.Do(context.Background(), "newsletter"); err != nil {
				y.t.Fatal(err)
			}
		})
	}
}

// sends begins to send a file, and goes away.
func (y *year) sends() {
	y.t.Helper()
	y.editor(y.t, "redactie").begin("flyer.pdf", "document", []byte("%PDF-1.7 en"))
}

// asks writes a message, which every other time nobody answers, and asks what is kept.
func (y *year) asks(
	on func(int, func()),
	r int,
	p *invented,
	question string,
	asked *lasts,
) {
	keep := y.settings(context.Background()).Keep
	y.must(y.call(http.MethodPost, "/api/messages", map[string]any{
		"subject": "other", "name": p.name, "email": p.email, "message": "Over " + question,
		"formTime": y.formTime(),
	}), http.StatusCreated)
	y.must(y.call(http.MethodPost, "/api/rights-requests", map[string]any{
		"what": "insight", "phone": p.phone, "formTime": y.formTime(),
	}), http.StatusCreated)
	told := func(end time.Time) {
		p.until(end, time.Time{})
		asked.must, asked.may = end, end
	}
	told(y.keep(keep.UnansweredDays, y.Clock.Now()))
	newest := func(table string) (id string) { // more than one may come in at one moment
		if err := y.Pool.QueryRow(context.Background(), `
			select id
			from `+table+`
			where id <> all($1)
			order by received_at desc, id limit 1`, y.asked).Scan(&id); err != nil {
			y.t.Fatal(err)
		}
		y.asked = append(y.asked, id)
		return id
	}
	message, request := newest("contact_message"), newest("rights_request")
	if r%2 == 1 {
		return
	}
	on(2, func() {
		text, said := y.word()
		y.must(y.staff(http.MethodPost, "/api/messages/"+message+"/answer", map[string]any{
			"way": "phone", "text": "We spraken over " + text,
		}, "If-Match", `"1"`), http.StatusOK)
		y.must(y.staff(http.MethodPut, "/api/rights-requests/"+request+"/outcome",
			map[string]any{"outcome": "done"}, "If-Match", `"1"`), http.StatusOK)
		told(y.keep(keep.MessageDays, y.Clock.Now()))
		*said = *asked
	})
}

// others complain, want to help, or want the newsletter.
func (y *year) others(on func(int, func()), r int, p *invented) {
	keep := y.settings(context.Background()).Keep
	now := y.Clock.Now()
	far := y.first.AddDate(100, 0, 0)
	only := func(of ...int) { // what this person types
		for i, what := range []string{p.name, p.email[:8], p.phone[1:]} {
			if !slices.Contains(of, i) {
				delete(y.typed, what)
			}
		}
	}
	switch r % 4 {
	case 0:
		before := y.ids("complaint")
		what, told := y.word()
		body := y.complaint()
		body["what"] = "Er lag een snoer, " + what
		body["contactWish"], body["name"], body["email"] = true, p.name, p.email
		y.must(y.call(http.MethodPost, "/api/complaints", body), http.StatusCreated)
		only(0, 1)
		p.until(far, time.Time{})
		told.must, told.may = far, far
		id := y.newOf("complaint", before)
		on(2, func() {
			henk := y.signInAs(y.t, "henk", "vertrouwenspersoon")
			y.must(y.call(http.MethodPost, "/api/complaints/cases/"+id+"/messages", map[string]any{
				"state": "closed", "text": "Een antwoord op " + what,
			}, "Cookie", henk, "If-Match", `"1"`), http.StatusOK)
			p.until(y.keep(keep.ComplaintDays, y.Clock.Now()), time.Time{})
			*told = *p.lasts[0]
		})
	case 1:
		before := y.ids("volunteer_application")
		y.must(y.call(http.MethodPost, "/api/volunteers", map[string]any{
			"name": p.name, "email": p.email, "phone": p.phone, "roles": []string{"unknown"},
			"availability": []string{"talk"}, "keep": r%8 == 1, "formTime": y.formTime(),
		}), http.StatusCreated)
		p.until(far, time.Time{})
		id := y.newOf("volunteer_application", before)
		on(2, func() {
			y.must(y.staff(http.MethodPut, "/api/volunteers/"+id+"/state",
				map[string]any{"state": "notNow"}, "If-Match", `"1"`), http.StatusOK)
			days := keep.VolunteerDays
			if r%8 == 1 {
				days = keep.VolunteerKeepDays
			}
			p.until(y.keep(days, y.Clock.Now()), now)
		})
	case 2: // confirms, and leaves
		token := y.subscribed(p.email)
		only(1)
		p.until(far, time.Time{})
		y.must(y.call(http.MethodPost, "/api/newsletter/subscriptions/confirm",
			map[string]any{"token": token}), http.StatusOK)
		y.newsletters(on, 6)
		on(3, y.sends)
		on(12, func() {
			if y.number(`
				select count(*) from mail
				where kind = 'M21' and state = 'sent' and recipient_key = $1`,
				y.keys.EmailKey(p.email)) == 0 {
				y.t.Error("a reader got no newsletter")
			}
			y.must(y.call(http.MethodPost, "/api/newsletter/subscriptions/unsubscribe",
				map[string]any{"token": token}), http.StatusOK)
			p.until(y.Clock.Now(), y.Clock.Now()) // any newsletter may have gone just before
		})
	default: // never confirms
		y.subscribed(p.email)
		only(1)
		p.until(y.keep(keep.SubscriberDays, now), now)
	}
}

func (y *year) ids(table string) []string {
	y.t.Helper()
	rows, err := y.Pool.Query(context.Background(), `select id from `+table)
	if err != nil {
		y.t.Fatal(err)
	}
	all, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		y.t.Fatal(err)
	}
	return all
}

// newOf is the row that was not there before.
func (y *year) newOf(table string, before []string) string {
	y.t.Helper()
	for _, id := range y.ids(table) {
		if !slices.Contains(before, id) {
			return id
		}
	}
	y.t.Fatal("nothing new in ", table)
	return ""
}

// atDoor says on the day who is there: one is, one is not.
func (y *year) atDoor(date string, n *tallied, here, absent string) {
	y.t.Helper()
	y.Clock.Set(n.ends.Add(-30 * time.Minute))
	y.sanne = y.signInAs(y.t, "sanne", "coordinator")
	h := &hall{site: y.site}
	day := (&phone{hall: h, cookie: y.sanne}).day()
	for _, session := range day.Sessions {
		if session.Occurrence != date {
			continue
		}
		taps := evening.Taps{}
		for _, one := range session.People {
			wanted := map[string]string{here: "here", absent: "absent"}[one.Name]
			if wanted == "" {
				continue
			}
			taps.Taps = append(taps.Taps, evening.Tap{
				ID: date + one.ID, Kind: "attendance", Session: session.ID, Registration: one.ID,
				Wanted: wanted, Tapper: day.Tapper, Day: clock.Date(y.Clock.Now()),
			})
		}
		a := y.must(y.staff(http.MethodPost, "/api/taps", taps), http.StatusOK)
		if len(taps.Taps) != 2 {
			y.t.Fatalf("%d of two are on the screen: %s", len(taps.Taps), a.body)
		}
		n.attended, n.absent = 1, 1
		return
	}
	y.t.Fatalf("the date of %v is not of today", n.ends)
}

// mailed waits until all mails are out that may go.
func (y *year) mailed() {
	y.t.Helper()
	for range 1200 {
		if y.number(`
			select count(*) from mail where state in ('queued', 'sending', 'failed')`) == 0 {
			return
		}
		time.Sleep(25 * time.Millisecond)
	}
	y.t.Fatal("the mails never went")
}

// inTheNight does all that is done by itself.
func (y *year) inTheNight() {
	y.t.Helper()
	for _, task := range []string{
		"date count", "waitlist sweep", "forgetting", "message warning", "rights warning",
		"complaint reminder", "desk sweep", "content sweep", "erasure journal copy",
	} {
		if err := y.queue.Do(y.t.Context(), task); err != nil {
			y.t.Fatal(err)
		}
	}
	for _, w := range y.sweeps(y.guard.Keeper) {
		if err := y.Retention.Guarded(w.run)(y.t.Context()); err != nil {
			y.t.Fatal(w.name, err)
		}
	}
}

// at is a moment of a day by the clock on the wall, also on the two days that have no 24 hours.
func (y *year) at(day, hour, minute int) time.Time {
	d := clock.Day(y.first).AddDate(0, 0, day)
	return time.Date(d.Year(), d.Month(), d.Day(), hour, minute, 0, 0, clock.Amsterdam)
}

// live goes through days: the night first, then what is planned.
func (y *year) live(from, to int) {
	y.t.Helper()
	for day := from; day < to; day++ {
		if len(y.plan[day]) == 0 && !y.skipped && !longtest.On() {
			y.skipped = true // the clock may go two days at most
			continue
		}
		y.skipped = false
		y.Clock.Set(y.at(day, 3, 31))
		y.inTheNight()
		if len(y.plan[day]) == 0 {
			continue
		}
		y.Clock.Set(y.at(day, 10, 0))
		y.sanne = y.signInAs(y.t, "sanne", "coordinator")
		y.reminds(day)
		for i := 0; i < len(y.plan[day]); i++ { // what is done may plan more, also of today
			y.plan[day][i]()
		}
		y.mailed()
		y.ringing()
		y.mailed()
		y.nothingOpen()
	}
}

// reminds is what happens at ten.
func (y *year) reminds(day int) {
	y.t.Helper()
	if err := y.queue.Do(y.t.Context(), "reminders"); err != nil {
		y.t.Fatal(err)
	}
	for _, told := range y.eves[day] {
		told()
	}
}

func (y *year) nothingOpen() {
	y.t.Helper()
	for what, where := range y.inTheOpen() {
		if y.typed[what] == nil { // other tests log, too, and some id looks like a word
			continue
		}
		y.t.Errorf("on %v somebody without a key reads %s in %s", y.Clock.Now(), what, where)
	}
}

// leftovers are what is there longer than it may, and lost what is gone too early.
func (y *year) leftovers() (left, lost []string) {
	y.t.Helper()
	now, there := y.Clock.Now(), y.withTheKeys()
	for what, l := range y.typed {
		where := there[what]
		if where != "" && now.After(l.may.AddDate(0, 0, 2)) {
			left = append(left, fmt.Sprintf("%s in %s, which had to go by %v", what, where, l.may))
		}
		if where == "" && now.Before(l.must) {
			lost = append(lost, fmt.Sprintf("%s, which stays until %v", what, l.must))
		}
	}
	slices.Sort(left)
	return left, lost
}

func (y *year) asTheTermsSay() {
	y.t.Helper()
	y.nothingOpen()
	left, lost := y.leftovers()
	for _, what := range left {
		y.t.Errorf("on %v there is %s", y.Clock.Now(), what)
	}
	for _, what := range lost {
		y.t.Errorf("on %v there is no %s", y.Clock.Now(), what)
	}
}

// countsAgree holds what the site counted against what the simulation did.
func (y *year) countsAgree() {
	y.t.Helper()
	for date, n := range y.dates {
		var c tallied
		if err := y.Pool.QueryRow(context.Background(), `
			select registered, guests, cancelled, attended, absent, first_time, site, telefoon,
				waitlist, offers
			from occurrence_count
			where occurrence_id = $1`, date).Scan(&c.registered, &c.guests, &c.cancelled,
			&c.attended, &c.absent, &c.first, &c.site, &c.telefoon, &c.waitlist,
			&c.offers); err != nil {
			y.t.Errorf("a date was never counted: %v", err)
			continue
		}
		c.off, c.ends = n.off, n.ends
		if c != *n {
			y.t.Errorf("counted %+v, and it was %+v", c, *n)
		}
	}
}

// afterwards is long after, when somebody said that the clock is right.
func (y *year) afterwards() {
	y.t.Helper()
	y.Clock.Set(y.Clock.Now().AddDate(3, 0, 0))
	if _, stopped, err := y.Retention.CatchUp(y.t.Context(), "ilja"); err != nil || stopped {
		y.t.Fatal("the night after: ", stopped, err)
	}
	y.inTheNight()
}

// aMonday is the Monday of that week: offers are made on days that the house is open. The day after
// one of them is a holiday.
func aMonday(day int) int {
	day -= day % 7
	if clock.Date(monday.AddDate(0, 0, day+1)) == "2027-04-27" {
		return day + 7
	}
	return day
}

func TestAYearOfInventedPeopleLeavesWhatTheTermsAllow(t *testing.T) {
	t.Parallel()
	const days = 366
	rounds := longtest.N(t, 60, 3000) / perRound
	y := newYear(t, "")
	y.site = &site{App: &App{}}
	t.Run("the first half", func(t *testing.T) {
		y.opens(t)
		for r := range rounds {
			y.round(r, aMonday(r*300/rounds))
		}
		y.live(0, 1)
		y.asTheTermsSay() // all that was typed is there
		y.live(1, days/2)
		y.asTheTermsSay()
	})
	old := *y.cfg
	old.DatabaseURL = config.Secret(remember(t, string(y.cfg.DatabaseURL)))
	t.Run("the second half", func(t *testing.T) {
		y.opens(t)
		for day := days / 2; day < days; day += 61 {
			y.live(day, min(days, day+61))
			y.asTheTermsSay()
		}
		if sent := y.number(`select count(*) from mail where state = 'sent'`); sent == 0 {
			t.Error("no mail of the last month is noted")
		}
		y.afterwards()
		y.asTheTermsSay()
		y.countsAgree()
		for table, what := range map[string]string{
			"upload": "uploads that stood still", "closure": "closures", "call": "calls",
			"call_try": "tries to call",
		} {
			if n := y.number(`select count(*) from ` + table); n != 0 {
				t.Errorf("%d %s are left", n, what)
			}
		}
		if faults := y.mails.faultsOf(y.knows); len(faults) > 0 {
			t.Errorf("%d faults in the mails: %.3000q", len(faults), faults)
		}
		t.Logf("%d mails, reminders to %d people", len(y.mails.all), len(y.knows.reminded))
		if len(y.mails.all) < rounds*perRound/2 ||
			longtest.On() && len(y.knows.reminded) < rounds/4 {
			t.Error("too few: this proves little")
		}
	})
	t.Run("a copy of half way is put back", func(t *testing.T) {
		was := y.cfg
		y.cfg = &old
		y.opens(t)
		if left, _ := y.leftovers(); len(left) == 0 {
			t.Error("the copy holds nobody: there is nothing to prove")
		}
		if _, err := y.Replay(t.Context()); err != nil {
			t.Fatal(err)
		}
		if _, stopped, err := y.Expire(t.Context(), true); err != nil || stopped {
			t.Fatal(stopped, err)
		}
		y.cfg = was
		y.nothingOpen()
		if left, _ := y.leftovers(); len(left) > 0 {
			t.Errorf("the copy brought back %v", left)
		}
	})
}

// Whatever the nights leave out, the search above finds what is left.
func TestTheSearchFindsWhatANightThatLeavesAKindOutLeaves(t *testing.T) {
	t.Parallel()
	kinds := map[string]int{ // and the round in which there is somebody of it
		"registrations": 0, "entries": 0, "messages": 0, "requests": 0, "complaints": 0,
	}
	if longtest.On() {
		kinds["applications"], kinds["subscribers"] = 1, 3
	}
	for without, round := range kinds {
		t.Run(without, func(t *testing.T) {
			y := newYear(t, without)
			y.site = &site{App: &App{}}
			y.opens(t)
			y.round(round, 0)
			y.live(0, 17)
			y.afterwards()
			if left, _ := y.leftovers(); len(left) == 0 {
				t.Error("it found nothing")
			}
		})
	}
}
