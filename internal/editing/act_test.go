package editing

import (
	"fmt"
	"net/http"
	"reflect"
	"testing"
	"time"

	"herstelruimte/internal/db"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/problem"
)

// post presses a button on the newest version, and gives the draft.
func (b *bench) post(who, path string, body any) map[string]any {
	b.t.Helper()
	return b.good(who, http.MethodPost, at(one)+path, b.tag(one), body).json(b.t)
}

// tag is the newest version.
func (b *bench) tag(id string) string {
	b.t.Helper()
	return httpkit.ETag(b.number(`select version from draft where id = $1`, id))
}

func TestPublishingShowsItAtOnceAndADraftNever(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.hang(one, " Kom binnen ")
	if b.seen(one) != "Kom binnen" || b.street.raised == 0 || b.street.told != 1 {
		t.Error(b.seen(one), b.street.raised, b.street.told)
	}
	d := b.good("gastheer", http.MethodGet, at(one), "", nil).json(t)
	if d["status"] != "published" || d["changed"] != false ||
		d["undo"].(map[string]any)["act"] != "publish" {
		t.Error(d)
	}
	raised, told := b.street.raised, b.street.told
	d = b.good("redactie", http.MethodPut, at(one)+"?auto=1", `"2"`, doc("Nog niet klaar")).json(t)
	if b.seen(one) != "Kom binnen" || d["changed"] != true || d["status"] != "published" ||
		b.street.raised != raised ||
		b.street.told != told {
		t.Error("a draft reached the street", d)
	}
	if d := b.good("redactie", http.MethodPut, at(one), `"3"`, doc(" Kom binnen ")).json(
		t,
	); d["changed"] != false {
		t.Error("what is public is called changed", d)
	}
}

func TestUnfinishedIsNotPublished(t *testing.T) {
	t.Parallel()
	b := setup(t)
	body := map[string]any{
		"doc":   map[string]any{"title": "  "},
		"from":  "2026-12-01T10:00:00+01:00",
		"until": "2026-11-30T10:00:00+01:00",
	}
	b.good("redactie", http.MethodPut, at(one), `"0"`, body)
	p := b.bad(http.StatusUnprocessableEntity).of(
		"redactie",
		http.MethodPost,
		at(one)+"/publish",
		`"1"`,
		map[string]any{},
	)
	if fmt.Sprint(p["fields"]) != "[map[code:required name:title] map[code:invalid name:until]]" ||
		b.seen(one) != "" {
		t.Error(p)
	}
	if b.tag(one) != `"1"` || b.number(`select count(*) from undo`) != 0 {
		t.Error("a refused act left something behind")
	}
}

func TestTheRoomMayHaveMoreConditionsAndKnowsWhoWrote(t *testing.T) {
	t.Parallel()
	b := setup(t)
	var got Working[sign]
	b.street.ready = func(w Working[sign]) error {
		got = w
		if w.Reason == "" {
			p := problem.New(problem.Conflict)
			p.Fields = []problem.Field{{Name: "reason", Code: problem.Required}}
			return p
		}
		return nil
	}
	b.write(one, `"0"`, "Eerste")
	b.good("redactie 2", http.MethodPut, at(one), `"1"`, doc("Tweede"))
	p := b.bad(http.StatusConflict).of(
		"coordinator",
		http.MethodPost,
		at(one)+"/publish",
		`"2"`,
		map[string]any{},
	)
	if fmt.Sprint(p["fields"]) != "[map[code:required name:reason]]" {
		t.Error(p)
	}
	b.good("coordinator", http.MethodPost, at(one)+
		"/publish", `"2"`, map[string]any{
		"reason":    "Het moet.",
		"typoOnly":  true,
		"confirmed": true,
	})
	if !reflect.DeepEqual(got.Writers, []string{"uid-redactie", "uid-redactie-2"}) ||
		got.CreatedBy != "uid-redactie" ||
		got.Version != 2 ||
		got.Edited != 2 ||
		got.Before != nil ||
		!got.TypoOnly ||
		!got.Confirmed {
		t.Errorf("%+v", got)
	}
	b.good("redactie 3", http.MethodPut, at(one), `"3"`, doc("Derde"))
	b.post("coordinator", "/publish", map[string]any{"reason": "Weer."})
	if !reflect.DeepEqual(got.Writers, []string{"uid-redactie-3"}) || got.Before == nil ||
		got.Before.Title != "Tweede" {
		t.Errorf("%+v", got)
	}
	edited := got.Edited
	b.post("coordinator", "/hide", nil)
	b.post("coordinator", "/publish", map[string]any{"reason": "Terug."})
	if got.Edited != edited {
		t.Error("hiding and showing again counts as other words")
	}
}

