package privacy_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// passedOn are the functions that write the act they are given in the log book; callers name it.
var passedOn = []string{
	"Press", "Record", "Entry", "move", "alter", "onDate", "note", "noteHours", "showPerson", "agree",
}

// named are the files that write an act which others name: by a call of passedOn, by a constant
// that starts with act, or by closingWord.
var named = []string{
	"internal/agenda/figures/hours.go",
	"internal/agenda/booking/acts.go",
	"internal/agenda/persons/persons.go",
	"internal/content/consent.go",
	"internal/editing/act.go",
	"internal/files/file.go",
	"internal/inbox/inbox.go",
	"internal/newsletter/plan.go",
}

// unlogged are constants that start with act and never reach the log book.
var unlogged = []string{"start", "save", "conflict"}

// The list of acts has every act that the program writes in its log book, and no other: the screen
// has a Dutch word for each of them (features/log/staff/words.test.ts).
func TestLog_EveryActStandsInTheList(t *testing.T) {
	t.Parallel()
	raw, err := os.ReadFile("testdata/acts.txt")
	if err != nil {
		t.Fatal(err)
	}
	listed := map[string]bool{}
	for line := range strings.Lines(string(raw)) {
		action, _, _ := strings.Cut(strings.TrimSpace(line), " ")
		listed[action] = true
	}
	found := map[string]bool{}
	err = filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") ||
			strings.HasSuffix(path, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			return err
		}
		name := "internal/" + strings.TrimPrefix(filepath.ToSlash(path), "../")
		for _, action := range actsOf(t, name, file) {
			if found[action] = true; !listed[action] {
				t.Errorf("%s: %s is not in the list of acts", name, action)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for action := range listed {
		if !found[action] {
			t.Errorf("nothing writes %s", action)
		}
	}
}

var oneWord = regexp.MustCompile(`^[a-z][a-zA-Z]*$`)

// actsOf are the acts that a file names.
func actsOf(t *testing.T, name string, file *ast.File) (all []string) {
	logs := strings.HasPrefix(name, "internal/editing/") ||
		strings.HasPrefix(name, "internal/agenda/")
	take := func(e ast.Expr) bool {
		text, is := e.(*ast.BasicLit)
		if !is || text.Kind != token.STRING {
			return false
		}
		word, _ := strconv.Unquote(text.Value)
		if oneWord.MatchString(word) {
			all = append(all, word)
		}
		return true
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.KeyValueExpr:
			key, is := n.Key.(*ast.Ident)
			if is && key.Name == "Action" && !strings.HasPrefix(name, "internal/files/convert/") &&
				!strings.HasPrefix(name, "internal/demo/") &&
				!take(n.Value) && !slices.Contains(named, name) {
				t.Errorf("%s writes an act that this test cannot find", name)
			}
		case *ast.CallExpr:
			call, is := n.Fun.(*ast.SelectorExpr)
			if !is || !slices.Contains(passedOn, call.Sel.Name) {
				return true
			}
			for _, arg := range n.Args {
				if take(arg) {
					break
				}
			}
		case *ast.ValueSpec:
			for i, id := range n.Names {
				if logs && strings.HasPrefix(strings.ToLower(id.Name), "act") && i < len(n.Values) &&
					take(n.Values[i]) && slices.Contains(unlogged, all[len(all)-1]) {
					all = all[:len(all)-1]
				}
			}
		case *ast.FuncDecl:
			if n.Name.Name != "closingWord" {
				return true
			}
			ast.Inspect(n, func(n ast.Node) bool {
				if r, is := n.(*ast.ReturnStmt); is {
					take(r.Results[0])
				}
				return true
			})
		}
		return true
	})
	return all
}
