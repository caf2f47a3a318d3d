package agenda

import (
	"fmt"
	"log/slog"
	"net/http"
	"net/netip"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/db"
	"herstelruimte/internal/dbtest"
	"herstelruimte/internal/editing"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/identity/identitytest"
)

// desks are the working copies with their dates, and the dates that visitors see.
func (r *room) desks() (all string) {
	r.T.Helper()
	if err := r.Pool.QueryRow(r.T.Context(), `
		select concat_ws(E'\n',
			(select string_agg(d::text, E'\n' order by id) from draft d),
			(select string_agg(o::text, E'\n' order by id) from occurrence o),
			(select string_agg(v::text, E'\n' order by v::text) from revision v),
			(select string_agg(l::text, E'\n' order by l::text) from audit_log l))`).
		Scan(&all); err != nil {
		r.T.Fatal(err)
	}
	return all
}

// Whatever statement fails while a week is copied, or that is taken back: all of it happens or
// nothing, and the same press again makes each date once.
func TestAFaultAtAnyStatementLeavesAWeekCopiedOrNot(t *testing.T) {
	r := setup(t)
	f := dbtest.Faulty(t, r.Pool)
	undo := r.undoer(f.Pool)
	for i := range 3 {
		id := r.Activity(hosted(fmt.Sprintf("Film %d", i), "Loes", fmt.Sprintf("Zaal %d", i)))
		r.Date(id, onDay(17+i, 19, 0), 8, nil)
		r.deskOn(id, nil)
	}
	press := pick(r.copyable("2026-W48"))
	sweep := func(name string, act func() error) {
		t.Helper()
		before := r.desks()
		for at := 1; ; at++ {
			var err error
			r.agenda.Pool = f.Pool
			reached := f.Fail(at, func() { err = act() })
			r.agenda.Pool = r.Pool
			if !reached {
				if err != nil || at < 8 {
					t.Fatalf("%s after %d faults: %v", name, at-1, err)
				}
				return
			}
			if now := r.desks(); err == nil || now != before {
				t.Fatalf("%s: half done after statement %d: %v\n%s\nwas\n%s",
					name, at, err, now, before)
			}
		}
	}
	var made Copied
	sweep("copy", func() (err error) {
		made, err = r.agenda.copyWeek(t.Context(), sanne, press)
		return err
	})
	if len(made.Made) != 3 || r.wrote() != 3 {
		t.Errorf("made %d, on the desk %d, want 3", len(made.Made), r.wrote())
	}
	again, err := r.agenda.copyWeek(t.Context(), sanne, press)
	if err != nil || string(db.JSON(again)) != string(db.JSON(made)) || r.wrote() != 3 {
		t.Errorf("pressed again: %+v, on the desk %d: %v", again, r.wrote(), err)
	}
	// what is read for the answer comes after it happened
	for at, before := 1, r.desks(); r.wrote() == 3; at++ {
		var err error
		reached := f.Fail(at, func() { err = undo(made.Undo[0].Undo.ID) })
		if now := r.desks(); r.wrote() == 3 && (!reached || err == nil || now != before) {
			t.Fatalf("undo: half done after statement %d: %v\n%s\nwas\n%s", at, err, now, before)
		}
	}
	if n := r.wrote(); n != 2 {
		t.Errorf("%d on the desk, want 2", n)
	}
}

// publisher is the desk behind its operations, with somebody who publishes on it.
func (r *room) publisher(f *dbtest.Faults) (publish func(WeekDraft) int) {
	r.T.Helper()
	post := r.atDesk(f.Pool)
	return func(d WeekDraft) int {
		return post("/api/drafts/activities/"+d.ID+"/publish", editing.Note{},
			"If-Match", fmt.Sprintf(`"%d"`, d.Version))
	}
}

// undoer is the same for who takes something back.
func (r *room) undoer(pool *pgxpool.Pool) (undo func(id string) error) {
	r.T.Helper()
	post := r.atDesk(pool)
	return func(id string) error {
		if code := post("/api/undo/"+id, nil); code != http.StatusOK {
			return fmt.Errorf("status %d", code)
		}
		return nil
	}
}