func TestSomethingForLaterIsScheduledAndEndsByTheClock(t *testing.T) {
	t.Parallel()
	b := setup(t)
	body := doc("Feest")
	body["from"], body["until"] = "2026-11-20T10:00:00+01:00", "2026-11-24T10:00:00+01:00"
	b.good("redactie", http.MethodPut, at(one), `"0"`, body)
	status := func(want string) {
		t.Helper()
		d := b.good("redactie", http.MethodGet, at(one), "", nil).json(t)
		l := b.good("redactie", http.MethodGet, "/api/drafts/signs", "", nil).json(
			t,
		)["items"].([]any)[0].(map[string]any)
		if d["status"] != want || l["status"] != want {
			t.Errorf("%v and %v, want %s", d["status"], l["status"], want)
		}
		if err := b.Sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
		if items := b.good(
			"redactie",
			http.MethodGet,
			"/api/drafts/signs?status="+want,
			"",
			nil,
		).json(t)["items"].([]any); len(items) != 1 {
			t.Errorf("not among those that are %s", want)
		}
	}
	status("draft")
	b.post("redactie", "/publish", nil)
	status("scheduled")
	for _, later := range []string{"published", "over"} {
		b.clock.Advance(4 * 24 * time.Hour)
		b.cookies = map[string]string{} // every session is over
		status(later)
	}
}

func TestHidingTakesItAwayAndKeepsTheDraft(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.hang(one, "Kom binnen")
	found := func(want int) {
		t.Helper()
		var n int
		if err := b.Pool.QueryRow(t.Context(), `
			select count(*)
			from search_doc
			where kind = 'sign' and id = $1`, one).Scan(&n); err != nil || n != want {
			t.Errorf("the search has %d, want %d (%v)", n, want, err)
		}
	}
	found(1)
	d := b.post("redactie", "/hide", nil)
	found(0)
	if b.seen(one) != "" || d["status"] != "hidden" ||
		d["doc"].(map[string]any)["title"] != "Kom binnen" {
		t.Error(d)
	}
	b.bad(http.StatusConflict).of("redactie", http.MethodPost, at(one)+"/hide", b.tag(one), nil)
}

func TestRestoringNeverPublishes(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.hang(one, "Eerste")
	b.write(one, `"2"`, "Tweede")
	b.post("redactie", "/publish", nil)
	raised := b.street.raised
	d := b.post("redactie", "/revisions/1/restore", nil)
	if b.seen(one) != "Tweede" || b.street.raised != raised ||
		d["doc"].(map[string]any)["title"] != "Eerste" ||
		d["changed"] != true ||
		d["status"] != "published" {
		t.Error(d, b.seen(one))
	}
	b.bad(http.StatusNotFound).of(
		"redactie", http.MethodPost, at(one)+"/revisions/99/restore", b.tag(one), nil,
	)
	for _, n := range []string{"99", "-1", "68719476736"} { // the last is no integer of a column
		b.bad(http.StatusNotFound).of(
			"redactie", http.MethodGet, at(one)+"/revisions/"+n, "", nil,
		)
		b.bad(http.StatusNotFound).of(
			"redactie", http.MethodPost, at(one)+"/revisions/"+n+"/restore", b.tag(one), nil,
		)
	}
}

