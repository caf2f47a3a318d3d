package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/booking"
	"herstelruimte/internal/agenda/desk"
	"herstelruimte/internal/clock"
	"herstelruimte/internal/dbtest"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/longtest"
)

// How many phones look at the same evening, and how often each looks again (useFresh.ts).
const (
	phones    = 10
	lookAgain = 10 * time.Second
)

// worked is how long a process has been at work on any processor, in hundredths of a second.
func worked(t *testing.T, pid int) time.Duration {
	t.Helper()
	raw, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(raw), ") ") // the name may hold spaces
	fields := strings.Fields(rest)
	ticks := 0
	for _, field := range fields[11:13] { // utime, stime
		n, err := strconv.Atoi(field)
		if err != nil {
			t.Fatal(err)
		}
		ticks += n
	}
	return time.Duration(ticks) * 10 * time.Millisecond
}

// evening is a day with six meetings of ten people each, which ten phones look at.
type evening struct {
	*served
	database string
	morning  time.Time
	cookies  []string
}

func newEvening(t *testing.T) *evening {
	t.Helper()
	database := dbtest.URL(t)
	morning := clock.Day(time.Now())
	a := inside(t, database, clock.Stopped(morning))
	by := booking.By{Actor: identity.Actor{
		ID: "fatima", Roles: []identity.Role{identity.Coordinator},
	}}
	for n := range 6 {
		_, date := meeting(t, a, morning.Add(time.Duration(11+n)*time.Hour), 12)
		for i := range 10 {
			if _, err := a.Agenda.AddPerson(t.Context(), by, date, desk.DeskSignUp{
				Name: fmt.Sprint("Persoon", i), Consent: true, Source: "telefoon", IfFull: "tell",
			}); err != nil {
				t.Fatal(err)
			}
		}
	}
	e := &evening{
		served:   serveOn(t, database, "SEND_LIMIT_FACTOR=0"),
		database: database,
		morning:  morning,
	}
	for n := range phones {
		e.cookies = append(e.cookies, e.signedIn(fmt.Sprint("gastheer-", n), "gastheer"))
	}
	return e
}

// look is what a phone does: it asks for the day, unless it is as it was.
func (e *evening) look(phone int, tag string) (status int, newTag string, body []byte) {
	e.t.Helper()
	req, err := http.NewRequest(http.MethodGet, e.url+"/api/today?day="+clock.Date(e.morning), nil)
	if err != nil {
		e.t.Fatal(err)
	}
	req.Header.Set("Cookie", e.cookies[phone])
	if tag != "" {
		req.Header.Set("If-None-Match", tag)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		e.t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	if body, err = io.ReadAll(res.Body); err != nil {
		e.t.Fatal(err)
	}
	return res.StatusCode, res.Header.Get("ETag"), body
}

// work is that of the program and of whoever answers it in PostgreSQL.
func (e *evening) work() (program, database time.Duration) {
	e.t.Helper()
	conn, err := pgx.Connect(e.t.Context(), e.database)
	if err != nil {
		e.t.Fatal(err)
	}
	defer func() { _ = conn.Close(e.t.Context()) }()
	rows, err := conn.Query(e.t.Context(), `
		select pid
		from pg_stat_activity
		where datname = current_database()
			and pid <> pg_backend_pid()`)
	if err != nil {
		e.t.Fatal(err)
	}
	pids, err := pgx.CollectRows(rows, pgx.RowTo[int])
	if err != nil {
		e.t.Fatal(err)
	}
	for _, pid := range pids {
		database += worked(e.t, pid)
	}
	return worked(e.t, e.cmd.Process.Pid), database
}

// cost is the work of one look of a phone.
func (e *evening) cost(looks, want int, tags []string) (program, database time.Duration) {
	e.t.Helper()
	programBefore, databaseBefore := e.work()
	for n := range looks {
		if status, _, _ := e.look(n%phones, tags[n%phones]); status != want {
			e.t.Fatalf("status %d, want %d", status, want)
		}
	}
	program, database = e.work()
	return (program - programBefore) / time.Duration(looks),
		(database - databaseBefore) / time.Duration(looks)
}

// The work is counted, not the time: how long something takes depends on who else is at work.
func TestTenPhonesThatLookAtAnEveningCostLittle(t *testing.T) {
	e := newEvening(t)
	nothing, tags := make([]string, phones), make([]string, phones)
	for phone := range tags {
		status, tag, body := e.look(phone, "")
		var day struct {
			Sessions []struct{ People []struct{ ID string } }
		}
		if err := json.Unmarshal(body, &day); err != nil || status != http.StatusOK {
			t.Fatal(status, err)
		}
		people := 0
		for _, s := range day.Sessions {
			people += len(s.People)
		}
		if people != 60 {
			t.Fatalf("a phone shows %d people, want 60", people)
		}
		tags[phone] = tag
	}
	looks := longtest.N(t, 150, 3000)
	whole, wholeDB := e.cost(looks, http.StatusOK, nothing)
	same, sameDB := e.cost(2*looks, http.StatusNotModified, tags)
	for what, of := range map[string][2]time.Duration{
		"the whole day": {whole, wholeDB}, "nothing new": {same, sameDB},
	} {
		all := float64(phones) * (of[0] + of[1]).Seconds() / lookAgain.Seconds()
		t.Logf("%s: %s of the program, %s of PostgreSQL; %d phones take %.2f%% of a core",
			what, of[0], of[1], phones, 100*all)
	}
	if 5*(same+sameDB) > whole+wholeDB {
		t.Errorf("a look without news takes %s of work, the whole day %s",
			same+sameDB, whole+wholeDB)
	}
	// the control: a look after something happened is answered whole
	a := inside(t, e.database, clock.Stopped(e.morning))
	meeting(t, a, e.morning.Add(20*time.Hour), 12)
	if status, _, _ := e.look(0, tags[0]); status != http.StatusOK {
		t.Errorf("after something happened: %d", status)
	}
}
