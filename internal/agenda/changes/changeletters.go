package changes

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/booking"
	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/agenda/visitors"
	"herstelruimte/internal/agenda/waitlist"
	"herstelruimte/internal/db"
	"herstelruimte/internal/mail"
	"herstelruimte/internal/problem"
)

// stillTrue is one date of a mail as it is now; of a series one meeting.
type stillTrue struct {
	mail.ChangedLine
	row     waitlist.ToldRow
	s       *rules.Slot
	own     visitors.CalendarOf // no owner for who waits: it stands in no calendar of theirs
	move    *moveDoc            // of a mail about a move
	offered bool                // to them, a place there
}

// ChangeLetter is the mail of an act about dates, while what it says is so.
func (p *Changes) ChangeLetter(ctx context.Context, m mail.Stored) (l mail.Letter, err error) {
	var data booking.ChangeMail
	if err := json.Unmarshal(m.Data, &data); err != nil {
		return l, err
	}
	if data.About == nil {
		data.About = []waitlist.ToldRow{
			{Date: m.Occurrence, Row: m.Cause, Waits: data.Waits, Act: data.Act},
		}
	}
	var all []stillTrue
	for _, row := range data.About {
		one, err := p.stillTrue(ctx, m.Kind, row)
		if errors.Is(err, mail.ErrUntrue) || waitlist.IsGone(err) {
			continue
		}
		if err != nil {
			return l, err
		}
		all = append(all, one)
	}
	if len(all) == 0 {
		return l, mail.ErrUntrue
	}
	return p.letterOf(ctx, m.Kind, all)
}

// stillTrue is what a mail says of one date. Problems: mail.ErrUntrue when it is no longer so, and
// those of hearer.
func (p *Changes) stillTrue(
	ctx context.Context,
	kind mail.Kind,
	row waitlist.ToldRow,
) (t stillTrue, err error) {
	t.row = row
	s, all, at, _, err := p.When(ctx, row.Date)
	if err != nil {
		return t, err
	}
	off := s.Status == "cancelled"
	if row.Session != "" {
		i := slices.IndexFunc(all, func(m rules.Meeting) bool { return m.ID == row.Session })
		if i < 0 {
			return t, mail.ErrUntrue
		}
		at, all = all[i], all[i:i+1]
		off = at.Status == "cancelled"
	}
	h, as, err := p.hearer(ctx, p.Pool, row.Row, row.Waits, row.Date)
	if err != nil {
		return t, err
	}
	is := as == "registered" || as == "waiting" || as == "offered"
	if kind == mail.DateOff { // of a meeting they keep what they have, unless the series is off
		is = is && row.Session != "" || as == "cancelledByHouse" || as == "closed"
	}
	if off != (kind == mail.DateOff) || !is {
		return t, mail.ErrUntrue
	}
	t.s, t.own.All, t.offered = s, all, as == "offered"
	t.Start, t.End, t.Waits = at.Start, at.End, row.Waits
	if kind == mail.DateMoved {
		last, err := lastOn(ctx, p.Pool, row.Date, booking.ActShifted)
		if err == nil && (moveOf(last) == nil || last.ID != row.Act) {
			err = mail.ErrUntrue
		}
		if err != nil {
			return t, err
		}
		t.move = moveOf(last)
		t.WasStart, t.WasEnd = t.move.Was.Start, t.move.Was.End
		t.Place = p.House(ctx).Place(t.move.Is.Room)
	}
	prefix, page := waitlist.EntryToken, "/waitlist/"
	if !row.Waits {
		prefix, page = waitlist.RegistrationToken, "/registrationdetails/"
		t.own.Owner, t.own.Sequence = h.ID, h.Sequence
	}
	secret, err := p.LinkTo(ctx, prefix, h.ID, h.Who.Email)
	t.Link = p.Origin + page + secret
	return t, err
}

