package agenda

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"rsc.io/qr"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/problem"
)

type printInput struct {
	Week       string `query:"week" doc:"ISO week, such as 2026-W47"`
	Form       string `query:"vorm" doc:"a4, a3, groot, maand or flyer; anything else is a4"`
	Activity   string `query:"activiteit" doc:"slug or id of the activity on the flyer"`
	FourOnPage string `query:"aantal" doc:"4: four flyers on one A4"`
}

// The forms of paper, first the one of an address that asks for none of these.
var printForms = []string{"a4", "a3", "groot", "maand", "flyer"}

// Print is the answer of GET /api/print: what goes on one kind of paper.
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

// onPaper is a week, a month or one activity for a printer.
//
// Problems: not_found for a flyer of an activity that visitors cannot see.
func (a *Agenda) onPaper(ctx context.Context, in *printInput) (p Print, err error) {
	now := a.Clock.Now()
	from := weekOf(in.Week, now)
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
	if p.Form == "maand" {
		from, to = monthOf(from)
	}
	p.From, p.To = rules.DayOf(from), rules.DayOf(to.AddDate(0, 0, -1))
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

// monthOf is the month of a week: that in which its Thursday lies.
func monthOf(monday time.Time) (from, to time.Time) {
	y, m, _ := monday.AddDate(0, 0, 3).Date()
	from = time.Date(y, m, 1, 0, 0, 0, 0, clock.Amsterdam)
	return from, from.AddDate(0, 1, 0)
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
	var act rules.Activity
	if err := a.Pool.QueryRow(ctx, `select doc - 'body' from activity where id = $1`, id).
		Scan(&act); err != nil {
		return nil, db.Problem(err)
	}
	if !act.Visible(now) {
		return nil, problem.New(problem.NotFound)
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
