package demo

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"strings"
)

// furnish makes the realm fit this site and puts the sample accounts in it. Accounts that are there
// stay as they are, with the passkey or the code app of their person.
func (k *keycloak) furnish(ctx context.Context) (*signIn, error) {
	if err := k.script(ctx, "apply", k.base); err != nil {
		return nil, err
	}
	var found struct {
		Issuer string
		Keys   string `json:"jwks_uri"`
	}
	known := question{
		method:  http.MethodGet,
		address: k.base + "/realms/herstelruimte/.well-known/openid-configuration",
	}
	if err := known.ask(ctx, &found); err != nil {
		return nil, err
	}
	staff := accounts()
	if err := k.people(ctx, staff); err != nil {
		return nil, fmt.Errorf("the sample accounts: %w", err)
	}
	for i := range staff {
		staff[i].Note += "; maakt de eerste keer een passkey, of koppelt een app voor een code"
	}
	return &signIn{issuer: found.Issuer, keysURL: found.Keys, accounts: staff, stop: k.stop}, nil
}

type realmUser struct {
	ID            string        `json:"id"`
	Username      string        `json:"username"`
	Email         string        `json:"email"`
	FirstName     string        `json:"firstName"`
	LastName      string        `json:"lastName"`
	Enabled       bool          `json:"enabled"`
	EmailVerified bool          `json:"emailVerified"`
	RealmRoles    []string      `json:"realmRoles"`
	Credentials   []realmSecret `json:"credentials"`
}

type realmSecret struct {
	Type  string `json:"type"`
	Value string `json:"value"`
}

func (k *keycloak) people(ctx context.Context, staff []Account) error {
	users := make([]realmUser, 0, len(staff))
	for _, a := range staff {
		first, last, _ := strings.Cut(a.Name, " ")
		users = append(users, realmUser{
			ID:            a.ID,
			Username:      a.Login,
			Email:         a.Email,
			FirstName:     first,
			LastName:      last,
			Enabled:       !a.Disabled,
			EmailVerified: true,
			RealmRoles:    a.Roles,
			Credentials:   []realmSecret{{"password", a.Password}},
		})
	}
	token, err := k.admin(ctx)
	if err != nil {
		return err
	}
	return question{
		method:  http.MethodPost,
		address: k.base + "/admin/realms/herstelruimte/partialImport",
		token:   token,
		body:    map[string]any{"ifResourceExists": "SKIP", "users": users},
	}.ask(ctx, nil)
}

// admin signs in as the first admin and gives the access token.
func (k *keycloak) admin(ctx context.Context) (string, error) {
	form := url.Values{
		"grant_type": {"password"},
		"client_id":  {"admin-cli"},
		"username":   {setting("KC_BOOTSTRAP_ADMIN_USERNAME", "admin")},
		"password":   {setting("KC_BOOTSTRAP_ADMIN_PASSWORD", "admin")},
	}
	var answer struct {
		Token string `json:"access_token"`
	}
	err := question{
		method:  http.MethodPost,
		address: k.base + "/realms/master/protocol/openid-connect/token",
		body:    form,
	}.ask(ctx, &answer)
	return answer.Token, err
}

func setting(name, otherwise string) string {
	if v := os.Getenv(name); v != "" {
		return v
	}
	return otherwise
}

// direct asks this machine itself, whatever proxy the machine has for the world.
var direct = &http.Client{Transport: &http.Transport{}}

// question is a form or JSON for Keycloak; without a token nobody asks.
type question struct {
	method, address, token string
	body                   any
}

// ask reads the JSON of the answer into `into`. A refusal is an error with Keycloak's words.
func (q question) ask(ctx context.Context, into any) error {
	content, kind, err := encode(q.body)
	if err != nil {
		return err
	}
	r, err := http.NewRequestWithContext(ctx, q.method, q.address, content)
	if err != nil {
		return err
	}
	if kind != "" { // an empty one is an error of the server to Keycloak
		r.Header.Set("Content-Type", kind)
	}
	if q.token != "" {
		r.Header.Set("Authorization", "Bearer "+q.token)
	}
	w, err := direct.Do(r)
	if err != nil {
		return err
	}
	defer w.Body.Close() //nolint:errcheck // read to its end
	text, err := io.ReadAll(io.LimitReader(w.Body, 1<<20))
	if err != nil {
		return err
	}
	if w.StatusCode/100 != 2 {
		return fmt.Errorf("%s %s: %s: %s", q.method, r.URL.Path, w.Status, text)
	}
	if into == nil {
		return nil
	}
	return json.Unmarshal(text, into)
}

func encode(body any) (io.Reader, string, error) {
	if body == nil {
		return http.NoBody, "", nil
	}
	if form, ok := body.(url.Values); ok {
		return strings.NewReader(form.Encode()), "application/x-www-form-urlencoded", nil
	}
	raw, err := json.Marshal(body)
	return bytes.NewReader(raw), "application/json", err
}
