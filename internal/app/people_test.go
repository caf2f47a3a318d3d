package app

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"herstelruimte/internal/identity"
)

// ofPeople says whether a route is about the people of a date, as staff see them.
func ofPeople(method, pattern string) bool {
	for _, prefix := range []string{
		"/api/people/", "/api/acts/", "/api/waitlist/", "/api/calls/{c}/",
	} {
		if strings.HasPrefix(pattern, prefix) {
			return true
		}
	}
	rest, ofDate := strings.CutPrefix(pattern, "/api/occurrences/{o}/")
	return ofDate && rest != "registrations" &&
		(rest != "waitlist" || method == http.MethodGet)
}

// atTheDoor makes a full date of today, with a person on it and one who waits, and gives the
// address and a good body for something that staff do about them.
func (p *prober) atTheDoor(method, pattern, cookie string) (path string, body any) {
	p.t.Helper()
	activity := p.site.activity(nil)
	p.owns(p.me)
	today := p.date(activity, p.Clock.Now().Add(2*time.Hour), 1)
	p.people++
	anja := fmt.Sprintf("deur%d@voorbeeld.example", p.people)
	bo := fmt.Sprintf("rij%d@voorbeeld.example", p.people)
	p.want(p.register(today, p.signUp("Anja", anja)), http.StatusCreated)
	p.want(p.join(today, p.waiting("Bo", bo)), http.StatusCreated)
	someone := func(table string) (id string) {
		if err := p.Pool.QueryRow(p.t.Context(), `
			select id from `+table+` where occurrence_id = $1`, today).Scan(&id); err != nil {
			p.t.Fatal(err)
		}
		return id
	}
	p.freed(method+" "+pattern, today, someone)
	holes := []string{"{o}", today, "{r}", someone("registration"), "{e}", someone("waitlist_entry")}
	holes = append(holes, "{c}", someone("waitlist_entry"))
	switch method + " " + pattern {
	case "POST /api/occurrences/{o}/people":
		body = map[string]any{
			"name": "Lars", "consent": true, "source": "telefoon", "ifFull": "chair",
		}
	case "PUT /api/occurrences/{o}/seats":
		body = map[string]any{"was": 1, "seats": 2}
	case "POST /api/occurrences/{o}/unnamed":
		body = map[string]any{"change": 1, "chair": true}
	case "POST /api/people/{r}/restore":
		p.want(p.staffPost(cookie, "/api/people/"+holes[3]+"/cancel", nil), http.StatusOK)
		body = map[string]any{"chair": true}
	case "POST /api/people/{r}/move":
		body = map[string]any{"to": p.date(activity, p.Clock.Now().AddDate(0, 0, 7), 1)}
	case "PATCH /api/people/{r}":
		body = map[string]any{"name": "Anja", "email": anja}
	case "POST /api/calls/{c}/claim":
		body = map[string]any{}
	case "POST /api/calls/{c}/outcome":
		body = map[string]any{"outcome": "voicemail", "tries": 0}
	case "POST /api/waitlist/{e}/skip":
		body = map[string]any{"reason": "notThere"}
	case "POST /api/waitlist/{e}/put-back",
		"POST /api/occurrences/{o}/open-to-all":
		body = map[string]any{"reason": "Belde terug."}
	case "POST /api/waitlist/{e}/mail-offer":
		body = map[string]any{"until": p.Clock.Now().Add(time.Hour)}
	case "PUT /api/occurrences/{o}/offers":
		body = map[string]any{"stopped": true, "reason": "We verhuizen."}
	case "POST /api/waitlist/{e}/give":
		body = map[string]any{"chair": true}
	case "POST /api/occurrences/{o}/message/check":
		body = map[string]any{"text": "Neem verf mee."}
	case "POST /api/occurrences/{o}/message":
		check := p.want(p.staffPost(cookie, "/api/occurrences/"+today+"/message/check",
			map[string]any{"text": "Neem verf mee."}), http.StatusOK).json(p.t)
		body = map[string]any{"text": "Neem verf mee.", "fingerprint": check["fingerprint"]}
	case "POST /api/occurrences/{o}/move/check":
		body = withinToday(p.Clock.Now())
	case "POST /api/occurrences/{o}/move":
		to := withinToday(p.Clock.Now())
		check := p.want(p.staffPost(cookie, "/api/occurrences/"+today+"/move/check", to),
			http.StatusOK).json(p.t)
		to["fingerprint"] = check["fingerprint"]
		body = to
	case "POST /api/occurrences/{o}/off/check":
		body = offBody("")
	case "POST /api/occurrences/{o}/off":
		body = p.checkedOff(cookie, today)
	case "POST /api/occurrences/{o}/on/check":
		p.off(cookie, today)
		body = map[string]any{}
	case "POST /api/occurrences/{o}/on":
		// with nobody on it: a mail that goes out between the two would be another to tell
		holes[1] = p.date(activity, p.Clock.Now().Add(3*time.Hour), 1)
		p.off(cookie, holes[1])
		check := p.want(p.staffPost(cookie, "/api/occurrences/"+holes[1]+"/on/check",
			map[string]any{}), http.StatusOK).json(p.t)
		body = map[string]any{"fingerprint": check["fingerprint"]}
	case "PUT /api/occurrences/{o}/host":
		seen := p.want(p.call(http.MethodGet, "/api/occurrences/"+today+"/choices", nil,
			"Cookie", cookie), http.StatusOK).json(p.t)
		was, _ := seen["host"].(string)
		body = map[string]any{"was": was, "host": "Jan"}
	case "POST /api/occurrences/{o}/values/check":
		body = map[string]any{"note": "Neem verf mee", "scope": "all"}
	case "PUT /api/occurrences/{o}/values":
		values := map[string]any{"note": p.Clock.Now().String(), "scope": "all"}
		check := p.want(p.staffPost(cookie, "/api/occurrences/"+today+"/values/check", values),
			http.StatusOK).json(p.t)
		values["fingerprint"] = check["fingerprint"]
		body = values
	case "POST /api/people/{r}/mails/{m}/again":
		holes = append(holes, "{m}", p.confirmation(holes[3], "dead"))
	case "POST /api/people/{r}/mails/{m}/stop":
		holes = append(holes, "{m}", p.confirmation(holes[3], "held"))
	case "POST /api/acts/{act}/undo":
		done := p.want(
			p.staffPost(cookie, "/api/people/"+holes[3]+"/cancel", nil), http.StatusOK,
		).json(p.t)
		holes = append(holes, "{act}", done["act"].(map[string]any)["id"].(string))
	}
	return strings.NewReplacer(holes...).Replace(pattern), body
}

