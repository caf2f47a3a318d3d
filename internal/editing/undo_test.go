package editing

import (
	"net/http"
	"sync"
	"testing"
	"time"
)

// undo takes the last act back.
func (b *bench) undo(who string, d map[string]any) map[string]any {
	b.t.Helper()
	return b.good(
		who,
		http.MethodPost,
		"/api/undo/"+d["undo"].(map[string]any)["id"].(string),
		"",
		nil,
	).json(b.t)
}

func TestEachActCanBeUndoneForTenMinutes(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		acts   []string
		before string // what visitors saw before the last act
		status string
	}{
		"publish first": {[]string{"/publish"}, "", "draft"},
		"publish again": {[]string{"/publish", "write", "/publish"}, "Eerste", "published"},
		"hide":          {[]string{"/publish", "/hide"}, "Eerste", "published"},
		"trash public":  {[]string{"/publish", "/trash"}, "Eerste", "published"},
		"trash draft":   {[]string{"/trash"}, "", "draft"},
		"trash hidden":  {[]string{"/publish", "/hide", "/trash"}, "", "hidden"},
		"untrash":       {[]string{"/trash", "/untrash"}, "", "trashed"},
		"restore":       {[]string{"write", "/revisions/1/restore"}, "", "draft"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := setup(t)
			b.write(one, `"0"`, "Eerste")
			title, d := "Eerste", map[string]any{}
			for _, act := range c.acts {
				if act == "write" {
					title = "Tweede"
					b.write(one, b.tag(one), title)
					continue
				}
				d = b.post("redactie", act, nil)
			}
			b.clock.Advance(9 * time.Minute)
			d = b.undo("redactie 2", d)
			if d["status"] != c.status || b.seen(one) != c.before ||
				d["doc"].(map[string]any)["title"] != title ||
				d["undo"] != nil {
				t.Errorf("%v; visitors see %q", d, b.seen(one))
			}
		})
	}
}

func TestUndoIsOverAfterItsTermAndWorksOnce(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.write(one, `"0"`, "Eerste")
	d := b.post("redactie", "/publish", nil)
	id := d["undo"].(map[string]any)["id"].(string)
	b.bad(http.StatusForbidden).of("gastheer", http.MethodPost, "/api/undo/"+id, "", nil)
	b.bad(http.StatusForbidden).of("beheerder", http.MethodPost, "/api/undo/"+id, "", nil)
	b.clock.Advance(10 * time.Minute)
	b.bad(http.StatusGone).of("redactie", http.MethodPost, "/api/undo/"+id, "", nil)
	if d := b.good("redactie", http.MethodGet, at(one), "", nil).json(t); d["undo"] != nil {
		t.Error(d)
	}
	d = b.post("redactie", "/hide", nil)
	id = d["undo"].(map[string]any)["id"].(string)
	var mu sync.Mutex
	var all sync.WaitGroup
	count := map[int]int{}
	for range 4 {
		all.Go(func() {
			a := b.call("redactie", http.MethodPost, "/api/undo/"+id, "", nil)
			mu.Lock()
			defer mu.Unlock()
			count[a.status]++
		})
	}
	all.Wait()
	if count[http.StatusOK] != 1 || count[http.StatusGone] != 3 || b.seen(one) != "Eerste" {
		t.Error(count, b.seen(one))
	}
}

func TestUndoNeverCostsWordsThatWereWrittenSince(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.write(one, `"0"`, "Eerste")
	d := b.post("redactie", "/publish", nil)
	b.write(one, b.tag(one), "Tweede")
	if d := b.undo(
		"redactie",
		d,
	); d["doc"].(map[string]any)["title"] != "Tweede" || b.seen(one) != "" {
		t.Error(d)
	}
	d = b.post("redactie", "/revisions/1/restore", nil)
	b.write(one, b.tag(one), "Derde")
	b.bad(http.StatusConflict).of(
		"redactie",
		http.MethodPost,
		"/api/undo/"+d["undo"].(map[string]any)["id"].(string),
		"",
		nil,
	)
	if d := b.good("redactie", http.MethodGet, at(one), "", nil).json(
		t,
	); d["doc"].(map[string]any)["title"] != "Derde" {
		t.Error(d)
	}
}

// Both are of other documents, too: who goes back with one does not move a colleague's.
func TestUndoLeavesTheOrderAndThePinOfAColleague(t *testing.T) {
	t.Parallel()
	for _, act := range []string{"/hide", "/trash"} {
		t.Run(act, func(t *testing.T) {
			t.Parallel()
			b := setup(t)
			const two = "sgn_bbbbbbbbbbbbbbbbbbbb"
			pinned := doc("Bovenaan")
			pinned["pinned"] = true
			b.good("redactie", http.MethodPut, at(one), `"0"`, pinned)
			b.post("redactie", "/publish", nil)
			d := b.post("redactie", act, nil)
			b.good("redactie 2", http.MethodPut, at(two), `"0"`, pinned)
			b.good("redactie 2", http.MethodPost, at(two)+"/publish", `"1"`, map[string]any{})
			b.good("redactie 2", http.MethodPut, "/api/drafts/signs/order", "",
				map[string]any{"ids": []string{two, one}})
			b.undo("redactie", d)
			if n := b.number(`
				select count(*) from draft where public_pinned and id = $1`, two); n != 1 {
				t.Errorf("the pin of the colleague's: %d", n)
			}
			if n := b.number(`
				select count(*) from draft where public_pinned`); n != 1 {
				t.Errorf("%d have the one pin", n)
			}
			if n := b.number(`
				select count(*) from draft where public_position <> position`); n != 0 {
				t.Error("visitors see another order than staff")
			}
		})
	}
}

// The control: where nobody took it, the pin comes back.
func TestUndoBringsThePinBack(t *testing.T) {
	t.Parallel()
	b := setup(t)
	pinned := doc("Bovenaan")
	pinned["pinned"] = true
	b.good("redactie", http.MethodPut, at(one), `"0"`, pinned)
	b.post("redactie", "/publish", nil)
	b.undo("redactie", b.post("redactie", "/hide", nil))
	if n := b.number(`select count(*) from draft where public_pinned`); n != 1 {
		t.Errorf("%d have the pin", n)
	}
}
