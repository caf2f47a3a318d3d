package agenda

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/db"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/privacy"
	"herstelruimte/internal/problem"
)

// DateChange is what staff change of one date; what is absent stays.
type DateChange struct {
	Capacity *int          `json:"capacity,omitempty" minimum:"0" maximum:"500" doc:"0: no limit"`
	Host     *string       `json:"host,omitempty" maxLength:"60" doc:"empty: as the activity says"`
	Note     *string       `json:"note,omitempty" maxLength:"200"`
	Opens    *TermLimit    `json:"opens,omitempty" doc:"an empty one: at once"`
	Closes   *TermLimit    `json:"closes,omitempty" doc:"an empty one: the start"`
	Sessions *[]NewSession `json:"sessions,omitempty" doc:"all of them, in order; only while nobody is signed up or waits"`
}

// mayWrite says whether the actor may change an activity and its dates: a begeleider only the own
// ones.
func mayWrite(actor identity.Actor, a *Activity) error {
	if actor.Has(identity.Coordinator) || actor.Has(identity.Begeleider) && a.ownedBy(actor.ID) {
		return nil
	}
	return problem.New(problem.Forbidden)
}

// mayRead says whether the actor may see the counts of its dates.
func mayRead(actor identity.Actor, a *Activity) error {
	if actor.Has(identity.Gastheer, identity.Redactie, identity.Beheerder) {
		return nil
	}
	return mayWrite(actor, a)
}

func (a *Activity) ownedBy(uid string) bool {
	for _, s := range a.Staff {
		if s == uid {
			return true
		}
	}
	return false
}

// auditKind is the word for a date in the log book.
const auditKind = "date"

// onDate runs do on one date under its lock, for staff who may, when it still has this version and
// is not over. The log book hears of it by this word.
//
// Problems: not_found, forbidden, precondition_failed, closed for a date that is over or cancelled.
func (a *Agenda) onDate(
	ctx context.Context,
	who identity.Actor,
	id string,
	version int,
	action string,
	do func(tx pgx.Tx, s *slot) error,
) error {
	return db.InTx(ctx, a.Pool, func(tx pgx.Tx) error {
		s, err := a.lockDate(ctx, tx, id)
		if err != nil {
			return err
		}
		if err := mayWrite(who, &s.activity); err != nil {
			return err
		}
		var now int
		if err := tx.QueryRow(ctx, `
			select version from occurrence where id = $1`, id).Scan(&now); err != nil {
			return err
		}
		switch {
		case now != version:
			return problem.New(problem.PreconditionFailed)
		case s.status == "cancelled" || !s.now.Before(s.ends):
			return problem.New(problem.Closed)
		}
		if err := do(tx, s); err != nil {
			return err
		}
		if err := privacy.Record(ctx, tx, s.now, privacy.Entry{
			Actor:    who.ID,
			Roles:    who.RoleNames(),
			Action:   action,
			Kind:     auditKind,
			ObjectID: id,
		}); err != nil {
			return err
		}
		return a.Raise(ctx, tx)
	})
}

// lockDate is lock; the control of the race tests leaves it out.
func (a *Agenda) lockDate(ctx context.Context, tx pgx.Tx, id string) (s *slot, err error) {
	if a.unlocked {
		s, err = a.peek(ctx, tx, id)
	} else {
		s, err = a.lock(ctx, tx, id)
	}
	if err == nil && a.pause != nil {
		a.pause()
	}
	return s, err
}

// changeDate changes one date. A capacity below the people present keeps them all.
func (a *Agenda) changeDate(
	ctx context.Context,
	who identity.Actor,
	id string,
	version int,
	c DateChange,
) (StaffDate, error) {
	err := a.onDate(ctx, who, id, version, "changed", func(tx pgx.Tx, s *slot) error {
		if err := a.newCapacity(ctx, tx, s, c.Capacity); err != nil {
			return err
		}
		if c.Host != nil {
			s.doc.Host = *c.Host
		}
		if c.Note != nil {
			s.doc.Note = *c.Note
		}
		if err := a.newTimes(ctx, tx, s, c); err != nil {
			return err
		}
		if _, err := a.store(ctx, tx, s); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, `
			update occurrence set doc = $2, starts_at = $3, join_until = $4, ends_at = $5,
				opens_at = $6, closes_at = $7, version = version + 1, updated_at = $8 where id = $1`,
			s.id, db.JSON(s.doc), s.starts, s.joinUntil, s.ends, s.opens, s.closes, s.now)
		return err
	})
	if err != nil {
		return StaffDate{}, err
	}
	return a.oneDate(ctx, id)
}

func (a *Agenda) newCapacity(ctx context.Context, tx pgx.Tx, s *slot, capacity *int) error {
	switch {
	case capacity == nil || s.capacity != nil && *s.capacity == *capacity ||
		s.capacity == nil && *capacity == 0:
		return nil
	case s.activity.Mode == Walkin:
		return problem.WithFields(problem.Field{Name: "capacity", Code: problem.Choice})
	}
	s.doc.OwnCapacity = true
	if *capacity == 0 {
		return unlimit(s)
	}
	return a.resize(ctx, tx, s, *capacity)
}

