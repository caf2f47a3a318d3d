package privacy

import (
	"bytes"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"
	"testing"
)

func secret() []byte {
	b := make([]byte, keySize)
	_, _ = rand.Read(b)
	return b
}

func keys(t testing.TB, seal ...[]byte) *Keys {
	t.Helper()
	if len(seal) == 0 {
		seal = [][]byte{secret()}
	}
	k, err := LoadKeys(seal, secret(), secret())
	if err != nil {
		t.Fatal(err)
	}
	return k
}

func TestSealedTextOpensOnlyInItsOwnRow(t *testing.T) {
	k := keys(t)
	for _, plain := range []string{"", "Anja", strings.Repeat("Ó'Brien 🌱 ", 1000)} {
		sealed := k.Seal("registration", "reg_1", []byte(plain))
		if got, err := k.Open("registration", "reg_1", sealed); err != nil || string(got) != plain {
			t.Fatalf("round trip of %d bytes: %q, %v", len(plain), got, err)
		}
		if len(plain) > 3 && bytes.Contains(sealed, []byte(plain[:4])) {
			t.Error("the sealed value shows the text")
		}
		for _, at := range [][2]string{
			{"registration", "reg_2"},
			{"mail", "reg_1"},
			{"registrationreg_1", ""},
			{"registratio", "nreg_1"},
			{"", ""},
		} {
			if _, err := k.Open(at[0], at[1], sealed); !errors.Is(err, ErrSealed) {
				t.Errorf("opens as %v", at)
			}
		}
		if _, err := keys(t).Open("registration", "reg_1", sealed); !errors.Is(err, ErrSealed) {
			t.Error("opens with other keys")
		}
	}
}

func TestAChangedOrCutSealIsRefusedAtEveryByte(t *testing.T) {
	k := keys(t, secret(), secret())
	sealed := k.Seal("t", "id", []byte("Bart"))
	for i := range sealed {
		for bit := range 8 {
			bad := bytes.Clone(sealed)
			bad[i] ^= 1 << bit
			if _, err := k.Open("t", "id", bad); !errors.Is(err, ErrSealed) {
				t.Fatalf("byte %d bit %d: changed and still opened", i, bit)
			}
		}
		if _, err := k.Open("t", "id", sealed[:i]); !errors.Is(err, ErrSealed) {
			t.Fatalf("opened with %d of %d bytes", i, len(sealed))
		}
	}
	if _, err := k.Open("t", "id", append(sealed, 0)); !errors.Is(err, ErrSealed) {
		t.Fatal("opened with a byte too many")
	}
}

func TestTwoSealsOfOneTextDifferAndPartsCannotBeSwapped(t *testing.T) {
	k := keys(t)
	a, b := k.Seal("t", "id", []byte("x")), k.Seal("t", "id", []byte("x"))
	if bytes.Equal(a, b) {
		t.Fatal("the same bytes twice")
	}
	mixed := append(bytes.Clone(a[:headerSize+wrapSize]), b[headerSize+wrapSize:]...)
	if _, err := k.Open("t", "id", mixed); !errors.Is(err, ErrSealed) {
		t.Fatal("a data key opens the text of another seal")
	}
}

func TestTheRingReadsOldKeysAndWritesWithTheNewest(t *testing.T) {
	older, newer := secret(), secret()
	before, after, later := keys(t, older), keys(t, newer, older), keys(t, newer)
	old, fresh := before.Seal("t", "id", []byte("oud")), after.Seal("t", "id", []byte("nieuw"))
	if got, err := after.Open("t", "id", old); err != nil || string(got) != "oud" {
		t.Fatalf("old value: %q, %v", got, err)
	}
	if got, err := later.Open("t", "id", fresh); err != nil || string(got) != "nieuw" {
		t.Fatalf("new value is not written with the newest key: %q, %v", got, err)
	}
	if _, err := before.Open("t", "id", fresh); !errors.Is(err, ErrSealed) {
		t.Fatal("the old key opens a new value")
	}
	if _, err := later.Open("t", "id", old); !errors.Is(err, ErrSealed) {
		t.Fatal("opened without the key that sealed it")
	}
	// the id in the value decides: pointing at the other key of the ring does not open it
	moved := bytes.Clone(old)
	copy(moved[1:], after.newest[:])
	if _, err := after.Open("t", "id", moved); !errors.Is(err, ErrSealed) {
		t.Fatal("opened with a changed key id")
	}
}

func TestKeysAreReadRawOrAsBase64(t *testing.T) {
	raw := secret()
	raw[0], raw[1] = 0xfb, 0xff // gives both characters in which the alphabets differ
	want, err := decodeKey(raw)
	if err != nil || !bytes.Equal(want, raw) {
		t.Fatal(err)
	}
	for _, text := range []string{
		base64.StdEncoding.EncodeToString(raw), base64.RawStdEncoding.EncodeToString(raw) + "\n",
		base64.URLEncoding.EncodeToString(raw) + "\r\n",
		"  " + base64.RawURLEncoding.EncodeToString(raw),
		string(raw) + "\n",
	} {
		if got, err := decodeKey([]byte(text)); err != nil || !bytes.Equal(got, raw) {
			t.Errorf("%d characters: %v", len(text), err)
		}
	}
}

