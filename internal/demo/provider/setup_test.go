package provider

import (
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	jose "github.com/go-jose/go-jose/v4"
	"github.com/zitadel/oidc/v3/pkg/oidc"

	"herstelruimte/internal/clock"
)

func TestMain(m *testing.M) {
	slog.SetDefault(slog.New(slog.DiscardHandler))
	os.Exit(m.Run())
}

const (
	verifier = "een-geheim-van-drieënveertig-tekens-of-meer-01"
	password = "koffie-met-melk"
)

var began = time.Date(2027, 3, 28, 1, 30, 0, 0, clock.Amsterdam) // far from the machine's clock

func people() []Account {
	return []Account{
		{
			ID:       "sub-jan",
			Login:    "jan",
			Name:     "Jan Bakker",
			Email:    "jan@x.example",
			Password: password,
			Roles:    []string{"gastheer"},
			Note:     "gastheer",
		},
		{
			ID:       "sub-sanne",
			Login:    "sanne",
			Name:     "Sanne Visser",
			Email:    "sanne@x.example",
			Password: password,
			Roles:    []string{"coordinator", "beheerder"},
			Note:     "coördinator",
		},
		{
			ID:       "sub-wim",
			Login:    "wim",
			Name:     "Wim",
			Email:    "wim@x.example",
			Password: password,
			Note:     "zonder rol",
		},
		{
			ID:       "sub-puck",
			Login:    "puck",
			Name:     "Puck Oud",
			Email:    "puck@x.example",
			Password: password,
			Note:     "uitgezet account",
			Disabled: true,
		},
	}
}

// room is a provider with the site it serves.
type room struct {
	*Provider
	t     *testing.T
	clock *clock.Clock
	site  *httptest.Server

	mu   sync.Mutex
	told []string // logout tokens that came to the site
}

func start(t *testing.T) *room { return startWith(t, Options{}) }

func startWith(t *testing.T, o Options) *room {
	t.Helper()
	r := &room{t: t, clock: clock.Stopped(began)}
	r.site = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
		r.mu.Lock()
		defer r.mu.Unlock()
		if q.Method != http.MethodPost || q.URL.Path != "/oidc/backchannel-logout" ||
			q.Header.Get("Content-Type") != "application/x-www-form-urlencoded" {
			t.Errorf("the site was asked for %s %s", q.Method, q.URL.Path)
		}
		r.told = append(r.told, q.FormValue("logout_token"))
	}))
	t.Cleanup(r.site.Close)
	o.Address, o.Site, o.Clock, o.Accounts, o.MinLength = "127.0.0.1:0", r.site.URL, r.clock, people(), 12
	p, err := Start(o)
	if err != nil {
		t.Fatal(err)
	}
	r.Provider = p
	t.Cleanup(sync.OnceFunc(p.Close))
	return r
}

func (r *room) tellings() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return append([]string(nil), r.told...)
}

// browser follows no redirect: where it is sent is what tests look at.
type browser struct {
	*http.Client
	r *room
}

func (r *room) browser() *browser {
	jar, err := cookiejar.New(nil)
	if err != nil {
		r.t.Fatal(err)
	}
	return &browser{
		&http.Client{
			Jar: jar,
			CheckRedirect: func(*http.Request, []*http.Request) error {
				return http.ErrUseLastResponse
			},
		},
		r,
	}
}

// answer is what came back.
type answer struct {
	*http.Response
	body string
	to   url.Values // the question of the address that a redirect names
}

