package changes

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/booking"
	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/agenda/waitlist"
	"herstelruimte/internal/db"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/privacy"
	"herstelruimte/internal/problem"
)

// DateChange is what staff change of one date; what is absent stays.
type DateChange struct {
	Capacity *int                `json:"capacity,omitempty" minimum:"0" maximum:"500" doc:"0: no limit"`
	Host     *string             `json:"host,omitempty" maxLength:"60" doc:"empty: as the activity says"`
	Note     *string             `json:"note,omitempty" maxLength:"200"`
	Opens    *rules.TermLimit    `json:"opens,omitempty" doc:"an empty one: at once"`
	Closes   *rules.TermLimit    `json:"closes,omitempty" doc:"an empty one: the start"`
	Sessions *[]rules.NewSession `json:"sessions,omitempty" doc:"all of them, in order; only while nobody is signed up or waits"`
}

// dateVersion is a date as somebody saw it.
type dateVersion struct {
	id      string
	version int
}

// onDate runs do on one date under its lock, for staff who may, when it still has this version and
// is not over. The log book hears of it by this word.
//
// Problems: not_found, forbidden, precondition_failed, closed for a date that is over or cancelled.
func (p *Changes) onDate(
	ctx context.Context,
	who identity.Actor,
	date dateVersion,
	action string,
	do func(tx pgx.Tx, s *rules.Slot) error,
) error {
	return p.OnLocked(ctx, []string{date.id}, func(tx pgx.Tx) (told bool, err error) {
		s, err := p.LockDate(ctx, tx, date.id)
		if err != nil {
			return false, err
		}
		if err := s.MayRun(who); err != nil {
			return false, err
		}
		var now int
		if err := tx.QueryRow(ctx, `
			select version from occurrence where id = $1`, date.id).Scan(&now); err != nil {
			return false, err
		}
		if now != date.version {
			return false, problem.New(problem.PreconditionFailed)
		}
		if err := mayChange(s); err != nil {
			return false, err
		}
		if err := do(tx, s); err != nil {
			return false, err
		}
		if err := privacy.Record(ctx, tx, s.Now, privacy.Entry{
			Actor:    who.ID,
			Roles:    who.RoleNames(),
			Action:   action,
			Kind:     waitlist.AuditKind,
			ObjectID: date.id,
		}); err != nil {
			return false, err
		}
		return false, p.Raise(ctx, tx)
	})
}

// ChangeDate changes one date. A capacity below the people present keeps them all.
//
// Problems: those of onDate, invalid, conflict (people are signed up for the old time).
func (p *Changes) ChangeDate(
	ctx context.Context,
	who identity.Actor,
	id string,
	version int,
	c DateChange,
) error {
	date := dateVersion{id, version}
	return p.onDate(ctx, who, date, "changed", func(tx pgx.Tx, s *rules.Slot) error {
		if err := p.newCapacity(ctx, tx, s, c.Capacity); err != nil {
			return err
		}
		if c.Host != nil {
			if err := p.newHost(ctx, tx, c.Host, s.Doc.Host); err != nil {
				return err
			}
			s.Doc.Host = *c.Host
		}
		if c.Note != nil {
			s.Doc.Note = *c.Note
		}
		if err := p.newTimes(ctx, tx, s, c); err != nil {
			return err
		}
		if _, err := p.Store(ctx, tx, s); err != nil {
			return err
		}
		return keepTimes(ctx, tx, s)
	})
}

// keepTimes writes the document of a date, when it is and when people sign up for it.
func keepTimes(ctx context.Context, tx pgx.Tx, s *rules.Slot) error {
	_, err := tx.Exec(ctx, `
		update occurrence
		set doc = $2, starts_at = $3, join_until = $4, ends_at = $5, opens_at = $6,
			closes_at = $7, version = version + 1, updated_at = $8
		where id = $1`,
		s.ID, db.JSON(s.Doc), s.Starts, s.JoinUntil, s.Ends, s.Opens, s.Closes, s.Now)
	return err
}

func (p *Changes) newCapacity(ctx context.Context, tx pgx.Tx, s *rules.Slot, capacity *int) error {
	switch {
	case capacity == nil || booking.Number(s.Capacity) == *capacity:
		return nil
	case s.Activity.Mode == rules.Walkin:
		return problem.WithFields(problem.Field{Name: "capacity", Code: problem.Choice})
	}
	s.Doc.OwnCapacity = true
	return p.setCapacity(ctx, tx, s, *capacity)
}

