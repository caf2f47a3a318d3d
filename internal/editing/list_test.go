package editing

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"herstelruimte/internal/problem"
)

// load fills two kinds with n drafts each, a minute apart: one in a hundred hidden, in the trash and for later, the rest public.
func (b *bench) load(n int) {
	b.t.Helper()
	for _, kind := range []string{"sign", "poster"} {
		_, err := b.Pool.Exec(context.Background(), `
			insert into draft (id, kind, doc, title, search, status, position, public_doc, public_from, created_at, updated_at, trashed_at)
			select left($1, 3) || '_' || lpad(i::text, 20, '0'), $1, '{"title": "Bord"}', 'Bord ' || i, 'bord ' || i, s.word, i, case when s.word in ('published', 'scheduled') then '{"title": "Bord"}'::jsonb end,
				case when s.word = 'scheduled' then $2::timestamptz + interval '1 year' end, $2, $2::timestamptz - i * interval '1 minute', case when s.word = 'trashed' then $2::timestamptz end
			from generate_series(1, $3) i, lateral (select case i % 100 when 1 then 'hidden' when 2 then 'trashed' when 3 then 'scheduled' when 4 then 'draft' else 'published' end as word) s`, kind, monday, n)
		if err != nil {
			b.t.Fatal(err)
		}
	}
	if _, err := b.Pool.Exec(context.Background(), `analyze draft`); err != nil {
		b.t.Fatal(err)
	}
}

// mount adds a kind whose list goes by the newest change.
func posters(b *bench) *kind {
	k := b.sign()
	k.Name, k.Plural, k.Prefix, k.Ordered = "poster", "posters", "pos_", false
	return plain(k)
}

func TestEveryListIsWalkedWholeByKey(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.load(330)
	for _, k := range []*kind{posters(b), plain(b.sign())} {
		for status, want := range map[string]int{"": 326, "trashed": 4, "hidden": 4, "scheduled": 4, "draft": 4, "published": 314, "over": 0, "withdrawn": 0} {
			seen, w := map[string]bool{}, wanted{status: status}
			for {
				items, next, err := b.list(t.Context(), k, w)
				if err != nil {
					t.Fatal(err)
				}
				if !slices.IsSortedFunc(items, func(x, y listed) int {
					if k.ordered && status == "" {
						return x.position - y.position
					}
					return y.updatedAt.Compare(x.updatedAt)
				}) {
					t.Errorf("%s %s: out of order", k.name, status)
				}
				for _, l := range items {
					seen[l.id] = true
				}
				if w.after = next; next == "" {
					break
				}
			}
			if len(seen) != want {
				t.Errorf("%s %q: %d of %d", k.name, status, len(seen), want)
			}
		}
	}
}

