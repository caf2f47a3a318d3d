package identity

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"herstelruimte/internal/dbtest"
	"herstelruimte/internal/identity/identitytest"
)

// dump is every column of every table of this room, as text and as bytes.
func (r *room) dump() string {
	r.t.Helper()
	var out strings.Builder
	tables := 0
	rows, err := r.pool.Query(context.Background(), `
		select table_name
		from information_schema.tables
		where table_schema = 'public'
			and table_name like 'staff\_%'`)
	if err != nil {
		r.t.Fatal(err)
	}
	names, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		r.t.Fatal(err)
	}
	for _, name := range names {
		tables++
		rows, err := r.pool.Query(context.Background(), `
			select * from `+pgx.Identifier{name}.Sanitize())
		if err != nil {
			r.t.Fatal(err)
		}
		for rows.Next() {
			values, err := rows.Values()
			if err != nil {
				r.t.Fatal(err)
			}
			for _, v := range values {
				if b, ok := v.([]byte); ok {
					fmt.Fprintf(&out, "%s %x\n", b, b)
					continue
				}
				fmt.Fprintln(&out, v)
			}
		}
		if rows.Err() != nil {
			r.t.Fatal(rows.Err())
		}
	}
	if tables < 4 {
		r.t.Fatalf("only %d tables", tables)
	}
	return out.String()
}

// A whole life of a session: signed in, refreshed, refused, listed, signed in again, ended in every
// way.
func (r *room) life() (secrets []string) {
	r.t.Helper()
	var cookies, tokens []string
	note := func(claims map[string]any, cookie string) string {
		token := r.token(claims)
		w := r.post(token, cookie)
		cookies, tokens = append(
			cookies,
			cookieOf(w),
		), append(tokens, token, claims["jti"].(string))
		return cookieOf(w)
	}
	claims := r.issuer.Claims("anja", "beheerder")
	cookie := note(claims, "")
	want(r.t, r.post(r.token(claims), ""), http.StatusUnauthorized, "auth/token-replayed")
	note(r.later("anja", "beheerder"), cookie)
	note(r.issuer.Claims("bo"), "")
	r.me(cookie)
	r.sessions(cookie)
	want(r.t, r.call(http.MethodGet, "/api/accounts", cookie), http.StatusOK, "")
	logout := r.issuer.Logout("bo")
	token := r.token(logout)
	want(r.t, r.send(keycloak, form(token)), http.StatusOK, "")
	want(r.t, r.send(keycloak, form(token)), http.StatusBadRequest, "bad_request")
	tokens = append(tokens, token, logout["jti"].(string))
	note(identitytest.With(r.issuer.Claims("carla", "redactie"), "aud", "other"), "")
	return append(append(cookies, tokens...), "Naam van anja", "Naam van bo", "Naam van carla")
}

func find(t *testing.T, where, text string, secrets []string) {
	t.Helper()
	looked := 0
	for _, s := range secrets {
		if s == "" {
			continue
		}
		looked++
		for _, part := range append(strings.Split(s, "."), s, fmt.Sprintf("%x", s)) {
			if len(part) > 8 && strings.Contains(text, part) {
				t.Errorf("%s holds %.20s…", where, part)
			}
		}
	}
	if looked < 12 {
		t.Fatalf("only %d secrets were looked for", looked)
	}
}

func TestTheDatabaseHoldsNoCookieNoTokenAndNoReadableName(t *testing.T) {
	t.Parallel()
	r := setup(t)
	secrets := r.life()
	text := r.dump()
	find(t, "the database", text, secrets)
	if hash := fmt.Sprintf(
		"%x",
		hashOf(secrets[0]),
	); !strings.Contains(text, hash) || !strings.Contains(text, "anja") {
		t.Error("the dump does not show the row: it proves nothing")
	}
}

func TestTheLogHoldsNoCookieNoTokenAndNoName(t *testing.T) {
	t.Parallel()
	r := setup(t)
	secrets := r.life()
	r.issuer.Answers(identitytest.Failed)
	r.clock.Advance(time.Minute)
	want(t, r.post(r.unknown("key-x"), ""), http.StatusServiceUnavailable, "auth/keys-unavailable")
	text := r.log.String()
	find(t, "the log", text, secrets)
	for _, told := range []string{
		`"uid":"anja"`,
		`"why":"used before"`,
		"auth/token-replayed",
		"/api/session",
		"the key address answers 500",
	} {
		if !strings.Contains(text, told) {
			t.Errorf("the log does not tell %s", told)
		}
	}
}

// counter counts the statements that go to the database.
type counter struct{ n atomic.Int64 }

func (c *counter) TraceQueryStart(ctx context.Context, _ *pgx.Conn, _ pgx.TraceQueryStartData) context.Context {
	c.n.Add(1)
	return ctx
}

