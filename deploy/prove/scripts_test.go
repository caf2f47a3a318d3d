package prove

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"go.yaml.in/yaml/v3"
)

// server is a folder that the scripts for the server take for one: programs of our own stand in for
// those that are not on a machine of developers.
type server struct {
	t   *testing.T
	dir string
	env []string
}

func newServer(t *testing.T) *server {
	t.Helper()
	s := &server{t: t, dir: t.TempDir()}
	for _, name := range []string{"bin", "secrets", "staging", "scratch", "trial", "repository"} {
		if err := os.Mkdir(filepath.Join(s.dir, name), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	s.env = append(os.Environ(),
		"PATH="+s.at("bin")+":"+os.Getenv("PATH"),
		"STANDIN="+s.dir,
		"SECRETS_DIR="+s.at("secrets"),
		"STAGING_DIR="+s.at("staging"),
		"SCRATCH_DIR="+s.at("scratch"),
		"TRIAL_DIR="+s.at("trial"),
		"BACKUP_REPOSITORY="+s.at("repository"),
		"DATABASE_URL=postgres://backup@db/herstelruimte",
		"BACKUP_WAIT=5",
	)
	s.write("secrets/seal_key", "sleutel")
	return s
}

func (s *server) at(name string) string { return filepath.Join(s.dir, name) }

func (s *server) write(name, text string) {
	s.t.Helper()
	if err := os.MkdirAll(filepath.Dir(s.at(name)), 0o700); err != nil {
		s.t.Fatal(err)
	}
	if err := os.WriteFile(s.at(name), []byte(text), 0o600); err != nil {
		s.t.Fatal(err)
	}
}

// program stands in for one of the machine.
func (s *server) program(name, script string) {
	s.t.Helper()
	s.write("bin/"+name, "#!/usr/bin/env bash\n"+script+"\n")
	if err := os.Chmod(s.at("bin/"+name), 0o700); err != nil {
		s.t.Fatal(err)
	}
}

// start runs one of the scripts of deploy/backup, with other settings after it.
func (s *server) start(script string, more ...string) (*exec.Cmd, *bytes.Buffer) {
	s.t.Helper()
	words := strings.Fields(script)
	at, err := filepath.Abs(filepath.Join(house, "deploy", "backup", words[0]))
	if err != nil {
		s.t.Fatal(err)
	}
	var said bytes.Buffer
	cmd := exec.Command(at, words[1:]...)
	cmd.Env, cmd.Stdout, cmd.Stderr = append(slices.Clone(s.env), more...), &said, &said
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // it may end its whole group
	cmd.WaitDelay = time.Second
	if err := cmd.Start(); err != nil {
		s.t.Fatal(err)
	}
	return cmd, &said
}

func (s *server) run(script string, more ...string) (string, error) {
	cmd, said := s.start(script, more...)
	err := cmd.Wait()
	return said.String(), err
}

// holds tells whether a word stands in any file under a folder.
func (s *server) holds(folder, word string) (where string) {
	s.t.Helper()
	_ = filepath.WalkDir(s.at(folder), func(path string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			if text, err := os.ReadFile(path); err == nil && bytes.Contains(text, []byte(word)) {
				where = path
			}
		}
		return nil // what is removed meanwhile holds nothing
	})
	return where
}

// eventually waits until something is so.
func (s *server) eventually(what string, ok func() bool) {
	s.t.Helper()
	give, look := time.After(30*time.Second), time.NewTicker(20*time.Millisecond)
	defer look.Stop()
	for !ok() {
		select {
		case <-give:
			s.t.Fatalf("it never came that %s", what)
		case <-look.C:
		}
	}
}

const inTheDump = "Jan Jansen uit een dump"

// sender stands in for what makes a copy: restic ends as the file `restic` says.
func (s *server) sender() {
	s.program("psql", `
[ -z "${TO:-}" ] || { mkdir -p "$TO"; echo "`+inTheDump+`" >"$TO/data"; echo "activity|3"; exit; }
cat >/dev/null; echo 7`)
	s.program("herstelruimte", `
case "$*" in "data -program") echo '{"program": "2026-01-01-abc", "newest": 30}';; esac`)
	s.program("restic", `
case "$*" in
  *"cat config"*) echo '{"id": "plek"}';;
  *snapshots*) echo '[]';;
  *"backup --json"*)
    grep -rq "`+inTheDump+`" "$STAGING_DIR/snapshot" && echo yes >"$STANDIN/sent"
    . "$STANDIN/restic"
    echo '{"message_type": "summary", "snapshot_id": "abcdef0123456789", "total_bytes_processed": 1}';;
esac`)
	s.write("restic", "")
}

func TestADumpIsGoneWhenItsCopyIsMadeOrFails(t *testing.T) {
	t.Parallel()
	for says, c := range map[string]struct {
		restic string
		good   bool
	}{
		"a copy that is made":       {"", true},
		"a place that is full":      {"echo no space left >&2; exit 1", false},
		"a restic that is killed":   {"kill -KILL $$", false},
		"a container that is ended": {"kill -TERM 0; sleep 100", false},
		"a copy that is ended":      {"kill -INT 0; sleep 100", false},
	} {
		t.Run(says, func(t *testing.T) {
			t.Parallel()
			s := newServer(t)
			s.sender()
			s.write("restic", c.restic)
			said, err := s.run("backup")
			if (err == nil) != c.good {
				t.Errorf("it ended with %v: %s", err, said)
			}
			if _, err := os.Stat(s.at("sent")); err != nil {
				t.Fatalf("the control: no dump was there to send: %s", said)
			}
			if where := s.holds("staging", inTheDump); where != "" {
				t.Errorf("the dump stays in %s", where)
			}
		})
	}
}

func TestWhatAPowerCutLeftIsGoneWhenTheContainerStarts(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	s.sender()
	left := []string{
		"staging/snapshot/keycloak.dump/data", "staging/restore/herstelruimte.dump/data",
		"scratch/copy/herstelruimte.dump/data",
	}
	for _, name := range left {
		s.write(name, inTheDump)
	}
	s.write("staging/snapshot/files/media/foto", "stays: the next copy builds on it")
	cmd, said := s.start("serve")
	s.eventually("the dumps are gone", func() bool {
		return s.holds("staging", inTheDump)+s.holds("scratch", inTheDump) == ""
	})
	_ = cmd.Process.Signal(syscall.SIGTERM)
	_ = cmd.Wait()
	if s.holds("staging", "the next copy builds on it") == "" {
		t.Errorf("the files are gone too: %s", said)
	}
}

// trialled stands in for what lies in a repository, and for the PostgreSQL of the trial: it has as
// many rows of activities as the file `rows` says.
func (s *server) trialled() {
	s.sender()
	s.program("psql", `
case "$*" in *"create database"*|*-c*) exit;; esac
cat >/dev/null
echo "activity|$(cat "$STANDIN/rows")"`)
	s.program("initdb", `mkdir -p "$2"`)
	s.program("pg_ctl", `[ "$5" != start ] && [ "$6" != start ] || true`)
	s.program("pg_restore", `
case "$*" in *--version*) echo "pg_restore (PostgreSQL) 18.6";; *--list*) ;;
  *) [ -s "$SCRATCH_DIR/copy/herstelruimte.dump/data" ] && cp "$SCRATCH_DIR/copy/herstelruimte.dump/data" "$TRIAL_DIR/db/";;
esac
. "$STANDIN/pg_restore"`)
	s.write("pg_restore", "")
	s.program("herstelruimte", `
case "$*" in
  "data -program") echo '{"program": "2026-01-01-abc", "newest": 30}';;
  "data -json") echo '{"schema": 30, "faults": []}';;
esac`)
	s.program("restic", `
case "$*" in
  *"cat config"*) echo '{"id": "plek"}';;
  *snapshots*) echo '[{"id": "abcdef0123456789", "time": "2026-11-22T10:00:00Z", "paths": ["/staging/snapshot"]}]';;
  *"stats --no-lock"*) echo '{"total_size": 1}';;
  *"restore --no-lock"*)
    to=${!#}
    mkdir -p "$to/files" "$to/herstelruimte.dump" "$to/keycloak.dump"
    echo "`+inTheDump+`" >"$to/herstelruimte.dump/data"
    cp "$STANDIN/manifest" "$to/manifest.json";;
esac`)
	fingerprint, err := exec.Command("bash", "-c",
		`{ printf 'herstelruimte zegelsleutel '; printf sleutel; } | sha256sum | cut -c1-16`).Output()
	if err != nil {
		s.t.Fatal(err)
	}
	s.write("manifest", `{"format": 1, "at": "2026-11-22T10:00:00Z", "schema": 30, "keys": "`+
		strings.TrimSpace(string(fingerprint))+`", "postgres": "18.6", "program": "x", "counts":
		{"herstelruimte": {"activity": 3}, "keycloak": {"activity": 3}}, "objects": {}}`)
	s.write("rows", "3")
}

// drilled is the report of a trial.
func (s *server) drilled() (r struct {
	OK     bool
	Error  string
	Faults []string
	Rows   int
}) {
	s.t.Helper()
	raw, err := os.ReadFile(s.at("staging/report/drill.json"))
	if err == nil {
		err = json.Unmarshal(raw, &r)
	}
	if err != nil {
		s.t.Fatal(err)
	}
	return r
}

// trial starts the container without a network, and ends it with the test.
func (s *server) trial() {
	s.t.Helper()
	cmd, said := s.start("trial", "STAGING_DIR="+s.at("trial"), "SECRETS_DIR=/nowhere")
	s.t.Cleanup(func() {
		_ = cmd.Process.Signal(syscall.SIGTERM)
		_ = cmd.Wait()
		if s.t.Failed() {
			s.t.Logf("the trial says: %s", said)
		}
	})
	s.eventually("the trial lives", func() bool {
		_, err := os.Stat(s.at("trial/alive"))
		return err == nil
	})
}

// The backup tells sealing keys apart by prints of them, which are made beside the keys: those of
// copies from before must be found again.
func TestTheBackupGetsPrintsOfTheSealingKeys(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	lib, err := filepath.Abs(filepath.Join(house, "deploy", "backup", "lib.sh"))
	if err != nil {
		t.Fatal(err)
	}
	prints := func(keep ...string) []string {
		t.Helper()
		made := exec.Command(filepath.Join(house, "deploy", "secrets"))
		made.Env = s.env
		if said, err := made.CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, said)
		}
		for _, name := range []string{"seal_key", "seal_keys_old"} {
			if !slices.Contains(keep, name) {
				s.write("container/"+name, "")
			}
		}
		text, err := os.ReadFile(s.at("secrets/seal_prints"))
		if err != nil {
			t.Fatal(err)
		}
		s.write("container/seal_prints", string(text))
		cmd := exec.Command("bash", "-c", `me=test; . "$1"; known_fingerprints`, "-", lib)
		cmd.Env = append(slices.Clone(s.env), "SECRETS_DIR="+s.at("container"))
		said, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%v: %s", err, said)
		}
		return strings.Fields(string(said))
	}
	if all := prints(); !slices.Equal(all, []string{"c5ff471a5a26282c"}) {
		t.Errorf("of one key: %v", all)
	}
	s.write("secrets/seal_keys_old", "oude-sleutel,nog-oudere-sleutel\n")
	before := prints()
	s.write("secrets/seal_key", "oude-sleutel\n")
	s.write("secrets/seal_keys_old", "sleutel")
	after := prints()
	if len(before) != 3 || len(after) != 2 || after[0] != before[1] || after[1] != before[0] ||
		before[1] == before[2] {
		t.Errorf("%v, and with the old key in use %v", before, after)
	}
	if where := s.holds("container", "sleutel"); where != "" {
		t.Errorf("a key lies in %s", where)
	}
}

