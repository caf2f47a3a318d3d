package places_test

import (
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/mail"
	"herstelruimte/internal/richtext"
)

// The own sentence of an activity goes to who comes: in the three mails that say when and where, on
// the own page and in calls; never in a subject.
func TestAnOwnSentenceReachesWhoComes(t *testing.T) {
	r := setup(t)
	r.Clock.Set(on(16, 9, 0))
	const apron = "Neem een schort mee."
	a := r.Activity(func(a *rules.Activity) { a.OwnSentence = apron })
	o := r.Date(a, on(17, 14, 0), 1, nil)
	r.wants(o, "Anja", "anja@voorbeeld.example")
	letters := func() map[string]mail.Letter {
		return map[string]mail.Letter{
			"confirmation": r.letter(mail.SignedUp, "anja@voorbeeld.example"),
			"reminder":     r.letter(mail.Reminder, "anja@voorbeeld.example"),
			"place given":  r.letter(mail.PlaceGiven, "bram@voorbeeld.example"),
		}
	}
	r.Clock.Set(on(16, 10, 0))
	r.remind()
	r.Want(r.Wait(o, "Bram", "bram@voorbeeld.example"), 201)
	r.exec(`update occurrence set capacity = 2, seat_limit = 2 where id = $1`, o)
	r.wants(o, "Bram", "bram@voorbeeld.example")
	r.exec(`update mail set kind = $2 where kind = 'M1' and recipient_key = $1`,
		r.Keys.EmailKey("bram@voorbeeld.example"), mail.PlaceGiven)
	with := letters()
	for kind, l := range with {
		if !strings.Contains(l.Body, "\n\n"+apron+"\n\n") {
			t.Errorf("%s does not say it in a paragraph of its own:\n%s", kind, l.Body)
		}
	}
	if got := r.mine("anja@voorbeeld.example").OwnSentence; got != apron {
		t.Errorf("the own page says %q", got)
	}
	for _, next := range []string{"Neem een trui mee.", ""} { // while the mails were held
		r.Tx(func(tx pgx.Tx) error {
			return r.SaveActivity(t.Context(), tx, a, rules.Activity{
				Title: "Schrijfcafé", Summary: "x", Category: "creatief", Mode: rules.Single,
				Audience: []string{"everyone"}, Location: "Stille kamer", Facts: []string{},
				Body: richtext.Paragraphs("We schrijven samen."), Slug: "schort",
				Status: "published", OwnSentence: next,
			})
		})
		for kind, l := range letters() {
			if strings.Contains(l.Body, apron) || !strings.Contains(l.Body, next) ||
				strings.Contains(l.Body, "\n\n\n") {
				t.Errorf("%s after a change to %q:\n%s", kind, next, l.Body)
			}
			if l.Subject != with[kind].Subject {
				t.Errorf("%s has another subject: %q, %q", kind, l.Subject, with[kind].Subject)
			}
		}
	}
}

func TestAnOwnSentenceIsSaidInCalls(t *testing.T) {
	r := setup(t)
	r.Clock.Set(on(16, 9, 0))
	a := r.Activity(func(a *rules.Activity) { a.OwnSentence = "Neem een schort mee." })
	r.wants(r.Date(a, on(17, 14, 0), 9, nil), "Anja", "0612345678")
	r.Clock.Set(on(16, 10, 0))
	r.remind()
	all := r.calls(byFatima).Calls
	if len(all) != 1 || all[0].Date.Own != "Neem een schort mee." {
		t.Errorf("%+v", all)
	}
}
