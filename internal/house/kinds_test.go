package house

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/dbtest"
	"herstelruimte/internal/editing"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/problem"
)

// desk is the store on a database of this test alone.
type desk struct {
	*Store
	t    *testing.T
	pool *pgxpool.Pool
	n    atomic.Uint64
}

func newDesk(t *testing.T) *desk {
	t.Helper()
	d := &desk{t: t, pool: dbtest.New(t)}
	d.Store = NewStore(clock.Stopped(
		time.Date(2026, 11, 24, 10, 30, 0, 0, clock.Amsterdam),
	), d.n.Load, func(context.Context, pgx.Tx) error { d.n.Add(1); return nil })
	return d
}

func (d *desk) publish(id string, s *Settings) error {
	k := d.Settings()
	if f := k.Check(s); len(f) > 0 {
		return problem.WithFields(f...)
	}
	return db.InTx(context.Background(), d.pool, func(tx pgx.Tx) error {
		return k.Publish(context.Background(), tx, id, s, editing.State{})
	})
}

func (d *desk) current(id string) *Settings {
	d.t.Helper()
	s, err := d.Settings().Current(d.t.Context(), d.pool, id)
	if err != nil {
		d.t.Fatal(err)
	}
	return s
}

func TestEveryBlockComesBackAsItWasPublished(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	for _, id := range blockIDs {
		before := d.current(id)
		var sent Settings // as a browser sends it
		if err := json.Unmarshal(db.JSON(before), &sent); err != nil {
			t.Fatal(err)
		}
		if err := d.publish(id, &sent); err != nil {
			t.Fatal(id, err)
		}
		if after := d.current(id); string(db.JSON(after)) != string(db.JSON(before)) {
			t.Errorf("%s\n%s\n%s", id, db.JSON(before), db.JSON(after))
		}
		if before.title() == "" {
			t.Errorf("%s has no title", id)
		}
	}
	h, err := d.Load(t.Context(), d.pool)
	if err != nil || !reflect.DeepEqual(h, Default().withoutNulls()) {
		t.Errorf(
			"publishing what stood there changed the settings: %v\n%s\n%s",
			err,
			db.JSON(h),
			db.JSON(Default()),
		)
	}
}

// A block cannot bring another one along: who may change one block changes only that.
func TestABlockBringsNoOtherAlong(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	s := d.current(blockRooms)
	s.Rooms.Rooms = []Room{{Name: "Zolder"}}
	s.Technical = &TechnicalBlock{
		Sender: Sender{Name: "Iemand anders", Address: "iemand@anders.example"},
	}
	if err := d.publish(blockRooms, s); err != nil {
		t.Fatal(err)
	}
	h, err := d.Load(t.Context(), d.pool)
	if err != nil || h.Rooms[0].Name != "Zolder" || h.Sender != Default().Sender {
		t.Error(h.Rooms, h.Sender, err)
	}
	if err := d.publish(blockHours, &Settings{
		Rooms: &RoomsBlock{[]Room{{Name: "Kelder"}}},
	}); !errors.Is(err, problem.New(problem.Invalid)) {
		t.Error(err)
	}
}

