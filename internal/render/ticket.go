package render

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
)

// Ticket is what each opened form carries. Cached bytes hold a placeholder as
// long as the real thing for both parts; every answer gets a pair of its own.
type Ticket struct {
	IdempotencyKey string `json:"idempotencyKey"`
	FormTime       string `json:"formTime"`
}

var safeTicket = regexp.MustCompile(`^[A-Za-z0-9._-]+$`)

// placeholderLike gives a pair that no real ticket equals, as long as this one.
func placeholderLike(t Ticket) (Ticket, error) {
	if !safeTicket.MatchString(t.IdempotencyKey) || !safeTicket.MatchString(t.FormTime) {
		return t, fmt.Errorf(
			"render: a ticket may hold letters, digits, dots, dashes and low lines only",
		)
	}
	long := func(name, like string) string {
		if len(name) >= len(like) {
			return name
		}
		return name + strings.Repeat("-", len(like)-len(name))
	}
	return Ticket{
		long("hr.placeholder.key.", t.IdempotencyKey),
		long("hr.placeholder.time.", t.FormTime),
	}, nil
}

// pieces is a page cut at its placeholders.
type pieces struct {
	text  [][]byte // one more than holes
	holes []bool   // true: the time, false: the key
	bytes int
}

func cutTickets(body []byte, t Ticket) *pieces {
	p := &pieces{bytes: len(body)}
	for {
		key, at := bytes.Index(
			body,
			[]byte(t.IdempotencyKey),
		), bytes.Index(body, []byte(t.FormTime))
		switch {
		case key < 0 && at < 0:
			p.text = append(p.text, body)
			return p
		case at < 0 || key >= 0 && key < at:
			p.text, p.holes = append(p.text, body[:key]), append(p.holes, false)
			body = body[key+len(t.IdempotencyKey):]
		default:
			p.text, p.holes = append(p.text, body[:at]), append(p.holes, true)
			body = body[at+len(t.FormTime):]
		}
	}
}

// with gives the page with this pair in it.
func (p *pieces) with(t Ticket) []byte {
	out := make([]byte, 0, p.bytes+64)
	for i, isTime := range p.holes {
		out = append(out, p.text[i]...)
		if isTime {
			out = append(out, t.FormTime...)
		} else {
			out = append(out, t.IdempotencyKey...)
		}
	}
	return append(out, p.text[len(p.text)-1]...)
}
