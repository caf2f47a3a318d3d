package places

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

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

// mostHeld is the last day that a hold may last until.
func mostHeld(created time.Time) time.Time {
	return clock.Day(created).AddDate(0, privacy.MostHeldMonths, 0)
}

// holdPerson keeps everything of somebody until a day, for a reason: neither the nightly clock nor
// anybody's press erases it before. It may be moved, and ended and begun again for the same reason,
// within three months of the first day.
//
// Problems: invalid (what, until, reason), not_found.
func (p *Places) holdPerson(
	ctx context.Context,
	who identity.Actor,
	in PersonHold,
) (out PersonHeld, err error) {
	if in.Reason == privacy.Pause {
		return p.pausePerson(ctx, who, in.What)
	}
	var f problem.Faults
	until, err := time.ParseInLocation(time.DateOnly, httpkit.Line(in.Until), clock.Amsterdam)
	now := p.Clock.Now()
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
	if in.Reason != "complaint" && in.Reason != "request" {
		f.Add("reason", problem.Choice)
	}
	if err := f.Err(); err != nil {
		return out, err
	}
	hold := privacy.Hold{
		ID: db.NewID("hld"), Reason: in.Reason, Until: until, By: who.ID, Created: now,
	}
	err = p.onHold(ctx, in.What, func(tx pgx.Tx, ids []string) error {
		was, err := privacy.KeptOf(ctx, tx, now, ids)
		if err != nil {
			return err
		}
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
		if until.After(mostHeld(hold.Created)) {
			return problem.WithFields(problem.Field{Name: "until", Code: problem.TooLong})
		}
		if was != nil && was.Reason != hold.Reason { // its first day is remembered besides
			if err := privacy.LetGo(ctx, tx, now, ids, was); err != nil {
				return err
			}
		}
		if err := privacy.Keep(ctx, tx, now, hold, ids); err != nil {
			return err
		}
		return p.noted(ctx, tx, who, privacy.Entry{
			Action:   "held",
			ObjectID: ids[0],
			Reason:   in.Reason,
		})
	})
	if err != nil {
		return out, err
	}
	held, err := p.heldSeen(ctx, &hold)
	if err != nil {
		return out, err
	}
	return *held, nil
}

// pausePerson leaves everything of somebody alone: what waits to be mailed or called is taken back,
// and nothing new of it is stored. It ends three months after the first day at the latest.
//
// Problems: invalid (what; until: it was paused for so long already), not_found.
func (p *Places) pausePerson(
	ctx context.Context,
	who identity.Actor,
	what string,
) (out PersonHeld, err error) {
	now := p.Clock.Now()
	hold := privacy.Hold{
		ID: db.NewID("hld"), Reason: privacy.Pause, By: who.ID, Created: now,
	}
	err = p.onHold(ctx, what, func(tx pgx.Tx, ids []string) error {
		first, err := privacy.FirstHeld(ctx, tx, privacy.Pause, ids)
		if err != nil {
			return err
		}
		if first != nil {
			hold.Created = *first
		}
		if hold.Until = mostHeld(hold.Created); !hold.Until.After(now) {
			return problem.WithFields(problem.Field{Name: "until", Code: problem.TooLong})
		}
		if err := privacy.Keep(ctx, tx, now, hold, ids); err != nil {
			return err
		}
		for _, id := range ids {
			if err := p.Mail.Forget(ctx, tx, id); err != nil {
				return err
			}
		}
		if _, err := tx.Exec(ctx, `
			update call set state = 'withdrawn', updated_at = $2
			where (registration_id = any($1) or entry_id = any($1))
				and state = 'open'`, ids, now); err != nil {
			return err
		}
		return p.noted(ctx, tx, who, privacy.Entry{Action: "paused", ObjectID: ids[0]})
	})
	if err == nil {
		err = p.settleListsOf(ctx, what)
	}
	if err != nil {
		return out, err
	}
	held, err := p.heldSeen(ctx, &hold)
	if err != nil {
		return out, err
	}
	return *held, nil
}

