package agenda

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

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

// busy is a meeting that takes a room and a host.
type busy struct {
	occurrence, room, host, title string
	start, end                    time.Time
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
	at := map[string][]int{} // session numbers of own, by date
	for _, n := range in.NewDates {
		for i, s := range n.Sessions {
			start, end, err := s.Times()
			if err != nil {
				continue // its field says what is wrong
			}
			own = append(own, busy{
				n.ID,
				cmp.Or(s.Room, in.Location),
				cmp.Or(n.Host, in.Host),
				in.Title,
				start,
				end,
			})
			at[n.ID] = append(at[n.ID], i)
		}
	}
	others, err := a.busyAround(ctx, own)
	if err != nil {
		return out, err
	}
	now, seen := a.Clock.Now(), map[string]int{}
	others = append(others, own...)
	for _, b := range own {
		session := at[b.occurrence][seen[b.occurrence]]
		seen[b.occurrence]++
		if b.end.Before(now) {
			out.Items[b.occurrence] = append(out.Items[b.occurrence], DateWarning{
				Session: session,
				Code:    "past",
			})
		}
		out.Items[b.occurrence] = append(out.Items[b.occurrence], a.warnings(
			ctx,
			b,
			session,
			others,
		)...)
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
	own, err := a.busyOf(ctx, `o.id = any($1) and se.ends_at > $2 order by se.starts_at`, ids, now)
	if err != nil {
		return err
	}
	others, err := a.busyAround(ctx, own)
	if err != nil {
		return err
	}
	for i := range dates {
		n := 0
		for j, s := range dates[i].Sessions {
			for _, b := range own {
				if b.occurrence == dates[i].ID && rules.DayOf(b.start) == s.Day &&
					rules.WallClock(b.start) == s.From &&
					n <= j {
					dates[i].Warnings = append(dates[i].Warnings, a.warnings(ctx, b, j, others)...)
					n = j + 1
				}
			}
		}
	}
	var who []*string
	for i := range dates {
		who = append(append(who, &dates[i].HostName), whoOf(dates[i].Warnings)...)
	}
	return a.SayHosts(ctx, a.Pool, who...)
}

// warnings of one meeting, the day first.
func (a *Agenda) warnings(
	ctx context.Context,
	b busy,
	session int,
	others []busy,
) (out []DateWarning) {
	if a.House(ctx).ClosingDay(b.start) {
		out = append(out, DateWarning{Session: session, Code: "closed"})
	}
	if rules.Holiday(b.start) {
		out = append(out, DateWarning{Session: session, Code: "holiday"})
	}
	for _, w := range doubled(a.House(ctx), b, others) {
		out = append(out, DateWarning{session, w.code, w.who, w.activity})
	}
	return out
}

// double is a room or a host that something else takes at the same time.
type double struct{ code, who, activity string }

// doubled says what of a meeting others take: the first of each.
func doubled(h house.House, b busy, others []busy) (out []double) {
	look := func(code, who string, takes func(busy) string) {
		i := slices.IndexFunc(others, func(o busy) bool {
			return o.occurrence != b.occurrence && o.start.Before(b.end) && b.start.Before(o.end) &&
				strings.EqualFold(takes(o), who)
		})
		if who != "" && i >= 0 {
			out = append(out, double{code, who, others[i].title})
		}
	}
	if !h.Outside(b.room) { // at the front door several groups can gather
		look("room", b.room, func(o busy) string { return o.room })
	}
	if b.host != rules.Partner {
		look("host", b.host, func(o busy) string { return o.host })
	}
	return out
}

// busyAround are the meetings in the stretch of time of these.
func (a *Agenda) busyAround(ctx context.Context, own []busy) ([]busy, error) {
	if len(own) == 0 {
		return nil, nil
	}
	from, to := own[0].start, own[0].end
	for _, b := range own {
		if b.start.Before(from) {
			from = b.start
		}
		if b.end.After(to) {
			to = b.end
		}
	}
	return a.busyOf(
		ctx,
		`se.starts_at < $1 and se.starts_at > $2 and se.ends_at > $3`,
		to,
		from.Add(-longest),
		from,
	)
}

func (a *Agenda) busyOf(ctx context.Context, where string, args ...any) ([]busy, error) {
	rows, err := a.Pool.Query(ctx, `
		select o.id, se.room, coalesce(nullif(o.doc->>'host', ''), a.doc->>'host', ''),
			coalesce(a.doc->>'title', ''), se.starts_at, se.ends_at`+listFrom+
		`
			o.status <> 'cancelled'
				and se.status <> 'cancelled'
				and a.status in ('published', 'scheduled')
				and `+
		where, args...)
	if err != nil {
		return nil, db.Problem(err)
	}
	out, err := pgx.CollectRows(rows, func(r pgx.CollectableRow) (b busy, err error) {
		return b, r.Scan(&b.occurrence, &b.room, &b.host, &b.title, &b.start, &b.end)
	})
	return out, db.Problem(err)
}
