package agenda

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"rsc.io/qr"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/problem"
)

const similarSize = 3

// ShortLink is where a printed address leads now, or what there is instead.
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

// shortLink says where /a/{slug} leads. Problems: those of ofSlug, not_found for what visitors
// never saw.
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

// nextDate is where a short link leads; "": nowhere.
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
	id, _, err = db.One[string](ctx, a.Pool, `
		select id
		from occurrence
		where activity_id = $1
		order by starts_at desc, id desc
		limit 1`, activity)
	return id, err
}

// comingDates are the next dates that are not over. A series lasts less than a year.
func (a *Agenda) comingDates(ctx context.Context, activity, mode string, most int) ([]choice, error) {
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
	// when all have begun, the first
	next := coming[max(0, slices.IndexFunc(coming, func(c choice) bool { return !c.Closed }))]
	if next.Off {
		return next.ID, true
	}
	if i := slices.IndexFunc(coming, func(c choice) bool { return c.Free && !c.Off }); i >= 0 {
		return coming[i].ID, true
	}
	return next.ID, false
}

// similar are the next dates of other activities, those of the same kind first.
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
			from activity a where a.id <> $2 and `+findable+`)
		order by (a.category = $3) desc, o.starts_at, o.id limit $4`,
		activity, category, similarSize)
}

// ShortLinks answers GET /a/{slug} with the way to a date (302), and leaves all else to next: a
// slug that stopped and one that nobody knows have a page.
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

type printInput struct {
	Week       string `query:"week" doc:"ISO week, such as 2026-W47"`
	Form       string `query:"vorm" doc:"a4, a3, groot, maand or flyer; anything else is a4"`
	Activity   string `query:"activiteit" doc:"slug or id of the activity on the flyer"`
	FourOnPage string `query:"aantal" doc:"4: four flyers on one A4"`
}

// The forms of paper, first the one of an address that asks for none of these.
var printForms = []string{"a4", "a3", "groot", "maand", "flyer"}

// Print is what goes on one kind of paper.
type Print struct {
	Form       string       `json:"form" enum:"a4,a3,groot,maand,flyer"`
	Week       Week         `json:"week"`
	From       string       `json:"from" format:"date" doc:"first day of the week or month on the paper"`
	To         string       `json:"to" format:"date"`
	Items      []rules.Line `json:"items" doc:"empty on a flyer"`
	Flyer      *Flyer       `json:"flyer,omitempty"`
	Link       string       `json:"link" doc:"the short address to print, without https://"`
	AsOf       string       `json:"asOf" format:"date-time" doc:"the moment of which all of it is true"`
	FreshUntil string       `json:"freshUntil" format:"date-time"`
}

// Flyer is one activity on paper.
type Flyer struct {
	ActivityID string       `json:"activityId"`
	Slug       string       `json:"slug"`
	Title      string       `json:"title"`
	Summary    string       `json:"summary"`
	InShort    string       `json:"inShort,omitempty"`
	Mode       string       `json:"mode" enum:"walkin,signup,series"`
	Audience   []string     `json:"audience" enum:"everyone,relatives,youngAdults,firstTimers,volunteers"`
	Cost       int          `json:"cost" doc:"cents"`
	CostNote   string       `json:"costNote,omitempty"`
	Bring      string       `json:"bring,omitempty"`
	Place      string       `json:"place"`
	Dates      []rules.Line `json:"dates" doc:"at most 6 meetings to come"`
	QR         QR           `json:"qr" doc:"leads to the short address"`
	Copies     int          `json:"copies" enum:"1,4"`
}

// QR is a square of size by size modules; path draws the black ones, a unit each.
type QR struct {
	Size int    `json:"size"`
	Path string `json:"path"`
}

const flyerDates = 6

// onPaper is that of a week, a month or one activity. Problems: not_found for what visitors cannot
// see.
func (a *Agenda) onPaper(ctx context.Context, in *printInput) (p Print, err error) {
	now := a.Clock.Now()
	from, _ := weekOf(in.Week, now)
	to := from.AddDate(0, 0, 7)
	p = Print{
		Form:       in.Form,
		Week:       weekView(from, now),
		Items:      []rules.Line{},
		Link:       a.host() + "/agenda",
		AsOf:       clock.Moment(now),
		FreshUntil: freshUntil(now, now.Add(time.Minute)),
	}
	if !slices.Contains(printForms, p.Form) || p.Form == "flyer" && in.Activity == "" {
		p.Form = printForms[0]
	}
	if p.Form == "maand" { // in which the Thursday of that week lies
		y, m, _ := from.AddDate(0, 0, 3).Date()
		from = time.Date(y, m, 1, 0, 0, 0, 0, clock.Amsterdam)
		to = from.AddDate(0, 1, 0)
	}
	p.From, p.To = clock.Date(from), clock.Date(to.AddDate(0, 0, -1))
	if p.Form == "flyer" {
		if p.Flyer, err = a.flyer(ctx, now, in); err == nil {
			p.Link = a.host() + "/a/" + p.Flyer.Slug
		}
		return p, err
	}
	items, err := a.between(ctx, now, from, to)
	p.Items = items.lines
	return p, err
}

func (a *Agenda) host() string {
	_, host, _ := strings.Cut(a.Origin, "://")
	return host
}

func (a *Agenda) flyer(ctx context.Context, now time.Time, in *printInput) (*Flyer, error) {
	id := in.Activity
	if !strings.HasPrefix(id, "act_") {
		o, err := a.ofSlug(ctx, id)
		if err != nil {
			return nil, err
		}
		id = o.id
	}
	if !rules.Readable(id) {
		return nil, problem.New(problem.NotFound)
	}
	act, found, err := db.One[*rules.Activity](ctx, a.Pool, `
		select doc - 'body' from activity where id = $1`, id)
	if err == nil && (!found || !act.Visible(now)) {
		err = problem.New(problem.NotFound)
	}
	if err != nil {
		return nil, err
	}
	dates, err := a.list(ctx, now, `
		o.activity_id = $2 and se.starts_at > $3 and se.ends_at > $1
		order by se.starts_at, se.id
		limit $4`, id, now.Add(-longest), flyerDates)
	if err != nil {
		return nil, err
	}
	code, err := qrOf(a.Origin + "/a/" + act.Slug)
	f := &Flyer{
		ActivityID: id,
		Slug:       act.Slug,
		Title:      act.Title,
		Summary:    act.Summary,
		InShort:    act.InShort,
		Mode:       act.Mode,
		Audience:   act.Audience,
		Cost:       act.Cost,
		CostNote:   act.CostNote,
		Bring:      act.Bring,
		Place:      a.House(ctx).Place(act.Location),
		Dates:      dates.lines,
		QR:         code,
		Copies:     1,
	}
	if in.FourOnPage == "4" {
		f.Copies = 4
	}
	return f, err
}

// qrOf draws an address. A quarter of the square may be damaged or dirty: it hangs on doors.
func qrOf(address string) (QR, error) {
	code, err := qr.Encode(address, qr.Q)
	if err != nil {
		return QR{}, fmt.Errorf("the QR code of %s: %w", address, err)
	}
	var b strings.Builder
	for y := range code.Size {
		for x := 0; x < code.Size; x++ {
			from := x
			for x < code.Size && code.Black(x, y) {
				x++
			}
			if x > from {
				fmt.Fprintf(&b, "M%d %dh%dv1h-%dz", from, y, x-from, x-from)
			}
		}
	}
	return QR{Size: code.Size, Path: b.String()}, nil
}
