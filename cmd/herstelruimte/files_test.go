package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// say runs a word of `files` and gives what it wrote.
func say(t *testing.T, in string, args ...string) (string, error) {
	t.Helper()
	var out strings.Builder
	err := filesWords(t.Context(), args, strings.NewReader(in), &out)
	return out.String(), err
}

func mustSay(t *testing.T, in string, args ...string) string {
	t.Helper()
	out, err := say(t, in, args...)
	if err != nil {
		t.Fatalf("%q: %v", args, err)
	}
	return out
}

func folders(t *testing.T) (from, to string) {
	t.Helper()
	at := t.TempDir()
	return "dir:" + filepath.Join(at, "een"), "dir:" + filepath.Join(at, "twee")
}

func TestFilesGoInAndOutAndAreListedAndCounted(t *testing.T) {
	from, to := folders(t)
	mustSay(t, "hallo", "put", from, "a/b", "-")
	file := filepath.Join(t.TempDir(), "bron")
	if err := os.WriteFile(file, []byte("uit een bestand"), 0o600); err != nil {
		t.Fatal(err)
	}
	mustSay(t, "", "put", from, "c", file)
	for _, c := range []struct {
		want string
		args []string
	}{
		{"hallo", []string{"get", from, "a/b"}}, {"uit een bestand", []string{"get", from, "c"}},
		{"a/b\nc\n", []string{"list", from}}, {"a/b\n", []string{"list", from, "a/"}},
		{
			"2 bestanden nieuw, 0 veranderd, 0 gelijk, 0 weggehaald (20 bytes gekopieerd).\n",
			[]string{"copy", from, to},
		},
		{
			"0 bestanden nieuw, 0 veranderd, 2 gelijk, 0 weggehaald (0 bytes gekopieerd).\n",
			[]string{"copy", from, to, "--mirror"},
		},
		{"De twee plekken zijn gelijk.\n", []string{"check", from, to}},
	} {
		if got := mustSay(t, "", c.args...); got != c.want {
			t.Errorf("%q: %q", c.args, got)
		}
	}
	want := "{\n \"a/b\": \"d3751d33f9cd5049c4af2b462735457e4d3baf130bcbb87f389e349fbaeb20b9\",\n" +
		" \"c\": \"7f21cc6fb15e63a0a80afc1148020c01696bf9b65506035deea8f33439a96bb6\"\n}\n"
	if got := mustSay(t, "", "sums", to); got != want {
		t.Error(got)
	}
}

func TestCheckNamesWhatDiffersAndFails(t *testing.T) {
	from, to := folders(t)
	for _, c := range [][3]string{
		{from, "a", "1"},
		{to, "a", "2"},
		{from, "b", "x"},
		{to, "c", "x"},
	} {
		mustSay(t, c[2], "put", c[0], c[1], "-")
	}
	out, err := say(t, "", "check", from, to)
	if want := "a: andere inhoud\nb: staat niet in " + to + "\nc: staat niet in " + from +
		"\n"; out != want {
		t.Error(out)
	}
	if err == nil || err.Error() != "De twee plekken zijn niet gelijk: 3 bestanden." {
		t.Error(err)
	}
}

func TestWhatIsWrongWithFilesIsSaidInDutch(t *testing.T) {
	for _, name := range []string{
		"S3_ENDPOINT",
		"S3_ACCESS_KEY",
		"S3_SECRET_KEY",
		"S3_SECRET_KEY_FILE",
	} {
		t.Setenv(name, "")
	}
	from, to := folders(t)
	mustSay(t, "x", "put", from, "a", "-")
	mustSay(t, "x", "put", to, "a", "-")
	empty := "dir:" + t.TempDir()
	for _, c := range []struct {
		want string
		args []string
	}{
		{"VAN NAAR", nil},
		{"VAN NAAR", []string{"copy", from}},
		{"VAN NAAR", []string{"nonsense"}},
		{"VAN NAAR", []string{"get", from, "a", "b"}},
		{`"--miror" kennen we niet`, []string{"copy", from, to, "--miror"}},
		{`"--mirror" kennen we niet`, []string{"check", from, to, "--mirror"}},
		{
			"De map /nergens/te/vinden is er niet",
			[]string{"copy", "dir:/nergens/te/vinden", to, "--mirror"},
		},
		{"De map /nergens", []string{"check", from, "dir:/nergens"}},
		{"Er staat niets in " + empty, []string{"copy", empty, to, "--mirror"}},
		{"is geen plek", []string{"list", "/tmp"}}, {"is geen plek", []string{"list", "dir:"}},
		{"S3_ENDPOINT", []string{"list", "s3"}},
		{"S3_ACCESS_KEY", []string{"list", "s3:http://minio:9000/x"}},
		{"zonder sleutels", []string{"list", "s3:http://a:b@minio:9000/x"}},
		{"zonder sleutels", []string{"list", "s3:http://minio:9000"}},
		{"Dit bestand is er niet.", []string{"get", from, "b"}},
		{"Dit is geen naam voor een bestand.", []string{"get", from, "../a"}},
		{"Het bestand /nergens is niet te lezen", []string{"put", from, "a", "/nergens"}},
	} {
		if out, err := say(t, "", c.args...); err == nil ||
			!strings.Contains(err.Error(), c.want) ||
			out != "" {
			t.Errorf("%q: %v %q", c.args, err, out)
		}
	}
	if got := mustSay(t, "", "get", to, "a"); got != "x" {
		t.Error("a refused word changed something")
	}
	if got := mustSay(
		t,
		"",
		"copy",
		empty,
		to,
		"--mirror",
		"--even-empty",
	); !strings.Contains(got, "1 weggehaald") {
		t.Error(got)
	}
}

func TestAStoreThatCannotBeReachedIsNamedAndNotTakenForTheDatabase(t *testing.T) {
	secret := filepath.Join(t.TempDir(), "key")
	if err := os.WriteFile(secret, []byte("the-secret\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("S3_ENDPOINT", "http://127.0.0.1:1")
	t.Setenv("S3_ACCESS_KEY", "site")
	t.Setenv("S3_SECRET_KEY", "")
	t.Setenv("S3_SECRET_KEY_FILE", secret)
	from, _ := folders(t)
	mustSay(t, "x", "put", from, "a", "-")
	for _, place := range []string{"s3", "s3:http://127.0.0.1:1/other"} {
		_, err := say(t, "", "copy", from, place)
		err = inOneSentence(err)
		if err == nil || !strings.HasPrefix(err.Error(), "De opslag is niet te bereiken") ||
			strings.Contains(err.Error(), "the-secret") {
			t.Error(err)
		}
	}
}
