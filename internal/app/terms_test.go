package app

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
)

// Whoever changes a term changes every sentence that promises it, wherever it is read or spoken.
func TestAChangedTermChangesEverySentence(t *testing.T) {
	t.Parallel()
	s := newSite(t, nil)
	cookie := s.signIn(t, "coordinator")
	activity, date := s.place(5)
	s.want(s.register(date, s.signUp("Anja", "anja@voorbeeld.example")), http.StatusCreated)
	paper := func(name string) string {
		text, err := PaperOn(t.Context(), s.Pool, name)
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	get := func(path string, head ...string) string {
		return s.want(s.call(http.MethodGet, path, nil, head...), http.StatusOK).body
	}
	staff := func(path string) string { return get(path, "Cookie", cookie) }
	read := func() map[string]string {
		return map[string]string{
			"the privacy page":      get("/api/privacy"),
			"the form of a date":    get("/api/activities/" + activity + "/occurrences/" + date),
			"the list of a date":    staff("/api/occurrences/" + date + "/people"),
			"the line of the desk":  staff("/api/desk-dates"),
			"the register":          paper("register"),
			"the card for the desk": paper("baliekaart"),
			"the log book":          staff("/api/audit"),
			"the subscribers":       staff("/api/newsletter/counts"),
		}
	}
	terms := map[string]int{
		"registrationDays": 41, "waitlistDays": 13, "supportDays": 11, "messageDays": 97,
		"unansweredDays": 191, "volunteerDays": 29, "volunteerKeepDays": 307, "complaintDays": 731,
		"subscriberDays": 17, "auditDays": 397, "volunteerIdleMonths": 7,
	}
	before := read()
	doc, tag := s.block(cookie, "terms")
	for name, long := range terms {
		doc["terms"].(map[string]any)[name] = long
	}
	s.want(s.published(cookie, "terms", s.saved(cookie, "terms", tag, doc),
		map[string]any{"reason": "De gemeente vraagt erom."}), http.StatusOK)
	after := read()
	everywhere := []string{}
	for name := range terms {
		everywhere = append(everywhere, name)
	}
	for place, says := range map[string][]string{
		"the privacy page":      everywhere,
		"the register":          everywhere,
		"the form of a date":    {"registrationDays", "waitlistDays"},
		"the list of a date":    {"registrationDays", "waitlistDays"},
		"the line of the desk":  {"registrationDays", "waitlistDays"},
		"the card for the desk": {"registrationDays"},
	} {
		for _, name := range says {
			want := fmt.Sprint(terms[name], " dagen")
			if strings.HasSuffix(name, "Months") {
				want = fmt.Sprint(terms[name], " maanden")
			}
			if strings.Contains(before[place], want) || !strings.Contains(after[place], want) {
				t.Errorf("%s does not follow %s: it does not say %q", place, name, want)
			}
		}
	}
	for place, want := range map[string]string{
		"the form of a date": `"keepDays":41`,
		"the log book":       `"keepDays":397`,
		"the subscribers":    `"days":17`,
	} {
		if !strings.Contains(after[place], want) {
			t.Errorf("%s does not say %s", place, want)
		}
	}
}
