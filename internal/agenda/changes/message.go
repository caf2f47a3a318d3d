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

// TellEverybody is what staff tell everybody who comes to a date.
type TellEverybody struct {
	Text string `json:"text,omitempty" letters:"1000"`
	// Act is one that changed several dates without telling anybody: its dates are meant.
	Act string `json:"act,omitempty" maxLength:"60" doc:"to everybody at the dates that this act changed; absent: at this date"`
	// Fingerprint is that of the check: who is told must still be who was shown.
	Fingerprint string `json:"fingerprint,omitempty" doc:"of the check that the screen shows"`
}

func (m *TellEverybody) faults() (f problem.Faults) {
	m.Text = httpkit.Text(m.Text)
	if m.Text == "" {
		f.Add("text", problem.Required)
	}
	f.Length("text", m.Text, 0, problem.Most(m, "text"))
	return f
}

// MessageCheck is what sending a message comes to.
type MessageCheck struct {
	Mail   int `json:"mail" doc:"people who get a mail"`
	Call   int `json:"call" doc:"people who must be called"`
	Self   int `json:"self" doc:"people who want no mail and no call"`
	None   int `json:"none" doc:"people without an address and a number"`
	Paused int `json:"paused,omitempty" doc:"people whose data are on pause: they hear nothing"`
	Dates  int `json:"dates" doc:"at how many dates there is somebody who hears it"`
	LetterSeen
}

// CheckMessage is what a message would come to; nothing is stored.
//
// Problems: not_found, forbidden, invalid, gone (cancelled), closed (over).
func (p *Changes) CheckMessage(
	ctx context.Context,
	who identity.Actor,
	occurrence string,
	in TellEverybody,
) (out MessageCheck, err error) {
	s, err := p.Peek(ctx, p.Pool, occurrence)
	if err != nil {
		return out, err
	}
	if err := mayTell(who, s, &in); err != nil {
		return out, err
	}
	all, dates, err := p.audienceOf(ctx, p.Pool, s, in.Act)
	if err != nil {
		return out, db.Problem(err)
	}
	first := s.ID // a mail speaks of the first date of who gets it
	if most := all.busiest(); most != nil {
		first = most.About[0].Date
	}
	meetings, err := waitlist.Meetings(ctx, p.Pool, first)
	if err != nil {
		return out, db.Problem(err)
	}
	letter := mail.ToEverybodyLetter(rules.Coming(meetings, s.Now).Start, in.Text, "(link)")
	c, err := p.seen(ctx, s, all, mail.ToEverybody, letter)
	c.AtOnce = TellManyAfter(dates) == 0
	return MessageCheck{
		c.Mail, c.Call, c.Self, c.None, c.Paused, len(dates), c.LetterSeen,
	}, err
}

// mayTell says whether somebody may send a message about this date now.
func mayTell(who identity.Actor, s *rules.Slot, in *TellEverybody) error {
	if err := s.MayRun(who); err != nil {
		return err
	}
	if wrong := in.faults(); len(wrong) > 0 {
		return problem.WithFields(wrong...)
	}
	return stillOn(s)
}

// audienceOf is everybody with a place at a date, or at the dates that an act changed, and those
// dates of which somebody hears, by their start. Its fingerprint is of them, of how they are told,
// and of when that is.
//
// Problems: not_found (no such act on this date), conflict (it was taken back).
func (p *Changes) audienceOf(
	ctx context.Context,
	q db.Querier,
	s *rules.Slot,
	act string,
) (all ToldTogether, dates []*rules.Slot, err error) {
	dates = []*rules.Slot{s}
	if act != "" {
		if dates, err = p.changedBy(ctx, q, s, act); err != nil {
			return all, nil, err
		}
	}
	at, err := p.hearersAt(ctx, q, waitlist.IDsOf(dates), "registered")
	dates = slices.DeleteFunc(dates, func(d *rules.Slot) bool { return len(at[d.ID]) == 0 })
	told := make([]toldOf, len(dates))
	for i, d := range dates {
		told[i] = toldOf{s: d, hear: at[d.ID], becomes: "message"}
	}
	return p.together(told), dates, err
}

