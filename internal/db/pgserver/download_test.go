//go:build download

package pgserver_test

import (
	"strings"
	"testing"

	"herstelruimte/internal/db/pgserver"
)

// Needs the network once, so it is not among the plain tests: go test -tags download
// ./internal/db/pgserver
func TestDownloadedBinariesStart(t *testing.T) {
	bin, err := pgserver.Download(t.Context(), t.Output())
	if err != nil {
		t.Fatal(err)
	}
	s := start(t, pgserver.Options{Binaries: bin})
	if got := ask(t, s, "show server_version"); !strings.HasPrefix(got, "18.") {
		t.Fatal(got)
	}
}
