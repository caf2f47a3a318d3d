package identity

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/problem"
)

const maxHeader = 8 << 10 // bytes of Authorization

// bearer takes the token out of the header: auth/invalid-header when it cannot be one.
func bearer(r *http.Request) (string, error) {
	values := r.Header.Values("Authorization")
	if len(values) != 1 || len(values[0]) > maxHeader {
		return "", refused(problem.AuthInvalidHeader, "missing, repeated or too long")
	}
	scheme, raw, ok := strings.Cut(values[0], " ")
	if !ok || !strings.EqualFold(scheme, "Bearer") || strings.Count(raw, ".") != 2 {
		return "", refused(problem.AuthInvalidHeader, "no bearer token of three parts")
	}
	return raw, nil
}

// post makes or refreshes the session of the browser that sends r, and gives the cookie to set. The
// log hears of a refusal in words of ours: nothing of the token.
func (i *Identity) post(r *http.Request, shared bool) (cookie string, err error) {
	cookie, err = i.admit(r, shared)
	var p *problem.Problem
	if errors.As(err, &p) && strings.HasPrefix(string(p.Code), "auth/") {
		i.cfg.Log.Info(
			"session refused",
			"request",
			httpkit.RequestID(r.Context()),
			"code",
			p.Code,
			"why",
			p.Unwrap(),
		)
	}
	return cookie, err
}

func (i *Identity) admit(r *http.Request, shared bool) (cookie string, err error) {
	raw, err := bearer(r)
	if err != nil {
		return "", err
	}
	if wait := i.cfg.Rate.Over(r); wait > 0 {
		p := problem.New(problem.AuthTooMany)
		p.RetryAfter = wait
		return "", p
	}
	t, err := i.verifier.idToken(r.Context(), raw)
	if err != nil {
		return "", err
	}
	value, err := i.signIn(r.Context(), t, i.presented(r), browser{device(r.UserAgent()), shared})
	if err != nil {
		return "", err
	}
	return i.cookie(value, shared), nil
}

// browser is where a session is used.
type browser struct {
	device string
	shared bool
}

// signIn makes a session for a token, or refreshes the one that value belongs to when it is of the
// same person and the same sign-in at the identity service. It gives the cookie's value. Nobody
// ends a session whose cookie they do not carry.
func (i *Identity) signIn(
	ctx context.Context,
	posted token,
	value string,
	b browser,
) (string, error) {
	now, made, cookie := i.clock.Now(), session{}, ""
	err := db.InTx(ctx, i.pool, func(tx pgx.Tx) error {
		t := posted // this may run again
		cutoff, err := lockPerson(ctx, tx, t.sub)
		if err != nil {
			return err
		}
		if !t.authTime.After(cutoff) {
			return refused(problem.AuthRecentLogin, "signed out everywhere since")
		}
		if t.roles, err = spread(ctx, tx, t); err != nil {
			return err
		}
		if len(t.roles) > 0 && !t.secondStep && !i.cfg.PasswordAlone {
			return refused(problem.AuthSecondStep, "a role with a password alone")
		}
		old, err := i.carried(ctx, tx, value, now)
		if err != nil {
			return err
		}
		if old.id != "" && old.sub == t.sub && old.sid == t.sid {
			made, cookie, err = i.refresh(ctx, tx, old, arrival{t, b, value})
			return err
		}
		made, cookie, err = i.begin(ctx, tx, old, t, b)
		return err
	})
	if err != nil {
		return "", err
	}
	i.cfg.Log.Info(
		"session posted",
		"request",
		httpkit.RequestID(ctx),
		"uid",
		made.sub,
		"session",
		made.id,
	)
	return cookie, nil
}

// carried is the living session of a cookie's value, locked; empty when there is none.
func (i *Identity) carried(
	ctx context.Context,
	tx pgx.Tx,
	value string,
	now time.Time,
) (session, error) {
	if value == "" {
		return session{}, nil
	}
	s, err := held(ctx, tx, hashOf(value), now)
	if errors.Is(err, problem.New(problem.Unauthorized)) {
		return session{}, nil
	}
	return s, err
}

// arrival is a proof that came in: from which browser, which carried this value of a cookie.
type arrival struct {
	token
	browser
	value string
}

// refresh keeps the row. A later sign-in gets a new value; a token older than one seen before
// brings neither roles nor name back, so that tabs may post in any order.
func (i *Identity) refresh(
	ctx context.Context,
	tx pgx.Tx,
	s session,
	a arrival,
) (session, string, error) {
	now, t, value := i.clock.Now(), a.token, a.value
	if owner, err := claim(ctx, tx, t.jti, s.id, now); err != nil || owner != s.id {
		return s, "", cmp.Or(err, refused(problem.AuthTokenReplayed, "used for another session"))
	}
	s.lastSeenAt, s.device, s.shared = now, a.device, a.shared
	if !t.issuedAt.Before(s.tokenTime) {
		s.tokenTime, s.roles, s.sealed = t.issuedAt, t.roles, i.cfg.Seal(s.id, []byte(t.name))
		if err := i.remember(ctx, tx, t, now); err != nil {
			return s, "", err
		}
	}
	if t.authTime.After(s.authTime) {
		s.authTime, value = t.authTime, newValue()
	}
	return s, value, update(ctx, tx, s, hashOf(value))
}

// begin makes a row of its own, in place of what the browser carried.
func (i *Identity) begin(
	ctx context.Context,
	tx pgx.Tx,
	old session,
	t token,
	b browser,
) (session, string, error) {
	now, value := i.clock.Now(), newValue()
	s := session{
		id:         db.NewID("sgn"),
		sub:        t.sub,
		sid:        t.sid,
		device:     b.device,
		shared:     b.shared,
		roles:      t.roles,
		authTime:   t.authTime,
		tokenTime:  t.issuedAt,
		createdAt:  now,
		lastSeenAt: now,
	}
	s.sealed = i.cfg.Seal(s.id, []byte(t.name))
	var ended bool
	if err := tx.QueryRow(
		ctx, `
		select exists (select from staff_ended where sid = $1 and at >= $2)`,
		t.sid,
		t.authTime,
	).Scan(&ended); err != nil || ended {
		return s, "", cmp.Or(err, refused(problem.AuthRecentLogin, "this sign-in was ended"))
	}
	if owner, err := claim(ctx, tx, t.jti, s.id, now); err != nil || owner != s.id {
		return s, "", cmp.Or(err, refused(problem.AuthTokenReplayed, "used before"))
	}
	if old.id != "" {
		if _, err := tx.Exec(ctx, `
			delete from staff_session
			where id = $1`, old.id); err != nil {
			return s, "", err
		}
	}
	if err := i.remember(ctx, tx, t, now); err != nil {
		return s, "", err
	}
	return s, value, insert(ctx, tx, s, hashOf(value))
}

// signOut ends the session of every cookie that r carries, with one statement however many there
// are: to leave, one need not be believed.
func (i *Identity) signOut(r *http.Request) error {
	var hashes [][]byte
	for _, c := range r.CookiesNamed(i.cookieName()) {
		if isValue(c.Value) {
			hashes = append(hashes, hashOf(c.Value))
		}
	}
	if len(hashes) == 0 {
		return nil
	}
	_, err := i.pool.Exec(r.Context(), `
		delete from staff_session
		where hash = any ($1)`, hashes)
	return db.Problem(err)
}

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
