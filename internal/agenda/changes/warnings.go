package changes

import (
	"context"
	"slices"
	"strings"
	"time"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/db"
	"herstelruimte/internal/house"
)

// DateWarning is what may be wrong with a date.
type DateWarning struct {
	Session  int    `json:"session" doc:"from 0"`
	Code     string `json:"code" enum:"past,closed,room,host,holiday"`
	Who      string `json:"who,omitempty" doc:"the room or the host that is taken"`
	Activity string `json:"activity,omitempty" doc:"by what"`
}

// Busy is a meeting with what it takes.
type Busy struct {
	Occurrence, Room, Host, Title string
	Start, End                    time.Time
	Session                       int // of its date, from 0
}

// Warned are the warnings of these meetings beside each other and all else, as far as goes says
// that they take place.
func (p *Changes) Warned(ctx context.Context, own []Busy, goes func(i int) bool) ([][]DateWarning, error) {
	others, err := p.around(ctx, own)
	if err != nil {
		return nil, err
	}
	for i, b := range own {
		if goes(i) {
			others = append(others, b)
		}
	}
	h, who, out := p.House(ctx), []*string{}, make([][]DateWarning, len(own))
	for i, b := range own {
		out[i] = []DateWarning{}
		if goes(i) {
			out[i] = append(out[i], Warnings(h, b, others)...)
		}
		for j := range out[i] {
			who = append(who, &out[i][j].Who) // no room begins as an account does
		}
	}
	return out, p.SayHosts(ctx, p.Pool, who...)
}

// Warnings of one meeting, the day first.
func Warnings(h house.House, b Busy, others []Busy) (out []DateWarning) {
	if h.ClosingDay(b.Start) {
		out = append(out, DateWarning{Session: b.Session, Code: "closed"})
	}
	if rules.Holiday(b.Start) {
		out = append(out, DateWarning{Session: b.Session, Code: "holiday"})
	}
	look := func(code, who string, takes func(Busy) string) { // what else takes it then
		i := slices.IndexFunc(others, func(o Busy) bool {
			return o.Occurrence != b.Occurrence && o.Start.Before(b.End) && b.Start.Before(o.End) &&
				strings.EqualFold(takes(o), who)
		})
		if who != "" && i >= 0 {
			out = append(out, DateWarning{b.Session, code, who, others[i].Title})
		}
	}
	if !h.Outside(b.Room) { // at the front door several groups can gather
		look("room", b.Room, func(o Busy) string { return o.Room })
	}
	if b.Host != rules.Partner {
		look("host", b.Host, func(o Busy) string { return o.Host })
	}
	return out
}

// around is what else takes place about the time of these, which are as they will be.
func (p *Changes) around(ctx context.Context, own []Busy) ([]Busy, error) {
	if len(own) == 0 {
		return nil, nil
	}
	from := slices.MinFunc(own, func(x, y Busy) int { return x.Start.Compare(y.Start) }).Start
	to := slices.MaxFunc(own, func(x, y Busy) int { return x.End.Compare(y.End) }).End
	all, err := p.BusyOf(ctx, `se.starts_at < $1 and se.starts_at > $2 and se.ends_at > $3
		order by se.starts_at, se.id`,
		to, from.AddDate(0, 0, -1), from)
	return slices.DeleteFunc(all, func(o Busy) bool {
		return slices.ContainsFunc(own, func(b Busy) bool {
			return b.Occurrence == o.Occurrence && b.Session == o.Session
		})
	}), err
}

func (p *Changes) BusyOf(ctx context.Context, where string, args ...any) ([]Busy, error) {
	return db.All[Busy](ctx, p.Pool, `
		select o.id, se.room, coalesce(nullif(o.doc->>'host', ''), a.doc->>'host', ''),
			coalesce(a.doc->>'title', ''), se.starts_at, se.ends_at, se.n - 1
		from session se
		join occurrence o on o.id = se.occurrence_id
		join activity a on a.id = o.activity_id
		where o.status <> 'cancelled'
				and se.status <> 'cancelled'
				and a.status in ('published', 'scheduled')
				and `+where, args...)
}
