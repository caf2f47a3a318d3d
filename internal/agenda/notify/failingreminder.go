package notify

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/booking"
	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/agenda/waitlist"
	"herstelruimte/internal/db"
	"herstelruimte/internal/mail"
)

// phoneTime is how long staff have at least to phone whom a mail does not reach.
const phoneTime = 2 * time.Hour

// failing is a reminder that no server took yet.
type failing struct {
	Mail, Registration, Occurrence string
	Data                           json.RawMessage
}

// callForFailing makes calls of reminders that no server took all day, while there is still time to
// phone: at night the mail is taken back, and then nobody would have heard. Who left no number is
// left to the mail.
func (p *Notices) callForFailing(ctx context.Context) error {
	rows, err := p.Pool.Query(ctx, `
		select m.id, r.id, r.occurrence_id, m.data
		from mail m
		join registration r on r.id = m.cause_id
		where m.kind = $1
			and m.state = 'failed'
			and r.phone_key is not null
		order by m.no`, mail.Reminder)
	if err != nil {
		return db.Problem(err)
	}
	all, err := pgx.CollectRows(rows, pgx.RowToStructByPos[failing])
	if err != nil {
		return db.Problem(err)
	}
	var failed []error
	for _, f := range all {
		if err := p.callFor(ctx, f); err != nil {
			failed = append(failed, fmt.Errorf("calling instead of %s: %w", f.Mail, err))
		}
	}
	return errors.Join(failed...)
}

func (p *Notices) callFor(ctx context.Context, f failing) error {
	j := booking.CallJob{Registration: f.Registration, Mail: f.Mail}
	if err := json.Unmarshal(f.Data, &j.Reminds); err != nil {
		return err
	}
	all, err := waitlist.Meetings(ctx, p.Pool, f.Occurrence)
	if err != nil {
		return db.Problem(err)
	}
	at := j.Reminds.Of(all)
	if at == nil {
		return nil
	}
	until := p.PhonesUntil(ctx, booking.MailWindow(at.Start).From)
	if now := p.Clock.Now(); now.Before(until.Add(-phoneTime)) || !now.Before(until) {
		return nil
	}
	return p.LockedPerson(ctx, f.Registration, func(
		tx pgx.Tx,
		s *rules.Slot,
		r waitlist.RegistrationRow,
	) error {
		if r.Occurrence != s.ID || r.Status != "registered" || r.Who.Phone == "" || r.Doc.NoMail {
			return nil
		}
		if err := p.Mail.Recall(ctx, tx, mail.Reminder, r.ID); err != nil {
			return err
		}
		return p.CallOfMail(ctx, tx, s, r, j)
	})
}
