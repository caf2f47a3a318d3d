package figures

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"herstelruimte/internal/agenda/booking"
	"herstelruimte/internal/agenda/desk"
	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/agenda/waitlist"
	"herstelruimte/internal/longtest"
)

// forgetting are the kinds of people's rows, in the order of the night.
var forgetting = []string{"needs", "entries", "registrations"}

// winter is a date each week, six in a row from Tuesday 17 November on, with people of whom half
// came, one signed up at the site with what they need, and one waits and was offered a place.
func (r *room) winter(people int) (dates []string) {
	r.T.Helper()
	each := people/6 + 1
	for week := range 6 {
		o := r.Date(r.Activity(func(a *rules.Activity) {
			a.MaxGuests, a.AskSupport, a.AskDiet = 1, true, true
		}), at("2026-11-17", 14).AddDate(0, 0, 7*week), each, nil)
		dates = append(dates, o)
		with := r.SignUp("Noor", r.address("noor", week))
		with["support"], with["firstTime"] = "Graag een stoel bij de deur", true
		r.Want(r.Register(o, with), 201)
		for i := range each - 1 {
			if _, err := r.AddPerson(r.T.Context(), booking.By{Actor: fatima}, o, desk.DeskSignUp{
				Name: fmt.Sprint("Persoon ", i), Contact: fmt.Sprintf("06%08d", week*10000+i),
				Consent: true, Source: "telefoon", IfFull: "tell",
			}); err != nil {
				r.T.Fatal(err)
			}
		}
		r.Want(r.Wait(o, "Wim", r.address("wim", week)), 201)
	}
	token := r.Token("registration", waitlist.RegistrationToken, r.address("noor", 5))
	r.Want(r.Call("DELETE", "/api/registration", nil, "Authorization", token), 200)
	r.exec(`
		insert into attendance (registration_id, session_id, state, guests, at, by)
		select g.id, se.id, case when g.order_no % 2 = 0 then 'here' else 'absent' end, 0,
			se.ends_at, 'Jan'
		from registration g
		join session se on se.occurrence_id = g.occurrence_id
		where g.status = 'registered'`)
	r.exec(`
		insert into tap (id, kind, day, session_id, registration_id, at, received_at, by, sent_by)
		select 'tap-' || registration_id, 'attendance', at::date, session_id, registration_id, at,
			at, 'Jan', 'Jan'
		from attendance`)
	r.exec(`
		insert into call_try (id, subject_id, occurrence_id, outcome, by, at)
		select 'try-' || id, id, occurrence_id, 'noAnswer', 'Jan', created_at
		from waitlist_entry`)
	return dates
}

func (r *room) address(who string, week int) string {
	return fmt.Sprintf("%s%d@voorbeeld.example", who, week)
}

// night is 03.30 of a day; every kind but those left out goes.
func (r *room) night(s string, but ...string) {
	r.T.Helper()
	r.Clock.Set(at(s, 3).Add(30 * time.Minute))
	r.exec(`
		update mail
		set state = 'sent', sent_at = created_at, sealed = null
		where state in ('held', 'queued', 'sending', 'failed')`)
	for _, kind := range forgetting {
		if len(but) > 0 && but[0] == kind {
			continue
		}
		due, err := r.Leaving(r.T.Context(), kind, r.Clock.Now())
		if err != nil {
			r.T.Fatal(err)
		}
		n, err := r.Forget(r.T.Context(), kind, r.Clock.Now())
		if err != nil || n != due {
			r.T.Fatalf("%s: %d went, %d were to go (%v)", kind, n, due, err)
		}
		if again, err := r.Forget(r.T.Context(), kind, r.Clock.Now()); err != nil || again != 0 {
			r.T.Fatalf("%s once more: %d went (%v)", kind, again, err)
		}
	}
}

