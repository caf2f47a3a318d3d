package demo

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestNowStartsTheClockThereAndItRunsOn(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"2027-03-28T01:30+01:00", "2027-03-28T01:30:00+01:00"} {
		o, err := parse([]string{"--now=" + text})
		if err != nil {
			t.Fatal(err)
		}
		c, err := o.clock()
		if err != nil {
			t.Fatal(err)
		}
		first := c.Now()
		if d := first.Sub(time.Date(2027, 3, 28, 0, 30, 0, 0, time.UTC)); d < 0 || d > time.Minute {
			t.Errorf("%s starts at %v", text, first)
		}
		for began := time.Now(); !c.Now().After(first); { // it moves by itself
			if time.Since(began) > time.Minute {
				t.Fatal("the clock stands still")
			}
		}
	}
}

func TestUnreadableWordsAreRefusedWithAnExample(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ arg, says string }{
		{"--now=morgen", "2027-03-28T01:30+01:00"},
		{"--now=2027-03-28", "2027-03-28T01:30+01:00"},
		{"--send-limits=maybe", "on or off"},
		{"--form-age=3", "on or off"},
		{"--nonsense", "nonsense"}, {"--port=x", "port"}, {"extra", "extra"},
	} {
		o, err := parse([]string{c.arg})
		if err == nil {
			_, err = o.clock()
		}
		if err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v", c.arg, err)
		}
	}
}

func TestFreshRemovesNothingButItsOwnFolder(t *testing.T) {
	t.Parallel()
	foreign := t.TempDir()
	letter := filepath.Join(foreign, "brief.txt")
	if err := os.WriteFile(letter, []byte("van mij"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := clear(foreign); err == nil || !strings.Contains(err.Error(), "nothing was removed") {
		t.Errorf("a foreign folder: %v", err)
	}
	if _, err := os.Stat(letter); err != nil {
		t.Error("the letter is gone")
	}
	own := filepath.Join(t.TempDir(), "demo")
	if err := os.MkdirAll(filepath.Join(own, "data"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(
		filepath.Join(own, "data", "PG_VERSION"),
		[]byte("15"),
		0o600,
	); err != nil {
		t.Fatal(err)
	}
	if err := clear(own); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(own); !os.IsNotExist(err) {
		t.Error("the own folder is still there")
	}
	for _, dir := range []string{t.TempDir(), filepath.Join(t.TempDir(), "never")} {
		if err := clear(dir); err != nil {
			t.Errorf("an empty folder: %v", err)
		}
	}
}

func TestSecretsAreMadeOnceForAFolder(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "secrets.json")
	first, err := secrets(file)
	if err != nil {
		t.Fatal(err)
	}
	again, err := secrets(file)
	if err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(file)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v %v", info, err)
	}
	for _, name := range []string{"seal", "lookup", "token", "form"} {
		if len(first[name]) < 32 || first[name] != again[name] {
			t.Errorf("%s changed or is short", name)
		}
	}
}

func TestATakenPortIsSaid(t *testing.T) {
	t.Parallel()
	l, err := listen(0)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = l.Close() }()
	_, port, _ := strings.Cut(l.Addr().String(), ":")
	o, err := parse([]string{"--port=" + port})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := listen(o.port); err == nil || !strings.Contains(err.Error(), "--port=0") {
		t.Errorf("a taken port: %v", err)
	}
}