// newTimes changes when and where a date is, and until when people sign up for it.
func (p *Changes) newTimes(ctx context.Context, tx pgx.Tx, s *rules.Slot, c DateChange) error {
	open := s.Closes.Equal(s.JoinUntil) // until the last moment: it stays so
	if c.Sessions != nil {
		if err := p.newSessions(ctx, tx, s, *c.Sessions); err != nil {
			return err
		}
	}
	var f problem.Faults
	if c.Opens != nil {
		s.Opens = c.Opens.OrNone(&f, "opens", s.Starts)
	}
	if c.Closes != nil {
		closes := c.Closes.OrNone(&f, "closes", s.Starts)
		if open = closes == nil; !open {
			s.Closes = *closes
		}
	}
	if open {
		s.Closes = s.JoinUntil
	}
	for name, t := range map[string]*time.Time{"opens": s.Opens, "closes": &s.Closes} {
		if t != nil && t.After(s.Starts) && !(name == "closes" && open) {
			f.Add(name, problem.Order)
		}
	}
	return f.Err()
}

// newSessions moves the meetings of a date for which nobody is signed up: people who are must be
// told, and that is the wizard's work.
func (p *Changes) newSessions(
	ctx context.Context,
	tx pgx.Tx,
	s *rules.Slot,
	list []rules.NewSession,
) error {
	old, err := waitlist.Meetings(ctx, tx, s.ID)
	if err != nil {
		return err
	}
	var f problem.Faults
	if len(list) != len(old) {
		f.Add("sessions", problem.Required)
		return problem.WithFields(f...)
	}
	var moved []rules.Meeting
	var last time.Time
	known := p.Known(ctx)
	for i, n := range list {
		name := fmt.Sprintf("sessions.%d", i)
		last = n.Check(&f, name, last)
		known.Room(&f, name+".room", n.Room, old[i].Room, s.Activity.Location)
		start, end, err := n.Times()
		if err != nil {
			continue
		}
		m := old[i]
		if room := cmp.Or(
			n.Room,
			m.Room,
		); !m.Start.Equal(start) || !m.End.Equal(end) || m.Room != room {
			m.Start, m.End, m.Room = start, end, room
			moved = append(moved, m)
		}
		old[i] = m
	}
	switch {
	case len(f) > 0:
		return problem.WithFields(f...)
	case len(moved) == 0:
		return nil
	case s.Taken+s.Waiting+s.Held > 0:
		return InTheWay("sessions")
	}
	s.Starts, s.JoinUntil, s.Ends = old[0].Start, old[0].Start, old[len(old)-1].End
	if s.Kind == "series" && len(old) > 1 {
		s.JoinUntil = old[1].Start
	}
	for _, m := range moved {
		if _, err := tx.Exec(ctx, `
			update session set starts_at = $2, ends_at = $3, room = $4,
				changed_at = $5 where id = $1`, m.ID, m.Start, m.End, m.Room, s.Now); err != nil {
			return err
		}
	}
	return nil
}

// Removed is a date that is gone, and what brings it back.
type Removed struct {
	Activity string
	Noted    []byte // for PutDateBack
}

// DeleteDate removes a date for which nobody ever signed up. after is told in the same transaction.
//
// Problems: conflict when somebody did: such a date can only be cancelled.
func (p *Changes) DeleteDate(
	ctx context.Context,
	who identity.Actor,
	id string,
	version int,
	after func(ctx context.Context, tx pgx.Tx, r Removed) error,
) error {
	date := dateVersion{id, version}
	return p.onDate(ctx, who, date, "deleted", func(tx pgx.Tx, s *rules.Slot) error {
		used, err := UsedBy(ctx, tx, `o.id = $1`, id)
		if err != nil {
			return err
		}
		if used {
			return problem.New(problem.Conflict)
		}
		// its rhythm does not bring it back
		if _, err := tx.Exec(ctx, `
			update rhythm r
			set skipped = array_append(r.skipped, o.rhythm_day)
			from occurrence o
			where o.id = $1
				and r.id = o.rhythm_id
				and o.rhythm_day <> all (r.skipped)`, id); err != nil {
			return err
		}
		noted, err := TakeNoted(ctx, tx, id)
		if err != nil {
			return err
		}
		return after(ctx, tx, Removed{s.ActivityID, noted})
	})
}
