//go:build web

package app

import (
	"net/http"
	"strings"
	"testing"
)

// visitorPages are the pages on which something that staff write stands, with their boot data and
// their JSON-LD.
func visitorPages() []string {
	activity := idWith("act_")
	return []string{
		"/",
		"/home",
		"/stories",
		"/stories?thema=herstel",
		"/storydetails/" + toldID,
		"/news",
		"/news?jaar=2026",
		"/newsdetails/" + idWith("nws_"),
		"/requentlysaskedquestions",
		"/requentlysaskedquestions?zoek=" + soughtWord,
		"/impact",
		"/impact?jaar=2025",
		"/printinfographic",
		"/vrijwilligers",
		"/agenda",
		"/agenda?zoek=" + soughtWord,
		"/agenda?week=2026-W47",
		"/agenda/print?week=2026-W47",
		"/agendadetails/" + activity + "/" + draftDate,
		"/agendadetails/" + activity + "/" + secretDate,
		"/register/" + activity + "/" + secretDate,
		"/waitlist/" + secretDate,
		"/a/kwakgeheim",
		"/about",
		"/contact",
		"/privacy",
		"/klachten",
		"/verwijzers",
		"/nieuwsbrief",
		"/sitemap.xml",
		"/nieuws.rss",
		"/agenda.ics",
	}
}

// shownOn are the pages that do show what is published.
func shownOn() []string {
	return []string{
		"/",
		"/stories",
		"/storydetails/" + toldID,
		"/news",
		"/newsdetails/" + idWith("nws_"),
		"/requentlysaskedquestions?zoek=" + soughtWord,
		"/impact?jaar=2025",
		"/vrijwilligers",
		"/agenda?zoek=" + soughtWord,
		"/agendadetails/" + idWith("act_") + "/" + draftDate,
		"/about",
		"/contact",
	}
}

func TestADraftStandsOnNoPageNorInItsData(t *testing.T) {
	t.Parallel()
	p := newPages(t)
	p.client.Jar = nil
	d := &desk{site: p}
	d.relogin()
	n := newNewsroom(d)
	open, secret := n.stored("image", "iemand", false), n.stored("image", "iemand", false)
	n.write(secretWord, secret)
	n.nowhere("new", secret, visitorPages())
	n.write(openWord, open)
	n.publishAll()
	for _, path := range shownOn() {
		if a := n.want(n.page(path), http.StatusOK); !strings.Contains(a.body, openWord) {
			t.Errorf("%s does not show what is published", path)
		}
	}
	if a := n.page(
		"/newsdetails/" + idWith("nws_"),
	); !strings.Contains(a.body, `application/ld+json`) {
		t.Error("there is no JSON-LD to look into")
	}
	n.write(secretWord, secret)
	n.nowhere("of what is published", secret, visitorPages())
}
