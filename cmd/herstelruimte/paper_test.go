package main

import (
	"encoding/json"
	"strings"
	"testing"
)

func TestThePapersFollowWhatTheHouseStored(t *testing.T) {
	onHouse(t)
	h := ours()
	h.Keep.RegistrationDays = 29
	text, err := json.Marshal(h)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := houseSays(t, string(text), "-"); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"register":   "29 dagen na de laatste keer",
		"voorlezen":  "tot 29 dagen na de activiteit. Vind je dat goed?",
		"baliekaart": "29 dagen na de activiteit",
		"processors": "| Voorbeeldhost | de server | Nederland | 1 maart 2025 |",
	} {
		var out strings.Builder
		if err := paperWord(t.Context(), []string{name}, &out); err != nil ||
			!strings.Contains(out.String(), want) {
			t.Errorf("%s: %v\n%s", name, err, out.String())
		}
	}
	for _, args := range [][]string{nil, {"gedicht"}, {"register", "x"}} {
		if err := paperWord(t.Context(), args, nil); err == nil ||
			!strings.HasPrefix(err.Error(), "Gebruik: herstelruimte paper register") {
			t.Errorf("%v: %v", args, err)
		}
	}
}