func TestWeakShortAndRepeatedKeysAreRefusedWithoutShowingThem(t *testing.T) {
	a, b, c := secret(), secret(), secret()
	asText := []byte(base64.StdEncoding.EncodeToString(a))
	bad := map[string]struct {
		seal          [][]byte
		lookup, token []byte
	}{
		"no seal key":              {nil, b, c},
		"short":                    {[][]byte{a[:31]}, b, c},
		"long":                     {[][]byte{append(bytes.Clone(a), 1, 2)}, b, c},
		"zeros":                    {[][]byte{make([]byte, 32)}, b, c},
		"empty lookup":             {[][]byte{a}, nil, c},
		"not base64":               {[][]byte{a}, b, []byte(strings.Repeat("é", 22))},
		"seal = lookup":            {[][]byte{a}, a, c},
		"seal = token, other form": {[][]byte{a}, b, asText},
		"lookup = token":           {[][]byte{a}, b, b},
		"twice in the ring":        {[][]byte{a, asText}, b, c},
	}
	for name, x := range bad {
		k, err := LoadKeys(x.seal, x.lookup, x.token)
		if err == nil || k != nil {
			t.Errorf("%s: accepted", name)
		} else if strings.Contains(err.Error(), string(a)) ||
			strings.Contains(err.Error(), string(asText)) {
			t.Errorf("%s: the error shows the key", name)
		}
	}
}

func TestKeysPrintAsAFixedWord(t *testing.T) {
	k := keys(t)
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%x", "%q"} {
		if got := fmt.Sprintf(verb, k); got != "privacy.Keys(hidden)" {
			t.Errorf("%s shows %q", verb, got)
		}
	}
}

func TestLookupKeysTellPartsAndKeysApart(t *testing.T) {
	k := keys(t)
	same := k.LookupKey("email", "anja@voorbeeld.example")
	if !bytes.Equal(same, k.LookupKey("email", "anja@voorbeeld.example")) || len(same) != 32 {
		t.Fatal("not stable")
	}
	others := [][]byte{
		k.LookupKey("phone", "anja@voorbeeld.example"),
		k.LookupKey("emailanja@voorbeeld.example"),
		k.LookupKey("emai", "lanja@voorbeeld.example"),
		k.LookupKey("email", "anja@voorbeeld.example", ""),
		k.LookupKey(),
		keys(t).LookupKey("email", "anja@voorbeeld.example"),
	}
	for i, o := range others {
		if bytes.Equal(same, o) {
			t.Errorf("%d is the same", i)
		}
	}
}

func TestATokenFollowsFromItsRowAndVersionOnly(t *testing.T) {
	sealKey, lookup, token := secret(), secret(), secret()
	k1, err1 := LoadKeys([][]byte{sealKey}, lookup, token)
	k2, err2 := LoadKeys([][]byte{secret()}, secret(), token)
	if err1 != nil || err2 != nil {
		t.Fatal(err1, err2)
	}
	want := k1.Token("aan_", "reg_1", 1)
	if k1.Token("aan_", "reg_1", 1) != want || k2.Token("aan_", "reg_1", 1) != want ||
		k1.TokenKeyID() != k2.TokenKeyID() {
		t.Fatal("the same row gives another token")
	}
	if !LooksLikeToken("aan_", want) || len(TokenHash(want)) != 32 ||
		!bytes.Equal(TokenHash(want), TokenHash(want)) {
		t.Fatal("a token has the wrong form")
	}
	for _, other := range []string{
		k1.Token("aan_", "reg_1", 2),
		k1.Token("aan_", "reg_11", 1),
		k1.Token("wl_", "reg_1", 1),
		keys(t).Token("aan_", "reg_1", 1),
	} {
		if strings.TrimPrefix(other, "aan_") == strings.TrimPrefix(want, "aan_") ||
			bytes.Equal(TokenHash(other), TokenHash(want)) {
			t.Errorf("another row, version, kind or key gives the same token")
		}
	}
	if keys(t).TokenKeyID() == k1.TokenKeyID() || len(k1.TokenKeyID()) == 0 {
		t.Error("the key id does not tell keys apart")
	}
}

func TestOnlyTheExactFormLooksLikeAToken(t *testing.T) {
	good := "aan_" + strings.Repeat("aZ0-_", 8) + "xyz"
	if !LooksLikeToken("aan_", good) {
		t.Fatal("a good one is refused")
	}
	for _, bad := range []string{
		"",
		"aan_",
		good[:len(good)-1],
		good + "a",
		"x" + good,
		"AAN_" + good[4:],
		"wl_" + good[4:],
		good[:len(good)-1] + "=",
		good[:len(good)-1] + "\n",
		good[:len(good)-1] + "+",
		good[:len(good)-1] + "/",
		good[:10] + "\x00" + good[11:],
		good[:10] + "é" + good[12:],
		" " + good[:len(good)-1],
	} {
		if LooksLikeToken("aan_", bad) {
			t.Errorf("%q is taken for a token", bad)
		}
	}
}

func FuzzOpen(f *testing.F) {
	k := keys(f)
	sealed := k.Seal("t", "id", []byte("Carla"))
	f.Add(sealed)
	f.Add(sealed[:headerSize+wrapSize])
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, b []byte) {
		plain, err := k.Open("t", "id", b)
		if err == nil && (!bytes.Equal(b, sealed) || string(plain) != "Carla") {
			t.Fatal("opened something that was not sealed")
		}
		if err != nil && (!errors.Is(err, ErrSealed) || plain != nil) {
			t.Fatalf("%q, %v", plain, err)
		}
	})
}

func FuzzLooksLikeToken(f *testing.F) {
	f.Add("aan_", keys(f).Token("aan_", "reg_1", 1))
	f.Add("wl_", "wl_")
	f.Add("", "é")
	f.Fuzz(func(t *testing.T, prefix, s string) {
		if !LooksLikeToken(prefix, s) {
			return
		}
		rest := strings.TrimPrefix(s, prefix)
		if len(s) != len(prefix)+43 ||
			strings.Trim(
				rest,
				"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_",
			) != "" {
			t.Fatalf("%q looks like a token of %q", s, prefix)
		}
	})
}
