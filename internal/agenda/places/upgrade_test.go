package places_test

import (
	"testing"

	"herstelruimte/internal/dbtest"
)

// In an older house links stood in the rows themselves, and name and number made a person of
// somebody with an address too.
func TestAHouseThatUpgradesKeepsItsLinksButNotThoseToOldAddresses(t *testing.T) {
	t.Parallel()
	conn, err := dbtest.New(t).Acquire(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Release()
	for _, sql := range []string{
		`create schema old; set search_path = old`,
		dbtest.Up(t, "00001_house.sql"),
		`
			insert into activity (id, slug, status, mode, category, search_text, doc, created_at,
				updated_at)
			values ('act', 'a', 'published', 'signup', 'leren', '', '{}', '2026-11-01',
				'2026-11-01');
			insert into occurrence (id, activity_id, kind, status, starts_at, join_until, ends_at,
				sessions, closes_at, doc, created_at, updated_at)
			values ('occ', 'act', 'date', 'planned', '2026-12-01', '2026-12-01', '2026-12-02', 1,
				'2026-12-01', '{}', '2026-11-01', '2026-11-01');
			insert into registration (id, occurrence_id, status, seats, email_key, phone_key,
				name_email_key, name_phone_key, token_hash, token_key, sealed, doc, created_at,
				updated_at)
			values ('mail', 'occ', 'registered', 1, 'm', 'p', 'nm', 'np', 'h1', 'k', '', '{}',
					'2026-11-01', '2026-11-01'),
				('phone', 'occ', 'registered', 1, null, 'p', null, 'np2', 'h2', 'k', '', '{}',
					'2026-11-01', '2026-11-01'),
				('moved', 'occ', 'registered', 1, 'x', null, 'nx', null, 'h3', 'k', '',
					'{"entry": "given"}', '2026-11-01', '2026-11-01');
			insert into waitlist_entry (id, occurrence_id, state, seats, way, email_key, phone_key,
				name_email_key, name_phone_key, token_hash, token_key, sealed, doc, created_at,
				updated_at)
			values ('waits', 'occ', 'waiting', 1, 'mail', 'm', 'p', 'nm', 'np', 'h4', 'k', '',
					'{}', '2026-11-01', '2026-11-01'),
				('given', 'occ', 'accepted', 1, 'mail', 'o', null, 'no', null, 'h5', 'k', '', '{}',
					'2026-11-01', '2026-11-01');
			insert into mail (id, kind, state, cause_id, recipient_key, data, created_at,
				updated_at)
			values ('m3', 'M3', 'sent', 'moved', 'o', '{}', '2026-11-01', '2026-11-01')`,
		dbtest.Up(t, "00023_persons.sql"),
	} {
		if _, err := conn.Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
	for sql, want := range map[string]string{
		`
			select string_agg(concat_ws(' ', id, coalesce(registration_id, entry_id),
				convert_from(token_hash, 'UTF8'), convert_from(mailed_to, 'UTF8')), ', ' order by id)
			from own_link`: "mail mail h1 m, phone phone h2, waits waits h4 m",
		`
			select string_agg(id, ', ' order by id)
			from (select id, name_phone_key from registration
				union all select id, name_phone_key from waitlist_entry) r
			where name_phone_key is not null`: "phone",
	} {
		var got string
		if err := conn.QueryRow(t.Context(), sql).Scan(&got); err != nil || got != want {
			t.Errorf("%q, want %q (%v)", got, want, err)
		}
	}
}
