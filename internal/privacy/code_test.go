package privacy

import (
	"maps"
	"slices"
	"strings"
	"testing"
)

func TestACodeIsReadHoweverItIsWritten(t *testing.T) {
	t.Parallel()
	for _, typed := range []string{
		"K-7A8B-2C3D-4E5F",
		"k-7a8b-2c3d-4e5f",
		"K7A8B2C3D4E5F",
		"7A8B-2C3D-4E5F",
		" k 7a8b 2c3d 4e5f ",
		"K–7A8B–2C3D–4E5F",
		"k.7a8b.2c3d.4e5f",
		"K\u00a07A8B\u00a02C3D\u00a04E5F\n",
	} {
		if code, ok := ReadCode(typed, "K", 12); !ok || code != "7A8B2C3D4E5F" {
			t.Errorf("%q: %q %v", typed, code, ok)
		}
	}
	for _, bad := range []string{
		"",
		"K",
		"K-7A8B-2C3D-4E",
		"K-7A8B-2C3D-4E5F-6",
		"X-7A8B-2C3D-4E5F",
		"K-0A8B-2C3D-4E5F",
		"K-OA8B-2C3D-4E5F",
		"K-1A8B-2C3D-4E5F",
		"k-lA8B-2C3D-4E5F",
		"k-oA8B-2C3D-4E5F",
		"K-éA8B-2C3D-4E5F",
		"ſ-7A8B-2C3D-4E5F",
		"' or 1=1 --",
		strings.Repeat("7", 5000),
	} {
		if code, ok := ReadCode(bad, "K", 12); ok {
			t.Errorf("%q is taken for the code %q", bad, code)
		}
	}
}

func TestCodesAreRandomAndComeBackFromHowTheyAreShown(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for range 1000 {
		code := NewCode(12)
		shown := ShowCode(code)
		if back, ok := ReadCode(
			"K-"+shown,
			"K",
			12,
		); !ok || back != code || len(shown) != 14 || seen[code] {
			t.Fatalf("%s shown as %s", code, shown)
		}
		seen[code] = true
	}
	all := strings.Join(slices.Collect(maps.Keys(seen)), "")
	for _, c := range codeAlphabet { // 12,000 characters of 31: about 387 each
		if n := strings.Count(all, string(c)); n < 250 || n > 550 {
			t.Errorf("%c stands %d times in 1,000 codes", c, n)
		}
	}
}
