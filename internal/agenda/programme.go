package agenda

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/files"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/problem"
)

const (
	pageSize   = 50
	soonSize   = 20
	homeSize   = 5
	othersSize = 5
	// longest bounds how long ago something that is still on can have begun, so that lists need not
	// look further back.
	longest = 24 * time.Hour
)

// listColumns speak of session se of occurrence o.
const listColumns = seatColumns +
	`, se.id, se.room, se.status, se.n, o.sessions, se.starts_at, se.ends_at`

const listFrom = ` from session se join occurrence o on o.id = se.occurrence_id join activity a on a.id = o.activity_id where `

// bookable in SQL: open for sign-up, with places that nobody has a claim on. The parameter is now.
const bookableSQL = `a.mode <> 'walkin' and o.status <> 'cancelled' and o.closes_at > %[1]s and (o.opens_at is null or o.opens_at <= %[1]s)
	and (o.seat_limit is null or not o.claimed and o.taken + o.held < o.seat_limit)`

// listed is what one of the lists found.
type listed struct {
	lines []Line
	fresh time.Time // the first moment at which one of them changes by the clock
	after []string  // the cursor behind each line
}

// list runs a query over listColumns. Its first parameter is now.
func (a *Agenda) list(
	ctx context.Context,
	now time.Time,
	where string,
	args ...any,
) (out listed, err error) {
	rows, err := a.Pool.Query(ctx, `
		select `+listColumns+listFrom+where, append([]any{now}, args...)...)
	if err != nil {
		return out, db.Problem(err)
	}
	out.lines = []Line{}
	_, err = pgx.CollectRows(rows, func(r pgx.CollectableRow) (none struct{}, err error) {
		s, m := slot{now: now}, meeting{}
		if err := s.scan(tail{
			r,
			[]any{&m.id, &m.room, &m.status, &m.n, &m.of, &m.start, &m.end},
		}); err != nil {
			return none, err
		}
		out.lines = append(out.lines, s.line(m))
		for _, t := range []time.Time{s.changesAt(), m.start, m.end} {
			if t.After(now) && (out.fresh.IsZero() || t.Before(out.fresh)) {
				out.fresh = t
			}
		}
		out.after = append(out.after, db.Cursor{At: m.start, ID: m.id}.String())
		return none, nil
	})
	return out, db.Problem(err)
}

// tail scans more columns behind those of slot.
type tail struct {
	row  pgx.CollectableRow
	rest []any
}

// Scan implements pgx.Row.
func (t tail) Scan(dest ...any) error { return t.row.Scan(append(dest, t.rest...)...) }

// programme is the chosen week with what is coming soon, or with any filter all coming dates that
// fit.
func (a *Agenda) programme(ctx context.Context, in filterInput) (Programme, error) {
	now := a.Clock.Now()
	f := readFilter(in)
	if f.any() {
		return a.filtered(ctx, now, f)
	}
	w := weekOf(in.Week, now)
	from, to := w, w.AddDate(0, 0, 7)
	items, err := a.between(ctx, now, from, to)
	if err != nil {
		return Programme{}, err
	}
	soon, err := a.list(
		ctx,
		now,
		fmt.Sprintf(bookableSQL, "$1")+` and `+fmt.Sprintf(visibleSQL, "$1")+
			` and se.n = 1 and o.join_until > $1 and not (o.starts_at >= $2 and o.starts_at < $3) order by o.join_until, o.id limit $4`,
		from,
		to,
		soonSize,
	)
	if err != nil {
		return Programme{}, err
	}
	// found by the moment until which people can join, so that the past is never looked at; shown
	// by the day they start
	slices.SortStableFunc(soon.lines, func(a, b Line) int {
		return strings.Compare(a.Start, b.Start)
	})
	week := weekView(from, now)
	return Programme{
		Week:       &week,
		Items:      items.lines,
		Soon:       soon.lines,
		FreshUntil: freshUntil(now, items.fresh, soon.fresh),
	}, nil
}

// between lists every meeting that starts in a stretch of days.
func (a *Agenda) between(ctx context.Context, now, from, to time.Time) (listed, error) {
	return a.list(
		ctx,
		now,
		`se.starts_at >= $2 and se.starts_at < $3 and `+fmt.Sprintf(visibleSQL, "$1")+
			` order by se.starts_at, a.search_text, se.id`,
		from,
		to,
	)
}

