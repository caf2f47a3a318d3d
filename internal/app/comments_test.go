package app

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// namedFile is a file of words that a comment may point to, with the path before it.
var namedFile = regexp.MustCompile(`[A-Za-z0-9_][A-Za-z0-9_./-]*\.md\b`)

// commented are the files whose comments are read: code of both sides, SQL, and what runs on a
// server.
var commented = regexp.MustCompile(`(\.(go|ts|tsx|css|sql|sh|yml|mjs)|Dockerfile|Caddyfile)$`)

// comment is a line, or the end of one, that is a comment in one of those languages.
var comment = regexp.MustCompile(`(?:^|\s)(?://|--|#|/\*|\*)\s.*$`)

// Whoever reads a comment has this repository and nothing else: a rule that stands in a file
// elsewhere belongs in the package comment of its room.
func TestCommentsNameNoFileThatIsNotHere(t *testing.T) {
	t.Parallel()
	root := filepath.Join("..", "..")
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		inside, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		if d.IsDir() && slices.Contains([]string{"node_modules", "dist", ".git"}, d.Name()) {
			return filepath.SkipDir
		}
		if d.IsDir() || !commented.MatchString(d.Name()) {
			return nil
		}
		raw, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for i, line := range strings.Split(string(raw), "\n") {
			for _, name := range missingFiles(root, filepath.Dir(path), line) {
				t.Errorf("%s:%d names %s, which is not here", inside, i+1, name)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// missingFiles are the files that the comment of a line names and that are neither beside it nor
// under the root.
func missingFiles(root, dir, line string) (names []string) {
	for _, name := range namedFile.FindAllString(comment.FindString(line), -1) {
		_, beside := os.Stat(filepath.Join(dir, name))
		_, below := os.Stat(filepath.Join(root, name))
		if beside != nil && below != nil {
			names = append(names, name)
		}
	}
	return names
}

func TestACommentThatNamesAMissingFileIsFound(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]int{
		"// see forms.md section 2":                       1,
		"x := 1 //" + " limits of privacy.md and site.md": 2,
		"-- mail.md section 5":                            1,
		" *" + " the colours of design.md":                1,
		"# the handbook is deploy/BEHEER.md":              0,
		"// the map stands in README.md":                  0,
		`name := "texts/news/01-a.md"`:                    0,
	} {
		if got := missingFiles(filepath.Join("..", ".."), ".", line); len(got) != want {
			t.Errorf("%s: got %q, want %d", line, got, want)
		}
	}
}
