package content

import (
	"context"
	"slices"
	"strconv"
	"time"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/editing"
	"herstelruimte/internal/editing/shown"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/problem"
	"herstelruimte/internal/search"
)

// Who may write what: editors. Onlookers read a few kinds on the desk, and change nothing.
var (
	editors   = []identity.Role{identity.Redactie, identity.Coordinator}
	onlookers = []identity.Role{identity.Gastheer, identity.Begeleider}
)

// doc is a Document by its pointer.
type doc[T any] interface {
	*T
	Document
}

// kindOn is what all kinds of documents have in common on the desk.
func kindOn[T any, P doc[T]](d *Documents, name, plural string, title func(*T) string) editing.KindOf[T] {
	return editing.KindOf[T]{
		Kind: editing.Kind{
			Name:   name,
			Plural: plural,
			Prefix: prefixes[name],
			Read:   editors,
			Write:  editors,
			Due: func(ctx context.Context, q db.Querier, now time.Time) ([]editing.Due, error) {
				return d.ended(ctx, q, name, now)
			},
		},
		Check: func(doc *T) []problem.Field { return P(doc).Validate() },
		Title: title,
	}
}

// NewsKind is news on the desk.
func NewsKind(d *Documents) editing.KindOf[NewsItem] {
	k := kindOn(d, kindNews, "news", func(n *NewsItem) string { return n.Title })
	k.Read, k.Pins = slices.Concat(editors, onlookers), true
	k.Tell = func(_ context.Context, _ db.Querier, _ string, n *NewsItem) (editing.Told, error) {
		return editing.Told{Title: n.Title, Text: n.Summary, May: true}, nil
	}
	k.PreviewOf = []any{NewsText{}}
	k.Preview = func(ctx context.Context, id string, doc *NewsItem) (any, error) {
		now := d.Clock.Now()
		media, err := d.Media.Of(ctx, doc.images())
		return NewsText{
			ID:          id,
			NewsItem:    *doc,
			Media:       media,
			Day:         now.In(clock.Amsterdam).Format(time.DateOnly),
			PublishedAt: clock.Moment(now),
			UpdatedAt:   clock.Moment(now),
			FreshUntil:  shown.FreshUntil(now),
		}, err
	}
	return k
}

// FAQKind are questions on the desk.
func FAQKind(d *Documents) editing.KindOf[FAQItem] {
	k := kindOn(d, kindFAQ, "faq", func(q *FAQItem) string { return q.Question })
	k.Read, k.Ordered = slices.Concat(editors, onlookers), true
	k.Due = func(ctx context.Context, q db.Querier, now time.Time) ([]editing.Due, error) {
		year := now.In(clock.Amsterdam).AddDate(-1, 0, 0).Format(time.DateOnly)
		return db.All[editing.Due](
			ctx, q, `
			select id, published->>'question', 'checked', published->>'lastChecked'
			from document d
			where d.kind = $2 and `+shown.Now+
				` and published->>'lastChecked' < $3 order by 4, 1 limit 200`,
			now,
			kindFAQ,
			year,
		)
	}
	k.Found = func(id string, q *FAQItem) search.Text { return q.text(id) }
	k.PreviewOf = []any{FAQ{}}
	k.Preview = func(ctx context.Context, id string, doc *FAQItem) (any, error) {
		return d.previewFAQ(ctx, id, *doc)
	}
	return k
}

// previewFAQ are the questions with one as it would be.
func (d *Documents) previewFAQ(ctx context.Context, id string, doc FAQItem) (out FAQ, err error) {
	all, err := d.faq(ctx, "")
	if err != nil {
		return out, err
	}
	out, images, there := FAQ{
		Categories: []FAQCategory{},
		FreshUntil: all.FreshUntil,
	}, doc.Answer.Images(), false
	for _, c := range all.Categories {
		for _, a := range c.Items {
			if a.ID == id {
				a, there = FAQAnswer{id, doc}, true
			}
			out.add(a)
			images = append(images, a.Answer.Images()...)
		}
	}
	if !there {
		out.add(FAQAnswer{id, doc})
	}
	out.Media, err = d.Media.Of(ctx, images)
	return out, err
}

// YearKind are the figures of a year on the desk.
func YearKind(d *Documents) editing.KindOf[ImpactYear] {
	k := kindOn(d, kindYear, "years", func(y *ImpactYear) string {
		if y.Year == 0 {
			return ""
		}
		return strconv.Itoa(y.Year)
	})
	k.Due = nil
	k.PreviewOf = []any{Impact{}}
	k.Preview = func(ctx context.Context, _ string, doc *ImpactYear) (any, error) {
		return d.previewYear(ctx, *doc)
	}
	return k
}

func (d *Documents) previewYear(ctx context.Context, doc ImpactYear) (Impact, error) {
	now := d.Clock.Now()
	all, err := d.years(ctx, now)
	all = append(slices.DeleteFunc(all, func(y ImpactYear) bool { return y.Year == doc.Year }), doc)
	slices.SortFunc(all, func(a, b ImpactYear) int { return b.Year - a.Year })
	out := Impact{
		Years:      []int{},
		Figures:    []Figure{},
		Found:      []Share{},
		Visits:     []VisitYear{},
		Quotes:     []Quote{},
		Today:      now.In(clock.Amsterdam).Format(time.DateOnly),
		FreshUntil: shown.FreshUntil(now),
	}
	out.fill(all, doc.Year, now.Year())
	return out, err
}

// RoleKind are the roles of volunteers on the desk.
func RoleKind(d *Documents) editing.KindOf[Role] {
	k := kindOn(d, kindRole, "roles", func(r *Role) string { return r.Title })
	k.Ordered = true
	k.Tell = func(_ context.Context, _ db.Querier, _ string, r *Role) (editing.Told, error) {
		return editing.Told{Title: r.Title, Text: r.Text, May: r.Open}, nil
	}
	k.PreviewOf = []any{Roles{}}
	k.Preview = func(ctx context.Context, id string, doc *Role) (any, error) {
		out, err := d.roles(ctx)
		role := OpenRole{id, doc.Title, doc.Text, doc.PerWeek, doc.VOG}
		if i := slices.IndexFunc(out.Items, func(r OpenRole) bool { return r.ID == id }); i >= 0 {
			out.Items[i] = role
		} else {
			out.Items = append(out.Items, role)
		}
		return out, err
	}
	return k
}

// endedFor is how long something that is over stays among what is to be looked at.
const endedFor = 30 * 24 * time.Hour

// ended is what left the lists not long ago, for somebody to take a last look.
func (d *Documents) ended(ctx context.Context, q db.Querier, kind string, now time.Time) ([]editing.Due, error) {
	return db.All[editing.Due](
		ctx, q, `
		select id, coalesce(published->>'title', ''), 'over',
			to_char(publish_until at time zone 'Europe/Amsterdam', 'YYYY-MM-DD')
		from document
		where kind = $1
			and publish_until <= $2
			and publish_until > $3
		order by publish_until, id
		limit 200`,
		kind,
		now,
		now.Add(-endedFor),
	)
}
