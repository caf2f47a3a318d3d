package changes

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/booking"
	"herstelruimte/internal/agenda/desk"
	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/agenda/waitlist"
	"herstelruimte/internal/db"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/mail"
	"herstelruimte/internal/problem"
)

const (
	MessageTable = "date_message"
	keepMessages = 30 * 24 * time.Hour
)

type TellEverybody struct {
	Text string `json:"text,omitempty" letters:"1000"`
	// Act changed several dates without telling anybody.
	Act         string `json:"act,omitempty" maxLength:"60" doc:"to everybody at the dates that this act changed; absent: at this date"`
	Fingerprint string `json:"fingerprint,omitempty" doc:"of the check that the screen shows"`
}

func (m *TellEverybody) faults() (f problem.Faults) {
	m.Text = httpkit.Text(m.Text)
	f.Filled("text", m.Text, 1, problem.Most(m, "text"))
	return f
}

type MessageCheck struct {
	Ways
	DatesTold
	LetterSeen
}

type DatesTold struct {
	Dates int `json:"dates" doc:"at how many dates there is somebody who hears it"`
}

// CheckMessage is what a message comes to. Problems: not_found, those of audienceOf.
func (p *Changes) CheckMessage(
	ctx context.Context, who identity.Actor, id string, in TellEverybody,
) (out MessageCheck, err error) {
	s, err := p.Peek(ctx, p.Pool, id)
	if err != nil {
		return out, err
	}
	all, dates, err := p.audienceOf(ctx, p.Pool, who, s, &in)
	if err != nil {
		return out, err
	}
	// a mail speaks of the first date of who gets it
	first := all.most(&Recipient{About: []waitlist.ToldRow{{Date: s.ID}}}).About[0].Date
	meetings, err := waitlist.Meetings(ctx, p.Pool, first)
	if err != nil {
		return out, err
	}
	l := mail.ToEverybodyLetter(rules.Coming(meetings, s.Now).Start, in.Text, "(link)")
	c, err := p.seen(ctx, s, all, mail.ToEverybody, l)
	c.AtOnce = TellAfter(dates...) == 0
	return MessageCheck{c.Ways, DatesTold{len(dates)}, c.LetterSeen}, err
}

// audienceOf is everybody with a place at a date, or at those that an act changed, and these dates.
//
// Problems: forbidden, invalid, gone (cancelled), closed (over), not_found (no such act on this
// date), conflict (it was taken back).
func (p *Changes) audienceOf(
	ctx context.Context, q db.Querier, who identity.Actor, s *rules.Slot, in *TellEverybody,
) (all Recipients, dates []*rules.Slot, err error) {
	if err = s.MayRun(who); err == nil {
		err = in.faults().Err()
	}
	if err == nil {
		err = refused(s, gone, s.Ends)
	}
	dates = []*rules.Slot{s}
	if err == nil && in.Act != "" {
		dates, err = p.changedBy(ctx, q, s, in.Act)
	}
	if err != nil {
		return all, nil, err
	}
	at, err := p.hearersAt(ctx, q, waitlist.IDsOf(dates), "registered")
	dates = slices.DeleteFunc(dates, func(d *rules.Slot) bool { return len(at[d.ID]) == 0 })
	told := make([]Unit, len(dates))
	for i, d := range dates {
		told[i] = Unit{S: d, Hear: at[d.ID], becomes: "message"}
	}
	return p.groupRecipients(told), dates, err
}

// changedBy are the dates to come that an act changed.
func (p *Changes) changedBy(
	ctx context.Context, q db.Querier, s *rules.Slot, act string,
) (dates []*rules.Slot, err error) {
	parts, err := partsOf(ctx, q, act)
	if err != nil {
		return nil, err
	}
	switch lead := parts[0]; {
	case lead.Occurrence != s.ID || valuesOf(&lead) == nil && len(parts) < 2:
		return nil, notFound
	case lead.UndoneAt != nil:
		return nil, conflict
	}
	var ids []string
	for _, a := range parts {
		if valuesOf(&a) != nil {
			ids = append(ids, a.Occurrence)
		}
	}
	all, err := p.SlotsAt(ctx, q, ids)
	for _, d := range all {
		if d.Status != "cancelled" && s.Now.Before(d.Ends) {
			dates = append(dates, d)
		}
	}
	slices.SortStableFunc(dates, func(a, b *rules.Slot) int { return a.Starts.Compare(b.Starts) })
	return dates, err
}

