package content

import (
	"context"
	"slices"
	"strings"

	"herstelruimte/internal/httpkit"
)

// FAQ is the answer of GET /api/faq.
type FAQ struct {
	Categories []FAQCategory `json:"categories" doc:"only those with a question that fits"`
	Search     string        `json:"search,omitempty" doc:"the search as it was understood"`
	Found      int           `json:"found" doc:"how many questions fit"`
	Media      Media         `json:"media,omitempty" doc:"of the images, by fileId"`
	FreshUntil string        `json:"freshUntil" format:"date-time"`
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

// faq lists the questions in their order; with a search those that have all its words.
func (d *Documents) faq(ctx context.Context, zoek string) (out FAQ, err error) {
	now := d.Clock.Now()
	out.Search, out.Categories = cut(httpkit.Line(zoek), maxSearch), []FAQCategory{}
	rows, err := find[FAQItem](
		ctx,
		d.Pool,
		columns,
		`d.kind = $2 and `+shown+` order by d.position, d.id limit $3`,
		now,
		kindFAQ,
		maxQuestions,
	)
	if err != nil {
		return out, err
	}
	words, images := strings.Fields(httpkit.Folded(out.Search)), []string{}
	for _, r := range rows {
		if fits(r.doc, words) {
			out.add(FAQAnswer{r.id, r.doc})
			images = append(images, r.doc.Answer.Images()...)
		}
	}
	if out.Media, err = d.Media.of(ctx, images); err != nil {
		return out, err
	}
	out.FreshUntil, err = d.fresh(ctx, now, nil, kindFAQ)
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

// fits says whether every word stands in the question or its answer.
func fits(q FAQItem, words []string) bool {
	text := httpkit.Folded(q.Question + "\n" + q.Answer.Plain())
	return !slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(text, w) })
}

// cut leaves the first n characters.
func cut(s string, n int) string {
	if r := []rune(s); len(r) > n {
		return strings.TrimSpace(string(r[:n]))
	}
	return s
}
