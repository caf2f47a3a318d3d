package main

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/app"
	"herstelruimte/internal/dbtest"
)

func TestDataSaysRowsSchemaAndWhatDoesNotHoldTogether(t *testing.T) {
	address := dbtest.URL(t)
	t.Setenv("DATABASE_URL", address)
	t.Setenv("DATABASE_PASSWORD", "")
	t.Setenv("DATABASE_PASSWORD_FILE", "")
	var out strings.Builder
	if err := dataWord(
		t.Context(),
		nil,
		&out,
	); err != nil || !strings.Contains(out.String(), "De gegevens kloppen met elkaar.") ||
		!strings.Contains(out.String(), "0  registration\n") {
		t.Errorf("%s, %v", out.String(), err)
	}

	conn, err := pgx.Connect(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	_, err = conn.Exec(t.Context(), `
		insert into activity_slug (slug, activity_id, since) values ('x', 'act_1', '2026-01-01');
		insert into activity (id, slug, status, mode, category, search_text, doc, created_at,
			updated_at) values ('act_1', 'x', 'published', 'signup', 'creatief', '', '{}',
			'2026-01-01', '2026-01-01');
		insert into occurrence (id, activity_id, kind, status, starts_at, join_until, ends_at,
			sessions, closes_at, taken, doc, created_at, updated_at)
			values ('occ_1', 'act_1', 'date', 'planned', '2026-01-01', '2026-01-01', '2026-01-02',
				1, '2026-01-01', 3, '{}', '2026-01-01', '2026-01-01')`)
	if err := conn.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	out.Reset()
	err = dataWord(t.Context(), []string{"-json"}, &out)
	var d app.Data
	if json.Unmarshal([]byte(out.String()), &d) != nil || err == nil || len(d.Faults) != 1 ||
		d.Counts["occurrence"] != 1 ||
		d.Schema != d.Newest {
		t.Errorf("%s, %v", out.String(), err)
	}
}

func TestDataOfTheProgramNeedsNoDatabase(t *testing.T) {
	t.Setenv("DATABASE_URL", "")
	var out strings.Builder
	var d app.Data
	if err := dataWord(
		t.Context(),
		[]string{"-program"},
		&out,
	); err != nil || json.Unmarshal([]byte(out.String()), &d) != nil || d.Newest < 5 ||
		d.Schema != 0 {
		t.Errorf("%s, %v", out.String(), err)
	}
}

func TestDataSaysInDutchThatTheDatabaseIsAway(t *testing.T) {
	t.Setenv("DATABASE_URL", "postgres://backup@127.0.0.1:1/herstelruimte")
	t.Setenv("DATABASE_PASSWORD", "geheim")
	t.Setenv("DATABASE_PASSWORD_FILE", "")
	err := inOneSentence(dataWord(t.Context(), nil, new(strings.Builder)))
	if err == nil || !strings.Contains(err.Error(), "De database geeft geen antwoord") ||
		strings.Contains(err.Error(), "geheim") {
		t.Error(err)
	}
}