func weekView(from, now time.Time) Week {
	to := from.AddDate(0, 0, 7)
	return Week{
		Value:    weekName(from),
		From:     dayOf(from),
		To:       dayOf(to.AddDate(0, 0, -1)),
		Previous: weekName(from.AddDate(0, 0, -7)),
		Next:     weekName(to),
		Today:    dayOf(now),
	}
}

// freshUntil is the first of these moments, at most midnight: pages say "vandaag".
func freshUntil(now time.Time, moments ...time.Time) string {
	first := clock.Day(now).AddDate(0, 0, 1)
	for _, m := range moments {
		if !m.IsZero() && m.Before(first) {
			first = m
		}
	}
	return moment(first)
}

// weekOf reads an ISO week such as 2026-W47 and gives its Monday; an unreadable one is this week.
func weekOf(value string, now time.Time) time.Time {
	var year, week int
	if n, err := fmt.Sscanf(
		value,
		"%4d-W%2d",
		&year,
		&week,
	); err == nil && n == 2 && len(value) == 8 && year >= 2000 && year < 2200 && week >= 1 &&
		week <= 53 {
		monday := mondayOf(time.Date(year, 1, 4, 0, 0, 0, 0, clock.Amsterdam)).AddDate(
			0,
			0,
			7*(week-1),
		)
		if weekName(monday) == value {
			return monday
		}
	}
	return mondayOf(now)
}

func mondayOf(t time.Time) time.Time {
	d := clock.Day(t)
	return d.AddDate(0, 0, -(int(d.Weekday())+6)%7)
}

func weekName(t time.Time) string {
	y, w := t.ISOWeek()
	return fmt.Sprintf("%d-W%02d", y, w)
}

// filter is what a visitor chose; zero values are no choice.
type filter struct {
	weekday             int // ISO, 1 is Monday
	category, text      string
	walkin, kin, vacant bool
	after               db.Cursor
}

var weekdays = []string{
	"maandag",
	"dinsdag",
	"woensdag",
	"donderdag",
	"vrijdag",
	"zaterdag",
	"zondag",
}

// readFilter takes what it understands; the rest counts as absent.
func readFilter(in filterInput) (f filter) {
	for i, d := range weekdays {
		if in.Dag == d {
			f.weekday = i + 1
		}
	}
	for _, c := range categories {
		if in.Soort == c {
			f.category = c
		}
	}
	f.walkin, f.kin, f.vacant = in.Inloop == "1", in.Naasten == "1", in.Vrij == "1"
	f.text = httpkit.Line(in.Zoek)
	if r := []rune(f.text); len(r) > 100 {
		f.text = strings.TrimSpace(string(r[:100]))
	}
	f.after, _ = db.ReadCursor(in.Na, db.First)
	return f
}

func (f filter) any() bool {
	return f.weekday > 0 || f.category != "" || f.text != "" || f.walkin || f.kin || f.vacant
}

// filtered lists coming dates that fit, a series once, by its first session that fits and is not
// over.
func (a *Agenda) filtered(ctx context.Context, now time.Time, f filter) (Programme, error) {
	p := Programme{Search: f.text, Items: []Line{}, Soon: []Line{}, FreshUntil: freshUntil(now)}
	acts, err := a.fitting(ctx, now, f)
	if err != nil || len(acts) == 0 {
		return p, err
	}
	day := func(se string) string {
		return `($4 = 0 or extract(isodow from ` + se +
			`.starts_at at time zone 'Europe/Amsterdam') = $4)`
	}
	where := `se.ends_at > $1 and (se.starts_at, se.id) > ($2, $3) and se.starts_at < $7 and ` +
		day("se") +
		` and o.activity_id = any($5)
		and (o.kind = 'date' or se.n = (select min(p.n) from session p where p.occurrence_id = se.occurrence_id and p.ends_at > $1 and ` +
		day("p") +
		`))`
	if f.vacant {
		where += ` and ` + fmt.Sprintf(bookableSQL, "$1")
	}
	after := f.after.At
	if earliest := now.Add(-longest); after.Before(earliest) {
		after = earliest
	}
	out, err := a.look(
		ctx,
		now,
		after,
		where+` order by se.starts_at, se.id limit $6`,
		after,
		f.after.ID,
		f.weekday,
		acts,
		pageSize+1,
	)
	if err != nil {
		return p, err
	}
	p.Items, p.FreshUntil = out.lines, freshUntil(now, out.fresh)
	if len(p.Items) > pageSize {
		p.Items = p.Items[:pageSize]
		p.Next = out.after[pageSize-1]
	}
	return p, nil
}

