package main

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"

	"herstelruimte/internal/db"
	"herstelruimte/internal/dbtest"
	"herstelruimte/internal/house"
)

// onHouse gives this test's environment a database of its own, and nothing else.
func onHouse(t *testing.T) *pgxpool.Pool {
	t.Helper()
	for _, name := range []string{
		"DATABASE_URL_FILE",
		"DATABASE_PASSWORD",
		"DATABASE_PASSWORD_FILE",
	} {
		t.Setenv(name, "")
	}
	url := dbtest.URL(t)
	t.Setenv("DATABASE_URL", url)
	pool, err := db.Open(t.Context(), url, 4)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	return pool
}

// withKeys adds what a word of the whole program needs.
func withKeys(t *testing.T) {
	t.Helper()
	for i, name := range []string{"SEAL_KEY", "LOOKUP_KEY", "TOKEN_KEY", "FORM_KEY"} {
		t.Setenv(name, strings.Repeat(string("abcd"[i]), 20)+"-0123456789A")
		t.Setenv(name+"_FILE", "")
	}
	t.Setenv("FILES_DIR", t.TempDir())
	t.Setenv("SITE_URL", "http://localhost:8080")
	t.Setenv("SMTP_HOST", "127.0.0.1")
	t.Setenv("SMTP_PORT", "1")
	t.Setenv("OIDC_ISSUER", "")
}

func houseSays(t *testing.T, in string, args ...string) (string, error) {
	t.Helper()
	var out strings.Builder
	err := houseOn(t.Context(), args, strings.NewReader(in), &out)
	return out.String(), err
}

func ours() house.House {
	h := house.Default()
	h.Name, h.Sample = "Trefpunt De Lamp", true // whoever edits a sample forgets this word
	return h
}

func TestTheHouseIsPrintedEditedAndStored(t *testing.T) {
	pool := onHouse(t)
	out, err := houseSays(t, "")
	var h house.House
	if err != nil || json.Unmarshal([]byte(out), &h) != nil || !h.Sample ||
		h.Name != "Herstelruimte" {
		t.Fatal(out, err)
	}
	before := revision(t, pool)
	if out, err = houseSays(
		t,
		string(db.JSON(ours())),
		"-",
	); err != nil || out != "De gegevens van het huis zijn bewaard. De site laat ze nu zien.\n" {
		t.Fatal(out, err)
	}
	if revision(t, pool) <= before {
		t.Error("the processes that serve are not told")
	}
	out, err = houseSays(t, "")
	if err != nil || json.Unmarshal([]byte(out), &h) != nil || h.Sample ||
		h.Name != "Trefpunt De Lamp" {
		t.Fatal(out, err)
	}
	file := filepath.Join(t.TempDir(), "huis.json")
	if err := os.WriteFile(
		file,
		[]byte(strings.ReplaceAll(out, "De Lamp", "Het Licht")),
		0o600,
	); err != nil {
		t.Fatal(err)
	}
	if _, err := houseSays(t, "", file); err != nil {
		t.Fatal(err)
	}
	if out, _ = houseSays(t, ""); !strings.Contains(out, "Het Licht") {
		t.Error(out)
	}
}

