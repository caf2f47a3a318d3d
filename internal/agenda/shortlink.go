package agenda

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/db"
	"herstelruimte/internal/problem"
)

// similarSize is how many other activities a page names when there is nothing to come of its own.
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

// owned is the activity that a slug belongs to, as far as it still exists.
type owned struct {
	id          string
	found       bool // the row is there
	doc         rules.Activity
	hiddenTitle *string
}

// ofSlug finds whose slug this is or was.
//
// Problems: not_found for a slug that was never given out.
func (a *Agenda) ofSlug(ctx context.Context, slug string) (out owned, err error) {
	if !rules.Readable(slug) {
		return out, problem.New(problem.NotFound)
	}
	var doc []byte
	err = a.Pool.QueryRow(
		ctx, `
		select s.activity_id, a.doc - 'body',
			a.hidden_title
			from activity_slug s
			left join activity a on a.id = s.activity_id
			where s.slug = $1`,
		slug,
	).
		Scan(&out.id, &doc, &out.hiddenTitle)
	if err != nil {
		return out, db.Problem(err)
	}
	if doc == nil {
		return out, nil
	}
	out.found = true
	return out, json.Unmarshal(doc, &out.doc)
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
	out.Stopped = true
	switch {
	case o.hiddenTitle != nil:
		out.Title = *o.hiddenTitle
	case o.found:
		out.Title = o.doc.Title
	}
	similar, err := a.similar(ctx, o.id, o.doc.Category)
	out.Similar = similar.lines
	out.FreshUntil = freshUntil(now, now.Add(stale), similar.fresh)
	return out, err
}

// choice is one date that a short link may lead to.
type choice struct {
	id                string
	off, free, closed bool // closed: it has begun, and nobody can join any more
}

// nextDate is where a short link leads: the first coming date when that is cancelled, because
// people may stand at the door for it; else the first that anybody can still join; else the first
// that comes; else the last. Empty when there are none.
func (a *Agenda) nextDate(ctx context.Context, activity, mode string) (string, error) {
	const few, all = 8, 200 // mostly one of the next few will do
	coming, err := a.comingDates(ctx, activity, mode, few)
	if err == nil && len(coming) == few && !decided(coming) {
		coming, err = a.comingDates(ctx, activity, mode, all)
	}
	if err != nil || len(coming) > 0 {
		return best(coming), err
	}
	var last string
	err = a.Pool.QueryRow(
		ctx, `
		select id
		from occurrence
		where activity_id = $1
		order by starts_at desc, id desc
		limit 1`,
		activity,
	).Scan(&last)
	if errors.Is(err, pgx.ErrNoRows) {
		return "", nil
	}
	return last, db.Problem(err)
}

// comingDates are the next dates that are not over, in order. A series lasts less than a year, so
// that none which is still on started longer ago.
func (a *Agenda) comingDates(
	ctx context.Context,
	activity, mode string,
	most int,
) ([]choice, error) {
	now := a.Clock.Now()
	from := now.Add(-longest)
	if mode == rules.Series {
		from = now.AddDate(-1, 0, 0)
	}
	rows, err := a.Pool.Query(
		ctx, `
		select o.id, o.status = 'cancelled', a.mode = 'walkin' or (`+fmt.Sprintf(bookableSQL, "$2")+
			`), a.mode <> 'walkin' and o.join_until <= $2
		from occurrence o join activity a on a.id = o.activity_id
		where o.activity_id = $1
			and o.starts_at > $3
			and o.ends_at > $2
		order by o.starts_at, o.id
		limit $4`,
		activity,
		now,
		from,
		most,
	)
	if err != nil {
		return nil, db.Problem(err)
	}
	out, err := pgx.CollectRows(rows, func(r pgx.CollectableRow) (c choice, err error) {
		return c, r.Scan(&c.id, &c.off, &c.free, &c.closed)
	})
	return out, db.Problem(err)
}

// first is the first date that people can still come to; when all have begun, the first.
func first(coming []choice) choice {
	for _, c := range coming {
		if !c.closed {
			return c
		}
	}
	return coming[0]
}

// decided says that no later date can change what is best.
func decided(coming []choice) bool {
	return first(coming).off ||
		slices.ContainsFunc(coming, func(c choice) bool { return c.free && !c.off })
}

// best picks from coming dates in their order; none gives nothing.
func best(coming []choice) string {
	if len(coming) == 0 {
		return ""
	}
	next := first(coming)
	if next.off {
		return next.id
	}
	for _, c := range coming {
		if c.free && !c.off {
			return c.id
		}
	}
	return next.id
}

// similar are the next dates of other activities, one each, those of the same kind first.
func (a *Agenda) similar(ctx context.Context, activity, category string) (listed, error) {
	now := a.Clock.Now()
	visible := fmt.Sprintf(visibleSQL, "$1")
	return a.list(
		ctx, now, `se.n = 1 and o.id in (
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
		activity,
		category,
		similarSize,
	)
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
