package identity

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

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
func (i *Identity) signIn(ctx context.Context, posted token, value string, b browser) (string, error) {
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
func (i *Identity) carried(ctx context.Context, tx pgx.Tx, value string, now time.Time) (session, error) {
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
func (i *Identity) refresh(ctx context.Context, tx pgx.Tx, s session, a arrival) (session, string, error) {
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
func (i *Identity) begin(ctx context.Context, tx pgx.Tx, old session, t token, b browser) (session, string, error) {
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