// changedBy are the dates that an act of staff changed and that are to come, by their start.
func (p *Changes) changedBy(
	ctx context.Context,
	q db.Querier,
	s *rules.Slot,
	act string,
) (dates []*rules.Slot, err error) {
	lead, parts, err := partsOf(ctx, q, act)
	if err != nil {
		return nil, err // no rows: not_found
	}
	if lead.Occurrence != s.ID || valuesOf(&lead) == nil && len(parts) < 2 {
		return nil, problem.New(problem.NotFound)
	}
	if lead.UndoneAt != nil {
		return nil, problem.New(problem.Conflict)
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

// Message tells everybody who comes to a date, or to the dates that an act changed: by mail once it
// can no longer be taken back, or by a call. Who signs up for another of them at this moment has
// read already what changed.
//
// Problems: those of StaffOn, CheckMessage and audienceOf, precondition_failed (others come now
// than were shown), conflict (there is nobody to tell).
func (p *Changes) Message(
	ctx context.Context,
	by booking.By,
	occurrence string,
	in TellEverybody,
) (booking.Done, error) {
	return p.StaffOn(
		ctx,
		by,
		occurrence,
		func(tx pgx.Tx, s *rules.Slot) (a booking.Acted, err error) {
			if err := mayTell(by.Actor, s, &in); err != nil {
				return a, err
			}
			all, dates, err := p.audienceOf(ctx, tx, s, in.Act)
			switch {
			case err != nil:
				return a, err
			case all.Fingerprint != in.Fingerprint:
				return a, problem.New(problem.PreconditionFailed)
			case len(all.Mail)+len(all.Call) == 0:
				return a, problem.New(problem.Conflict)
			}
			d := &messageAct{DateAct: booking.DateAct{Mails: len(all.Mail), Calls: len(all.Call)}}
			if in.Act != "" {
				d.At, d.Dates = waitlist.IDsOf(dates), len(dates)
			}
			a = booking.Acted{Doc: d, Undo: TellManyAfter(dates)}
			if _, err := tx.Exec(ctx, `
			insert into date_message (id, occurrence_id, sealed, created_at)
			values ($1, $2, $3, $4)`,
				s.Act, s.ID, p.Keys.Seal(MessageTable, s.Act, []byte(in.Text)), s.Now); err != nil {
				return a, err
			}
			all.text = in.Text
			n := News{mail.ToEverybody, callMessage, a.Undo}
			return a, p.TellTogether(ctx, tx, s, all, n)
		},
	)
}

// Undo takes a message back while nobody has heard it.
func (d *messageAct) Undo(ctx context.Context, b desk.Back) error {
	told, err := heard(ctx, b.Tx, b.Act.ID)
	if err != nil {
		return err
	}
	all, err := b.Mail.WithdrawMessage(ctx, b.Tx, b.Act.ID, append(d.At, b.S.ID))
	if err == nil && (told || !all) {
		err = problem.New(problem.Gone)
	}
	if err != nil {
		return err
	}
	_, err = b.Tx.Exec(ctx, `delete from date_message where id = $1`, b.Act.ID)
	return err
}

// MessageText is what a message says. Nothing found is not_found.
func (p *Changes) MessageText(ctx context.Context, q db.Querier, id string) (string, error) {
	var box []byte
	if err := q.QueryRow(ctx, `
		select sealed from date_message where id = $1`, id).Scan(&box); err != nil {
		return "", db.Problem(err)
	}
	text, err := p.Keys.Open(MessageTable, id, box)
	return string(text), err
}

// SweepMessages forgets messages of which no mail can be sent any more: the outbox forgets its own
// rows as late as that.
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
	if err != nil {
		return mail.Letter{}, err
	}
	text, err := p.MessageText(ctx, p.Pool, data.Message)
	if err != nil {
		return mail.Letter{}, err
	}
	link, err := p.PlaceLink(ctx, r)
	return mail.ToEverybodyLetter(first.Start, text, link), err
}
