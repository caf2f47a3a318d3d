package agenda

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/db"
)

// standing is what short links and calendars must know of an activity beside its document: how
// often visitors saw it go or come back, and since when it is away, under which title.
type standing struct {
	turns       int
	hiddenAt    *time.Time
	hiddenTitle *string
}

// stored is an activity as it was last saved. The zero value was never saved.
type stored struct {
	standing
	doc   Activity
	saved time.Time
}

// storedActivity reads an activity under its row lock; the zero value when there is none.
func storedActivity(ctx context.Context, tx pgx.Tx, id string) (out stored, err error) {
	var doc []byte
	err = tx.QueryRow(ctx, `
		select doc - 'body', turns, hidden_at, hidden_title,
			updated_at from activity where id = $1 for update`, id).
		Scan(&doc, &out.turns, &out.hiddenAt, &out.hiddenTitle, &out.saved)
	if errors.Is(err, pgx.ErrNoRows) {
		return stored{}, nil
	}
	if err != nil {
		return out, err
	}
	return out, json.Unmarshal(doc, &out.doc)
}

// then is the standing once v is saved over it at now. It also keeps in v that visitors saw the
// activity before: they may hold an old form or a printed address.
func (s *stored) then(v *Activity, now time.Time) standing {
	before, after := s.doc.visible(now), v.visible(now)
	seen := s.doc.seen(now)
	v.WasPublished = v.WasPublished || seen || after
	out := standing{
		turns:       s.turns + s.doc.turnsSince(s.saved, now),
		hiddenAt:    s.hiddenAt,
		hiddenTitle: s.hiddenTitle,
	}
	if seen && before != after {
		out.turns++
	}
	switch {
	case after:
		out.hiddenAt, out.hiddenTitle = nil, nil
	case before:
		out.hiddenAt, out.hiddenTitle = &now, &s.doc.Title
	case seen && out.hiddenAt == nil: // it went by the clock
		out.hiddenAt, out.hiddenTitle = s.doc.PublishUntil, &s.doc.Title
	}
	return out
}

// seen says whether visitors may have seen the activity up to now.
func (a *Activity) seen(now time.Time) bool {
	shown := a.Status == "published" || a.Status == "scheduled" && a.PublishFrom != nil
	return a.WasPublished ||
		shown && (a.PublishFrom == nil || !now.Before(*a.PublishFrom)) &&
			(a.PublishUntil == nil || a.PublishFrom == nil || a.PublishFrom.Before(*a.PublishUntil))
}

// turnsSince counts how often an activity that nobody saved went or came back by the clock alone.
// Its first appearance is no turn.
func (a *Activity) turnsSince(saved, now time.Time) (n int) {
	if a.Status != "published" && a.Status != "scheduled" {
		return 0
	}
	passed := func(t *time.Time) bool { return t != nil && t.After(saved) && !t.After(now) }
	if a.WasPublished && passed(a.PublishFrom) {
		n++
	}
	if passed(a.PublishUntil) && (a.PublishFrom == nil || a.PublishFrom.Before(*a.PublishUntil)) {
		n++
	}
	return n
}

// claimSlug gives a slug to an activity for ever. One that is or was another's is a conflict.
func (a *Agenda) claimSlug(ctx context.Context, tx pgx.Tx, id, slug string) error {
	if _, err := tx.Exec(ctx, `
		insert into activity_slug (slug, activity_id, since) values ($1, $2,
			$3) on conflict (slug) do nothing`, slug, id, a.Clock.Now()); err != nil {
		return err
	}
	var owner string
	if err := tx.QueryRow(ctx, `
		select activity_id from activity_slug where slug = $1`, slug).Scan(&owner); err != nil {
		return db.Problem(err)
	}
	if owner != id {
		return inTheWay("slug")
	}
	return nil
}
