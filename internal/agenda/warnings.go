package agenda

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"herstelruimte/internal/agenda/places"
	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/db"
	"herstelruimte/internal/house"
)

// DateWarning is what may be wrong with a date. It never keeps staff from anything.
type DateWarning struct {
	Session  int    `json:"session" doc:"from 0"`
	Code     string `json:"code" enum:"past,closed,room,host,holiday"`
	Who      string `json:"who,omitempty" doc:"the room or the host that is taken"`
	Activity string `json:"activity,omitempty" doc:"by what"`
}

type busy struct {
	Occurrence, Room, Host, Title string
	Start, End                    time.Time
	Session                       int // of its date, from 0
}

// DatesToCheck are dates that do not exist yet, with what their activity says.
type DatesToCheck struct {
	Title    string          `json:"title,omitempty"`
	Location string          `json:"location,omitempty"`
	Host     string          `json:"host,omitempty"`
	NewDates []rules.NewDate `json:"newDates" maxItems:"200"`
}

// NewWarnings are those of dates to come.
type NewWarnings struct {
	Items map[string][]DateWarning `json:"items" doc:"by id of the new date; none is left out"`
}

// checkNew holds dates that do not exist yet against the programme and against each other.
func (a *Agenda) checkNew(ctx context.Context, in DatesToCheck) (out NewWarnings, err error) {
	out.Items = map[string][]DateWarning{}
	var own []busy
	for _, n := range in.NewDates {
		for i, s := range n.Sessions {
			if start, end, err := s.Times(); err == nil { // else its field says what is wrong
				room, host := cmp.Or(s.Room, in.Location), cmp.Or(n.Host, in.Host)
				own = append(own, busy{n.ID, room, host, in.Title, start, end, i})
			}
		}
	}
	others, err := a.busyAround(ctx, own)
	if err != nil {
		return out, err
	}
	now := a.Clock.Now()
	others = append(others, own...)
	for _, b := range own {
		items := out.Items[b.Occurrence]
		if b.End.Before(now) {
			items = append(items, DateWarning{Session: b.Session, Code: "past"})
		}
		out.Items[b.Occurrence] = append(items, a.warnings(ctx, b, others)...)
	}
	var who []*string
	for _, all := range out.Items {
		who = append(who, whoOf(all)...)
	}
	return out, a.SayHosts(ctx, a.Pool, who...)
}

// whoOf are the hosts that warnings name, for SayHosts: no room begins as an account does.
func whoOf(all []DateWarning) []*string {
	out := make([]*string, len(all))
	for i := range all {
		out[i] = &all[i].Who
	}
	return out
}

// warn adds to dates that exist what may be wrong with what is still to come of them.
func (a *Agenda) warn(ctx context.Context, dates []StaffDate) error {
	if len(dates) == 0 {
		return nil
	}
	now, ids := a.Clock.Now(), make([]string, len(dates))
	for i := range dates {
		ids[i] = dates[i].ID
	}
	own, err := a.busyOf(ctx, `o.id = any($1) and se.ends_at > $2 order by se.n`, ids, now)
	if err != nil {
		return err
	}
	others, err := a.busyAround(ctx, own)
	if err != nil {
		return err
	}
	var who []*string
	for i := range dates {
		d := &dates[i]
		for _, b := range own {
			if b.Occurrence == d.ID {
				d.Warnings = append(d.Warnings, a.warnings(ctx, b, others)...)
			}
		}
		who = append(append(who, &d.HostName), whoOf(d.Warnings)...)
	}
	return a.SayHosts(ctx, a.Pool, who...)
}

// warnings of one meeting, the day first.
func (a *Agenda) warnings(ctx context.Context, b busy, others []busy) (out []DateWarning) {
	h := a.House(ctx)
	if h.ClosingDay(b.Start) {
		out = append(out, DateWarning{Session: b.Session, Code: "closed"})
	}
	if rules.Holiday(b.Start) {
		out = append(out, DateWarning{Session: b.Session, Code: "holiday"})
	}
	for _, w := range doubled(h, b, others) {
		out = append(out, DateWarning{b.Session, w.code, w.who, w.activity})
	}
	return out
}

// double is a room or a host that something else takes at the same time.
type double struct{ code, who, activity string }

func doubled(h house.House, b busy, others []busy) (out []double) {
	look := func(code, who string, takes func(busy) string) {
		i := slices.IndexFunc(others, func(o busy) bool {
			return o.Occurrence != b.Occurrence && o.Start.Before(b.End) && b.Start.Before(o.End) &&
				strings.EqualFold(takes(o), who)
		})
		if who != "" && i >= 0 {
			out = append(out, double{code, who, others[i].Title})
		}
	}
	if !h.Outside(b.Room) { // at the front door several groups can gather
		look("room", b.Room, func(o busy) string { return o.Room })
	}
	if b.Host != rules.Partner {
		look("host", b.Host, func(o busy) string { return o.Host })
	}
	return out
}

func (a *Agenda) busyAround(ctx context.Context, own []busy) ([]busy, error) {
	if len(own) == 0 {
		return nil, nil
	}
	from := slices.MinFunc(own, func(x, y busy) int { return x.Start.Compare(y.Start) }).Start
	to := slices.MaxFunc(own, func(x, y busy) int { return x.End.Compare(y.End) }).End
	return a.busyOf(ctx, `se.starts_at < $1 and se.starts_at > $2 and se.ends_at > $3`,
		to, from.Add(-longest), from)
}

func (a *Agenda) busyOf(ctx context.Context, where string, args ...any) ([]busy, error) {
	return db.All[busy](ctx, a.Pool, `
		select o.id, se.room, coalesce(nullif(o.doc->>'host', ''), a.doc->>'host', ''),
			coalesce(a.doc->>'title', ''), se.starts_at, se.ends_at, se.n - 1`+places.From+`
			o.status <> 'cancelled'
				and se.status <> 'cancelled'
				and a.status in ('published', 'scheduled')
				and `+where, args...)
}
