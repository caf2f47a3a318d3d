package figures

import (
	"cmp"
	"context"
	"math"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/house"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/privacy"
	"herstelruimte/internal/problem"
)

const (
	shownParts   = 28               // the last ones of a period, to type hours of
	quarter      = 15               // minutes: hours are typed in quarters
	hoursUndo    = 10 * time.Minute // that typed hours can be taken back
	hoursTerm    = 30 * 24 * time.Hour
	maxEntryID   = 60
	maxHoursWord = 200 // letters of a reason
)

// FigureHours is a part of a day with the hours of its volunteers. They are hours, not people: they
// are shown however few they are.
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

// typists may type hours: of the day itself everybody at the door, later the coordinator.
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

// VolunteerTime is how long volunteers were there on these days; ok: somebody typed it.
func (f *Figures) VolunteerTime(ctx context.Context, from, to time.Time) (sum time.Duration, ok bool, err error) {
	all, err := lastOf(ctx, f.Pool, clock.Date(from), clock.Date(to))
	for _, t := range all {
		sum += time.Duration(t.Minutes) * time.Minute
	}
	return sum, len(all) > 0, err
}

// hoursOf are the last parts of days of a stretch that have begun, the newest first; more: there
// are others.
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
	names, err := f.FirstNames(ctx, ids...)
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
				one.Entry, one.Hours, one.By = t.ID, new(float64(t.Minutes)/60), names[t.By]
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

// typeHours keeps what somebody typed. Problems: invalid, forbidden, precondition_failed (somebody
// typed it since it was read).
func (f *Figures) typeHours(ctx context.Context, who identity.Actor, in TypeHours) (out HoursTyped, err error) {
	now := f.Clock.Now()
	day, part, err := f.readHours(ctx, &in, now)
	if err != nil {
		return out, err
	}
	may, asks := mayType(who, day, now)
	switch {
	case !may:
		return out, problem.New(problem.Forbidden)
	case !asks:
		in.Reason = ""
	case in.Reason == "":
		return out, problem.Wrong("reason", problem.Required)
	}
	err = db.InTx(ctx, f.Pool, func(tx pgx.Tx) error {
		last, err := lastOfPart(ctx, tx, in.Day, part)
		if err != nil {
			return err
		}
		switch t, found, err := entryOf(ctx, tx, in.ID); {
		case err != nil:
			return err
		case found && t.By == who.ID: // it came twice
			now = t.At
			return nil
		case found:
			return problem.New(problem.KeyReused)
		case last != in.Was:
			return problem.New(problem.PreconditionFailed)
		}
		if _, err := tx.Exec(ctx, `
			insert into volunteer_time (id, day, part, minutes, reason, by, at)
			values ($1, $2, $3, $4, $5, $6, $7)`,
			in.ID, in.Day, int(part), int(math.Round(in.Hours*60)), in.Reason, who.ID, now,
		); err != nil {
			return err
		}
		return f.noteHours(ctx, tx, who, "changed", partOf(in.Day, part, in.Reason))
	})
	return HoursTyped{in.ID, clock.Moment(now.Add(hoursUndo))}, err
}

// readHours reads the day and a part of it that has begun. Problems: invalid.
func (f *Figures) readHours(
	ctx context.Context, in *TypeHours, now time.Time,
) (day time.Time, part house.WallTime, err error) {
	wrong := func(name string) error {
		return problem.Wrong(name, problem.Invalid)
	}
	in.Reason = httpkit.Line(in.Reason)
	quarters := in.Hours * 60 / quarter
	day, unread := time.ParseInLocation(time.DateOnly, in.Day, clock.Amsterdam)
	switch {
	case !rules.Readable(in.ID), in.ID == "", len(in.ID) > maxEntryID:
		return day, 0, wrong("id")
	case !rules.Readable(in.Reason), len([]rune(in.Reason)) > maxHoursWord:
		return day, 0, wrong("reason")
	case in.Hours < 0, in.Hours > 500, math.Abs(quarters-math.Round(quarters)) > 1e-6:
		return day, 0, wrong("hours")
	case unread != nil:
		return day, 0, wrong("day")
	case part.UnmarshalText([]byte(in.From)) != nil, !part.On(day).Before(now):
		return day, 0, wrong("from")
	}
	next := clock.Date(day.AddDate(0, 0, 1))
	stored, err := lastOf(ctx, f.Pool, in.Day, next)
	if err != nil {
		return day, 0, err
	}
	if !slices.ContainsFunc(partsWith(f.House(ctx), day, stored), func(p house.DayPart) bool {
		return p.From == part
	}) {
		return day, 0, wrong("from")
	}
	return day, part, nil
}

