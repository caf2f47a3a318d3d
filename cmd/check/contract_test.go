package main

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"
)

func TestARoleIsAskedForWhatNeedsASession(t *testing.T) {
	t.Parallel()
	const text = `{"openapi": "3.0.3", "paths": {
		"/a": {"get": {"operationId": "a"},
			"post": {"operationId": "b", "security": [{"session": []}]}},
		"/c": {"get": {"operationId": "c", "security": [{"link": []}, {"session": []}]}},
		"/d": {"get": {"operationId": "d", "security": [{"link": []}]}},
		"/e": {"delete": {"operationId": "deleteSession", "security": [{"session": []}]},
			"get": {"operationId": "session", "security": [{"session": []}]}}}}`
	named := func(part []byte, err error) string {
		if err != nil {
			t.Fatal(err)
		}
		var got struct {
			OpenAPI string
			Paths   map[string]map[string]any
		}
		if err := json.Unmarshal(part, &got); err != nil || got.OpenAPI != "3.0.3" {
			t.Fatal(err, got)
		}
		var all []string
		for path, item := range got.Paths {
			for _, method := range slices.Sorted(maps.Keys(item)) {
				all = append(all, method+" "+path)
			}
		}
		slices.Sort(all)
		return strings.Join(all, ", ")
	}
	asked := func(nth, share int) string { return named(staffPart([]byte(text), nth, share)) }
	if got, want := named(openPart([]byte(text))), "delete /e, get /a, get /d, get /e"; got != want {
		t.Errorf("nobody is asked for %s, want %s", got, want)
	}
	if got, want := asked(0, 1), "get /c, post /a"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if one, two := asked(0, 2), asked(1, 2); one+" "+two != "get /c post /a" {
		t.Errorf("two halves are %q and %q", one, two)
	}
	if _, err := staffPart([]byte(`{"paths": {"/a": {"get": {}}}}`), 0, 1); err == nil {
		t.Error("a description without staff is taken for one")
	}
}

func TestTheAddressesAndAccountsOfADemoAreRead(t *testing.T) {
	t.Parallel()
	d := &demo{accounts: map[string]string{}}
	ended := 0
	for line := range strings.Lines(`Starting PostgreSQL …
Site: http://localhost:28123
Mail: http://localhost:44237   (every mail)
Data: /tmp/x/data   (181 dates)
Sign-in: http://localhost:20181

  Account  Password         Who
  jan      koffie-met-melk  Jan Bakker, gastheer
  noor     koffie-met-melk  Noor Haddad, redactie
  bram     koffie-met-melk  Bram Smit, redactie
  wim      koffie-met-melk  Wim Nieuwland, zonder rol
  puck     koffie-met-melk  Puck Oudshoorn, uitgezet account
`) {
		if d.read(strings.TrimSuffix(line, "\n")) {
			ended++
		}
	}
	want := map[string]string{"gastheer": "jan", "redactie": "noor"}
	if d.site != "http://localhost:28123" || d.data != "/tmp/x/data" || ended != 1 ||
		!maps.Equal(d.accounts, want) {
		t.Errorf("%+v, ended %d times", d, ended)
	}
}
