package identity

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/db"
)

// Member is somebody of the staff, now or once.
type Member struct {
	UID  string `json:"uid"`
	Name string `json:"name" doc:"empty when it is not known (any more)"`
}

// remember keeps the name and the roles of who signs in, so that what they write later says whose
// it is, and where they read mail, as the newest token says. Who has no role gets no mail.
func (i *Identity) remember(ctx context.Context, tx pgx.Tx, t token, now time.Time) error {
	_, err := tx.Exec(ctx, `
		insert into staff_member (uid, sealed, roles, last_seen, address, address_at)
		values ($1, $2, $3, $4, $5, $6)
		on conflict (uid) do update set sealed = excluded.sealed, roles = excluded.roles,
			last_seen = excluded.last_seen,
			address = case
				when excluded.roles = '{}' then null
				when staff_member.address_at > excluded.address_at then staff_member.address
				else excluded.address
			end,
			address_at = greatest(staff_member.address_at, excluded.address_at)`,
		t.sub, i.cfg.Seal(memberKey(t.sub), []byte(t.name)), t.roles, now,
		i.sealAddress(t), t.issuedAt)
	return err
}

// MemberPrefix stands before the uid where the name of a member is sealed: no session has such an
// id.
const MemberPrefix = "member "

// memberKey binds a sealed name to its row.
func memberKey(uid string) string { return MemberPrefix + uid }

// Names gives the names of people by their uid; who never signed in here is absent.
func (i *Identity) Names(ctx context.Context, uids []string) (map[string]string, error) {
	members, err := i.members(ctx, `uid = any($1)`, uids)
	out := make(map[string]string, len(members))
	for _, m := range members {
		out[m.UID] = m.Name
	}
	return out, err
}

// RolesOf are the roles that somebody signed in with last; none when they never did.
func (i *Identity) RolesOf(ctx context.Context, uid string) (roles []Role, err error) {
	err = i.pool.QueryRow(ctx, `
		select roles
		from staff_member
		where uid = $1`, uid).Scan(&roles)
	if errors.Is(err, pgx.ErrNoRows) {
		err = nil
	}
	return roles, db.Problem(err)
}

// Staff are the people who signed in within the last half year with one of these roles (none: any),
// by name.
func (i *Identity) Staff(ctx context.Context, roles ...Role) ([]Member, error) {
	if len(roles) == 0 {
		roles = Roles
	}
	out, err := i.members(
		ctx,
		`roles && $1 and last_seen > $2`,
		roles,
		i.clock.Now().AddDate(0, -6, 0),
	)
	slices.SortFunc(out, func(a, b Member) int {
		return cmp.Or(
			strings.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name)),
			strings.Compare(a.UID, b.UID),
		)
	})
	return out, err
}

func (i *Identity) members(ctx context.Context, where string, args ...any) ([]Member, error) {
	rows, err := i.pool.Query(ctx, `
		select uid, sealed
		from staff_member
		where `+where, args...)
	if err != nil {
		return nil, db.Problem(err)
	}
	out, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (m Member, err error) {
		var sealed []byte
		if err = row.Scan(&m.UID, &sealed); err != nil {
			return m, err
		}
		name, err := i.cfg.Open(memberKey(m.UID), sealed)
		if err != nil {
			i.cfg.Log.Warn("the name of somebody of the staff cannot be opened", "uid", m.UID)
		}
		m.Name = string(name)
		return m, nil
	})
	return append([]Member{}, out...), db.Problem(err)
}

// Know keeps a member of the staff who did not sign in yet: sample data.
func (i *Identity) Know(ctx context.Context, tx pgx.Tx, m Member, roles ...Role) error {
	return i.remember(ctx, tx, token{sub: m.UID, name: m.Name, roles: roles}, i.clock.Now())
}
