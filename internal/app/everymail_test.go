package app

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/mail"
)

// Every mail of the list is a kind, and something in a room makes a mail of each kind.
func TestEveryMailOfTheListHasATrigger(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../mail/letter.go")
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]string{}
	for _, m := range regexp.MustCompile(`(\w+)\s+Kind = "(M\d+)"`).
		FindAllStringSubmatch(string(text), -1) {
		names[m[2]] = m[1]
	}
	var rooms strings.Builder
	err = filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") ||
			strings.HasSuffix(path, "_test.go") || strings.HasPrefix(path, "../mail/") ||
			strings.HasPrefix(path, "../demo/") {
			return err
		}
		raw, err := os.ReadFile(path)
		rooms.Write(raw)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for n := 1; n <= 30; n++ {
		number := fmt.Sprint("M", n)
		name := names[number]
		if name == "" {
			t.Errorf("%s: no kind", number)
			continue
		}
		made := regexp.MustCompile(
			`(?:Kind:|kind =|kind :=|kind:|return|Mail\(|, ) *mail\.` + name + `\b`,
		)
		bulk := name == "Newsletter" && strings.Contains(rooms.String(), ".StoreBulk(")
		if !made.MatchString(rooms.String()) && !bulk {
			t.Errorf("%s (%s): nothing makes one", number, name)
		}
	}
}

// Once a week coordinators hear in numbers what went, and nothing when nothing did.
func TestWhatWasErasedInAWeekIsToldOnMonday(t *testing.T) {
	t.Parallel()
	s := newSite(t, nil)
	monday := time.Date(2027, 3, 29, 0, 0, 0, 0, clock.Amsterdam) // the hour changed on Sunday
	tells := func(at time.Time, want int) {
		t.Helper()
		s.Clock.Set(at)
		for range 2 {
			if err := s.tellForgotten(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		var got int
		if err := s.Pool.QueryRow(t.Context(), `
			select count(*) from mail where kind = 'M28'`).Scan(&got); err != nil || got != want {
			t.Errorf("%v: %d mails, want %d, %v", at, got, want, err)
		}
	}
	tells(monday.Add(9*time.Hour), 0)
	for day, counts := range map[int]string{
		-8: `{"messages": 7}`, -7: `{"messages": 1}`, -1: `{"messages": 2, "audit": 1}`,
		0: `{"messages": 9}`,
	} {
		due := monday.AddDate(0, 0, day).Add(3*time.Hour + 30*time.Minute)
		if _, err := s.Pool.Exec(t.Context(), `
			insert into retention_night (due, started_at, finished_at, counts)
			values ($1, $1, $1, $2)`, due, counts); err != nil {
			t.Fatal(err)
		}
	}
	tells(monday.Add(7*time.Hour+59*time.Minute), 0)
	tells(monday.Add(8*time.Hour), 1)
	tells(monday.Add(80*time.Hour), 1)
	l, err := s.compose(t.Context(), mail.Stored{
		Kind: mail.Forgotten, CreatedAt: monday.Add(9 * time.Hour),
	})
	got := strings.Join(strings.Fields(l.Body), " ")
	if err != nil || !strings.Contains(got, "- 3 berichten - 1 regel in het logboek Je hoeft") {
		t.Errorf("%q, %v", got, err)
	}
	// a volunteer of whom nobody heard for months goes in two weeks
	s.exec(`insert into volunteer_application (id, state, keep, email_key, sealed, received_at,
			updated_at)
		values ('vol_1', 'called', false, 'x', 'x', $1, $1)`, clock.Months(monday, -6).AddDate(0, 0, 7))
	l, err = s.compose(t.Context(), mail.Stored{
		Kind: mail.Forgotten, CreatedAt: monday.Add(9 * time.Hour),
	})
	got = strings.Join(strings.Fields(l.Body), " ")
	if err != nil || !strings.Contains(
		got, "logboek Binnen twee weken gaat er 1 aanmelding van een vrijwilliger weg. Je hoeft",
	) {
		t.Errorf("%q, %v", got, err)
	}
	s.exec(`delete from mail`)
	s.exec(`delete from retention_night`)
	tells(monday.Add(81*time.Hour), 1) // that alone is news
	for _, k := range s.Retention.Kinds {
		if w := forgottenWords[k.Name]; w[0] == "" || w[1] == "" {
			t.Errorf("no words for %s", k.Name)
		}
	}
}
