package content

import (
	"bytes"
	"context"
	"net/http"
	"strings"

	"github.com/go-chi/chi/v5"
	"github.com/gorilla/feeds"

	"herstelruimte/internal/db"
	"herstelruimte/internal/editing/shown"
	"herstelruimte/internal/httpkit"
)

// feedSize is how many items the feed of the news has.
const feedSize = 20

// Feeds mounts /nieuws.rss.
func (d *Documents) Feeds(r chi.Router) {
	r.Get("/nieuws.rss", d.newsFeed)
}

func (d *Documents) newsFeed(w http.ResponseWriter, r *http.Request) {
	feed, err := d.rss(r.Context())
	if err != nil {
		httpkit.Fail(w, r, err)
		return
	}
	var out bytes.Buffer
	if err := feeds.WriteXML(feed, &out); err != nil {
		httpkit.Fail(w, r, err)
		return
	}
	w.Header().Set("Content-Type", "application/rss+xml; charset=utf-8")
	w.Header().Set("Cache-Control", "no-cache")
	_, _ = out.WriteTo(w)
}

// asHTML makes text of a description, which readers take for HTML; a title they take as it is.
var asHTML = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;")

// rss is the newest news as lists show it, as RSS 2.0 in Dutch; a summary an item, the text itself
// is on the site.
func (d *Documents) rss(ctx context.Context) (*feeds.RssFeed, error) {
	rows, _, err := shown.Newest[NewsItem](ctx, d.Pool, shown.Section{
		Now:   d.Clock.Now(),
		Kind:  kindNews,
		After: db.Last,
		N:     feedSize,
	})
	if err != nil {
		return nil, err
	}
	feed := &feeds.RssFeed{
		Title:       "Nieuws van Herstelruimte",
		Link:        d.Origin + "/news",
		Description: "Wat er gebeurt en verandert bij Herstelruimte.",
		Language:    "nl",
	}
	for _, n := range rows {
		link := d.Origin + "/newsdetails/" + n.ID
		feed.Items = append(feed.Items, &feeds.RssItem{
			Title:       n.Doc.Title,
			Link:        link,
			Description: asHTML.Replace(n.Doc.Summary),
			PubDate:     n.SortAt.UTC().Format(http.TimeFormat),
			Guid:        &feeds.RssGuid{Id: link, IsPermaLink: "true"},
		})
	}
	if len(rows) > 0 {
		feed.PubDate = feed.Items[0].PubDate
	}
	return feed, nil
}
