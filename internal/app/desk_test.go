package app

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/editing"
)

// ofDesk says whether an address belongs to the drafts.
func ofDesk(pattern string) bool {
	return strings.HasPrefix(pattern, "/api/drafts/") || strings.HasPrefix(pattern, "/api/undo/") ||
		ofConsent(pattern)
}

// ofConsent says whether an address belongs to the consent of who told a story.
func ofConsent(pattern string) bool {
	return strings.HasPrefix(pattern, "/api/stories/{s}/")
}

// storyCode is the code of a story with which its teller takes it back.
func (p *prober) storyCode() any {
	p.t.Helper()
	id := "sty_" + strings.Repeat("c", 20)
	p.written("stories", id)
	path, cookie := "/api/stories/"+id+"/consent", p.signIn(p.t, "redactie")
	version := p.want(p.call(http.MethodGet, path, nil, "Cookie", cookie), http.StatusOK).json(
		p.t,
	)["version"]
	match := fmt.Sprintf("\"%v\"", version)
	if version == 0.0 {
		return p.want(
			p.call(
				http.MethodPut,
				path,
				deskBody(http.MethodPut, "/consent"),
				"If-Match",
				match,
				"Cookie",
				cookie,
			),
			http.StatusOK,
		).json(p.t)["code"]
	}
	return p.want(
		p.call(http.MethodPost, path+"/code", nil, "If-Match", match, "Cookie", cookie),
		http.StatusOK,
	).json(p.t)["code"]
}

// onDesk fills a pattern of the desk with a draft that is there.
func (p *prober) onDesk(pattern string) string {
	p.t.Helper()
	plural, id := p.draftFor(pattern)
	if plural != "" {
		p.written(plural, id)
	}
	return strings.NewReplacer("{id}", id, "{n}", "1", "{undo}", id, "{s}", id).Replace(pattern)
}

// draftFor names a draft of the kind that a pattern speaks of; no plural: it is of no kind.
func (p *prober) draftFor(pattern string) (plural, id string) {
	plural, _, _ = strings.Cut(strings.TrimPrefix(pattern, "/api/drafts/"), "/")
	if ofConsent(pattern) {
		plural = "stories"
	}
	for _, k := range p.Editing.Kinds() {
		switch {
		case k.Plural != plural || plural == "":
		case len(k.Fixed) > 0:
			return plural, k.Fixed[0]
		default:
			return plural, k.Prefix + strings.Repeat("a", 20)
		}
	}
	return "", "und_nothing"
}

// toActOn makes a draft anew on which whoever may can act in this way, and gives its address and
// the version to name.
func (p *prober) toActOn(method, pattern string) (path, tag string) {
	p.t.Helper()
	plural, id := p.draftFor(pattern)
	if plural == "" {
		return p.onDesk(pattern), `"1"`
	}
	p.exec(`delete from draft where id = $1`, id)
	p.exec(`delete from story_consent where story_id = $1`, id)
	path = p.onDesk(pattern)
	switch {
	case method == http.MethodDelete, strings.HasSuffix(pattern, "/untrash"):
		p.exec(`update draft set status = 'trashed', trashed_at = updated_at where id = $1`, id)
	case method == http.MethodPut && strings.HasSuffix(pattern, "/consent"):
		return path, `"0"`
	case ofConsent(pattern), strings.HasSuffix(pattern, "/approve"):
		body := deskBody(http.MethodPut, "/consent")
		p.want(
			p.call(
				http.MethodPut,
				"/api/stories/"+id+"/consent",
				body,
				"If-Match",
				`"0"`,
				"Cookie",
				p.signIn(p.t, "coordinator"),
			),
			http.StatusOK,
		)
	}
	return path, `"1"`
}

// written makes an empty draft, that nobody wrote; one that is there already stays.
func (p *prober) written(plural, id string) {
	p.t.Helper()
	if p.number(`select count(*) from draft where id = $1`, id) > 0 {
		return
	}
	for _, k := range p.Editing.Kinds() {
		if k.Plural == plural {
			p.inTx(func(tx pgx.Tx) error {
				return p.Editing.Import(context.Background(), tx, editing.Imported{
					Kind: k.Name,
					ID:   id,
					Doc:  map[string]any{},
				})
			})
		}
	}
}

func deskBody(method, pattern string) any {
	switch {
	case strings.HasSuffix(pattern, "/consent") && method == http.MethodPut:
		return map[string]any{
			"who":   "Bo",
			"reach": "Aan de balie.",
			"ticks": map[string]any{
				"text":       true,
				"name":       true,
				"photo":      false,
				"newsletter": false,
				"print":      false,
				"social":     false,
				"findable":   false,
			},
		}
	case strings.HasSuffix(pattern, "/publish"), strings.HasSuffix(pattern, "/withdraw"):
		return map[string]any{}
	case strings.HasSuffix(pattern, "/order"):
		return map[string]any{"ids": []string{}}
	case method == http.MethodPut:
		return map[string]any{"doc": map[string]any{}}
	}
	return nil
}

// aboutTheDraft are the answers of acts that an empty draft cannot have done to it, to whoever may
// do them: it is not ready, or not public. Nothing was done that could be undone. All other acts
// must go well.
var aboutTheDraft = map[string]int{
	"publish": http.StatusUnprocessableEntity,
	"hide":    http.StatusConflict,
	"{undo}":  http.StatusGone,
}

// letThrough makes such an answer a good one: who is let through is the question.
func letThrough(pattern string, a answer) answer {
	if act := pattern[strings.LastIndex(pattern, "/")+1:]; a.status == aboutTheDraft[act] {
		a.status = http.StatusOK
	}
	return a
}

// The role matrix lets an answer about the draft pass in three acts only, and never a wrong one.
func TestTheMatrixSeesAnAnswerThatIsNeitherGoodNorARefusal(t *testing.T) {
	t.Parallel()
	for pattern, want := range map[string]int{
		"/api/drafts/news/{id}/publish": http.StatusUnprocessableEntity,
		"/api/drafts/news/{id}/hide":    http.StatusConflict,
		"/api/undo/{undo}":              http.StatusGone,
		"/api/drafts/news/{id}":         0,
	} {
		for _, status := range []int{
			http.StatusNotFound,
			http.StatusConflict,
			http.StatusGone,
			http.StatusPreconditionFailed,
			http.StatusUnprocessableEntity,
		} {
			if passes := letThrough(pattern, answer{
				status: status,
			}).status == http.StatusOK; passes != (status == want) {
				t.Errorf("%s: %d passes: %v", pattern, status, passes)
			}
		}
	}
}
