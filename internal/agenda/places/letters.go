package places

import (
	"context"
	"encoding/json"
	"errors"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/mail"
	"herstelruimte/internal/problem"
)

// Compose writes the letter of a mail of this room from live data, right before sending. What is no
// longer true gives mail.ErrUntrue.
func (p *Places) Compose(ctx context.Context, m mail.Stored) (mail.Letter, error) {
	l, err := p.compose(ctx, m)
	if errors.Is(err, problem.New(problem.NotFound)) { // the person or the date is gone
		return l, mail.ErrUntrue
	}
	return l, err
}

func (p *Places) compose(ctx context.Context, m mail.Stored) (mail.Letter, error) {
	switch m.Kind {
	case mail.SignedUp, mail.SignedUpBefore, mail.PlaceGiven:
		return p.placeLetter(ctx, m)
	case mail.LinkAsked:
		return p.overviewLetter(ctx, m)
	case mail.OnList, mail.OnListBefore:
		return p.listLetter(ctx, m)
	case mail.Offered:
		return p.offerLetter(ctx, m)
	case mail.OfferExpired:
		return p.expiredLetter(ctx, m)
	case mail.Cancelled:
		return p.cancelLetter(ctx, m)
	case mail.Reminder:
		return p.reminderLetter(ctx, m)
	case mail.CallsToday:
		return p.noticeLetter(ctx, m)
	case mail.AddressRemoved:
		return p.addressLetter(ctx, m)
	case mail.ToEverybody:
		return p.messageLetter(ctx, m)
	case mail.DateOff, mail.DateOn, mail.DateMoved:
		return p.changeLetter(ctx, m)
	case mail.Erased:
		return mail.ErasedLetter(), nil
	}
	return mail.Letter{}, mail.ErrUntrue
}

// when is the session that a mail about an occurrence speaks of, and how many come after it.
func (p *Places) when(
	ctx context.Context,
	occurrence string,
) (s *rules.Slot, all []rules.Meeting, m rules.Meeting, more int, err error) {
	if s, err = p.Peek(ctx, p.Pool, occurrence); err != nil {
		return s, nil, m, 0, err
	}
	if all, err = Meetings(ctx, p.Pool, occurrence); err != nil {
		return s, nil, m, 0, err
	}
	m = rules.Coming(all, s.Now)
	return s, all, m, m.Of - m.N, nil
}

func (p *Places) placeLetter(ctx context.Context, m mail.Stored) (mail.Letter, error) {
	r, err := p.loadRegistration(ctx, p.Pool, "id = $1", m.Cause)
	if err != nil {
		return mail.Letter{}, err
	}
	s, all, first, more, err := p.when(ctx, r.occurrence)
	if err != nil {
		return mail.Letter{}, err
	}
	if r.status != "registered" || s.Status == "cancelled" {
		return mail.Letter{}, mail.ErrUntrue
	}
	link, err := p.placeLink(ctx, r)
	if err != nil {
		return mail.Letter{}, err
	}
	v := mail.Visit{
		Start: first.Start,
		End:   first.End,
		Place: p.House(ctx).Place(first.Room),
		More:  more,
		Seats: r.seats,
		Link:  link,
	}
	if m.Kind == mail.SignedUpBefore {
		return mail.SignedUpBeforeLetter(v), nil
	}
	v.Calendar = p.appointment(ctx, all, r.id, r.doc.Sequence, false)
	if m.Kind == mail.PlaceGiven {
		return mail.PlaceGivenLetter(v), nil
	}
	var moved movedMail
	if err := json.Unmarshal(m.Data, &moved); err != nil {
		return mail.Letter{}, err
	}
	if moved.From != "" {
		return p.movedLetter(ctx, v, all, r, moved.From)
	}
	return mail.SignedUpLetter(v), nil
}

// movedLetter names the day that somebody was moved away from; its calendar file takes that away.
func (p *Places) movedLetter(
	ctx context.Context,
	v mail.Visit,
	all []rules.Meeting,
	r registrationRow,
	from string,
) (mail.Letter, error) {
	_, before, first, _, err := p.when(ctx, from)
	if err != nil {
		return mail.Letter{}, err
	}
	for i := range before {
		before[i].Status = "cancelled"
	}
	v.Before = first.Start
	v.Calendar = p.appointment(ctx, append(before, all...), r.id, r.doc.Sequence, false)
	return mail.MovedLetter(v), nil
}

// stillComes is a sign-up at a date, and the meeting that is next; mail.ErrUntrue when they do not
// come any more, or it does not go on.
func (p *Places) stillComes(
	ctx context.Context,
	registration, occurrence string,
) (r registrationRow, m rules.Meeting, err error) {
	if r, err = p.loadRegistration(ctx, p.Pool, "id = $1", registration); err != nil {
		return r, m, err
	}
	s, _, m, _, err := p.when(ctx, occurrence)
	if err == nil &&
		(r.status != "registered" || r.occurrence != s.ID || s.Status == "cancelled") {
		err = mail.ErrUntrue
	}
	return r, m, err
}

