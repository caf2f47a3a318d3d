package config

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestTheAddressOfTheDatabaseAloneNeedsNothingElse(t *testing.T) {
	file := filepath.Join(t.TempDir(), "password")
	if err := os.WriteFile(file, []byte("a/b+c=\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ url, password, file, want, fault string }{
		{
			"postgres://backup@db:5432/herstelruimte",
			"",
			file,
			"postgres://backup:a%2Fb+c=@db:5432/herstelruimte",
			"",
		},
		{
			"postgres://postgres@/herstelruimte?host=/scratch/socket",
			"",
			"",
			"postgres://postgres@/herstelruimte?host=/scratch/socket",
			"",
		},
		{"", "", file, "", "DATABASE_URL"},
		{"postgres://backup:x@db/herstelruimte", "", file, "", "kies er een"},
		{"postgres://backup@db/herstelruimte", "", file + ".gone", "", "DATABASE_PASSWORD_FILE"},
	} {
		for _, name := range []string{"DATABASE_URL_FILE", "SEAL_KEY", "SITE_URL"} {
			t.Setenv(name, "")
		}
		t.Setenv("DATABASE_URL", c.url)
		t.Setenv("DATABASE_PASSWORD", c.password)
		t.Setenv("DATABASE_PASSWORD_FILE", c.file)
		got, err := Database()
		if string(got) != c.want || (err == nil) != (c.fault == "") ||
			err != nil && !strings.Contains(err.Error(), c.fault) {
			t.Errorf("%s: %q, %v", c.url, string(got), err)
		}
		if err != nil && strings.Contains(err.Error(), "a/b") {
			t.Errorf("the password shows: %v", err)
		}
	}
}
