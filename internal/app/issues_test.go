package app

import (
	"net/http"
	"strings"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/db"
	"herstelruimte/internal/editing"
	"herstelruimte/internal/newsletter"
)

const anIssue = "/api/newsletter/issues/{iss}"

// ofIssues says whether an address belongs to the sending of a newsletter.
func ofIssues(pattern string) bool { return strings.HasPrefix(pattern, anIssue) }

// issue writes a newsletter that could go to somebody, and gives its id.
func (p *prober) issue() string {
	p.t.Helper()
	id := "iss_" + strings.TrimPrefix(db.NewID("x"), "x_")[:20]
	if err := db.InTx(p.t.Context(), p.Pool, func(tx pgx.Tx) error {
		reader, err := p.Newsletter.Ask(p.t.Context(), tx, newsletter.Subscribe{
			Email: "lezer@voorbeeld.example",
		})
		if err != nil {
			return err
		}
		if err := p.Newsletter.Confirm(p.t.Context(), tx, reader); err != nil {
			return err
		}
		return p.Editing.Import(p.t.Context(), tx, editing.Imported{
			Kind: "issue",
			ID:   id,
			Doc:  &newsletter.Issue{Subject: "Winter", Greeting: "Hallo."},
		})
	}); err != nil {
		p.t.Fatal(err)
	}
	return id
}

// issueTo writes a newsletter on which the act of a pattern can be done, and asks with head.
func (p *prober) issueTo(method, pattern string, head ...string) answer {
	p.t.Helper()
	id := p.issue()
	act := strings.TrimPrefix(pattern, anIssue)
	var body any
	if act == "/plan" {
		body = map[string]any{"version": 1}
	}
	a := p.call(method, strings.Replace(pattern, "{iss}", id, 1), body, head...)
	if act == "/test" && a.status == http.StatusUnprocessableEntity {
		a.status = http.StatusOK // let through: who asks has no proven address here
	}
	return a
}
