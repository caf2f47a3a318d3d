package identity

import (
	"context"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/problem"
)

// Role is what somebody of the staff may do; roles add up.
type Role string

// The six roles. Whatever else stands in a token is no role.
const (
	Gastheer           Role = "gastheer"
	Begeleider         Role = "begeleider"
	Redactie           Role = "redactie"
	Vertrouwenspersoon Role = "vertrouwenspersoon"
	Coordinator        Role = "coordinator"
	Beheerder          Role = "beheerder"
)

// Roles are all six, in the order in which they are stored and shown.
var Roles = []Role{Gastheer, Begeleider, Redactie, Vertrouwenspersoon, Coordinator, Beheerder}

const (
	idle        = 8 * time.Hour  // without a call, and
	absolute    = 10 * time.Hour // at most: the limits of the identity service
	recentLogin = time.Hour      // how long ago a password may be for a sensitive action
	staleAfter  = 2 * time.Hour  // since the newest token: the tokens of the staff last 15 minutes
)

// Actor is the person of the staff who makes a call.
type Actor struct {
	ID       string // the person's id at the identity service
	Name     string
	Roles    []Role
	AuthTime time.Time // when the password was given

	session string
	expires time.Time
}

// Has says whether the actor has one of these roles.
func (a Actor) Has(roles ...Role) bool {
	return slices.ContainsFunc(roles, func(r Role) bool { return slices.Contains(a.Roles, r) })
}

type actorKey struct{}

// ActorOf is who makes the call, behind For; nobody (an empty ID) elsewhere.
func ActorOf(ctx context.Context) Actor {
	a, _ := ctx.Value(actorKey{}).(Actor)
	return a
}

// Config is what the room needs of the house.
type Config struct {
	Issuer   string // exactly as it stands in tokens; empty: nobody can sign in
	ClientID string
	KeysURL  string   // where the keys of the issuer are fetched
	Domains  []string // where staff may sign in
	SyncPath string   // where browsers bring their token; empty: nowhere
	Secure   bool     // the site is served over https
	// a token with a role needs no second step: for an identity service that cannot tell of one
	PasswordAlone bool

	Seal func(id string, plain []byte) []byte
	Open func(id string, sealed []byte) ([]byte, error)
	// Raise says in tx that public pages change with it; nil: there are none.
	Raise func(ctx context.Context, tx pgx.Tx) error
	Rate  *httpkit.Rate
	Log   *slog.Logger
}

// SessionPath is the address of the session of this program.
const SessionPath = "/api/session"

// AttemptsAMinute is how often one network may post a token in a minute: every open tab posts each
// new one.
const AttemptsAMinute = 60

// Identity is the room. Its zero database describes the operations only.
type Identity struct {
	pool     *pgxpool.Pool
	clock    *clock.Clock
	cfg      Config
	verifier *verifier
}

// New builds the room; it asks nothing of the identity service yet.
func New(pool *pgxpool.Pool, c *clock.Clock, cfg Config) *Identity {
	return &Identity{
		pool:     pool,
		clock:    c,
		cfg:      cfg,
		verifier: newVerifier(cfg.Issuer, cfg.ClientID, newKeySet(cfg.KeysURL, c), c),
	}
}

// RequireRecent gives auth/requires-recent-login when the actor's password was given more than an
// hour ago: sensitive actions call it.
func (i *Identity) RequireRecent(a Actor) error {
	if i.clock.Now().Sub(a.AuthTime) > recentLogin {
		return problem.New(problem.AuthRecentLogin)
	}
	return nil
}

// actorOf finds who carries the session cookie of r: unauthorized when nobody does, and until a
// new token is posted when the last one is too old.
func (i *Identity) actorOf(r *http.Request) (Actor, error) {
	value := i.presented(r)
	if value == "" {
		return Actor{}, problem.New(problem.Unauthorized)
	}
	s, err := seen(r.Context(), i.pool, hashOf(value), i.clock.Now())
	if err != nil {
		return Actor{}, err
	}
	if i.stale(r.Context(), s) {
		return Actor{}, problem.New(problem.Unauthorized)
	}
	return i.actor(s), nil
}

// stale tells whether a session had no token for too long: a logout that nobody told us of, or a
// stolen cookie, lasts no longer than that. While the identity service is away nobody can have a
// newer token, and the staff go on.
func (i *Identity) stale(ctx context.Context, s session) bool {
	return i.clock.Now().Sub(s.tokenTime) > staleAfter && i.verifier.keys.answers(ctx)
}

// Caller is who carries the session cookie of r, for what is no operation: unauthorized when nobody
// does.
func (i *Identity) Caller(r *http.Request) (Actor, error) { return i.actorOf(r) }

func (i *Identity) actor(s session) Actor {
	return Actor{
		ID:       s.sub,
		Name:     i.nameOf(s),
		Roles:    s.roles,
		AuthTime: s.authTime,
		session:  s.id,
		expires:  s.expires(),
	}
}

// nameOf opens the name of a session. When the keys of the house no longer do, the session serves
// on without one.
func (i *Identity) nameOf(s session) string {
	name, err := i.cfg.Open(s.id, s.sealed)
	if err != nil {
		i.cfg.Log.Warn("the name of a session cannot be opened", "session", s.id)
	}
	return string(name)
}

// CrossSite is the code with which a call from another site is refused.
func CrossSite(path string) problem.Code {
	for _, own := range []string{"/api/session", "/api/sessions", "/api/users"} {
		if path == own || strings.HasPrefix(path, own+"/") {
			return problem.AuthCrossSite
		}
	}
	return problem.Forbidden
}
