package app

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

// goes says of every table what lets its rows go. "clock" names the kind of the nightly clock,
// "with" the table that its rows hang on, "sweep" a task of schedule with a term of its own.
var goes = map[string]string{
	"registration":          "clock registrations",
	"waitlist_entry":        "clock entries",
	"contact_message":       "clock messages",
	"volunteer_application": "clock applications",
	"complaint":             "clock complaints",
	"rights_request":        "clock requests",
	"person_hold":           "clock holds",
	"subscriber":            "clock subscribers",
	"subscriber_left":       "clock subscribers",
	"story_consent":         "clock consents",
	"audit_log":             "clock audit",

	"attendance":        "with registration",
	"held_row":          "with person_hold",
	"own_link":          "with registration",
	"desk_code":         "with registration",
	"offer":             "with waitlist_entry",
	"offer_vacancy":     "with waitlist_entry",
	"call":              "with registration",
	"call_try":          "with registration",
	"calling":           "with registration",
	"contact_answer":    "with contact_message",
	"complaint_message": "with complaint",
	"staff_act":         "with registration",

	"mail":           "sweep: 30 days after it closed; that dates do not go on: their end",
	"idempotency":    "sweep: 24 hours",
	"tap":            "with registration; the name of staff by a sweep after 30 days",
	"date_message":   "sweep: 30 days",
	"closure":        "sweep: a year after its last day; it names staff alone",
	"closure_date":   "sweep: with closure",
	"staff_session":  "sweep: when it is over",
	"staff_token":    "sweep: when it is too old",
	"staff_cutoff":   "sweep: when it is too old",
	"staff_ended":    "sweep: when it is too old",
	"presence":       "sweep: of the desk",
	"staff_member":   "sweep: the address after a year; the name stays with what they wrote",
	"undo":           "sweep: of the desk",
	"upload":         "sweep: of the library",
	"volunteer_time": "sweep: who of the staff and why after 30 days; the numbers stay",

	"retention_night": "numbers; a year",
	"retention_clock": "one row, of the house itself",
	"retention_said":  "one row, of staff",
	"erasure_journal": "ids alone",
}

// withoutPeople are tables that hold nothing of visitors: what the house writes, and numbers.
var withoutPeople = []string{
	"activity", "activity_slug", "complaint_year", "document_theme", "draft",
	"erasure_copied", "file", "file_stray", "file_use", "issue_sending", "link", "occurrence",
	"occurrence_count", "ops_report", "page", "page_view", "privacy_version", "revision", "rhythm",
	"search_doc", "session", "session_count", "setting", "site_change", "site_revision", "vacancy",
}

func TestEveryTableSaysWhatLetsItsRowsGo(t *testing.T) {
	t.Parallel()
	s := newSite(t, nil)
	rows, err := s.Pool.Query(t.Context(), `
		select table_name
		from information_schema.tables
		where table_schema = 'public'
			and table_type = 'BASE TABLE'
			and table_name not like 'river%'
			and table_name not like 'goose%'`)
	if err != nil {
		t.Fatal(err)
	}
	tables, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	for _, table := range tables {
		_, ends := goes[table]
		if ends == slices.Contains(withoutPeople, table) {
			t.Errorf(
				"%s: say in goes what lets its rows go, or in withoutPeople that nobody is in it",
				table,
			)
		}
	}
	kinds := []string{"needs"}
	for table, how := range goes {
		if !slices.Contains(tables, table) {
			t.Errorf("there is no table %s", table)
		}
		word, what, _ := strings.Cut(how, " ")
		what, _, _ = strings.Cut(what, ";")
		if word == "clock" {
			kinds = append(kinds, what)
		}
		if word == "with" && !strings.HasPrefix(goes[what], "clock ") {
			t.Errorf("%s goes with %s, which goes by no clock", table, what)
		}
	}
	for _, k := range s.Retention.Kinds {
		if !slices.Contains(kinds, k.Name) {
			t.Errorf("the clock lets %s go, and no table is of that kind", k.Name)
		}
		kinds = slices.DeleteFunc(kinds, func(kind string) bool { return kind == k.Name })
	}
	if len(kinds) > 0 {
		t.Errorf("no night lets %v go", kinds)
	}
}

func TestAClockThatLeapsStopsAllThatForgets(t *testing.T) {
	t.Parallel()
	s := newSite(t, nil)
	if err := s.Retention.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Pool.Exec(t.Context(), `
		insert into idempotency (key, fingerprint, status, sealed, created_at)
		values ('een', '', 201, '', $1)`, s.Clock.Now()); err != nil {
		t.Fatal(err)
	}
	kept := func() (n int) {
		t.Helper()
		for _, w := range s.sweeps(s.guard.Keeper) {
			if err := s.Retention.Guarded(w.run)(t.Context()); err != nil {
				t.Fatalf("%s: %v", w.name, err)
			}
		}
		if err := s.Pool.QueryRow(t.Context(), `
			select count(*) from idempotency`).Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	start := s.Clock.Now()
	s.Clock.Advance(49 * time.Hour)
	if kept() != 1 {
		t.Error("a clock 49 hours ahead erased what had a day")
	}
	// the control: a clock that went as far as it may
	s.Clock.Set(start.Add(47 * time.Hour))
	if kept() != 0 {
		t.Error("what had a day is still there after two")
	}
}

// unguarded is what is done again and again without asking whether the clock is believed, and why
// it may.
var unguarded = map[string]string{
	"forgetting":           "the nights look at the clock themselves",
	"forgotten mail":       "tells",
	"message warning":      "tells",
	"rights warning":       "tells",
	"complaint reminder":   "tells",
	"reminders":            "tells",
	"staff notices":        "tells",
	"desk sweep":           "what it erases (open texts, undo) is over in minutes by any clock",
	"search index":         "makes by what texts are found",
	"privacy statement":    "writes a version",
	"erasure journal copy": "copies",
	"returned mail":        "goes by what comes back, not by a clock",
	"newsletter":           "sends",
	"rhythms":              "makes dates",
	"status watch":         "looks, and keeps numbers",
	"waitlist sweep":       "ends offers, and whoever was calling; no row of a person goes",
	"date count":           "counts",
	"mail sweep":           "wakes mails; sweeps deletes them",
}

// Whoever adds a task decides whether it waits while the clock is not believed: one that erases is
// one of sweeps.
func TestEveryTaskThatErasesWaitsWhileTheClockIsNotBelieved(t *testing.T) {
	t.Parallel()
	found := map[string]bool{}
	named := regexp.MustCompile(`jobs\.Every\([^,]+,\s*"([^"]+)"`)
	if err := filepath.WalkDir("..", func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || !strings.HasSuffix(name, ".go") ||
			strings.HasSuffix(name, "_test.go") {
			return err
		}
		text, err := os.ReadFile(name)
		for _, m := range named.FindAllStringSubmatch(string(text), -1) {
			found[m[1]] = true
			if unguarded[m[1]] == "" {
				t.Errorf("%s: put %q among sweeps, or say in unguarded why it need not wait",
					name, m[1])
			}
		}
		return err
	}); err != nil {
		t.Fatal(err)
	}
	for name := range unguarded {
		if !found[name] {
			t.Errorf("there is no task %q", name)
		}
	}
	s := newSite(t, nil)
	if n := len(s.sweeps(s.guard.Keeper)); n < 7 {
		t.Errorf("only %d sweeps wait", n)
	}
}