// look runs a query whose last parameter bounds how far ahead it looks. A full page is mostly found
// within weeks, so that the work does not grow with the years that are planned; what is rare is
// looked for further and further.
func (a *Agenda) look(
	ctx context.Context,
	now, from time.Time,
	where string,
	args ...any,
) (listed, error) {
	var end time.Time
	if err := a.Pool.QueryRow(ctx, `
		select coalesce(max(starts_at), $1) from session`, now).Scan(&end); err != nil {
		return listed{}, db.Problem(err)
	}
	for ahead := 8 * 7 * 24 * time.Hour; ; ahead *= 4 {
		until := from.Add(ahead)
		out, err := a.list(ctx, now, where, append(args, until)...)
		if err != nil || len(out.lines) > pageSize || until.After(end) {
			return out, err
		}
	}
}

// fitting are the visible activities that a filter leaves: they are few, dates are many.
func (a *Agenda) fitting(ctx context.Context, now time.Time, f filter) ([]string, error) {
	rows, err := a.Pool.Query(
		ctx, `
		select a.id from activity a where `+fmt.Sprintf(visibleSQL, "$1")+`
		and ($2 = '' or a.category = $2) and (not $3 or a.mode = 'walkin') and (not $4 or 'relatives' = any(a.audience) or a.category = 'naasten')
		and ($5 = '' or a.search_text like '%' || $5 || '%') and (not $6 or a.mode <> 'walkin')`,
		now,
		f.category,
		f.walkin,
		f.kin,
		db.LikeText(httpkit.Folded(f.text)),
		f.vacant,
	)
	if err != nil {
		return nil, db.Problem(err)
	}
	return pgx.CollectRows(rows, pgx.RowTo[string])
}

// home is the first page with what it says now.
func (a *Agenda) home(ctx context.Context) (Home, error) {
	g, err := a.Greeting(ctx)
	if err != nil {
		return Home{}, err
	}
	return a.HomeAs(ctx, g)
}

// HomeAs is the first page as it would be with this greeting: today and tomorrow, or the first day
// with anything.
func (a *Agenda) HomeAs(ctx context.Context, g Greeting) (Home, error) {
	now := a.Clock.Now()
	today := clock.Day(now)
	out, err := a.list(
		ctx,
		now,
		`se.starts_at > $2 and se.starts_at < $3 and se.ends_at > $1 and `+
			fmt.Sprintf(visibleSQL, "$1")+
			` order by se.starts_at, a.search_text, se.id`,
		today.Add(-longest),
		today.AddDate(0, 0, 2),
	)
	if err != nil {
		return Home{}, err
	}
	h := Home{
		Items:     out.lines[:min(homeSize, len(out.lines))],
		More:      max(0, len(out.lines)-homeSize),
		Promise:   g.Promise,
		FirstTime: append([]Step{}, g.Steps...),
		Today:     dayOf(now),
	}
	if len(out.lines) == 0 {
		next, err := a.list(
			ctx,
			now,
			`se.starts_at > $1 and o.status <> 'cancelled' and se.status <> 'cancelled' and `+
				fmt.Sprintf(visibleSQL, "$1")+
				` order by se.starts_at, se.id limit 1`,
		)
		if err != nil {
			return Home{}, err
		}
		if len(next.lines) > 0 {
			h.NextDay = &next.lines[0]
		}
	}
	h.FreshUntil = freshUntil(now, out.fresh)
	return h, nil
}

