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

// written are pages with words of staff and figures of the house: what the sample data says there
// is no promise of the program.
var written = regexp.MustCompile(
	`^/(news|newsdetails|stories|storydetails|impact|printinfographic|agenda|agendadetails|a|` +
		`vrijwilligers)(\W|$)`,
)

// counted is the number before what a figure counts, sampleAddress what paper says of this site.
var (
	counted       = regexp.MustCompile(`^(?:[\d.,]+(?: %)?|minder dan 5) `)
	sampleAddress = regexp.MustCompile(`localhost:\d+\S*`)
)

// Every sentence of a page or of an answer to a form that promises something stands in the table,
// and every row is said somewhere.
func TestPromises_EveryPageSaysOnlyWhatIsKept(t *testing.T) {
	t.Parallel()
	h := furnished(t, tuesday, web.Dist())
	rows, err := wording.Promises("pages")
	if err != nil {
		t.Fatal(err)
	}
	said, missing, sample := map[*wording.Promise]bool{}, map[string]bool{}, sampleTexts(t)
	hold := func(path, text string) {
		for _, sentence := range wording.Promising(sampleAddress.ReplaceAllString(text, "")) {
			row := rowOf(rows, sentence)
			if row == nil && !missing[sentence] &&
				!(written.MatchString(path) && saysSample(sample, path, sentence)) {
				missing[sentence] = true
				t.Errorf("%s promises what no row keeps: %s", path, sentence)
			}
			said[row] = true
		}
	}
	pages := siteMap(t)
	for _, page := range pages {
		for _, path := range h.addresses(page) {
			body := h.page(path)
			text := readable(t, path, body).text
			if path == "/" {
				text += "\n" + around(t, path, body).text
			}
			hold(page.Path, text)
		}
	}
	h.answers(pages, func(path, form, _, body string) {
		hold(path+" "+form, readable(t, path, body).text)
	})
	h.noRoles()
	text := readable(t, "/vrijwilligers", h.page("/vrijwilligers")).text
	if !strings.Contains(text, "Nu hebben we geen open plekken.") {
		t.Error("there are still roles to choose from")
	}
	hold("/vrijwilligers", text)
	source := sourceOfPages(t)
	for _, row := range rows {
		if !said[row] && !writtenIn(source, row) { // some are said to few
			t.Errorf("no page says %q", row.Says)
		}
	}
}

// noRoles closes all that volunteers can be asked for.
func (h *home) noRoles() {
	h.t.Helper()
	if _, err := h.Pool.Exec(h.t.Context(), `
		update draft set public_doc = jsonb_set(public_doc, '{open}', 'false')
		where kind = 'role' and public_doc is not null`); err != nil {
		h.t.Fatal(err)
	}
}

// sampleTexts is what people wrote in the sample data of these pages, on one line.
func sampleTexts(t *testing.T) string {
	t.Helper()
	var all strings.Builder
	for _, of := range []string{"activities/*", "news/*", "stories/*", "years/*", "roles.json"} {
		names, err := fs.Glob(textFiles, "texts/"+of)
		if err != nil || len(names) == 0 {
			t.Fatalf("%s: %d texts, %v", of, len(names), err)
		}
		for _, name := range names {
			raw, err := textFiles.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			all.Write(raw)
		}
	}
	plain := strings.NewReplacer(`\"`, `"`, "*", "").Replace(all.String())
	return strings.ToLower(strings.Join(strings.Fields(plain), " "))
}

// saysSample finds a sentence in the sample data: a figure by what it counts or where it is from.
func saysSample(sample, path, sentence string) bool {
	if strings.HasPrefix(path, "/impact") || strings.HasPrefix(path, "/printinfographic") {
		sentence = strings.TrimSuffix(counted.ReplaceAllString(sentence, ""), ".")
	}
	return strings.Contains(sample, strings.ToLower(sentence))
}

// writtenIn finds a row around what is filled in.
func writtenIn(source string, row *wording.Promise) bool {
	for _, part := range row.Parts() {
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

// What is said to keep a promise is there: a setting, a test, or a name in a file. Code that alone
// keeps a number names it.
func TestPromises_EveryKeeperExists(t *testing.T) {
	t.Parallel()
	tests := testsOfTheProgram(t)
	for _, part := range []string{"pages", "mails"} {
		rows, err := wording.Promises(part)
		if err != nil || len(rows) < 10 {
			t.Fatalf("%s: %d rows, %v", part, len(rows), err)
		}
		for _, row := range rows {
			if number.MatchString(row.Says) && !number.MatchString(row.Keeper) &&
				!strings.Contains(row.Keeper, "setting ") &&
				!strings.Contains(row.Keeper, "test ") {
				t.Errorf("%q: the code names no number: %s", row.Says, row.Keeper)
			}
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

var number = regexp.MustCompile(`\d`)

// isCode: `internal/jobs/jobs.go Queue` is a name in that file, `deploy/backup/lib.sh keep_days=30`
// a value.
func isCode(of string) bool {
	file, name, _ := strings.Cut(of, " ")
	raw, err := os.ReadFile(filepath.Join("../..", file))
	plain := strings.Join(strings.Fields(string(raw)), " ")
	return err == nil && name != "" && strings.Contains(plain, name)
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
