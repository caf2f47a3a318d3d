package visitors

import (
	"context"
	"time"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/agenda/waitlist"
	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/house"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/problem"
)

// Entry is a place on a waitlist as its holder sees it.
type Entry struct {
	State        string     `json:"state" enum:"waiting,offered,accepted,declined,expired,unreached,left,closed"`
	Date         rules.Line `json:"date"`
	Place        string     `json:"place"`
	Name         string     `json:"name"`
	Email        string     `json:"email,omitempty"`
	Phone        string     `json:"phone,omitempty" doc:"as shown, in pairs"`
	PreferredWay string     `json:"preferredWay" enum:"mail,phone"`
	ShortNotice  bool       `json:"shortNotice"`
	Guests       int        `json:"guests"`
	Ahead        int        `json:"ahead" doc:"people before you, rounded down to fives"`
	Offer        *OfferSeen `json:"offer,omitempty"`
	CanDefer     bool       `json:"canDefer"`
	KeptUntil    string     `json:"keptUntil" format:"date"`

	Consent ConsentSeen `json:"consent"`
	Source  string      `json:"source" enum:"site,telefoon,balie"`

	Times rules.WaitTimes `json:"times"`

	Late   bool `json:"late,omitempty" doc:"in the answer to an answer: the offer was over"`
	Proven bool `json:"proven" doc:"this link was mailed to the address: erasing takes everything of the address, else this entry alone"`

	CanChange bool   `json:"canChange" doc:"they wait, and nothing is on offer to them"`
	Version   int    `json:"version"`
	LinkUntil string `json:"linkUntil,omitempty" doc:"until then this link works; absent: as long as the entry is kept" format:"date-time"`
	Link      string `json:"link,omitempty" doc:"in the answer to a new address: the secret with which the page goes on"`
}

// OfferSeen is an open offer.
type OfferSeen struct {
	ID    string `json:"id"`
	Seats int    `json:"seats"`
	Until string `json:"until" format:"date-time"`
}

// entryView tells the state as the clock says it, also when the job that writes it down is on its
// way.
func (p *Visitors) entryView(ctx context.Context, q db.Querier, e *waitlist.Row, s *rules.Slot) (Entry, error) {
	h := p.House(ctx)
	line, _, err := waitlist.LineOf(ctx, q, s)
	if err != nil {
		return Entry{}, err
	}
	out := Entry{
		State:        e.State,
		Date:         line,
		Place:        h.Place(line.Room),
		Name:         e.Who.Name,
		Email:        e.Who.Email,
		Phone:        house.ShowPhone(e.Who.Phone),
		PreferredWay: e.Way,
		ShortNotice:  e.Doc.ShortNotice,
		Guests:       e.Seats - 1,
		KeptUntil:    clock.Date(s.Ends.AddDate(0, 0, h.KeepFor(e.CreatedAt).WaitlistDays)),
		Times:        rules.WaitTimesOf(h, &s.Activity),
		Source:       e.Doc.Source,
		Version:      e.Version,
		Consent:      consentSeen(e.Doc.Agreed),
	}
	if e.Waits() && !s.Now.Before(s.JoinUntil) {
		out.State = "closed"
		return out, nil
	}
	if e.State == "offered" {
		if err := p.seeOffer(ctx, q, e, s.Now, &out); err != nil {
			return out, err
		}
	}
	out.CanChange = e.State == "waiting"
	if out.State == "waiting" || out.State == "offered" {
		var ahead int
		err = q.QueryRow(ctx, `
			select count(*) from waitlist_entry where occurrence_id = $1 and state in ('waiting',
				'offered') and position < $2`, e.Occurrence, e.Position).Scan(&ahead)
		out.Ahead = ahead / 5 * 5
	}
	return out, err
}

func (p *Visitors) seeOffer(ctx context.Context, q db.Querier, e *waitlist.Row, now time.Time, out *Entry) error {
	var o OfferSeen
	var until time.Time
	var ended, sent bool
	err := q.QueryRow(ctx, `
		select o.id, o.seats, o.until, `+waitlist.Over+`, o.way = 'mail' and coalesce(m.state = 'sent', false)
		from `+waitlist.OffersWithMail+`
		where o.entry_id = $2
			and o.state = 'open'`, now, e.ID).Scan(&o.ID, &o.Seats, &until, &ended, &sent)
	if err != nil {
		return err
	}
	if ended { // the job is on its way
		out.State = "waiting"
		if sent && e.Doc.ExpiredOnce {
			out.State = "expired"
		}
		return nil
	}
	o.Until = clock.Moment(until)
	out.Offer, out.CanDefer = &o, !e.Doc.DeferredUsed
	return nil
}

