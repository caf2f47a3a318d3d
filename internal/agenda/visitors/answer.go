package visitors

import (
	"context"

	"herstelruimte/internal/agenda/waitlist"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/problem"
)

// Answer is what somebody says to an offer. After the deadline, or to another
// offer: a place that is free and unclaimed is given, else nothing changes and the answer says
// `late`. The same press again gives the same answer.
//
// Problems: not_found, invalid, conflict (has waited once already), closed (started).
func (p *Visitors) Answer(
	ctx context.Context,
	auth string,
	in waitlist.Answer,
) (*httpkit.Reply[Entry], error) {
	kind := waitlist.AnswerKinds[in.Answer]
	if kind == "" {
		return nil, problem.WithFields(problem.Field{Name: "answer", Code: problem.Choice})
	}
	do := func(h *OwnedEntry) error {
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
			g := waitlist.GivenPlace{EntryRow: *e, Places: max(places, 1)}
			h.late, err = p.AnswerLate(ctx, tx, s, kind, g)
			return err
		case kind == "accepted":
			g := waitlist.GivenPlace{EntryRow: *e, Places: places}
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
