package app

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"herstelruimte/internal/db"
	"herstelruimte/internal/files"
)

// daysOfCopies is how long a copy is there: the table of the privacy statement says so.
const daysOfCopies = 30

// copies are those that deploy/backup makes of this house. The scripts are the real ones, and so
// are restic and pg_dump. What stands in for the container tells them where the databases are, and
// what time it is in this year.
type copies struct {
	*year
	dir  string
	env  []string
	last time.Time // when the newest was made
}

// standIns come before the programs of the machine. The moment is in NOW; the scripts reckon with
// date, and restic reckons from the newest copy.
var standIns = map[string]string{
	"date": `
words=() given=
while [ $# -gt 0 ]; do
  case $1 in
    -d) given=1; case $2 in *' ago') words+=(-d "$NOW $2");; *) words+=(-d "$2");; esac; shift;;
    *) words+=("$1");;
  esac
  shift
done
[ -n "$given" ] || words+=(-d "$NOW")
exec "$real" "${words[@]}"`,
	"restic": `
case " $* " in
  *' backup '*) set -- "$@" --time "${NOW%Z}";;
  *' forget '*|*' prune '*) [ -z "$NOTHING_GOES" ] || exit 0;;
esac
exec "$real" "$@"`,
	"psql":    inOurDatabases,
	"pg_dump": inOurDatabases,
}

// The scripts know two databases by name. Keycloak's is an empty one.
const inOurDatabases = `
words=()
for word; do
  case $word in
    postgres*/herstelruimte) word=${word%/*}/$SITE_DATABASE;;
    postgres*/keycloak) word=${word%/*}/postgres;;
  esac
  words+=("$word")
done
exec "$real" "${words[@]}"`

