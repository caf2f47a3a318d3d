package content

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/dbtest"
	"herstelruimte/internal/editing"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/privacy"
	"herstelruimte/internal/richtext"
	"herstelruimte/internal/search"
)

// noon is a plain working day: Tuesday 24 November 2026.
var noon = time.Date(2026, 11, 24, 12, 0, 0, 0, clock.Amsterdam)

// room is the documents on a database of this test alone, behind their HTTP operations. The clock
// stands at noon.
type room struct {
	*Documents
	t      testing.TB
	http   http.Handler
	raised int
}

func setup(t testing.TB) *room {
	t.Helper()
	r := &room{t: t}
	pool, c := dbtest.New(t), clock.Stopped(noon)
	r.Documents = &Documents{
		Pool:   pool,
		Clock:  c,
		Origin: "https://herstelruimte.example",
		Keys:   keys(t),
	}
	r.Search = &search.Index{
		Pool:     pool,
		Synonyms: func(context.Context) []string { return []string{"afmelden, meld af"} },
	}
	r.Changed = func() {}
	r.Next = func(context.Context, string) (next *Related, at time.Time, err error) { return }
	r.ThisWeek = func(context.Context) (all []search.Upcoming, at time.Time, err error) { return }
	r.TakeFiles = func(context.Context, pgx.Tx, string, []string) error { return nil }
	r.TookBack = func(context.Context, pgx.Tx, string, string) error { return nil }
	r.Record = func(context.Context, db.Querier, privacy.Entry) error { return nil }
	r.Awaits = func(context.Context, pgx.Tx, string, func(string) bool) error { return nil }
	r.Desk = &editing.Editing{
		Pool:  pool,
		Clock: c,
		Staff: identity.New(pool, c, identity.Config{}),
		Raise: func(context.Context, pgx.Tx) error { r.raised++; return nil },
		Terms: func(context.Context) editing.Terms {
			return editing.Terms{Trash: 30 * 24 * time.Hour, Undo: 10 * time.Minute}
		},
	}
	r.Desk.Add(
		StoryKind(r.Documents),
		NewsKind(r.Documents),
		FAQKind(r.Documents),
		YearKind(r.Documents),
		RoleKind(r.Documents),
	)
	mux := chi.NewRouter()
	r.Routes(httpkit.NewAPI(mux))
	r.Feeds(mux)
	r.http = mux
	return r
}

// keys are those of this test alone.
func keys(t testing.TB) *privacy.Keys {
	t.Helper()
	secret := func() []byte { return []byte(rand.Text() + rand.Text())[:32] }
	k, err := privacy.LoadKeys([][]byte{secret()}, secret(), secret())
	if err != nil {
		t.Fatal(err)
	}
	return k
}

// onDesk imports a draft; published also shows it.
func (r *room) onDesk(kind, id string, doc any, s editing.State, published bool) {
	r.t.Helper()
	if err := r.tx(func(tx pgx.Tx) error {
		return r.Desk.Import(context.Background(), tx, editing.Imported{
			Kind:      kind,
			ID:        id,
			Doc:       doc,
			State:     s,
			Published: published,
		})
	}); err != nil {
		r.t.Fatalf("%s: %v", id, err)
	}
}

// tx runs f in a transaction.
func (r *room) tx(f func(tx pgx.Tx) error) error { return db.InTx(context.Background(), r.Pool, f) }

// takeBack withdraws a story.
func (r *room) takeBack(id string) {
	r.t.Helper()
	if err := r.tx(func(tx pgx.Tx) error {
		return r.Withdraw(context.Background(), tx, id)
	}); err != nil {
		r.t.Fatal(err)
	}
}

// State is how a document of a test stands: published, unless it is hidden.
type State struct {
	From, Until *time.Time
	Pinned      bool
	Position    int
	Hidden      bool
}

func (r *room) put(id string, doc Document, s State) error {
	return r.tx(func(tx pgx.Tx) error { return r.putIn(tx, id, doc, s) })
}

func (r *room) putIn(tx pgx.Tx, id string, doc Document, s State) error {
	ctx := context.Background()
	if s.Hidden {
		if _, err := tx.Exec(ctx, `
			update draft
			set status = 'hidden', public_doc = null, public_from = null, public_until = null,
				public_pinned = false
			where id = $1`, id); err != nil {
			return err
		}
	}
	for kind, prefix := range prefixes {
		if strings.HasPrefix(id, prefix) {
			return r.Desk.Import(ctx, tx, editing.Imported{
				Kind: kind, ID: id, Doc: doc, Published: !s.Hidden,
				State: editing.State{
					From: s.From, Until: s.Until, Pinned: s.Pinned, Position: s.Position,
				},
			})
		}
	}
	panic(id)
}

// must is put for what has to work.
func (r *room) must(id string, doc Document, s State) {
	r.t.Helper()
	if err := r.put(id, doc, s); err != nil {
		r.t.Fatalf("%s: %v", id, err)
	}
}

// ask gives the status and the answer of an address.
func (r *room) ask(path string) (int, string) {
	w := httptest.NewRecorder()
	r.http.ServeHTTP(
		w,
		httptest.NewRequestWithContext(context.Background(), http.MethodGet, path, nil),
	)
	return w.Code, w.Body.String()
}

// get reads an address of the API into out, when that is not nil; it gives the status.
func (r *room) get(path string, out any) int {
	r.t.Helper()
	status, body := r.ask(path)
	if out != nil && status == http.StatusOK {
		if err := json.Unmarshal([]byte(body), out); err != nil {
			r.t.Fatalf("%s: %v %s", path, err, body)
		}
	}
	return status
}

// read is get for what has to be there.
func read[T any](r *room, path string) (out T) {
	r.t.Helper()
	if status := r.get(path, &out); status != http.StatusOK {
		r.t.Fatalf("%s: %d", path, status)
	}
	return out
}

// ids of the items of a list.
func ids[T any](items []T, id func(T) string) []string {
	out := []string{}
	for _, i := range items {
		out = append(out, id(i))
	}
	return out
}

func storyIDs(l StoryList) []string {
	return ids(l.Items, func(c StoryCard) string { return c.ID })
}

func newsIDs(l NewsList) []string { return ids(l.Items, func(c NewsCard) string { return c.ID }) }

func at(days int) *time.Time { return new(noon.AddDate(0, 0, days)) }

func aStory(title string, themes ...string) *Story {
	if themes == nil {
		themes = []string{"herstel"}
	}
	return &Story{
		Title:       title,
		DisplayName: "Marieke",
		Intro:       "Zo begon het.",
		Body:        richtext.Paragraphs("Ik kwam binnen.", "Er was koffie."),
		Helped:      []string{"Koffie"},
		Themes:      themes,
	}
}

func someNews(title string) *NewsItem {
	return &NewsItem{
		Title:   title,
		Summary: "Kort gezegd.",
		Body:    richtext.Paragraphs("Dit is er aan de hand."),
	}
}

func aQuestion(question, answer string) *FAQItem {
	return &FAQItem{
		Category:    "Eerste keer",
		Question:    question,
		Answer:      richtext.Paragraphs(answer),
		LastChecked: "2026-10-01",
	}
}

func aYear(year int, figures ...Figure) *ImpactYear {
	if figures == nil {
		figures = []Figure{figure(OpenDayParts, 412), figure(Visits, 6140), figure(Visitors, 310)}
	}
	return &ImpactYear{Year: year, Figures: figures}
}

func figure(key string, value float64) Figure {
	return Figure{Key: key, Label: "Cijfer " + key, Value: &value, Source: "turflijst aan de deur"}
}
