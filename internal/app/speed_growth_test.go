//go:build speed

package app

import (
	"bytes"
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"herstelruimte/internal/db"
	"herstelruimte/internal/dbtest"
)

// grown is a house with so many dates and people, three dates a day up to three weeks ahead. The
// last days and what comes are the same in all of them: only the past is longer.
type grown struct {
	*site
	size int
	asks []asked
}

// asked is one question, by the name that it has in speed.txt.
type asked struct {
	name, method, path string
	body               any
	head               []string
}

// growing measures what reads cost in houses of three sizes, in turn.
func growing(t *testing.T, m measured) {
	var houses []*grown
	for _, size := range []int{100, 10_000, 100_000} {
		houses = append(houses, grow(t, size))
	}
	const n = 20
	for i, a := range houses[0].asks {
		before := told(houses, i)
		for range speedRounds {
			for _, h := range houses {
				began := time.Now()
				for range n {
					h.ask(h.asks[i])
				}
				m.add("ms of "+a.at(h.size), time.Since(began).Seconds()*1000/n)
			}
			after := told(houses, i)
			for j, h := range houses {
				m.add("blocks of "+a.at(h.size), float64(after[j]-before[j])/(n+1))
			}
			before = after
		}
	}
}

func (a asked) at(size int) string { return fmt.Sprintf("%s, %d dates and people", a.name, size) }

// told are the blocks that each house has read. A connection tells them at the end of a statement,
// once a second at most: so it waits, and asks once more.
func told(houses []*grown, i int) []int {
	time.Sleep(1100 * time.Millisecond)
	var all []int
	for _, h := range houses {
		h.t.Helper()
		h.ask(h.asks[i])
		var blocks int
		if err := h.looks.QueryRow(h.t.Context(), `
			select blks_hit + blks_read
			from pg_stat_database
			where datname = current_database()`).Scan(&blocks); err != nil {
			h.t.Fatal(err)
		}
		all = append(all, blocks)
	}
	return all
}

func grow(t *testing.T, size int) *grown {
	t.Helper()
	cfg := configOf(t, dbtest.URL(t))
	cfg.Conns = 2
	s := idle(t, cfg, nil)
	activity, o := s.place(500)
	s.want(s.register(o, s.signUp("Anja de Wit", "anja@voorbeeld.example")), http.StatusCreated)
	conn, err := s.Pool.Acquire(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Release()
	for _, sql := range []string{`
		set statement_timeout = '5min'`, `
		alter table occurrence set (autovacuum_enabled = off)`, `
		alter table session set (autovacuum_enabled = off)`, `
		alter table registration set (autovacuum_enabled = off)`, `
		insert into occurrence
		select c.*
		from occurrence o, generate_series(1, $1::int) n,
			lateral (select $2::timestamptz + '20 days' - n * interval '8 hours' as at) a,
			lateral jsonb_populate_record(o, jsonb_build_object('id', 'occ_' || n, 'taken', 0,
				'starts_at', at, 'join_until', at, 'closes_at', at, 'ends_at', at + '2 hours',
				'first_ends_at', at + '2 hours')) c`, `
		insert into session (id, occurrence_id, n, starts_at, ends_at, status, room)
		select 'ses_' || id, id, 1, starts_at, ends_at, 'planned', 'Stille kamer'
		from occurrence
		where taken = 0 and $1 > 0 and $2::timestamptz is not null`, `
		insert into registration (id, occurrence_id, status, seats, email_key, first_key, sealed, doc,
			created_at, updated_at)
		select 'reg_' || n, 'occ_' || 75 + n % ($1 - 75), status, seats,
			decode(md5(n::text), 'hex'), decode(md5('first' || n), 'hex'), sealed, doc, $2, $2
		from registration, generate_series(1, $1::int) n`, `
		vacuum analyze`,
	} {
		args := []any{size, monday}
		if !bytes.Contains([]byte(sql), []byte("$1")) {
			args = nil
		}
		if _, err := conn.Exec(t.Context(), sql, args...); err != nil {
			t.Fatalf("%v in %s", err, sql)
		}
	}
	staff := []string{"Cookie", s.signIn(t, "coordinator")}
	key := s.registrationKey("anja@voorbeeld.example")
	get := http.MethodGet
	return &grown{site: s, size: size, asks: []asked{
		{"programme", get, "/api/occurrences", nil, nil},
		{"words in the programme", get, "/api/occurrences?zoek=schrijven", nil, nil},
		{"date", get, "/api/activities/" + activity + "/occurrences/" + o, nil, nil},
		{"own page", get, "/api/registration", nil, holds(key)},
		{"Vandaag", get, "/api/today", nil, staff},
		{"week", get, "/api/week?week=2026-W48", nil, staff},
		{"search of a person", http.MethodPost, "/api/persons/search",
			map[string]any{"what": "anja@voorbeeld.example"}, staff},
	}}
}

func (h *grown) ask(a asked) {
	h.t.Helper()
	var body bytes.Buffer
	if a.body != nil {
		body.Write(db.JSON(a.body))
	}
	r := httptest.NewRequest(a.method, h.url+a.path, &body)
	r.Header.Set("Content-Type", "application/json")
	for i := 0; i < len(a.head); i += 2 {
		r.Header.Set(a.head[i], a.head[i+1])
	}
	w := httptest.NewRecorder()
	h.handler.ServeHTTP(w, r)
	if w.Code != http.StatusOK {
		h.t.Fatalf("%s at %d: %d %.300s", a.name, h.size, w.Code, w.Body)
	}
}
