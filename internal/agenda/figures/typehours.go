package figures

import (
	"cmp"
	"context"
	"errors"
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

// typeHours keeps what somebody typed.
//
// Problems: invalid; forbidden; precondition_failed: somebody typed it since it was read.
func (f *Figures) typeHours(
	ctx context.Context,
	who identity.Actor,
	in TypeHours,
) (out HoursTyped, err error) {
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
		return out, problem.WithFields(problem.Field{Name: "reason", Code: problem.Required})
	}
	err = db.InTx(ctx, f.Pool, func(tx pgx.Tx) error {
		var t typed
		last, err := f.lastOfPart(ctx, tx, in.Day, part)
		if err != nil {
			return err
		}
		err = tx.QueryRow(ctx, `
			select id, by, at from volunteer_time where id = $1`, in.ID).Scan(&t.id, &t.by, &t.at)
		if err == nil && t.by == who.ID { // it came twice
			now = t.at
			return nil
		}
		if !errors.Is(err, pgx.ErrNoRows) {
			return cmp.Or(err, error(problem.New(problem.KeyReused)))
		}
		if last.id != in.Was {
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
	return HoursTyped{in.ID, clock.Moment(now.Add(hoursUndo))}, db.Problem(err)
}

// readHours reads what was typed: its day, and a part of it that has begun.
//
// Problems: invalid.
func (f *Figures) readHours(
	ctx context.Context,
	in *TypeHours,
	now time.Time,
) (day time.Time, part house.WallTime, err error) {
	wrong := func(name string) error {
		return problem.WithFields(problem.Field{Name: name, Code: problem.Invalid})
	}
	if !rules.Readable(in.ID) || in.ID == "" || len(in.ID) > maxEntryID {
		return day, 0, wrong("id")
	}
	if in.Reason = httpkit.Line(in.Reason); !rules.Readable(in.Reason) ||
		len([]rune(in.Reason)) > maxHoursWord {
		return day, 0, wrong("reason")
	}
	quarters := in.Hours * 60 / quarter
	if in.Hours < 0 || in.Hours > 500 || math.Abs(quarters-math.Round(quarters)) > 1e-6 {
		return day, 0, wrong("hours")
	}
	if day, err = time.ParseInLocation(time.DateOnly, in.Day, clock.Amsterdam); err != nil {
		return day, 0, wrong("day")
	}
	if part.UnmarshalText([]byte(in.From)) != nil || !part.On(day).Before(now) {
		return day, 0, wrong("from")
	}
	next := clock.Date(day.AddDate(0, 0, 1))
	stored, err := lastOf(ctx, f.Pool, in.Day, next)
	if err != nil {
		return day, 0, db.Problem(err)
	}
	if !slices.ContainsFunc(partsWith(f.House(ctx), day, stored), func(p house.DayPart) bool {
		return p.From == part
	}) {
		return day, 0, wrong("from")
	}
	return day, part, nil
}

// lastOfPart is the row that counts of a part of a day, behind whoever types of it now.
func (f *Figures) lastOfPart(
	ctx context.Context,
	tx pgx.Tx,
	day string,
	part house.WallTime,
) (t typed, err error) {
	if _, err := tx.Exec(ctx, `
		select pg_advisory_xact_lock(hashtextextended('volunteer time ' || $1::text, $2::bigint))`,
		day, int64(part)); err != nil {
		return t, err
	}
	err = tx.QueryRow(ctx, `
		select id, by
		from volunteer_time
		where day = $1::text::date and part = $2
		order by no desc
		limit 1`, day, int(part)).Scan(&t.id, &t.by)
	if errors.Is(err, pgx.ErrNoRows) {
		err = nil
	}
	return t, err
}

// undoHours takes back what somebody typed, within its ten minutes: what stood there before counts
// again.
//
// Problems: gone: too late, or taken back before; forbidden; conflict: it was typed again since.
func (f *Figures) undoHours(ctx context.Context, who identity.Actor, id string) error {
	now := f.Clock.Now()
	return db.Problem(db.InTx(ctx, f.Pool, func(tx pgx.Tx) error {
		var t typed
		err := tx.QueryRow(ctx, `
			select by, day::text, part, at
			from volunteer_time
			where id = $1`, id).Scan(&t.by, &t.day, (*int)(&t.part), &t.at)
		switch {
		case errors.Is(err, pgx.ErrNoRows):
			return problem.New(problem.Gone)
		case err != nil:
			return err
		case t.by != who.ID && !who.Has(identity.Coordinator):
			return problem.New(problem.Forbidden)
		case !now.Before(t.at.Add(hoursUndo)):
			return problem.New(problem.Gone)
		}
		last, err := f.lastOfPart(ctx, tx, t.day, t.part)
		if err != nil {
			return err
		}
		if last.id != id {
			return problem.New(problem.Conflict)
		}
		tag, err := tx.Exec(ctx, `delete from volunteer_time where id = $1`, id)
		if err != nil || tag.RowsAffected() == 0 {
			return cmp.Or(err, error(problem.New(problem.Gone)))
		}
		return f.noteHours(ctx, tx, who, "undone", partOf(t.day, t.part, ""))
	}))
}

// partOf says of which part of a day hours are, and why they were typed then.
func partOf(day string, part house.WallTime, reason string) string {
	of := day + ", " + part.Words() + " uur"
	if reason != "" {
		of += ": " + reason
	}
	return of
}

// noteHours writes in the log book that somebody typed hours, or took that back.
func (f *Figures) noteHours(
	ctx context.Context,
	tx pgx.Tx,
	who identity.Actor,
	action, of string,
) error {
	return privacy.Record(ctx, tx, f.Clock.Now(), privacy.Entry{
		Actor:  who.ID,
		Roles:  who.RoleNames(),
		Action: action,
		Kind:   "hours",
		Reason: of,
	})
}

// Undoable are the hours that somebody typed and can still take back.
func (f *Figures) Undoable(
	ctx context.Context,
	who identity.Actor,
) ([]identity.Undoable, error) {
	rows, err := f.Pool.Query(ctx, `
		select id, day::text, part, at
		from volunteer_time
		where by = $1 and at > $2
		order by no desc`, who.ID, f.Clock.Now().Add(-hoursUndo))
	if err != nil {
		return nil, db.Problem(err)
	}
	out, err := pgx.CollectRows(rows, func(r pgx.CollectableRow) (identity.Undoable, error) {
		var t typed
		err := r.Scan(&t.id, &t.day, (*int)(&t.part), &t.at)
		return identity.Undoable{
			ID:    t.id,
			Kind:  "hours",
			Act:   "changed",
			Of:    t.day + " " + t.part.String(),
			At:    clock.Moment(t.at),
			Until: clock.Moment(t.at.Add(hoursUndo)),
		}, err
	})
	return out, db.Problem(err)
}