func TestSearchIsFoldedAndKnowsNoWildcards(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.write(one, `"0"`, "Één café voor 100% iedereen")
	for text, want := range map[string]int{"cafe": 1, "EEN CAFÉ": 1, "100%": 1, "%": 1, "_": 0, "é": 1, `\`: 0, "kroeg": 0} {
		if items := b.good("gastheer", http.MethodGet, "/api/drafts/signs?zoek="+url.QueryEscape(text), "", nil).json(t)["items"].([]any); len(items) != want {
			t.Errorf("%q finds %d", text, len(items))
		}
	}
	b.bad(http.StatusUnprocessableEntity, "gastheer", http.MethodGet, "/api/drafts/signs?status=kwijt", "", nil)
	b.good("gastheer", http.MethodGet, "/api/drafts/signs?na=onzin", "", nil)
	b.good("gastheer", http.MethodGet, "/api/drafts/signs?na=1.x", "", nil)
}

func TestTheOrderIsChangedForVisitorsToo(t *testing.T) {
	t.Parallel()
	b := setup(t)
	const two = "sgn_bbbbbbbbbbbbbbbbbbbb"
	b.hang(one, "Eerste")
	b.write(one, `"2"`, "Nog niet klaar")
	b.write(two, `"0"`, "Tweede")
	raised := b.street.raised
	items := b.good("redactie", http.MethodPut, "/api/drafts/signs/order", "", map[string]any{"ids": []string{two, one}}).json(t)["items"].([]any)
	if items[0].(map[string]any)["id"] != two || b.street.raised == raised {
		t.Error(items)
	}
	if b.number(`select position from street where id = $1`, one) != 2 || b.seen(one) != "Eerste" || b.seen(two) != "" {
		t.Error("ordering published something, or not the order")
	}
	b.bad(http.StatusNotFound, "redactie", http.MethodPut, "/api/drafts/signs/order", "", map[string]any{"ids": []string{"sgn_nergens"}})
	b.bad(http.StatusForbidden, "gastheer", http.MethodPut, "/api/drafts/signs/order", "", map[string]any{"ids": []string{}})
}

func TestPresenceLastsAMinute(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.write(one, `"0"`, "Samen")
	b.good("redactie", http.MethodPost, at(one)+"/presence", "", nil)
	others := func() string {
		return fmt.Sprint(b.good("redactie 2", http.MethodPost, at(one)+"/presence", "", nil).json(t)["others"])
	}
	if got := others(); got != "[map[name:Naam redactie uid:uid-redactie]]" {
		t.Error(got)
	}
	b.clock.Advance(time.Minute)
	if got := others(); got != "[]" {
		t.Error(got)
	}
}

func TestPlacesSayWhoSpeaksOfSomething(t *testing.T) {
	t.Parallel()
	b := setup(t)
	const two = "sgn_bbbbbbbbbbbbbbbbbbbb"
	body := map[string]any{"doc": map[string]any{"title": "Bord", "image": map[string]any{"fileId": "fil_abc-1"}, "text": "Lees /activity/act_lopen verder"}}
	b.good("redactie", http.MethodPut, at(one), `"0"`, body)
	places := func(id string) string {
		items, err := b.Places(t.Context(), b.Pool, id)
		if err != nil {
			t.Fatal(err)
		}
		return fmt.Sprint(items)
	}
	if got := places("fil_abc-1"); got != "[{sign "+one+" Bord false}]" {
		t.Error(got)
	}
	if used := b.street.used[one]; fmt.Sprint(used) != "[[fil_abc-1] []]" {
		t.Error(used)
	}
	b.post("redactie", "/publish", nil)
	b.write(two, `"0"`, "Ook over act_lopen")
	b.good("redactie", http.MethodPut, at(one), b.tag(one), doc("Bord zonder"))
	if places("fil_abc-1") != "[{sign "+one+" Bord zonder true}]" || places("act_lopen") != "[{sign "+one+" Bord zonder true} {sign "+two+" Ook over act_lopen false}]" {
		t.Error(places("fil_abc-1"), places("act_lopen"))
	}
	if used := b.street.used[one]; fmt.Sprint(used) != "[[] [fil_abc-1]]" {
		t.Error(used)
	}
	b.post("redactie", "/trash", nil)
	if used := b.street.used[one]; places("fil_abc-1") != "[]" || len(used[1]) != 0 {
		t.Error(places("fil_abc-1"), used)
	}
	if a := b.good("gastheer", http.MethodGet, at(two)+"/places", "", nil).json(t); fmt.Sprint(a["items"]) != "[]" {
		t.Error(a)
	}
}

func TestReviewsAreThoseOfWhoMayWrite(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.street.due = []Due{{one, "Bord", "checked", "2026-11-01"}, {"sgn_b", "Ander bord", "expires", "2026-10-01"}}
	items := b.good("redactie", http.MethodGet, "/api/reviews", "", nil).json(t)["items"].([]any)
	if len(items) != 2 || items[0].(map[string]any)["id"] != "sgn_b" || items[1].(map[string]any)["why"] != "checked" {
		t.Error(items)
	}
	if items := b.good("beheerder", http.MethodGet, "/api/reviews", "", nil).json(t)["items"].([]any); len(items) != 0 {
		t.Error(items)
	}
	b.bad(http.StatusForbidden, "gastheer", http.MethodGet, "/api/reviews", "", nil)
}

// listener notes the statements of a list.
type listener struct {
	mu   sync.Mutex
	seen []pgx.TraceQueryStartData
}

func (l *listener) TraceQueryStart(ctx context.Context, _ *pgx.Conn, d pgx.TraceQueryStartData) context.Context {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.seen = append(l.seen, d)
	return ctx
}

func (l *listener) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData) {}

type plan struct {
	Node    string  `json:"Node Type"`
	Table   string  `json:"Relation Name"`
	Rows    float64 `json:"Actual Rows"`
	Removed float64 `json:"Rows Removed by Filter"`
	Loops   float64 `json:"Actual Loops"`
	Plans   []plan
}

// touched is how many rows were looked at, and whether a whole table was read.
func (p plan) touched() (rows float64, whole bool) {
	if p.Table != "" {
		rows = (p.Rows + p.Removed) * max(1, p.Loops)
		whole = p.Node == "Seq Scan" && rows > 0
	}
	for _, c := range p.Plans {
		n, w := c.touched()
		rows, whole = rows+n, whole || w
	}
	return rows, whole
}

// explain runs a statement again, planned as the site plans it: without looking at the arguments.
func explain(t *testing.T, conn *pgxpool.Conn, d pgx.TraceQueryStartData) plan {
	t.Helper()
	var args []string
	for _, a := range d.Args {
		switch v := a.(type) {
		case time.Time:
			args = append(args, "'"+v.Format(time.RFC3339Nano)+"'")
		case int:
			args = append(args, fmt.Sprint(v))
		default:
			args = append(args, "'"+strings.ReplaceAll(fmt.Sprint(v), "'", "''")+"'")
		}
	}
	if _, err := conn.Exec(t.Context(), `prepare looked as `+d.SQL, pgx.QueryExecModeSimpleProtocol); err != nil {
		t.Fatal(err, d.SQL)
	}
	var raw []byte
	if err := conn.QueryRow(t.Context(), `explain (analyze, format json) execute looked(`+strings.Join(args, ", ")+`)`, pgx.QueryExecModeSimpleProtocol).Scan(&raw); err != nil {
		t.Fatal(err, d.SQL, args)
	}
	var out []struct{ Plan plan }
	if err := json.Unmarshal(raw, &out); err != nil {
		t.Fatal(err)
	}
	if _, err := conn.Exec(t.Context(), `deallocate looked`); err != nil {
		t.Fatal(err)
	}
	return out[0].Plan
}

// Absolute times differ by machine; how many rows are looked at does not: a page, wherever it is in a list of 10,000.
func TestAPageOfAListLooksAtAPageOfRows(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.load(10000)
	l := &listener{}
	cfg := b.Pool.Config()
	cfg.ConnConfig.Tracer = l
	traced, err := pgxpool.NewWithConfig(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(traced.Close)
	conn, err := b.Pool.Acquire(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Release()
	b.Editing.Pool = traced
	all := 0.0
	for _, k := range []*kind{posters(b), plain(b.sign())} {
		for _, status := range []string{"", "published", "hidden", "trashed", "scheduled", "over"} {
			far := k.cursor(listed{id: "zzz", updatedAt: monday.Add(-5000 * time.Minute), position: 5000}, wanted{status: status})
			for _, after := range []string{"", far} {
				l.seen = nil
				if _, _, err := b.list(t.Context(), k, wanted{status: status, after: after}); err != nil {
					t.Fatal(err)
				}
				for _, d := range l.seen {
					rows, whole := explain(t, conn, d).touched()
					if whole || rows > pageSize+10 {
						t.Errorf("%s %q after %q: %.0f rows, whole table %v", k.name, status, after, rows, whole)
					}
					all += rows
				}
			}
		}
	}
	if all < 500 {
		t.Fatalf("only %.0f rows seen: the plans are not read", all)
	}
}

func TestAConflictOfTheRoomComesOutAsItIs(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.write(one, `"0"`, "Bord")
	p := problem.New(problem.Conflict)
	p.Fields = []problem.Field{{Name: "approval", Code: problem.Required}}
	b.street.ready = func(Working[sign]) error { return p }
	got := b.bad(http.StatusConflict, "redactie", http.MethodPost, at(one)+"/publish", `"1"`, nil)
	if fmt.Sprint(got["fields"]) != "[map[code:required name:approval]]" {
		t.Error(got)
	}
}
