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

func TestServeAndMigrateNameEveryMissingSettingAtOnce(t *testing.T) {
	for _, name := range []string{"DATABASE_URL", "SEAL_KEY", "LOOKUP_KEY", "TOKEN_KEY", "FORM_KEY"} {
		t.Setenv(name, "")
		t.Setenv(name+"_FILE", "")
	}
	for _, word := range []string{"serve", "migrate"} {
		err := run(t.Context(), []string{word})
		for _, name := range []string{"DATABASE_URL", "SEAL_KEY", "LOOKUP_KEY", "TOKEN_KEY", "FORM_KEY"} {
			if err == nil || !strings.Contains(err.Error(), name) {
				t.Errorf("%s without settings: %v", word, err)
			}
		}
	}
}

func TestServeKnowsNoClock(t *testing.T) {
	if err := run(t.Context(), []string{"serve", "--now=2027-03-28T01:30+01:00"}); err == nil {
		t.Error("serve takes --now")
	}
}