// What an address asks of the connection holds for the other databases too.
func TestTheAddressOfAnotherDatabaseKeepsItsQuery(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	for address, want := range map[string]string{
		"postgres://backup@db/herstelruimte": "postgres://backup@db/keycloak",
		"postgres://backup@db/herstelruimte?sslmode=verify-full&sslrootcert=/ca/root": "postgres://" +
			"backup@db/keycloak?sslmode=verify-full&sslrootcert=/ca/root",
	} {
		cmd := exec.Command("bash", "-c", `me=test; . "$1"; url_of keycloak`, "-",
			filepath.Join(house, "deploy/backup/lib.sh"))
		cmd.Env = append(slices.Clone(s.env), "DATABASE_URL="+address)
		out, err := cmd.CombinedOutput()
		if got := strings.TrimSpace(string(out)); err != nil || got != want {
			t.Errorf("%s: %v %s", address, err, got)
		}
	}
}

// The server of the backup is known from set-up on: another one with its name gets nothing.
func TestTheServerOfTheBackupIsPinned(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	s.program("docker", `
case "$*" in
  *ssh-keyscan*) echo "$*" >"$STANDIN/asked"; cat "$STANDIN/keys" 2>/dev/null;;
  *ssh-keygen*) echo "256 SHA256:abc $(cut -d' ' -f1)";;
esac`)
	s.program("restic", `printf '%s\n' "$@" >"$STANDIN/restic"`)
	lib, err := filepath.Abs(filepath.Join(house, "deploy"))
	if err != nil {
		t.Fatal(err)
	}
	bash := func(line string) (string, error) {
		cmd := exec.Command("bash", "-c", "set -euo pipefail; me=test; "+line, "-", lib)
		cmd.Env = s.env
		said, err := cmd.CombinedOutput()
		return string(said), err
	}
	pin := func(place string) (string, error) {
		s.write("env", "BACKUP_REPOSITORY="+place+"\nSECRETS_DIR="+s.at("secrets")+"\n")
		return bash(`. "$1/lib.sh"; . "$1/lib/keys.sh"; env_file=$STANDIN/env; pin_backup_host`)
	}
	pinned := func() string {
		text, _ := os.ReadFile(s.at("secrets/backup_known_hosts"))
		return strings.TrimSpace(string(text))
	}
	if said, err := pin("sftp:kopie@host:/map"); err != nil || pinned() != "" ||
		!strings.Contains(said, "niet bereikbaar") {
		t.Errorf("nobody there: %v, %s, %q", err, said, pinned())
	}
	s.write("keys", "# host:22 SSH-2.0\nhost ssh-ed25519 EERST\n")
	for range 2 {
		said, err := pin("sftp:kopie@host:/map")
		if err != nil || pinned() != "host ssh-ed25519 EERST" {
			t.Fatalf("%v: %s; %q", err, said, pinned())
		}
		if first := s.holds("asked", "-p 22 host") != ""; !first {
			t.Error("another server was asked")
		}
	}
	s.write("keys", "host ssh-ed25519 ANDERS\n")
	if said, err := pin("sftp:kopie@host:/map"); err == nil || !strings.Contains(said, "andere") ||
		pinned() != "host ssh-ed25519 EERST" {
		t.Errorf("another key: %v, %s, %q", err, said, pinned())
	}
	s.write("keys", "[elders]:2222 ssh-ed25519 NIEUW\n")
	if said, err := pin("sftp://kopie@elders:2222//map"); err != nil ||
		!strings.Contains(said, "SHA256:abc") || pinned() != "[elders]:2222 ssh-ed25519 NIEUW" ||
		s.holds("asked", "-p 2222 elders") == "" {
		t.Errorf("another place: %v, %s, %q", err, said, pinned())
	}
	s.env = append(s.env, "BACKUP_REPOSITORY=sftp:kopie@host:/map")
	if said, err := bash(`. "$1/backup/lib.sh"; . "$1/backup/repository.sh"; repo snapshots`); err != nil {
		t.Fatalf("%v: %s", err, said)
	}
	for _, part := range []string{
		"StrictHostKeyChecking=yes", "UserKnownHostsFile=" + s.at("secrets/backup_known_hosts"),
	} {
		if s.holds("restic", part) == "" {
			t.Errorf("restic is called without %s", part)
		}
	}
}

