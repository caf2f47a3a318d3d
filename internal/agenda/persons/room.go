// Package persons is what the desk does for somebody who asks what is kept of them: find, show,
// correct, pause, erase, in every room at once. Only its routes and what ends a mail call it.
//
//   - Who asks for what is proven first, and every look stands in the log book.
//   - What is held for somebody who complains or asks for their rights outlives its term, three
//     months at most. The nights and whoever holds or erases wait for each other.
//   - Rows of other rooms are reached by the interfaces of those rooms alone.
package persons

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/notify"
	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/agenda/waitlist"
	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/mail"
	"herstelruimte/internal/privacy"
	"herstelruimte/internal/problem"
)

// Persons is what the desk does for somebody who asks for their data.
type Persons struct{ *notify.Notices }

// ComplainedJob ends the reminders to somebody who called a mail of ours unwanted.
type ComplainedJob struct {
	Registration string `json:"registration"`
}

// Kind names the job for the queue.
func (ComplainedJob) Kind() string { return "complained" }

// Complained stores that job. It takes no lock: that of the date may be held by who takes mails
// back.
func (p *Persons) Complained(ctx context.Context, tx pgx.Tx, m mail.Stored) error {
	return p.Jobs.Insert(ctx, tx, ComplainedJob{m.Cause}, p.Clock.Now())
}

// OnComplained ends the reminders of all sign-ups of the address; what tells that something changed
// goes.
func (p *Persons) OnComplained(ctx context.Context, j ComplainedJob) error {
	all, err := db.All[struct{ ID, Occurrence string }](ctx, p.Pool, `
		select r.id, r.occurrence_id
		from registration r
		join registration of on of.id = $1
		where r.email_key = of.email_key
			and r.doc->>'reminder' = 'true'
		order by r.occurrence_id, r.id`, j.Registration)
	if err != nil {
		return err
	}
	for _, r := range all {
		err := p.Locked(ctx, r.Occurrence, func(tx pgx.Tx, _ *rules.Slot) error {
			if _, err := tx.Exec(ctx, `
				update registration
				set doc = doc || '{"reminder": false}', version = version + 1
				where id = $1`, r.ID); err != nil {
				return err
			}
			return p.Mail.Recall(ctx, tx, mail.Reminder, r.ID)
		})
		if err := waitlist.IfThere(err); err != nil {
			return fmt.Errorf("ending reminders: %w", err)
		}
	}
	return nil
}

// Consents are how many sign-ups and entries were agreed to, by sentence and way.
func (p *Persons) Consents(ctx context.Context) ([]privacy.ConsentCount, error) {
	return db.Rows(ctx, p.Pool, func(r pgx.CollectableRow) (c privacy.ConsentCount, err error) {
		err = r.Scan(&c.Kind, &c.Version, &c.Source, &c.N)
		c.Text = rules.ConsentText(c.Version)
		return c, err
	}, `
		select kind, version, source, count(*)::int
		from (
			select 1 as no, 'registration' as kind, doc->>'consentVersion' as version,
				doc->>'source' as source
			from registration
			union all
			select 2, 'entry', doc->>'consentVersion', doc->>'source'
			from waitlist_entry
		) g
		group by no, kind, version, source
		order by no, version desc, source`)
}

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

func mostHeld(created time.Time) time.Time {
	return clock.Day(created).AddDate(0, privacy.MostHeldMonths, 0)
}

// day reads until when, and for what. Problems: invalid (until, reason).
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
// erases it before. It may be moved, ended and begun again, within three months of the first day.
//
// A pause leaves it alone besides: what waits to be mailed or called is taken back, and nothing new
// is stored.
//
// Problems: invalid (what, until, reason; until: it was held for so long already), not_found.
func (p *Persons) HoldPerson(ctx context.Context, who identity.Actor, in PersonHold) (out PersonHeld, err error) {
	now, pause := p.Clock.Now(), in.Reason == privacy.Pause
	hold := privacy.Hold{ID: db.NewID("hld"), Reason: in.Reason, By: who.ID}
	if !pause {
		if hold.Until, err = in.day(now); err != nil {
			return out, err
		}
	}
	err = p.onHold(ctx, in.What, func(tx pgx.Tx, ids []string) (err error) {
		var was *privacy.Hold
		hold.Created = now
		if !pause {
			was, err = privacy.KeptOf(ctx, tx, now, ids)
		}
		if err == nil {
			err = begins(ctx, tx, &hold, was, ids)
		}
		if err == nil && was != nil && was.Reason != hold.Reason { // its first day is remembered
			err = privacy.LetGo(ctx, tx, now, ids, was)
		}
		if err == nil {
			err = privacy.Keep(ctx, tx, now, hold, ids)
		}
		e := privacy.Entry{Action: "held", ObjectID: ids[0], Reason: in.Reason}
		if pause {
			e = privacy.Entry{Action: "paused", ObjectID: ids[0]}
			if err == nil {
				err = p.hush(ctx, tx, ids)
			}
		}
		if err != nil {
			return err
		}
		return p.noted(ctx, tx, who, e)
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

// begins counts a hold from the first day on which these rows were held for its reason; a pause
// lasts as long as it can. Problems: invalid (until: it was held for so long already).
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
		return problem.Wrong("until", problem.TooLong)
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

// ReleasePerson ends a hold, or a pause. Problems: invalid (what), not_found.
func (p *Persons) ReleasePerson(ctx context.Context, who identity.Actor, in PersonRelease) error {
	says, of, now := privacy.Entry{Action: "released"}, privacy.KeptOf, p.Clock.Now()
	if in.Pause {
		says, of = privacy.Entry{Action: "unpaused"}, privacy.PauseOf
	}
	err := p.onHold(ctx, in.What, func(tx pgx.Tx, ids []string) error {
		was, err := of(ctx, tx, now, ids)
		if err != nil || was == nil {
			return err // nil: somebody else was first
		}
		if err := privacy.LetGo(ctx, tx, now, ids, was); err != nil {
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

// onHold works on the rows of somebody while nobody erases them. Problems: invalid (what),
// not_found.
func (p *Persons) onHold(ctx context.Context, what string, do func(tx pgx.Tx, ids []string) error) error {
	return db.InTx(ctx, p.Pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, privacy.Alone); err != nil {
			return err
		}
		s, err := p.Sought(ctx, tx, what)
		if err != nil {
			return err
		}
		k, err := p.Kept(ctx, tx, s)
		if err == nil && k.None() {
			err = problem.New(problem.NotFound)
		}
		if err != nil {
			return err
		}
		return do(tx, k.IDs())
	})
}

func (p *Persons) heldSeen(ctx context.Context, h *privacy.Hold) (*PersonHeld, error) {
	if h == nil {
		return nil, nil
	}
	out := &PersonHeld{clock.Date(h.Until), h.Reason, h.By, clock.Date(mostHeld(h.Created))}
	return out, p.SayNames(ctx, &out.By)
}
