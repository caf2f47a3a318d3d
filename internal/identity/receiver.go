package identity

import (
	"context"
	"strings"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/db"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/problem"
)

// Receiver is somebody of the staff as one who receives people at a date.
type Receiver struct {
	UID    string
	Name   string // first name, as colleagues know them
	OnSite string // as visitors read it; empty: they did not say yes to that
	Can    bool   // has a role for it and signed in within the last half year
}

// Receiving are the roles that receive people at a date.
var Receiving = []Role{Gastheer, Begeleider, Coordinator}

// SiteNamePrefix stands before the uid where the name of a member for visitors is sealed.
const SiteNamePrefix = "site name "

func siteNameKey(uid string) string { return SiteNamePrefix + uid }

// Receivers are all who ever signed in, by their uid.
func (i *Identity) Receivers(ctx context.Context, q db.Querier) (map[string]Receiver, error) {
	rows, err := q.Query(ctx, `
		select uid, sealed, site_name, roles && $1 and last_seen > $2
		from staff_member`, Receiving, i.clock.Now().AddDate(0, -6, 0))
	if err != nil {
		return nil, db.Problem(err)
	}
	out := map[string]Receiver{}
	var r Receiver
	var name, onSite []byte
	_, err = pgx.ForEachRow(rows, []any{&r.UID, &name, &onSite, &r.Can}, func() error {
		r.Name, _, _ = strings.Cut(i.unsealed(memberKey(r.UID), name), " ")
		r.OnSite = i.unsealed(siteNameKey(r.UID), onSite)
		out[r.UID] = r
		return nil
	})
	return out, db.Problem(err)
}

func (i *Identity) unsealed(key string, sealed []byte) string {
	if sealed == nil {
		return ""
	}
	plain, err := i.cfg.Open(key, sealed)
	if err != nil {
		i.cfg.Log.Warn("a name of somebody of the staff cannot be opened", "key", key)
	}
	return string(plain)
}

// SiteName is what visitors read of whoever asks.
type SiteName struct {
	Own  string `json:"own"            doc:"first name of the account"`
	Name string `json:"name,omitempty" doc:"as it stands on the site; absent: it does not"`
}

// NewSiteName is how somebody wants to be called there.
type NewSiteName struct {
	Name string `json:"name" minLength:"1" maxLength:"60"`
}

func (i *Identity) siteName(ctx context.Context) (SiteName, error) {
	all, err := i.Receivers(ctx, i.pool)
	me := all[ActorOf(ctx).ID]
	return SiteName{Own: me.Name, Name: me.OnSite}, err
}

// setSiteName is a yes to a name on the site, or, when it is empty, a no: pages follow at once.
//
// Problems: invalid.
func (i *Identity) setSiteName(ctx context.Context, name string) (out SiteName, err error) {
	name = httpkit.Line(name)
	var f problem.Faults
	f.Length("name", name, 0, 60)
	f.NoContact("name", name)
	if err := f.Err(); err != nil {
		return out, err
	}
	if err := i.KnowOnSite(ctx, ActorOf(ctx).ID, name); err != nil {
		return out, err
	}
	return i.siteName(ctx)
}

// KnowOnSite keeps what visitors read of a member; empty: nothing.
func (i *Identity) KnowOnSite(ctx context.Context, uid, name string) error {
	var sealed []byte
	if name != "" {
		sealed = i.cfg.Seal(siteNameKey(uid), []byte(name))
	}
	return db.Problem(db.InTx(ctx, i.pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `
			update staff_member set site_name = $2 where uid = $1`, uid, sealed); err != nil {
			return err
		}
		if i.cfg.Raise == nil {
			return nil
		}
		return i.cfg.Raise(ctx, tx)
	}))
}
