package visitors

import (
	"context"
	"encoding/json"
	"slices"

	"herstelruimte/internal/agenda/booking"
	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/agenda/waitlist"
	"herstelruimte/internal/db"
	"herstelruimte/internal/mail"
	"herstelruimte/internal/problem"
)

// DateToTell is a date of which a mail tells.
type DateToTell struct {
	S    *rules.Slot
	All  []rules.Meeting
	Next rules.Meeting // of which it speaks
	More int           // come after that
}

// When is a date as a mail tells of it now, read together with those of other mails.
func (p *Visitors) When(ctx context.Context, occurrence string) (d DateToTell, err error) {
	if !rules.Readable(occurrence) {
		return d, problem.New(problem.NotFound)
	}
	d, found, err := p.dates.Ask(ctx, occurrence, func(
		ctx context.Context, ids []string,
	) (map[string]DateToTell, error) {
		dates, err := p.PeekAll(ctx, p.Pool, ids)
		if err != nil {
			return nil, err
		}
		meetings, err := waitlist.MeetingsAt(ctx, p.Pool, ids)
		out := map[string]DateToTell{}
		for _, s := range dates {
			out[s.ID] = DateToTell{S: s, All: meetings[s.ID]}
		}
		return out, err
	})
	if err == nil && !found {
		err = problem.New(problem.NotFound)
	}
	if err != nil {
		return d, db.Problem(err)
	}
	s := *d.S // others have the same
	d.S, d.All = &s, slices.Clone(d.All)
	d.Next = rules.Coming(d.All, d.S.Now)
	d.More = d.Next.Of - d.Next.N
	return d, nil
}

// whose is the row of a mail on its date; mail.ErrUntrue when that does not happen, or the row is
// in none of these states.
func (p *Visitors) whose(
	ctx context.Context, kind *waitlist.RowKind, id string, states ...string,
) (r waitlist.Row, d DateToTell, err error) {
	if r, err = p.Told(ctx, kind, id); err != nil {
		return r, d, err
	}
	d, err = p.When(ctx, r.Occurrence)
	if err == nil && (d.S.Status == "cancelled" ||
		kind == waitlist.EntryKind && d.S.Hidden() != nil ||
		len(states) > 0 && !slices.Contains(states, r.State)) {
		err = mail.ErrUntrue
	}
	return r, d, err
}

// linkOf is where somebody finds their row.
func (p *Visitors) linkOf(ctx context.Context, r waitlist.Row) (string, error) {
	return p.LinkTo(ctx, r.Kind, r.ID, r.Who.Email)
}

func (p *Visitors) PlaceLetter(ctx context.Context, m mail.Stored) (l mail.Letter, err error) {
	r, d, err := p.whose(ctx, waitlist.PlaceKind, m.Cause, "registered")
	if err != nil {
		return l, err
	}
	v := mail.Visit{
		Start: d.Next.Start,
		End:   d.Next.End,
		Place: p.House(ctx).Place(d.Next.Room),
		Own:   d.S.Activity.OwnSentence,
		More:  d.More,
		Seats: r.Seats,
	}
	if v.Link, err = p.linkOf(ctx, r); err != nil {
		return l, err
	}
	if m.Kind == mail.SignedUpBefore {
		return mail.SignedUpBeforeLetter(v), nil
	}
	var moved booking.MovedMail
	if m.Kind == mail.SignedUp {
		if err := json.Unmarshal(m.Data, &moved); err != nil {
			return l, err
		}
	}
	if moved.From != "" { // their calendar file takes the day away that they were moved from
		before, err := p.When(ctx, moved.From)
		if err != nil {
			return l, err
		}
		for i := range before.All {
			before.All[i].Status = "cancelled"
		}
		v.Before, d.All = before.Next.Start, append(before.All, d.All...)
	}
	v.Calendar = p.appointment(ctx, d.All, r.ID, r.Doc.Sequence, false)
	switch {
	case m.Kind == mail.PlaceGiven:
		return mail.PlaceGivenLetter(v), nil
	case moved.From != "":
		return mail.MovedLetter(v), nil
	}
	return mail.SignedUpLetter(v), nil
}