// messageLetter is what staff wrote, for who still comes.
func (p *Places) messageLetter(ctx context.Context, m mail.Stored) (mail.Letter, error) {
	var data messageMail
	if err := json.Unmarshal(m.Data, &data); err != nil {
		return mail.Letter{}, err
	}
	r, first, err := p.stillComes(ctx, m.Cause, m.Occurrence)
	for _, row := range data.About { // the first of theirs to which they still come
		if err == nil || !errors.Is(err, mail.ErrUntrue) && !isGone(err) {
			break
		}
		r, first, err = p.stillComes(ctx, row.Row, row.Date)
	}
	if err != nil {
		return mail.Letter{}, err
	}
	text, err := p.messageText(ctx, p.Pool, data.Message)
	if err != nil {
		return mail.Letter{}, err
	}
	link, err := p.placeLink(ctx, r)
	return mail.ToEverybodyLetter(first.Start, text, link), err
}

// placeLink is where somebody finds their sign-up.
func (p *Places) placeLink(ctx context.Context, r registrationRow) (string, error) {
	secret, err := p.linkTo(ctx, RegistrationToken, r.id, r.who.Email)
	return p.Origin + "/registrationdetails/" + secret, err
}

// entryWhen is a waitlist entry and the session that a mail about it speaks of; ErrUntrue when the
// date does not happen.
func (p *Places) entryWhen(
	ctx context.Context,
	id string,
) (e entryRow, m rules.Meeting, more int, err error) {
	if e, err = p.loadEntry(ctx, p.Pool, "id = $1", id); err != nil {
		return e, m, 0, err
	}
	s, _, m, more, err := p.when(ctx, e.occurrence)
	if err == nil && (s.Status == "cancelled" || s.Hidden() != nil) {
		err = mail.ErrUntrue
	}
	return e, m, more, err
}

func (p *Places) entryLink(ctx context.Context, e entryRow) (string, error) {
	secret, err := p.linkTo(ctx, EntryToken, e.id, e.who.Email)
	return p.Origin + "/waitlist/" + secret, err
}

func (p *Places) listLetter(ctx context.Context, m mail.Stored) (mail.Letter, error) {
	e, first, more, err := p.entryWhen(ctx, m.Cause)
	if err != nil {
		return mail.Letter{}, err
	}
	if e.state != "waiting" && e.state != "offered" {
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
		ByPhone: e.way == "phone",
	}
	if m.Kind == mail.OnListBefore {
		return mail.OnListBeforeLetter(w), nil
	}
	return mail.OnListLetter(w), nil
}

func (p *Places) offerLetter(ctx context.Context, m mail.Stored) (mail.Letter, error) {
	var data offerMail
	if err := json.Unmarshal(m.Data, &data); err != nil {
		return mail.Letter{}, err
	}
	t, err := p.tell(ctx, m, data.Offer)
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
		Until:   t.until,
		Link:    link,
		More:    more,
		OnlyOne: t.seats == 1 && e.seats > 1,
		Waited:  e.doc.DeferredUsed,
	}), err
}

// expiredLetter tells that an offer is over. Was another made since, or did they leave, it is of no
// use any more.
func (p *Places) expiredLetter(ctx context.Context, m mail.Stored) (mail.Letter, error) {
	var data expiredMail
	if err := json.Unmarshal(m.Data, &data); err != nil {
		return mail.Letter{}, err
	}
	e, err := p.loadEntry(ctx, p.Pool, "id = $1", m.Cause)
	if err != nil {
		return mail.Letter{}, err
	}
	s, _, first, _, err := p.when(ctx, e.occurrence)
	if err != nil {
		return mail.Letter{}, err
	}
	is := map[bool]string{false: "waiting", true: "expired"}[data.Gone]
	if e.state != is || s.Status == "cancelled" || s.Hidden() != nil || !s.Now.Before(s.JoinUntil) {
		return mail.Letter{}, mail.ErrUntrue
	}
	if data.Gone {
		link := p.Origin + "/agendadetails/" + s.ActivityID + "/" + s.ID
		return mail.OfferExpiredLetter(first.Start, link, true), nil
	}
	link, err := p.entryLink(ctx, e)
	return mail.OfferExpiredLetter(first.Start, link, false), err
}

// cancelLetter needs nothing of the registration itself: it is still sent when that was erased
// meanwhile.
func (p *Places) cancelLetter(ctx context.Context, m mail.Stored) (mail.Letter, error) {
	var data calendarMail
	if err := json.Unmarshal(m.Data, &data); err != nil {
		return mail.Letter{}, err
	}
	_, all, first, _, err := p.when(ctx, m.Occurrence)
	if err != nil {
		return mail.Letter{}, err
	}
	return mail.CancelledLetter(mail.Visit{
		Start:    first.Start,
		End:      first.End,
		Calendar: p.appointment(ctx, all, data.Registration, data.Sequence, true),
	}), nil
}

// addressLetter tells an old address that it was taken away. It is still sent when the sign-up was
// erased meanwhile, or the way back used: then without one.
func (p *Places) addressLetter(ctx context.Context, m mail.Stored) (mail.Letter, error) {
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
	secret := p.Keys.Token(WayBackToken, data.WayBack, 1)
	return mail.AddressRemovedLetter(p.Origin + "/registrationdetails/" + secret), nil
}