// freed makes that a place of the date is held for who waits, with a number or without, or that
// nobody reached them, where the route is about that.
func (p *prober) freed(route, occurrence string, someone func(table string) string) {
	p.t.Helper()
	entry := someone("waitlist_entry")
	set := func(sql string, args ...any) {
		p.t.Helper()
		if _, err := p.Pool.Exec(p.t.Context(), sql, args...); err != nil {
			p.t.Fatal(err)
		}
	}
	switch route {
	case "POST /api/waitlist/{e}/put-back":
		set(`update waitlist_entry set state = 'unreached' where id = $1`, entry)
		set(`update occurrence set waiting = 0 where id = $1`, occurrence)
	case "POST /api/calls/{c}/outcome":
		set(`update waitlist_entry set phone_key = email_key where id = $1`, entry)
		fallthrough
	case "POST /api/waitlist/{e}/skip", "POST /api/waitlist/{e}/mail-offer",
		"POST /api/occurrences/{o}/open-to-all":
		set(`
			update registration set status = 'cancelled', cancelled_at = $2
			where occurrence_id = $1`, occurrence, p.Clock.Now())
		set(`
			insert into vacancy (id, occurrence_id, state, reason, created_at, updated_at)
			values ('vac_' || $1, $1, 'open', 'phoneList', $2, $2)`, occurrence, p.Clock.Now())
		set(`
			update occurrence set taken = 0, held = 1, claimed = true where id = $1`, occurrence)
	}
}

// confirmation is the mail about a sign-up, in this state.
func (p *prober) confirmation(registration, state string) (id string) {
	p.t.Helper()
	if err := p.Pool.QueryRow(p.t.Context(), `
		update mail set state = $2 where cause_id = $1 and kind = 'M1' returning id`,
		registration, state).Scan(&id); err != nil {
		p.t.Fatal(err)
	}
	return id
}

func (p *prober) staffPost(cookie, path string, body any) answer {
	return p.call(http.MethodPost, path, body, "Cookie", cookie)
}

// offBody is why a date does not go on, as the check with this fingerprint showed it.
func offBody(fingerprint any) map[string]any {
	return map[string]any{
		"reason": "ill", "text": "De begeleider is ziek.", "fingerprint": fingerprint,
	}
}

// checkedOff is what calls a date off.
func (p *prober) checkedOff(cookie, date string) map[string]any {
	p.t.Helper()
	check := p.want(p.staffPost(cookie, "/api/occurrences/"+date+"/off/check", offBody("")),
		http.StatusOK).json(p.t)
	return offBody(check["fingerprint"])
}

// moveBody moves a date to the afternoon of four weeks later.
func moveBody(now time.Time) map[string]any {
	day := now.AddDate(0, 0, 28).Format(time.DateOnly)
	return map[string]any{"day": day, "from": "14.00", "to": "15.00"}
}

// withinToday moves a date to later on the day, as a gastheer may.
func withinToday(now time.Time) map[string]any {
	at := now.Add(5 * time.Hour)
	return map[string]any{
		"day":  at.Format(time.DateOnly),
		"from": at.Format("15.04"),
		"to":   at.Add(time.Hour).Format("15.04"),
	}
}

// off calls a date off.
func (p *prober) off(cookie, date string) {
	p.t.Helper()
	p.want(p.staffPost(cookie, "/api/occurrences/"+date+"/off", p.checkedOff(cookie, date)),
		http.StatusOK)
}

// What goes on together is asked with the same words as it is done with: the check that leaves
// some of them out would show other dates than the act is about, which then refuses.
func TestTheCheckOfGoingOnIsAskedAsTheAct(t *testing.T) {
	t.Parallel()
	p := newProber(newSite(t, nil))
	cookie := p.signIn(t, string(identity.Coordinator))
	activity := p.site.activity(nil)
	first := p.date(activity, p.Clock.Now().Add(26*time.Hour), 2)
	p.date(activity, p.Clock.Now().Add(50*time.Hour), 2)
	at := "/api/occurrences/" + first
	good := func(path string, body any) map[string]any {
		t.Helper()
		return p.want(p.staffPost(cookie, at+path, body), http.StatusOK).json(t)
	}
	off := offBody("")
	off["scope"] = "all"
	off["fingerprint"] = good("/off/check", off)["fingerprint"]
	good("/off", off)
	on := map[string]any{"scope": "all"}
	check := good("/on/check", on)
	if check["change"] != 2.0 {
		t.Errorf("the check shows %v dates, want 2", check["change"])
	}
	on["fingerprint"] = check["fingerprint"]
	good("/on", on)
}
