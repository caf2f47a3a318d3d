package status

import (
	"context"
	"crypto/x509"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"herstelruimte/internal/db"
	"herstelruimte/internal/house"
)

func TestAHouseInWhichAllIsWellSaysSo(t *testing.T) {
	t.Parallel()
	b := setup(t)
	r := New(b.cfg).Report(t.Context())
	says := "Alles werkt."
	for _, c := range r.Checks {
		if c.Key == "database" { // whether checksums are on, the server of the tests decides
			if c.State != Good {
				says = "1 onderdeel vraagt aandacht."
			}
			continue
		}
		if c.State != Good && c.Key != "scanner" && c.Key != "returned" {
			t.Errorf("%s is %s: %s", c.Key, c.State, c.Says)
		}
		if c.Since != "" || c.Todo != "" {
			t.Errorf("%s has something to do: %+v", c.Key, c)
		}
	}
	if !strings.HasPrefix(r.Summary, says) || r.AnyBad() || len(r.Mails) != 0 {
		t.Errorf("got %q and %v, want %q and no mails", r.Summary, r.Mails, says)
	}
	names := fmt.Sprint(r.Versions)
	for _, want := range []string{
		"Programma 1.2.3",
		"Go go1.",
		fmt.Sprint("Indeling van de database ", db.Newest()),
		"PostgreSQL 1",
		"Opslag VERSITYGW",
	} {
		if !strings.Contains(names, want) {
			t.Errorf("no version %q in %s", want, names)
		}
	}
}

func TestTheSummaryCountsWhatIsWrong(t *testing.T) {
	t.Parallel()
	for want, states := range map[string][]State{
		"Alles werkt.":                       {Good, Off},
		"3 onderdelen zijn nu niet te zien.": {Good, Unknown, Unknown, Unknown},
		"1 onderdeel vraagt aandacht. 1 onderdeel is nu niet te zien.": {
			Good,
			Warn,
			Unknown,
		},
		"1 onderdeel werkt niet. 1 onderdeel vraagt aandacht. 2 onderdelen zijn nu niet te zien.": {
			Bad,
			Warn,
			Unknown,
			Unknown,
		},
		"1 onderdeel vraagt aandacht.": {
			Good,
			Warn,
		},
		"2 onderdelen vragen aandacht.": {
			Warn,
			Warn,
		},
		"1 onderdeel werkt niet.": {
			Bad,
			Good,
		},
		"2 onderdelen werken niet. 1 onderdeel vraagt aandacht.": {
			Bad,
			Bad,
			Warn,
		},
		"1 onderdeel werkt niet. 3 onderdelen vragen aandacht.": {
			Bad,
			Warn,
			Warn,
			Warn,
		},
	} {
		var checks []Check
		for _, s := range states {
			checks = append(checks, Check{State: s})
		}
		if got := summary(checks); got != want {
			t.Errorf("%v: %q, want %q", states, got, want)
		}
	}
}

func TestASilentDatabaseIsNamedOnceAndHoldsNothingUp(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.cfg.Pool = nowhere(t)
	r := New(b.cfg).Report(t.Context())
	for _, c := range r.Checks {
		switch {
		case c.Key == "database" && c.State != Bad:
			t.Errorf("%+v", c)
		case c.Key != "database" && c.State == Bad:
			t.Errorf("%s is a second fault: %s", c.Key, c.Says)
		case slices.Contains(
			[]string{"schema", "jobs", "erasure", "mailQueue", "backup", "restore", "diskDatabase"},
			c.Key,
		) &&
			c.State != Unknown:
			t.Errorf("%s is %s, and nobody could look: %s", c.Key, c.State, c.Says)
		case strings.Contains(c.Says, "ging mis"):
			t.Errorf("%+v", c)
		}
	}
	if r.Summary != "1 onderdeel werkt niet. 9 onderdelen zijn nu niet te zien." {
		t.Error(r.Summary)
	}
}