func revision(t *testing.T, pool *pgxpool.Pool) (n int) {
	t.Helper()
	if err := pool.QueryRow(t.Context(), `select n from site_revision`).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

func TestAHouseThatIsWrongIsNamedByItsFieldsAndNotStored(t *testing.T) {
	pool := onHouse(t)
	whole := string(db.JSON(ours()))
	for in, want := range map[string]string{
		strings.Replace(
			whole,
			"+31123456789",
			"0123",
			1,
		): "phone is geen telefoonnummer; schrijf het als +31612345678.",
		strings.Replace(
			whole,
			"info@herstelruimte.example",
			"info",
			1,
		): "email is geen e-mailadres.",
		strings.Replace(
			whole,
			`"name":"Trefpunt De Lamp"`,
			`"name":""`,
			1,
		): "name is leeg of er mist iets.",
		strings.Replace(
			whole,
			`"13.00"`,
			`"13:00"`,
			1,
		): `Een tijd moet eruitzien als "13.00"`,
		strings.Replace(
			whole,
			`"promise"`,
			`"belofte"`,
			1,
		): `Het veld "belofte" kennen we niet.`,
		strings.Replace(
			whole,
			`"Trefpunt De Lamp"`,
			`5`,
			1,
		): "Het veld name heeft een waarde van de verkeerde soort.",
		"{\n\"name\": \"x\",\n\"name\" \"y\"}": "Regel 3 is geen goede JSON",
		whole[:len(whole)-1]:                   "Het bestand is niet af",
		"  \n":                                 "Het bestand is leeg.",
		whole +
			whole: "Er staat nog iets achter",
		"[]": "verkeerde soort",
	} {
		_, err := houseSays(t, in, "-")
		if err == nil || !strings.Contains(err.Error(), want) ||
			!strings.Contains(err.Error(), "Er is niets veranderd.") {
			t.Errorf("want %q: %v", want, err)
		}
	}
	if _, err := houseSays(
		t,
		"",
		"/nergens/huis.json",
	); err == nil || !strings.Contains(err.Error(), "is niet te lezen") {
		t.Error(err)
	}
	var stored int
	if err := pool.QueryRow(t.Context(), `
		select count(*) from setting`).Scan(&stored); err != nil || stored != 0 {
		t.Errorf("%d settings are stored, %v", stored, err)
	}
}

func TestTheNoticeIsWrittenWholeAndReadableForTheProxy(t *testing.T) {
	pool := onHouse(t)
	file := filepath.Join(t.TempDir(), "storing.html")
	read := func() string {
		t.Helper()
		if err := noticeWord(t.Context(), []string{file}); err != nil {
			t.Fatal(err)
		}
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	if page := read(); strings.Contains(page, "0123 45 67 89") || !strings.Contains(page, "<h1>") {
		t.Error("an invented telephone stands on the page")
	}
	if _, err := houseSays(t, string(db.JSON(ours())), "-"); err != nil {
		t.Fatal(err)
	}
	page := read()
	if !strings.Contains(page, "0123 45 67 89") || !strings.Contains(page, "De Lamp") {
		t.Error(page)
	}
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o644 {
		t.Error(info.Mode(), err)
	}
	if left, _ := os.ReadDir(filepath.Dir(file)); len(left) != 1 {
		t.Errorf("%d files are left", len(left))
	}
	for _, bad := range [][]string{nil, {file, file}, {"/nergens/storing.html"}} {
		if err := noticeWord(t.Context(), bad); err == nil {
			t.Errorf("%q is taken", bad)
		}
	}
	if _, err := pool.Exec(t.Context(), `
		insert into goose_db_version (version_id, is_applied) values (900, true)`); err != nil {
		t.Fatal(err)
	}
	if err := noticeWord(t.Context(), []string{file}); err == nil {
		t.Error("a database of another schema is read")
	}
	if b, _ := os.ReadFile(file); string(b) != page {
		t.Error("the page of before is gone")
	}
}

func TestSampleDataGoIntoAnEmptyHouseOnly(t *testing.T) {
	pool := onHouse(t)
	withKeys(t)
	var out strings.Builder
	for range 2 { // and again, which changes nothing
		out.Reset()
		if err := sampleOn(t.Context(), nil, &out); err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(out.String(), "De voorbeelden staan erin: ") ||
			strings.Contains(out.String(), " 0 ") {
			t.Error(out.String())
		}
	}
	if _, err := houseSays(t, string(db.JSON(ours())), "-"); err != nil {
		t.Fatal(err)
	}
	if err := sampleOn(
		t.Context(),
		nil,
		&out,
	); err == nil || !strings.Contains(err.Error(), "geen proef meer. Er is niets veranderd.") {
		t.Error(err)
	}
	if _, err := pool.Exec(t.Context(), `
		delete from setting
		where id = 'sample'; update setting
		set doc = doc || '{"sample": true}'; update activity
		set doc = doc || '{"sample": false}'
		where id = (select min(id) from activity)`); err != nil {
		t.Fatal(err)
	}
	if err := sampleOn(
		t.Context(),
		nil,
		&out,
	); err == nil || !strings.Contains(err.Error(), "eigen activiteiten") {
		t.Error(err)
	}
}

// The site's own role may add and delete rows, and nothing else: sample data ask for no more.
func TestSampleDataNeedNoMoreRightsThanTheSiteHas(t *testing.T) {
	pool := onHouse(t)
	withKeys(t)
	name := pool.Config().ConnConfig.Database
	role := "app_" + name
	for _, sql := range []string{
		`create role ` + role + ` login password 'geheim'`,
		`grant select, insert, update, delete on all tables in schema public to ` + role,
		`grant usage, select on all sequences in schema public to ` + role,
	} {
		if _, err := pool.Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
	t.Cleanup(func() {
		for _, sql := range []string{`drop owned by ` + role, `drop role ` + role} {
			if _, err := pool.Exec(context.Background(), sql); err != nil {
				t.Error(err)
			}
		}
	})
	address := pool.Config().ConnConfig
	t.Setenv(
		"DATABASE_URL",
		"host="+address.Host+" port="+strconv.Itoa(int(address.Port))+" dbname="+name+" user="+role+
			" password=geheim sslmode=disable",
	)
	var out strings.Builder
	if err := sampleOn(t.Context(), nil, &out); err != nil {
		t.Error(err)
	}
}
