package main

import (
	"path/filepath"
	"strings"
	"testing"
)

func TestTheVersitygwThatIsTestedIsTheOneOfTheImage(t *testing.T) {
	t.Parallel()
	module, version, err := sourceOfGateway(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	if module != "github.com/versity/versitygw/cmd/versitygw" || !strings.HasPrefix(version, "v") {
		t.Errorf("got %s at %s, want a version of versitygw", module, version)
	}
	if _, _, err := sourceOfGateway(t.TempDir()); err == nil {
		t.Error("a tree without the image gives a source")
	}
}