func TestALockedTableAndAFullPoolAreLateAndNoSilentDatabase(t *testing.T) {
	t.Parallel()
	b := setup(t)
	tx, err := b.pool.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tx.Exec(
		t.Context(),
		`lock table ops_report in access exclusive mode`,
	); err != nil {
		t.Fatal(err)
	}
	if c := b.want(
		"backup",
		Unknown,
		"niet op tijd",
		"Kijk dan over vijf minuten nog eens",
	); strings.Contains(c.Says, "database geeft geen antwoord") {
		t.Error(c.Says)
	}
	if err := tx.Rollback(t.Context()); err != nil {
		t.Fatal(err)
	}
	b.want("backup", Good)
	for range b.pool.Config().MaxConns {
		conn, err := b.pool.Acquire(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Release()
	}
	b.want("backup", Unknown, "niet op tijd")
	if c := b.look(
		"database",
	); c.State == Bad || !strings.HasPrefix(c.Says, "De database antwoordt.") {
		t.Errorf("%+v", c)
	}
}

func TestTheDatabaseTellsOfItsConnectionsAndItsVersion(t *testing.T) {
	t.Parallel()
	b := setup(t)
	for _, c := range []struct {
		used, all int32
		checksums bool
		want      State
		says      string
	}{
		{3, 20, true, Good, "De database antwoordt. 3 van de 20 verbindingen zijn in gebruik."},
		{1, 20, true, Good, " 1 van de 20 verbindingen is in gebruik."},
		{0, 20, true, Good, " 0 van de 20 verbindingen zijn "},
		{3, 20, false, Warn, "controlegetallen staan uit"},
		{20, 20, true, Warn, "antwoordt, maar 20 van de 20 verbindingen zijn"},
		{0, 0, true, Good, "De database antwoordt. De controlegetallen"},
	} {
		if f := judgeDatabase(
			c.used,
			c.all,
			c.checksums,
		); f.state != c.want || !strings.Contains(f.says, c.says) {
			t.Errorf("%+v: %+v", c, f)
		}
	}
	var checksums bool
	if err := b.pool.QueryRow(t.Context(), `
		select current_setting('data_checksums')::boolean`).Scan(&checksums); err != nil {
		t.Fatal(err)
	}
	b.want("database", judgeDatabase(3, 20, checksums).state, "3 van de 20")
	b.cfg.InUse = nil
	if c := b.look("database"); strings.Contains(c.Says, "verbindingen") {
		t.Error(c.Says)
	}
	b.want("schema", Good)
	b.exec(`insert into goose_db_version (version_id, is_applied) values (900, true)`)
	b.want("schema", Bad, "nieuwer (900) dan dit programma", "deploy/upgrade")
	b.exec(`delete from goose_db_version where version_id >= 5`)
	b.want("schema", Bad, "ouder (4)", "migrate")
	b.exec(`drop table ops_report, goose_db_version`)
	b.want("schema", Bad, "ouder (0)")
	b.want("backup", Unknown, "ouder dan dit programma")
}

func TestWorkThatLiesStillIsSeen(t *testing.T) {
	t.Parallel()
	b := setup(t)
	job := func(state string, age time.Duration, failures int) {
		b.exec(`delete from river_job`)
		b.exec(
			`
			insert into river_job (state, args, kind, queue, max_attempts, priority, scheduled_at,
				created_at, attempted_at, finalized_at, attempt, errors)
			values ($1::river_job_state, '{}', 'x', 'x', 100, 1, $2, $2,
				case when $1::river_job_state = 'running' then $2::timestamptz end, null, $3::int,
				case when $3::int > 0 then array_fill('{}'::jsonb, array[$3::int]) end)`,
			state,
			time.Now().Add(-age),
			failures,
		)
	}
	for _, c := range []struct {
		state    string
		age      time.Duration
		failures int
		want     State
	}{
		{"available", time.Minute, 0, Good},
		{"available", 10 * time.Minute, 0, Warn},
		{"available", 2 * time.Hour, 0, Bad},
		// after five minutes it is to run again
		{"running", 9 * time.Minute, 0, Good},
		{"running", 20 * time.Minute, 0, Warn},
		{"running", 2 * time.Hour, 0, Bad},
		{"retryable", time.Minute, 2, Good},
		{"retryable", time.Minute, 3, Warn},
		{"retryable", -time.Minute, 0, Good},
		{"retryable", 10 * time.Minute, 1, Warn},
		{"scheduled", -time.Hour, 5, Good},
		{"scheduled", 10 * time.Minute, 0, Warn},
		{"scheduled", 2 * time.Hour, 0, Bad},
	} {
		job(c.state, c.age, c.failures)
		if got := b.want(
			"jobs",
			c.want,
		); c.age > 5*time.Minute && c.failures < 3 && c.want != Good && got.Since == "" {
			t.Errorf("%+v: not since when", c)
		}
	}
}

func TestErasuresThatAreNotCopiedAreSeen(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.exec(
		`
		insert into erasure_journal (kind, row_id, erased_at) values ('registration', 'reg_x', $1)`,
		b.clock.Now(),
	)
	b.want("erasure", Good)
	b.clock.Advance(11 * time.Minute)
	if c := b.want("erasure", Warn, "1 regel is"); c.Since == "" {
		t.Error("not since when")
	}
	b.clock.Advance(24 * time.Hour)
	b.want("erasure", Bad)
	b.exec(`update erasure_copied set upto = 1`)
	b.want("erasure", Good)
}

func TestTheStorageSaysHowThingsStandWithItsProgram(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.want("storage", Good)
	b.want(
		"storageServer",
		Good,
		"VersityGW",
		"Valt de stroom uit, dan kunnen bestanden van de laatste seconden weg zijn.",
	)
	server := func(name string, err error) {
		b.cfg.Outside.Get = func(context.Context, string) (int, http.Header, []byte, error) {
			return http.StatusForbidden, http.Header{"Server": {name}}, nil, err
		}
	}
	server("MinIO", nil)
	b.want(
		"storageServer",
		Warn,
		"CVE-2026-33322",
		"CVE-2026-40344",
		"CVE-2026-41145",
		"onderhouden het niet meer",
		"bekende fouten die niet meer worden opgelost: CVE",
		"gesloten netwerk",
		"deploy/switch-storage versitygw",
	)
	server("Garage <b>", nil)
	b.want("storageServer", Good, "Garage b")
	server("", nil)
	b.want("storageServer", Good, "Kijk zelf")
	server("", errors.New("away"))
	b.want("storageServer", Unknown, "geen antwoord")
	b.cfg.Ping = func(context.Context) error { return errors.New("away") }
	b.want("storage", Bad, "docker compose up -d", "Bezoekers merken er niets van")
	b.cfg.Storage = ""
	b.want("storage", Bad, "map")
	b.want("storageServer", Off)
	b.cfg.Ping = func(context.Context) error { return nil }
	b.want("storage", Good, "map op deze computer")
}

func TestKeycloakIsNamedWhenItIsAway(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.want("keycloak", Good)
	for says, answer := range map[string]func() (int, []byte, error){
		"geeft geen antwoord": func() (int, []byte, error) { return 0, nil, errors.New("away") },
		"(code 503)":          func() (int, []byte, error) { return 503, nil, nil },
		"(code 200)": func() (int, []byte, error) {
			return 200, []byte(`{"keys":[]}`), nil
		},
	} {
		b.cfg.Outside.Get = func(context.Context, string) (int, http.Header, []byte, error) {
			status, body, err := answer()
			return status, nil, body, err
		}
		b.want(
			"keycloak",
			Bad,
			says,
			"docker compose up -d keycloak",
			"Bezoekers merken er niets van",
		)
	}
	b.cfg.KeysURL = ""
	b.want("keycloak", Off, "niet ingesteld")
}

func TestACertificateIsSeenToRunOut(t *testing.T) {
	t.Parallel()
	const day = 24 * time.Hour
	b := setup(t)
	show := func(life, left time.Duration, name string) {
		b.cfg.Outside.Certificates = func(
			context.Context,
			string,
			string,
		) ([]*x509.Certificate, error) {
			return b.ca.certificate(t, name, life, left), nil
		}
	}
	for _, c := range []struct {
		life, left time.Duration
		name       string
		want       State
		says       string
	}{
		{90 * day, 60 * day, site, Good, "geldt nog 59 dagen"},
		{90 * day, 25 * day, site, Good, ""},
		{90 * day, 20 * day, site, Warn, "19 dagen"},
		{90 * day, 6 * day, site, Bad, "niet vernieuwd"},
		{6 * day, 3 * day, site, Good, ""},
		{6 * day, 30 * time.Hour, site, Warn, ""},
		{6 * day, 10 * time.Hour, site, Bad, ""},
		{365 * day, 30 * day, site, Good, ""},
		{90 * day, -time.Hour, site, Bad, "verlopen"},
		{90 * day, 60 * day, "other.nl", Bad, "niet voor " + site},
		{time.Hour, 2 * time.Hour, site, Bad, "geldt nog niet"},
	} {
		show(c.life, c.left, c.name)
		b.want("certificateSite", c.want, c.says)
	}
	b.cfg.Outside.Certificates = func(
		context.Context,
		string,
		string,
	) ([]*x509.Certificate, error) {
		return nil, errors.New("refused")
	}
	b.want("certificateLogin", Bad, login, "poort 80 en 443")
}

func TestACertificateOfNobodyKnownIsForATryOnly(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.cfg.Outside.Roots = x509.NewCertPool()
	b.want("certificateSite", Bad, "kennen de maker", "niet")
	b.cfg.SiteURL, b.cfg.LoginURL = "https://localhost:8443", "https://login.localhost"
	b.want("certificateSite", Good, "proef")
	b.want("certificateLogin", Good, "proef")
	b.cfg.SiteURL, b.cfg.LoginURL = "http://localhost:8080", ""
	b.want("certificateSite", Off)
	b.want("certificateLogin", Off)
}

func TestTheCertificateIsAskedAtTheProxyForTheNameOfTheSite(t *testing.T) {
	t.Parallel()
	b := setup(t)
	var asked []string
	b.cfg.Outside.Certificates = func(
		_ context.Context,
		address, name string,
	) ([]*x509.Certificate, error) {
		asked = append(asked, address+" "+name)
		return b.ca.certificate(t, name, 90*24*time.Hour, 60*24*time.Hour), nil
	}
	b.look("certificateSite")
	b.cfg.Proxy = "caddy:443"
	b.look("certificateSite")
	b.look("certificateLogin")
	if got, want := strings.Join(
		asked,
		"; ",
	), site+":443 "+site+"; caddy:443 "+site+"; caddy:443 "+login; got != want {
		t.Errorf("asked %s, want %s", got, want)
	}
}

func TestTheDiskIsSeenToFillUp(t *testing.T) {
	t.Parallel()
	b := setup(t)
	for _, c := range []struct {
		free, total uint64
		want        State
	}{
		{40 << 30, 80 << 30, Good},
		{15 << 30, 80 << 30, Warn},
		{7 << 30, 80 << 30, Bad},
		{900 << 20, 4 << 30, Bad},
	} {
		b.cfg.Outside.Disk = func(string) (uint64, uint64, bool, error) {
			return c.free, c.total, true, nil
		}
		if c := b.want(
			"disk",
			c.want,
			"vrij van de",
		); c.State != Good && !strings.Contains(c.Todo, "docker system prune -f") {
			t.Error(c.Todo)
		}
		b.report(
			"host",
			b.clock.Now(),
			fmt.Sprintf(`{"freeBytes": %d, "totalBytes": %d}`, c.free, c.total),
		)
		b.want("diskDatabase", c.want, "vrij van de")
	}
	b.report("host", b.clock.Now().Add(-3*time.Hour), `{"freeBytes": 50, "totalBytes": 51}`)
	b.want("diskDatabase", Bad)
	b.report(
		"host",
		b.clock.Now().Add(-3*time.Hour),
		`{"freeBytes": 50000000000, "totalBytes": 51000000000}`,
	)
	b.want("diskDatabase", Warn, "3 uur oud")
	b.cfg.Outside.Disk = func(string) (uint64, uint64, bool, error) { return 0, 0, false, nil }
	b.want("disk", Unknown)
	b.cfg.Outside.Disk = func(string) (uint64, uint64, bool, error) {
		return 0, 0, true, errors.New("no")
	}
	b.want("disk", Bad, "ging mis")
}

func TestTheClockIsHeldAgainstTheKernelAndTheDatabase(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.want("clock", Good, "gelijkgezet en loopt gelijk")
	b.cfg.Outside.Synced = func() (bool, bool) { return false, true }
	b.want("clock", Warn, "niet gelijkgezet", "timedatectl")
	b.cfg.Outside.Synced = func() (bool, bool) { return false, false }
	b.want("clock", Good, "niet te zien")
	b.cfg.Pool = nowhere(t)
	b.want("clock", Unknown)
}

func TestTheClocksOfSiteAndDatabaseAreSeenToDrift(t *testing.T) {
	t.Parallel()
	b := setup(t)
	ahead := b.pool.Config() // of a database whose clock is this much ahead
	ahead.ConnConfig.RuntimeParams["search_path"] = "public, pg_catalog"
	pool, err := pgxpool.NewWithConfig(t.Context(), ahead)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	b.cfg.Pool = pool
	for _, c := range []struct {
		ahead string
		want  State
		says  string
	}{
		{"1.5 s", Good, "loopt gelijk"},
		{"4 s", Warn, "lopen 4 seconden uiteen"},
		{"-4 s", Warn, "lopen 4 seconden uiteen"},
		{"29 s", Warn, ""},
		{"34 s", Bad, "lopen 34 seconden uiteen"},
		{"-34 s", Bad, "timedatectl"},
	} {
		b.exec(
			`
				create or replace function public.clock_timestamp() returns timestamptz
				language sql as $$select pg_catalog.clock_timestamp() + interval '` +
				c.ahead +
				`'$$`,
		)
		b.want("clock", c.want, c.says)
	}
}

func TestTheSettingsAreSeenToBeInvented(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.want("settings", Good)
	stored := true
	b.cfg.House = func(context.Context) (house.House, bool, error) {
		return house.Default(), stored, nil
	}
	b.want("settings", Warn, "voorbeelden")
	b.cfg.House = func(context.Context) (house.House, bool, error) {
		h := house.Default()
		h.Sample = false
		return h, true, nil
	}
	b.want("settings", Warn, "stichting", "Gegevens van de stichting (ANBI)")
	b.cfg.House = func(context.Context) (house.House, bool, error) {
		return house.Default(), stored, nil
	}
	stored = false
	b.want("settings", Warn, "nog niets ingevuld", "verzonnen")
	b.want("spf", Off)
	b.want("limits", Good)
	rush := true
	b.cfg.Rushed = func() bool { return rush }
	b.want("limits", Warn, "meer dan 120 keer in een minuut", "Kijk bij de aanmeldingen")
	rush = false
	b.want("limits", Good)
	for n, says := range []string{"aan.", "één formulier niet bewaard", "2 formulieren niet bewaard"} {
		b.cfg.Caught = func() int64 { return int64(n) }
		b.want("limits", Good, says)
	}
	b.want("logs", Good, "hebben een grens")
	b.report("logs", b.clock.Now(), `{"fault": "Dat van caddy heeft geen grens"}`)
	b.want("logs", Warn, "Dat van caddy heeft geen grens.", "deploy/doctor")
	b.report("logs", b.clock.Now().AddDate(0, 0, -36), `{"fault": ""}`)
	b.want("logs", Warn, "36 dagen niet nagekeken", "deploy/doctor")
	b.want("sealKeys", Good, "één sleutel")
	needed := true
	b.cfg.OldKeys = func(context.Context) (int, bool, error) { return 1, needed, nil }
	b.want("sealKeys", Warn, "nog niet alles", "herstelruimte reseal")
	needed, b.cfg.KeysSince = false, b.clock.Now().AddDate(0, 0, -29)
	b.want("sealKeys", Good, "De oude staat er nog")
	b.cfg.KeysSince = b.clock.Now().AddDate(0, 0, -31)
	b.want("sealKeys", Warn, "Niets heeft hem meer nodig", "stap 6")
	b.cfg.SendLimits = false
	b.want(
		"limits",
		Warn,
		"staat uit",
		"Zet SEND_LIMIT_FACTOR op 1 in .env, en typ: deploy/install",
	)
	b.want(
		"scanner",
		Off,
		"geen virusscanner",
		"Medewerkers kunnen wel foto's en pdf's naar de site sturen",
		"alleen pdf's op de site van wie je kent",
	)
	b.want("notices", Good)
	b.cfg.Beheer = ""
	b.want("notices", Warn, "Zet BEHEER_EMAIL in .env, en typ: deploy/install")
}
