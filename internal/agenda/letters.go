package agenda

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/mail"
	"herstelruimte/internal/problem"
)

// Compose writes the letter of a mail of this room from live data, right before sending. What is no
// longer true gives mail.ErrUntrue.
func (a *Agenda) Compose(ctx context.Context, m mail.Stored) (mail.Letter, error) {
	l, err := a.compose(ctx, m)
	if errors.Is(err, problem.New(problem.NotFound)) { // the person or the date is gone
		return l, mail.ErrUntrue
	}
	return l, err
}

func (a *Agenda) compose(ctx context.Context, m mail.Stored) (mail.Letter, error) {
	switch m.Kind {
	case mail.M1, mail.M2, mail.M9:
		return a.placeLetter(ctx, m)
	case mail.M5, mail.M6:
		return a.listLetter(ctx, m)
	case mail.M7:
		return a.offerLetter(ctx, m)
	case mail.M10:
		return a.cancelLetter(ctx, m)
	case mail.M3:
		return mail.AddressRemoved(), nil
	case mail.M23:
		return mail.Erased(), nil
	}
	return mail.Letter{}, mail.ErrUntrue
}

// when is the session that a mail about an occurrence speaks of, and how many come after it.
func (a *Agenda) when(
	ctx context.Context,
	occurrence string,
) (s *slot, all []meeting, m meeting, more int, err error) {
	if s, err = a.peek(ctx, a.Pool, occurrence); err != nil {
		return s, nil, m, 0, err
	}
	if all, err = a.meetings(ctx, a.Pool, occurrence); err != nil {
		return s, nil, m, 0, err
	}
	m = coming(all, s.now)
	return s, all, m, m.of - m.n, nil
}

func (a *Agenda) placeLetter(ctx context.Context, m mail.Stored) (mail.Letter, error) {
	r, err := a.loadRegistration(ctx, a.Pool, "id = $1", m.Cause)
	if err != nil {
		return mail.Letter{}, err
	}
	s, all, first, more, err := a.when(ctx, r.occurrence)
	if err != nil {
		return mail.Letter{}, err
	}
	if r.status != "registered" || s.status == "cancelled" {
		return mail.Letter{}, mail.ErrUntrue
	}
	v := mail.Visit{
		Start: first.start,
		End:   first.end,
		Place: a.House(ctx).Place(first.room),
		More:  more,
		Seats: r.seats,
		Link:  a.Origin + "/registrationdetails/" + a.Keys.Token(registrationToken, r.id, r.tokens),
	}
	if m.Kind == mail.M2 {
		return mail.SignedUpBefore(v), nil
	}
	v.Calendar = a.appointment(ctx, all, r.id, r.doc.Sequence, false)
	if m.Kind == mail.M9 {
		return mail.PlaceGiven(v), nil
	}
	return mail.SignedUp(v), nil
}

// entryWhen is a waitlist entry and the session that a mail about it speaks of; ErrUntrue when the
// date does not happen.
func (a *Agenda) entryWhen(
	ctx context.Context,
	id string,
) (e entryRow, m meeting, more int, err error) {
	if e, err = a.loadEntry(ctx, a.Pool, "id = $1", id); err != nil {
		return e, m, 0, err
	}
	s, _, m, more, err := a.when(ctx, e.occurrence)
	if err == nil && (s.status == "cancelled" || s.hidden() != nil) {
		err = mail.ErrUntrue
	}
	return e, m, more, err
}

func (a *Agenda) entryLink(e entryRow) string {
	return a.Origin + "/waitlist/" + a.Keys.Token(entryToken, e.id, e.tokens)
}

func (a *Agenda) listLetter(ctx context.Context, m mail.Stored) (mail.Letter, error) {
	e, first, more, err := a.entryWhen(ctx, m.Cause)
	if err != nil {
		return mail.Letter{}, err
	}
	if e.state != "waiting" && e.state != "offered" {
		return mail.Letter{}, mail.ErrUntrue
	}
	w := mail.Waiting{
		Start:   first.start,
		End:     first.end,
		Link:    a.entryLink(e),
		More:    more,
		ByPhone: e.way == "phone",
	}
	if m.Kind == mail.M6 {
		return mail.OnListBefore(w), nil
	}
	return mail.OnList(w), nil
}

func (a *Agenda) offerLetter(ctx context.Context, m mail.Stored) (mail.Letter, error) {
	var data offerMail
	if err := json.Unmarshal(m.Data, &data); err != nil {
		return mail.Letter{}, err
	}
	e, first, more, err := a.entryWhen(ctx, m.Cause)
	if err != nil {
		return mail.Letter{}, err
	}
	o := mail.Offer{Start: first.start, End: first.end, Link: a.entryLink(e), More: more}
	var places int
	err = a.Pool.QueryRow(
		ctx, `
		select seats, until from offer where id = $1 and state = 'open' and until > $2`,
		data.Offer,
		a.Clock.Now(),
	).Scan(
		&places,
		&o.Until,
	)
	if errors.Is(err, pgx.ErrNoRows) {
		return mail.Letter{}, mail.ErrUntrue
	}
	if err != nil {
		return mail.Letter{}, err
	}
	o.OnlyOne = places == 1 && e.seats > 1
	return mail.Offered(o), nil
}

// cancelLetter needs nothing of the registration itself: it is still sent when that was erased
// meanwhile.
func (a *Agenda) cancelLetter(ctx context.Context, m mail.Stored) (mail.Letter, error) {
	var data calendarMail
	if err := json.Unmarshal(m.Data, &data); err != nil {
		return mail.Letter{}, err
	}
	_, all, first, _, err := a.when(ctx, m.Occurrence)
	if err != nil {
		return mail.Letter{}, err
	}
	return mail.Cancelled(mail.Visit{
		Start:    first.start,
		End:      first.end,
		Calendar: a.appointment(ctx, all, data.Registration, data.Sequence, true),
	}), nil
}
