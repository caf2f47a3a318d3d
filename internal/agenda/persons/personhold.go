package persons

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/desk"
	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/privacy"
	"herstelruimte/internal/problem"
)

// PersonHold keeps what is kept of somebody from going, until a day.
type PersonHold struct {
	PersonSought
	Until  string `json:"until,omitempty"  maxLength:"10" doc:"the day on which it may go, at most three months after the first hold"`
	Reason string `json:"reason,omitempty" maxLength:"20" doc:"complaint or request: which of them is not done; pause: nobody may mail, call or read it, for three months, and there is no day to choose"`
}

// PersonHeld is what is kept a while longer.
type PersonHeld struct {
	Until  string `json:"until"  format:"date"             doc:"the day on which it may go"`
	Reason string `json:"reason" enum:"complaint,request,pause"`
	By     string `json:"by"     doc:"their name"`
	Most   string `json:"most"   format:"date"             doc:"the last day that it can be held until"`
}

// PersonRelease ends what holds somebody's data, or their pause.
type PersonRelease struct {
	PersonSought
	Pause bool `json:"pause,omitempty"`
}

// mostHeld is the last day of a hold.
func mostHeld(created time.Time) time.Time {
	return clock.Day(created).AddDate(0, privacy.MostHeldMonths, 0)
}

// day reads until when, and for what, somebody is held. Problems: invalid (until, reason).
func (in PersonHold) day(now time.Time) (time.Time, error) {
	var f problem.Faults
	until, err := time.ParseInLocation(time.DateOnly, httpkit.Line(in.Until), clock.Amsterdam)
	switch {
	case in.Until == "":
		f.Add("until", problem.Required)
	case err != nil:
		f.Add("until", problem.Invalid)
	case !until.After(now):
		f.Add("until", problem.Order)
	case until.After(mostHeld(now)):
		f.Add("until", problem.TooLong)
	}
	f.OneOf("reason", []string{"complaint", "request"}, in.Reason)
	return until, f.Err()
}

// HoldPerson keeps everything of somebody until a day: neither the nights nor anybody's press
// erases it before. It may be moved, and ended and begun again for the same reason, within three
// months of the first day.
//
// A pause leaves it alone besides: what waits to be mailed or called is taken back, and nothing new
// is stored.
//
// Problems: invalid (what, until, reason; until: it was held for so long already), not_found.
func (p *Persons) HoldPerson(
	ctx context.Context, who identity.Actor, in PersonHold,
) (out PersonHeld, err error) {
	now, pause := p.Clock.Now(), in.Reason == privacy.Pause
	hold := privacy.Hold{ID: db.NewID("hld"), Reason: in.Reason, By: who.ID}
	if !pause {
		if hold.Until, err = in.day(now); err != nil {
			return out, err
		}
	}
	err = p.onHold(ctx, in.What, func(tx pgx.Tx, ids []string) error {
		var was *privacy.Hold
		hold.Created = now
		if !pause {
			if was, err = privacy.KeptOf(ctx, tx, now, ids); err != nil {
				return err
			}
		}
		if err := begins(ctx, tx, &hold, was, ids); err != nil {
			return err
		}
		if was != nil && was.Reason != hold.Reason { // its first day is remembered besides
			if err := privacy.LetGo(ctx, tx, now, ids, was); err != nil {
				return err
			}
		}
		if err := privacy.Keep(ctx, tx, now, hold, ids); err != nil {
			return err
		}
		if !pause {
			e := privacy.Entry{Action: "held", ObjectID: ids[0], Reason: in.Reason}
			return p.noted(ctx, tx, who, e)
		}
		if err := p.hush(ctx, tx, ids); err != nil {
			return err
		}
		return p.noted(ctx, tx, who, privacy.Entry{Action: "paused", ObjectID: ids[0]})
	})
	if err == nil && pause {
		err = p.settleListsOf(ctx, in.What)
	}
	if err != nil {
		return out, err
	}
	seen, err := p.heldSeen(ctx, &hold)
	return *seen, err
}

