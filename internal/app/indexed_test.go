package app

import (
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/dbtest"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/identity/identitytest"
)

// small are tables that may be read from end to end: they do not grow with visitors.
var small = map[string]string{
	"activity":         "what the house offers: tens",
	"calling":          "who holds a telephone now",
	"closure":          "until it is over",
	"desk_code":        "a code goes in an hour",
	"draft":            "what staff write: some tens a year",
	"erasure_copied":   "one row",
	"file":             "what staff sent: some hundreds a year",
	"file_stray":       "files that nobody knows: none, as a rule",
	"file_use":         "what staff wrote: some hundreds a year",
	"goose_db_version": "one of each migration",
	"held_row":         "rows of the few people that are held",
	"issue_sending":    "one of each newsletter",
	"ops_report":       "one of each kind",
	"person_hold":      "the few people that are held",
	"privacy_version":  "one of each change of the statement",
	"retention_clock":  "one row",
	"rhythm":           "one of an activity",
	"search_doc":       "one of each activity and question",
	"site_change":      "taken away at once",
	"site_revision":    "one row",
	"staff_cutoff":     "staff alone",
	"staff_ended":      "staff alone",
	"staff_member":     "staff alone",
	"staff_session":    "staff alone",
	"staff_token":      "staff alone, for as long as a token lasts",
	"story_consent":    "one of each story",
	"upload":           "what staff send now",
	"volunteer_time":   "what staff typed: a few a day",
}

// openOnly are indexes that hold only what waits or is open now, however much is over.
var openOnly = []string{
	"call_open", "complaint_open", "complaint_open_assignee", "complaint_unsealed",
	"contact_message_open", "contact_message_open_subject", "mail_failed", "offer_due", "offer_open",
	"offer_open_all", "rights_request_open", "subscriber_pending", "vacancy_open",
	"vacancy_wakes", "waitlist_order",
}

// readAll are statements that have to look at all of a table, by words that are in no other.
var readAll = map[string]string{
	"jsonb_to_recordset($1::jsonb) cut":                      "the night: the term of everybody who is kept",
	"insert into occurrence_count as c":                      "dates that ended: any may not be counted",
	"min(a.doc->>'title')":                                   "hosts of dates at one time: an act of staff",
	"set updated_at = $2, doc = jsonb_set(doc, '{sequence}'": "all of many dates: an act of staff",
	"and se.ends_at >= $1":                                   "the figures: counts of a year",
	"min(created_at) filter (where state in":                 "the status page counts all mails",
	"from mail where kind = $1 and created_at":               "the status page counts all mails",
	"with ended as (":                                        "the figures: counts of a year",
	"select state, count(*) from volunteer":                  "counts of all applications",
	"from subscriber_left where why":                         "counts of all who left",
	"'registration' as kind, doc->>'consentVersion'":         "counts of all consents",
}

// asOfThisTest are statements of the tests themselves.
var asOfThisTest = []string{
	"select data->>'wayBack' from mail", "order by position desc limit 1",
	"order by order_no desc limit 1",
}

// A process that starts while a table is empty keeps its plans: each statement of each operation
// and of each task has an index to take then, and on a full table.
func TestEveryStatementHasAnIndexToTake(t *testing.T) {
	t.Parallel()
	plain, err := db.Open(t.Context(), dbtest.URL(t), 4)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(plain.Close)
	heard := dbtest.ListenToWrites(t, plain)
	t.Run("all that is asked", func(t *testing.T) { listenedTo(t, heard).asksAll(t) })
	if n := heard.Len(); n < 600 {
		t.Fatalf("only %d statements were heard", n)
	}
	fill := dbtest.Emptied(t, plain)
	whole := func(when string, only func(dbtest.Whole) bool) {
		for _, w := range heard.WholeReads() {
			sql := strings.Join(strings.Fields(w.SQL), " ")
			if only(w) && !mayReadWhole(w, sql) {
				t.Errorf("%s, %s is read as a whole by %s: %s", when, w.Table, w.By, sql)
			}
		}
	}
	whole("on the first day", func(dbtest.Whole) bool { return true })
	fill(100)
	// by an index as a whole: that is what PostgreSQL chose knowing how much there is
	whole("after years", func(w dbtest.Whole) bool { return w.By == "Seq Scan" })
}

