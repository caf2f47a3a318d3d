package app

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
)

// What visitors may read has the one word, what waits on the desk has the other. Every title can be
// found by searching for a third.
const (
	openWord   = "Kwikopen"
	secretWord = "Kwakgeheim"
	ownWord    = "Kwakschort" // in the sentence of an activity to who comes
	soughtWord = "Vindmij"
)

// written is a document that staff write, with a word in every text of it.
type written struct {
	plural, id string
	version    int
	texts      func(word, image string, was map[string]any) map[string]any
	places     []string // where visitors read it
}

func richOf(word, image string) map[string]any {
	text := func(s string) map[string]any { return map[string]any{"type": "text", "text": s} }
	nodes := []any{map[string]any{"type": "paragraph", "content": []any{text(word + " schrijft.")}}}
	if image != "" {
		nodes = append(nodes, map[string]any{
			"type":  "image",
			"attrs": map[string]any{"fileId": image, "alt": word},
		})
	}
	return map[string]any{"type": "doc", "content": nodes}
}

func pictureWith(word, image string) map[string]any {
	return map[string]any{"fileId": image, "alt": word, "caption": word}
}

func idWith(prefix string) string { return prefix + strings.Repeat("d", 20) }

const (
	draftDate  = "occ_" + "dddddddddddddddddddd" // of the activity that is published
	secretDate = "occ_" + "eeeeeeeeeeeeeeeeeeee" // of the one that waits
)

// everyKind is one document of each kind.
func everyKind() []*written {
	with := func(
		name string,
		change func(word string, block map[string]any),
	) func(string, string, map[string]any) map[string]any {
		return func(word, _ string, was map[string]any) map[string]any {
			block, _ := was[name].(map[string]any)
			if name == "" {
				block = was
			}
			change(word, block)
			return was
		}
	}
	return []*written{
		{
			plural: "stories",
			id:     toldID,
			places: []string{
				"/api/stories/" + toldID,
				"/api/stories",
				"/api/stories?thema=herstel",
				"/api/latest",
			},
			texts: func(w, image string, _ map[string]any) map[string]any {
				return map[string]any{
					"title":       soughtWord + " " + w,
					"displayName": w,
					"intro":       w,
					"body":        richOf(w, image),
					"inShort":     w,
					"helped":      []any{w},
					"themes":      []any{"herstel"},
					"contentNote": w,
					"quote":       w,
					"image":       pictureWith(w, image),
					"findable":    true,
					"minutes":     1,
				}
			},
		},
		{
			plural: "news",
			id:     idWith("nws_"),
			places: []string{
				"/api/news/" + idWith("nws_"),
				"/api/news",
				"/api/news?jaar=2026",
				"/api/latest",
				"/nieuws.rss",
			},
			texts: func(w, image string, _ map[string]any) map[string]any {
				return map[string]any{
					"title":   soughtWord + " " + w,
					"summary": w,
					"body":    richOf(w, image),
					"image":   pictureWith(w, image),
					"author":  w,
				}
			},
		},
		{
			plural: "faq",
			id:     idWith("faq_"),
			places: []string{"/api/faq", "/api/faq?zoek=" + soughtWord},
			texts: func(w, image string, _ map[string]any) map[string]any {
				return map[string]any{
					"category":    w,
					"question":    soughtWord + " " + w + "?",
					"answer":      richOf(w, image),
					"lastChecked": "2026-11-01",
				}
			},
		},
		{
			plural: "years",
			id:     idWith("yr_"),
			places: []string{"/api/impact", "/api/impact?jaar=2025"},
			texts: func(w, _ string, _ map[string]any) map[string]any {
				return map[string]any{
					"year":   2025,
					"method": w,
					"found":  []any{},
					"quotes": []any{map[string]any{"text": w, "by": w}},
					"figures": []any{
						map[string]any{
							"key":        "visits",
							"label":      w,
							"value":      6140,
							"decimals":   0,
							"source":     w,
							"definition": w,
							"note":       w,
							"estimate":   false,
						},
					},
				}
			},
		},
		{
			plural: "roles",
			id:     idWith("rol_"),
			places: []string{"/api/volunteer-roles"},
			texts: func(w, _ string, _ map[string]any) map[string]any {
				return map[string]any{
					"title":   soughtWord + " " + w,
					"text":    w,
					"perWeek": w,
					"open":    true,
					"vog":     false,
				}
			},
		},
		{
			plural: "activities",
			id:     idWith("act_"),
			places: []string{
				"/api/occurrences?zoek=" + soughtWord,
				"/api/occurrences/" + draftDate,
				"/api/activities/" + idWith("act_") + "/occurrences/" + draftDate,
				"/agenda.ics",
				"/agenda/kwikopen.ics",
				"/api/print?week=2026-W47",
			},
			texts: func(w, image string, _ map[string]any) map[string]any {
				dates := map[string]any{
					openWord:   date(draftDate, "2026-11-17"),
					secretWord: date(secretDate, "2026-11-18"),
				}
				return map[string]any{
					"title":         soughtWord + " " + w,
					"summary":       w,
					"inShort":       w,
					"body":          richOf(w, ""),
					"image":         pictureWith(w, image),
					"category":      "creatief",
					"audience":      []any{"everyone"},
					"mode":          "signup",
					"capacity":      8,
					"cost":          250,
					"costNote":      w,
					"bring":         w,
					"ownSentence":   ownWord,
					"firstTimeText": w,
					"location":      "Stille kamer",
					"facts":         []any{},
					"host":          w,
					"slug":          strings.ToLower(w),
					"newDates":      []any{dates[w]},
				}
			},
		},
		{
			plural: "pages",
			id:     "about",
			places: []string{"/api/pages/about"},
			texts: func(w, image string, _ map[string]any) map[string]any {
				return map[string]any{
					"key":   "about",
					"title": w,
					"blocks": []any{
						map[string]any{"id": "wie", "heading": w, "body": richOf(w, image)},
					},
				}
			},
		},
		{
			plural: "announcement",
			id:     "announcement",
			places: []string{"/api/site"},
			texts: with("", func(w string, a map[string]any) {
				a["title"] = w
				a["body"] = w
				a["enabled"] = true
				a["validFrom"] = "2026-11-01"
				a["validUntil"] = "2026-12-31"
			}),
		},
		{
			plural: "pages",
			id:     "home",
			places: []string{"/api/home"},
			texts:  with("", func(w string, p map[string]any) { p["title"] = w }),
		},
		{
			plural: "settings",
			id:     "house",
			places: []string{"/api/site"},
			texts:  with("house", func(w string, h map[string]any) { h["name"] = w }),
		},
		{
			plural: "settings",
			id:     "hours",
			places: []string{"/api/site", "/api/opening-week"},
			texts: with("hours", func(w string, h map[string]any) {
				h["exceptions"] = []any{
					map[string]any{"day": "2026-11-17", "blocks": []any{}, "reason": w},
				}
			}),
		},
		{
			plural: "settings",
			id:     "crisis",
			places: []string{"/api/site"},
			texts: with("crisis", func(w string, c map[string]any) {
				c["crisis"] = []any{map[string]any{"text": w}}
			}),
		},
	}
}

