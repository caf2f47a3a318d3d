package inbox_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/db"
	"herstelruimte/internal/dbtest"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/inbox"
	"herstelruimte/internal/problem"
	"herstelruimte/internal/roomtest"
)

// parcel is a made-up thing that visitors leave at the door.
type parcel struct {
	id, owner  string
	receivedAt time.Time
	doneAt     *time.Time
	version    int
}

// door is where parcels are handled: a host sees all, others their own.
type door struct {
	inbox.Box[parcel]
	*roomtest.Room
	t *testing.T
}

const host = identity.Gastheer

func setup(t *testing.T) *door {
	t.Helper()
	d := &door{Room: roomtest.New(t, 0), t: t}
	d.exec(
		`create table parcel (id text primary key, owner text not null, received_at timestamptz not null, done_at timestamptz, version int not null default 1)`,
	)
	d.exec(`create index parcel_open on parcel (received_at, id) where done_at is null`)
	d.exec(
		`create index parcel_open_owner on parcel (owner, received_at, id) where done_at is null`,
	)
	d.exec(`create index parcel_done on parcel (done_at, id) where done_at is not null`)
	d.exec(
		`create index parcel_done_owner on parcel (owner, done_at, id) where done_at is not null`,
	)
	d.Box = inbox.Box[parcel]{
		Pool:    d.DB,
		Clock:   d.Now,
		Kind:    "parcel",
		Table:   "parcel",
		Columns: `id, owner, received_at, done_at, version`,
		Scan: func(r pgx.CollectableRow) (p parcel, err error) {
			err = r.Scan(&p.id, &p.owner, &p.receivedAt, &p.doneAt, &p.version)
			return p, err
		},
		Sees:    func(p parcel, a identity.Actor) bool { return a.Has(host) || p.owner == a.ID },
		Version: func(p parcel) int { return p.version },
	}
	return d
}

func (d *door) exec(sql string, args ...any) {
	d.t.Helper()
	if _, err := d.DB.Exec(d.t.Context(), sql, args...); err != nil {
		d.t.Fatal(err)
	}
}

// fill leaves n parcels a minute apart, every second one done, every third of Anja.
func (d *door) fill(n int) {
	d.t.Helper()
	d.exec(`
		insert into parcel (id, owner, received_at, done_at) select 'par_' || i,
			case when i % 3 = 0 then 'anja' else 'bart' end,
			$1::timestamptz + i * interval '1 minute',
		case when i % 2 = 0 then $1::timestamptz + i * interval '1 hour' end from generate_series(1,
			$2) i`, roomtest.Monday, n)
	d.exec(`analyze parcel`)
}

var (
	noor = identity.Actor{ID: "noor", Roles: []identity.Role{host}}
	anja = identity.Actor{ID: "anja", Roles: []identity.Role{identity.Redactie}}
	open = inbox.Shelf{Where: `done_at is null`, By: `received_at`}
	done = inbox.Shelf{Where: `done_at is not null`, By: `done_at`, NewestFirst: true}
)

func branches(a identity.Actor) []string {
	if a.Has(host) {
		return []string{`owner = 'anja' and $3::text is not null`, `owner <> 'anja'`}
	}
	return []string{`owner = $3`}
}

func place(p parcel) db.Cursor {
	if p.doneAt != nil {
		return db.Cursor{At: *p.doneAt, ID: p.id}
	}
	return db.Cursor{At: p.receivedAt, ID: p.id}
}

func TestAShelfIsWalkedWholeInItsOrder(t *testing.T) {
	t.Parallel()
	d := setup(t)
	d.fill(330)
	for _, c := range []struct {
		who   identity.Actor
		shelf inbox.Shelf
		want  int
	}{{noor, open, 165}, {noor, done, 165}, {anja, open, 55}, {anja, done, 55}} {
		var all []parcel
		pages, next := 0, ""
		for {
			rows, after, err := d.Page(t.Context(), c.shelf, branches(c.who), next, place, c.who.ID)
			if err != nil {
				t.Fatal(err)
			}
			all, pages = append(all, rows...), pages+1
			if next = after; next == "" {
				break
			}
		}
		sorted := slices.IsSortedFunc(all, func(x, y parcel) int {
			if c.shelf.NewestFirst {
				x, y = y, x
			}
			return place(x).At.Compare(place(y).At)
		})
		if len(all) != c.want || !sorted || pages != (c.want+inbox.PageSize-1)/inbox.PageSize {
			t.Errorf(
				"%s %s: %d rows on %d pages, in order: %v",
				c.who.ID,
				c.shelf.By,
				len(all),
				pages,
				sorted,
			)
		}
	}
	if _, _, err := d.Page(
		t.Context(),
		open,
		branches(noor),
		"onzin",
		place,
		noor.ID,
	); !errors.Is(err, problem.New(problem.BadRequest)) {
		t.Error(err)
	}
}

func TestAPageLooksAtAPageOfRows(t *testing.T) {
	t.Parallel()
	d := setup(t)
	d.fill(20000)
	work := dbtest.Listen(t, d.DB)
	d.Pool = work.Pool
	middle := db.Cursor{At: roomtest.Monday.Add(10000 * time.Minute), ID: "par_x"}.String()
	for _, s := range []inbox.Shelf{open, done} {
		for _, after := range []string{"", middle} {
			work.Reset()
			if _, _, err := d.Page(
				t.Context(),
				s,
				branches(anja),
				after,
				place,
				anja.ID,
			); err != nil {
				t.Fatal(err)
			}
			if rows, whole := work.Work(""); whole || rows == 0 || rows > 4*inbox.PageSize {
				t.Errorf("%s after %q: %.0f rows, a whole table: %v", s.By, after, rows, whole)
			}
		}
	}
}