// copied lets the year make copies. With nothingGoes the old ones stay: the control.
func (y *year) copied(t testing.TB, nothingGoes bool) *copies {
	t.Helper()
	c := &copies{year: y, dir: t.TempDir()}
	for _, name := range []string{"bin", "secrets", "staging", "repository"} {
		if err := os.Mkdir(c.at(name), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	for name, text := range map[string]string{"restic_password": "proef", "seal_key": "proef"} {
		if err := os.WriteFile(c.at("secrets", name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for name, text := range standIns {
		real, err := exec.LookPath(name)
		if err != nil {
			t.Fatalf("no %s; on Debian: apt-get install restic postgresql-client", name)
		}
		c.program(t, name, "real="+real+text)
	}
	c.program(t, "herstelruimte", `exec "`+os.Args[0]+`" "$@"`)
	u, err := url.Parse(string(y.cfg.DatabaseURL))
	if err != nil {
		t.Fatal(err)
	}
	database := strings.TrimPrefix(u.Path, "/")
	u.Path, u.RawQuery = "/herstelruimte", ""
	c.env = append(os.Environ(),
		"PATH="+c.at("bin")+":"+os.Getenv("PATH"),
		"SECRETS_DIR="+c.at("secrets"),
		"STAGING_DIR="+c.at("staging"),
		"BACKUP_REPOSITORY="+c.at("repository"),
		"DATABASE_URL="+u.String(),
		"SITE_DATABASE="+database,
		"PGSSLMODE="+cmp.Or(os.Getenv("PGSSLMODE"), "disable"),
		storeOfCopies+"="+y.cfg.FilesDir,
	)
	if nothingGoes {
		c.env = append(c.env, "NOTHING_GOES=1")
	}
	return c
}

func (c *copies) at(names ...string) string {
	return filepath.Join(append([]string{c.dir}, names...)...)
}

func (c *copies) program(t testing.TB, name, script string) {
	t.Helper()
	text := "#!/usr/bin/env bash\n" + script + "\n"
	if err := os.WriteFile(c.at("bin", name), []byte(text), 0o700); err != nil {
		t.Fatal(err)
	}
}

// make makes one now, and lets go what is too old, as the container does every hour. What it leaves
// on the disk of the server nobody can read anything in.
func (c *copies) make() {
	c.t.Helper()
	now := c.Clock.Now()
	pruned := c.at("staging", "pruned") // by the clock of the machine
	was := time.Now().Add(-now.Sub(c.last))
	if err := os.Chtimes(pruned, was, was); err != nil && !errors.Is(err, fs.ErrNotExist) {
		c.t.Fatal(err)
	}
	c.last = now
	script, err := filepath.Abs("../../deploy/backup/backup")
	if err != nil {
		c.t.Fatal(err)
	}
	c.run(script)
	c.reads(c.at("staging"))
}

// plan says on which days copies are made, and on which they are looked at.
func (c *copies) plan(days int, look func()) {
	for day := 2; day < days; day += 7 {
		do := c.make
		if day%28 == 2 {
			do = look
		}
		c.year.plan[day] = append(c.year.plan[day], do)
	}
}

// run runs a program in what the scripts take for their container.
func (c *copies) run(words ...string) []byte {
	c.t.Helper()
	cmd := exec.CommandContext(context.Background(), words[0], words[1:]...)
	cmd.Env = append(slices.Clone(c.env), "NOW="+c.Clock.Now().UTC().Format("2006-01-02 15:04:05Z"))
	var said strings.Builder
	cmd.Stderr = &said
	out, err := cmd.Output()
	if err != nil {
		c.t.Fatalf("%v: %v: %.2000s", words, err, said.String())
	}
	return out
}

func (c *copies) restic(words ...string) []byte {
	c.t.Helper()
	return c.run(append([]string{
		c.at("bin", "restic"), "--no-cache", "--quiet", "--repo", c.at("repository"),
		"--password-file", c.at("secrets", "restic_password"),
	}, words...)...)
}

// reads looks for what anybody can read in any file of a folder.
func (c *copies) reads(folder string) {
	c.t.Helper()
	out := found{}
	if err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		out.in(path, path+"\n"+string(text))
		return err
	}); err != nil {
		c.t.Fatal(err)
	}
	c.open(out)
}

func (c *copies) open(f found) {
	c.t.Helper()
	for what, where := range f {
		if c.typed[what] != nil {
			c.t.Errorf("on %v somebody without a key reads %s in %s", c.Clock.Now(), what, where)
		}
	}
}

type snapshot struct {
	ID    string
	Time  time.Time
	Paths []string
}

// kept are the copies that are there, the newest last.
func (c *copies) kept() (all []snapshot) {
	c.t.Helper()
	if err := json.Unmarshal(c.restic("snapshots", "--json"), &all); err != nil {
		c.t.Fatal(err)
	}
	slices.SortFunc(all, func(a, b snapshot) int { return a.Time.Compare(b.Time) })
	return all
}

// opened decrypts one, puts it back beside the house, and gives what is in it for who has the keys
// of the house as well.
func (c *copies) opened(s snapshot) found {
	c.t.Helper()
	folder, err := os.MkdirTemp(c.dir, "opened-")
	if err != nil {
		c.t.Fatal(err)
	}
	defer func() { _ = os.RemoveAll(folder) }()
	c.restic("restore", s.ID, "--target", folder)
	c.reads(folder)
	at := filepath.Join(folder, s.Paths[0])
	u, err := url.Parse(string(c.cfg.DatabaseURL))
	if err != nil {
		c.t.Fatal(err)
	}
	name := strings.TrimPrefix(u.Path, "/") + "_copy"
	statement := func(sql string) {
		if _, err := c.Pool.Exec(context.Background(), sql); err != nil {
			c.t.Fatal(err)
		}
	}
	statement("create database " + name + " template template0")
	defer statement("drop database " + name + " with (force)")
	u.Path = "/" + name
	c.run("pg_restore", "--no-owner", "--no-acl", "--exit-on-error", "-d", u.String(),
		filepath.Join(at, "herstelruimte.dump"))
	pool, err := db.Open(context.Background(), u.String(), 2)
	if err != nil {
		c.t.Fatal(err)
	}
	defer pool.Close()
	store, err := files.OpenDir(filepath.Join(at, "files"))
	if err != nil {
		c.t.Fatal(err)
	}
	was := &site{App: &App{Pool: pool, files: store, keys: c.keys}, t: c.t}
	c.open(was.inTheOpen())
	return was.withTheKeys()
}

// leftovers are what a copy holds that had to be gone: from the house at the moment that the copy
// was made, and by now for so long that every copy of before went too. past counts what copies
// hold, as they may, that the house has let go. lost is what the newest copy does not have.
func (c *copies) leftovers() (left, lost []string, past int) {
	c.t.Helper()
	all, now := c.kept(), c.Clock.Now()
	for i, s := range all {
		there := c.opened(s)
		for what, l := range c.typed {
			gone := l.may.AddDate(0, 0, 2)
			where := there[what]
			switch {
			case where == "":
				if i == len(all)-1 && now.Before(l.must) {
					lost = append(lost, fmt.Sprintf("%s, which stays until %v", what, l.must))
				}
			case s.Time.After(gone), now.After(gone.AddDate(0, 0, daysOfCopies)):
				left = append(left, fmt.Sprintf("%s in %s of the copy of %v, which had to go by %v",
					what, where, s.Time, l.may))
			case now.After(gone):
				past++
			}
		}
	}
	slices.Sort(left)
	return left, lost, past
}

// asTheTermsSay makes a copy, and looks at it and at those of before.
func (c *copies) asTheTermsSay() (past int) {
	c.t.Helper()
	c.make()
	left, lost, past := c.leftovers()
	for _, what := range left {
		c.t.Errorf("on %v there is %s", c.Clock.Now(), what)
	}
	for _, what := range lost {
		c.t.Errorf("on %v the newest copy has no %s", c.Clock.Now(), what)
	}
	c.nothingUnused()
	return past
}

// nothingUnused tells whether the place of the copies holds anything, encrypted, that is of no copy
// any more: whoever has the key could still read it.
func (c *copies) nothingUnused() {
	c.t.Helper()
	var used struct {
		Blobs int `json:"total_blob_count"`
	}
	if err := json.Unmarshal(c.restic("stats", "--json", "--mode", "raw-data"), &used); err != nil {
		c.t.Fatal(err)
	}
	there := strings.Count(string(c.restic("list", "blobs")), "\n")
	if there != used.Blobs || there == 0 {
		c.t.Errorf("of %d pieces in the place of the copies %d are of a copy", there, used.Blobs)
	}
}

// storeOfCopies is where the store of the site is, for our own program in its container.
const storeOfCopies = "HERSTELRUIMTE_TEST_STORE"

// inContainer is what our program does there for a copy. It tells whether it was asked.
func inContainer(args []string, out io.Writer) (asked bool, err error) {
	switch {
	case len(args) == 0:
		return false, nil
	case args[0] == "data":
		return true, json.NewEncoder(out).Encode(ThisProgram())
	case args[0] != "files":
		return false, nil
	}
	to, ok := strings.CutPrefix(args[3], "dir:")
	if !ok || !slices.Equal(args[:3], []string{"files", "copy", "s3"}) {
		return true, fmt.Errorf("not what a copy asks: %q", args)
	}
	from, err := files.OpenDir(os.Getenv(storeOfCopies))
	if err != nil {
		return true, err
	}
	mirror, err := files.OpenDir(to)
	if err != nil {
		return true, err
	}
	_, err = files.Copy(context.Background(), from, mirror, files.CopyOptions{Mirror: true})
	return true, err
}
