package identity

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/netip"
	"slices"

	"github.com/coreos/go-oidc/v3/oidc"
	"github.com/go-chi/chi/v5"
	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/db"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/problem"
)

const maxLogout = 16 << 10 // bytes

// Mount adds what is no part of the API: the configuration of the sign-in, and the door for the
// identity service.
func (i *Identity) Mount(r chi.Router) {
	r.With(httpkit.Dated(i.clock.Now)).Get("/config.json", i.config)
	r.Post("/oidc/backchannel-logout", i.backchannel)
}

// config tells the browser where to sign in. Its Date header is how the browser learns how far its
// own clock is off.
func (i *Identity) config(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Cache-Control", httpkit.NoStore)
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(map[string]string{
		"issuer":          i.cfg.Issuer,
		"clientId":        i.cfg.ClientID,
		"sessionSyncPath": i.cfg.SyncPath,
	})
}

// backchannel hears from the identity service that somebody signed out there. It answers 200, 400
// for a bad token, and 404 to everybody who does not call from our own network.
func (i *Identity) backchannel(w http.ResponseWriter, r *http.Request) {
	if !internal(r) {
		httpkit.WriteProblem(w, r, problem.New(problem.NotFound))
		return
	}
	r.Body = http.MaxBytesReader(w, r.Body, maxLogout)
	if err := r.ParseForm(); err != nil || len(r.PostForm["logout_token"]) != 1 {
		httpkit.WriteProblem(w, r, problem.New(problem.BadRequest))
		return
	}
	t, err := i.verifier.logoutToken(r.Context(), r.PostForm.Get("logout_token"))
	if err == nil {
		err = i.hearLogout(r.Context(), t)
	}
	if errors.Is(err, problem.New(problem.AuthInvalidToken)) {
		i.cfg.Log.Warn(
			"logout token refused",
			"request",
			httpkit.RequestID(r.Context()),
			"why",
			errors.Unwrap(err),
		)
		err = problem.New(problem.BadRequest)
	}
	if err != nil {
		httpkit.Fail(w, r, err)
		return
	}
	w.Header().Set("Cache-Control", httpkit.NoStore)
	w.WriteHeader(http.StatusOK)
}

// internal says whether a request comes from this machine or a private network, with no proxy
// between.
func internal(r *http.Request) bool {
	from, err := netip.ParseAddrPort(r.RemoteAddr)
	addr := from.Addr().Unmap()
	return err == nil && (addr.IsLoopback() || addr.IsPrivate()) && !forwarded(r.Header)
}

// forwarded says whether a proxy had a request in its hands. An empty header counts too: some
// proxies put their own line behind the one that came, and the first is then the caller's.
func forwarded(h http.Header) bool {
	return slices.ContainsFunc(
		[]string{
			"X-Forwarded-For",
			"Forwarded",
			"X-Forwarded-Host",
			"X-Forwarded-Proto",
			"X-Real-Ip",
			"Via",
		},
		func(name string) bool {
			_, there := h[name]
			return there
		},
	)
}

// hearLogout ends all sessions of the person: the service tells of one of its sessions, whichever
// browsers it was in.
func (i *Identity) hearLogout(ctx context.Context, t *oidc.LogoutToken) error {
	now, ended := i.clock.Now(), int64(0)
	err := db.InTx(ctx, i.pool, func(tx pgx.Tx) error {
		if first, err := claimLogout(ctx, tx, t.TokenID, now); err != nil {
			return err
		} else if !first {
			return refused(problem.AuthInvalidToken, "used before")
		}
		if t.Subject != "" {
			if _, err := lockPerson(ctx, tx, t.Subject); err != nil {
				return err
			}
		}
		if t.SessionID != "" {
			if err := endSession(ctx, tx, t.SessionID, now); err != nil {
				return err
			}
		}
		tag, err := tx.Exec(
			ctx, `
			delete from staff_session
			where sub = $1
				or sub in (select sub from staff_session where $2 <> '' and sid = $2)`,
			t.Subject,
			t.SessionID,
		)
		ended = tag.RowsAffected()
		return err
	})
	if err == nil {
		i.cfg.Log.Info(
			"signed out at the identity service",
			"request",
			httpkit.RequestID(ctx),
			"uid",
			t.Subject,
			"sessions",
			ended,
		)
	}
	return err
}
