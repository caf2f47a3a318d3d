package content

import (
	"context"

	"herstelruimte/internal/db"
)

// OpenRoles are the ids of the roles that somebody can choose now, for the form of the volunteers.
func (d *Documents) OpenRoles(ctx context.Context) (ids []string, err error) {
	all, err := d.roles(ctx)
	for _, r := range all.Items {
		ids = append(ids, r.ID)
	}
	return ids, err
}

// RoleTitles are the titles of all roles that ever were shown, by id: of those that are closed too.
func (d *Documents) RoleTitles(ctx context.Context, q db.Querier) (map[string]string, error) {
	out := map[string]string{}
	var id, title string
	err := db.Each(ctx, q, []any{&id, &title}, func() error { out[id] = title; return nil }, `
		select id, coalesce(public_doc->>'title', '')
		from draft
		where kind = 'role' and sort_at is not null`)
	return out, err
}