// newTimes changes when and where a date is, and until when people sign up for it.
func (a *Agenda) newTimes(ctx context.Context, tx pgx.Tx, s *slot, c DateChange) error {
	open := s.closes.Equal(s.joinUntil) // until the last moment: it stays so
	if c.Sessions != nil {
		if err := a.newSessions(ctx, tx, s, *c.Sessions); err != nil {
			return err
		}
	}
	var f problem.Faults
	if c.Opens != nil {
		s.opens = c.Opens.orNone(&f, "opens", s.starts)
	}
	if c.Closes != nil {
		closes := c.Closes.orNone(&f, "closes", s.starts)
		if open = closes == nil; !open {
			s.closes = *closes
		}
	}
	if open {
		s.closes = s.joinUntil
	}
	for name, t := range map[string]*time.Time{"opens": s.opens, "closes": &s.closes} {
		if t != nil && t.After(s.starts) && !(name == "closes" && open) {
			f.Add(name, problem.Order)
		}
	}
	if len(f) > 0 {
		return problem.WithFields(f...)
	}
	return nil
}

func (l *TermLimit) orNone(f *problem.Faults, name string, start time.Time) *time.Time {
	if l.By == "" {
		return nil
	}
	t, err := l.on(start)
	if err != nil {
		f.Add(name, problem.Wrong)
	}
	return t
}

// newSessions moves the meetings of a date for which nobody is signed up: people who are must be
// told, and that is the wizard's work.
func (a *Agenda) newSessions(ctx context.Context, tx pgx.Tx, s *slot, list []NewSession) error {
	old, err := a.meetings(ctx, tx, s.id)
	if err != nil {
		return err
	}
	var f problem.Faults
	if len(list) != len(old) {
		f.Add("sessions", problem.Required)
		return problem.WithFields(f...)
	}
	var moved []meeting
	var last time.Time
	for i, n := range list {
		last = n.check(&f, fmt.Sprintf("sessions.%d", i), last)
		start, end, err := n.times()
		if err != nil {
			continue
		}
		m := old[i]
		if room := orElse(
			n.Room,
			m.room,
		); !m.start.Equal(start) || !m.end.Equal(end) || m.room != room {
			m.start, m.end, m.room = start, end, room
			moved = append(moved, m)
		}
		old[i] = m
	}
	switch {
	case len(f) > 0:
		return problem.WithFields(f...)
	case len(moved) == 0:
		return nil
	case s.taken+s.waiting+s.held > 0:
		p := problem.New(problem.Conflict)
		p.Fields = []problem.Field{{Name: "sessions", Code: problem.Taken}}
		return p
	}
	s.starts, s.joinUntil, s.ends = old[0].start, old[0].start, old[len(old)-1].end
	if s.kind == "series" && len(old) > 1 {
		s.joinUntil = old[1].start
	}
	for _, m := range moved {
		if _, err := tx.Exec(ctx, `
			update session set starts_at = $2, ends_at = $3, room = $4,
				changed_at = $5 where id = $1`, m.id, m.start, m.end, m.room, s.now); err != nil {
			return err
		}
	}
	return nil
}

// deleteDate removes a date for which nobody ever signed up.
//
// Problems: conflict when somebody did: such a date can only be cancelled.
func (a *Agenda) deleteDate(ctx context.Context, who identity.Actor, id string, version int) error {
	return a.onDate(ctx, who, id, version, "deleted", func(tx pgx.Tx, s *slot) error {
		used, err := usedBy(ctx, tx, `o.id = $1`, id)
		if err != nil {
			return err
		}
		if used {
			return problem.New(problem.Conflict)
		}
		return eraseDates(ctx, tx, `id = $1`, id)
	})
}

// usedBy says whether anybody signed up, or waits or waited, for one of these dates.
func usedBy(ctx context.Context, q db.Querier, where string, args ...any) (used bool, err error) {
	err = q.QueryRow(ctx, `
		select exists (select 1 from occurrence o where `+where+
		` and (exists (select 1 from registration r where r.occurrence_id = o.id)
		or exists (select 1 from waitlist_entry w where w.occurrence_id = o.id)))`, args...).Scan(
		&used,
	)
	return used, db.Problem(err)
}

// eraseDates removes dates that nobody used, with all that hangs on them.
func eraseDates(ctx context.Context, tx pgx.Tx, where string, args ...any) error {
	for _, table := range []string{"offer", "vacancy", "session"} {
		if _, err := tx.Exec(ctx, `
			delete from `+table+` where occurrence_id in (select id from occurrence where `+where+
			`)`, args...); err != nil {
			return err
		}
	}
	_, err := tx.Exec(ctx, `delete from occurrence where `+where, args...)
	return err
}
