package app

import (
	"net/http"
	"slices"
	"strings"
	"testing"
)

const guestWord = "Kwartelfeest"

// An activity that only its link finds is in no public answer but those that name it by its id, its
// date or its short address.
func TestAnActivityForWhoHasTheLinkIsInNoList(t *testing.T) {
	t.Parallel()
	n := newNewsroom(newDesk(t))
	n.write(openWord, n.stored("image", "iemand", false))
	n.publishAll()
	w := n.all[slices.IndexFunc(n.all, func(w *written) bool { return w.plural == "activities" })]
	publish := func(linkOnly bool) {
		t.Helper()
		was := n.want(n.as(n.editor, http.MethodGet, n.at(w), 0, nil), http.StatusOK)
		doc := was.json(t)["doc"].(map[string]any)
		doc["title"], doc["linkOnly"] = guestWord, linkOnly
		saved := n.want(n.as(n.editor, http.MethodPut, n.at(w), n.versionOf(was),
			map[string]any{"doc": doc}), http.StatusOK)
		n.want(n.as(n.editor, http.MethodPost, n.at(w)+"/publish", n.versionOf(saved),
			map[string]any{"confirmed": true}), http.StatusOK)
	}
	paths := append(n.publicPaths(), "/api/occurrences?zoek="+strings.ToLower(guestWord),
		"/api/occurrences?week=2026-W47", "/api/occurrences?week=2026-W48", "/sitemap.xml")
	tell := func() (named, lists []string) {
		t.Helper()
		for _, path := range paths {
			a := n.call(http.MethodGet, path, nil)
			if !strings.Contains(a.body, guestWord) && !strings.Contains(a.body, draftDate) {
				continue
			}
			if strings.Contains(path, draftDate) || strings.Contains(path, "kwikopen") {
				named = append(named, path)
			} else {
				lists = append(lists, path)
			}
		}
		return named, lists
	}
	publish(false)
	before, lists := tell()
	if len(lists) < 5 {
		t.Errorf("when everybody may find it, only these tell of it: %q", lists)
	}
	publish(true)
	named, lists := tell()
	if len(lists) > 0 {
		t.Errorf("told to who has no link: %q", lists)
	}
	if !slices.Equal(named, before) {
		t.Errorf("by its link: %q, want %q", named, before)
	}
	if feed := n.call(http.MethodGet, "/agenda.ics", nil).body; strings.Contains(feed, "CANCELLED") {
		t.Errorf("calendars hear that it does not go on: %s", feed)
	}
	a := n.want(n.as(n.editor, http.MethodGet, "/api/activity-options", 0, nil), http.StatusOK)
	if !slices.Contains(a.json(t)["linkOnly"].([]any), any(w.id)) {
		t.Errorf("staff do not see which it is: %s", a.body)
	}
	publish(false)
	if _, again := tell(); len(again) < 5 {
		t.Errorf("taken back, only these tell of it: %q", again)
	}
}
