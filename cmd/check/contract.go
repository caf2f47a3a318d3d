package main

import (
	"bufio"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
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
	var d *demo
	if err := c.run(
		c.built(),
		step{name: "Schemathesis " + schemathesis, do: func(r *runner) (err error) {
			plan.program, err = fetched(r)
			return err
		}},
		step{name: "a demo to ask", do: func(r *runner) (err error) {
			d, err = startDemo(r, c.program, filepath.Join(c.folder, "contract"))
			return err
		}},
	); err != nil {
		return err
	}
	defer d.stop()
	plan.site = d.site
	text, err := os.ReadFile(filepath.Join(c.web(), "src", "api", "openapi.json"))
	if err != nil {
		return err
	}
	open := text
	if plan.share > 1 {
		if open, err = openPart(text); err != nil {
			return err
		}
	}
	runs := []step{c.asking(plan, "nobody", open, "")}
	for i, role := range slices.Sorted(maps.Keys(d.accounts)) {
		cookie, err := signedInAs(d.site, d.accounts[role])
		if err != nil {
			return fmt.Errorf("%s signs in: %w", d.accounts[role], err)
		}
		own, err := staffPart(text, i, plan.share)
		if err != nil {
			return err
		}
		runs = append(runs, c.asking(plan, role, own, cookie))
	}
	return c.run(together(runs...))
}

