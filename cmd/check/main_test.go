package main

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestAnUnknownPartIsRefusedWithTheKnownOnes(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	if run(t.Context(), []string{"go", "moon"}, &out) {
		t.Fatal("passed")
	}
	if got := out.String(); !strings.Contains(got, `"moon"`) ||
		!strings.Contains(got, "lint, web, go, contract, e2e, firefox, keycloak") {
		t.Fatal(got)
	}
}

func TestPartsRunInTheirOwnOrder(t *testing.T) {
	t.Parallel()
	for words, want := range map[string]string{
		"": "lint web go contract e2e firefox keycloak advisories",
		"long quick": "quick long-go long-race long-web long-files long-mail long-fuzz " +
			"long-contract long-e2e long-firefox long-keycloak",
		"e2e go":       "go e2e",
		"keycloak web": "web keycloak",
	} {
		chosen, err := choose(strings.Fields(words))
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, p := range chosen {
			got = append(got, p.word)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%q: %v", words, got)
		}
	}
}

func TestTheStackRunsOnlyWhenItIsNamed(t *testing.T) {
	t.Parallel()
	for words, want := range map[string]bool{
		"":              false,
		"go":            false,
		"compose":       true,
		"compose-kills": true,
	} {
		chosen, err := choose(strings.Fields(words))
		if err != nil {
			t.Fatal(err)
		}
		has := slices.ContainsFunc(chosen, func(p part) bool {
			return strings.HasPrefix(p.word, "compose")
		})
		if has != want {
			t.Errorf("%q: %v", words, has)
		}
	}
}

func TestTheLastLineTellsTheOutcome(t *testing.T) {
	t.Parallel()
	good := result{word: "go", took: 1200 * time.Millisecond}
	bad := result{word: "web", took: time.Second, err: errors.New("broken")}
	absent := result{
		word: "e2e",
		err:  errors.Join(missing{"no browser", "install one"}),
	}
	for _, c := range []struct {
		results []result
		last    string
		ok      bool
	}{
		{[]result{good}, "passed: go 1.2 s (1.2 s in all)", true},
		{[]result{good, bad}, "failed: web", false},
		{[]result{good, absent}, "not run: e2e: no browser (install one)", false},
		{[]result{bad, absent}, "failed: web\nnot run: e2e: no browser (install one)", false},
	} {
		if line, ok := outcome(c.results); line != c.last || ok != c.ok {
			t.Errorf("got %q, %v; want %q", line, ok, c.last)
		}
	}
}

func TestEveryPackageIsTestedAndThoseThatShareMemoryUnderTheRaceDetector(t *testing.T) {
	const house = "herstelruimte/internal/"
	plain, shared := split([]string{
		"herstelruimte/cmd/check",
		house + "agenda",
		house + "agenda/places",
		house + "agenda/rules",
		house + "app",
		house + "demo/provider",
		house + "jobs",
	}, raced)
	if !slices.Equal(plain, []string{
		house + "agenda/places",
		house + "app",
		"herstelruimte/cmd/check",
		house + "agenda",
		house + "agenda/rules",
	}) {
		t.Errorf("without: %v", plain)
	}
	if !slices.Equal(shared, []string{house + "demo/provider", house + "jobs"}) {
		t.Errorf("with: %v", shared)
	}
}

// A room that is renamed would be raced no more, and its tests would not be either.
func TestRacedRoomsAreThere(t *testing.T) {
	t.Parallel()
	for _, room := range slices.Concat(raced, racedInLong) {
		files, err := filepath.Glob(filepath.Join("../../internal", room, "*_test.go"))
		if err != nil || len(files) == 0 {
			t.Errorf("%s has no tests: %v", room, err)
		}
	}
	for _, dir := range slowest {
		if _, err := os.Stat(filepath.Join("../..", dir)); err != nil {
			t.Error(err)
		}
	}
}