// newsroom is a desk on which one of everything lies.
type newsroom struct {
	*desk
	all    []*written
	editor string // may write every kind
}

func newNewsroom(d *desk) *newsroom {
	d.t.Helper()
	return &newsroom{
		desk:   d,
		all:    everyKind(),
		editor: d.signIn(d.t, "redactie", "coordinator", "beheerder"),
	}
}

func (n *newsroom) at(w *written) string { return "/api/drafts/" + w.plural + "/" + w.id }

// write saves every document with a word; nothing of it is published.
func (n *newsroom) write(word, image string) {
	n.t.Helper()
	for _, w := range n.all {
		was := map[string]any{}
		if a := n.as(n.editor, http.MethodGet, n.at(w), 0, nil); a.status == http.StatusOK {
			was, w.version = a.json(n.t)["doc"].(map[string]any), n.versionOf(a)
		}
		w.version = n.versionOf(
			n.want(
				n.as(n.editor, http.MethodPut, n.at(
					w,
				), w.version, map[string]any{"doc": w.texts(word, image, was)}),
				http.StatusOK,
			),
		)
	}
}

func (n *newsroom) publishAll() {
	n.t.Helper()
	for _, w := range n.all {
		if w.plural == "stories" {
			n.consented(nil)
			n.agree(w.version)
		}
		n.want(
			n.as(n.editor, http.MethodPost, n.at(w)+
				"/publish", w.version, map[string]any{"confirmed": true}),
			http.StatusOK,
		)
	}
}

