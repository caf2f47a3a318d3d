package places

import (
	"context"
	"time"

	"herstelruimte/internal/agenda/rules"
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

// entryView tells the state as the clock says it, also when the job that writes it down is still on
// its way.
func (p *Places) entryView(
	ctx context.Context,
	q db.Querier,
	e *entryRow,
	s *rules.Slot,
) (Entry, error) {
	h := p.House(ctx)
	line, _, err := LineOf(ctx, q, s)
	if err != nil {
		return Entry{}, err
	}
	out := Entry{
		State:        e.state,
		Date:         line,
		Place:        h.Place(line.Room),
		Name:         e.who.Name,
		Email:        e.who.Email,
		Phone:        house.ShowPhone(e.who.Phone),
		PreferredWay: e.way,
		ShortNotice:  e.doc.ShortNotice,
		Guests:       e.seats - 1,
		KeptUntil:    rules.DayOf(s.Ends.AddDate(0, 0, h.KeepFor(e.createdAt).WaitlistDays)),
		Times:        rules.WaitTimesOf(h, &s.Activity),
		Source:       e.doc.Source,
		Version:      e.version,
		Consent:      consentSeen(e.doc.agreed),
	}
	if e.waits() && !s.Now.Before(s.JoinUntil) {
		out.State = "closed"
		return out, nil
	}
	if e.state == "offered" {
		if err := p.seeOffer(ctx, q, e, s.Now, &out); err != nil {
			return out, err
		}
	}
	out.CanChange = e.state == "waiting"
	if out.State == "waiting" || out.State == "offered" {
		var ahead int
		err = q.QueryRow(ctx, `
			select count(*) from waitlist_entry where occurrence_id = $1 and state in ('waiting',
				'offered') and position < $2`, e.occurrence, e.position).Scan(&ahead)
		out.Ahead = ahead / 5 * 5
	}
	return out, err
}

func (p *Places) seeOffer(
	ctx context.Context,
	q db.Querier,
	e *entryRow,
	now time.Time,
	out *Entry,
) error {
	var o OfferSeen
	var until time.Time
	var ended, sent bool
	err := q.QueryRow(ctx, `
		select o.id, o.seats, o.until, `+over+`, o.way = 'mail' and coalesce(m.state = 'sent', false)
		from `+offersWithMail+`
		where o.entry_id = $2
			and o.state = 'open'`, now, e.id).Scan(&o.ID, &o.Seats, &until, &ended, &sent)
	if err != nil {
		return err
	}
	if ended { // the job is on its way
		out.State = "waiting"
		if sent && e.doc.ExpiredOnce {
			out.State = "expired"
		}
		return nil
	}
	o.Until = clock.Moment(until)
	out.Offer, out.CanDefer = &o, !e.doc.DeferredUsed
	return nil
}

// changeEntry replaces the whole changeable set of somebody who waits; they keep their turn. A new
// address ends every link, and the page goes on with a short one.
//
// Problems: not_found, precondition_required, precondition_failed, invalid, closed (they wait no
// more), conflict (a place is on offer to them: that is answered first).
func (p *Places) changeEntry(
	ctx context.Context,
	auth, ifMatch string,
	in rules.ChangeEntry,
) (*httpkit.Reply[Entry], error) {
	by := press{EntryToken, auth, "changed"}
	return onOwn(ctx, p, ownEntry, by, func(h *ownedEntry) error {
		switch { // before the version: to look again at what was typed would be of no use
		case !h.s.Now.Before(h.s.JoinUntil), !h.row.waits():
			return problem.New(problem.Closed)
		case h.row.state == "offered":
			return problem.New(problem.Conflict)
		}
		if err := httpkit.Matches(ifMatch, h.row.version); err != nil {
			return err
		}
		return h.correct(ctx, h.row.changed(in), false)
	})
}

// changed is the entry as it reads after a change that Validate found good.
func (e entryRow) changed(to rules.ChangeEntry) *entryRow {
	e.who = sealed{Name: to.Name, Email: to.Email, Phone: to.Phone}
	e.way, e.doc.ShortNotice = to.PreferredWay, *to.ShortNotice
	return &e
}
