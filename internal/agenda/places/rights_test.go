package places_test

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/netip"
	"strings"
	"testing"
	"time"

	"herstelruimte/internal/agenda/booking"
	"herstelruimte/internal/agenda/changes"
	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/identity/identitytest"
	"herstelruimte/internal/problem"
)

// staffed are the operations of staff, with the cookie of each who works here.
type staffed struct {
	*room
	cookies map[string]string
	n       int
}

// team are who works here, by their name.
var team = map[string]identity.Role{
	"jan":    identity.Gastheer,
	"rosa":   identity.Gastheer,   // who receives
	"bram":   identity.Begeleider, // whose own activity it is
	"ilse":   identity.Begeleider,
	"fatima": identity.Coordinator,
	"noor":   identity.Redactie,
	"ilja":   identity.Beheerder,
}

func (r *room) staffed() *staffed {
	r.T.Helper()
	issuer, keys := identitytest.New(r.T, r.Clock), identitytest.Keys(r.T)
	who := identity.New(r.Pool, r.Clock, identity.Config{
		Issuer:   identitytest.URL,
		ClientID: identitytest.ClientID,
		KeysURL:  issuer.KeysURL,
		Domains:  []string{"herstelruimte.example"},
		Seal:     identitytest.Seal(keys, "staff_session"),
		Open:     identitytest.Open(keys, "staff_session"),
		Rate:     httpkit.NewLimits(0, netip.Prefix{}).Rate(identity.AttemptsAMinute, time.Minute),
		Log:      slog.New(slog.DiscardHandler),
	})
	who.Routes(r.API)
	r.PeopleRoutes(r.API, who)
	r.ChangeRoutes(r.API, who)
	r.CallRoutes(r.API, who)
	s := &staffed{room: r, cookies: map[string]string{}}
	for name, role := range team {
		w := r.Call(http.MethodPost, "/api/session", nil,
			"Authorization", "Bearer "+issuer.Sign(r.T, issuer.Claims(name, string(role))))
		s.cookies[name], _, _ = strings.Cut(w.Header().Get("Set-Cookie"), ";")
	}
	return s
}

// does sends one call and gives the status and the id of the act.
func (s *staffed) does(who string, c call) (int, string) {
	s.T.Helper()
	w := s.Call(c.method, c.path, c.body, "Cookie", s.cookies[who])
	var d booking.Done
	_ = json.Unmarshal(w.Body.Bytes(), &d)
	return w.Code, d.Act.ID
}

func (s *staffed) undoes(who, act string) int {
	code, _ := s.does(who, call{http.MethodPost, "/api/acts/" + act + "/undo", struct{}{}})
	return code
}

// call is one request.
type call struct {
	method, path string
	body         any
}

// onDates are the dates that acts are about.
type onDates struct{ free, full, other string } // nobody of the team receives at other

// deed is an act of staff. At the door it is for a gastheer too, on the day itself.
type deed struct {
	name  string
	door  bool
	other bool // it is about the date at which nobody of the team receives
	make  func(s *staffed, o onDates) call
}

func (s *staffed) name() string {
	s.n++
	return fmt.Sprintf("Mens %c%c", 'a'+s.n/26, 'a'+s.n%26)
}

func (s *staffed) person(o string) string { return s.add(o, s.name(), "") }

func post(path string, body any) call { return call{http.MethodPost, path, body} }

var none = struct{}{}

var deeds = []deed{
	{"signs somebody up", true, false, func(s *staffed, o onDates) call {
		return post("/api/occurrences/"+o.free+"/people", atDesk(s.name(), ""))
	}},
	{"calls somebody off", true, false, func(s *staffed, o onDates) call {
		return post("/api/people/"+s.person(o.free)+"/cancel", none)
	}},
	{"lets another receive", true, true, func(s *staffed, o onDates) call {
		p := s.choicesOf(o.other)
		return call{http.MethodPut, "/api/occurrences/" + o.other + "/host",
			map[string]any{"was": p.Host, "host": s.name()}}
	}},
	{"moves somebody", false, false, func(s *staffed, o onDates) call {
		return post("/api/people/"+s.person(o.free)+"/move", map[string]any{"to": o.other})
	}},
	{"makes a code", false, false, func(s *staffed, o onDates) call {
		return post("/api/people/"+s.person(o.free)+"/code", none)
	}},
	{"puts a chair", false, false, func(s *staffed, o onDates) call {
		n := s.Number(`select capacity from occurrence where id = $1`, o.free)
		return call{http.MethodPut, "/api/occurrences/" + o.free + "/seats",
			map[string]any{"was": n, "seats": n + 1}}
	}},
	{"writes to everybody", false, false, func(s *staffed, o onDates) call {
		in := changes.TellEverybody{Text: "Neem een trui mee voor " + s.name()}
		c, err := s.CheckMessage(s.T.Context(), asFatima, o.free, in)
		if err != nil {
			s.T.Fatal(err)
		}
		in.Fingerprint = c.Fingerprint
		return post("/api/occurrences/"+o.free+"/message", in)
	}},
	{"takes somebody off the list", false, false, func(s *staffed, o onDates) call {
		return post("/api/waitlist/"+s.onPhone(o.full, s.name())[0]+"/remove", none)
	}},
	{"stops the offers", false, false, func(s *staffed, o onDates) call {
		stopped := s.Number(`
			select count(*) from occurrence where id = $1 and doc->>'offersStopped' <> ''`, o.full)
		return call{http.MethodPut, "/api/occurrences/" + o.full + "/offers",
			map[string]any{"stopped": stopped == 0, "reason": "We bellen zelf."}}
	}},
}

