package main

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// What nothing names is found, also where reflection reaches it; what an interface asks for is not.
func TestWhatNothingNamesIsFound(t *testing.T) {
	root := t.TempDir()
	for name, text := range map[string]string{
		"go.mod": "module house\n\ngo 1.26\n",
		"main.go": `package main

import "fmt"

type door struct{}

func (door) String() string { return "door" }
func (door) Open()          {}
func (door) Shut()          {}

func knock() {}
func ring()  {}

func main() {
	knock()
	door{}.Open()
	fmt.Println(door{})
}
`,
		"main_test.go": `package main

import "testing"

func TestRing(*testing.T) { ring(); door{}.Shut() }
`,
	} {
		if err := os.WriteFile(filepath.Join(root, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	found, err := unnamed(root)
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(found)
	if want := []string{"house door.Shut", "house ring"}; !slices.Equal(found, want) {
		t.Errorf("found %q, want %q", found, want)
	}
}
