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
	ctx context.Context, who identity.Actor, in TypeHours,
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
		last, err := lastOfPart(ctx, tx, in.Day, part)
		if err != nil {
			return err
		}
		switch t, err := entryOf(ctx, tx, in.ID); {
		case err == nil && t.By == who.ID: // it came twice
			now = t.At
			return nil
		case !errors.Is(err, pgx.ErrNoRows):
			return cmp.Or(err, error(problem.New(problem.KeyReused)))
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
	return HoursTyped{in.ID, clock.Moment(now.Add(hoursUndo))}, db.Problem(err)
}

// readHours reads the day and a part of it that has begun. Problems: invalid.
func (f *Figures) readHours(
	ctx context.Context, in *TypeHours, now time.Time,
) (day time.Time, part house.WallTime, err error) {
	wrong := func(name string) error {
		return problem.WithFields(problem.Field{Name: name, Code: problem.Invalid})
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
func lastOfPart(
	ctx context.Context, tx pgx.Tx, day string, part house.WallTime,
) (id string, err error) {
	if _, err := tx.Exec(ctx, `
		select pg_advisory_xact_lock(hashtextextended('volunteer time ' || $1::text, $2::bigint))`,
		day, int64(part)); err != nil {
		return "", err
	}
	err = tx.QueryRow(ctx, `
		select id
		from volunteer_time
		where day = $1::text::date and part = $2
		order by no desc
		limit 1`, day, int(part)).Scan(&id)
	if errors.Is(err, pgx.ErrNoRows) {
		err = nil
	}
	return id, err
}

func entryOf(ctx context.Context, tx pgx.Tx, id string) (typed, error) {
	rows, err := tx.Query(ctx, `
		select `+typedColumns+` from volunteer_time where id = $1`, id)
	if err != nil {
		return typed{}, err
	}
	return pgx.CollectOneRow(rows, pgx.RowToStructByPos[typed])
}

// undoHours takes back what somebody typed, within its ten minutes: what stood there before counts
// again.
//
// Problems: gone: too late, or taken back before; forbidden; conflict: it was typed again since.
func (f *Figures) undoHours(ctx context.Context, who identity.Actor, id string) error {
	now := f.Clock.Now()
	return db.Problem(db.InTx(ctx, f.Pool, func(tx pgx.Tx) error {
		t, err := entryOf(ctx, tx, id)
		switch {
		case errors.Is(err, pgx.ErrNoRows):
			return problem.New(problem.Gone)
		case err != nil:
			return err
		case t.By != who.ID && !who.Has(identity.Coordinator):
			return problem.New(problem.Forbidden)
		case !now.Before(t.At.Add(hoursUndo)):
			return problem.New(problem.Gone)
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
			return cmp.Or(err, error(problem.New(problem.Gone)))
		}
		return f.noteHours(ctx, tx, who, "undone", partOf(t.Day, t.Part, ""))
	}))
}

func partOf(day string, part house.WallTime, reason string) string {
	of := day + ", " + part.Words() + " uur"
	if reason != "" {
		of += ": " + reason
	}
	return of
}

func (f *Figures) noteHours(
	ctx context.Context, tx pgx.Tx, who identity.Actor, action, of string,
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
	ctx context.Context, who identity.Actor,
) ([]identity.Undoable, error) {
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