// asking is the step of one run. It shows what the fuzzer wrote when it found something.
func (c *checker) asking(p fuzzPlan, who string, description []byte, cookie string) step {
	return step{name: "every operation for " + who, do: func(r *runner) error {
		file := filepath.Join(c.folder, "for-"+who+".json")
		if err := os.WriteFile(file, description, 0o600); err != nil {
			return err
		}
		words := []string{
			"run", file, "--url", p.site,
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
		words = append([]string{p.program}, words...)
		out, err := r.process(c.folder, nil, words...).CombinedOutput()
		if err != nil {
			r.say("%s", out)
			return errors.New("the API does not answer " + who + " as it is described")
		}
		r.say("    %s", askedWords.FindString(string(out)))
		if cookie == "" {
			return nil
		}
		return stillIn(p.site, cookie)
	}}
}

var askedWords = regexp.MustCompile(`\d+ generated[^\n]*`)

// stillIn is an error when a session ended on the way: the answers after that prove nothing.
func stillIn(site, cookie string) error {
	res, err := send(http.DefaultClient, http.MethodGet, site+"/api/session", "Cookie", cookie)
	if err = read(nil, res, err); err == nil && res.StatusCode != http.StatusOK {
		err = fmt.Errorf("signed out on the way: /api/session answers %d", res.StatusCode)
	}
	return err
}

// endsSessions are operations that would sign out whoever asks: the fuzzer finds the id of its own
// session in an earlier answer. Their addresses are asked as nobody only: the coverage phase tries
// every method on an address, also those that its description does not name.
var endsSessions = []string{"deleteSession", "postSession", "endSession", "endSessions"}

// openPart has the operations that do not ask for a session. That nobody gets in at the others is
// the same answer each time, and the table of routes in internal/app asks each of them.
func openPart(text []byte) ([]byte, error) {
	return partOf(text, func(forStaff bool) bool { return !forStaff })
}

// staffPart has only the operations that ask for a session, and of those one in so many.
func staffPart(text []byte, nth, share int) ([]byte, error) {
	return partOf(text, func(forStaff bool) bool {
		if forStaff {
			nth++
		}
		return forStaff && nth%share == 0
	})
}

// partOf leaves out of a description the operations that are not wanted.
func partOf(text []byte, wanted func(forStaff bool) bool) ([]byte, error) {
	var whole map[string]json.RawMessage
	var paths map[string]map[string]json.RawMessage
	err := json.Unmarshal(text, &whole)
	if err == nil {
		err = json.Unmarshal(whole["paths"], &paths)
	}
	if err != nil {
		return nil, fmt.Errorf("openapi.json: %w", err)
	}
	kept := 0
	for _, path := range slices.Sorted(maps.Keys(paths)) {
		item := paths[path]
		staff, err := asksForStaff(item)
		if err != nil {
			return nil, fmt.Errorf("openapi.json: %w", err)
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
		return nil, errors.New("openapi.json: no operation is left")
	}
	if whole["paths"], err = json.Marshal(paths); err != nil {
		return nil, err
	}
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
		for _, way := range op.Security {
			if _, session := way["session"]; session {
				methods = append(methods, method)
				break
			}
		}
	}
	return methods, nil
}

// fetched gives the path of the fuzzer, and puts it in the cache folder when it is not there.
func fetched(r *runner) (string, error) {
	folder, err := cached("schemathesis-" + schemathesis)
	if err != nil {
		return "", err
	}
	program := filepath.Join(folder, "bin", "st")
	works := func() bool {
		out, err := r.says(nil, program, "--version")
		return err == nil && strings.Contains(out, schemathesis)
	}
	if works() {
		return program, nil
	}
	err = errors.Join(os.RemoveAll(folder), r.need(programs{"python3": "python3-venv"}))
	if err == nil {
		err = r.run(
			command(r.root, nil, "python3", "-m", "venv", folder),
			command(r.root, nil, filepath.Join(folder, "bin", "pip"),
				"install", "--quiet", "--disable-pip-version-check", "schemathesis=="+schemathesis),
		)
	}
	if err != nil || !works() {
		return "", missing{
			fmt.Sprintf("Schemathesis could not be fetched from PyPI: %v", err),
			"it needs python3 with venv (apt-get install python3-venv) and the internet, once",
		}
	}
	return program, nil
}

// demo is a running demo, with one account for each role.
type demo struct {
	site     string
	accounts map[string]string // by role
	data     string
	cmd      *exec.Cmd
}

// startDemo runs the program on a fresh folder. No limits: nobody asks as often as a check.
func startDemo(r *runner, program, folder string) (*demo, error) {
	cmd := r.process(r.root, nil, program, "demo", "--data", folder, "--port", "0",
		"--send-limits=off", "--form-age=off", "--now=2026-11-24T10:00+01:00")
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	d, lines := &demo{cmd: cmd, accounts: map[string]string{}}, bufio.NewScanner(out)
	for lines.Scan() {
		if d.read(lines.Text()) {
			go func() { _, _ = io.Copy(io.Discard, out) }()
			return d, nil
		}
	}
	d.stop()
	return nil, errors.New("the demo stopped before it ran")
}

var (
	siteLine    = regexp.MustCompile(`^Site: (http\S+)`)
	dataLine    = regexp.MustCompile(`^Data: (\S+)`)
	accountLine = regexp.MustCompile(`^  (\w+)\s+\S+\s+[^,]+, (\S+)$`)
)

// lastAccount stands at the end of the list: the one that is switched off.
const lastAccount = "uitgezet account"

// read takes what a line of the demo tells, and says whether it was the last that matters.
func (d *demo) read(line string) bool {
	if m := siteLine.FindStringSubmatch(line); m != nil {
		d.site = m[1]
	}
	if m := dataLine.FindStringSubmatch(line); m != nil {
		d.data = m[1]
	}
	if m := accountLine.FindStringSubmatch(line); m != nil {
		if _, has := d.accounts[m[2]]; !has {
			d.accounts[m[2]] = m[1]
		}
	}
	return strings.HasSuffix(line, lastAccount)
}

// stop ends the demo with its database, and throws its data away.
func (d *demo) stop() {
	_ = syscall.Kill(-d.cmd.Process.Pid, syscall.SIGINT)
	_ = d.cmd.Wait()
	if d.data != "" {
		_ = os.RemoveAll(d.data)
	}
}

// send asks without a body, with one more header.
func send(client *http.Client, method, at, name, value string) (*http.Response, error) {
	req, err := http.NewRequest(method, at, nil)
	if err != nil {
		return nil, err
	}
	req.Header.Set(name, value)
	return client.Do(req)
}

// read takes an answer to its end, and out of it what is asked, when something is.
func read(into any, res *http.Response, err error) error {
	if err != nil {
		return err
	}
	text, err := io.ReadAll(res.Body)
	err = errors.Join(err, res.Body.Close())
	if err == nil && into != nil {
		err = json.Unmarshal(text, into)
	}
	return err
}

// signedInAs makes the calls of the sign-in part of the site, and gives the cookie of the session.
func signedInAs(site, login string) (cookie string, err error) {
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error {
		return http.ErrUseLastResponse
	}}
	var config struct{ Issuer, ClientID, SessionSyncPath string }
	res, err := client.Get(site + "/config.json")
	if err = read(&config, res, err); err != nil {
		return "", err
	}
	verifier, back := rand.Text()+rand.Text(), site+"/auth-callback"
	sum := sha256.Sum256([]byte(verifier))
	question := url.Values{
		"client_id":             {config.ClientID},
		"redirect_uri":          {back},
		"response_type":         {"code"},
		"scope":                 {"openid profile email"},
		"state":                 {rand.Text()},
		"code_challenge":        {base64.RawURLEncoding.EncodeToString(sum[:])},
		"code_challenge_method": {"S256"},
	}
	res, err = client.PostForm(config.Issuer+"/authorize?"+question.Encode(),
		url.Values{"account": {login}})
	if err = read(nil, res, err); err != nil {
		return "", err
	}
	to, err := res.Location()
	if err != nil {
		return "", err
	}
	var tokens struct {
		IDToken string `json:"id_token"`
	}
	res, err = client.PostForm(config.Issuer+"/token", url.Values{
		"grant_type":    {"authorization_code"},
		"client_id":     {config.ClientID},
		"redirect_uri":  {back},
		"code_verifier": {verifier},
		"code":          {to.Query().Get("code")},
	})
	if err = read(&tokens, res, err); err != nil {
		return "", err
	}
	res, err = send(client, http.MethodPost, site+config.SessionSyncPath,
		"Authorization", "Bearer "+tokens.IDToken)
	if err = read(nil, res, err); err != nil {
		return "", err
	}
	if len(res.Cookies()) == 0 {
		return "", fmt.Errorf("no session: the site answers %d", res.StatusCode)
	}
	one := res.Cookies()[0]
	return one.Name + "=" + one.Value, nil
}
