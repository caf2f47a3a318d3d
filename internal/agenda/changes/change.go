package changes

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/booking"
	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/agenda/waitlist"
	"herstelruimte/internal/db"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/privacy"
	"herstelruimte/internal/problem"
	"herstelruimte/internal/search"
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

type dateVersion struct {
	id      string
	version int
}

// onDate runs do on one date under its lock; the log book hears of it by this word.
//
// Problems: not_found, forbidden, precondition_failed, closed (over, or cancelled).
func (p *Changes) onDate(
	ctx context.Context, who identity.Actor, date dateVersion, action string,
	do func(tx pgx.Tx, s *rules.Slot) error,
) error {
	return p.OnLocked(ctx, []string{date.id}, func(tx pgx.Tx) (told bool, err error) {
		s, err := p.LockDate(ctx, tx, date.id)
		if err == nil {
			err = s.MayRun(who)
		}
		var now int
		if err == nil {
			err = tx.QueryRow(ctx, `
				select version from occurrence where id = $1`, date.id).Scan(&now)
		}
		if err == nil && now != date.version {
			err = stale
		}
		if err == nil {
			err = refused(s, closed, s.Ends)
		}
		if err == nil {
			err = do(tx, s)
		}
		if err == nil {
			e := booking.By{Actor: who}.Entry(action)
			err = privacy.RecordAll(ctx, tx, s.Now, e, date.id)
		}
		if err == nil {
			err = p.Raise(ctx, tx)
		}
		return false, err
	})
}

// ChangeDate changes one date; a capacity below the people present keeps them all.
//
// Problems: those of onDate, invalid, conflict (people are signed up for the old time).
func (p *Changes) ChangeDate(ctx context.Context, who identity.Actor, id string, version int, c DateChange) error {
	date := dateVersion{id, version}
	return p.onDate(ctx, who, date, "changed", func(tx pgx.Tx, s *rules.Slot) error {
		if places := c.Capacity; places != nil && booking.Number(s.Capacity) != *places {
			if s.Activity.Mode == rules.Walkin {
				return problem.Wrong("capacity", problem.Choice)
			}
			s.Doc.OwnCapacity = true
			if err := p.setCapacity(ctx, tx, s, *places); err != nil {
				return err
			}
		}
		is := dateValuesOf(s)
		if c.Host != nil {
			if err := p.newHost(ctx, tx, c.Host, is.Host); err != nil {
				return err
			}
			is.Host = *c.Host
		}
		if c.Note != nil {
			is.Note = *c.Note
		}
		if c.Sessions != nil {
			if err := p.newSessions(ctx, tx, s, *c.Sessions); err != nil {
				return err
			}
		}
		var f problem.Faults
		if c.Opens != nil {
			is.Opens = c.Opens.OrNone(&f, "opens", s.Starts)
		}
		if c.Closes != nil {
			is.Closes = c.Closes.OrNone(&f, "closes", s.Starts)
		}
		for name, t := range map[string]*time.Time{"opens": is.Opens, "closes": is.Closes} {
			f.When(t != nil && t.After(s.Starts), name, problem.Order)
		}
		if err := f.Err(); err != nil {
			return err
		}
		if err := p.setValues(ctx, tx, s, is, is); err != nil {
			return err
		}
		_, err := p.Store(ctx, tx, s)
		return err
	})
}

