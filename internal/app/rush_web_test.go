//go:build web

package app

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/dbtest"
	"herstelruimte/internal/longtest"
	"herstelruimte/web"
)

// plainly sends one form and follows it as a browser without JavaScript does, with cookies of its
// own. It may be called from any goroutine.
func (s *site) plainly(path string, fields url.Values) answer {
	s.t.Helper()
	a := s.post(path, fields)
	if a.status != http.StatusSeeOther {
		return a
	}
	cookie, _, _ := strings.Cut(a.head.Get("Set-Cookie"), ";")
	return s.call(http.MethodGet, a.head.Get("Location"), nil, "Cookie", cookie)
}

// readOn is what a page says without JavaScript, in a word; "nothing" is what nobody may get.
func readOn(a answer) string {
	for _, words := range [][2]string{
		{`data-hr="plain"`, "few words"},
		{"Je plek voor", "a place"},
		{"Je staat op de wachtlijst", "the list"},
		{"Net voor jou is de laatste plek weggegaan", "full"},
		{"De wachtlijst is ook vol", "full"},
		{"Wat je hebt ingevuld staat er nog", "to try again"},
	} {
		if strings.Contains(a.body, words[0]) {
			return words[1]
		}
	}
	return fmt.Sprintf("nothing (%d)", a.status)
}

// Everybody comes at once and nobody has JavaScript: half of them want to wait when it is full, the
// others want to hear it.
func TestInARushEverybodyWithoutJavaScriptIsToldInWords(t *testing.T) {
	t.Parallel()
	people := longtest.N(t, 200, 2000)
	s := start(t, configOf(t, dbtest.URL(t)), clock.Stopped(monday), web.Dist())
	a, o := s.place(20)
	path := "/register/" + a + "/" + o
	forms := make([]url.Values, people)
	for i := range forms {
		forms[i] = s.opened(s.want(s.page(path), http.StatusOK).body, "register")
		for name, value := range typedPerson(
			fmt.Sprintf("Bezoeker %d", i),
			fmt.Sprintf("bezoeker%d@voorbeeld.example", i),
		) {
			forms[i].Set(name, value)
		}
		forms[i].Set("ifFull", []string{"tell", "waitlist"}[i%2])
	}
	s.Clock.Advance(10 * time.Second)
	var mu sync.Mutex
	heard := map[string]int{}
	begin := time.Now()
	together(people, func(i int) {
		got := s.plainly(path, forms[i])
		mu.Lock()
		defer mu.Unlock()
		heard[readOn(got)]++
		if readOn(got) == "a place" && !strings.Contains(got.body, forms[i].Get("name")) {
			t.Errorf("%s is told of the place of somebody else", forms[i].Get("name"))
		}
	})
	t.Logf("%d people in %s: %v", people, time.Since(begin), heard)
	waiting := s.number(`select count(*) from waitlist_entry where occurrence_id = $1`, o)
	if heard["a place"] != 20 || heard["the list"] != waiting ||
		heard["the list"]+heard["full"] != people-20 {
		t.Errorf("%d people heard %v; %d wait", people, heard, waiting)
	}
}
