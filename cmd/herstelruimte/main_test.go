package main

import (
	"strings"
	"testing"
)

func TestUnknownWordsAreRefusedWithTheUsage(t *testing.T) {
	for _, args := range [][]string{nil, {"nonsense"}, {"--help"}, {""}} {
		err := run(t.Context(), args)
		if err == nil || !strings.Contains(err.Error(), "serve") || !strings.Contains(err.Error(), "migrate") || !strings.Contains(err.Error(), "demo") {
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
		if err := run(t.Context(), []string{word}); err == nil || !strings.Contains(err.Error(), "DATABASE_URL (of DATABASE_URL_FILE) ontbreekt.") {
			t.Errorf("%s without settings: %v", word, err)
		}
	}
	for _, name := range secrets {
		if err := run(t.Context(), []string{"serve"}); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("serve without settings: %v", err)
		}
		if err := run(t.Context(), []string{"migrate"}); err == nil || strings.Contains(err.Error(), name) {
			t.Errorf("migrate asks for %s", name)
		}
	}
}

func TestServeKnowsNoClock(t *testing.T) {
	if err := run(t.Context(), []string{"serve", "--now=2027-03-28T01:30+01:00"}); err == nil {
		t.Error("serve takes --now")
	}
}
