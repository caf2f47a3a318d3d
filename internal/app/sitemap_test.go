package app

import (
	"context"
	"encoding/xml"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/content"
	"herstelruimte/internal/editing"
	"herstelruimte/internal/richtext"
)

func (s *site) siteMap() (addresses []string) {
	s.t.Helper()
	a := s.want(s.call(http.MethodGet, "/sitemap.xml", nil), http.StatusOK)
	var read struct {
		URL []struct {
			Loc     string `xml:"loc"`
			LastMod string `xml:"lastmod"`
		} `xml:"url"`
	}
	if err := xml.Unmarshal([]byte(a.body), &read); err != nil {
		s.t.Fatal(err)
	}
	for _, u := range read.URL {
		if _, err := time.Parse(time.RFC3339, u.LastMod); u.LastMod != "" && err != nil {
			s.t.Error(err)
		}
		addresses = append(addresses, u.Loc)
	}
	return addresses
}

func TestTheSiteMapHoldsComingDatesAndWhatRoomsHandOver(t *testing.T) {
	t.Parallel()
	s := newSite(t, nil)
	act := s.activity(nil)
	coming, past := s.date(
		act,
		monday.AddDate(0, 0, 15),
		5,
	), s.date(act, monday.AddDate(0, 0, -15), 5)
	draft := s.activity(func(a *rules.Activity) { a.Status = "draft" })
	hidden := s.date(draft, monday.AddDate(0, 0, 15), 5)
	all := strings.Join(s.siteMap(), "\n")
	if want := s.cfg.Origin() + "/agendadetails/" + act + "/" +
		coming; !strings.Contains(all, want) {
		t.Errorf("%s is missing in\n%s", want, all)
	}
	if strings.Contains(all, past) || strings.Contains(all, hidden) {
		t.Errorf("a past or hidden date is in\n%s", all)
	}
	next := s.date(act, monday.AddDate(0, 0, 16), 5)
	s.Agenda.Changed()
	if !strings.Contains(strings.Join(s.siteMap(), "\n"), next) {
		t.Error("a change is not seen")
	}
}

func TestTheSiteMapFollowsTheClockWithinAMinute(t *testing.T) {
	t.Parallel()
	s := newSite(t, nil)
	from, until := monday.Add(5*time.Minute), monday.Add(10*time.Minute)
	s.put(storyID, &content.Story{
		Title:       "Straks",
		DisplayName: "Els",
		Intro:       "Nog even.",
		Body:        richtext.Paragraphs("Het komt."),
		Helped:      []string{"Tijd"},
		Themes:      []string{"herstel"},
		Findable:    true,
	},
		editing.State{From: &from, Until: &until})
	for minute := range 12 {
		if there, want := strings.Contains(
			strings.Join(s.siteMap(), " "),
			storyID,
		), minute >= 5 && minute < 10; there != want {
			t.Errorf("after %d minutes: there %v", minute, there)
		}
		s.Clock.Advance(time.Minute)
	}
}

func TestTheSiteMapEscapesAndIsCutWhereTheProtocolEnds(t *testing.T) {
	t.Parallel()
	all := make([]Entry, mostEntries+10)
	for i := range all {
		all[i].Path = fmt.Sprint("/x?a=1&b=<", i)
	}
	builds := 0
	m := &siteMap{
		origin:   "https://herstelruimte.example",
		revision: func() uint64 { return 1 },
		now:      func() time.Time { return monday },
		sources: []func(context.Context) ([]Entry, error){
			func(context.Context) ([]Entry, error) { builds++; return all, nil },
		},
	}
	for range 3 {
		body, err := m.get(t.Context())
		if err != nil || strings.Count(string(body), "<url>") != mostEntries ||
			!strings.Contains(string(body), "a=1&amp;b=&lt;7</loc>") ||
			len(body) > 50<<20 {
			t.Fatalf("%v, %d octets", err, len(body))
		}
	}
	if builds != 1 {
		t.Errorf("built %d times for three who asked", builds)
	}
}

func TestRobotsKeepOutOfStaffAndAPIOnly(t *testing.T) {
	t.Parallel()
	s := newSite(t, nil)
	want := "User-agent: *\nDisallow: /beheer\nDisallow: /api\n\nSitemap: " + s.cfg.Origin() +
		"/sitemap.xml\n"
	if a := s.want(s.call(http.MethodGet, "/robots.txt", nil), http.StatusOK); a.body != want {
		t.Errorf("%q", a.body)
	}
}