// publicPaths are all addresses of the API at which anybody may read, and those of the documents.
func (n *newsroom) publicPaths() []string {
	paths := []string{
		"/api/print?week=2026-W47",
		"/api/short-links/kwakgeheim",
		"/agenda/kwakgeheim.ics",
		"/api/occurrences/" + secretDate,
		"/agenda/" + secretDate + "/afspraak.ics",
		"/api/activities/" + idWith("act_") + "/occurrences/" + secretDate,
		"/api/occurrences?week=2026-W47",
		"/api/faq?zoek=" + secretWord[:4],
		"/api/occurrences?zoek=" + secretWord[:4],
	}
	for _, route := range mounted(n.routes) {
		if method, pattern, _ := strings.Cut(
			route,
			" ",
		); method == http.MethodGet && !hole.MatchString(pattern) {
			paths = append(paths, pattern)
		}
	}
	for _, w := range n.all {
		paths = append(paths, w.places...)
	}
	slices.Sort(paths)
	return slices.Compact(paths)
}

// nowhere holds that no visitor reads the secret word, what is said to who comes alone, or an
// address of the picture that goes with it.
func (n *newsroom) nowhere(when, image string, paths []string) {
	n.t.Helper()
	for _, path := range paths {
		a := n.call(http.MethodGet, path, nil)
		for _, no := range []string{
			secretWord, strings.ToLower(secretWord), image, secretDate, ownWord,
		} {
			// a page repeats its own address
			if strings.Contains(a.body, no) && !strings.Contains(path, no) {
				n.t.Errorf("%s: %s tells %q: %d %.300s", when, path, no, a.status, a.body)
			}
		}
	}
	for _, name := range []string{"320.jpg", "320.avif"} {
		n.want(n.call(http.MethodGet, "/media/"+image+"/"+name, nil), http.StatusNotFound)
	}
}

func TestADraftIsNowhereWhetherNewOrOfWhatIsPublished(t *testing.T) {
	t.Parallel()
	n := newNewsroom(newDesk(t))
	open, secret := n.stored("image", "iemand", false), n.stored("image", "iemand", false)
	n.write(secretWord, secret)
	n.nowhere("new", secret, n.publicPaths())
	for _, path := range []string{
		"/api/stories/" + toldID,
		"/api/news/" + idWith("nws_"),
		"/api/short-links/kwakgeheim",
		"/agenda/kwakgeheim.ics",
		"/api/occurrences/" + secretDate,
		"/media/fil_%00/320.jpg", // no name at all, and no trouble of ours
	} {
		n.want(n.call(http.MethodGet, path, nil), http.StatusNotFound)
	}
	if a := n.call(
		http.MethodGet,
		"/sitemap.xml",
		nil,
	); strings.Contains(a.body, toldID) || strings.Contains(a.body, idWith("nws_")) {
		t.Errorf("search engines are led there: %s", a.body)
	}

	n.write(openWord, open)
	n.publishAll()
	for _, w := range n.all { // the control: this is how it looks when it is there
		for _, path := range w.places {
			if a := n.call(http.MethodGet, path, nil); !strings.Contains(a.body, openWord) {
				t.Errorf("%s does not show what is published: %d %.300s", path, a.status, a.body)
			}
		}
	}
	n.want(n.call(http.MethodGet, "/media/"+open+"/320.jpg", nil), http.StatusOK)
	n.write(secretWord, secret)
	n.nowhere("of what is published", secret, n.publicPaths())
	n.want(n.call(http.MethodGet, "/media/"+open+"/320.jpg", nil), http.StatusOK)
	for _, w := range n.all {
		if a := n.want(
			n.as(n.editor, http.MethodGet, n.at(w), 0, nil),
			http.StatusOK,
		); !strings.Contains(a.body, secretWord) {
			t.Errorf(
				"%s: the draft itself does not say it, so that this test sees nothing: %s",
				w.plural,
				a.body,
			)
		}
	}
}

// What nobody may ask for unless signed in says nothing of a draft when it refuses.
func TestNoAddressOfADraftAnswersAVisitor(t *testing.T) {
	t.Parallel()
	n := newNewsroom(newDesk(t))
	secret := n.stored("image", "iemand", false)
	n.write(secretWord, secret)
	for _, w := range n.all {
		for _, rest := range []string{"", "/preview", "/revisions", "/revisions/1", "/places"} {
			a := n.call(http.MethodGet, n.at(w)+rest, nil)
			if a.status != http.StatusUnauthorized && a.status != http.StatusNotFound ||
				strings.Contains(a.body, secretWord) {
				t.Errorf("%s: %d %s", fmt.Sprint(n.at(w), rest), a.status, a.body)
			}
		}
	}
}
