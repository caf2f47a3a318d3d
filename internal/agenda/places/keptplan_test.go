package places_test

import (
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/dbtest"
)

// A process that starts while tables are empty keeps its plans: they must not read what comes after
// as a whole. The control plans as PostgreSQL would by itself.
func TestPlansThatAreMadeOnEmptyTablesHoldOnFullOnes(t *testing.T) {
	r := setup(t)
	heard := dbtest.Listen(t, r.Pool)
	r.Places.Pool, r.Keeper.Pool = heard.Pool, heard.Pool
	r.walk()
	exec := func(all ...string) {
		t.Helper()
		for _, sql := range all {
			_, err := r.Pool.Exec(t.Context(), sql, pgx.QueryExecModeSimpleProtocol)
			if err != nil {
				t.Fatal(err, sql)
			}
		}
	}
	exec(`
		create table as_it_was as select * from occurrence limit 1`, `
		create table what_it_was as
			select a.* from activity a join as_it_was o on o.activity_id = a.id`, `
		truncate activity, occurrence, session, registration, waitlist_entry, vacancy, offer,
			mail, own_link, idempotency, call, staff_act cascade`, `vacuum`)
	ours, control := heard.Keep(false), heard.Keep(true)
	exec(`
		insert into activity (id, slug, status, mode, category, search_text, doc, created_at,
			updated_at)
		select id, slug, status, mode, category, search_text, doc, created_at, updated_at
		from what_it_was`, `
		insert into occurrence (id, activity_id, kind, status, starts_at, join_until, ends_at,
			sessions, closes_at, capacity, seat_limit, doc, created_at, updated_at)
		select 'o_' || n, activity_id, kind, 'planned', starts_at, join_until, ends_at, 1,
			closes_at, 2, 2, '{}', created_at, updated_at
		from as_it_was, generate_series(1, 2000) n`, `
		insert into registration (id, occurrence_id, status, seats, email_key, name_email_key,
			first_key, sealed, doc, created_at, updated_at)
		select 'r_' || id, id, 'registered', 1, convert_to(id, 'UTF8'), convert_to(id, 'UTF8'),
			convert_to(id, 'UTF8'), 'x', '{}', created_at, created_at
		from occurrence`, `
		insert into waitlist_entry (id, occurrence_id, state, seats, way, email_key,
			name_email_key, sealed, doc, created_at, updated_at)
		select 'e_' || id, id, 'waiting', 1, 'mail', convert_to(id, 'UTF8'),
			convert_to(id, 'UTF8'), 'x', '{}', created_at, created_at
		from occurrence`, `
		insert into mail (id, kind, state, cause_id, recipient_key, data, created_at, updated_at)
		select 'm_' || id, 'M1', 'sent', 'r_' || id, convert_to(id, 'UTF8'), '{}', created_at,
			created_at
		from occurrence`, `
		insert into own_link (id, registration_id, token_hash, token_key, mailed_to, created_at)
		select 'r_' || id, 'r_' || id, convert_to(id, 'UTF8'), 'k', convert_to(id, 'UTF8'),
			created_at
		from occurrence`, `
		insert into idempotency (key, fingerprint, status, sealed, created_at)
		select gen_random_uuid()::text, 'x', 201, 'x', created_at
		from occurrence`)
	for _, said := range ours(100) {
		t.Error("kept from empty tables:", said)
	}
	if len(control(100)) == 0 {
		t.Error("no plan of PostgreSQL's own reads too much: this test would notice none of ours")
	}
}

// walk does what visitors and the desk do most.
func (r *room) walk() {
	r.T.Helper()
	o, other := r.Queue(2, 1, nil), r.Place(0)
	r.signs(other, "Anja", person(7))
	r.signs(other, "Anja", person(7))
	r.Clock.Advance(time.Minute)
	r.add(other, "Anja Twee", "0612345678")
	r.CancelPlace(person(1))
	r.Deliver()
	r.people(asFatima, o)
}
