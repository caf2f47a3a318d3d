package changes

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"time"

	"herstelruimte/internal/agenda/booking"
	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/agenda/visitors"
	"herstelruimte/internal/agenda/waitlist"
	"herstelruimte/internal/db"
	"herstelruimte/internal/mail"
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
		switch one, err := p.stillTrue(ctx, m.Kind, row); {
		case err == nil:
			all = append(all, one)
		case !errors.Is(err, mail.ErrUntrue) && !waitlist.IsGone(err):
			return l, err
		}
	}
	if len(all) == 0 {
		return l, mail.ErrUntrue
	}
	return p.letterOf(ctx, m.Kind, all)
}

// stillTrue reads it. Problems: those of hearer, mail.ErrUntrue (no longer so).
func (p *Changes) stillTrue(ctx context.Context, kind mail.Kind, row waitlist.ToldRow) (t stillTrue, err error) {
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
	r, err := p.hearer(ctx, p.Pool, row.Row, row.Date)
	if err != nil {
		return t, err
	}
	is := r.State == "registered" || r.Waits()
	if kind == mail.DateOff { // of a meeting they keep what they have, unless the series is off
		is = is && row.Session != "" || r.State == "cancelledByHouse" || r.State == "closed"
	}
	if off != (kind == mail.DateOff) || !is {
		return t, mail.ErrUntrue
	}
	t.Start, t.End = at.Start, at.End
	if kind == mail.DateMoved {
		last, err := lastAct(ctx, p.Pool, Key{Date: row.Date}, booking.ActShifted)
		t.move = docOf[shiftedAct](last).Move
		if err == nil && (t.move == nil || last.ID != row.Act) {
			err = mail.ErrUntrue
		}
		if err != nil {
			return t, err
		}
		t.ChangedLine = p.movedLine(ctx, t.move)
	}
	t.s, t.own.All, t.offered, t.Waits = s, all, r.State == "offered", row.Waits
	if !row.Waits {
		t.own.Owner, t.own.Sequence = r.ID, r.Doc.Sequence
	}
	t.Link, err = p.LinkTo(ctx, r.Kind, r.ID, r.Who.Email)
	return t, err
}

func (p *Changes) letterOf(ctx context.Context, kind mail.Kind, all []stillTrue) (l mail.Letter, err error) {
	var lines []mail.ChangedLine
	var own []visitors.CalendarOf
	for _, t := range all {
		lines = append(lines, t.ChangedLine)
		if t.own.Owner != "" {
			own = append(own, t.own)
		}
	}
	last := all[len(all)-1]
	d := mail.ChangedDate{Stays: true}
	var until time.Time
	switch {
	case kind == mail.DateMoved:
		if last.offered && len(all) == 1 {
			until, err = p.shortened(ctx, last.row.Row, last.move)
		}
	case last.row.Session == "" || len(all) > 1 && last.s.Status == "cancelled":
		d, err = p.ChangedDate(ctx, last.s)
	default:
		d.Reason = last.own.All[0].Reason
	}
	if len(own) > 0 {
		d.Calendar = p.Appointments(ctx, own, kind == mail.DateOff)
	}
	return letter(kind, d, lines, until), err
}

// movedLine is what a mail says of a move, without what belongs to one person.
func (p *Changes) movedLine(ctx context.Context, m *moveDoc) mail.ChangedLine {
	return mail.ChangedLine{
		WasStart: m.Was.Start, WasEnd: m.Was.End, Start: m.Is.Start, End: m.Is.End,
		Place: p.House(ctx).Place(m.Is.Room),
	}
}

// letter is the mail about dates that changed; of one that moved, until says how long a place there
// is kept.
func letter(kind mail.Kind, d mail.ChangedDate, lines []mail.ChangedLine, until time.Time) mail.Letter {
	l, many := lines[0], len(lines) > 1
	d.Start, d.End, d.Waits, d.Link = l.Start, l.End, l.Waits, l.Link
	switch {
	case kind == mail.DateMoved && many:
		return mail.DatesMovedLetter(lines, d.Calendar)
	case kind == mail.DateMoved:
		return mail.DateMovedLetter(mail.MovedDate{
			WasStart: l.WasStart, WasEnd: l.WasEnd, Start: l.Start, End: l.End, Place: l.Place,
			Waits: l.Waits, Link: l.Link, Until: until, Calendar: d.Calendar,
		})
	case kind == mail.DateOff && many:
		return mail.DatesOffLetter(d, lines, d.Calendar)
	case kind == mail.DateOff:
		return mail.DateOffLetter(d)
	case many:
		return mail.DatesOnLetter(lines, d.Calendar)
	}
	return mail.DateOnLetter(d)
}

// KindOf is the kind of the row with this id.
func KindOf(id string) *waitlist.RowKind {
	if strings.HasPrefix(id, "wle_") {
		return waitlist.EntryKind
	}
	return waitlist.PlaceKind
}

// hearer is who a mail is about. Problems: not_found (gone, or on another date).
func (p *Changes) hearer(ctx context.Context, q db.Querier, id, occurrence string) (waitlist.Row, error) {
	r, err := p.Load(ctx, q, KindOf(id), id)
	if err == nil && r.Occurrence != occurrence {
		err = notFound
	}
	return r, err
}

// ChangedDate is what mails say of a date, without what belongs to one person.
func (p *Changes) ChangedDate(ctx context.Context, s *rules.Slot) (mail.ChangedDate, error) {
	d := mail.ChangedDate{Reason: s.Doc.ChangeReason}
	to := s.Doc.Alternative
	if to == nil {
		return d, nil
	}
	if d.Instead = to.Text; to.OccurrenceID == "" {
		return d, nil
	}
	all, err := waitlist.Meetings(ctx, p.Pool, to.OccurrenceID)
	if err != nil || len(all) == 0 { // it is gone: the reason alone
		return d, err
	}
	next := rules.Coming(all, s.Now)
	d.InsteadStart, d.InsteadEnd = next.Start, next.End
	d.InsteadLink = p.Origin + "/agendadetails/" + to.ActivityID + "/" + to.OccurrenceID
	return d, nil
}

// shortened is until when an entry has its offer since a move; zero: that did not change it.
func (p *Changes) shortened(ctx context.Context, entry string, m *moveDoc) (until time.Time, err error) {
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
