package editing

import (
	"bytes"
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/dbtest"
	"herstelruimte/internal/files"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/identity/identitytest"
	"herstelruimte/internal/problem"
	"herstelruimte/internal/richtext"
	"herstelruimte/internal/search"
)

func TestMain(m *testing.M) { identitytest.Quiet(m) }

var monday = identitytest.Monday

// sign is a made-up kind: a board at the door.
type sign struct {
	Title string        `json:"title"`
	Text  string        `json:"text,omitempty"`
	Body  richtext.Doc  `json:"body,omitzero"`
	Image *signPicture  `json:"image,omitempty"`
	Lines []signedLines `json:"lines,omitempty"`
}

type (
	signPicture struct {
		FileID string `json:"fileId"`
	}
	signedLines struct {
		Text string `json:"text"`
	}
)

// street is what passers-by see: the room of the made-up kind.
type street struct {
	mu      sync.Mutex
	ready   func(Working[sign]) error
	allowed func(a identity.Actor, id string, doc *sign) error
	due     []Due
	used    map[string][2][]string
	gone    []string
	blocked error
	told    int
	raised  int
}

// bench is the desk on a database of this test alone, behind its operations.
type bench struct {
	*Editing
	t       testing.TB
	street  *street
	issuer  *identitytest.Issuer
	clock   *clock.Clock
	http    http.Handler
	cookies map[string]string
}

func setup(t testing.TB) *bench {
	t.Helper()
	pool, c, keys := dbtest.New(t), clock.Stopped(monday), identitytest.Keys(t)
	b := &bench{
		t:       t,
		clock:   c,
		issuer:  identitytest.New(t, c),
		street:  &street{used: map[string][2][]string{}},
		cookies: map[string]string{},
	}
	staff := identity.New(pool, c, identity.Config{
		Issuer:   identitytest.URL,
		ClientID: identitytest.ClientID,
		KeysURL:  b.issuer.KeysURL,
		Domains:  []string{"herstelruimte.example"},
		Seal:     identitytest.Seal(keys, "staff_session"),
		Open:     identitytest.Open(keys, "staff_session"),
		Rate:     httpkit.NewLimits(0, netip.Prefix{}).Rate(identity.AttemptsAMinute, time.Minute),
		Log:      slog.New(slog.DiscardHandler),
	})
	b.Editing = &Editing{
		Pool:  pool,
		Clock: c,
		Staff: staff,
		Terms: func(context.Context) Terms {
			return Terms{30 * 24 * time.Hour, 10 * time.Minute}
		},
		Raise:   func(context.Context, pgx.Tx) error { b.street.raised++; return nil },
		Changed: func() { b.street.mu.Lock(); b.street.told++; b.street.mu.Unlock() },
		Uses: func(_ context.Context, _ pgx.Tx, u files.Use) error {
			b.street.mu.Lock()
			defer b.street.mu.Unlock()
			b.street.used[u.Draft] = [2][]string{u.InDraft, u.InPublished}
			return nil
		},
	}
	if _, err := pool.Exec(
		t.Context(),
		`
			create table street (
				id text primary key, doc jsonb not null, from_at timestamptz,
				position integer not null, pinned boolean not null
			)`,
	); err != nil {
		t.Fatal(err)
	}
	r := chi.NewRouter()
	api := httpkit.NewAPI(r)
	b.Add(b.sign(), b.notice())
	b.Editing.Routes(api)
	staff.Routes(api)
	b.http = r
	return b
}

// sign is a kind that can be made, hidden and thrown away.
func (b *bench) sign() KindOf[sign] {
	return KindOf[sign]{
		Kind: Kind{
			Name:    "sign",
			Plural:  "signs",
			Prefix:  "sgn_",
			Ordered: true,
			Read:    []identity.Role{identity.Gastheer},
			Write:   []identity.Role{identity.Redactie, identity.Coordinator},
			Gone: func(_ context.Context, _ pgx.Tx, id string) error {
				b.street.gone = append(b.street.gone, id)
				return nil
			},
			PreviewOf: []any{map[string]any{}},
			Due: func(context.Context, db.Querier, time.Time) ([]Due, error) {
				return b.street.due, nil
			},
			Kept: func(context.Context, db.Querier, string) error { return b.street.blocked },
		},
		Check: func(s *sign) (f []problem.Field) {
			s.Title = strings.TrimSpace(s.Title)
			if s.Title == "" {
				f = append(f, problem.Field{Name: "title", Code: problem.Required})
			}
			if !s.Body.IsZero() {
				f = append(f, s.Body.Faults("body")...)
			}
			return f
		},
		Title:   func(s *sign) string { return s.Title },
		Publish: b.put,
		Found: func(id string, s *sign) search.Text {
			return search.Text{Kind: "sign", ID: id, Titles: []string{s.Title}}
		},
		Hide: func(ctx context.Context, tx pgx.Tx, id string, _ *sign) error {
			return b.takeDown(ctx, tx, id)
		},
		Ready: func(_ context.Context, _ pgx.Tx, _ identity.Actor, w Working[sign]) error {
			if b.street.ready == nil {
				return nil
			}
			return b.street.ready(w)
		},
		Allowed: func(
			_ context.Context,
			_ db.Querier,
			a identity.Actor,
			id string,
			doc *sign,
		) error {
			if b.street.allowed == nil {
				return nil
			}
			return b.street.allowed(a, id, doc)
		},
		Preview: func(_ context.Context, id string, doc *sign) (any, error) {
			return map[string]any{"id": id, "title": doc.Title}, nil
		},
	}
}

