package app

import (
	"net/http"
	"time"

	"herstelruimte/internal/clock"
)

type lasts struct{ must, may time.Time }

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