// StillComes is a sign-up at a date, and the meeting that is next; mail.ErrUntrue when they do not
// come any more, or it does not go on.
func (p *Visitors) StillComes(
	ctx context.Context,
	registration, occurrence string,
) (waitlist.Row, rules.Meeting, error) {
	r, d, err := p.whose(ctx, waitlist.PlaceKind, registration, "registered")
	if err == nil && r.Occurrence != occurrence {
		err = mail.ErrUntrue
	}
	return r, d.Next, err
}

func (p *Visitors) ListLetter(ctx context.Context, m mail.Stored) (l mail.Letter, err error) {
	e, d, err := p.whose(ctx, waitlist.EntryKind, m.Cause, "waiting", "offered")
	if err != nil {
		return l, err
	}
	w := mail.Waiting{
		Start: d.Next.Start, End: d.Next.End, More: d.More, ByPhone: e.Way == "phone",
	}
	if w.Link, err = p.linkOf(ctx, e); err != nil {
		return l, err
	}
	if m.Kind == mail.OnListBefore {
		return mail.OnListBeforeLetter(w), nil
	}
	return mail.OnListLetter(w), nil
}

func (p *Visitors) OfferLetter(ctx context.Context, m mail.Stored) (l mail.Letter, err error) {
	var data waitlist.OfferMail
	if err := json.Unmarshal(m.Data, &data); err != nil {
		return l, err
	}
	t, err := p.Tell(ctx, m, data.Offer)
	if err != nil {
		return l, err
	}
	e, d, err := p.whose(ctx, waitlist.EntryKind, m.Cause)
	if err != nil {
		return l, err
	}
	link, err := p.linkOf(ctx, e)
	return mail.OfferedLetter(mail.Offer{
		Start:   d.Next.Start,
		End:     d.Next.End,
		Until:   t.Until,
		Link:    link,
		More:    d.More,
		OnlyOne: t.Seats == 1 && e.Seats > 1,
		Waited:  e.Doc.DeferredUsed,
	}), err
}

// ExpiredLetter tells that an offer is over. Was another made since, or did they leave, it is of no
// use any more.
func (p *Visitors) ExpiredLetter(ctx context.Context, m mail.Stored) (l mail.Letter, err error) {
	var data waitlist.ExpiredMail
	if err := json.Unmarshal(m.Data, &data); err != nil {
		return l, err
	}
	is := map[bool]string{false: "waiting", true: "expired"}[data.Gone]
	e, d, err := p.whose(ctx, waitlist.EntryKind, m.Cause, is)
	if err == nil && !d.S.Now.Before(d.S.JoinUntil) {
		err = mail.ErrUntrue
	}
	if err != nil {
		return l, err
	}
	link := p.Origin + "/agendadetails/" + d.S.ActivityID + "/" + d.S.ID
	if !data.Gone {
		link, err = p.linkOf(ctx, e)
	}
	return mail.OfferExpiredLetter(d.Next.Start, link, data.Gone), err
}

// CancelLetter needs nothing of the sign-up itself: it is still sent when that was erased.
func (p *Visitors) CancelLetter(ctx context.Context, m mail.Stored) (l mail.Letter, err error) {
	var data booking.CalendarMail
	if err := json.Unmarshal(m.Data, &data); err != nil {
		return l, err
	}
	d, err := p.When(ctx, m.Occurrence)
	if err != nil {
		return l, err
	}
	return mail.CancelledLetter(mail.Visit{
		Start:    d.Next.Start,
		End:      d.Next.End,
		Calendar: p.appointment(ctx, d.All, data.Registration, data.Sequence, true),
	}), nil
}

// AddressLetter tells an old address that it was taken away. It is still sent when the sign-up was
// erased meanwhile, or the way back used: then without one.
func (p *Visitors) AddressLetter(ctx context.Context, m mail.Stored) (mail.Letter, error) {
	var data addressMail
	if err := json.Unmarshal(m.Data, &data); err != nil || data.WayBack == "" {
		return mail.AddressRemovedLetter(""), err
	}
	var open bool
	if err := p.Pool.QueryRow(ctx, `
		select exists (select from own_link where id = $1 and until > $2)`,
		data.WayBack, p.Clock.Now()).Scan(&open); err != nil || !open {
		return mail.AddressRemovedLetter(""), err
	}
	secret := p.Keys.Token(waitlist.WayBackToken, data.WayBack, 1)
	return mail.AddressRemovedLetter(p.Origin + "/registrationdetails/" + secret), nil
}
