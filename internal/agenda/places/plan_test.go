package places_test

import (
	"testing"

	"herstelruimte/internal/dbtest"
)

// A house of some years: what the engine asks at every act, and its sweep, must not grow with what
// is over.
func TestTheEngineReadsOnlyWhatIsOpen(t *testing.T) {
	r := setup(t)
	o := r.Queue(2, 2, nil)
	r.exec(`
		with dates as (
			insert into occurrence (id, activity_id, kind, status, starts_at, join_until, ends_at,
				sessions, closes_at, capacity, seat_limit, doc, created_at, updated_at)
			select 'old_' || n, activity_id, kind, status, starts_at, join_until, ends_at, 1,
				closes_at, 2, 2, doc, created_at, updated_at
			from occurrence, generate_series(1, 2000) n
			returning id, created_at
		), entries as (
			insert into waitlist_entry (id, occurrence_id, state, seats, way, email_key, sealed,
				doc, created_at, updated_at)
			select 'e_' || id, id, 'expired', 1, 'mail', 'x', 'x', '{}', created_at, created_at
			from dates
			returning occurrence_id as id, created_at
		), vacancies as (
			insert into vacancy (id, occurrence_id, state, reason, created_at, updated_at)
			select 'v_' || id, id, 'released', 'listUsedUp', created_at, created_at
			from entries
			returning occurrence_id as id, created_at
		), mails as (
			insert into mail (id, kind, state, cause_id, recipient_key, data, created_at,
				updated_at, sent_at)
			select 'm_' || id, 'M7', 'sent', 'e_' || id, 'x',
				jsonb_build_object('offer', 'o_' || id), created_at, created_at, created_at
			from vacancies
			returning created_at
		)
		insert into offer (id, occurrence_id, entry_id, state, way, seats, until, tell_by,
			created_at)
		select 'o_' || id, id, 'e_' || id, 'expired', 'mail', 1, created_at, created_at, created_at
		from dates
		where (select count(*) from mails) > 0`)
	for _, table := range []string{
		"occurrence", "waitlist_entry", "vacancy", "mail", "offer", "offer_vacancy",
	} {
		r.exec(`analyze ` + table)
	}
	heard := dbtest.Listen(t, r.Pool)
	engine := *r.Places
	engine.Pool = heard.Pool
	r.CancelPlace(person(1))
	r.Deliver()
	r.CancelPlace(person(2))
	r.ok(engine.Wake(t.Context(), o))
	r.ok(engine.Sweep(t.Context()))
	for _, words := range []string{
		"offer o", "vacancy v", "from vacancy", "waitlist_entry e", "from occurrence", "sent_at >",
	} {
		rows, whole := heard.Work(words)
		if whole || rows > 60 {
			t.Errorf("what asks for %q looked at %v rows, whole tables %v", words, rows, whole)
		}
	}
}

// Without one, deleting a row of the list reads all offers that were ever made.
func TestWhatGoesWithARowOfTheEngineIsFoundByAnIndex(t *testing.T) {
	r := setup(t)
	r.MustCount(0, `
		pg_constraint f
		where f.contype = 'f'
			and f.conrelid in ('offer'::regclass, 'offer_vacancy'::regclass, 'vacancy'::regclass,
				'waitlist_entry'::regclass)
			and not exists (
				select from pg_index i
				where i.indrelid = f.conrelid
					and i.indkey[0] = f.conkey[1]
					and i.indpred is null
			)`)
}