// notice is a kind with two fixed ids, whose publishing needs a fresh sign-in.
func (b *bench) notice() KindOf[sign] {
	k := b.sign()
	k.Name, k.Plural, k.Prefix, k.Fixed, k.Ordered, k.Sensitive = "notice", "notices", "", []string{
		"door",
		"stairs",
	}, false, true
	k.Hide, k.Due, k.Kept, k.Gone, k.Preview, k.Found = nil, nil, nil, nil, nil, nil
	k.Shown = func(_ context.Context, _ db.Querier, a identity.Actor, id string) (bool, error) {
		return id == "door" || a.Has(identity.Coordinator), nil
	}
	k.Current = func(context.Context, db.Querier, string) (*sign, error) {
		return &sign{Title: "Welkom"}, nil
	}
	return k
}

func (b *bench) put(ctx context.Context, tx pgx.Tx, id string, doc *sign, s State) error {
	_, err := tx.Exec(
		ctx, `
		insert into street (id, doc, from_at, position, pinned) values ($1, $2, $3, $4, $5)
		on conflict (id) do update set doc = excluded.doc, from_at = excluded.from_at,
			position = excluded.position, pinned = excluded.pinned`,
		id,
		db.JSON(doc),
		s.From,
		s.Position,
		s.Pinned,
	)
	return err
}

func (b *bench) takeDown(ctx context.Context, tx pgx.Tx, id string) error {
	_, err := tx.Exec(ctx, `delete from street where id = $1`, id)
	return err
}

// seen is the title that passers-by read; empty: nothing hangs there.
func (b *bench) seen(id string) (title string) {
	b.t.Helper()
	err := b.Pool.QueryRow(context.Background(), `
		select coalesce(max(doc->>'title'), '') from street where id = $1`, id).Scan(&title)
	if err != nil {
		b.t.Fatal(err)
	}
	return title
}

func (b *bench) number(sql string, args ...any) (n int) {
	b.t.Helper()
	if err := b.Pool.QueryRow(context.Background(), sql, args...).Scan(&n); err != nil {
		b.t.Fatal(err)
	}
	return n
}

// answer is one whole HTTP answer.
type answer struct {
	status int
	head   http.Header
	body   string
}

func (a answer) json(t testing.TB) (out map[string]any) {
	t.Helper()
	if err := json.Unmarshal([]byte(a.body), &out); err != nil {
		t.Fatal(err, a.body)
	}
	return out
}

// as is the cookie of somebody; the name says the roles: "redactie", "redactie 2".
func (b *bench) as(who string) string {
	b.t.Helper()
	if c := b.cookies[who]; c != "" {
		return c
	}
	role, _, _ := strings.Cut(who, " ")
	claims := identitytest.With(
		b.issuer.Claims("uid-"+strings.ReplaceAll(who, " ", "-"), role),
		"name",
		"Naam "+who,
	)
	a := b.send(
		http.MethodPost,
		"/api/session",
		nil,
		"Authorization",
		"Bearer "+b.issuer.Sign(b.t, claims),
	)
	cookie, _, ok := strings.Cut(a.head.Get("Set-Cookie"), ";")
	if !ok {
		b.t.Fatal(a)
	}
	b.cookies[who] = cookie
	return cookie
}

func (b *bench) send(method, path string, body any, head ...string) answer {
	b.t.Helper()
	raw, ok := body.(string)
	if !ok && body != nil {
		raw = string(db.JSON(body))
	}
	r := httptest.NewRequest(method, path, bytes.NewReader([]byte(raw)))
	if body != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	for i := 0; i+1 < len(head); i += 2 {
		r.Header.Set(head[i], head[i+1])
	}
	w := httptest.NewRecorder()
	b.http.ServeHTTP(w, r)
	return answer{w.Code, w.Header(), w.Body.String()}
}

// call asks as somebody, with the version when there is one.
func (b *bench) call(who, method, path, match string, body any) answer {
	b.t.Helper()
	head := []string{"Cookie", b.as(who)}
	if match != "" {
		head = append(head, "If-Match", match)
	}
	return b.send(method, path, body, head...)
}

// good is call that must go well.
func (b *bench) good(who, method, path, match string, body any) answer {
	b.t.Helper()
	a := b.call(who, method, path, match, body)
	if a.status >= 300 {
		b.t.Fatalf("%s %s as %s: %d %s", method, path, who, a.status, a.body)
	}
	return a
}

// refusal is a status that a call must be refused with.
type refusal struct {
	*bench
	status int
}

func (b *bench) bad(status int) refusal { return refusal{b, status} }

func (r refusal) of(who, method, path, match string, body any) map[string]any {
	r.t.Helper()
	a := r.call(who, method, path, match, body)
	if a.status != r.status || a.head.Get("Cache-Control") != "no-store" {
		r.t.Fatalf("%s %s as %s: %d %s, want %d", method, path, who, a.status, a.body, r.status)
	}
	return a.json(r.t)
}

const one = "sgn_aaaaaaaaaaaaaaaaaaaa"

func at(id string) string { return "/api/drafts/signs/" + id }

func doc(title string) map[string]any {
	return map[string]any{"doc": map[string]any{"title": title}}
}

// write saves as redactie and gives the new ETag.
func (b *bench) write(id, match, title string) string {
	b.t.Helper()
	return b.good("redactie", http.MethodPut, at(id), match, doc(title)).head.Get("ETag")
}

// hang writes and publishes a new one, and gives its ETag.
func (b *bench) hang(id, title string) string {
	b.t.Helper()
	return b.good(
		"redactie",
		http.MethodPost,
		at(id)+"/publish",
		b.write(id, `"0"`, title),
		map[string]any{},
	).head.Get("ETag")
}

type pgxTx = pgx.Tx

func (b *bench) inTx(f func(pgx.Tx) error) {
	b.t.Helper()
	if err := db.InTx(context.Background(), b.Pool, f); err != nil {
		b.t.Fatal(err)
	}
}
