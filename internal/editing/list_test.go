package editing

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"herstelruimte/internal/dbtest"
	"herstelruimte/internal/problem"
)

// load fills two kinds with n drafts each, a minute apart: one in a hundred hidden, in the trash
// and for later, the rest public.
func (b *bench) load(n int) {
	b.t.Helper()
	for _, kind := range []string{"sign", "poster"} {
		_, err := b.Pool.Exec(
			context.Background(), `
			insert into draft (id, kind, doc, title, search, status, position, public_doc,
				public_from, created_at, updated_at, trashed_at)
			select left($1, 3) || '_' || lpad(i::text, 20, '0'), $1, '{"title": "Bord"}',
				'Bord ' || i, 'bord ' || i, s.word, i, case when s.word in ('published',
				'scheduled') then '{"title": "Bord"}'::jsonb end,
				case when s.word = 'scheduled' then $2::timestamptz + interval '1 year' end, $2,
					$2::timestamptz - i * interval '1 minute',
					case when s.word = 'trashed' then $2::timestamptz end
			from generate_series(1, $3) i,
				lateral (
					select case i % 100
						when 1 then 'hidden'
						when 2 then 'trashed'
						when 3 then 'scheduled'
						when 4 then 'draft'
						else 'published' end as word
				) s`,
			kind,
			monday,
			n,
		)
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
	return k.untyped()
}

// inOrder says whether lines stand as they were asked for.
func inOrder(order string, items []listed) bool {
	return slices.IsSortedFunc(items, func(x, y listed) int {
		switch order {
		case byTitle:
			return strings.Compare(x.search, y.search)
		case byPlace:
			return x.position - y.position
		}
		return y.updatedAt.Compare(x.updatedAt)
	})
}

// walk reads a list page by page and says how many lines it has.
func (b *bench) walk(k *kind, w wanted) int {
	b.t.Helper()
	order, err := k.order(w)
	if err != nil {
		b.t.Fatal(err)
	}
	seen, all := map[string]bool{}, []listed{}
	for {
		items, next, err := b.list(b.t.Context(), k, w)
		if err != nil {
			b.t.Fatal(err)
		}
		for _, l := range items {
			seen[l.id] = true
		}
		all = append(all, items...)
		if w.after = next; next == "" {
			break
		}
	}
	if len(all) != len(seen) || !inOrder(order, all) {
		b.t.Errorf("%s %q by %q: twice, or out of order", k.Name, w.status, order)
	}
	return len(seen)
}

func TestEveryListIsWalkedWholeByKey(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.load(330)
	for _, k := range []*kind{posters(b), b.sign().untyped()} {
		for status, want := range map[string]int{
			"":          326,
			"trashed":   4,
			"hidden":    4,
			"scheduled": 4,
			"draft":     4,
			"published": 314,
			"over":      0,
			"withdrawn": 0,
		} {
			for _, by := range []string{"", byChange, byTitle} {
				if n := b.walk(k, wanted{status: status, by: by}); n != want {
					t.Errorf("%s %q by %q: %d of %d", k.Name, status, by, n, want)
				}
			}
		}
	}
}

func TestTitlesStandAsInAWordList(t *testing.T) {
	t.Parallel()
	b := setup(t)
	for i, title := range []string{"zaterdag", "Één kop", "eend", "Ben", "ben", ""} {
		b.write("sgn_"+strings.Repeat(string(rune('a'+i)), 20), `"0"`, title)
	}
	titles := func(path string) (out []string) {
		for _, row := range b.good("gastheer", http.MethodGet, path, "", nil).json(
			t,
		)["items"].([]any) {
			out = append(out, row.(map[string]any)["title"].(string))
		}
		return out
	}
	if got := fmt.Sprintf(
		"%q",
		titles("/api/drafts/signs?op=title"),
	); got != `["" "Ben" "ben" "Één kop" "eend" "zaterdag"]` {
		t.Error(got)
	}
	if got := titles("/api/drafts/notices?op=title"); fmt.Sprint(got) != "[Welkom]" {
		t.Error(got)
	}
	if p := b.bad(http.StatusUnprocessableEntity).of(
		"gastheer",
		http.MethodGet,
		"/api/drafts/signs?op=kleur",
		"",
		nil,
	); fmt.Sprint(p["fields"]) != "[map[code:choice name:op]]" {
		t.Error(p)
	}
}

// A place of another order, or one that nobody wrote, is the beginning.
func TestAPlaceThatMeansNothingIsTheFirstPage(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.load(60)
	_, next, err := b.list(t.Context(), b.sign().untyped(), wanted{by: byTitle})
	if err != nil || next == "" {
		t.Fatal(next, err)
	}
	first := b.good("gastheer", http.MethodGet, "/api/drafts/signs", "", nil).json(t)["items"]
	for _, na := range []string{next, "onzin", "1.x", ".99999999999.x", ".x.y", "..", "."} {
		if got := b.good(
			"gastheer",
			http.MethodGet,
			"/api/drafts/signs?na="+url.QueryEscape(na),
			"",
			nil,
		).json(t)["items"]; !reflect.DeepEqual(got, first) {
			t.Errorf("after %q another page", na)
		}
	}
	// a NUL
	b.bad(http.StatusBadRequest).of(
		"gastheer", http.MethodGet, "/api/drafts/signs?op=title&na=title.AA.x", "", nil,
	)
	for _, na := range []string{"title.??.x", "newest.-1.x", "newest.9223372036854775807.x"} {
		b.good(
			"gastheer",
			http.MethodGet,
			"/api/drafts/signs?op=title&na="+url.QueryEscape(na),
			"",
			nil,
		)
		b.good(
			"gastheer",
			http.MethodGet,
			"/api/drafts/signs?op=newest&na="+url.QueryEscape(na),
			"",
			nil,
		)
	}
}

func TestSearchIsFoldedAndKnowsNoWildcards(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.write(one, `"0"`, "Één café voor 100% iedereen")
	for text, want := range map[string]int{
		"cafe":     1,
		"EEN CAFÉ": 1,
		"100%":     1,
		"%":        1,
		"_":        0,
		"é":        1,
		`\`:        0,
		"kroeg":    0,
	} {
		if items := b.good(
			"gastheer",
			http.MethodGet,
			"/api/drafts/signs?zoek="+url.QueryEscape(text),
			"",
			nil,
		).json(t)["items"].([]any); len(items) != want {
			t.Errorf("%q finds %d", text, len(items))
		}
	}
	b.bad(http.StatusUnprocessableEntity).of(
		"gastheer", http.MethodGet, "/api/drafts/signs?status=kwijt", "", nil,
	)
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
	items := b.good(
		"redactie",
		http.MethodPut,
		"/api/drafts/signs/order",
		"",
		map[string]any{"ids": []string{two, one}},
	).json(t)["items"].([]any)
	if items[0].(map[string]any)["id"] != two || b.street.raised == raised {
		t.Error(items)
	}
	if b.number(`
		select position from street where id = $1`, one) != 2 || b.seen(one) != "Eerste" ||
		b.seen(two) != "" {
		t.Error("ordering published something, or not the order")
	}
	b.bad(http.StatusNotFound).of(
		"redactie",
		http.MethodPut,
		"/api/drafts/signs/order",
		"",
		map[string]any{"ids": []string{"sgn_nergens"}},
	)
	b.bad(http.StatusForbidden).of(
		"gastheer",
		http.MethodPut,
		"/api/drafts/signs/order",
		"",
		map[string]any{"ids": []string{}},
	)
}

func TestPresenceLastsAMinute(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.write(one, `"0"`, "Samen")
	b.good("redactie", http.MethodPost, at(one)+"/presence", "", nil)
	others := func() string {
		return fmt.Sprint(
			b.good("redactie 2", http.MethodPost, at(one)+"/presence", "", nil).json(t)["others"],
		)
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
	body := map[string]any{
		"doc": map[string]any{
			"title": "Bord",
			"image": map[string]any{"fileId": "fil_abc-1"},
			"text":  "Lees /sign/sgn_lopen verder",
		},
	}
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
	b.write(two, `"0"`, "Ook over sgn_lopen")
	b.good("redactie", http.MethodPut, at(one), b.tag(one), doc("Bord zonder"))
	if places("fil_abc-1") != "[{sign "+one+" Bord zonder true}]" ||
		places(
			"sgn_lopen",
		) != "[{sign "+one+" Bord zonder true} {sign "+two+" Ook over sgn_lopen false}]" {
		t.Error(places("fil_abc-1"), places("sgn_lopen"))
	}
	if used := b.street.used[one]; fmt.Sprint(used) != "[[] [fil_abc-1]]" {
		t.Error(used)
	}
	b.good("redactie", http.MethodPut, at(two), b.tag(two), map[string]any{
		"doc":   map[string]any{"title": "Ook over sgn_lopen"},
		"from":  b.clock.Now().Add(time.Hour),
		"until": b.clock.Now().Add(2 * time.Hour),
	})
	b.good("redactie", http.MethodPost, at(two)+"/publish", b.tag(two), map[string]any{})
	online := func(when string, want bool) {
		t.Helper()
		if got := places("sgn_lopen"); strings.Contains(got, fmt.Sprint("lopen ", !want)) {
			t.Errorf("%s: %s", when, got)
		}
	}
	online("before its moment", false)
	b.clock.Advance(time.Hour)
	online("at its moment", true)
	b.clock.Advance(time.Hour)
	online("when it is over", false)
	b.post("redactie", "/trash", nil)
	if used := b.street.used[one]; places("fil_abc-1") != "[]" || len(used[1]) != 0 {
		t.Error(places("fil_abc-1"), used)
	}
	if a := b.good("gastheer", http.MethodGet, at(two)+"/places", "", nil).json(
		t,
	); fmt.Sprint(a["items"]) != "[]" {
		t.Error(a)
	}
}

func TestReviewsAreThoseOfWhoMayWrite(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.street.due = []Due{
		{one, "Bord", "checked", "2026-11-01"},
		{"sgn_b", "Ander bord", "expires", "2026-10-01"},
	}
	items := b.good("redactie", http.MethodGet, "/api/reviews", "", nil).json(t)["items"].([]any)
	if len(items) != 2 || items[0].(map[string]any)["id"] != "sgn_b" ||
		items[1].(map[string]any)["why"] != "checked" {
		t.Error(items)
	}
	if items := b.good("beheerder", http.MethodGet, "/api/reviews", "", nil).json(
		t,
	)["items"].([]any); len(items) != 0 {
		t.Error(items)
	}
	b.bad(http.StatusForbidden).of("gastheer", http.MethodGet, "/api/reviews", "", nil)
}

// Absolute times differ by machine; how many rows are looked at does not: a page, wherever it is in
// a list of 10,000.
func TestAPageOfAListLooksAtAPageOfRows(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.load(10000)
	work := dbtest.Listen(t, b.Pool)
	b.Editing.Pool = work.Pool
	all := 0.0
	for _, k := range []*kind{posters(b), b.sign().untyped()} {
		for _, status := range []string{"", "published", "hidden", "trashed", "scheduled", "over"} {
			for _, by := range []string{"", byChange, byTitle} {
				w := wanted{status: status, by: by}
				order, err := k.order(w)
				if err != nil {
					t.Fatal(err)
				}
				for _, place := range []string{
					"",
					cursor(
						listed{
							id:        "zzz",
							updatedAt: monday.Add(-5000 * time.Minute),
							position:  5000,
							search:    "bord 55",
						},
						order,
					),
				} {
					w.after = place
					work.Reset()
					if _, _, err := b.list(t.Context(), k, w); err != nil {
						t.Fatal(err)
					}
					rows, whole := work.Work("")
					if whole || rows > pageSize+10 {
						t.Errorf(
							"%s %q by %q after %q: %.0f rows, whole table %v",
							k.Name,
							status,
							order,
							place,
							rows,
							whole,
						)
					}
					all += rows
				}
			}
		}
	}
	if all < 1500 {
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
	got := b.bad(http.StatusConflict).of(
		"redactie", http.MethodPost, at(one)+"/publish", `"1"`, nil,
	)
	if fmt.Sprint(got["fields"]) != "[map[code:required name:approval]]" {
		t.Error(got)
	}
}

func TestAnAddressOfAKindWithoutTheActDoesNotExist(t *testing.T) {
	t.Parallel()
	b := setup(t)
	for _, at := range []struct{ method, path string }{
		{http.MethodGet, "/api/drafts/nothing"},
		{http.MethodPut, "/api/drafts/nothing/x"},
		{http.MethodGet, "/api/drafts/sign"}, // its own word, not that of its address
		{http.MethodPut, "/api/drafts/notices/order"},
		{http.MethodGet, "/api/drafts/notices/door/preview"},
		{http.MethodPost, "/api/drafts/notices/door/hide"},
		{http.MethodPost, "/api/drafts/notices/door/trash"},
		{http.MethodDelete, "/api/drafts/notices/door"},
	} {
		for _, who := range []string{"", "gastheer", "coordinator"} {
			b.bad(http.StatusNotFound).of(who, at.method, at.path, `"0"`, nil)
		}
	}
	b.bad(http.StatusForbidden).of("", http.MethodGet, "/api/drafts/notices", "", nil)
}
