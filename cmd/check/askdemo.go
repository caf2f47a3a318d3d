package main

import (
	"bufio"
	"cmp"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"syscall"

	"herstelruimte/cmd/check/steps"
)

// demo is a running demo, with one account for each role.
type demo struct {
	site     string
	accounts map[string]string // by role
	data     string
	cmd      *exec.Cmd
}

// startDemo runs the program on a fresh folder. No limits: nobody asks as often as a check.
func startDemo(r *steps.Runner, program, folder string) (*demo, error) {
	cmd := r.Process(r.Root, nil, program, "demo", "--data", folder, "--port", "0",
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

// caller makes calls one after another; after the first that fails it makes none.
type caller struct {
	ctx    context.Context
	client *http.Client
	err    error
}

// call posts a form, or reads when there is none; head is name and value in turn.
func (c *caller) call(address string, form url.Values, head ...string) (*http.Response, []byte) {
	method, body := http.MethodGet, ""
	if form != nil {
		method, body = http.MethodPost, form.Encode()
	}
	req, err := http.NewRequestWithContext(c.ctx, method, address, strings.NewReader(body))
	if c.err = cmp.Or(c.err, err); c.err != nil {
		return nil, nil
	}
	if body != "" {
		req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	for i := 0; i < len(head); i += 2 {
		req.Header.Set(head[i], head[i+1])
	}
	res, err := c.client.Do(req)
	if c.err = err; err != nil {
		return nil, nil
	}
	text, err := io.ReadAll(res.Body)
	c.err = errors.Join(err, res.Body.Close())
	return res, text
}

// read is call for an answer in JSON.
func (c *caller) read(into any, address string, form url.Values) {
	if _, text := c.call(address, form); c.err == nil {
		c.err = json.Unmarshal(text, into)
	}
}

// signedInAs makes the calls of the sign-in part of the site, and gives the cookie of the session.
func signedInAs(ctx context.Context, site, login string) (cookie string, err error) {
	c := &caller{ctx: ctx, client: &http.Client{
		CheckRedirect: func(*http.Request, []*http.Request) error {
			return http.ErrUseLastResponse
		},
	}}
	var config struct{ Issuer, ClientID, SessionSyncPath string }
	c.read(&config, site+"/config.json", nil)
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
	account := url.Values{"account": {login}}
	res, _ := c.call(config.Issuer+"/authorize?"+question.Encode(), account)
	if c.err != nil {
		return "", c.err
	}
	to, err := res.Location()
	if err != nil {
		return "", err
	}
	var tokens struct {
		IDToken string `json:"id_token"`
	}
	c.read(&tokens, config.Issuer+"/token", url.Values{
		"grant_type":    {"authorization_code"},
		"client_id":     {config.ClientID},
		"redirect_uri":  {back},
		"code_verifier": {verifier},
		"code":          {to.Query().Get("code")},
	})
	bearer := "Bearer " + tokens.IDToken
	res, text := c.call(site+config.SessionSyncPath, url.Values{}, "Authorization", bearer)
	if c.err != nil {
		return "", c.err
	}
	if len(res.Cookies()) == 0 {
		return "", fmt.Errorf("no session: %d %s", res.StatusCode, text)
	}
	one := res.Cookies()[0]
	return one.Name + "=" + one.Value, nil
}