func TestAFixedIDIsThereBeforeAnybodyWrote(t *testing.T) {
	t.Parallel()
	b := setup(t)
	door := "/api/drafts/notices/door"
	a := b.good("redactie", http.MethodGet, door, "", nil)
	if d := a.json(t); a.head.Get("ETag") != `"0"` || d["status"] != "published" ||
		d["doc"].(map[string]any)["title"] != "Welkom" {
		t.Error(d)
	}
	b.good("redactie", http.MethodPut, door, `"0"`, doc("Hallo"))
	p := b.bad(http.StatusNotFound).of(
		"redactie",
		http.MethodPut,
		"/api/drafts/notices/roof",
		`"0"`,
		doc("Hallo"),
	)
	if p["code"] != "not_found" {
		t.Error(p)
	}
	items := b.good("coordinator", http.MethodGet, "/api/drafts/notices", "", nil).json(
		t,
	)["items"].([]any)
	if len(items) != 2 || items[0].(map[string]any)["changed"] != true ||
		items[1].(map[string]any)["title"] != "Welkom" {
		t.Error(items)
	}
	if v := b.good("redactie", http.MethodGet, door+"/revisions/1", "", nil).json(
		t,
	); v["act"] != "start" || v["doc"].(map[string]any)["title"] != "Welkom" {
		t.Error(v)
	}
	d := b.good("redactie", http.MethodPost, door+"/publish", `"1"`, map[string]any{}).json(t)
	if b.seen("door") != "Hallo" {
		t.Error(b.seen("door"))
	}
	if b.undo("redactie", d); b.seen("door") != "Welkom" {
		t.Error(b.seen("door"))
	}
}

func TestWhatARoleMayNotSeeByIDIsRefusedAndNotListed(t *testing.T) {
	t.Parallel()
	b := setup(t)
	stairs := "/api/drafts/notices/stairs"
	if items := b.good("redactie", http.MethodGet, "/api/drafts/notices", "", nil).json(
		t,
	)["items"].([]any); len(items) != 1 {
		t.Error(items)
	}
	for _, path := range []string{
		stairs,
		stairs + "/places",
		stairs + "/revisions",
		stairs + "/revisions/1",
	} {
		b.bad(http.StatusForbidden).of("redactie", http.MethodGet, path, "", nil)
	}
	b.bad(http.StatusForbidden).of("redactie", http.MethodPut, stairs, `"0"`, doc("Hallo"))
	b.bad(http.StatusForbidden).of("redactie", http.MethodPost, stairs+"/presence", "", nil)
	b.good("coordinator", http.MethodPut, stairs, `"0"`, doc("Hallo"))
	b.bad(http.StatusForbidden).of(
		"redactie", http.MethodPost, stairs+"/publish", `"1"`, map[string]any{},
	)
}

func TestASensitiveKindIsPublishedOnlyAfterAFreshSignIn(t *testing.T) {
	t.Parallel()
	b := setup(t)
	door := "/api/drafts/notices/door"
	b.good("redactie", http.MethodPut, door, `"0"`, doc("Hallo"))
	b.clock.Advance(61 * time.Minute)
	if p := b.bad(http.StatusForbidden).of(
		"redactie",
		http.MethodPost,
		door+"/publish",
		`"1"`,
		map[string]any{},
	); p["code"] != "auth/requires-recent-login" {
		t.Error(p)
	}
	d := b.good("redactie 2", http.MethodPost, door+"/publish", `"1"`, map[string]any{}).json(t)
	if p := b.bad(http.StatusForbidden).of(
		"redactie",
		http.MethodPost,
		"/api/undo/"+d["undo"].(map[string]any)["id"].(string),
		"",
		nil,
	); p["code"] != "auth/requires-recent-login" {
		t.Error(p)
	}
	b.undo("redactie 2", d)
}

