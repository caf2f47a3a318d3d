package app

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/db"
	"herstelruimte/internal/editing"
	"herstelruimte/internal/newsletter"
)

// newsletters sends one to everybody who wants it, from today on.
func (y *year) newsletters(on func(int, func()), day int) {
	id := "iss_" + strings.TrimPrefix(db.NewID("x"), "x_")[:20]
	on(day, func() {
		y.inTx(func(tx pgx.Tx) error {
			return y.Editing.Import(context.Background(), tx, editing.Imported{
				Kind: "issue", ID: id, // more than one may go on a day
				Doc: &newsletter.Issue{Subject: "Winter " + id[4:12], Greeting: "Hallo."},
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
func (y *year) asks(on func(int, func()), r int, p *invented, question string, asked *lasts) {
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