// date is one occurrence in full. With an activity id, the occurrence must be one of that activity.
//
// Problems: not_found, also for what visitors may not see.
func (a *Agenda) date(ctx context.Context, activity, id string) (out Date, err error) {
	s, err := a.peek(ctx, a.Pool, id)
	if err != nil {
		return out, err
	}
	if activity != "" && activity != s.activityID || !s.activity.visible(s.now) {
		return out, problem.New(problem.NotFound)
	}
	var body []byte
	if err := a.Pool.QueryRow(ctx, `
		select doc->'body' from activity where id = $1`, s.activityID).Scan(&body); err != nil {
		return out, db.Problem(err)
	}
	line, list, err := a.lineOf(ctx, a.Pool, s)
	if err != nil {
		return out, err
	}
	others, err := a.list(
		ctx,
		s.now,
		`o.activity_id = $2 and o.id <> $3 and se.ends_at > $1 and se.n = 1 and o.starts_at > $4 and `+
			fmt.Sprintf(visibleSQL, "$1")+` order by o.starts_at, o.id limit $5`,
		s.activityID,
		s.id,
		s.now.Add(-longest),
		othersSize,
	)
	if err != nil {
		return out, err
	}
	out = a.dateView(ctx, s, line, list)
	if err := a.picture(ctx, &out, s.activity.Image); err != nil {
		return out, err
	}
	if out.Practical, err = a.Practical(ctx); err != nil {
		return out, err
	}
	out.Others, out.Similar = others.lines, []Line{}
	out.FreshUntil = freshUntil(s.now, s.changesAt(), others.fresh)
	if line.Status == "done" && len(others.lines) == 0 {
		similar, err := a.similar(ctx, s.activityID, s.activity.Category)
		if err != nil {
			return out, err
		}
		out.Similar, out.FreshUntil = similar.lines, freshUntil(s.now, others.fresh, similar.fresh)
	}
	return out, out.Body.UnmarshalJSON(body)
}

// picture adds the photo of the activity, when it may be shown.
func (a *Agenda) picture(ctx context.Context, d *Date, p *files.Picture) (err error) {
	if p == nil || a.Media == nil {
		return nil
	}
	d.Image = p
	d.Media, err = a.Media(ctx, []string{p.FileID})
	return err
}

func (a *Agenda) dateView(ctx context.Context, s *slot, line Line, list []SessionLine) Date {
	h, act := a.House(ctx), &s.activity
	d := Date{
		Line:          line,
		InShort:       act.InShort,
		Bring:         act.Bring,
		FirstTimeText: act.FirstTimeText,
		Facts:         act.Facts,
		Host:          orElse(s.doc.Host, act.Host),
		SessionList:   list,
		URL:           a.Origin + activityPath(line.ActivityID, line.ID),
		Place:         h.Place(line.Room),
		Outside:       h.Outside(line.Room),
		Practical:     Practical{Text: []string{}},
		MeetFirst:     act.MeetFirst,
		WaitlistOn:    act.Waitlist,
		Form: FormShape{
			AskSupport:   act.AskSupport,
			AskDiet:      act.AskDiet,
			MaxGuests:    act.MaxGuests,
			Consent:      signUpConsent(h),
			WaitConsent:  waitConsent(h),
			KeepDays:     h.Keep.RegistrationDays,
			WaitKeepDays: h.Keep.WaitlistDays,
			SupportDays:  h.Keep.SupportDays,
		},
	}
	if s.limit != nil {
		d.Seats = &Seats{Free: s.free(), Total: *s.capacity}
	}
	if s.closes.Before(s.joinUntil) {
		d.ClosesAt = moment(s.closes)
	}
	return d
}

// Meeting is a session of today, for other rooms.
type Meeting struct {
	Title      string
	Start, End time.Time
}

// Today lists what still goes on today, in order of start.
func (a *Agenda) Today(ctx context.Context, now time.Time) ([]Meeting, error) {
	today := clock.Day(now)
	rows, err := a.Pool.Query(
		ctx, `
		select a.doc->>'title', se.starts_at, se.ends_at`+listFrom+
			`se.starts_at >= $2 and se.starts_at < $3 and se.ends_at > $1
		and o.status <> 'cancelled' and se.status <> 'cancelled' and `+
			fmt.Sprintf(visibleSQL, "$1")+
			` order by se.starts_at, se.id`,
		now,
		today,
		today.AddDate(0, 0, 1),
	)
	if err != nil {
		return nil, db.Problem(err)
	}
	return pgx.CollectRows(rows, func(r pgx.CollectableRow) (m Meeting, err error) {
		return m, r.Scan(&m.Title, &m.Start, &m.End)
	})
}