func TestTwoBlocksAtOnceBothStand(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	var all sync.WaitGroup
	for round := range 5 {
		rooms, forms := d.current(blockRooms), d.current(blockForms)
		rooms.Rooms.Rooms = []Room{{Name: fmt.Sprint("Kamer ", round)}}
		forms.Forms.NoticeEmail = fmt.Sprintf("ronde%d@voorbeeld.example", round)
		for id, s := range map[string]*Settings{blockRooms: rooms, blockForms: forms} {
			all.Go(func() {
				if err := d.publish(id, s); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		h, err := d.now(t.Context(), d.pool)
		if err != nil || h.Rooms[0] != rooms.Rooms.Rooms[0] ||
			h.NoticeEmail != forms.Forms.NoticeEmail {
			t.Fatal("one overwrote the other", h.Rooms, h.NoticeEmail, err)
		}
	}
}

func TestMistakesHaveTheNamesOfTheForm(t *testing.T) {
	t.Parallel()
	h := Default()
	bad := h.Keep
	bad.MessageDays, bad.UndoMinutes = -1, 1e6
	for want, s := range map[string]*Settings{
		"[{doc required}]": {},
		"[{exceptions.0.reason too_long} {exceptions.1.day invalid}]": {
			Hours: &HoursBlock{
				Hours:      h.Hours,
				Exceptions: []Exception{{Day: "2026-12-24", Reason: strings.Repeat("x", 201)}, {}},
			},
		},
		"[{phone phone} {email email} {address required}]": {
			Contact: &ContactBlock{Name: "A", Phone: "nee", Email: "nee", Address: []string{}},
		},
		"[{rooms.0.name required}]": {
			Rooms: &RoomsBlock{[]Room{{}}},
		},
		"[{crisis.0.phone invalid}]": {
			Crisis: &CrisisBlock{
				Crisis:  []CrisisItem{{Text: "Bel 112", Phone: "113"}},
				ExitURL: h.ExitURL,
			},
		},
		"[{noticeEmail email}]": {
			Forms: &FormsBlock{NoticeEmail: "nee"},
		},
		"[{messageDays invalid} {undoMinutes invalid}]": {Terms: &bad},
		"[{mailSender.address email}]": {
			Technical: &TechnicalBlock{Sender: Sender{Name: "A"}},
		},
	} {
		var got []string
		for _, f := range s.check() {
			got = append(got, fmt.Sprintf("{%s %s}", f.Name, f.Code))
		}
		if fmt.Sprint(got) != want {
			t.Errorf("%v, want %s", got, want)
		}
	}
	s := &Settings{Contact: d164(h)}
	if f := s.check(); len(f) > 0 || s.Contact.Phone != "+31123456789" {
		t.Error(f, s.Contact.Phone)
	}
}

// d164 is the contact block with a number as people write it.
func d164(h House) *ContactBlock {
	c := h.block(blockContact).Contact
	c.Phone = " 0123 - 45 67 89 "
	return c
}

func TestALongerTermAsksForAReason(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	ready := func(change func(*Terms), reason string) error {
		s := d.current(blockTerms)
		change(s.Terms)
		return db.InTx(t.Context(), d.pool, func(tx pgx.Tx) error {
			return d.Settings().Ready(t.Context(), tx, identity.Actor{}, editing.Working[Settings]{
				Publishing: editing.Publishing{ID: blockTerms, Reason: reason},
				Doc:        s,
			})
		})
	}
	var p *problem.Problem
	if err := ready(
		func(t *Terms) { t.MessageDays++ },
		"",
	); !errors.As(err, &p) || p.Code != problem.Conflict ||
		p.Fields[0] != (problem.Field{Name: "reason", Code: problem.Required}) {
		t.Error(err)
	}
	if err := ready(func(t *Terms) { t.AuditDays++ }, ""); err == nil {
		t.Error("the log book is kept for longer without a reason")
	}
	if err := ready(
		func(t *Terms) { t.TrashDays, t.MessageDays = t.TrashDays+1, 1 },
		"",
	); err == nil {
		t.Error("one that is longer hides behind one that is shorter")
	}
	for name, err := range map[string]error{
		"with a reason": ready(func(t *Terms) { t.MessageDays++ }, "De gemeente vraagt erom."),
		"shorter":       ready(func(t *Terms) { t.MessageDays-- }, ""),
		"undo":          ready(func(t *Terms) { t.UndoMinutes++ }, ""),
		"the log book":  ready(func(t *Terms) { t.AuditDays-- }, ""),
	} {
		if err != nil {
			t.Error(name, err)
		}
	}
}

func TestOnlyWhoKeepsTheSiteSeesTechnique(t *testing.T) {
	t.Parallel()
	for role, want := range map[identity.Role]string{
		identity.Redactie:    "hours house",
		identity.Coordinator: "hours house anbi rooms crisis forms terms processing search waitlist",
		identity.Beheerder:   "hours house anbi rooms crisis forms terms processing search waitlist technical",
	} {
		got := ""
		for _, id := range blockIDs {
			who := identity.Actor{Roles: []identity.Role{role}}
			if sees, err := mayHandle(t.Context(), nil, who, id); sees && err == nil {
				got += " " + id
			}
		}
		if got != " "+want {
			t.Errorf("%s: %s", role, got)
		}
	}
}

func TestNumbersAndExceptionsAreDueAgain(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	due := func() (out []string) {
		items, err := d.due(t.Context(), d.pool, d.clock.Now())
		if err != nil {
			t.Fatal(err)
		}
		for _, i := range items {
			out = append(out, i.ID+" "+i.Since)
		}
		return out
	}
	if got := due(); !reflect.DeepEqual(got, []string{"crisis ", "hours "}) {
		t.Error(got)
	}
	for _, c := range []struct{ crisis, hours, want string }{
		{"2026-05-24", "2026-08-24", "[]"},
		{"2026-05-23", "2026-08-24", "[crisis 2026-05-23]"},
		{"2026-11-01", "2026-08-23", "[hours 2026-08-23]"},
	} {
		err := db.InTx(t.Context(), d.pool, func(tx pgx.Tx) error {
			return d.Change(t.Context(), tx, func(h *House) error {
				h.Checked, h.HoursChecked = c.crisis, c.hours
				return nil
			})
		})
		if got := fmt.Sprint(due()); err != nil || got != c.want {
			t.Errorf("%+v: %s %v", c, got, err)
		}
	}
}

func TestAnotherTextOfTheAnnouncementCanBeANewOne(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	k := d.Announcement()
	a, err := k.Current(t.Context(), d.pool, AnnouncementID)
	if err != nil || a.Version != "trefpunt-2025-10-02-v3" {
		t.Fatal(a, err)
	}
	doc := *a
	doc.Version, doc.Title = "", " Vrijdag dicht "
	if f := k.Check(&doc); len(f) > 0 || doc.Title != "Vrijdag dicht" || doc.Version != "" {
		t.Error(f, doc)
	}
	if err := db.InTx(t.Context(), d.pool, func(tx pgx.Tx) error {
		return k.Publish(t.Context(), tx, AnnouncementID, &doc, editing.State{})
	}); err != nil {
		t.Fatal(err)
	}
	if h, err := d.Load(
		t.Context(),
		d.pool,
	); err != nil || h.Announcement.Version != "trefpunt-2026-11-24-v4" ||
		h.Announcement.Title != "Vrijdag dicht" {
		t.Error(h.Announcement, err)
	}
	if doc.Version != "trefpunt-2026-11-24-v4" {
		t.Errorf("the draft still asks for a new version: %+v", doc)
	}
	doc.Title, doc.Version = "Zaterdag dicht", "" // a draft again, which asks for a new version
	for _, until := range []string{"2026-12-31", "2026-11-01", ""} {
		doc.ValidUntil = until
		seen, err := k.Preview(t.Context(), AnnouncementID, &doc)
		if got, ok := seen.(SiteAnnouncement); err != nil || !ok || got.Title != "Zaterdag dicht" ||
			got.Version != "trefpunt-2026-11-24-v5" ||
			got.Active != (until > "2026-11-24") {
			t.Errorf("%q: %+v %v", until, seen, err)
		}
	}
	doc.ValidUntil = "2025-01-01"
	if f := k.Check(&doc); len(f) != 1 || f[0].Name != "validUntil" {
		t.Error(f)
	}
}
