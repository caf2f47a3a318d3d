package app

import (
	"bytes"
	"os"
	"testing"
)

// The web part takes its types from this file.
func TestTheDescriptionOfTheAPIIsFresh(t *testing.T) {
	t.Parallel()
	var want bytes.Buffer
	if err := WriteOpenAPI(&want); err != nil {
		t.Fatal(err)
	}
	have, err := os.ReadFile("../../web/src/api/openapi.json")
	if err != nil || !bytes.Equal(have, want.Bytes()) {
		t.Errorf("web/src/api/openapi.json is stale (%v): go run ./cmd/herstelruimte openapi > "+
			"web/src/api/openapi.json && npm --prefix web run api", err)
	}
}