// lastOfPart is the id of the row that counts, behind whoever types of that part now.
func lastOfPart(ctx context.Context, tx pgx.Tx, day string, part house.WallTime) (id string, err error) {
	if _, err := tx.Exec(ctx, `
		select pg_advisory_xact_lock(hashtextextended('volunteer time ' || $1::text, $2::bigint))`,
		day, int64(part)); err != nil {
		return "", err
	}
	id, _, err = db.One[string](ctx, tx, `
		select id
		from volunteer_time
		where day = $1::text::date and part = $2
		order by no desc
		limit 1`, day, int(part))
	return id, err
}

func entryOf(ctx context.Context, tx pgx.Tx, id string) (t typed, found bool, err error) {
	return db.One[typed](ctx, tx, `
		select `+typedColumns+` from volunteer_time where id = $1`, id)
}

// undoHours takes that back within its ten minutes: what stood there before counts again.
//
// Problems: gone (too late, or taken back before), forbidden, conflict (typed again since).
func (f *Figures) undoHours(ctx context.Context, who identity.Actor, id string) error {
	now := f.Clock.Now()
	gone := problem.New(problem.Gone)
	return db.InTx(ctx, f.Pool, func(tx pgx.Tx) error {
		t, found, err := entryOf(ctx, tx, id)
		switch {
		case err != nil:
			return err
		case !found:
			return gone
		case t.By != who.ID && !who.Has(identity.Coordinator):
			return problem.New(problem.Forbidden)
		case !now.Before(t.At.Add(hoursUndo)):
			return gone
		}
		last, err := lastOfPart(ctx, tx, t.Day, t.Part)
		if err != nil {
			return err
		}
		if last != id {
			return problem.New(problem.Conflict)
		}
		tag, err := tx.Exec(ctx, `delete from volunteer_time where id = $1`, id)
		if err != nil || tag.RowsAffected() == 0 {
			return cmp.Or(err, error(gone))
		}
		return f.noteHours(ctx, tx, who, "undone", partOf(t.Day, t.Part, ""))
	})
}

func partOf(day string, part house.WallTime, reason string) string {
	of := day + ", " + part.Words() + " uur"
	if reason != "" {
		of += ": " + reason
	}
	return of
}

func (f *Figures) noteHours(ctx context.Context, tx pgx.Tx, who identity.Actor, action, of string) error {
	return privacy.Record(ctx, tx, f.Clock.Now(), privacy.Entry{
		Actor:  who.ID,
		Roles:  who.RoleNames(),
		Action: action,
		Kind:   "hours",
		Reason: of,
	})
}

// Undoable are the hours that somebody typed and can still take back.
func (f *Figures) Undoable(ctx context.Context, who identity.Actor) ([]identity.Undoable, error) {
	return db.Rows(ctx, f.Pool, func(r pgx.CollectableRow) (identity.Undoable, error) {
		t, err := pgx.RowToStructByPos[typed](r)
		return identity.Undoable{
			ID:    t.ID,
			Kind:  "hours",
			Act:   "changed",
			Of:    t.Day + " " + t.Part.String(),
			At:    clock.Moment(t.At),
			Until: clock.Moment(t.At.Add(hoursUndo)),
		}, err
	}, `
		select `+typedColumns+`
		from volunteer_time
		where by = $1 and at > $2
		order by no desc`, who.ID, f.Clock.Now().Add(-hoursUndo))
}
