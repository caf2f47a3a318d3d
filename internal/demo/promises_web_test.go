//go:build web

package demo

import (
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"herstelruimte/internal/house"
	"herstelruimte/internal/wording"
	"herstelruimte/web"
)

// written are pages whose words people write, or that show what was counted: nothing on them is
// said by the program.
var written = regexp.MustCompile(
	`^/(news|newsdetails|stories|storydetails|impact|printinfographic|agenda|agendadetails|a)(/|$)`,
)

// Every sentence of a page that promises something stands in the table, and every row is said
// somewhere.
func TestPromises_EveryPageSaysOnlyWhatIsKept(t *testing.T) {
	t.Parallel()
	h := furnished(t, tuesday, web.Dist())
	rows, err := wording.Promises("pages")
	if err != nil {
		t.Fatal(err)
	}
	said, missing := map[*wording.Promise]bool{}, map[string]bool{}
	hold := func(path, text string) {
		for _, sentence := range wording.Promising(text) {
			row := rowOf(rows, sentence)
			if row == nil && !missing[sentence] {
				missing[sentence] = true
				t.Errorf("%s promises what no row keeps: %s", path, sentence)
			}
			said[row] = true
		}
	}
	for _, page := range siteMap(t) {
		if written.MatchString(page.Path) {
			continue
		}
		for _, path := range h.addresses(page) {
			body := h.page(path)
			text := readable(t, path, body).text
			if path == "/" {
				text += "\n" + around(t, path, body).text
			}
			hold(page.Path, text)
		}
	}
	source := sourceOfPages(t)
	for _, row := range rows {
		if !said[row] && !writtenIn(source, row.Says) { // some are said to few
			t.Errorf("no page says %q", row.Says)
		}
	}
}

// writtenIn finds a sentence around what is filled in.
func writtenIn(source, sentence string) bool {
	for part := range strings.SplitSeq(sentence, "{}") {
		if !strings.Contains(source, strings.TrimSpace(part)) {
			return false
		}
	}
	return true
}

// sourceOfPages is all that the pages are written from, on one line.
func sourceOfPages(t *testing.T) string {
	t.Helper()
	var all strings.Builder
	err := filepath.WalkDir("../../web/src", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.Contains(path, ".ts") ||
			strings.Contains(path, ".test.") {
			return err
		}
		raw, err := os.ReadFile(path)
		all.Write(raw)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(strings.Fields(all.String()), " ")
}

func rowOf(rows []*wording.Promise, sentence string) *wording.Promise {
	for _, row := range rows {
		if row.Is(sentence) {
			return row
		}
	}
	return nil
}

// What is said to keep a promise is there: a setting, a test, or a name in a file.
func TestPromises_EveryKeeperExists(t *testing.T) {
	t.Parallel()
	tests := testsOfTheProgram(t)
	for _, part := range []string{"pages", "mails"} {
		rows, err := wording.Promises(part)
		if err != nil || len(rows) < 10 {
			t.Fatalf("%s: %d rows, %v", part, len(rows), err)
		}
		for _, row := range rows {
			for keeper := range strings.SplitSeq(row.Keeper, "; ") {
				kind, name, _ := strings.Cut(keeper, " ")
				if kind == "setting" && isSetting(name) || kind == "test" && tests[name] ||
					kind == "code" && isCode(name) {
					continue
				}
				t.Errorf("%q: there is no %s", row.Says, keeper)
			}
		}
	}
}

// isSetting: Keep.RegistrationDays is one of the settings of the house.
func isSetting(path string) bool {
	at := reflect.TypeFor[house.House]()
	for name := range strings.SplitSeq(path, ".") {
		for at.Kind() == reflect.Pointer {
			at = at.Elem()
		}
		field, found := at.FieldByName(name)
		if !found {
			return false
		}
		at = field.Type
	}
	return true
}

// isCode: `internal/jobs/jobs.go Queue` is a name in that file.
func isCode(of string) bool {
	file, name, _ := strings.Cut(of, " ")
	raw, err := os.ReadFile(filepath.Join("../..", file))
	return err == nil && name != "" && strings.Contains(string(raw), name)
}

var testFunc = regexp.MustCompile(`(?m)^func (Test\w+)\(`)

// testsOfTheProgram are the names of all tests in Go.
func testsOfTheProgram(t *testing.T) map[string]bool {
	t.Helper()
	all := map[string]bool{}
	for _, dir := range []string{"../../internal", "../../cmd"} {
		err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(path, "_test.go") {
				return err
			}
			raw, err := os.ReadFile(path)
			for _, m := range testFunc.FindAllSubmatch(raw, -1) {
				all[string(m[1])] = true
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return all
}
