package render

import (
	"context"
	"errors"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

func TestRoutesTellPathRoleAndCacheRule(t *testing.T) {
	m := newRoom(t)
	want := []Route{
		{"GET", "/", Everyone, "no-cache"},
		{"GET", "/about", Everyone, "no-cache"},
		{"GET", "/addStory", Staff, "no-cache"},
		{"GET", "/agenda", Everyone, "no-cache"},
		{"GET", "/assets/*", Everyone, forEver},
		{"GET", "/auth-popup", Everyone, "no-store"},
		{"GET", "/detail/{a}/{o}", Everyone, "no-cache"}, {"GET", "/favicon.svg", Everyone, anHour},
		{"GET", "/letter", Everyone, "no-store"},
		{"POST", "/letter", Everyone, "no-store"},
		{"GET", "/login", Everyone, "no-cache"},
		{"GET", "/register/{a}/{o}", Everyone, "no-store"},
		{"POST", "/register/{a}/{o}", Everyone, "no-store"},
		{"GET", "/waitlist/occ_{id}", Everyone, "no-cache"},
		{"GET", "/waitlist/reg_{id}", Staff, "no-cache"},
		{"GET", "/waitlist/wl_{token}", Holder, "no-store"},
		{"POST", "/waitlist/wl_{token}", Holder, "no-store"},
	}
	got := m.front.Routes()
	if !slices.Equal(got, want) {
		t.Fatalf("%v", got)
	}
	for _, r := range got { // and it is true
		if target := strings.NewReplacer(
			"{a}",
			"1",
			"{o}",
			"1",
			"{id}",
			"1",
			"{token}",
			"1",
			"*",
			"main.js",
		).Replace(r.Path); r.Method == "GET" {
			wantHead(t, m.get(target), "Cache-Control", r.Cache)
		}
	}
}

func TestLoadSaysWhatIsWrong(t *testing.T) {
	ok := func(files fstest.MapFS) error {
		f, err := Load(Options{
			Files:  files,
			Ticket: func() (string, string) { return "k", "t" },
			Limits: DefaultLimits(1),
		})
		if err == nil {
			f.Close()
		}
		return err
	}
	if err := ok(buildOf(sitemap)); err != nil {
		t.Fatal(err)
	}
	if err := ok(fstest.MapFS{}); !errors.Is(err, fs.ErrNotExist) {
		t.Fatalf("no build: %v", err)
	}
	for name, sitemap := range map[string]string{
		"unknown module":   `[{"path":"/","module":"home/Nergens"}]`,
		"no slash":         `[{"path":"agenda","module":"home/HomePage"}]`,
		"param of nowhere": `[{"path":"/x","module":"home/HomePage","data":{"page":"/api/{id}"}}]`,
		"then of nowhere":  `[{"path":"/x","module":"home/HomePage","forms":{"f":{"call":"POST /api/x","then":"/:id"}}}]`,
		"call":             `[{"path":"/x","module":"home/HomePage","forms":{"f":{"call":"/api/x"}}}]`,
		"key without id":   `[{"path":"/x","module":"home/HomePage","key":true}]`,
		"not a list":       `{}`,
	} {
		if err := ok(buildOf(sitemap)); err == nil {
			t.Fatalf("%s: loaded", name)
		}
	}
	files := buildOf(sitemap)
	files["client/index.html"] = &fstest.MapFile{Data: []byte("<html><!--head--></html>")}
	if err := ok(files); !errors.Is(err, errNoIndex) {
		t.Fatal(err)
	}
	if _, err := Load(Options{
		Files:  buildOf(sitemap),
		Ticket: func() (string, string) { return `"`, "t" },
	}); err == nil {
		t.Fatal("a ticket that needs escaping was taken")
	}
}

func TestNoAnswerIsSentToAVisitorWhoLeft(t *testing.T) {
	m := newRoom(t)
	release := make(chan struct{})
	entered := make(chan struct{})
	m.answers(func(w http.ResponseWriter, r *http.Request) {
		close(entered)
		<-release
		reply(w, 200, `{}`)
	})
	built := make(chan *httptest.ResponseRecorder)
	go func() { built <- m.get("/") }()
	<-entered
	ctx, cancel := context.WithCancel(t.Context())
	r := httptest.NewRequest("GET", "/", nil).WithContext(ctx)
	cancel()
	w := httptest.NewRecorder()
	m.ServeHTTP(w, r) // returns although the build still runs
	if w.Body.Len() != 0 {
		t.Fatal(w.Body)
	}
	close(release)
	wantStatus(t, <-built, 200)
}
