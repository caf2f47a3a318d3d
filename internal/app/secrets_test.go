package app

import (
	"net/http"
	"strings"
	"testing"

	"herstelruimte/internal/httpkit"
)

// Every maker of a secret, from its form to the log: also of an address that broke on its way.
func TestTheLogKnowsWhatEveryMakerMakes(t *testing.T) {
	t.Parallel()
	s := newSite(t, nil)
	_, o := s.place(1)
	s.want(s.register(o, s.signUp("Bo", "bo@voorbeeld.example")), http.StatusCreated)
	s.want(s.join(o, s.waiting("Di", "di@voorbeeld.example")), http.StatusCreated)
	complaint := s.want(
		s.call(http.MethodPost, "/api/complaints", s.complaint()),
		http.StatusCreated,
	).json(t)
	own := s.registrationKey("bo@voorbeeld.example")
	made := map[string]string{
		"a sign-up":     own,
		"an entry":      s.entryKey("di@voorbeeld.example"),
		"an overview":   s.overviewKey("di@voorbeeld.example"),
		"a reader":      s.subscribed("di@voorbeeld.example"),
		"at the desk":   s.deskCode(),
		"a complaint":   complaint["code"].(string),
		"a way back":    s.wayBack(own),
		"its row":       "",
		"a bare secret": own[len("aan_"):],
		"like a code":   "xkDsDrrRt2--" + own[len("aan_")+12:],
	}
	var id string
	if err := s.Pool.QueryRow(t.Context(), `select id from complaint`).Scan(&id); err != nil {
		t.Fatal(err)
	}
	made["its row"] = id
	made["without dashes"] = strings.ReplaceAll(made["a complaint"], "-", "")
	seen := map[string]bool{}
	for maker, secret := range made {
		for _, prefix := range httpkit.Secrets {
			seen[prefix] = seen[prefix] || strings.HasPrefix(secret, prefix)
		}
		tail := secret[len(secret)-4:]
		typed := !strings.Contains(secret, "_") && maker != "a bare secret" && maker != "like a code"
		for _, path := range []string{
			"/" + secret, "/x/" + secret + "/y", "/x" + secret, "/x/ " + secret + ".",
			"/" + strings.ToLower(secret), "/registrationdetails" + secret,
		} {
			if typed { // not linked
				path = strings.ReplaceAll(path, "/x"+secret, "/x "+secret)
				path = strings.ReplaceAll(path, "details"+secret, "details "+secret)
			}
			logged := httpkit.LoggedPath(path)
			if strings.Contains(strings.ToLower(logged), strings.ToLower(tail)) {
				t.Errorf("%s: %s is logged as %s", maker, path, logged)
			}
		}
	}
	for _, prefix := range httpkit.Secrets {
		if !seen[prefix] {
			t.Errorf("nothing here makes %s", prefix)
		}
	}
}

func TestTheLogSaysWhichPageWasAsked(t *testing.T) {
	t.Parallel()
	for _, route := range mounted(newSite(t, nil).routes) {
		_, pattern, _ := strings.Cut(route, " ")
		path := strings.TrimSuffix(hole.ReplaceAllString(pattern, "x"), "*")
		if logged := httpkit.LoggedPath(path); logged != path &&
			!strings.HasPrefix(path, "/registrationdetails/") {
			t.Errorf("%s is logged as %s", path, logged)
		}
	}
}
