package content

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/db"
	"herstelruimte/internal/editing/shown"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/search"
)

// FAQ is the answer of GET /api/faq.
type FAQ struct {
	Categories []FAQCategory `json:"categories" doc:"only those with a question that fits"`
	Search     string        `json:"search,omitempty" doc:"the search as it was understood"`
	Found      int           `json:"found" doc:"how many questions fit"`
	Partly     bool          `json:"partly,omitempty" doc:"no question has all words that were searched: these have most"`
	Media      shown.Media   `json:"media,omitempty" doc:"of the images, by fileId"`
	FreshUntil string        `json:"freshUntil" format:"date-time"`
	search.Instead
}

// FAQCategory is a group of questions.
type FAQCategory struct {
	Name  string      `json:"name"`
	Items []FAQAnswer `json:"items"`
}

// FAQAnswer is a question with its answer.
type FAQAnswer struct {
	ID string `json:"id"`
	FAQItem
}

const (
	maxSearch    = 100
	maxQuestions = 500 // more than a page can show
)

// faq lists the questions in their order; with a search those with most of its words, the ones with
// a word in the question first.
func (d *Documents) faq(ctx context.Context, zoek string) (out FAQ, err error) {
	now := d.Clock.Now()
	out.Search, out.Categories = cut(httpkit.Line(zoek), maxSearch), []FAQCategory{}
	var until *time.Time
	rows, err := shown.Find[FAQItem](
		ctx,
		d.Pool,
		shown.All,
		`d.kind = $2 and `+shown.Now+` order by d.position, d.id limit $3`,
		now,
		kindFAQ,
		maxQuestions,
	)
	if err == nil && out.Search != "" {
		rows, until, err = d.searched(ctx, &out, rows)
	}
	if err != nil {
		return out, err
	}
	var images []string
	for _, r := range rows {
		out.add(FAQAnswer{r.ID, r.Doc})
		images = append(images, r.Doc.Answer.Images()...)
	}
	if out.Media, err = d.Media.Of(ctx, images); err != nil {
		return out, err
	}
	out.FreshUntil, err = shown.Fresh(ctx, d.Pool, now, until, kindFAQ)
	return out, err
}

// searched are those of the questions that a search finds; without any out says what there is
// instead, and until says how long.
func (d *Documents) searched(
	ctx context.Context, out *FAQ, rows []shown.Row[FAQItem],
) (found []shown.Row[FAQItem], until *time.Time, err error) {
	words := search.Words(out.Search)
	hits, asked, err := d.Search.Find(ctx, kindFAQ, words)
	if err != nil {
		return nil, nil, err
	}
	of, most := map[string]search.Hit{}, 1
	for _, h := range hits {
		of[h.ID] = h
	}
	for _, r := range rows {
		most = max(most, of[r.ID].Words)
	}
	for _, title := range []bool{true, false} {
		for _, r := range rows {
			if h := of[r.ID]; h.Words == most && h.Title == title {
				found = append(found, r)
			}
		}
	}
	if out.Partly = len(found) > 0 && most < asked; len(found) > 0 {
		return found, nil, nil
	}
	ids := []string{}
	for _, r := range rows {
		ids = append(ids, r.ID)
	}
	if out.Near, err = d.Search.Near(ctx, kindFAQ, ids, words); err == nil {
		var fresh time.Time
		out.ThisWeek, fresh, err = d.ThisWeek(ctx)
		until = &fresh
	}
	return nil, until, err
}

// text is what the search finds a question by.
func (q *FAQItem) text(id string) search.Text {
	return search.Text{
		Kind:   kindFAQ,
		ID:     id,
		Titles: append([]string{q.Question}, q.Answer.Headings()...),
		Rest:   q.Category + "\n" + q.Answer.Plain(),
	}
}

// Unindexed are the questions that the search does not find as it would now, held.
func (d *Documents) Unindexed(ctx context.Context, tx pgx.Tx) (out []search.Text, err error) {
	var id string
	var doc *FAQItem
	err = db.Each(ctx, tx, []any{&id, &doc}, func() error {
		out = append(out, doc.text(id))
		return nil
	}, `
		select id, published
		from document d
		where kind = $1 and published is not null and `+search.Missing(kindFAQ, "d.id")+`
		order by id
		for update`, kindFAQ)
	return out, err
}

func (f *FAQ) add(a FAQAnswer) {
	i := slices.IndexFunc(f.Categories, func(c FAQCategory) bool { return c.Name == a.Category })
	if i < 0 {
		i = len(f.Categories)
		f.Categories = append(f.Categories, FAQCategory{Name: a.Category})
	}
	f.Categories[i].Items = append(f.Categories[i].Items, a)
	f.Found++
}

// cut leaves the first n characters.
func cut(s string, n int) string {
	if r := []rune(s); len(r) > n {
		return strings.TrimSpace(string(r[:n]))
	}
	return s
}
