package app

import (
	"context"
	"encoding/json"
	"encoding/xml"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/content"
	"herstelruimte/internal/editing"
	"herstelruimte/internal/newsletter"
	"herstelruimte/internal/richtext"
)

const storyID, newsID, issueID = "sty_deur", "nws_lift", "iss_najaar"

// publish puts a story, a piece of news and a newsletter on the site, an hour ago.
func (s *site) publish() {
	s.t.Helper()
	s.put(storyID, aStory(""), editing.State{})
	s.put(newsID, someNews("De lift doet het weer"), editing.State{})
	s.put(
		issueID,
		&newsletter.Issue{Subject: "Najaar", Greeting: "Hoi. Fijn dat je leest."},
		editing.State{},
	)
}

func (s *site) put(id string, doc content.Document, state editing.State) {
	s.t.Helper()
	if state.From == nil {
		state.From = new(monday.Add(-time.Hour))
	}
	prefix, _, _ := strings.Cut(id, "_")
	s.inTx(func(tx pgx.Tx) error {
		return s.Editing.Import(context.Background(), tx, editing.Imported{
			Kind:      map[string]string{"sty": "story", "nws": "news", "iss": "issue"}[prefix],
			ID:        id,
			Doc:       doc,
			State:     state,
			Published: true,
		})
	})
}

func aStory(activity string) *content.Story {
	return &content.Story{
		Title:           "De deur was het moeilijkst",
		DisplayName:     "Marieke",
		Intro:           "Drie keer fietste ik langs.",
		Body:            richtext.Paragraphs("Ik kwam binnen."),
		Helped:          []string{"Koffie"},
		Themes:          []string{"eerste stap"},
		RelatedActivity: activity,
	}
}

func someNews(title string) *content.NewsItem {
	return &content.NewsItem{
		Title:   title,
		Summary: "Kort gezegd.",
		Body:    richtext.Paragraphs("Dit is er aan de hand."),
	}
}

func TestOldAndGuessedAddressesLeadToThePage(t *testing.T) {
	t.Parallel()
	s := newSite(t, nil)
	for from, to := range map[string]string{
		"/over-ons":            "/about",
		"/veelgestelde-vragen": "/requentlysaskedquestions",
	} {
		if a := s.want(
			s.call(http.MethodGet, from, nil),
			http.StatusPermanentRedirect,
		); a.head.Get("Location") != to {
			t.Errorf("%s leads to %s", from, a.head.Get("Location"))
		}
	}
}

func TestAStoryNamesTheNextDateOfItsActivity(t *testing.T) {
	t.Parallel()
	s := newSite(t, nil)
	act := s.activity(nil)
	s.put(storyID, aStory(act), editing.State{})
	read := func() (out content.StoryText) {
		t.Helper()
		a := s.want(s.call(http.MethodGet, "/api/stories/"+storyID, nil), http.StatusOK)
		if err := json.Unmarshal([]byte(a.body), &out); err != nil {
			t.Fatal(err)
		}
		return out
	}
	if got := read(); got.Related != nil || got.RelatedActivity != "" {
		t.Errorf("an activity without dates: %+v", got.Related)
	}
	occ := s.date(act, monday.Add(4*time.Hour), 5)
	got := read()
	want := content.Related{
		ActivityID:   act,
		OccurrenceID: occ,
		Title:        "Schrijfcafé",
		Day:          "2026-11-16",
		Start:        "2026-11-16T14:00:00+01:00",
		End:          "2026-11-16T16:00:00+01:00",
		Room:         "Stille kamer",
	}
	if got.Related == nil || *got.Related != want || got.FreshUntil != want.Start {
		t.Errorf("%+v, fresh until %s", got.Related, got.FreshUntil)
	}
	s.inTx(func(tx pgx.Tx) error {
		_, err := tx.Exec(
			t.Context(), `
			update activity set status = 'draft', doc = doc || '{"status": "draft"}' where id = $1`,
			act,
		)
		return err
	})
	if got := read(); got.Related != nil {
		t.Error("a draft of an activity is named")
	}
}

// An edit of staff must reach what the pages keep: it raises the revision, once, and only when
// something is different.
func TestPublishingRaisesTheRevision(t *testing.T) {
	t.Parallel()
	s := newSite(t, nil)
	before := s.number(`select n from site_revision`)
	s.publish()
	after := s.number(`select n from site_revision`)
	s.publish() // the same again
	if again := s.number(`select n from site_revision`); after != before+3 || again != after {
		t.Errorf("%d, %d, %d", before, after, again)
	}
}

func TestTheFeedIsServedAsRSS(t *testing.T) {
	t.Parallel()
	s := newSite(t, nil)
	s.publish()
	a := s.want(s.call(http.MethodGet, "/nieuws.rss", nil), http.StatusOK)
	if a.head.Get("Content-Type") != "application/rss+xml; charset=utf-8" ||
		a.head.Get("Cache-Control") != "no-cache" ||
		!strings.Contains(a.body, s.cfg.Origin()+"/newsdetails/"+newsID) {
		t.Errorf("%v %s", a.head, a.body)
	}
	if err := xml.Unmarshal([]byte(a.body), new(struct{})); err != nil {
		t.Error(err)
	}
}