func TestATrialTellsWhetherACopyIsGoodAndLeavesNothing(t *testing.T) {
	t.Parallel()
	for says, c := range map[string]struct {
		rows, pgRestore, fault, error string
	}{
		"a good copy": {rows: "3"},
		"a row too few": {
			rows:  "2",
			fault: "De tabel activity van herstelruimte heeft 2 rijen, en dat moeten er 3 zijn",
		},
		"a copy that cannot be put back": {
			rows:      "3",
			pgRestore: `case "$*" in *" -d "*) echo "pg_restore: error: geen tabel" >&2; exit 1;; esac`,
			error:     "kon niet teruggezet worden in de proef: pg_restore: error",
		},
		"a copy that kills the trial": {
			rows:      "3",
			pgRestore: `case "$*" in *" -d "*) kill -KILL $PPID;; esac`,
			error:     "De proef brak af.",
		},
	} {
		t.Run(says, func(t *testing.T) {
			t.Parallel()
			s := newServer(t)
			s.trialled()
			s.write("rows", c.rows)
			s.write("pg_restore", c.pgRestore+
				"\n! grep -rq '"+inTheDump+"' \"$TRIAL_DIR/db\" || echo yes >\"$STANDIN/tried\"")
			s.trial()
			said, err := s.run("drill")
			r := s.drilled()
			if good := c.fault+c.error == ""; (err == nil) != good || r.OK != good {
				t.Errorf("got %v, %+v: %s", err, r, said)
			}
			if c.fault != "" && !slices.Contains(r.Faults, c.fault) {
				t.Errorf("got the faults %q, want %q", r.Faults, c.fault)
			}
			if !strings.Contains(r.Error, c.error) || (c.error == "") != (r.Error == "") {
				t.Errorf("got the error %q, want %q", r.Error, c.error)
			}
			if r.Rows != 6 {
				t.Errorf("got %d rows, want 6", r.Rows)
			}
			if _, err := os.Stat(s.at("tried")); c.pgRestore == "" && err != nil {
				t.Error("the control: nothing of the copy came into the trial")
			}
			for _, folder := range []string{"staging", "scratch", "trial"} {
				if where := s.holds(folder, inTheDump); where != "" {
					t.Errorf("what was tried stays in %s", where)
				}
			}
		})
	}
}