func TestOnlyTheNewestPinStays(t *testing.T) {
	t.Parallel()
	b := setup(t)
	for _, id := range []string{one, "sgn_bbbbbbbbbbbbbbbbbbbb"} {
		body := doc("Bovenaan")
		body["pinned"] = true
		b.good("redactie", http.MethodPut, at(id), `"0"`, body)
		b.good("redactie", http.MethodPost, at(id)+"/publish", `"1"`, map[string]any{})
	}
	if n := b.number(`select count(*) from draft where public_pinned and pinned`); n != 1 {
		t.Errorf("%d pins", n)
	}
	if d := b.good("redactie", http.MethodGet, at(one), "", nil).json(
		t,
	); d["pinned"] != nil || d["changed"] != false {
		t.Error(d)
	}
	onTop := func() string {
		t.Helper()
		items := b.good(
			"gastheer",
			http.MethodGet,
			"/api/drafts/signs?status=pinned",
			"",
			nil,
		).json(t)["items"].([]any)
		if len(items) != 1 {
			t.Fatal(items)
		}
		return items[0].(map[string]any)["id"].(string)
	}
	body := doc("Ook bovenaan")
	body["pinned"] = true
	// not published: nothing lost its place yet
	b.good("redactie", http.MethodPut, at(one), b.tag(one), body)
	if got := onTop(); got != "sgn_bbbbbbbbbbbbbbbbbbbb" {
		t.Error(got)
	}
	if b.post("redactie", "/publish", map[string]any{}); onTop() != one {
		t.Error(onTop())
	}
}

func TestPreviewIsThePublicAnswerOfTheDraft(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.hang(one, "Eerste")
	b.write(one, `"2"`, " Tweede ")
	if p := b.good("gastheer", http.MethodGet, at(one)+"/preview", "", nil).json(
		t,
	); p["title"] != "Tweede" || b.seen(one) != "Eerste" {
		t.Error(p)
	}
}

func TestImportingTwiceChangesNothing(t *testing.T) {
	t.Parallel()
	b := setup(t)
	for range 2 {
		b.inTx(func(tx pgxTx) error {
			return b.Import(t.Context(), tx, Imported{
				Kind:      "sign",
				ID:        one,
				Doc:       &sign{Title: "Voorbeeld"},
				State:     State{Position: 3},
				Published: true,
			})
		})
	}
	d := b.good("redactie", http.MethodGet, at(one), "", nil).json(t)
	if d["status"] != "published" || d["version"] != 1.0 || d["position"] != 3.0 ||
		b.seen(one) != "Voorbeeld" ||
		b.number(`
		select count(*) from revision`) != 1 {
		t.Error(d)
	}
	b.inTx(func(tx pgxTx) error {
		return b.Import(t.Context(), tx, Imported{
			Kind:      "sign",
			ID:        one,
			Doc:       sign{Title: "Ander voorbeeld"},
			State:     State{Position: 3},
			Published: true,
		})
	})
	if b.seen(one) != "Ander voorbeeld" || b.tag(one) != `"2"` {
		t.Error(b.seen(one), b.tag(one))
	}
	if err := db.InTx(t.Context(), b.Pool, func(tx pgxTx) error {
		return b.Import(t.Context(), tx, Imported{
			Kind:      "sign",
			ID:        one,
			Doc:       sign{},
			Published: true,
		})
	}); err == nil {
		t.Error("an unfinished one was published")
	}
	if err := db.InTx(t.Context(), b.Pool, func(tx pgxTx) error {
		return b.Import(t.Context(), tx, Imported{
			Kind: "poster",
			ID:   one,
			Doc:  sign{},
		})
	}); err == nil {
		t.Error("a kind that nobody knows")
	}
}