// leftovers are the rows of people that no term allows any more, in every table that holds some.
func (r *room) leftovers() (out string) {
	r.T.Helper()
	now := r.Clock.Now()
	if err := r.Pool.QueryRow(r.T.Context(), `
		with gone as (
			select row_id from erasure_journal
		), late as (
			select 'registration' kind, count(*) n
			from registration g
			join occurrence o on o.id = g.occurrence_id
			where o.ends_at <= $1
			union all
			select 'waitlist_entry', count(*)
			from waitlist_entry g
			join occurrence o on o.id = g.occurrence_id
			where o.ends_at <= $2
			union all
			select 'needs', count(*)
			from registration g
			join occurrence o on o.id = g.occurrence_id
			where o.ends_at <= $2 and not g.doc ? 'needsGone'
			union all
			select 'call_try', count(*) from call_try where subject_id in (table gone)
			union all
			select 'staff_act', count(*) from staff_act where subject_id in (table gone)
			union all
			select 'mail', count(*) from mail where cause_id in (table gone)
			union all
			select 'idempotency', count(*) from idempotency where subject in (table gone)
			union all
			select 'attendance', count(*) from attendance where registration_id in (table gone)
			union all
			select 'tap', count(*) from tap where registration_id in (table gone)
			union all
			select 'own_link', count(*)
			from own_link
			where registration_id in (table gone) or entry_id in (table gone)
			union all
			select 'desk_code', count(*) from desk_code where id in (table gone)
			union all
			select 'call', count(*)
			from call
			where registration_id in (table gone) or entry_id in (table gone)
			union all
			select 'offer', count(*) from offer where entry_id in (table gone)
		)
		select coalesce(string_agg(kind || ' ' || n, ', ' order by kind), '')
		from late
		where n > 0`, now.AddDate(0, 0, -30), now.AddDate(0, 0, -7)).Scan(&out); err != nil {
		r.T.Fatal(err)
	}
	return out
}

func (r *room) wantLeft(sql string, want int) {
	r.T.Helper()
	if n := r.Number(sql); n != want {
		r.T.Errorf("%s: got %d, want %d", sql, n, want)
	}
}

func TestAWinterOfPeopleIsForgottenByItsTermsAndEveryFigureStays(t *testing.T) {
	r := setup(t)
	people := longtest.N(t, 60, 2994) // in six dates: no date has more than 500 places
	r.winter(people)
	each := people/6 + 1
	figures := func() string {
		until := stretch{day("2026-10-01"), day("2026-12-23")}
		seen, err := r.fg.report(t.Context(), fatima, until)
		if err != nil {
			t.Fatal(err)
		}
		out, err := json.Marshal([]any{seen.Rows, seen.Weeks})
		if err != nil {
			t.Fatal(err)
		}
		sums, err := r.SumsOf(t.Context(), day("2026-10-01"), day("2026-12-23"), "")
		if err != nil {
			t.Fatal(err)
		}
		return fmt.Sprintf("%s %+v", out, sums) // with the small ones, too
	}
	r.Clock.Set(at("2026-12-23", 9)) // 22 December was the last
	before := figures()
	if err := r.CountEnded(t.Context()); err != nil {
		t.Fatal(err)
	}
	r.night("2026-12-23")
	if left := r.leftovers(); left != "" {
		t.Errorf("after the first night: %s", left)
	}
	// 17 November is 30 days and more ago; of 24 November to 15 December who waited is gone
	r.wantLeft(`select count(distinct occurrence_id) from registration`, 5)
	r.wantLeft(`select count(distinct occurrence_id) from waitlist_entry`, 1)
	r.wantLeft(`select count(*) from registration`, 5*each)
	r.wantLeft(`
		select count(*) from registration g
		join occurrence o on o.id = g.occurrence_id
		where g.doc ? 'needsGone'`, 4*each)
	if got := figures(); got != before {
		t.Errorf("the figures changed:\n%s\n%s", before, got)
	}
	hash := r.Keys.EmailKey(r.address("noor", 0))
	if n := r.Number(`
		select (select count(*) from registration where email_key = $1)
			+ (select count(*) from mail where recipient_key = $1)`, hash); n != 0 {
		t.Errorf("Noor can still be found %d times", n)
	}
	r.night("2027-01-22")
	if left := r.leftovers(); left != "" {
		t.Errorf("after the last night: %s", left)
	}
	r.wantLeft(`select count(*) from registration`, 0)
	r.wantLeft(`select count(*) from waitlist_entry`, 0)
	r.wantLeft(`select count(*) from occurrence_count where final`, 6)
	if got := figures(); got != before {
		t.Errorf("the figures changed at the end:\n%s\n%s", before, got)
	}
	r.Invariants()
}

func TestWithOneKindLeftOutTheSearchFindsIt(t *testing.T) {
	t.Parallel()
	for kind, want := range map[string]string{
		"needs":         "needs 40", // of the first date they went with the sign-ups
		"entries":       "waitlist_entry 5",
		"registrations": "registration 10",
	} {
		t.Run(kind, func(t *testing.T) {
			r := setup(t)
			r.winter(54) // ten a date
			r.night("2026-12-23", kind)
			got := r.leftovers()
			if got != want {
				t.Errorf("found %q, want %q", got, want)
			}
		})
	}
}