func TestATrialThatIsAwayOrSaysTooMuchIsTold(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	s.trialled()
	if said, err := s.run("drill"); err == nil ||
		!strings.Contains(s.drilled().Error, "De container trial draait niet.") {
		t.Errorf("away: %v, %+v: %s", err, s.drilled(), said)
	}
	s.write("trial/alive", "")
	s.write("trial/answer.json", `{"asked": "0000000000000000", "error": "", "faults": []}`)
	if said, err := s.run("drill", "TRIAL_SECONDS=1"); err == nil ||
		!strings.Contains(s.drilled().Error, "De proef duurt te lang.") {
		t.Errorf("an answer of before: %v, %+v: %s", err, s.drilled(), said)
	}
	cmd, said := s.start("drill")
	var asked []byte
	s.eventually("something is asked", func() bool {
		asked, _ = os.ReadFile(s.at("scratch/asked"))
		return len(asked) == 16
	})
	long := strings.Repeat("x", 1000)
	answer, _ := json.Marshal(map[string]any{
		"asked":  string(asked),
		"error":  "",
		"faults": slices.Repeat([]string{"een\x1b[31m\nregel " + long}, 50),
	})
	s.write("trial/answer.json", string(answer))
	if err := cmd.Wait(); err == nil {
		t.Errorf("it is content: %s", said)
	}
	r := s.drilled()
	if len(r.Faults) != 20 || len(r.Faults[0]) > 300 ||
		strings.ContainsAny(r.Faults[0], "\x1b\n") {
		t.Errorf("got %d faults, such as %q", len(r.Faults), r.Faults)
	}
}

