package visitors

import (
	"context"
	"encoding/json"

	"herstelruimte/internal/agenda/booking"
	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/agenda/waitlist"
	"herstelruimte/internal/mail"
)

// When is the session that a mail about an occurrence speaks of, and how many come after it.
func (p *Visitors) When(
	ctx context.Context,
	occurrence string,
) (s *rules.Slot, all []rules.Meeting, m rules.Meeting, more int, err error) {
	if s, err = p.Peek(ctx, p.Pool, occurrence); err != nil {
		return s, nil, m, 0, err
	}
	if all, err = waitlist.Meetings(ctx, p.Pool, occurrence); err != nil {
		return s, nil, m, 0, err
	}
	m = rules.Coming(all, s.Now)
	return s, all, m, m.Of - m.N, nil
}

func (p *Visitors) PlaceLetter(ctx context.Context, m mail.Stored) (mail.Letter, error) {
	r, err := p.LoadRegistration(ctx, p.Pool, "id = $1", m.Cause)
	if err != nil {
		return mail.Letter{}, err
	}
	s, all, first, more, err := p.When(ctx, r.Occurrence)
	if err != nil {
		return mail.Letter{}, err
	}
	if r.Status != "registered" || s.Status == "cancelled" {
		return mail.Letter{}, mail.ErrUntrue
	}
	link, err := p.PlaceLink(ctx, r)
	if err != nil {
		return mail.Letter{}, err
	}
	v := mail.Visit{
		Start: first.Start,
		End:   first.End,
		Place: p.House(ctx).Place(first.Room),
		More:  more,
		Seats: r.Seats,
		Link:  link,
	}
	if m.Kind == mail.SignedUpBefore {
		return mail.SignedUpBeforeLetter(v), nil
	}
	v.Calendar = p.appointment(ctx, all, r.ID, r.Doc.Sequence, false)
	if m.Kind == mail.PlaceGiven {
		return mail.PlaceGivenLetter(v), nil
	}
	var moved booking.MovedMail
	if err := json.Unmarshal(m.Data, &moved); err != nil {
		return mail.Letter{}, err
	}
	if moved.From != "" {
		return p.movedLetter(ctx, v, all, r, moved.From)
	}
	return mail.SignedUpLetter(v), nil
}

// movedLetter names the day that somebody was moved away from; its calendar file takes that away.
func (p *Visitors) movedLetter(
	ctx context.Context,
	v mail.Visit,
	all []rules.Meeting,
	r waitlist.RegistrationRow,
	from string,
) (mail.Letter, error) {
	_, before, first, _, err := p.When(ctx, from)
	if err != nil {
		return mail.Letter{}, err
	}
	for i := range before {
		before[i].Status = "cancelled"
	}
	v.Before = first.Start
	v.Calendar = p.appointment(ctx, append(before, all...), r.ID, r.Doc.Sequence, false)
	return mail.MovedLetter(v), nil
}

// StillComes is a sign-up at a date, and the meeting that is next; mail.ErrUntrue when they do not
// come any more, or it does not go on.
func (p *Visitors) StillComes(
	ctx context.Context,
	registration, occurrence string,
) (r waitlist.RegistrationRow, m rules.Meeting, err error) {
	if r, err = p.LoadRegistration(ctx, p.Pool, "id = $1", registration); err != nil {
		return r, m, err
	}
	s, _, m, _, err := p.When(ctx, occurrence)
	if err == nil &&
		(r.Status != "registered" || r.Occurrence != s.ID || s.Status == "cancelled") {
		err = mail.ErrUntrue
	}
	return r, m, err
}

// PlaceLink is where somebody finds their sign-up.
func (p *Visitors) PlaceLink(ctx context.Context, r waitlist.RegistrationRow) (string, error) {
	secret, err := p.LinkTo(ctx, waitlist.RegistrationToken, r.ID, r.Who.Email)
	return p.Origin + "/registrationdetails/" + secret, err
}

// entryWhen is a waitlist entry and the session that a mail about it speaks of; ErrUntrue when the
// date does not happen.
func (p *Visitors) entryWhen(
	ctx context.Context,
	id string,
) (e waitlist.EntryRow, m rules.Meeting, more int, err error) {
	if e, err = p.LoadEntry(ctx, p.Pool, "id = $1", id); err != nil {
		return e, m, 0, err
	}
	s, _, m, more, err := p.When(ctx, e.Occurrence)
	if err == nil && (s.Status == "cancelled" || s.Hidden() != nil) {
		err = mail.ErrUntrue
	}
	return e, m, more, err
}

