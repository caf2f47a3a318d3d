package content

import (
	"encoding/xml"
	"fmt"
	"net/http"
	"testing"
	"time"
)

type rssFile struct {
	XMLName xml.Name `xml:"rss"`
	Version string   `xml:"version,attr"`
	Channel struct {
		Title       string `xml:"title"`
		Link        string `xml:"link"`
		Description string `xml:"description"`
		Language    string `xml:"language"`
		Items       []struct {
			Title       string `xml:"title"`
			Link        string `xml:"link"`
			Description string `xml:"description"`
			GUID        string `xml:"guid"`
			PubDate     string `xml:"pubDate"`
		} `xml:"item"`
	} `xml:"channel"`
}

func (r *room) feed() (f rssFile) {
	r.t.Helper()
	status, body := r.ask("/nieuws.rss")
	if err := xml.Unmarshal([]byte(body), &f); err != nil || status != http.StatusOK {
		r.t.Fatalf("%d %v %s", status, err, body)
	}
	return f
}

func TestTheFeedHasTheTwentyNewest(t *testing.T) {
	t.Parallel()
	r := setup(t)
	if f := r.feed(); f.Version != "2.0" || f.Channel.Title == "" ||
		f.Channel.Link != "https://herstelruimte.example/news" ||
		f.Channel.Description == "" ||
		f.Channel.Language != "nl" ||
		len(f.Channel.Items) != 0 {
		t.Errorf("an empty feed: %+v", f)
	}
	for i := range 25 {
		r.must(fmt.Sprintf(
			"nws_%02d",
			i,
		), someNews(fmt.Sprint("Nieuws ", i)), State{From: at(-i), Pinned: i == 9})
	}
	items := r.feed().Channel.Items
	if len(items) != 20 || items[0].Title != "Nieuws 0" || items[19].Title != "Nieuws 19" {
		t.Fatalf("%+v", items)
	}
	first := items[0]
	when, err := time.Parse(time.RFC1123, first.PubDate)
	if err != nil || !when.Equal(noon) ||
		first.Link != "https://herstelruimte.example/newsdetails/nws_00" ||
		first.GUID != first.Link ||
		first.Description != "Kort gezegd." {
		t.Errorf("%+v %v", first, err)
	}
	r.must("nws_03", someNews("Nieuws 3"), State{From: at(-3), Until: at(0)})
	r.must("nws_04", someNews("Nieuws 4"), State{Hidden: true})
	items = r.feed().Channel.Items
	for _, i := range items {
		if i.Title == "Nieuws 3" || i.Title == "Nieuws 4" {
			t.Errorf("%s is still in the feed", i.Title)
		}
	}
	if len(items) != 20 || items[19].Title != "Nieuws 21" {
		t.Errorf("%d items", len(items))
	}
}

// Readers take a description for HTML: what was typed must come out of that as text.
func TestTheFeedHasNoHTML(t *testing.T) {
	t.Parallel()
	r := setup(t)
	n := someNews(`<b>"Soep" & brood</b> ]]> 🌱`)
	n.Summary = `<script>alert(1)</script> & 'co' ]]>`
	r.must("nws_a", n, State{})
	i := r.feed().Channel.Items[0]
	if i.Title != n.Title ||
		i.Description != `&lt;script&gt;alert(1)&lt;/script&gt; &amp; 'co' ]]&gt;` {
		t.Errorf("%q %q", i.Title, i.Description)
	}
}