// registry is a server whose images have these fingerprints; it is a folder with a file for each.
func registry(t *testing.T) *server {
	t.Helper()
	s := newServer(t)
	for _, name := range []string{
		"docker-compose.yml", "deploy/lib.sh", "deploy/lib/lock.sh", "deploy/Dockerfile",
		"deploy/storage/Dockerfile", "deploy/keycloak/Dockerfile",
	} {
		raw, err := os.ReadFile(filepath.Join(house, name))
		if err != nil {
			t.Fatal(err)
		}
		s.write("tree/"+name, string(raw))
	}
	s.write("tree/.env", "COMPOSE_FILE=docker-compose.yml:eigen.yml\n")
	s.program("docker", `
[ "$1 $2 $3" = "buildx imagetools inspect" ] || exit 1
file=$STANDIN/registry/$(tr '/' '_' <<<"${!#}")
[ -s "$file" ] && cat "$file"`)
	return s
}

// gives says what the registry has under a name.
func (s *server) gives(digit string, names ...string) {
	for _, name := range names {
		s.write("registry/"+strings.ReplaceAll(name, "/", "_"),
			"sha256:"+strings.Repeat(digit, 64)+"\n")
	}
}

// lock runs words of deploy/lib/lock.sh, and gives the lock.
func (s *server) lock(words string) (lock, said string) {
	s.t.Helper()
	cmd := exec.Command("bash", "-c",
		`set -euo pipefail; me=lock; . deploy/lib.sh; . deploy/lib/lock.sh; `+words)
	cmd.Dir, cmd.Env = s.at("tree"), s.env
	out, err := cmd.CombinedOutput()
	if err != nil {
		s.t.Fatalf("%s: %v: %s", words, err, out)
	}
	raw, _ := os.ReadFile(s.at("tree/images.lock.yml"))
	return string(raw), string(out)
}