// releasePerson ends what holds somebody's rows: they go by their own terms again; or their pause.
//
// Problems: invalid (what), not_found.
func (p *Places) releasePerson(ctx context.Context, who identity.Actor, in PersonRelease) error {
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
// place, and a place does not wait for them.
func (p *Places) settleListsOf(ctx context.Context, what string) error {
	s, err := p.sought(ctx, p.Pool, what)
	if err != nil {
		return err
	}
	rows, err := p.rowsOf(ctx, p.Pool, s)
	for _, row := range rows {
		if err == nil && row.table == "waitlist_entry" {
			err = p.wake(ctx, row.occurrence)
		}
	}
	return err
}

// onHold does something with what holds the rows of somebody, while nobody erases them.
func (p *Places) onHold(
	ctx context.Context,
	what string,
	do func(tx pgx.Tx, ids []string) error,
) error {
	return db.InTx(ctx, p.Pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, privacy.Alone); err != nil {
			return err
		}
		s, err := p.sought(ctx, tx, what)
		if err != nil {
			return err
		}
		ids, err := p.idsOf(ctx, tx, s)
		if err != nil {
			return err
		}
		if len(ids) == 0 {
			return problem.New(problem.NotFound)
		}
		return do(tx, ids)
	})
}

func (p *Places) idsOf(ctx context.Context, q db.Querier, s sought) ([]string, error) {
	rows, err := p.rowsOf(ctx, q, s)
	if err != nil {
		return nil, err
	}
	elsewhere, err := p.elsewhereOf(ctx, q, s)
	k := kept{rows: rows, elsewhere: elsewhere}
	return k.ids(), err
}

// holdOf is what holds anything of somebody, nil for nothing.
func (p *Places) holdOf(ctx context.Context, q db.Querier, s sought) (*privacy.Hold, error) {
	ids, err := p.idsOf(ctx, q, s)
	if err != nil {
		return nil, err
	}
	return privacy.HoldOf(ctx, q, p.Clock.Now(), ids)
}

// heldSeen is a hold as staff read it.
func (p *Places) heldSeen(ctx context.Context, h *privacy.Hold) (*PersonHeld, error) {
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

// calledAs is a name by which rows of one person are told from those of another at the same
// address: in whatever case it was typed.
func calledAs(name string) string { return strings.ToLower(httpkit.Line(name)) }

// namesIn are the names of rows, each once; last none, when several share and a row has no name.
func (p *Places) namesIn(ctx context.Context, q db.Querier, k *kept) ([]string, error) {
	all, unnamed := []string{}, false
	for _, row := range k.rows {
		name, err := p.calledIn(ctx, q, row)
		if err != nil {
			return nil, err
		}
		all = append(all, calledAs(name))
	}
	for _, e := range k.elsewhere {
		if e.Name == "" {
			unnamed = true
			continue
		}
		all = append(all, calledAs(e.Name))
	}
	slices.Sort(all)
	all = slices.Compact(all)
	if unnamed && len(all) > 1 {
		all = append(all, "")
	}
	return all, nil
}

// calledOne are the rows that go by one of these names; with no names all of them.
func (p *Places) calledOne(
	ctx context.Context,
	q db.Querier,
	rows []ownRow,
	names []string,
) ([]ownRow, error) {
	if len(names) == 0 {
		return rows, nil
	}
	theirs := []ownRow{}
	for _, row := range rows {
		name, err := p.calledIn(ctx, q, row)
		if err != nil {
			return nil, err
		}
		if slices.Contains(names, calledAs(name)) {
			theirs = append(theirs, row)
		}
	}
	return theirs, nil
}

// calledIn is the name in a row.
func (p *Places) calledIn(ctx context.Context, q db.Querier, row ownRow) (string, error) {
	if row.table == "waitlist_entry" {
		e, err := p.loadEntry(ctx, q, "id = $1", row.id)
		return e.who.Name, err
	}
	r, err := p.loadRegistration(ctx, q, "id = $1", row.id)
	return r.who.Name, err
}

// ofThose leaves of what is kept what goes by one of these names; with no names all of it.
func (p *Places) ofThose(ctx context.Context, tx pgx.Tx, k *kept, names []string) (err error) {
	if len(names) == 0 {
		return nil
	}
	if k.rows, err = p.calledOne(ctx, tx, k.rows, names); err != nil {
		return err
	}
	k.elsewhere = slices.DeleteFunc(k.elsewhere, func(e privacy.KeptElsewhere) bool {
		return !slices.Contains(names, calledAs(e.Name))
	})
	k.mails, err = p.mailsOf(ctx, tx, k.ids())
	return err
}
