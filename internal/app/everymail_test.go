package app

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// untold are mails of the list that nothing sends, each with its reason.
var untold = map[string]string{
	"M24": "who withdraws a story does so on a page that says it is done; no address is kept with it",
}

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
		if why := untold[number]; why != "" || name == "" {
			if name != "" || why == "" {
				t.Errorf("%s: kind %q, reason for none %q", number, name, why)
			}
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