// named are the images that others made, as the tree names them.
func named(t *testing.T) (all []string) {
	t.Helper()
	for _, name := range []string{"deploy/Dockerfile", "deploy/storage/Dockerfile",
		"deploy/keycloak/Dockerfile", "docker-compose.yml"} {
		raw, err := os.ReadFile(filepath.Join(house, name))
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(raw)) {
			words := strings.Fields(line)
			switch {
			case len(words) < 2:
			case words[0] == "ARG" && strings.Contains(words[1], "_IMAGE=") &&
				!strings.HasPrefix(words[1], "PG_"):
				_, image, _ := strings.Cut(words[1], "=")
				all = append(all, image)
			case words[0] == "image:" && !strings.ContainsAny(words[1], "$/"):
				all = append(all, words[1])
			case words[0] == "FROM" && !strings.HasPrefix(words[1], "${") &&
				words[1] != "scratch" && words[1] != "postgres:${PG_IMAGE}" &&
				!slices.Contains([]string{"go", "base"}, words[1]):
				t.Errorf("%s: %s stands outside the lock", name, words[1])
			}
		}
	}
	slices.Sort(all)
	return append(slices.Compact(all), "postgres:18.6-trixie")
}

func TestTheLockKeepsEveryImageToItsFingerprint(t *testing.T) {
	t.Parallel()
	s := registry(t)
	all := named(t)
	if len(all) != 6 {
		t.Fatalf("got the images %v, want 6", all)
	}
	s.gives("a", all...)
	lock, _ := s.lock("lock_images")
	var read struct {
		Services map[string]struct {
			Image string
			Build struct{ Args map[string]string }
		}
	}
	if err := yaml.Unmarshal([]byte(lock), &read); err != nil {
		t.Fatalf("%v:\n%s", err, lock)
	}
	digest := "@sha256:" + strings.Repeat("a", 64)
	for _, image := range all {
		if !strings.Contains(lock, strings.TrimPrefix(image, "postgres:")+digest) {
			t.Errorf("%s is not in\n%s", image, lock)
		}
	}
	if got := read.Services["db"].Image; got != "postgres:18.6-trixie"+digest {
		t.Errorf("the database is %s", got)
	}
	for _, name := range []string{"backup", "trial", "migrate", "site"} {
		if got := read.Services[name].Build.Args["PG_IMAGE"]; got != "18.6-trixie"+digest {
			t.Errorf("%s stands on %q", name, got)
		}
	}
	known := readComposed(t, "docker-compose.yml").Services
	for name := range read.Services {
		if _, ok := known[name]; !ok {
			t.Errorf("compose knows no %s", name)
		}
	}
	env, _ := os.ReadFile(s.at("tree/.env"))
	if want := "COMPOSE_FILE=docker-compose.yml:images.lock.yml:eigen.yml"; strings.TrimSpace(
		string(env)) != want {
		t.Errorf("got %s, want %s", env, want)
	}

	// what a tag leads to changes, and nothing changes here until somebody asks
	s.gives("b", all...)
	if again, said := s.lock("keep_lock; lock_images"); again != lock || said != "" {
		t.Errorf("it is another one: %s\n%s", said, again)
	}
	renewed, said := s.lock("lock_images new")
	if strings.Contains(renewed, digest) || strings.Count(said, "Vernieuwd: ") != len(all) {
		t.Errorf("it is not renewed: %s\n%s", said, renewed)
	}
	if back, _ := s.lock("lock_back"); back != lock {
		t.Errorf("the way back leads to another one:\n%s", back)
	}
}

