package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"herstelruimte/cmd/check/steps"
)

// schemathesis makes calls from the description of the API and holds the answers against it. It is
// fetched from PyPI into the cache folder of whoever runs the check.
const schemathesis = "4.32.5"

// How many calls it makes up for each operation and each person.
const (
	fewExamples  = 10
	manyExamples = 100
)

func checkContract(c *checker) error {
	return c.contract(fuzzPlan{examples: fewExamples, phases: "fuzzing", share: 2})
}

// fuzzPlan is what all runs of one check have in common.
type fuzzPlan struct {
	program, site, phases string
	examples              int
	// share: each role asks one in so many of the operations for staff, and each operation is asked
	// by some of the roles
	share int
}

// contract asks the operations as somebody who is not signed in, and those for staff as each role:
// no fault of ours, no status that the description does not name, no answer that it does not allow.
func (c *checker) contract(plan fuzzPlan) error {
	if err := c.Run(
		c.built(),
		steps.Step{Name: "Schemathesis " + schemathesis, Do: func(r *steps.Runner) (err error) {
			plan.program, err = fetched(r)
			return err
		}},
	); err != nil {
		return err
	}
	var d *demo
	if err := c.Run(steps.Step{Name: "a demo to ask", Do: func(r *steps.Runner) (err error) {
		d, err = startDemo(r, c.program, filepath.Join(c.folder, "contract"))
		return err
	}}); err != nil {
		return err
	}
	defer d.stop()
	all := filepath.Join(c.Web(), "src", "api", "openapi.json")
	plan.site = d.site
	open := all
	if plan.share > 1 {
		open = filepath.Join(c.folder, "open.json")
		if err := writePart(all, open, openPart); err != nil {
			return err
		}
	}
	runs := []steps.Step{c.asking(plan, "nobody", open, "")}
	for i, role := range slices.Sorted(maps.Keys(d.accounts)) {
		cookie, err := signedInAs(c.Ctx, d.site, d.accounts[role])
		if err != nil {
			return fmt.Errorf("%s signs in: %w", d.accounts[role], err)
		}
		own := filepath.Join(c.folder, "staff-"+strconv.Itoa(i)+".json")
		if err := writePart(all, own, func(text []byte) ([]byte, error) {
			return staffPart(text, i, plan.share)
		}); err != nil {
			return err
		}
		runs = append(runs, c.asking(plan, role, own, cookie))
	}
	return c.Run(steps.Together(runs...))
}

// asking is the step of one run. It shows what the fuzzer wrote when it found something.
func (c *checker) asking(p fuzzPlan, who, description, cookie string) steps.Step {
	words := []string{
		p.program, "run", description, "--url", p.site,
		"--phases", p.phases,
		"--max-examples", strconv.Itoa(p.examples),
		"--seed", "1",
		"--checks", "not_a_server_error,status_code_conformance,content_type_conformance," +
			"response_schema_conformance",
		"--continue-on-failure", "--no-shrink", "--no-color",
		"--generation-database", "none",
		"--warnings", "off",
	}
	if cookie != "" {
		words = append(words, "--header", "Cookie: "+cookie)
	}
	return steps.Step{Name: "every operation for " + who, Do: func(r *steps.Runner) error {
		out, err := r.Process(c.folder, nil, words...).CombinedOutput()
		if err != nil {
			r.Say("%s", out)
			return errors.New("the API does not answer " + who + " as it is described")
		}
		r.Say("    %s", askedWords.FindString(string(out)))
		if cookie == "" {
			return nil
		}
		return stillIn(c.Ctx, p.site, cookie)
	}}
}

// stillIn is an error when a session ended on the way: the answers after that prove nothing.
func stillIn(ctx context.Context, site, cookie string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, site+"/api/session", nil)
	if err != nil {
		return err
	}
	req.Header.Set("Cookie", cookie)
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	if err := res.Body.Close(); err != nil {
		return err
	}
	if res.StatusCode != http.StatusOK {
		return fmt.Errorf("signed out on the way: /api/session answers %d", res.StatusCode)
	}
	return nil
}

var askedWords = regexp.MustCompile(`\d+ generated[^\n]*`)