func (b *browser) do(method, address string, form url.Values, headers ...string) answer {
	b.r.t.Helper()
	if strings.HasPrefix(address, "/") {
		address = b.r.Issuer() + address
	}
	q, err := http.NewRequestWithContext(
		b.r.t.Context(),
		method,
		address,
		strings.NewReader(form.Encode()),
	)
	if err != nil {
		b.r.t.Fatal(err)
	}
	if method == http.MethodPost {
		q.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	for i := 0; i < len(headers); i += 2 {
		if headers[i] == "Host" {
			q.Host = headers[i+1]
		}
		q.Header.Set(headers[i], headers[i+1])
	}
	w, err := b.Do(q)
	if err != nil {
		b.r.t.Fatal(err)
	}
	defer w.Body.Close() //nolint:errcheck // read below
	body, err := io.ReadAll(w.Body)
	if err != nil {
		b.r.t.Fatal(err)
	}
	a := answer{Response: w, body: string(body)}
	if place, err := w.Location(); err == nil {
		a.to = place.Query()
	}
	return a
}

func (b *browser) get(address string, headers ...string) answer {
	b.r.t.Helper()
	return b.do(http.MethodGet, address, nil, headers...)
}

func (b *browser) post(address string, form url.Values, headers ...string) answer {
	b.r.t.Helper()
	return b.do(http.MethodPost, address, form, headers...)
}

// question is the site's, with changes: pairs of name and value, "" takes one out.
func (r *room) question(changes ...string) string {
	q := url.Values{
		"client_id":             {ClientID},
		"redirect_uri":          {r.Site + "/auth-callback"},
		"response_type":         {"code"},
		"scope":                 {"openid profile email"},
		"state":                 {"s1"},
		"nonce":                 {"n1"},
		"code_challenge":        {oidc.NewSHACodeChallenge(verifier)},
		"code_challenge_method": {"S256"},
		"display":               {"popup"},
		"ui_locales":            {"nl"},
	}
	for i := 0; i < len(changes); i += 2 {
		q.Set(changes[i], changes[i+1])
		if changes[i+1] == "" {
			q.Del(changes[i])
		}
	}
	return "/authorize?" + q.Encode()
}

// code signs somebody in with name and password.
func (b *browser) code(login string) string {
	b.r.t.Helper()
	a := b.post(b.r.question(), url.Values{"username": {login}, "password": {password}})
	if a.StatusCode != http.StatusFound || a.to.Get("code") == "" || a.to.Get("state") != "s1" {
		b.r.t.Fatalf("no code for %s: %d %v", login, a.StatusCode, a.to)
	}
	return a.to.Get("code")
}

// refusal is the error of the token endpoint.
type refusal struct {
	Error       string `json:"error"`
	Description string `json:"error_description"`
}

func (b *browser) token(form url.Values) (t tokens, no refusal, status int) {
	b.r.t.Helper()
	a := b.post("/token", form, "Origin", b.r.Site)
	if err := json.Unmarshal([]byte(a.body), &t); err != nil {
		b.r.t.Fatalf("%v: %s", err, a.body)
	}
	if err := json.Unmarshal([]byte(a.body), &no); err != nil {
		b.r.t.Fatal(err)
	}
	return t, no, a.StatusCode
}

func (r *room) exchange(code string, changes ...string) url.Values {
	form := url.Values{
		"grant_type":    {"authorization_code"},
		"client_id":     {ClientID},
		"redirect_uri":  {r.Site + "/auth-callback"},
		"code":          {code},
		"code_verifier": {verifier},
	}
	for i := 0; i < len(changes); i += 2 {
		form.Set(changes[i], changes[i+1])
	}
	return form
}

func renew(token string) url.Values {
	return url.Values{
		"grant_type":    {"refresh_token"},
		"client_id":     {ClientID},
		"refresh_token": {token},
	}
}

// enterAs signs somebody in all the way.
func (b *browser) enterAs(login string) tokens {
	b.r.t.Helper()
	t, no, status := b.token(b.r.exchange(b.code(login)))
	if status != http.StatusOK {
		b.r.t.Fatalf("no tokens for %s: %d %v", login, status, no)
	}
	return t
}

// read checks a token with the keys that the provider publishes, and gives its claims.
func (r *room) read(token string) (c map[string]any) {
	r.t.Helper()
	jws, err := jose.ParseSignedCompact(token, []jose.SignatureAlgorithm{jose.RS256})
	if err != nil {
		r.t.Fatal(err)
	}
	var set jose.JSONWebKeySet
	if err := json.Unmarshal([]byte(r.browser().get("/keys").body), &set); err != nil {
		r.t.Fatal(err)
	}
	payload, err := jws.Verify(&set)
	if err != nil {
		r.t.Fatal(err)
	}
	if err := json.Unmarshal(payload, &c); err != nil {
		r.t.Fatal(err)
	}
	return c
}