func (p *Visitors) entryLink(ctx context.Context, e waitlist.EntryRow) (string, error) {
	secret, err := p.LinkTo(ctx, waitlist.EntryToken, e.ID, e.Who.Email)
	return p.Origin + "/waitlist/" + secret, err
}

func (p *Visitors) ListLetter(ctx context.Context, m mail.Stored) (mail.Letter, error) {
	e, first, more, err := p.entryWhen(ctx, m.Cause)
	if err != nil {
		return mail.Letter{}, err
	}
	if e.State != "waiting" && e.State != "offered" {
		return mail.Letter{}, mail.ErrUntrue
	}
	link, err := p.entryLink(ctx, e)
	if err != nil {
		return mail.Letter{}, err
	}
	w := mail.Waiting{
		Start:   first.Start,
		End:     first.End,
		Link:    link,
		More:    more,
		ByPhone: e.Way == "phone",
	}
	if m.Kind == mail.OnListBefore {
		return mail.OnListBeforeLetter(w), nil
	}
	return mail.OnListLetter(w), nil
}

func (p *Visitors) OfferLetter(ctx context.Context, m mail.Stored) (mail.Letter, error) {
	var data waitlist.OfferMail
	if err := json.Unmarshal(m.Data, &data); err != nil {
		return mail.Letter{}, err
	}
	t, err := p.Tell(ctx, m, data.Offer)
	if err != nil {
		return mail.Letter{}, err
	}
	e, first, more, err := p.entryWhen(ctx, m.Cause)
	if err != nil {
		return mail.Letter{}, err
	}
	link, err := p.entryLink(ctx, e)
	return mail.OfferedLetter(mail.Offer{
		Start:   first.Start,
		End:     first.End,
		Until:   t.Until,
		Link:    link,
		More:    more,
		OnlyOne: t.Seats == 1 && e.Seats > 1,
		Waited:  e.Doc.DeferredUsed,
	}), err
}

// ExpiredLetter tells that an offer is over. Was another made since, or did they leave, it is of no
// use any more.
func (p *Visitors) ExpiredLetter(ctx context.Context, m mail.Stored) (mail.Letter, error) {
	var data waitlist.ExpiredMail
	if err := json.Unmarshal(m.Data, &data); err != nil {
		return mail.Letter{}, err
	}
	e, err := p.LoadEntry(ctx, p.Pool, "id = $1", m.Cause)
	if err != nil {
		return mail.Letter{}, err
	}
	s, _, first, _, err := p.When(ctx, e.Occurrence)
	if err != nil {
		return mail.Letter{}, err
	}
	is := map[bool]string{false: "waiting", true: "expired"}[data.Gone]
	if e.State != is || s.Status == "cancelled" || s.Hidden() != nil || !s.Now.Before(s.JoinUntil) {
		return mail.Letter{}, mail.ErrUntrue
	}
	if data.Gone {
		link := p.Origin + "/agendadetails/" + s.ActivityID + "/" + s.ID
		return mail.OfferExpiredLetter(first.Start, link, true), nil
	}
	link, err := p.entryLink(ctx, e)
	return mail.OfferExpiredLetter(first.Start, link, false), err
}

// CancelLetter needs nothing of the registration itself: it is still sent when that was erased
// meanwhile.
func (p *Visitors) CancelLetter(ctx context.Context, m mail.Stored) (mail.Letter, error) {
	var data booking.CalendarMail
	if err := json.Unmarshal(m.Data, &data); err != nil {
		return mail.Letter{}, err
	}
	_, all, first, _, err := p.When(ctx, m.Occurrence)
	if err != nil {
		return mail.Letter{}, err
	}
	return mail.CancelledLetter(mail.Visit{
		Start:    first.Start,
		End:      first.End,
		Calendar: p.appointment(ctx, all, data.Registration, data.Sequence, true),
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
	if err := p.Pool.QueryRow(
		ctx, `
		select exists (select from own_link where id = $1 and until > $2)`,
		data.WayBack,
		p.Clock.Now(),
	).Scan(&open); err != nil || !open {
		return mail.AddressRemovedLetter(""), err
	}
	secret := p.Keys.Token(waitlist.WayBackToken, data.WayBack, 1)
	return mail.AddressRemovedLetter(p.Origin + "/registrationdetails/" + secret), nil
}
