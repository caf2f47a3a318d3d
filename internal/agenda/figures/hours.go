package figures

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/house"
	"herstelruimte/internal/identity"
)

const (
	shownParts   = 28               // the last ones of a period, to type hours of
	quarter      = 15               // minutes: hours are typed in quarters
	hoursUndo    = 10 * time.Minute // that typed hours can be taken back
	hoursTerm    = 30 * 24 * time.Hour
	maxEntryID   = 60
	maxHoursWord = 200 // letters of a reason
)

// FigureHours is a part of a day with the hours of its volunteers. They are hours, not people, and
// of no visitor: they are shown however few they are.
type FigureHours struct {
	FigurePart
	Entry  string   `json:"entry"           doc:"of who typed them; empty: nobody did"`
	Hours  *float64 `json:"hours,omitempty"`
	By     string   `json:"by,omitempty"    doc:"first name of who typed them"`
	May    bool     `json:"may"             doc:"this person may type them"`
	Reason bool     `json:"reason"          doc:"the day is over: it asks why"`
}

// TypeHours is what somebody types of a part of a day.
type TypeHours struct {
	ID     string  `json:"id"               minLength:"1" maxLength:"60" doc:"made by the screen: sent again it is not typed again"`
	Day    string  `json:"day"    format:"date"`
	From   string  `json:"from"             doc:"the start of the part, such as 13.00"`
	Hours  float64 `json:"hours"            minimum:"0" maximum:"500" doc:"in quarters"`
	Reason string  `json:"reason,omitempty" maxLength:"200" doc:"of a day that is over"`
	Was    string  `json:"was"              maxLength:"60" doc:"the entry that the screen showed; empty: none"`
}

// HoursTyped is what came of it.
type HoursTyped struct {
	ID        string `json:"id"`
	UndoUntil string `json:"undoUntil" format:"date-time"`
}

// HoursUndone is the entry that was taken back.
type HoursUndone struct {
	ID string `json:"id"`
}

// typists are who may type hours at all: of the day itself everybody at the door, later the
// coordinator.
var typists = []identity.Role{identity.Gastheer, identity.Coordinator}

type typed struct {
	ID, By, Day string
	Part        house.WallTime
	Minutes     int
	At          time.Time
}

const typedColumns = `id, by, day::text, part, minutes, at`

func lastOf(ctx context.Context, q db.Querier, from, to string) ([]typed, error) {
	return db.All[typed](ctx, q, `
		select distinct on (day, part) `+typedColumns+`
		from volunteer_time
		where day >= $1 and day < $2
		order by day, part, no desc`, from, to)
}

// VolunteerTime is how long volunteers were there from the day of from up to that of to, as far as
// somebody typed it; ok: somebody did.
func (f *Figures) VolunteerTime(
	ctx context.Context, from, to time.Time,
) (sum time.Duration, ok bool, err error) {
	all, err := lastOf(ctx, f.Pool, clock.Date(from), clock.Date(to))
	for _, t := range all {
		sum += time.Duration(t.Minutes) * time.Minute
	}
	return sum, len(all) > 0, err
}

// hoursOf are the last parts of the days of a stretch that have begun, the newest first; more:
// there are others before them.
func (f *Figures) hoursOf(
	ctx context.Context, who identity.Actor, s stretch,
) (out []FigureHours, more bool, err error) {
	now, h := f.Clock.Now(), f.House(ctx)
	stored, err := lastOf(ctx, f.Pool, clock.Date(s.from), clock.Date(s.to))
	if err != nil {
		return nil, false, err
	}
	by := map[string]typed{}
	var ids []string
	for _, t := range stored {
		by[t.Day+t.Part.String()] = t
		ids = append(ids, t.By)
	}
	names, err := f.Names(ctx, ids)
	if err != nil {
		return nil, false, err
	}
	out = []FigureHours{}
	last := s.to.AddDate(0, 0, -1)
	if today := clock.Day(now); last.After(today) {
		last = today
	}
	for day := last; !day.Before(s.from); day = day.AddDate(0, 0, -1) {
		for _, p := range slices.Backward(partsWith(h, day, stored)) {
			if !p.From.On(day).Before(now) {
				continue
			}
			if len(out) == shownParts {
				return out, true, nil
			}
			one := FigureHours{FigurePart: missingPart(day, p)}
			one.May, one.Reason = mayType(who, day, now)
			if t, is := by[one.Day+one.From]; is {
				first, _, _ := strings.Cut(names[t.By], " ")
				one.Entry, one.Hours, one.By = t.ID, new(float64(t.Minutes)/60), first
			}
			out = append(out, one)
		}
	}
	return out, false, nil
}

// partsWith are the parts of a day by the hours that count now, and those of which hours were typed
// when others counted.
func partsWith(h house.House, day time.Time, stored []typed) []house.DayPart {
	parts := h.PartsOf(day)
	for _, t := range stored {
		if t.Day == clock.Date(day) && !slices.ContainsFunc(parts, func(p house.DayPart) bool {
			return p.From == t.Part
		}) {
			parts = append(parts, house.PartAt(t.Part))
		}
	}
	slices.SortFunc(parts, func(a, b house.DayPart) int { return cmp.Compare(a.From, b.From) })
	return parts
}

func mayType(who identity.Actor, day, now time.Time) (may, asks bool) {
	if day.Before(clock.Day(now)) {
		return who.Has(identity.Coordinator), true
	}
	return who.Has(typists...), false
}

// Sweep takes the names of staff from hours whose term is over, with why they typed them, and the
// rows that no longer count; the numbers stay.
func (f *Figures) Sweep(ctx context.Context) error {
	if err := f.Evening.Sweep(ctx); err != nil {
		return err
	}
	before := f.Clock.Now().Add(-hoursTerm)
	if _, err := f.Pool.Exec(ctx, `
		delete from volunteer_time t
		where t.at < $1
			and exists (
				select from volunteer_time later
				where later.day = t.day and later.part = t.part and later.no > t.no
					and later.at < $1
			)`, before); err != nil {
		return db.Problem(err)
	}
	_, err := f.Pool.Exec(ctx, `
		update volunteer_time
		set by = '', reason = ''
		where at < $1 and (by <> '' or reason <> '')`, before)
	return db.Problem(err)
}

// FillHours types hours of a part of a day that is over, by nobody in particular: sample data.
func (f *Figures) FillHours(
	ctx context.Context, day time.Time, part house.DayPart, hours int,
) error {
	_, err := f.Pool.Exec(ctx, `
		insert into volunteer_time (id, day, part, minutes, by, at)
		values (concat_ws('-', 'sample', $1::text, $2::int), $1::text::date, $2, $3, '', $4)
		on conflict do nothing`,
		clock.Date(day), int(part.From), hours*60, part.From.On(day))
	return db.Problem(err)
}