// endsSessions are operations that would sign out whoever asks: the fuzzer finds the id of its own
// session in an earlier answer. Their addresses are asked as nobody only: the coverage phase tries
// every method on an address, also those that its description does not name.
var endsSessions = []string{"deleteSession", "postSession", "endSession", "endSessions"}

// writePart writes a part of a description to a file of its own.
func writePart(from, to string, part func([]byte) ([]byte, error)) error {
	text, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	own, err := part(text)
	if err != nil {
		return fmt.Errorf("openapi.json: %w", err)
	}
	return os.WriteFile(to, own, 0o600)
}

// openPart has the operations that do not ask for a session. That nobody gets in at the others is
// the same answer each time, and the table of routes in internal/app asks each of them.
func openPart(text []byte) ([]byte, error) {
	return partOf(text, func(forStaff bool) bool { return !forStaff })
}

// staffPart has only the operations that ask for a session, and of those one in so many.
func staffPart(text []byte, nth, share int) ([]byte, error) {
	n := nth
	return partOf(text, func(forStaff bool) bool {
		if forStaff {
			n++
		}
		return forStaff && n%share == 0
	})
}

// partOf leaves out of a description the operations that are not wanted.
func partOf(text []byte, wanted func(forStaff bool) bool) ([]byte, error) {
	var whole map[string]json.RawMessage
	if err := json.Unmarshal(text, &whole); err != nil {
		return nil, err
	}
	var paths map[string]map[string]json.RawMessage
	if err := json.Unmarshal(whole["paths"], &paths); err != nil {
		return nil, err
	}
	kept := 0
	for _, path := range slices.Sorted(maps.Keys(paths)) {
		item := paths[path]
		staff, err := asksForStaff(item)
		if err != nil {
			return nil, err
		}
		for _, method := range slices.Sorted(maps.Keys(item)) {
			if wanted(slices.Contains(staff, method)) {
				kept++
			} else {
				delete(item, method)
			}
		}
		if len(item) == 0 {
			delete(paths, path)
		}
	}
	if kept == 0 {
		return nil, errors.New("no operation is left")
	}
	rest, err := json.Marshal(paths)
	if err != nil {
		return nil, err
	}
	whole["paths"] = rest
	return json.Marshal(whole)
}

// asksForStaff are the methods of an address that ask for a session; none when one of them ends it.
func asksForStaff(item map[string]json.RawMessage) (methods []string, err error) {
	for method, raw := range item {
		var op struct {
			OperationID string
			Security    []map[string][]string
		}
		if err := json.Unmarshal(raw, &op); err != nil {
			return nil, err
		}
		if slices.Contains(endsSessions, op.OperationID) {
			return nil, nil
		}
		if slices.ContainsFunc(op.Security, func(way map[string][]string) bool {
			_, session := way["session"]
			return session
		}) {
			methods = append(methods, method)
		}
	}
	return methods, nil
}

// fetched gives the path of the fuzzer, and puts it in the cache folder when it is not there.
func fetched(r *steps.Runner) (string, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	folder := filepath.Join(cache, "herstelruimte", "schemathesis-"+schemathesis)
	program := filepath.Join(folder, "bin", "st")
	works := func() bool {
		out, err := r.Process(r.Root, nil, program, "--version").Output()
		return err == nil && strings.Contains(string(out), schemathesis)
	}
	if works() {
		return program, nil
	}
	if len(steps.Lacking("python3")) > 0 {
		if err := r.Install("python3", "python3-venv"); err != nil {
			r.Say("    %v", err)
		}
	}
	err = errors.Join(os.RemoveAll(folder), r.Run(
		steps.Command(r.Root, nil, "python3", "-m", "venv", folder),
		steps.Command(r.Root, nil, filepath.Join(folder, "bin", "pip"),
			"install", "--quiet", "--disable-pip-version-check", "schemathesis=="+schemathesis),
	))
	if err != nil || !works() {
		return "", steps.CannotRun(
			fmt.Sprintf("Schemathesis could not be fetched from PyPI: %v", err),
			"it needs python3 with venv (apt-get install python3-venv) and the internet, once",
		)
	}
	return program, nil
}
