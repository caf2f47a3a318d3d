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
	inbox.Row
	inbox.Undo
	progress
	Owner string `db:"owner"`
}

// progress is what undo brings back of a parcel.
type progress struct {
	DoneAt *time.Time `db:"done_at" json:"doneAt,omitempty"`
	Key    string     `db:"-"       json:"key,omitempty"`
}

// door is where parcels are handled: a host sees all, others their own.
type door struct {
	inbox.Box[string, parcel, parcel]
	*roomtest.Room
	t *testing.T
}

const host = identity.Gastheer

func setup(t *testing.T) *door {
	t.Helper()
	d := &door{Room: roomtest.New(t, 0), t: t}
	d.exec(
		`create table parcel (id text primary key, owner text not null, received_at timestamptz not null, done_at timestamptz,
			sealed bytea not null default '', before jsonb, undo_until timestamptz,
			version int not null default 1, updated_at timestamptz)`,
	)
	d.exec(`create index parcel_open on parcel (received_at, id) where done_at is null`)
	d.exec(
		`create index parcel_open_owner on parcel (owner, received_at, id) where done_at is null`,
	)
	d.exec(`create index parcel_done on parcel (done_at, id) where done_at is not null`)
	d.exec(
		`create index parcel_done_owner on parcel (owner, done_at, id) where done_at is not null`,
	)
	ground := d.Room
	d.Box = inbox.Box[string, parcel, parcel]{
		Ground: inbox.Ground{
			Pool:   ground.DB,
			Clock:  ground.Now,
			Keys:   ground.Sealer,
			Mail:   ground.Outbox,
			House:  ground.HouseNow,
			Origin: roomtest.Origin,
			Tell:   ground.Tell,
			Names:  ground.Identity.Names,
			Staff:  ground.Identity.Staff,
		},
		Kind:  "parcel",
		Table: "parcel",
		Read:  func(parcel) (string, error) { return "", nil },
		Seen: func(a identity.Actor) []string {
			if a.Has(host) {
				return []string{`owner = 'anja'`, `owner <> 'anja'`}
			}
			return []string{`owner = @actor`}
		},
		Progress: func(p *parcel) (*inbox.Undo, any) { return &p.Undo, &p.progress },
		Show: func(
			_ context.Context, _ identity.Actor, p parcel, _ string, _ *inbox.People,
		) (parcel, error) {
			return p, nil
		},
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
	open = inbox.List{Where: `done_at is null`, By: `received_at`}
	done = inbox.List{Where: `done_at is not null`, By: `done_at`, NewestFirst: true}
)

func TestAListIsWalkedWholeInItsOrder(t *testing.T) {
	t.Parallel()
	d := setup(t)
	d.fill(330)
	for _, c := range []struct {
		who  identity.Actor
		list inbox.List
		want int
	}{{noor, open, 165}, {noor, done, 165}, {anja, open, 55}, {anja, done, 55}} {
		var all []parcel
		pages, next := 0, ""
		for {
			rows, after, err := d.List(t.Context(), c.who, c.list, next)
			if err != nil {
				t.Fatal(err)
			}
			all, pages = append(all, rows...), pages+1
			if next = after; next == "" {
				break
			}
		}
		sorted := slices.IsSortedFunc(all, func(x, y parcel) int {
			if c.list.NewestFirst {
				x, y = y, x
			}
			if c.list.NewestFirst {
				return x.DoneAt.Compare(*y.DoneAt)
			}
			return x.ReceivedAt.Compare(y.ReceivedAt)
		})
		if len(all) != c.want || !sorted || pages != (c.want+inbox.PageSize-1)/inbox.PageSize {
			t.Errorf(
				"%s %s: %d rows on %d pages, in order: %v",
				c.who.ID,
				c.list.By,
				len(all),
				pages,
				sorted,
			)
		}
	}
	if _, _, err := d.List(t.Context(), noor, open, "onzin"); !errors.Is(
		err,
		problem.New(problem.BadRequest),
	) {
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
	for _, s := range []inbox.List{open, done} {
		for _, after := range []string{"", middle} {
			work.Reset()
			if _, _, err := d.List(t.Context(), anja, s, after); err != nil {
				t.Fatal(err)
			}
			if rows, whole := work.Work(""); whole || rows == 0 || rows > 4*inbox.PageSize {
				t.Errorf("%s after %q: %.0f rows, a whole table: %v", s.By, after, rows, whole)
			}
		}
	}
}

// finish is an act of Anja that fails with an error after it changed the row.
func (d *door) finish(ctx context.Context, id, ifMatch string, fail error) (parcel, error) {
	in := inbox.Version{ID: id, IfMatch: ifMatch}
	return d.Act(ctx, anja, in, "finished", func(_ pgx.Tx, p *parcel) error {
		now := d.Now.Now()
		p.Key = "under the mat"
		d.Remember(ctx, p)
		p.DoneAt = &now
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
	if err != nil || p.Version != 2 || p.DoneAt == nil {
		t.Error(p, err)
	}
	if n := d.Number(`
		select count(*)
		from audit_log
		where actor = 'anja'
			and kind = 'parcel'
			and action = 'finished'
			and object_id = 'par_3'`); n != 1 {
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
		p, err := d.Find(t.Context(), anja, id)
		if !errors.Is(err, problem.New(problem.NotFound)) || p.ID != "" {
			t.Error(p, err)
		}
		in := inbox.Version{ID: id, IfMatch: `"1"`}
		if _, err := d.Act(t.Context(), anja, in, "finished", func(pgx.Tx, *parcel) error {
			t.Error("it was seen")
			return nil
		}); !errors.Is(err, problem.New(problem.NotFound)) {
			t.Error(err)
		}
	}
	if p, err := d.Find(t.Context(), noor, "par_1"); err != nil || p.Owner != "bart" {
		t.Error(p, err)
	}
	if _, err := d.Find(t.Context(), noor, "par_\x00"); !errors.Is(
		err,
		problem.New(problem.BadRequest),
	) {
		t.Error(err)
	}
}

// back takes back what Anja did, and gives what stood in the undo beside the columns.
func (d *door) back(version int) (p parcel, key string, err error) {
	ctx := d.t.Context()
	in := inbox.Version{ID: "par_3", IfMatch: fmt.Sprintf(`"%d"`, version)}
	d.TookBack = func(_ context.Context, _ pgx.Tx, p *parcel) error {
		key = p.Key
		return nil
	}
	out, err := d.TakeBack(ctx, &in)
	if err != nil {
		return p, key, err
	}
	return out.Body, key, nil
}

func TestUndoBringsBackOnceAndInTime(t *testing.T) {
	t.Parallel()
	d := setup(t)
	d.fill(3)
	// the operation finds who calls in the context, which here is nobody
	d.Seen = func(identity.Actor) []string { return []string{`true`} }
	if _, _, err := d.back(1); !errors.Is(err, problem.New(problem.Gone)) {
		t.Errorf("nothing to take back: %v", err)
	}
	p, err := d.finish(t.Context(), "par_3", `"1"`, nil)
	if err != nil {
		t.Fatal(err)
	}
	till := roomtest.Monday.Add(10 * time.Minute)
	if p.Shown(roomtest.Monday) != "2026-11-16T10:10:00+01:00" || p.Shown(till) != "" {
		t.Error(p.Shown(roomtest.Monday), p.Shown(till))
	}
	p, key, err := d.back(2)
	if err != nil || p.DoneAt != nil || p.Version != 3 || key != "under the mat" {
		t.Errorf("taken back: %+v, %q, %v", p, key, err)
	}
	if p.Before != nil || p.Until != nil {
		t.Errorf("the undo stands: %s", p.Before)
	}
	if _, _, err := d.back(3); !errors.Is(err, problem.New(problem.Gone)) {
		t.Errorf("twice: %v", err)
	}
	if _, err = d.finish(t.Context(), "par_3", `"3"`, nil); err != nil {
		t.Fatal(err)
	}
	d.Now.Advance(10 * time.Minute)
	if _, _, err := d.back(4); !errors.Is(err, problem.New(problem.Gone)) {
		t.Errorf("too late: %v", err)
	}
}

func TestWordsAreTidiedMeasuredAndSealed(t *testing.T) {
	t.Parallel()
	d := setup(t)
	type note struct {
		Text  string `json:"text" letters:"20"`
		Short string `json:"short" letters:"2"`
	}
	if words, err := inbox.Words(
		note{}, "text", "  Belt terug.\r\n", 1,
	); err != nil || words != "Belt terug." {
		t.Errorf("%q %v", words, err)
	}
	var p *problem.Problem
	if _, err := inbox.Words(
		note{}, "short", "één", 1,
	); !errors.As(err, &p) || fmt.Sprint(p.Fields) != "[{short too_long}]" {
		t.Error(err)
	}
	box := d.Seal("parcel_note", "par_1", "Belt terug.")
	if got, err := d.Open(
		"parcel_note",
		"par_1",
		box,
	); got != "Belt terug." || err != nil {
		t.Errorf("%q %v", got, err)
	}
	if _, err := d.Open("parcel_note", "par_2", box); err == nil {
		t.Error("opened under the name of another row")
	}
	if got, err := d.Open(
		"parcel_note",
		"par_1",
		d.Seal("parcel_note", "par_1", ""),
	); got != "" || err != nil {
		t.Errorf("%q %v", got, err)
	}
}