// atDesk signs Sanne in at the desk behind its operations.
func (r *room) atDesk(pool *pgxpool.Pool) func(path string, body any, head ...string) int {
	r.T.Helper()
	issuer, keys := identitytest.New(r.T, r.Clock), identitytest.Keys(r.T)
	staff := identity.New(r.Pool, r.Clock, identity.Config{
		Issuer:   identitytest.URL,
		ClientID: identitytest.ClientID,
		KeysURL:  issuer.KeysURL,
		Domains:  []string{"herstelruimte.example"},
		Seal:     identitytest.Seal(keys, "staff_session"),
		Open:     identitytest.Open(keys, "staff_session"),
		Rate:     httpkit.NewLimits(0, netip.Prefix{}).Rate(identity.AttemptsAMinute, time.Minute),
		Log:      slog.New(slog.DiscardHandler),
	})
	desk := r.withDesk()
	desk.Pool, desk.Staff = pool, staff
	desk.Routes(r.API)
	staff.Routes(r.API)
	w := r.Call(http.MethodPost, "/api/session", nil,
		"Authorization", "Bearer "+issuer.Sign(r.T, issuer.Claims("sanne", "coordinator")))
	cookie, _, ok := strings.Cut(w.Header().Get("Set-Cookie"), ";")
	if !ok {
		r.T.Fatal(w.Code, w.Body)
	}
	return func(path string, body any, head ...string) int {
		return r.Call(http.MethodPost, path, body, append(head, "Cookie", cookie)...).Code
	}
}

// All drafts of a week go online in one press, one after the other. Whatever statement fails: each
// is online with its date or it waits with it, and the next press brings the rest, each date once.
func TestAFaultAtAnyStatementLeavesADraftOnlineOrNot(t *testing.T) {
	r := setup(t)
	f := dbtest.Faulty(t, r.Pool)
	publish := r.publisher(f)
	var ids []string
	for i := range 2 {
		id := r.Activity(hosted(fmt.Sprintf("Film %d", i), "Loes", fmt.Sprintf("Zaal %d", i)))
		r.deskOn(id, nil)
		ids = append(ids, id)
	}
	all := func() (refused int) {
		for _, d := range r.week(sanne, "2026-W48").Drafts {
			if code := publish(d); code != http.StatusOK {
				refused++
			}
		}
		return refused
	}
	made, mails := 0, r.Number(`select count(*) from mail`)
	for at := 1; ; at++ {
		for i, id := range ids { // a new date waits in each
			n := newDate(0, "2026-11-26", "14.00", "15.30")
			n.ID = fmt.Sprintf("occ_%dx%018d", i, at)
			r.edit(`
				update draft
				set doc = jsonb_set(doc, '{newDates}', $2), changed = true
				where id = $1`, id, db.JSON([]rules.NewDate{n}))
		}
		refused := 0
		reached := f.Fail(at, func() { refused = all() })
		online := r.Number(`select count(*) from occurrence`) - made
		if online+r.wrote() != len(ids) {
			t.Fatalf("statement %d: %d online and %d on the desk, want %d in all",
				at, online, r.wrote(), len(ids))
		}
		if !reached {
			if refused != 0 || online != len(ids) || at < 2*8 {
				t.Fatalf("%d refused, %d online after %d faults", refused, online, at-1)
			}
			break
		}
		if refused > 1 || refused == 0 && online < len(ids) {
			t.Fatalf("statement %d: %d refused, %d online", at, refused, online)
		}
		if refused := all(); refused != 0 {
			t.Fatalf("statement %d: %d refused at the next press", at, refused)
		}
		if made += len(ids); r.wrote() != 0 || r.Number(`select count(*) from occurrence`) != made {
			t.Fatalf("statement %d: %d on the desk after the next press, want none",
				at, r.wrote())
		}
	}
	r.MustCount(mails, `select count(*) from mail`) // nobody is told
}
