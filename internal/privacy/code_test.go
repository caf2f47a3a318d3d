package privacy

import (
	"strings"
	"testing"
)

func TestACodeIsReadHoweverItIsWritten(t *testing.T) {
	t.Parallel()
	for _, typed := range []string{
		"K-0A1B-2C3D-4E5F", "k-0a1b-2c3d-4e5f", "K0A1B2C3D4E5F", "0A1B-2C3D-4E5F", " k 0a1b 2c3d 4e5f ", "K–OA1B–2C3D–4E5F", "K-OAIB-2C3D-4E5F", "k.0alb.2c3d.4e5f", "K\u00a00A1B\u00a02C3D\u00a04E5F\n",
	} {
		if code, ok := ReadCode(typed, "K", 12); !ok || code != "0A1B2C3D4E5F" {
			t.Errorf("%q: %q %v", typed, code, ok)
		}
	}
	for _, bad := range []string{"", "K", "K-0A1B-2C3D-4E", "K-0A1B-2C3D-4E5F-6", "X-0A1B-2C3D-4E5F", "K-UA1B-2C3D-4E5F", "K-éA1B-2C3D-4E5F", "ſ-0A1B-2C3D-4E5F", "' or 1=1 --", strings.Repeat("0", 5000)} {
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
		if back, ok := ReadCode("K-"+shown, "K", 12); !ok || back != code || len(shown) != 14 || seen[code] {
			t.Fatalf("%s shown as %s", code, shown)
		}
		seen[code] = true
	}
}
