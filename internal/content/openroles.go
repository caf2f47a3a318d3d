package content

import "context"

// OpenRoles are the ids of the roles that somebody can choose now, for the form of the volunteers.
func (d *Documents) OpenRoles(ctx context.Context) (ids []string, err error) {
	all, err := d.roles(ctx)
	for _, r := range all.Items {
		ids = append(ids, r.ID)
	}
	return ids, err
}
