package main

import (
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"

	"herstelruimte/internal/status"
)

func doctorSays(t *testing.T, args ...string) (string, error) {
	t.Helper()
	var out strings.Builder
	err := doctor(t.Context(), args, &out)
	return out.String(), err
}

func TestTheDoctorNamesEachFaultOfTheSettingsInADutchSentence(t *testing.T) {
	onHouse(t)
	withKeys(t)
	t.Setenv("SEAL_KEY", "")
	t.Setenv("SITE_URL", "trefpunt")
	t.Setenv("BEHEER_EMAIL", "geen adres")
	_, err := doctorSays(t)
	for _, want := range []string{
		"De instellingen kloppen niet:\n",
		"SEAL_KEY (of SEAL_KEY_FILE) ontbreekt.",
		"SITE_URL moet eruitzien als https://www.example.org.",
		"BEHEER_EMAIL moet één e-mailadres zijn",
	} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("not said: %q in %v", want, err)
		}
	}
	withKeys(t)
	t.Setenv("BEHEER_EMAIL", "")
	t.Setenv("SEAL_KEY", "te kort")
	if _, err := doctorSays(t); err == nil ||
		!strings.Contains(err.Error(), "SEAL_KEY klopt niet: het moeten 32 bytes zijn") {
		t.Error(err)
	}
}

func TestTheDoctorPrintsEveryCheckAndFailsWhenOneIsBad(t *testing.T) {
	onHouse(t)
	withKeys(t) // nobody listens at this mail server
	out, err := doctorSays(t)
	if err != errSick { //nolint:errorlint // the very same
		t.Error(err)
	}
	for _, want := range []string{
		"FOUT    Mailserver: De mailserver neemt geen verbinding aan.",
		"Wat te doen: ",
		"goed    Versie van de database: ",
		"let op  Gegevens van het huis: ",
		"-       Reservekopie: ",
		"PostgreSQL: ",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("not said: %q in\n%s", want, out)
		}
	}
	says := "1 onderdeel werkt niet."
	if bad := strings.Count(out, "FOUT    "); bad != 1 { // a disk that is full here is bad too
		says = fmt.Sprintf("%d onderdelen werken niet.", bad)
	}
	if !strings.Contains(out, says) {
		t.Errorf("not said: %q in\n%s", says, out)
	}
	out, err = doctorSays(t, "mail")
	if err != errSick || !strings.Contains(out, "Mailserver") ||
		strings.Contains(out, "Reservekopie") { //nolint:errorlint // the very same
		t.Error(out, err)
	}
}

func TestOnlyWhatIsBadMakesTheDoctorFail(t *testing.T) {
	var out strings.Builder
	r := status.Report{
		Checks: []status.Check{
			{
				Title: "A",
				State: status.Warn,
				Says:  "b.",
				Todo:  "c.",
				Since: "2026-11-21T23:16:48+01:00",
			},
		},
		Mails: []status.Trouble{
			{Kind: "M1", State: "dead", Why: "e.", At: "2026-11-21T22:16:48Z", Tries: 3},
		},
		Summary: "g.",
	}
	want := "let op  A: b.\n        Sinds: zaterdag 21 november 2026 23.16 uur\n" +
		"        Wat te doen: c.\n        Mail M1 van zaterdag 21 november 2026 23.16 uur " +
		"(opgegeven, 3 keer geprobeerd): e.\ng.\n"
	if err := printReport(&out, r); err != nil || out.String() != want || r.AnyBad() {
		t.Errorf("%q %v", out.String(), err)
	}
}

func TestTheHealthCheckAsksTheProcessWhetherItIsReady(t *testing.T) {
	answer := http.StatusNoContent
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/readyz" {
			t.Errorf("asked %s", r.URL)
		}
		w.WriteHeader(answer)
	}))
	t.Cleanup(srv.Close)
	_, port, _ := net.SplitHostPort(srv.Listener.Addr().String())
	t.Setenv("ADDR", ":"+port)
	if _, err := doctorSays(t, "-ready"); err != nil {
		t.Error(err)
	}
	answer = http.StatusServiceUnavailable
	if _, err := doctorSays(
		t,
		"-ready",
	); err == nil || !strings.Contains(err.Error(), "niet klaar") {
		t.Error(err)
	}
	srv.Close()
	if _, err := doctorSays(
		t,
		"-ready",
	); err == nil || err.Error() != "De site geeft geen antwoord." {
		t.Error(err)
	}
	for _, args := range [][]string{{"x"}, {"mail", "-ready"}, {"-nonsense"}, {"mail", "x"}} {
		if _, err := doctorSays(t, args...); err == nil || err.Error() != doctorUsage {
			t.Errorf("%q: %v", args, err)
		}
	}
}

func TestADatabaseThatIsNotThereIsOneDutchSentence(t *testing.T) {
	withKeys(t)
	for _, name := range []string{
		"DATABASE_URL_FILE",
		"DATABASE_PASSWORD",
		"DATABASE_PASSWORD_FILE",
	} {
		t.Setenv(name, "")
	}
	t.Setenv("DATABASE_URL", "postgres://app:geheim@127.0.0.1:1/x?sslmode=disable")
	for _, word := range []string{"serve", "migrate", "house", "sample"} {
		err := inOneSentence(run(t.Context(), []string{word}))
		if err == nil || !strings.HasPrefix(err.Error(), "De database geeft geen antwoord.") ||
			strings.Contains(err.Error(), "geheim") {
			t.Errorf("%s: %v", word, err)
		}
	}
	onHouse(t)
	t.Setenv("DATABASE_URL", strings.ReplaceAll(os.Getenv("DATABASE_URL"), "/t_", "/weg_"))
	if err := inOneSentence(
		run(t.Context(), []string{"migrate"}),
	); err == nil || !strings.HasPrefix(err.Error(), "Deze database bestaat niet") {
		t.Error(err)
	}
}

func TestANewerSchemaIsOneDutchSentenceForEveryWord(t *testing.T) {
	pool := onHouse(t)
	withKeys(t)
	if _, err := pool.Exec(t.Context(), `
		insert into goose_db_version (version_id, is_applied) values (900, true)`); err != nil {
		t.Fatal(err)
	}
	for _, word := range []string{"serve", "migrate", "house", "sample", "replay"} {
		err := inOneSentence(run(t.Context(), []string{word}))
		if err == nil ||
			!strings.HasPrefix(err.Error(), "De database is nieuwer dan dit programma") ||
			strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v", word, err)
		}
	}
}