func mayReadWhole(w dbtest.Whole, sql string) bool {
	if small[w.Table] != "" || strings.HasPrefix(w.Table, "river_") ||
		slices.Contains(openOnly, w.By) {
		return true
	}
	for words := range readAll {
		if strings.Contains(sql, words) {
			return true
		}
	}
	return slices.ContainsFunc(asOfThisTest, func(words string) bool {
		return strings.Contains(sql, words)
	})
}

// listenedTo is a house whose statements are heard.
func listenedTo(t *testing.T, heard *dbtest.Listener) *prober {
	t.Helper()
	c := clock.Stopped(monday)
	cfg, issuer := configOf(t, heard.Pool.Config().ConnString()), identitytest.New(t, c)
	cfg.Issuer, cfg.ClientID, cfg.KeysURL = identitytest.URL, identitytest.ClientID, issuer.KeysURL
	if err := cfg.Check(); err != nil {
		t.Fatal(err)
	}
	a, err := open(t.Context(), cfg, Options{Clock: c, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(a.Close)
	for _, pool := range []interface{ Close() }{a.Pool, a.looks} {
		pool.Close()
	}
	a.Pool, a.looks = heard.Pool, heard.Pool
	a.rooms(t.Context())
	if err := a.mount(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	if err := a.Agenda.FillFirstKeys(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := a.queue.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = a.queue.Stop(context.Background()) })
	srv := httptest.NewServer(a.Handler())
	t.Cleanup(srv.Close)
	return newProber(visit(t, a, issuer, srv.URL))
}

// asksAll asks every operation once, with what it needs for a good answer, and runs every task.
func (p *prober) asksAll(t *testing.T) {
	ops := map[string][]string{} // the roles of each; nil: no staff
	for route, op := range operations() {
		for _, one := range ofEachKind(route) {
			_, path, _ := strings.Cut(one, " ")
			roles, ofStaff := rolesOf(op, path)
			if ofStaff {
				ops[one] = append([]string{}, roles...)
			}
		}
	}
	all := mounted(p.routes)
	slices.Reverse(all) // what deletes comes last
	for _, route := range all {
		method, pattern, _ := strings.Cut(route, " ")
		who := nobody
		switch roles := ops[route]; {
		case roles != nil && len(roles) == 0:
			who = without
		case roles != nil:
			who = everyRole()
		case operations()[route] != nil && len(operations()[route].Security) > 0,
			strings.Contains(pattern, "{token}"):
			who = holder
		}
		if route == "POST /oidc/backchannel-logout" {
			who = service
		}
		if a := p.ask(method, pattern, who); a.status >= http.StatusBadRequest &&
			route != "POST /api/session" {
			t.Errorf("%s has no good answer: %d %.300s", route, a.status, a.body)
		}
	}
	p.tasks(t)
}

// everyRole is somebody with all roles.
func everyRole() asker {
	who := asker{name: "alles"}
	for _, role := range identity.Roles {
		who.roles = append(who.roles, string(role))
	}
	return who
}

// tasks runs what is done again and again by itself.
func (p *prober) tasks(t *testing.T) {
	for _, name := range []string{
		"complaint reminder", "date count", "desk sweep",
		"erasure journal copy", "forgetting", "forgotten mail", "mail sweep", "message warning",
		"newsletter", "privacy statement", "reminders", "returned mail", "rhythms",
		"rights warning", "staff notices", "status watch", "waitlist sweep",
	} {
		if err := p.queue.Do(t.Context(), name); err != nil {
			t.Error(err)
		}
	}
	for _, s := range p.sweeps(p.guard.Keeper) {
		if err := s.run(t.Context()); err != nil {
			t.Error(s.name, err)
		}
	}
}
