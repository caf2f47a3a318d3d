package prove

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// change does to the stack what an operator does in a year: a new version in and out again, the
// files to the other server and back. Everything that was there must be there after each.
func (s *stack) change() error {
	if err := s.leftSomething(); err != nil {
		return err
	}
	before, err := s.keptSignUps()
	if err != nil {
		return err
	}
	if err := s.newVersion(); err != nil {
		return err
	}
	for _, words := range [][]string{
		{"deploy/upgrade"},
		{"deploy/upgrade", "--back"},
		{"deploy/switch-storage", "versitygw"},
		{"deploy/switch-storage", "minio"},
	} {
		if err := s.shown(words...); err != nil {
			return fmt.Errorf("%s: %w", strings.Join(words, " "), err)
		}
		if err := s.unchanged(slices.Collect(maps.Keys(before))); err != nil {
			return fmt.Errorf("after %s: %w", strings.Join(words, " "), err)
		}
	}
	return s.invariants()
}

// newVersion changes the program in the copy of the tree: an upgrade to what runs already has
// nothing to go back to.
func (s *stack) newVersion() error {
	file := filepath.Join(s.tree(), "cmd", "herstelruimte", "main.go")
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	return os.WriteFile(
		file,
		append([]byte("// The next version: every line is one lower.\n\n"), text...),
		0o644,
	)
}

// unchanged looks for the visitor, the file and every sign-up of before.
func (s *stack) unchanged(before []string) error {
	if err := s.until("all containers are well", generous, s.healthy); err != nil {
		return err
	}
	after, err := s.keptSignUps()
	if err != nil {
		return err
	}
	return errors.Join(s.visitorKnown(), s.fileKnown(), lost(before, after))
}

// refusals offers what must be refused: wrong answers to the installer, copies that are unknown,
// foreign or damaged, a database of a newer program. Each gets a sentence, and nothing changes.
func (s *stack) refusals() error {
	if err := s.leftSomething(); err != nil {
		return err
	}
	if err := errors.Join(
		s.shown("deploy/prove/bad-input"),
		s.shown("deploy/backup/now"),
	); err != nil {
		return err
	}
	before, err := s.keptSignUps()
	if err != nil {
		return err
	}
	for _, r := range []struct{ name, spoil, mend, says string }{
		{"an unknown copy", "true", "true", "We kennen geen backup"},
		{"a damaged repository", spoilPacks, mendPacks, ""},
		{
			"a foreign repository",
			"mv /folder/config /folder/.config && head -c 155 /dev/urandom >/folder/config",
			"mv -f /folder/.config /folder/config",
			"",
		},
	} {
		if err := s.refusedRestore(r.spoil, r.mend, r.says); err != nil {
			return fmt.Errorf("%s: %w", r.name, err)
		}
		say("    %s: refused", r.name)
		if err := s.unchanged(slices.Collect(maps.Keys(before))); err != nil {
			return fmt.Errorf("%s: %w", r.name, err)
		}
	}
	return s.newerSchema()
}

// spoilPacks turns one byte round in the middle of every pack.
const (
	spoilPacks = `find /folder/data -type f | while read -r f; do cp "$f" "/folder/.kept-$(basename "$f")"; chmod u+w "$f"; printf '\377\000\377' | dd of="$f" bs=1 seek=$(($(stat -c %s "$f") / 2)) conv=notrunc status=none; done`
	mendPacks  = `find /folder/data -type f | while read -r f; do mv -f "/folder/.kept-$(basename "$f")" "$f"; done; chown -R 999:999 /folder`
)

// refusedRestore spoils the folder of the copies, asks for a restore, and mends the folder again.
func (s *stack) refusedRestore(spoil, mend, want string) (err error) {
	mount := []string{"-v", filepath.Join(s.tree(), ".backup") + ":/folder"}
	if _, err := s.asRoot(mount, "bash", "-c", spoil); err != nil {
		return err
	}
	defer func() {
		_, mending := s.asRoot(mount, "bash", "-c", mend)
		err = errors.Join(err, mending)
	}()
	words := []string{"deploy/restore", "--yes"}
	if want != "" {
		words = append(words, "ffffffff")
	}
	text, failed := s.process(words...).CombinedOutput()
	if failed == nil {
		return fmt.Errorf("it was taken:\n%s", text)
	}
	last := lastLines(string(text), 1)
	if !strings.HasPrefix(last, "restore: ") || !strings.Contains(last, want) ||
		strings.Contains(string(text), "panic") {
		return fmt.Errorf("no clear sentence:\n%s", text)
	}
	say("    %s", last)
	return nil
}

// newerSchema shows the program a database that knows a migration it does not.
func (s *stack) newerSchema() (err error) {
	if _, err := s.sql(
		"insert into goose_db_version (version_id, is_applied) select max(version_id) + 1, true from goose_db_version",
	); err != nil {
		return err
	}
	defer func() {
		_, mending := s.sql(
			"delete from goose_db_version where version_id = (select max(version_id) from goose_db_version)",
		)
		_, starting := says(s.compose("up", "-d", "--wait"))
		err = errors.Join(err, mending, starting)
	}()
	for _, words := range [][]string{
		{"run", "--rm", "-T", "--no-deps", "migrate"},
		{"run", "--rm", "-T", "--no-deps", "site", "serve"},
	} {
		text, failed := s.compose(words...).CombinedOutput()
		if failed == nil ||
			!strings.Contains(string(text), "De database is nieuwer dan dit programma") {
			return fmt.Errorf("%s: %v\n%s", words[len(words)-1], failed, text)
		}
	}
	say("    a newer database: refused by migrate and by serve")
	return nil
}
