package changes

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"slices"
	"time"

	"herstelruimte/internal/agenda/booking"
	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/agenda/visitors"
	"herstelruimte/internal/agenda/waitlist"
	"herstelruimte/internal/db"
	"herstelruimte/internal/mail"
	"herstelruimte/internal/problem"
)

// stillTrue is one date, or meeting, of a mail as it is now.
type stillTrue struct {
	mail.ChangedLine
	row     waitlist.ToldRow
	s       *rules.Slot
	own     visitors.CalendarOf // no owner for who waits: it stands in no calendar of theirs
	move    *moveDoc            // of a mail about a move
	offered bool                // to them, a place there
}

// ChangeLetter is the mail of an act about dates, as far as it is still so.
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

// stillTrue reads it. Problems: those of hearer, mail.ErrUntrue (no longer so).
func (p *Changes) stillTrue(
	ctx context.Context,
	kind mail.Kind,
	row waitlist.ToldRow,
) (t stillTrue, err error) {
	t.row = row
	d, err := p.When(ctx, row.Date)
	if err != nil {
		return t, err
	}
	s, all, at := d.S, d.All, d.Next
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
	t.Start, t.End = at.Start, at.End
	if kind == mail.DateMoved {
		last, err := lastOn(ctx, p.Pool, row.Date, booking.ActShifted)
		t.move = docOf[shiftedAct](last).Move
		if err == nil && (t.move == nil || last.ID != row.Act) {
			err = mail.ErrUntrue
		}
		if err != nil {
			return t, err
		}
		t.ChangedLine = p.movedLine(ctx, t.move)
	}
	t.s, t.own.All, t.offered, t.Waits = s, all, as == "offered", row.Waits
	of := waitlist.EntryKind
	if !row.Waits {
		of = waitlist.PlaceKind
		t.own.Owner, t.own.Sequence = h.ID, h.Sequence
	}
	t.Link, err = p.LinkTo(ctx, of, h.ID, h.Who.Email)
	return t, err
}

func (p *Changes) letterOf(
	ctx context.Context, kind mail.Kind, all []stillTrue,
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
	d := mail.ChangedDate{Stays: true}
	switch {
	case kind == mail.DateMoved:
		var until time.Time
		if last.offered && len(all) == 1 {
			until, err = p.shortened(ctx, last.row.Row, last.move)
		}
		return movedLetter(lines, until, calendar), err
	case last.row.Session == "" || len(all) > 1 && last.s.Status == "cancelled":
		d, err = p.ChangedDate(ctx, p.Pool, last.s, rules.Meeting{})
	default:
		d.Reason = last.own.All[0].Reason
	}
	d.Calendar = calendar
	return changedLetter(kind, d, lines), err
}

// movedLine is what a mail says of a move, without what belongs to one person.
func (p *Changes) movedLine(ctx context.Context, m *moveDoc) mail.ChangedLine {
	return mail.ChangedLine{
		WasStart: m.Was.Start, WasEnd: m.Was.End, Start: m.Is.Start, End: m.Is.End,
		Place: p.House(ctx).Place(m.Is.Room),
	}
}

// movedLetter is the mail about dates that are elsewhere; until: how long a place there is kept.
func movedLetter(lines []mail.ChangedLine, until time.Time, calendar []byte) mail.Letter {
	if len(lines) > 1 {
		return mail.DatesMovedLetter(lines, calendar)
	}
	l := lines[0]
	return mail.DateMovedLetter(mail.MovedDate{
		WasStart: l.WasStart, WasEnd: l.WasEnd, Start: l.Start, End: l.End, Place: l.Place,
		Waits: l.Waits, Link: l.Link, Until: until, Calendar: calendar,
	})
}

// changedLetter is the mail about dates that are off or on again.
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

// hearer is who a mail is about, and their state on this date; empty: on any.
//
// Problems: not_found (gone, or on another date).
func (p *Changes) hearer(
	ctx context.Context,
	q db.Querier,
	id string,
	waits bool,
	occurrence string,
) (h waitlist.Hearer, state string, err error) {
	kind := waitlist.PlaceKind
	if waits {
		kind = waitlist.EntryKind
	}
	r, err := p.Load(ctx, q, kind, id)
	if err == nil && r.Occurrence != cmp.Or(occurrence, r.Occurrence) {
		err = problem.New(problem.NotFound)
	}
	return r.Hears(), r.State, err
}

// ChangedDate is what mails say of a date, without what belongs to one person.
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

// shortened is until when an entry has its offer since a move; zero: that did not change it.
func (p *Changes) shortened(
	ctx context.Context,
	entry string,
	m *moveDoc,
) (until time.Time, err error) {
	var id string
	var at time.Time
	err = db.Each(ctx, p.Pool, []any{&id, &at}, func() error {
		if _, cut := m.Offers[id]; cut {
			until = at
		}
		return nil
	}, `
		select id, until
		from offer
		where entry_id = $1 and state = 'open'`, entry)
	return until, err
}
