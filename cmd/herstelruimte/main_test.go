package main

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"os"
	"strings"
	"testing"

	"herstelruimte/internal/dbtest"
)

// testWords are what only tests run as a process of its own.
var testWords = map[string]func() error{}

// TestMain is the program too: a word in place of the options of a test runs it.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && testWords[os.Args[1]] != nil {
		if err := testWords[os.Args[1]](); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	if len(os.Args) > 1 && !strings.HasPrefix(os.Args[1], "-") {
		main()
		os.Exit(0)
	}
	os.Exit(m.Run())
}

func TestUnknownWordsAreRefusedWithTheUsage(t *testing.T) {
	for _, args := range [][]string{nil, {"nonsense"}, {"--help"}, {""}} {
		err := run(t.Context(), args)
		if err == nil || !strings.Contains(err.Error(), "serve") ||
			!strings.Contains(err.Error(), "migrate") ||
			!strings.Contains(err.Error(), "demo") {
			t.Errorf("%q: %v", args, err)
		}
	}
}

func TestServeNamesEveryMissingSettingAtOnceAndMigrateNeedsTheDatabaseOnly(t *testing.T) {
	secrets := []string{"SEAL_KEY", "LOOKUP_KEY", "TOKEN_KEY", "FORM_KEY"}
	for _, name := range append([]string{"DATABASE_URL"}, secrets...) {
		t.Setenv(name, "")
		t.Setenv(name+"_FILE", "")
	}
	for _, word := range []string{"serve", "migrate", "doctor", "house", "sample"} {
		if err := run(t.Context(), []string{
			word,
		}); err == nil ||
			!strings.Contains(err.Error(), "DATABASE_URL (of DATABASE_URL_FILE) ontbreekt.") {
			t.Errorf("%s without settings: %v", word, err)
		}
	}
	for _, name := range secrets {
		if err := run(t.Context(), []string{
			"serve",
		}); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("serve without settings: %v", err)
		}
		if err := run(t.Context(), []string{
			"migrate",
		}); err == nil || strings.Contains(err.Error(), name) {
			t.Errorf("migrate asks for %s", name)
		}
	}
}

func TestServeKnowsNoClock(t *testing.T) {
	if err := run(t.Context(), []string{"serve", "--now=2027-03-28T01:30+01:00"}); err == nil {
		t.Error("serve takes --now")
	}
}

func TestAnAddressThatCannotBeListenedOnIsNotTakenForTheDatabase(t *testing.T) {
	for name, value := range map[string]string{
		"DATABASE_URL": dbtest.URL(t),
		"SEAL_KEY":     key(1),
		"LOOKUP_KEY":   key(2),
		"TOKEN_KEY":    key(3),
		"FORM_KEY":     key(4),
		"FILES_DIR":    t.TempDir(),
		"ADDR":         "127.0.0.1:99999",
	} {
		t.Setenv(name, value)
	}
	if err := inOneSentence(
		run(t.Context(), []string{"serve"}),
	); err == nil || !strings.Contains(err.Error(), "ADDR") ||
		strings.Contains(err.Error(), "database") {
		t.Error(err)
	}
}

// key is a good key in base64, another for each n.
func key(n byte) string {
	sum := sha256.Sum256([]byte{n})
	return base64.StdEncoding.EncodeToString(sum[:])
}