// Message tells everybody who comes. Who signs up for another of the dates at this moment has read
// already what changed.
//
// Problems: those of StaffOn and audienceOf, precondition_failed (others come than were shown),
// conflict (nobody to tell).
func (p *Changes) Message(ctx context.Context, by booking.By, id string, in TellEverybody) (booking.Done, error) {
	return p.StaffOn(ctx, by, id, func(tx pgx.Tx, s *rules.Slot) (a booking.Acted, err error) {
		all, dates, err := p.audienceOf(ctx, tx, by.Actor, s, &in)
		d := &messageAct{}
		if a, err = all.begin(d, in.Fingerprint, err); err != nil {
			return a, err
		}
		if a.Mails+a.Calls == 0 {
			return a, conflict
		}
		d.Mails, d.Calls, a.Undo = a.Mails, a.Calls, TellAfter(dates...)
		if in.Act != "" {
			d.At, d.Dates = waitlist.IDsOf(dates), len(dates)
		}
		if _, err := tx.Exec(ctx, `
			insert into date_message (id, occurrence_id, sealed, created_at)
			values ($1, $2, $3, $4)`,
			s.Act, s.ID, p.Keys.Seal(MessageTable, s.Act, []byte(in.Text)), s.Now); err != nil {
			return a, err
		}
		all.text = in.Text
		return a, p.TellTogether(ctx, tx, s, all, News{mail.ToEverybody, callMessage, a.Undo})
	})
}

// Undo takes a message back while nobody has heard it.
func (d *messageAct) Undo(ctx context.Context, b desk.Back) error {
	all, err := b.Mail.WithdrawMessage(ctx, b.Tx, b.Act.ID, append(d.At, b.S.ID))
	if err = unheard(ctx, b.Tx, b.Act.ID, all, err); err != nil {
		return err
	}
	_, err = b.Tx.Exec(ctx, `delete from date_message where id = $1`, b.Act.ID)
	return err
}

func (p *Changes) MessageText(ctx context.Context, q db.Querier, id string) (string, error) {
	var box []byte
	if err := q.QueryRow(ctx, `
		select sealed from date_message where id = $1`, id).Scan(&box); err != nil {
		return "", db.Problem(err)
	}
	text, err := p.Keys.Open(MessageTable, id, box)
	return string(text), err
}

// SweepMessages forgets messages when no mail needs them any more.
func (p *Changes) SweepMessages(ctx context.Context, now time.Time) error {
	_, err := p.Pool.Exec(ctx, `
		delete from date_message where created_at < $1`, now.Add(-keepMessages))
	return db.Problem(err)
}

// MessageLetter is what staff wrote, for who still comes.
func (p *Changes) MessageLetter(ctx context.Context, m mail.Stored) (mail.Letter, error) {
	var data booking.MessageMail
	if err := json.Unmarshal(m.Data, &data); err != nil {
		return mail.Letter{}, err
	}
	r, first, err := p.StillComes(ctx, m.Cause, m.Occurrence)
	for _, row := range data.About { // the first of theirs to which they still come
		if err == nil || !errors.Is(err, mail.ErrUntrue) && !waitlist.IsGone(err) {
			break
		}
		r, first, err = p.StillComes(ctx, row.Row, row.Date)
	}
	text := ""
	if err == nil {
		text, err = p.MessageText(ctx, p.Pool, data.Message)
	}
	if err != nil {
		return mail.Letter{}, err
	}
	link, err := p.LinkTo(ctx, r.Kind, r.ID, r.Who.Email)
	return mail.ToEverybodyLetter(first.Start, text, link), err
}
