package agenda

import (
	"context"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/db"
	"herstelruimte/internal/problem"
)

const similarSize = 3

// ShortLink is the answer of GET /api/short-links/{slug}: where a printed address leads now, or
// what there is instead.
type ShortLink struct {
	Title        string       `json:"title,omitempty" doc:"as visitors knew it; absent when nothing of it is left"`
	ActivityID   string       `json:"activityId,omitempty"`
	OccurrenceID string       `json:"occurrenceId,omitempty" doc:"absent when the activity stopped, or never had a date"`
	Stopped      bool         `json:"stopped"`
	Similar      []rules.Line `json:"similar" doc:"at most 3 coming dates of other activities, when this one stopped"`
	FreshUntil   string       `json:"freshUntil" format:"date-time"`
}

type owned struct {
	id     string
	found  bool // the row is there
	doc    rules.Activity
	hidden *string // its title when visitors saw it last
}

// ofSlug finds whose slug this is or was.
//
// Problems: not_found for a slug that was never given out.
func (a *Agenda) ofSlug(ctx context.Context, slug string) (out owned, err error) {
	if !rules.Readable(slug) {
		return out, problem.New(problem.NotFound)
	}
	var doc *rules.Activity
	err = a.Pool.QueryRow(ctx, `
		select s.activity_id, a.doc - 'body', a.hidden_title
		from activity_slug s
		left join activity a on a.id = s.activity_id
		where s.slug = $1`, slug).Scan(&out.id, &doc, &out.hidden)
	if err == nil && doc != nil {
		out.found, out.doc = true, *doc
	}
	return out, db.Problem(err)
}

// title is the one that visitors know; "" when nothing of it is left.
func (o *owned) title() string {
	if o.hidden != nil {
		return *o.hidden
	}
	return o.doc.Title
}

// shortLink says where /a/{slug} leads.
//
// Problems: not_found for a slug that visitors cannot know.
func (a *Agenda) shortLink(ctx context.Context, slug string) (out ShortLink, err error) {
	now := a.Clock.Now()
	o, err := a.ofSlug(ctx, slug)
	if err != nil {
		return out, err
	}
	out = ShortLink{Similar: []rules.Line{}, FreshUntil: freshUntil(now, now.Add(stale))}
	if o.found && o.doc.Visible(now) {
		out.Title, out.ActivityID = o.doc.Title, o.id
		out.OccurrenceID, err = a.nextDate(ctx, o.id, o.doc.Mode)
		return out, err
	}
	if o.found && !o.doc.Seen(now) {
		return out, problem.New(problem.NotFound)
	}
	out.Stopped, out.Title = true, o.title()
	similar, err := a.similar(ctx, o.id, o.doc.Category)
	out.Similar = similar.lines
	out.FreshUntil = freshUntil(now, now.Add(stale), similar.fresh)
	return out, err
}

type choice struct {
	ID                string
	Off, Free, Closed bool // Closed: it has begun, and nobody can join any more
}

// nextDate is where a short link leads: the first coming date when that is cancelled, because
// people may stand at the door for it; else the first that anybody can still join; else the first
// that comes; else the last. Empty when there are none.
func (a *Agenda) nextDate(ctx context.Context, activity, mode string) (string, error) {
	const few, all = 8, 200 // mostly one of the next few will do
	coming, err := a.comingDates(ctx, activity, mode, few)
	id, decided := best(coming)
	if len(coming) == few && !decided {
		coming, err = a.comingDates(ctx, activity, mode, all)
		id, _ = best(coming)
	}
	if err != nil || id != "" {
		return id, err
	}
	id, _, err = one[string](ctx, a.Pool, `
		select id
		from occurrence
		where activity_id = $1
		order by starts_at desc, id desc
		limit 1`, activity)
	return id, err
}

// comingDates are the next dates that are not over, in order. A series lasts less than a year, so
// that none which is still on started longer ago.
func (a *Agenda) comingDates(
	ctx context.Context, activity, mode string, most int,
) ([]choice, error) {
	now := a.Clock.Now()
	from := now.Add(-longest)
	if mode == rules.Series {
		from = now.AddDate(-1, 0, 0)
	}
	return db.All[choice](ctx, a.Pool, `
		select o.id, o.status = 'cancelled', a.mode = 'walkin' or (`+bookable+`),
			a.mode <> 'walkin' and o.join_until <= $1
		from occurrence o join activity a on a.id = o.activity_id
		where o.activity_id = $2
			and o.starts_at > $3
			and o.ends_at > $1
		order by o.starts_at, o.id
		limit $4`, now, activity, from, most)
}

// best picks from coming dates in their order; decided: no later one can change it.
func best(coming []choice) (id string, decided bool) {
	if len(coming) == 0 {
		return "", false
	}
	// the first that people can still come to; when all have begun, the first
	next := coming[max(0, slices.IndexFunc(coming, func(c choice) bool { return !c.Closed }))]
	if next.Off {
		return next.ID, true
	}
	if i := slices.IndexFunc(coming, func(c choice) bool { return c.Free && !c.Off }); i >= 0 {
		return coming[i].ID, true
	}
	return next.ID, false
}

// similar are the next dates of other activities, one each, those of the same kind first.
func (a *Agenda) similar(ctx context.Context, activity, category string) (listed, error) {
	return a.list(ctx, a.Clock.Now(), `
		se.n = 1 and o.id in (
			select (
				select p.id
				from occurrence p
				where p.activity_id = a.id
					and p.starts_at > $1
					and p.status <> 'cancelled'
				order by p.starts_at, p.id
				limit 1
			)
			from activity a where a.id <> $2 and `+visible+`)
		order by (a.category = $3) desc, o.starts_at, o.id limit $4`,
		activity, category, similarSize)
}

// ShortLinks answers GET /a/{slug} with the way to a date (302), and leaves every other address to
// next: a slug that stopped and one that nobody knows have a page.
func (a *Agenda) ShortLinks(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		slug, ok := strings.CutPrefix(r.URL.Path, "/a/")
		if !ok || slug == "" || strings.Contains(slug, "/") ||
			r.Method != http.MethodGet && r.Method != http.MethodHead {
			next.ServeHTTP(w, r)
			return
		}
		link, err := a.shortLink(r.Context(), slug)
		if err != nil || link.Stopped {
			next.ServeHTTP(w, r)
			return
		}
		to := "/agenda" // published, and no date yet
		if link.OccurrenceID != "" {
			to = activityPath(link.ActivityID, link.OccurrenceID)
		}
		w.Header().Set("Cache-Control", "no-cache")
		http.Redirect(w, r, to, http.StatusFound)
	})
}

func activityPath(activity, occurrence string) string {
	return "/agendadetails/" + url.PathEscape(activity) + "/" + url.PathEscape(occurrence)
}