// A power cut in the middle of an upgrade leaves the new lock beside images that nobody started.
func TestAnUpgradeThatBeginsAgainKnowsTheLockOfWhatRuns(t *testing.T) {
	t.Parallel()
	s := registry(t)
	all := named(t)
	s.gives("a", all...)
	lock, _ := s.lock("lock_images")
	s.gives("b", all...)
	if cut, _ := s.lock("keep_lock; lock_images new"); cut == lock {
		t.Fatal("the control has nothing to go back from")
	}
	s.gives("c", all...)
	if back, _ := s.lock("keep_lock; lock_images new; lock_back"); back != lock {
		t.Errorf("it goes back to\n%s\nwant\n%s", back, lock)
	}

	// one that came to its end is what runs
	second, _ := s.lock("keep_lock; lock_images new; lock_stands")
	if back, _ := s.lock("keep_lock; lock_images new; lock_back"); back != second {
		t.Errorf("after a good one it goes back to\n%s\nwant\n%s", back, second)
	}

	// a move to another PostgreSQL has a way back of its own
	s.gives("d", "postgres:19.1-trixie")
	moved, _ := s.lock("keep_lock; change_setting PG_IMAGE 19.1-trixie; " +
		"change_setting PG_MAJOR 19; lock_images")
	if back, _ := s.lock("keep_lock; lock_images new; lock_back"); back != moved {
		t.Errorf("on another PostgreSQL it goes back to\n%s\nwant\n%s", back, moved)
	}
}