// ChangeEntry replaces the whole changeable set of somebody who waits; they keep their turn.
//
// Problems: not_found, precondition_required, precondition_failed, invalid, closed (they wait no
// more), conflict (a place is on offer to them: that is answered first).
func (p *Visitors) ChangeEntry(
	ctx context.Context,
	auth, ifMatch string,
	in rules.ChangeEntry,
) (*httpkit.Reply[Entry], error) {
	by := Press{waitlist.EntryToken, auth, "changed"}
	return OnOwn(ctx, p, OwnEntry, by, func(h *Held) error {
		switch { // before the version: to look again at what was typed would be of no use
		case !h.S.Now.Before(h.S.JoinUntil), !h.Row.Waits():
			return problem.New(problem.Closed)
		case h.Row.State == "offered":
			return problem.New(problem.Conflict)
		}
		if err := httpkit.Matches(ifMatch, h.Row.Version); err != nil {
			return err
		}
		return h.Correct(ctx, h.Row.Changed(in), false)
	})
}

// Answer is what somebody says to an offer. After the deadline, or to another offer: a place that
// is free and unclaimed is given, else nothing changes and the answer says late. The same press
// again gives the same answer.
//
// Problems: not_found, invalid, conflict (has waited once already), closed (started).
func (p *Visitors) Answer(ctx context.Context, auth string, in waitlist.Answer) (*httpkit.Reply[Entry], error) {
	kind := waitlist.AnswerKinds[in.Answer]
	if kind == "" {
		return nil, problem.WithFields(problem.Field{Name: "answer", Code: problem.Choice})
	}
	do := func(h *Held) error {
		tx, s, e := h.Tx, h.S, h.Row
		state, places, err := waitlist.OfferOf(ctx, tx, in.OfferID, e.ID)
		switch {
		case err != nil:
			return err
		case state == kind || e.State == "accepted" && kind == "accepted": // pressed twice
			return nil
		case !s.Now.Before(s.JoinUntil), s.IsOff(), s.Hidden() != nil:
			return problem.New(problem.Closed)
		case state != "open":
			g := waitlist.GivenPlace{Row: *e, Places: max(places, 1)}
			h.late, err = p.AnswerLate(ctx, tx, s, kind, g)
			return err
		case kind == "accepted":
			g := waitlist.GivenPlace{Row: *e, Places: places}
			_, err := p.Accept(ctx, tx, s, in.OfferID, g)
			return err
		case kind == "deferred" && e.Doc.DeferredUsed:
			return problem.New(problem.Conflict)
		}
		return p.Refuse(
			ctx,
			tx,
			s,
			waitlist.Ending{
				Offer:  in.OfferID,
				Entry:  e.ID,
				State:  kind,
				Reason: waitlist.ReasonNew,
			},
		)
	}
	return OnOwn(ctx, p, OwnEntry, Press{waitlist.EntryToken, auth, kind}, do)
}

// Join puts somebody on the waitlist by its own form.
//
// Problems: not_found, gone, closed, conflict (there is a place: sign up), waitlist_full, invalid
// (guests).
func (p *Visitors) Join(
	ctx context.Context,
	occurrence string,
	in rules.JoinWaitlist,
) (*httpkit.Reply[Outcome], error) {
	by, flash := Desk{}, httpkit.Flash{Name: in.Name, Way: in.PreferredWay}
	return p.admit(ctx, flash, p.coming(occurrence, in.Person, by, func(
		s *rules.Slot,
	) (r waitlist.Row, err error) {
		if err := s.Bookable(in.Guests); err != nil {
			return r, err
		}
		if s.Free() >= 1+in.Guests {
			return r, problem.New(problem.Conflict)
		}
		return entryOf(s, in, by)
	}))
}

// entryOf is what somebody asks who wants to wait. Problems: waitlist_full.
func entryOf(s *rules.Slot, in rules.JoinWaitlist, by Desk) (r waitlist.Row, err error) {
	if !s.WaitlistOpen() {
		return r, problem.New(problem.WaitlistFull)
	}
	return waitlist.Row{
		Kind: waitlist.EntryKind, Seats: 1 + in.Guests, Way: in.PreferredWay,
		Who: waitlist.Sealed{Name: in.Name, Email: in.Email, Phone: in.Phone},
		Doc: waitlist.Doc{
			Agreed:      by.agreed(s, in.ConsentVersion),
			ShortNotice: *in.ShortNotice,
			BesideFree:  s.Free() > 0,
		},
	}, nil
}

// LeaveOwn takes the holder off the list; an open offer counts as no.
func LeaveOwn(ctx context.Context, h *Held) error {
	if !h.Row.Waits() {
		return nil
	}
	h.S.Waiting--
	if err := h.SetEntry(ctx, h.Tx, h.S, h.Row.ID, "left"); err != nil {
		return err
	}
	return h.EndOffersOf(ctx, h.Tx, h.S, "declined", h.Row.ID)
}
