package content_test

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/content"
	"herstelruimte/internal/db"
	"herstelruimte/internal/dbtest"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/problem"
	"herstelruimte/internal/richtext"
)

var tuesday = time.Date(2026, 11, 24, 10, 0, 0, 0, clock.Amsterdam)

type fixture struct {
	*content.Pages
	pool  *pgxpool.Pool
	clock *clock.Clock
}

func setup(t *testing.T) fixture {
	t.Helper()
	c := clock.Stopped(tuesday)
	pages := &content.Pages{Clock: c, Raise: func(ctx context.Context, tx pgx.Tx) error {
		_, err := tx.Exec(ctx, "update site_revision set n = n + 1")
		return err
	}}
	return fixture{pages, dbtest.New(t), c}
}

func (f fixture) save(ctx context.Context, p content.Page) error {
	return db.InTx(ctx, f.pool, func(tx pgx.Tx) error { return f.Save(ctx, tx, p) })
}

func (f fixture) get(t *testing.T, path string) (int, content.Page, map[string]any) {
	t.Helper()
	r := chi.NewRouter()
	content.Routes(httpkit.NewAPI(r), f.Pages, f.pool)
	w := httptest.NewRecorder()
	r.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, path, nil))
	var page content.Page
	var raw map[string]any
	if err := json.Unmarshal(w.Body.Bytes(), &raw); err != nil {
		t.Fatal(err, w.Body)
	}
	if w.Code == http.StatusOK {
		if err := json.Unmarshal(w.Body.Bytes(), &page); err != nil {
			t.Fatal(err)
		}
	}
	return w.Code, page, raw
}

func ours() content.Page {
	return content.Page{
		Key:    "about",
		Title:  "Over ons",
		Blocks: []content.Section{{ID: "wie", Heading: "Wie?", Body: richtext.Paragraphs("Wij.")}},
	}
}

func TestAboutIsThereBeforeAnybodyWroteIt(t *testing.T) {
	t.Parallel()
	status, page, raw := setup(t).get(t, "/api/pages/about")
	if status != http.StatusOK || page.Title != "Over ons" || len(page.Blocks) != 10 ||
		raw["updatedAt"] == "" {
		t.Errorf("%d %v", status, raw)
	}
}

func TestASavedPageTakesThePlaceOfTheBuiltInOne(t *testing.T) {
	t.Parallel()
	f := setup(t)
	if err := f.save(t.Context(), ours()); err != nil {
		t.Fatal(err)
	}
	f.clock.Advance(time.Hour)
	second := ours()
	second.Title, second.UpdatedAt = "Wie wij zijn", "2020-01-01T00:00:00Z"
	if err := f.save(t.Context(), second); err != nil {
		t.Fatal(err)
	}
	want := second
	want.UpdatedAt = "2026-11-24T11:00:00+01:00"
	if status, got, _ := f.get(
		t,
		"/api/pages/about",
	); status != http.StatusOK || !reflect.DeepEqual(got, want) {
		t.Errorf("%d\n%+v\n%+v", status, got, want)
	}
	var version int
	var revision int64
	if err := f.pool.QueryRow(
		t.Context(),
		"select version, n from page, site_revision where id = 'about'",
	).Scan(&version, &revision); err != nil || version != 2 || revision != 3 {
		t.Errorf("version %d, revision %d, %v", version, revision, err)
	}
}

func TestAnUnknownPageIsNotFound(t *testing.T) {
	t.Parallel()
	f := setup(t)
	for _, key := range []string{
		"kontakt",
		"About",
		"..%2Fabout",
		"%00",
		strings.Repeat("a", 5000),
	} {
		if status, _, raw := f.get(
			t,
			"/api/pages/"+key,
		); status != http.StatusNotFound || raw["code"] != "not_found" {
			t.Errorf("%.20s: %d %v", key, status, raw)
		}
	}
}

func TestAWrongPageIsRefusedByFieldAndNotStored(t *testing.T) {
	t.Parallel()
	f := setup(t)
	for field, change := range map[string]func(*content.Page){
		"key":         func(p *content.Page) { p.Key = "kontakt" },
		"title":       func(p *content.Page) { p.Title = " " },
		"title ":      func(p *content.Page) { p.Title = strings.Repeat("x", 81) },
		"title  ":     func(p *content.Page) { p.Title = "a\x00" },
		"blocks":      func(p *content.Page) { p.Blocks = nil },
		"blocks ":     func(p *content.Page) { p.Blocks = make([]content.Section, 41) },
		"blocks.0.id": func(p *content.Page) { p.Blocks[0].ID = "Wie zijn wij" },
		"blocks.1.id": func(p *content.Page) { p.Blocks = append(p.Blocks, p.Blocks[0]) },
		"blocks.0.heading": func(p *content.Page) {
			p.Blocks[0].Heading = strings.Repeat("x", 121)
		},
		"blocks.0.body.type": func(p *content.Page) { p.Blocks[0].Body = richtext.Doc{} },
		"blocks.0.body.content.0.content.0.marks.0.attrs.href": func(p *content.Page) {
			p.Blocks[0].Body = richtext.Of(richtext.P(richtext.Link("x", "javascript:alert(1)")))
		},
	} {
		p := ours()
		change(&p)
		err := f.save(t.Context(), p)
		var pr *problem.Problem
		if !errors.As(err, &pr) || pr.Code != problem.Invalid {
			t.Errorf("%s: %v", field, err)
			continue
		}
		found := false
		for _, x := range pr.Fields {
			found = found || x.Name == strings.TrimRight(field, " ")
		}
		if !found {
			t.Errorf("%s: named %v", field, pr.Fields)
		}
	}
	if _, page, _ := f.get(t, "/api/pages/about"); len(page.Blocks) != 10 {
		t.Error("a wrong page is stored")
	}
}