func (*counter) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData) {}

func counted(t testing.TB) (*pgxpool.Pool, *counter) {
	t.Helper()
	cfg, err := pgxpool.ParseConfig(dbtest.URL(t))
	if err != nil {
		t.Fatal(err)
	}
	c := &counter{}
	cfg.ConnConfig.Tracer = c
	pool, err := pgxpool.NewWithConfig(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	return pool, c
}

func TestAStaffCallAsksTheDatabaseOnceWhoItIs(t *testing.T) {
	t.Parallel()
	pool, count := counted(t)
	r := setupOn(t, pool, true, 0)
	cookie := r.signedIn("anja")
	for name, c := range map[string]struct {
		cookie  string
		later   time.Duration
		queries int64
	}{
		"just seen":        {cookie, 0, 1},
		"seen a while ago": {cookie, 5 * time.Minute, 1},
		"no cookie":        {"", 0, 0},
		"nonsense":         {"nonsense", 0, 0},
		"unknown":          {strings.Repeat("A", 43), 0, 1},
	} {
		r.clock.Advance(c.later)
		before := count.n.Load()
		r.call(http.MethodGet, "/api/session", c.cookie)
		if n := count.n.Load() - before; n != c.queries {
			t.Errorf("%s: %d queries, want %d", name, n, c.queries)
		}
	}
}

// Anybody may sign out, with as many cookies as fit in a header.
func TestSigningOutIsOneStatementHoweverManyCookiesCome(t *testing.T) {
	t.Parallel()
	pool, count := counted(t)
	r := setupOn(t, pool, true, 0)
	cookie := r.signedIn("anja")
	for name, c := range map[string]struct {
		cookies string
		queries int64
	}{
		"many": {
			strings.Repeat(r.cookieName()+"="+strings.Repeat("A", 43)+"; ", 500) + r.cookieName() +
				"=" +
				cookie,
			1,
		},
		"many that are none": {strings.Repeat(r.cookieName()+"=x; ", 500), 0},
	} {
		before := count.n.Load()
		want(
			t,
			r.call(http.MethodDelete, "/api/session", "", "Cookie", c.cookies),
			http.StatusNoContent,
			"",
		)
		if n := count.n.Load() - before; n != c.queries {
			t.Errorf("%s: %d queries, want %d", name, n, c.queries)
		}
	}
	if r.in(cookie) {
		t.Error("the session among them goes on")
	}
}

func TestTheQueryOfAStaffCallUsesTheIndexOnly(t *testing.T) {
	t.Parallel()
	r := setup(t)
	cookie := r.signedIn("anja")
	ctx := t.Context()
	if _, err := r.pool.Exec(ctx, `
		insert into staff_session select 'sgn_' || n, sha256(n::text::bytea), 'p' || n, '', 'x',
			roles, device, shared, auth_time, token_time, created_at, last_seen_at
		from staff_session, generate_series(1, 5000) n`); err != nil {
		t.Fatal(err)
	}
	if _, err := r.pool.Exec(ctx, `analyze staff_session`); err != nil {
		t.Fatal(err)
	}
	now := r.clock.Now()
	rows, err := r.pool.Query(
		ctx,
		`explain `+seenSQL,
		hashOf(cookie),
		now,
		now.Add(-idle),
		now.Add(-absolute),
		now.Add(-touch),
	)
	if err != nil {
		t.Fatal(err)
	}
	plan, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	text := strings.Join(plan, "\n")
	if strings.Contains(text, "Seq Scan") ||
		strings.Count(text, "Index Scan using staff_session_hash_key") != 2 {
		t.Error(text)
	}
}

// BenchmarkCookie is what a public page pays to know whether its shell is asked for: without and
// with cookies.
func BenchmarkCookie(b *testing.B) {
	r := setup(b)
	for name, header := range map[string]string{
		"none":    "",
		"another": "hr_flash=x; theme=dark",
		"session": r.cookieName() + "=" + strings.Repeat("A", 43),
	} {
		b.Run(name, func(b *testing.B) {
			req, _ := http.NewRequestWithContext(b.Context(), http.MethodGet, "/", nil)
			if header != "" {
				req.Header.Set("Cookie", header)
			}
			b.ReportAllocs()
			for b.Loop() {
				r.HasCookie(req)
			}
		})
	}
}

// BenchmarkSessionCheck is a whole staff call that only says who asks.
func BenchmarkSessionCheck(b *testing.B) {
	r := setup(b)
	cookie := r.signedIn("anja", "gastheer")
	for b.Loop() {
		if w := r.call(
			http.MethodGet,
			"/api/session",
			cookie,
		); w.Code != http.StatusOK || !bytes.Contains(w.Body.Bytes(), []byte("anja")) {
			b.Fatal(w.Code)
		}
	}
}
