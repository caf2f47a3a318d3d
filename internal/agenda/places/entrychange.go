package places

import (
	"context"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/problem"
)

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
	return onOwn(ctx, p, ownEntry, by, func(
		tx pgx.Tx,
		s *rules.Slot,
		h *held[*entryRow],
	) (err error) {
		switch { // before the version: to look again at what was typed would be of no use
		case !s.Now.Before(s.JoinUntil), !h.row.waits():
			return problem.New(problem.Closed)
		case h.row.state == "offered":
			return problem.New(problem.Conflict)
		}
		if err := httpkit.Matches(ifMatch, h.row.version); err != nil {
			return err
		}
		h.next, err = p.correct(ctx, tx, s, correction{
			was: h.row, is: h.row.changed(in), link: h.link,
		})
		return err
	})
}

// changed is the entry as it reads after a change that Validate found good.
func (e entryRow) changed(to rules.ChangeEntry) *entryRow {
	e.who = sealed{Name: to.Name, Email: to.Email, Phone: to.Phone}
	e.way, e.doc.ShortNotice = to.PreferredWay, *to.ShortNotice
	return &e
}