// letterOf is the mail about these dates, or meetings of a series.
func (p *Changes) letterOf(
	ctx context.Context,
	kind mail.Kind,
	all []stillTrue,
) (l mail.Letter, err error) {
	var lines []mail.ChangedLine
	var own []visitors.CalendarOf
	for _, t := range all {
		lines = append(lines, t.ChangedLine)
		if t.own.Owner != "" {
			own = append(own, t.own)
		}
	}
	var calendar []byte
	if len(own) > 0 {
		calendar = p.Appointments(ctx, own, kind == mail.DateOff)
	}
	last := all[len(all)-1]
	switch {
	case kind == mail.DateMoved && len(all) > 1:
		return mail.DatesMovedLetter(lines, calendar), nil
	case kind == mail.DateMoved:
		d := p.movedDate(ctx, last.move.Was, last.move.Is)
		d.Waits, d.Link, d.Calendar = last.Waits, last.Link, calendar
		if last.offered {
			d.Until, err = p.shortened(ctx, last.row.Row, last.move)
		}
		return mail.DateMovedLetter(d), err
	}
	var d mail.ChangedDate
	if last.row.Session == "" || len(all) > 1 && last.s.Status == "cancelled" {
		d, err = p.ChangedDate(ctx, p.Pool, last.s, rules.Meeting{})
	} else {
		d = mail.ChangedDate{Reason: last.own.All[0].Reason, Stays: true}
	}
	d.Calendar = calendar
	return changedLetter(kind, d, lines), err
}

// changedLetter is the mail about dates that do not go on, or go on after all: about one the plain
// mail about that date.
func changedLetter(kind mail.Kind, d mail.ChangedDate, lines []mail.ChangedLine) mail.Letter {
	off := kind == mail.DateOff
	switch {
	case len(lines) > 1 && off:
		return mail.DatesOffLetter(d, lines, d.Calendar)
	case len(lines) > 1:
		return mail.DatesOnLetter(lines, d.Calendar)
	}
	l := lines[0]
	d.Start, d.End, d.Waits, d.Link = l.Start, l.End, l.Waits, l.Link
	if off {
		return mail.DateOffLetter(d)
	}
	return mail.DateOnLetter(d)
}

// hearer is who a mail is about, and the state they are in on that date; not_found when they are
// gone, or moved to another.
func (p *Changes) hearer(
	ctx context.Context,
	q db.Querier,
	id string,
	waits bool,
	occurrence string,
) (h waitlist.Hearer, state string, err error) {
	on := occurrence
	if waits {
		var e waitlist.EntryRow
		e, err = p.LoadEntry(ctx, q, "id = $1", id)
		h, state, on = e.Hears(), e.State, e.Occurrence
	} else {
		var r waitlist.RegistrationRow
		r, err = p.LoadRegistration(ctx, q, "id = $1", id)
		h, state, on = r.Hears(), r.Status, r.Occurrence
	}
	if err == nil && on != occurrence {
		err = problem.New(problem.NotFound)
	}
	return h, state, err
}

// ChangedDate is what the mails say of a date, without what belongs to one person.
func (p *Changes) ChangedDate(
	ctx context.Context,
	q db.Querier,
	s *rules.Slot,
	m rules.Meeting,
) (mail.ChangedDate, error) {
	d := mail.ChangedDate{Start: m.Start, End: m.End, Reason: s.Doc.ChangeReason, Link: "(link)"}
	to := s.Doc.Alternative
	if to == nil {
		return d, nil
	}
	if d.Instead = to.Text; to.OccurrenceID == "" {
		return d, nil
	}
	all, err := waitlist.Meetings(ctx, q, to.OccurrenceID)
	if err != nil || len(all) == 0 { // it is gone: the reason alone
		return d, err
	}
	next := rules.Coming(all, s.Now)
	d.InsteadStart, d.InsteadEnd = next.Start, next.End
	d.InsteadLink = p.Origin + "/agendadetails/" + to.ActivityID + "/" + to.OccurrenceID
	return d, nil
}

// shortened is until when the open offer of an entry stands since the move; zero when that did not
// change it.
func (p *Changes) shortened(
	ctx context.Context,
	entry string,
	m *moveDoc,
) (until time.Time, err error) {
	rows, err := p.Pool.Query(ctx, `
		select id, until
		from offer
		where entry_id = $1 and state = 'open'`, entry)
	if err != nil {
		return until, err
	}
	var id string
	var at time.Time
	_, err = pgx.ForEachRow(rows, []any{&id, &at}, func() error {
		if _, cut := m.Offers[id]; cut {
			until = at
		}
		return nil
	})
	return until, err
}
