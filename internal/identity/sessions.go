package identity

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/problem"
)

// StaffSession is one browser in which somebody is signed in.
type StaffSession struct {
	ID         string `json:"id"`
	Device     string `json:"device" doc:"browser and system, such as Firefox op Windows"`
	CreatedAt  string `json:"createdAt" format:"date-time"`
	LastSeenAt string `json:"lastSeenAt" format:"date-time" doc:"to the minute"`
	ExpiresAt  string `json:"expiresAt" format:"date-time"`
	Current    bool   `json:"current" doc:"the browser that asks"`
}

// Account is somebody who is signed in now.
type Account struct {
	UID      string         `json:"uid"`
	Name     string         `json:"name"`
	Roles    []Role         `json:"roles"`
	Sessions []StaffSession `json:"sessions"`
}

func (s session) shown(current string) StaffSession {
	return StaffSession{
		ID:         s.id,
		Device:     s.device,
		CreatedAt:  clock.Moment(s.createdAt),
		LastSeenAt: clock.Moment(s.lastSeenAt),
		ExpiresAt:  clock.Moment(s.expires()),
		Current:    s.id == current,
	}
}

// own lists the sessions of the actor, newest first.
func (i *Identity) own(ctx context.Context) ([]StaffSession, error) {
	a := ActorOf(ctx)
	rows, err := living(ctx, i.pool, a.ID, i.clock.Now())
	out := make([]StaffSession, 0, len(rows))
	for _, s := range rows {
		out = append(out, s.shown(a.session))
	}
	return out, err
}

// accounts lists everybody who is signed in, by name; name and roles are those of the newest
// session.
func (i *Identity) accounts(ctx context.Context) ([]Account, error) {
	a := ActorOf(ctx)
	rows, err := living(ctx, i.pool, "", i.clock.Now())
	if err != nil {
		return nil, err
	}
	out, place := []Account{}, map[string]int{}
	for _, s := range rows {
		n, known := place[s.sub]
		if !known {
			n, place[s.sub] = len(out), len(out)
			out = append(out, Account{UID: s.sub, Name: i.nameOf(s), Roles: s.roles})
		}
		out[n].Sessions = append(out[n].Sessions, s.shown(a.session))
	}
	slices.SortFunc(out, func(x, y Account) int {
		return cmp.Or(
			strings.Compare(strings.ToLower(x.Name), strings.ToLower(y.Name)),
			strings.Compare(x.UID, y.UID),
		)
	})
	i.cfg.Log.Info(
		"accounts read",
		"request",
		httpkit.RequestID(ctx),
		"by",
		a.ID,
		"people",
		len(out),
	)
	return out, nil
}

// endOne ends a session: one's own, or anybody's for a beheerder who signed in lately. Its sign-in
// at the identity service makes no new one, else the browser would be back at its next refresh.
// not_found also for whoever may not know of it.
func (i *Identity) endOne(ctx context.Context, id string) error {
	a, now := ActorOf(ctx), i.clock.Now()
	err := db.InTx(ctx, i.pool, func(tx pgx.Tx) error {
		s, err := one(ctx, tx, `select `+columns+` from staff_session where id = $1`, id)
		if errors.Is(err, problem.New(problem.Unauthorized)) ||
			err == nil && s.sub != a.ID && !a.Has(Beheerder) {
			return problem.New(problem.NotFound)
		}
		if err == nil && s.sub != a.ID {
			err = i.RequireRecent(a)
		}
		if err != nil {
			return err
		}
		if _, err := lockPerson(ctx, tx, s.sub); err != nil {
			return err
		}
		if s.sid != "" {
			if err := endSession(ctx, tx, s.sid, now); err != nil {
				return err
			}
		}
		_, err = tx.Exec(ctx, `
			delete from staff_session
			where id = $1`, id)
		return err
	})
	if err == nil {
		i.cfg.Log.Info(
			"session ended",
			"request",
			httpkit.RequestID(ctx),
			"session",
			id,
			"by",
			a.ID,
		)
	}
	return err
}

// endAll ends every session of a person and draws a cut-off: only a sign-in with a password after
// it makes a new one.
func (i *Identity) endAll(ctx context.Context, uid string) error {
	a, now := ActorOf(ctx), i.clock.Now()
	if uid != a.ID {
		if len(uid) > maxID {
			return problem.New(problem.NotFound)
		}
		if !a.Has(Beheerder) {
			return problem.New(problem.Forbidden)
		}
		if err := i.RequireRecent(a); err != nil {
			return err
		}
	}
	err := db.InTx(ctx, i.pool, func(tx pgx.Tx) error {
		if _, err := lockPerson(ctx, tx, uid); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `
			update staff_cutoff
			set at = $2
			where sub = $1`, uid, now); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, `
			delete from staff_session
			where sub = $1`, uid)
		return err
	})
	if err == nil {
		i.cfg.Log.Info(
			"all sessions ended",
			"request",
			httpkit.RequestID(ctx),
			"uid",
			uid,
			"by",
			a.ID,
		)
	}
	return err
}
