package main

import (
	"crypto/sha256"
	"encoding/base64"
	"strings"
	"testing"

	"herstelruimte/internal/dbtest"
)

// Who made a new key and did not start the site with it would read "0 rows", and throw away the key
// with which everything is sealed.
func TestResealWithOneKeySaysThatNothingCanGo(t *testing.T) {
	key := func(of string) string {
		sum := sha256.Sum256([]byte(of))
		return base64.StdEncoding.EncodeToString(sum[:])
	}
	t.Setenv("DATABASE_URL", dbtest.URL(t))
	for _, name := range []string{"SEAL_KEY", "LOOKUP_KEY", "TOKEN_KEY", "FORM_KEY"} {
		t.Setenv(name, key(name))
	}
	t.Setenv("FILES_DIR", t.TempDir())
	t.Setenv("SEAL_KEYS_OLD", "")
	var said strings.Builder
	err := resealWord(t.Context(), nil, &said)
	if err == nil || !strings.Contains(err.Error(), "Gooi geen sleutel weg.") || said.Len() > 0 {
		t.Errorf("with one key: %q, %v", said.String(), err)
	}
	t.Setenv("SEAL_KEYS_OLD", key("of last year"))
	err = resealWord(t.Context(), nil, &said)
	if err != nil || !strings.Contains(said.String(), "0 rijen vergrendeld met de nieuwe sleutel.") {
		t.Errorf("with two keys: %q, %v", said.String(), err)
	}
}
