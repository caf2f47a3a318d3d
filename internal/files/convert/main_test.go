package convert

import (
	"fmt"
	"os"
	"testing"
)

// TestMain is the child too: the tests run this program as the site runs itself.
func TestMain(m *testing.M) {
	if len(os.Args) == 2 && os.Args[1] == Word {
		if err := Child(os.Stdin, os.Stdout); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}