// finish is an act of Anja that fails with an error after it wrote.
func (d *door) finish(ctx context.Context, id, ifMatch string, fail error) (parcel, error) {
	return d.Act(ctx, anja, id, ifMatch, "finished", func(tx pgx.Tx, p *parcel) error {
		now := d.Now.Now()
		p.doneAt, p.version = &now, p.version+1
		if _, err := tx.Exec(
			ctx, `
			update parcel set done_at = $2, version = $3 where id = $1`,
			p.id,
			p.doneAt,
			p.version,
		); err != nil {
			return err
		}
		return fail
	})
}

func TestAnActNeedsTheVersionAndStandsInTheLogBook(t *testing.T) {
	t.Parallel()
	d := setup(t)
	d.fill(3)
	for tag, want := range map[string]problem.Code{
		"":    problem.PreconditionRequired,
		`"7"`: problem.PreconditionFailed,
	} {
		if _, err := d.finish(t.Context(), "par_3", tag, nil); !errors.Is(err, problem.New(want)) {
			t.Errorf("%q: %v", tag, err)
		}
	}
	p, err := d.finish(t.Context(), "par_3", `"1"`, nil)
	if err != nil || p.version != 2 || p.doneAt == nil {
		t.Error(p, err)
	}
	if n := d.Number(`
		select count(*) from audit_log where actor = 'anja' and kind = 'parcel' and action = 'finished' and object_id = 'par_3'`); n != 1 {
		t.Errorf("%d lines in the log book", n)
	}
}

func TestAnActThatFailsChangesNothing(t *testing.T) {
	t.Parallel()
	d := setup(t)
	d.fill(3)
	if _, err := d.finish(
		t.Context(),
		"par_3",
		`"1"`,
		problem.New(problem.Closed),
	); !errors.Is(err, problem.New(problem.Closed)) {
		t.Error(err)
	}
	if d.Number(`
		select version from parcel where id = 'par_3'`) != 1 || d.Number(`
		select count(*) from audit_log`) != 0 {
		t.Error("something of it stands")
	}
}

// To whoever may not see a row it is not there: the act does not even begin.
func TestWhatSomebodyMayNotSeeIsNotThere(t *testing.T) {
	t.Parallel()
	d := setup(t)
	d.fill(3)
	for _, id := range []string{"par_1", "par_9"} {
		p, err := d.Find(t.Context(), d.DB, anja, id)
		if !errors.Is(err, problem.New(problem.NotFound)) || p.id != "" {
			t.Error(p, err)
		}
		if _, err := d.Act(t.Context(), anja, id, `"1"`, "finished", func(pgx.Tx, *parcel) error {
			t.Error("it was seen")
			return nil
		}); !errors.Is(err, problem.New(problem.NotFound)) {
			t.Error(err)
		}
	}
	if p, err := d.Find(t.Context(), d.DB, noor, "par_1"); err != nil || p.owner != "bart" {
		t.Error(p, err)
	}
	if _, err := d.Find(
		t.Context(),
		d.DB,
		noor,
		"par_\x00",
	); !errors.Is(err, problem.New(problem.BadRequest)) {
		t.Error(err)
	}
}

func TestUndoIsReadOnceAndInTime(t *testing.T) {
	t.Parallel()
	till := roomtest.Monday.Add(10 * time.Minute)
	var was map[string]int
	u := inbox.Remember(till, map[string]int{"a": 1})
	if u.Until(roomtest.Monday) != "2026-11-16T10:10:00+01:00" || u.Until(till) != "" {
		t.Error(u.Until(roomtest.Monday), u.Until(till))
	}
	if late := u; !errors.Is(late.Read(till, &was), problem.New(problem.Gone)) {
		t.Error("too late")
	}
	if err := u.Read(roomtest.Monday, &was); err != nil || fmt.Sprint(was) != "map[a:1]" {
		t.Error(was, err)
	}
	if err := u.Read(roomtest.Monday, &was); !errors.Is(err, problem.New(problem.Gone)) {
		t.Error("twice", err)
	}
}

func TestWordsAreTidiedMeasuredAndSealed(t *testing.T) {
	t.Parallel()
	d := setup(t)
	if words, err := inbox.Words(
		"text",
		"  Belt terug.\r\n",
		1,
		20,
	); err != nil || words != "Belt terug." {
		t.Errorf("%q %v", words, err)
	}
	var p *problem.Problem
	if _, err := inbox.Words(
		"text",
		"één",
		1,
		2,
	); !errors.As(err, &p) || fmt.Sprint(p.Fields) != "[{text too_long}]" {
		t.Error(err)
	}
	box := inbox.Seal(d.Sealer, "parcel_note", "par_1", "Belt terug.")
	if got, err := inbox.Open(
		d.Sealer,
		"parcel_note",
		"par_1",
		box,
	); got != "Belt terug." || err != nil {
		t.Errorf("%q %v", got, err)
	}
	if _, err := inbox.Open(d.Sealer, "parcel_note", "par_2", box); err == nil {
		t.Error("opened under the name of another row")
	}
	if got, err := inbox.Open(
		d.Sealer,
		"parcel_note",
		"par_1",
		inbox.Seal(d.Sealer, "parcel_note", "par_1", ""),
	); got != "" || err != nil {
		t.Errorf("%q %v", got, err)
	}
}
