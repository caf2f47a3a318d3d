package convert

import (
	"fmt"
	"os"
	"testing"
)

// converter is that of all tests: its encoder is slow to begin.
var converter Converter

// TestMain is the child too: the tests run this program as the site runs itself.
func TestMain(m *testing.M) {
	if len(os.Args) == 2 && IsWord(os.Args[1]) {
		if err := Child(os.Args[1], os.Stdin, os.Stdout); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	status := m.Run()
	converter.Close()
	os.Exit(status)
}