func (s *staffed) choicesOf(o string) changes.DateChoices {
	s.T.Helper()
	c, err := s.Choices(s.T.Context(), asFatima, o)
	if err != nil {
		s.T.Fatal(err)
	}
	return c
}

// may says who may do a deed on a day.
func (d deed) may(who string, today bool) bool {
	switch who {
	case "fatima", "bram":
		return true
	case "rosa":
		return !d.other || today
	case "jan":
		return d.door && today
	}
	return false
}

// Who may do an act may take it back, and nobody else but who did it.
func TestWhoMayDoAnActMayUndoIt(t *testing.T) {
	t.Parallel()
	for name, start := range map[string]time.Time{
		"today":       monday.Add(5 * time.Hour),
		"another day": monday.AddDate(0, 0, 8),
	} {
		t.Run(name, func(t *testing.T) {
			s := setup(t).staffed()
			a := s.Activity(func(a *rules.Activity) { a.Staff = []string{"bram"} })
			hers := func(o *rules.NewOccurrence) { o.Doc.Host = rules.AccountHost("rosa") }
			o := onDates{
				free:  s.Date(a, start, 400, hers),
				full:  s.Date(a, start.Add(time.Minute), 1, hers),
				other: s.Date(a, start.Add(2*time.Minute), 400, nil),
			}
			s.person(o.full)
			s.add(o.free, "Bea", addr("bea"))
			for _, d := range deeds {
				for who := range team {
					s.proves(d, o, who, d.may(who, name == "today"))
				}
			}
		})
	}
}

// proves does a deed as somebody, and takes back what the coordinator did.
func (s *staffed) proves(d deed, o onDates, who string, may bool) {
	s.T.Helper()
	want := map[bool]int{true: http.StatusOK, false: http.StatusForbidden}[may]
	code, act := s.does(who, d.make(s, o))
	if code != want {
		s.T.Errorf("%s %s: status %d, want %d", who, d.name, code, want)
	}
	if code == http.StatusOK {
		if code := s.undoes(who, act); code != want {
			s.T.Errorf("%s takes back that they %s: status %d, want %d", who, d.name, code, want)
		}
	}
	if code, act = s.does("fatima", d.make(s, o)); code != http.StatusOK {
		s.T.Fatalf("the coordinator %s: status %d", d.name, code)
	}
	if code := s.undoes(who, act); code != want {
		s.T.Errorf("%s takes back that a coordinator %s: status %d, want %d",
			who, d.name, code, want)
	}
}

// What somebody did they can take back as long as it can be, also when the date is theirs no more.
func TestWhoDidAnActTakesItBackAfterMidnightToo(t *testing.T) {
	r := setup(t)
	r.Clock.Set(on(16, 23, 52))
	s := r.staffed()
	o := s.Date(s.Activity(nil), on(16, 23, 50), 5, func(o *rules.NewOccurrence) {
		o.Sessions[0].End = on(16, 23, 55)
	})
	code, act := s.does("jan", call{http.MethodPut, "/api/occurrences/" + o + "/host",
		map[string]any{"was": "", "host": "Ans"}})
	if code != http.StatusOK {
		t.Fatal(code)
	}
	s.Clock.Set(on(17, 0, 1))
	if code := s.undoes("jan", act); code != http.StatusOK {
		t.Errorf("after midnight: status %d, want 200", code)
	}
}

// Who opens the door moves a date within today, and takes that back.
func TestAGastheerMovesADateWithinToday(t *testing.T) {
	s := setup(t).staffed()
	o := s.Date(s.Activity(nil), monday.Add(5*time.Hour), 5, nil)
	s.person(o)
	for to, want := range map[changes.MoveTo]int{
		{Day: "2026-11-16", From: "16.00", To: "18.00"}: http.StatusOK,
		later: http.StatusForbidden,
	} {
		to.Fingerprint = s.checkMove(o, to).Fingerprint
		path := "/api/occurrences/" + o + "/move"
		if code, _ := s.does("jan", post(path+"/check", to)); code != want {
			t.Errorf("looks at %s: status %d, want %d", to.Day, code, want)
		}
		code, act := s.does("jan", post(path, to))
		if code != want {
			t.Errorf("moves to %s: status %d, want %d", to.Day, code, want)
		}
		if code != http.StatusOK {
			continue
		}
		if code := s.undoes("jan", act); code != http.StatusOK {
			t.Errorf("takes it back: status %d", code)
		}
	}
}

