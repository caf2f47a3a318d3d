package editing

import (
	"fmt"
	"net/http"
	"reflect"
	"testing"
	"time"

	"herstelruimte/internal/problem"
)

func TestTheTrashHidesKeepsAndGivesBackADraft(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.hang(one, "Kom binnen")
	d := b.post("redactie", "/trash", nil)
	if b.seen(one) != "" || d["status"] != "trashed" || d["goneAt"] != "2026-12-16T10:00:00+01:00" {
		t.Error(d)
	}
	for _, act := range []string{"/publish", "/hide", "/trash", "/revisions/1/restore"} {
		var body any
		if act == "/publish" {
			body = map[string]any{}
		}
		b.bad(http.StatusConflict).of("redactie", http.MethodPost, at(one)+act, b.tag(one), body)
	}
	b.bad(http.StatusConflict).of("redactie", http.MethodPut, at(one), b.tag(one), doc("Toch nog"))
	if l := b.good("redactie", http.MethodGet, "/api/drafts/signs", "", nil).json(
		t,
	); len(l["items"].([]any)) != 0 {
		t.Error(l)
	}
	if l := b.good("redactie", http.MethodGet, "/api/drafts/signs?status=trashed", "", nil).json(
		t,
	); len(l["items"].([]any)) != 1 {
		t.Error(l)
	}
	if d = b.post(
		"redactie",
		"/untrash",
		nil,
	); d["status"] != "draft" || d["trashedAt"] != nil || b.seen(one) != "" {
		t.Error(d)
	}
}

func TestWhatTheRoomKeepsIsNotThrownAway(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.hang(one, "Kom binnen")
	b.street.blocked = problem.New(problem.Conflict)
	b.bad(http.StatusConflict).of("redactie", http.MethodPost, at(one)+"/trash", b.tag(one), nil)
	if b.seen(one) != "Kom binnen" {
		t.Error("it is gone all the same")
	}
}

func TestTheTrashIsEmptiedAfterItsTermForGood(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.hang(one, "Weg ermee")
	b.write("sgn_bbbbbbbbbbbbbbbbbbbb", `"0"`, "Blijft")
	b.post("redactie", "/trash", nil)
	b.good("redactie", http.MethodPost, at(one)+"/presence", "", nil)
	b.clock.Advance(30*24*time.Hour - time.Second)
	if err := b.EmptyTrash(t.Context()); err != nil || b.number(`select count(*) from draft`) != 2 {
		t.Fatal(err, "too early")
	}
	b.clock.Advance(time.Second)
	if err := b.EmptyTrash(t.Context()); err != nil {
		t.Fatal(err)
	}
	for table, want := range map[string]int{
		"draft":    1,
		"revision": 1,
		"undo":     0,
		"presence": 0,
		"link":     0,
	} {
		if n := b.number(`select count(*) from ` + table); n != want {
			t.Errorf("%d rows in %s", n, table)
		}
	}
	if b.number(`
		select count(*) from erasure_journal where kind = 'draft' and row_id = $1`, one) != 1 ||
		!reflect.DeepEqual(b.street.gone, []string{one}) {
		t.Error("neither the journal nor the room knows", b.street.gone)
	}
}

func TestRemovingForGoodNeedsTheTrashAndAFreshSignIn(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.write(one, `"0"`, "Weg ermee")
	b.bad(http.StatusConflict).of("redactie", http.MethodDelete, at(one), "", nil)
	b.post("redactie", "/trash", nil)
	b.clock.Advance(61 * time.Minute)
	if p := b.bad(http.StatusForbidden).of(
		"redactie", http.MethodDelete, at(one), "", nil,
	); p["code"] != "auth/requires-recent-login" {
		t.Error(p)
	}
	b.good("redactie 2", http.MethodDelete, at(one), "", nil)
	b.bad(http.StatusNotFound).of("redactie", http.MethodGet, at(one), "", nil)
	if b.number(`select count(*) from erasure_journal`) != 1 {
		t.Error("the journal does not know")
	}
}

// A restored backup brings back what was erased; the journal erases it again.
func TestWhatWasErasedIsErasedAgain(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.write(one, `"0"`, "Weg ermee")
	for want := range 2 {
		n, err := b.EraseAgain(t.Context(), []string{one, "sgn_nooit"})
		if err != nil || n != 1-want {
			t.Error(n, err)
		}
	}
}

func TestOfAForgottenOneOnlyTheTitleStays(t *testing.T) {
	t.Parallel()
	b := setup(t)
	body := map[string]any{
		"doc": map[string]any{
			"title": "Mijn verhaal",
			"text":  "Iets heel persoonlijks",
			"image": map[string]any{"fileId": "fil_a"},
		},
	}
	b.good("redactie", http.MethodPut, at(one), `"0"`, body)
	b.post("redactie", "/publish", nil)
	b.post("redactie", "/hide", nil)
	for range 2 {
		b.inTx(
			func(tx pgxTx) error { _, err := b.Forget(t.Context(), tx, "sign", one); return err },
		)
	}
	d := b.good("redactie", http.MethodGet, at(one), "", nil).json(t)
	if d["status"] != "withdrawn" || fmt.Sprint(d["doc"]) != "map[title:Mijn verhaal]" {
		t.Error(d)
	}
	if n := b.number(`
		select count(*) from draft d where d::text like '%persoonlijk%'`) + b.number(`
		select count(*) from revision`) + b.number(`
		select count(*) from undo`) + b.number(`
		select count(*) from link`); n != 0 {
		t.Errorf("%d rows still know", n)
	}
	if used := b.street.used[one]; len(used[0])+len(used[1]) > 0 {
		t.Error("its picture is still in use", used)
	}
	b.bad(http.StatusGone).of("redactie", http.MethodPut, at(one), b.tag(one), doc("Opnieuw"))
	b.bad(http.StatusGone).of(
		"redactie", http.MethodPost, at(one)+"/publish", b.tag(one), map[string]any{},
	)
}