// begins lets a hold count from the first day on which these rows were held for its reason; a pause
// lasts as long as it can.
//
// Problems: invalid (until: it was held for so long already).
func begins(ctx context.Context, tx pgx.Tx, hold, was *privacy.Hold, ids []string) error {
	now := hold.Created
	if was != nil {
		hold.Created = was.Created
	}
	first, err := privacy.FirstHeld(ctx, tx, hold.Reason, ids)
	if err != nil {
		return err
	}
	if first != nil && first.Before(hold.Created) {
		hold.Created = *first
	}
	most := mostHeld(hold.Created)
	if hold.Reason == privacy.Pause {
		hold.Until = most
	}
	if hold.Until.After(most) || !hold.Until.After(now) {
		return desk.Wrong("until", problem.TooLong)
	}
	return nil
}

// hush takes back what waits to be mailed or called of these rows.
func (p *Persons) hush(ctx context.Context, tx pgx.Tx, ids []string) error {
	if err := p.Mail.Forget(ctx, tx, ids...); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, `
		update call set state = 'withdrawn', updated_at = $2
		where (registration_id = any($1) or entry_id = any($1))
			and state = 'open'`, ids, p.Clock.Now())
	return err
}

// ReleasePerson ends a hold: the rows go by their own terms again; or a pause.
//
// Problems: invalid (what), not_found.
func (p *Persons) ReleasePerson(ctx context.Context, who identity.Actor, in PersonRelease) error {
	says, of := privacy.Entry{Action: "released"}, privacy.KeptOf
	if in.Pause {
		says, of = privacy.Entry{Action: "unpaused"}, privacy.PauseOf
	}
	err := p.onHold(ctx, in.What, func(tx pgx.Tx, ids []string) error {
		was, err := of(ctx, tx, p.Clock.Now(), ids)
		if err != nil || was == nil {
			return err // nil: somebody else was first
		}
		if err := privacy.LetGo(ctx, tx, p.Clock.Now(), ids, was); err != nil {
			return err
		}
		says.ObjectID = ids[0]
		return p.noted(ctx, tx, who, says)
	})
	if err == nil && in.Pause {
		err = p.settleListsOf(ctx, in.What)
	}
	return err
}

// settleListsOf looks again at the lists on which somebody waits: on pause they are asked for no
// place, and none waits for them.
func (p *Persons) settleListsOf(ctx context.Context, what string) error {
	s, err := p.Sought(ctx, p.Pool, what)
	if err != nil {
		return err
	}
	rows, err := p.RowsOf(ctx, p.Pool, s)
	for _, row := range rows {
		if err == nil && row.Table == "waitlist_entry" {
			err = p.Wake(ctx, row.Occurrence)
		}
	}
	return err
}

// onHold does something with what holds the rows of somebody, while nobody erases them.
func (p *Persons) onHold(
	ctx context.Context, what string, do func(tx pgx.Tx, ids []string) error,
) error {
	return db.InTx(ctx, p.Pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, privacy.Alone); err != nil {
			return err
		}
		s, err := p.Sought(ctx, tx, what)
		if err != nil {
			return err
		}
		k, err := p.Kept(ctx, tx, s)
		if err != nil {
			return err
		}
		if k.None() {
			return problem.New(problem.NotFound)
		}
		return do(tx, k.IDs())
	})
}

// heldSeen is a hold as staff read it.
func (p *Persons) heldSeen(ctx context.Context, h *privacy.Hold) (*PersonHeld, error) {
	if h == nil {
		return nil, nil
	}
	names, err := p.Names(ctx, []string{h.By})
	return &PersonHeld{
		Until:  clock.Date(h.Until),
		Reason: h.Reason,
		By:     names[h.By],
		Most:   clock.Date(mostHeld(h.Created)),
	}, err
}
