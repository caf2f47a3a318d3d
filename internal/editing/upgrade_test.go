package editing

import (
	"fmt"
	"strings"
	"testing"

	"herstelruimte/internal/dbtest"
	"herstelruimte/migrations"
)

// A house of an older program has stories, news and questions in the table that visitors read.
func TestAHouseThatUpgradesKeepsWhatWasWritten(t *testing.T) {
	t.Parallel()
	b := setup(t)
	conn, err := b.Pool.Acquire(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Release()
	for _, sql := range []string{
		`create schema old; set search_path = old`,
		dbtest.Up(t, "00006_content.sql"),
		`
			insert into document (id, kind, status, draft, published, version, publish_from,
				sort_at, changed_at, pinned, position, year, created_at, updated_at) values
			('nws_a', 'news', 'published', '{"title": "De lift"}', '{"title": "De lift"}', 3,
				'2026-01-02', '2026-01-02', '2026-01-02', true, 0, null, '2026-01-01',
				'2026-01-03'),
			('sty_a', 'story', 'reviewed', '{"title": "Een begin"}', null, 1, null, '2026-01-02',
				null, false, 0, null, '2026-01-01', '2026-01-03'),
			('sty_b', 'story', 'withdrawn', '{"title": "Weg"}', null, 2, null, '2026-01-02', null,
				false, 0, null, '2026-01-01', '2026-01-03'),
			('faq_a', 'faq', 'published', '{"question": "Mag ik?"}', '{"question": "Mag ik"}', 2,
				null, '2026-01-02', '2026-01-02', false, 7, null, '2026-01-01', '2026-01-03'),
			('yr_2025', 'year', 'draft', '{"year": 2025}', null, 1, null, '2026-01-02', null, false,
				0, 2025, '2026-01-01', '2026-01-03')`,
		dbtest.Up(t, "00012_editing.sql"),
	} {
		if _, err := conn.Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
	var got string
	err = conn.QueryRow(t.Context(), `
		select string_agg(
			concat_ws(' ', id, kind, title, status, changed, pinned and public_pinned, position,
				version = published_version, public_doc = doc),
			'; ' order by id
		)
		from draft`).Scan(&got)
	want := "faq_a faq Mag ik? published t f 7 t f; nws_a news De lift published f t 0 t t; " +
		"sty_a story Een begin draft f f 0; sty_b story Weg withdrawn f f 0; yr_2025 year 2025 draft f f 0"
	if err != nil || got != want {
		t.Errorf("%v\n%s\n%s", err, got, want)
	}
	var acts string
	if err := conn.QueryRow(t.Context(), `
		select string_agg(act, ' ' order by draft_id) from revision`).Scan(
		&acts,
	); err != nil || acts != "publish publish save save save" {
		t.Error(fmt.Sprint(acts, err))
	}
	if _, err := conn.Exec(t.Context(), `reset search_path`); err != nil {
		t.Error(err)
	}
}

// What visitors read was a table of its own: their dates, what a teller let be shown and what was
// taken back come along, and with a step back all of it is where it was.
func TestAHouseThatUpgradesKeepsWhatVisitorsRead(t *testing.T) {
	t.Parallel()
	b := setup(t)
	conn, err := b.Pool.Acquire(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Release()
	const seen = `
		select string_agg(concat_ws(' ', id, kind, status, published, publish_from::date,
			sort_at::date, changed_at::date, over, pinned, position, year), '; ' order by id)
		from document`
	run := func(sql ...string) {
		t.Helper()
		for _, one := range sql {
			if _, err := conn.Exec(t.Context(), one); err != nil {
				t.Fatal(err)
			}
		}
	}
	read := func(sql string) (got string) {
		t.Helper()
		if err := conn.QueryRow(t.Context(), sql).Scan(&got); err != nil {
			t.Fatal(err)
		}
		return got
	}
	run(`create schema old; set search_path = old`, dbtest.Up(t, "00006_content.sql"),
		dbtest.Up(t, "00012_editing.sql"), dbtest.Up(t, "00015_consent.sql"), `
		insert into document (id, kind, status, published, publish_from, sort_at, changed_at, over,
			pinned, position, year, created_at, updated_at) values
		('nws_a', 'news', 'published', '{"title": "A"}', '2026-01-02', '2026-01-02', '2026-01-05',
			true, true, 0, null, '2026-01-01', '2026-01-03'),
		('sty_a', 'story', 'published', '{"title": "S", "displayName": "Iemand"}', null,
			'2026-02-02', '2026-02-03', false, false, 0, null, '2026-01-01', '2026-01-03'),
		('sty_b', 'story', 'withdrawn', null, null, '2026-01-02', null, false, false, 0, null,
			'2026-01-01', '2026-01-03'),
		('faq_a', 'faq', 'hidden', null, null, '2026-03-02', '2026-03-02', false, false, 7, null,
			'2026-01-01', '2026-01-03'),
		('yr_1', 'year', 'published', '{"year": 2025}', null, '2026-01-02', '2026-01-02', false,
			false, 0, 2025, '2026-01-01', '2026-01-03');
		insert into document_theme values ('werk', '2026-02-02', 'sty_a');
		insert into draft (id, kind, doc, status, public_doc, public_from, public_pinned, position,
			public_position, created_at, updated_at) values
		('nws_a', 'news', '{"title": "B"}', 'over', '{"title": "A"}', '2026-01-02', true, 0, 0,
			'2026-01-01', '2026-01-03'),
		('nws_c', 'news', '{"title": "C"}', 'published', '{"title": "C"}', null, true, 0, 0,
			'2026-01-01', '2026-01-03'),
		('sty_a', 'story', '{"title": "S"}', 'published', '{"title": "S", "displayName": "Els"}',
			null, false, 0, 0, '2026-01-01', '2026-01-03'),
		('faq_a', 'faq', '{}', 'hidden', null, null, false, 7, 7, '2026-01-01', '2026-01-03')`)
	before := read(seen)
	run(dbtest.Up(t, "00102_one_store.sql"), `delete from draft where id = 'nws_c'`)
	want := `nws_a news over {"title": "A"} 2026-01-02 2026-01-02 2026-01-05 t t 0; ` +
		`sty_a story published {"title": "S", "displayName": "Iemand"} 2026-02-02 2026-02-03 f f 0; ` +
		`yr_1 year published {"year": 2025} 2026-01-02 2026-01-02 f f 0 2025`
	if got := read(seen); got != want {
		t.Errorf("visitors read\n%s, want\n%s", got, want)
	}
	if got := read(`
		select string_agg(concat_ws(' ', id, status, doc, public_doc, sort_at::date), '; ' order by id)
		from draft
		where limited is not null or public_doc is null`); got != `faq_a hidden {} 2026-03-02; `+
		`sty_a published {"title": "S"} {"title": "S", "displayName": "Els"} 2026-02-02; `+
		`sty_b withdrawn {} 2026-01-02` {
		t.Errorf("the desk has\n%s", got)
	}
	raw, err := migrations.Files.ReadFile("00102_one_store.sql")
	if err != nil {
		t.Fatal(err)
	}
	_, down, _ := strings.Cut(string(raw), "-- +goose Down")
	if run(down); read(seen) != before {
		t.Errorf("a step back\n%s, was\n%s", read(seen), before)
	}
	if read(`select count(*)::text from document_theme`) != "1" {
		t.Error("the themes are gone")
	}
	run(`reset search_path`)
}

// The settings of the house had the id of a page: what was written of them moves aside, with its
// history.
func TestTheSettingsOfTheHouseMoveAsideForThePageAboutContact(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ kind, want string }{
		"settings": {
			"settings",
			`house settings {"house": {"name": "A"}} {"house": {"name": "A"}} | house {"house": {"name": "A"}} | house | house`,
		},
		"a page": {
			"page",
			`contact page {"contact": {"name": "A", "promise": "P"}} {"contact": {"name": "A", "promise": "P"}} | contact {"contact": {"name": "A", "promise": "P"}} | contact | contact`,
		},
	} {
		b := setup(t)
		conn, err := b.Pool.Acquire(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for _, sql := range []string{
			`create schema old; set search_path = old`,
			dbtest.Up(t, "00006_content.sql"),
			dbtest.Up(t, "00012_editing.sql"),
			`create table file_use (draft_id text, file_id text)`,
			`
				insert into draft (id, kind, doc, public_doc, status, created_at,
					updated_at) select 'contact', '` + c.kind +
				`', d, d, 'published', '2026-01-01', '2026-01-01'
				from (select '{"contact": {"name": "A", "promise": "P"}}'::jsonb as d) x;
			insert into revision (draft_id, n, version, doc, by, at, began_at, auto, act)
			select id, 1, 1, doc, '', updated_at, updated_at, false, 'save'
			from draft;
			insert into link values ('contact', 'fil_1', true);
			insert into file_use
			values ('contact', 'fil_1')`,
			dbtest.Up(t, "00019_settings_house.sql"),
		} {
			if _, err := conn.Exec(t.Context(), sql); err != nil {
				t.Fatal(name, err)
			}
		}
		var got string
		err = conn.QueryRow(t.Context(), `
			select concat_ws(' | ', (select concat_ws(' ', id, kind, doc, public_doc) from draft),
				(select concat_ws(' ', draft_id, doc) from revision), (select from_id from link),
				(select draft_id from file_use))`).Scan(&got)
		if err != nil || got != c.want {
			t.Errorf("%s: %v\n%s\n%s", name, err, got, c.want)
		}
		if _, err := conn.Exec(t.Context(), `reset search_path`); err != nil {
			t.Error(err)
		}
		conn.Release()
	}
}