func TestAnotherVersionGetsAnotherFingerprint(t *testing.T) {
	t.Parallel()
	s := registry(t)
	all := named(t)
	s.gives("a", all...)
	s.lock("lock_images")
	s.gives("b", append(all, "caddy:9.9.9", "postgres:19-trixie")...)
	text, _ := os.ReadFile(s.at("tree/docker-compose.yml"))
	var caddy string
	for _, image := range all {
		if strings.HasPrefix(image, "caddy:") {
			caddy = image
		}
	}
	s.write("tree/docker-compose.yml", strings.ReplaceAll(string(text), caddy, "caddy:9.9.9"))
	lock, _ := s.lock(`change_setting PG_IMAGE 19-trixie; lock_images`)
	b := "@sha256:" + strings.Repeat("b", 64)
	if strings.Contains(lock, caddy) || !strings.Contains(lock, `"caddy:9.9.9`+b) ||
		!strings.Contains(lock, `"postgres:19-trixie`+b) || strings.Contains(lock, "18.6") {
		t.Errorf("the new versions are not in\n%s", lock)
	}
	if n := strings.Count(lock, b); n != 6 { // caddy, db, and the four that are built on that
		t.Errorf("%d fingerprints are new, want 6:\n%s", n, lock)
	}
}

func TestWithoutARegistryTheOldFingerprintsStay(t *testing.T) {
	t.Parallel()
	s := registry(t)
	none, said := s.lock("lock_images")
	if strings.Contains(none, "sha256") || strings.Count(said, "geen vingerafdruk") != 6 {
		t.Errorf("%s\n%s", said, none)
	}
	var read struct{ Services map[string]any }
	if err := yaml.Unmarshal([]byte(none), &read); err != nil || len(read.Services) < 9 {
		t.Errorf("compose cannot read it: %v\n%s", err, none)
	}
	s.gives("a", named(t)...)
	lock, _ := s.lock("lock_images")
	if err := os.RemoveAll(s.at("registry")); err != nil {
		t.Fatal(err)
	}
	if again, said := s.lock("lock_images new"); again != lock ||
		strings.Count(said, "de oude blijft") != 6 {
		t.Errorf("%s\n%s", said, again)
	}
}

func TestTheScriptsForTheServerCanBeRead(t *testing.T) {
	t.Parallel()
	for _, pattern := range []string{"*", "*/*"} {
		files, err := filepath.Glob(filepath.Join(house, "deploy", pattern))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			raw, err := os.ReadFile(file)
			if err != nil || !bytes.HasPrefix(raw, []byte("#!/usr/bin/env bash")) &&
				!bytes.HasPrefix(raw, []byte("# shellcheck shell=bash")) {
				continue
			}
			if out, err := exec.Command("bash", "-n", file).CombinedOutput(); err != nil {
				t.Errorf("%s: %s", file, out)
			}
		}
	}
}

// An image is built from a part of the tree: what it is built from asks for nothing beside it.
func TestAnImageNeedsNothingThatItIsBuiltWithout(t *testing.T) {
	t.Parallel()
	raw, err := os.ReadFile(filepath.Join(house, ".dockerignore"))
	if err != nil {
		t.Fatal(err)
	}
	leftOut := func(file string) bool {
		for line := range strings.Lines(string(raw)) {
			before, after, some := strings.Cut(strings.TrimSpace(line), "**/*")
			if some && strings.HasPrefix(file, before) && strings.HasSuffix(file, after) ||
				!some && before != "" && strings.HasPrefix(file+"/", before+"/") {
				return true
			}
		}
		return false
	}
	asks := regexp.MustCompile(`(?:from|import) ?\(?'(\.[^']+)'`)
	read := 0
	err = filepath.WalkDir(filepath.Join(house, "web", "src"), func(
		at string, _ fs.DirEntry, err error,
	) error {
		file, _ := filepath.Rel(house, at)
		if err != nil || !strings.Contains(filepath.Ext(file), ".ts") || leftOut(file) {
			return err
		}
		text, err := os.ReadFile(at)
		read++
		for _, m := range asks.FindAllStringSubmatch(string(text), -1) {
			other := filepath.Join(filepath.Dir(file), m[1])
			if leftOut(other) || leftOut(other+".ts") || leftOut(other+".tsx") {
				t.Errorf("%s asks for %s, which no image has", file, other)
			}
		}
		return err
	})
	if err != nil || read < 500 {
		t.Errorf("%d files read, %v", read, err)
	}
}
