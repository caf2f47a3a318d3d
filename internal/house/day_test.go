package house

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/db"
	"herstelruimte/internal/editing"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/problem"
)

var (
	plans = identity.Actor{ID: "sanne", Roles: []identity.Role{identity.Coordinator}}
	other = identity.Actor{ID: "loes", Roles: []identity.Role{identity.Coordinator}}
)

func (d *desk) ofDays() days {
	on := &editing.Editing{
		Pool:  d.pool,
		Clock: d.clock,
		Raise: func(context.Context, pgx.Tx) error { d.n.Add(1); return nil },
		Terms: func(context.Context) editing.Terms { return editing.Terms{Undo: time.Hour} },
	}
	on.Add(d.Settings())
	return days{d.Store, on, func(_ context.Context, ids []string) (map[string]string, error) {
		return map[string]string{ids[0]: ids[0]}, nil
	}}
}

func (d *desk) opens(day string) []Block {
	d.t.Helper()
	h, err := d.Load(d.t.Context(), d.pool)
	if err != nil {
		d.t.Fatal(err)
	}
	at, err := readDay(day)
	if err != nil {
		d.t.Fatal(err)
	}
	return h.Blocks(at)
}

func TestOtherHoursOfADayCountAtOnceAndCanBeTakenBack(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	on, ctx := d.ofDays(), t.Context()
	const day = "2026-12-16"
	usual := d.opens(day)
	before, err := on.read(ctx, day)
	if err != nil || before.Own != nil || !slices.Equal(before.Usual, usual) || before.By != "" {
		t.Fatalf("%+v %v", before, err)
	}
	short := DayChange{
		Blocks: []DayBlock{{"13.00", "15.00"}}, Reason: " Teamdag ", Mark: before.Mark,
	}
	after, err := on.change(ctx, plans, day, short)
	want := []Block{{At(13, 0), At(15, 0)}}
	if err != nil || after.Own == nil || after.Own.Reason != "Teamdag" || after.By != "sanne" ||
		!slices.Equal(d.opens(day), want) {
		t.Fatalf("%+v %v %v", after, d.opens(day), err)
	}
	if told, err := on.desk.Undoable(ctx, plans); err != nil || len(told) != 1 ||
		told[0].Act != "day" || told[0].Subject != day || after.Undo == nil ||
		told[0].ID != after.Undo.ID {
		t.Errorf("after a reload: %+v %v", told, err)
	}
	// the same again is the same; another, of a screen that is old, is not done
	if again, err := on.change(ctx, other, day, short); err != nil || again.By != "sanne" {
		t.Errorf("again: %+v %v", again, err)
	}
	late := short
	late.Blocks = []DayBlock{{"10.00", "12.00"}}
	if _, err := on.change(ctx, other, day, late); !errors.Is(
		err, problem.New(problem.PreconditionFailed),
	) {
		t.Errorf("late: %v", err)
	}
	if !slices.Equal(d.opens(day), want) {
		t.Error("the second one overwrote the first")
	}
	if _, err := on.change(ctx, plans, day, DayChange{Usual: true, Mark: after.Mark}); err != nil ||
		!slices.Equal(d.opens(day), usual) {
		t.Errorf("back: %v %v", d.opens(day), err)
	}
	var lines int
	if err := d.pool.QueryRow(ctx, `
		select count(*)
		from audit_log
		where object_id = 'hours'
			and action = 'publish'`).Scan(&lines); err != nil || lines != 2 {
		t.Errorf("%d lines in the log book: %v", lines, err)
	}
}

// What a colleague is writing in the settings stays theirs, and takes the day along.
func TestOtherHoursOfADayLeaveWhatSomebodyIsWriting(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	on, ctx := d.ofDays(), t.Context()
	const day = "2026-12-16"
	first, err := on.read(ctx, day)
	if err != nil {
		t.Fatal(err)
	}
	open, err := on.change(ctx, plans, day, DayChange{
		Blocks: []DayBlock{{"10.00", "11.00"}}, Mark: first.Mark,
	})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := d.pool.Exec(ctx, `
		update draft
		set doc = jsonb_set(doc, '{hours,hoursChecked}', '"2026-11-20"')
		where id = 'hours'`); err != nil {
		t.Fatal(err)
	}
	if _, err := on.change(ctx, plans, day, DayChange{
		Blocks: []DayBlock{{"10.00", "12.00"}}, Mark: open.Mark,
	}); err != nil {
		t.Fatal(err)
	}
	var doc, public Settings
	var changed bool
	if err := d.pool.QueryRow(ctx, `
		select doc, public_doc, changed
		from draft
		where id = 'hours'`).Scan(&doc, &public, &changed); err != nil {
		t.Fatal(err)
	}
	if !changed || doc.Hours.Checked != "2026-11-20" || public.Hours.Checked == "2026-11-20" ||
		string(db.JSON(doc.Hours.Exceptions)) != string(db.JSON(public.Hours.Exceptions)) {
		t.Errorf("draft %s\npublic %s", db.JSON(doc.Hours), db.JSON(public.Hours))
	}
}

func TestWrongHoursOfADayAreSaidAtTheirField(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	on := d.ofDays()
	for _, c := range []struct {
		day    string
		blocks []DayBlock
		want   string
	}{
		{"2026-12-16", []DayBlock{{"15.00", "13.00"}}, "blocks.0.to order"},
		{"2026-12-16", []DayBlock{{"later", "13.00"}}, "blocks.0.from invalid"},
		{"2026-12-16", []DayBlock{{"09.00", "12.00"}, {"11.00", "13.00"}}, "blocks.1.from order"},
		{"2026-11-23", nil, "conflict"},
		{"2026-02-30", nil, "not_found"},
		{"morgen", nil, "not_found"},
	} {
		_, err := on.change(t.Context(), plans, c.day, DayChange{Blocks: c.blocks, Mark: "usual"})
		var p *problem.Problem
		if !errors.As(err, &p) {
			t.Errorf("%v: %v", c, err)
			continue
		}
		got := string(p.Code)
		if len(p.Fields) > 0 {
			got = p.Fields[0].Name + " " + string(p.Fields[0].Code)
		}
		if got != c.want {
			t.Errorf("%v: %s", c, got)
		}
	}
}