// Who receives reads names on any day, and what people need on the day itself; a colleague with
// another role, or who receives no more, reads nothing.
func TestWhoReceivesReadsNamesOfThatDateAndNeedsOnItsDay(t *testing.T) {
	r := setup(t)
	a := r.Activity(func(a *rules.Activity) {
		a.AskSupport, a.Staff = true, []string{"bram"}
	})
	o := r.Date(a, on(18, 14, 0), 5, func(o *rules.NewOccurrence) {
		o.Doc.Host = rules.AccountHost("rosa")
	})
	r.Want(r.Register(o, with(r.SignUp("Lars", person(1)), "support", "de lift")), 201)
	as := func(name string, role identity.Role) identity.Actor {
		return identity.Actor{ID: name, Roles: []identity.Role{role}}
	}
	type reads struct{ before, that, after string }
	const none, name, all = "nothing", "Lars", "Lars, de lift"
	want := map[string]reads{
		"rosa gastheer":      {name, all, name},
		"rosa redactie":      {none, none, none},
		"jan gastheer":       {none, all, none},
		"bram begeleider":    {all, all, all},
		"ilse begeleider":    {none, none, none},
		"fatima coordinator": {all, all, all},
	}
	looks := func(who string) string {
		id, role, _ := strings.Cut(who, " ")
		seen, err := r.People(t.Context(), as(id, identity.Role(role)), o)
		if err != nil {
			return none
		}
		p := seen.People[0]
		if p.Support == "" {
			return p.FirstName
		}
		return p.FirstName + ", " + p.Support
	}
	for who, w := range want {
		for day, wants := range map[int]string{16: w.before, 18: w.that, 19: w.after} {
			r.Clock.Set(on(day, 10, 0))
			if got := looks(who); got != wants {
				t.Errorf("%s on the %dth reads %q, want %q", who, day, got, wants)
			}
		}
	}
}

func with(body map[string]any, name string, value any) map[string]any {
	body[name] = value
	return body
}

// Who receives is chosen from the accounts that can; screens name them, pages only after a yes.
func TestAnAccountIsChosenToReceive(t *testing.T) {
	r := setup(t)
	r.Staff = &fakeStaff{Receive: []identity.Receiver{
		{UID: "rosa", Name: "Rosa", Can: true},
		{UID: "pim", Name: "Pim", OnSite: "Pimmetje", Can: true},
		{UID: "weg", Name: "Wegger"},
	}}
	o := r.Place(5)
	byJan := booking.By{
		Actor: identity.Actor{ID: "rosa", Roles: []identity.Role{identity.Gastheer}},
	}
	d, err := r.CancelPerson(t.Context(), byJan, r.add(o, "Lars", ""))
	r.refused(d, err, problem.Forbidden)
	for _, gone := range []string{"weg", "niemand"} {
		d, err := r.ChangeHost(t.Context(), byFatima, o,
			changes.NewHost{Host: rules.AccountHost(gone)})
		r.refused(d, err, problem.Invalid)
	}
	rosa := rules.AccountHost("rosa")
	act := r.done(r.ChangeHost(t.Context(), byFatima, o, changes.NewHost{Host: rosa}))
	r.done(r.CancelPerson(t.Context(), byJan, r.add(o, "Nel", "")))
	if seen := r.people(asFatima, o); seen.Host != "Rosa" {
		t.Errorf("staff read %q", seen.Host)
	}
	c, err := r.Choices(t.Context(), asFatima, o)
	if err != nil || c.Host != rosa || c.HostName != "Rosa" || len(c.Hosts) != 1 ||
		c.Hosts[0] != (changes.HostChoice{
			Host: rules.AccountHost("pim"), Name: "Pim", OnSite: "Pimmetje",
		}) {
		t.Errorf("got %+v %v", c, err)
	}
	for host, want := range map[string]string{
		rosa: "", rules.AccountHost("pim"): "Pimmetje", "Ans": "Ans",
	} {
		if got, err := r.HostOnSite(t.Context(), host); got != want || err != nil {
			t.Errorf("on the site %q is %q %v, want %q", host, got, err, want)
		}
	}
	r.undone(act)
	d, err = r.CancelPerson(t.Context(), byJan, r.add(o, "Ko", ""))
	r.refused(d, err, problem.Forbidden)
}

func TestWhoSeesNamesBeforeAnActStandsInTheLogBook(t *testing.T) {
	r := setup(t)
	s, o := r.staffed(), r.Place(4)
	r.add(o, "Dirk", "0612345678")
	for path, body := range map[string]any{
		"/off/check":     map[string]any{"reason": "ill", "text": "Fatima is ziek."},
		"/move/check":    map[string]any{"day": "2026-12-02", "from": "14.00", "to": "16.00"},
		"/message/check": map[string]any{"text": "Neem een schrift mee."},
	} {
		r.exec(`delete from audit_log`)
		if code, _ := s.does("fatima", post("/api/occurrences/"+o+path, body)); code != http.StatusOK {
			t.Fatalf("%s: %d", path, code)
		}
		want := 1
		if path == "/message/check" { // it names nobody
			want = 0
		}
		r.MustCount(want, `audit_log where action = 'viewed' and object_id = $1`, o)
	}
}
