package status

import (
	"context"

	"herstelruimte/internal/db"
	"herstelruimte/internal/mail"
	"herstelruimte/internal/problem"
)

// mayAgain says whether a mail can be sent once more from the status page: one whose address is
// wrong cannot, and of one that was given up the address must still be known.
func (s *Status) mayAgain(m mail.NotSent) bool {
	return m.State == "failed" || !m.Address() && s.cfg.Has != nil && s.cfg.Has(m)
}

// SendAgain sends a mail once more that failed or was given up. Pressed twice, or by two people, it
// is one mail: what is on its way already is left as it is. Who asks sees no address.
//
// Problems: conflict (it cannot be sent again from here).
func (s *Status) SendAgain(ctx context.Context, id string) error {
	m, err := s.cfg.Mail.One(ctx, s.cfg.Pool, id)
	if err != nil || m == nil {
		return db.Problem(err)
	}
	if !s.mayAgain(*m) {
		return problem.New(problem.Conflict)
	}
	if m.State == "failed" {
		_, err = s.cfg.Mail.Hurry(ctx, id)
		return db.Problem(err)
	}
	sent, err := s.cfg.Again(ctx, *m)
	if err == nil && !sent {
		err = problem.New(problem.Conflict)
	}
	return err
}
