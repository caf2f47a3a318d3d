package status

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/db"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/mail"
	"herstelruimte/internal/problem"
)

// cause is the row that mails of this room belong to: there is none, they are about the site
// itself.
const cause = "status"

const (
	mostTests  = 10 // test mails in an hour: nobody is pestered with them
	testPeriod = time.Hour
)

// SendTestMail puts mail.TestMail in the outbox. An address that is none is problem `invalid`; too
// many in an hour is `too_many`.
func (s *Status) SendTestMail(ctx context.Context, m TestMail) error {
	to := httpkit.Line(m.Address)
	if to == "" {
		return problem.WithFields(problem.Field{Name: "address", Code: problem.Required})
	}
	if !mail.ValidAddress(to) {
		return problem.WithFields(problem.Field{Name: "address", Code: problem.Email})
	}
	return db.InTx(ctx, s.cfg.Pool, func(tx pgx.Tx) error {
		// One at a time: the limit counts what is stored.
		if _, err := tx.Exec(ctx, `
			select pg_advisory_xact_lock(hashtextextended('status test mail', 0))`); err != nil {
			return err
		}
		n, err := s.cfg.Mail.StoredSince(ctx, tx, mail.TestMail, s.cfg.Clock.Now().Add(-testPeriod))
		if err != nil {
			return err
		}
		if n >= mostTests {
			p := problem.New(problem.TooMany)
			p.RetryAfter = int(testPeriod / time.Second)
			return p
		}
		return s.cfg.Mail.Enqueue(ctx, tx, mail.Mail{Kind: mail.TestMail, To: to, Cause: cause})
	})
}
