package changes

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"slices"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/db"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/problem"
)

// SaveActivity stores an activity under id, new or again; with the same content it changes nothing.
// A slug that is or ever was another activity's gives conflict.
func (p *Changes) SaveActivity(ctx context.Context, tx pgx.Tx, id string, v rules.Activity) error {
	if fields := v.Validate(); len(fields) > 0 {
		return problem.WithFields(fields...)
	}
	was, err := storedActivity(ctx, tx, id)
	if err != nil {
		return err
	}
	if err := p.claimSlug(ctx, tx, id, v.Slug); err != nil {
		return err
	}
	now := p.Clock.Now()
	next := was.Next(&v, now)
	tag, err := tx.Exec(
		ctx, `
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
		id,
		v.Slug,
		v.Status,
		v.PublishFrom,
		v.PublishUntil,
		cmp.Or(v.Mode, rules.Walkin),
		cmp.Or(v.Category, "ontmoeting"),
		slices.Concat(v.Audience),
		httpkit.Folded(v.Title+" "+v.Summary),
		db.JSON(v),
		now,
		next.Turns, next.HiddenAt, next.HiddenTitle,
	)
	if err == nil && tag.RowsAffected() > 0 {
		err = p.Raise(ctx, tx)
	}
	return err
}

func InTheWay(field string) error {
	p := problem.New(problem.Conflict)
	p.Fields = []problem.Field{{Name: field, Code: problem.Taken}}
	return p
}

// storedActivity reads an activity under its row lock; the zero value when there is none.
func storedActivity(
	ctx context.Context,
	tx pgx.Tx,
	id string,
) (out rules.SavedActivity, err error) {
	var doc []byte
	err = tx.QueryRow(ctx, `
		select doc - 'body', turns, hidden_at, hidden_title,
			updated_at from activity where id = $1 for update`, id).
		Scan(&doc, &out.Turns, &out.HiddenAt, &out.HiddenTitle, &out.Saved)
	if errors.Is(err, pgx.ErrNoRows) {
		return rules.SavedActivity{}, nil
	}
	if err != nil {
		return out, err
	}
	return out, json.Unmarshal(doc, &out.Doc)
}

// claimSlug gives a slug to an activity for ever. One that is or was another's is a conflict.
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