// newSessions moves the meetings of a date without sign-ups: who has one must be told, by MoveDate.
func (p *Changes) newSessions(ctx context.Context, tx pgx.Tx, s *rules.Slot, list []rules.NewSession) error {
	old, err := waitlist.Meetings(ctx, tx, s.ID)
	if err != nil {
		return err
	}
	if len(list) != len(old) {
		return problem.Wrong("sessions", problem.Required)
	}
	var f problem.Faults
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
		room := cmp.Or(n.Room, m.Room)
		if !m.Start.Equal(start) || !m.End.Equal(end) || m.Room != room {
			m.Start, m.End, m.Room = start, end, room
			moved = append(moved, m)
		}
		old[i] = m
	}
	switch {
	case len(f) > 0 || len(moved) == 0:
		return f.Err()
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

// DeleteDate removes a date; after is told in the same transaction.
//
// Problems: those of onDate, conflict (somebody ever signed up: it can only be cancelled).
func (p *Changes) DeleteDate(
	ctx context.Context, who identity.Actor, id string, version int,
	after func(ctx context.Context, tx pgx.Tx, r Removed) error,
) error {
	date := dateVersion{id, version}
	return p.onDate(ctx, who, date, "deleted", func(tx pgx.Tx, s *rules.Slot) error {
		used, err := UsedBy(ctx, tx, `o.id = $1`, id)
		if err == nil && used {
			err = conflict
		}
		if err != nil {
			return err
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

// SaveActivity stores an activity under id, new or again; the same content changes nothing.
//
// Problems: conflict (the slug is or was another activity's).
func (p *Changes) SaveActivity(ctx context.Context, tx pgx.Tx, id string, v rules.Activity) error {
	if fields := v.Validate(); len(fields) > 0 {
		return problem.WithFields(fields...)
	}
	was, err := storedActivity(ctx, tx, id)
	if err == nil {
		err = p.claimSlug(ctx, tx, id, v.Slug)
	}
	if err != nil {
		return err
	}
	now := p.Clock.Now()
	next := was.Next(&v, now)
	tag, err := tx.Exec(ctx, `
		insert into activity (id, slug, status, publish_from, publish_until, mode, category,
			audience, search_text, doc, created_at, updated_at)
		values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11)
		on conflict (id) do update set slug = excluded.slug, status = excluded.status,
			publish_from = excluded.publish_from,
			publish_until = excluded.publish_until, mode = excluded.mode,
				category = excluded.category, audience = excluded.audience,
			search_text = excluded.search_text, doc = excluded.doc, version = activity.version + 1,
				updated_at = excluded.updated_at,
			turns = $12, hidden_at = $13, hidden_title = $14
		where activity.doc is distinct from excluded.doc`,
		id, v.Slug, v.Status, v.PublishFrom, v.PublishUntil, cmp.Or(v.Mode, rules.Walkin),
		cmp.Or(v.Category, "ontmoeting"), slices.Concat(v.Audience),
		httpkit.Folded(v.Title+" "+v.Summary), db.JSON(v), now,
		next.Turns, next.HiddenAt, next.HiddenTitle)
	if err != nil || tag.RowsAffected() == 0 {
		return err
	}
	if err := indexed(ctx, tx, id, v); err != nil {
		return err
	}
	return p.Raise(ctx, tx)
}

// indexed makes an activity that visitors see, now or later, what the programme's search finds.
func indexed(ctx context.Context, tx pgx.Tx, id string, v rules.Activity) error {
	if v.LinkOnly || v.Status != "published" && v.Status != "scheduled" {
		return search.Drop(ctx, tx, SearchKind, id)
	}
	titles, rest := v.Found()
	return search.Put(ctx, tx, search.Text{Kind: SearchKind, ID: id, Titles: titles, Rest: rest})
}

// SearchKind is the kind of activities in the index of the search.
const SearchKind = "activity"

func InTheWay(field string) error {
	p := problem.New(problem.Conflict)
	p.Fields = []problem.Field{{Name: field, Code: problem.Taken}}
	return p
}

// storedActivity reads an activity under its row lock; nothing: the zero value.
func storedActivity(ctx context.Context, tx pgx.Tx, id string) (out rules.SavedActivity, err error) {
	err = tx.QueryRow(ctx, `
		select doc - 'body', turns, hidden_at, hidden_title,
			updated_at from activity where id = $1 for update`, id).
		Scan(&out.Doc, &out.Turns, &out.HiddenAt, &out.HiddenTitle, &out.Saved)
	if errors.Is(err, pgx.ErrNoRows) {
		return rules.SavedActivity{}, nil
	}
	return out, err
}

// claimSlug gives a slug to an activity for ever. Problems: conflict (is or was another's).
func (p *Changes) claimSlug(ctx context.Context, tx pgx.Tx, id, slug string) error {
	if _, err := tx.Exec(ctx, `
		insert into activity_slug (slug, activity_id, since) values ($1, $2,
			$3) on conflict (slug) do nothing`, slug, id, p.Clock.Now()); err != nil {
		return err
	}
	var owner string
	if err := tx.QueryRow(ctx, `
		select activity_id from activity_slug where slug = $1`, slug).Scan(&owner); err != nil {
		return db.Problem(err)
	}
	if owner != id {
		return InTheWay("slug")
	}
	return nil
}
