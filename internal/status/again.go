package status

import (
	"context"
	"errors"

	"herstelruimte/internal/db"
	"herstelruimte/internal/mail"
	"herstelruimte/internal/privacy"
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
// It is noted that somebody did, without for whom it is.
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
	var sent bool
	if m.State == "failed" {
		sent, err = s.cfg.Mail.Hurry(ctx, id)
	} else {
		sent, err = s.cfg.Again(ctx, *m)
	}
	if err != nil || sent {
		return db.Problem(errors.Join(err, s.noteAgain(ctx, sent)))
	}
	// somebody else pressed at this moment: then it is on its way
	m, err = s.cfg.Mail.One(ctx, s.cfg.Pool, id)
	if err == nil && m != nil && m.State == "dead" {
		err = problem.New(problem.Conflict)
	}
	return db.Problem(err)
}

// noteAgain writes down who sent a mail once more. Whom it is for is not known here.
func (s *Status) noteAgain(ctx context.Context, sent bool) error {
	if !sent {
		return nil
	}
	uid, roles := s.cfg.Who(ctx)
	return privacy.Record(ctx, s.cfg.Pool, s.cfg.Clock.Now(), privacy.Entry{
		Actor: uid, Roles: roles, Action: "resent", Kind: "mail",
	})
}
