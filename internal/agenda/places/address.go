package places

import (
	"context"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/clock"
	"herstelruimte/internal/httpkit"
)

// WayBack is what the link of mail.AddressRemoved opens: nothing of the sign-up itself.
type WayBack struct {
	Until string `json:"until" format:"date-time" doc:"until then the old address can be put back"`
}

// wayBack is what the page of that link shows.
func (p *Places) wayBack(ctx context.Context, auth string) (out WayBack, err error) {
	link, err := p.byLink(ctx, p.Pool, WayBackToken, auth)
	if err != nil {
		return out, err
	}
	return WayBack{Until: clock.Moment(*link.until)}, nil
}

// putBack is "Ik heb dit niet veranderd": the sign-up has its old address again, and everybody who
// had a link to it meanwhile has none. Ways back to later addresses end too, those to earlier ones
// stay.
//
// Problems: not_found (also once it was pressed, or too late).
func (p *Places) putBack(ctx context.Context, auth string) (*httpkit.Reply[Registration], error) {
	by := press{WayBackToken, auth, "putBack"}
	return onOwn(ctx, p, ownPlace, by, func(
		tx pgx.Tx,
		s *rules.Slot,
		h *held[*registrationRow],
	) error {
		old, err := p.Keys.Open(linkTable, h.link.id, h.link.wayBack)
		if err != nil {
			return err
		}
		was, is := h.row, *h.row
		is.who.Email, is.doc.Proven = string(old), true
		if _, err := p.keep(ctx, tx, s, &is); err != nil {
			return err
		}
		if err := endLinks(ctx, tx, was); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `
			delete from own_link
			where registration_id = $1 and created_at >= $2`,
			was.id, h.link.createdAt); err != nil {
			return err
		}
		if tidyEmail(was.who.Email) == tidyEmail(is.who.Email) {
			was.who.Email = "" // put back by hand before: nothing is taken away
		}
		h.next, err = p.tellBoth(ctx, tx, s, correction{was: was, is: &is, link: h.link})
		return err
	})
}
