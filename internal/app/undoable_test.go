package app

import (
	"net/http"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
)

// What somebody did just now comes back after a reload, of every room, to them alone, until it is
// taken back.
func TestEverybodyIsToldWhatTheyCanStillTakeBack(t *testing.T) {
	t.Parallel()
	s := newSite(t, nil)
	p := newProber(s)
	mine := s.signInAs(t, "noor", "coordinator")
	other := s.signInAs(t, "sanne", "coordinator")
	list := func(cookie string) (out []string) {
		for _, one := range s.want(
			s.call(http.MethodGet, "/api/undo", nil, "Cookie", cookie), http.StatusOK,
		).json(t)["items"].([]any) {
			u := one.(map[string]any)
			out = append(out, u["kind"].(string)+" "+u["act"].(string))
		}
		return out
	}
	news := "nws_" + strings.Repeat("a", 20)
	p.written("news", news)
	var version string
	s.inTx(func(tx pgx.Tx) error {
		return tx.QueryRow(t.Context(), `
			select '"' || version || '"' from draft where id = $1`, news).Scan(&version)
	})
	trashed := s.want(s.call(http.MethodPost, "/api/drafts/news/"+news+"/trash", nil,
		"Cookie", mine, "If-Match", version), http.StatusOK).json(t)
	var message string
	s.inTx(func(tx pgx.Tx) (err error) { message, err = p.sent(tx, "story"); return err })
	row := "/api/messages/" + message
	tag := s.want(
		s.call(http.MethodGet, row, nil, "Cookie", mine), http.StatusOK).head.Get("ETag")
	s.want(s.call(http.MethodPut, row+"/assignee", map[string]any{"uid": "noor"},
		"Cookie", mine, "If-Match", tag), http.StatusOK)

	got := strings.Join(list(mine), ", ")
	if got != "message assigned, draft trash" && got != "draft trash, message assigned" {
		t.Errorf("got %q", got)
	}
	if all := list(other); len(all) != 0 {
		t.Errorf("a colleague is told %q", all)
	}
	undo := trashed["undo"].(map[string]any)["id"].(string)
	s.want(s.call(http.MethodPost, "/api/undo/"+undo, nil, "Cookie", mine), http.StatusOK)
	tag = s.want(
		s.call(http.MethodGet, row, nil, "Cookie", mine), http.StatusOK).head.Get("ETag")
	s.want(s.call(http.MethodPost, row+"/undo", nil,
		"Cookie", mine, "If-Match", tag), http.StatusOK)
	if all := list(mine); len(all) != 0 {
		t.Errorf("taken back, and still told: %q", all)
	}
}
