package prove

import (
	"errors"
	"fmt"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/google/uuid"
)

// restore makes a backup, proves it, destroys everything but the backup and the key sheet, and puts
// it back as an operator would on an empty server. Then it looks for what the earlier steps left.
func (s *stack) restore() error {
	if err := s.leftSomething(); err != nil {
		return err
	}
	gone, err := s.leaver()
	if err != nil {
		return err
	}
	before, err := s.keptSignUps()
	if err != nil {
		return err
	}
	if before[gone.key] == "" {
		return errors.New("who is to be erased never stood in the copy, so this proves nothing")
	}
	delete(before, gone.key)
	sheet := filepath.Join(s.dir, "key-sheet")
	for _, act := range []func() error{
		func() error { return s.shown("deploy/backup/now") },
		func() error { return s.shown("deploy/backup/drill") },
		gone.erases,
		func() error { return s.keySheet(sheet) },
		s.wipe,
		func() error { return s.shown("deploy/install", "--from", sheet, "--skip-clock") },
		func() error { return s.shown("deploy/restore", "--yes") },
		s.join,
	} {
		if err := act(); err != nil {
			return err
		}
	}
	after, err := s.keptSignUps()
	if err != nil {
		return err
	}
	if err := lost(slices.Collect(maps.Keys(before)), after); err != nil {
		return err
	}
	say("    all %d sign-ups are back", len(before))
	if after[gone.key] != "" {
		return errors.New("who was erased after the copy is back")
	}
	if err := gone.isGone(); err != nil {
		return err
	}
	return errors.Join(s.found(), s.invariants(), s.shown("deploy/backup/drill"))
}

// leaver is somebody who stands in the copy, and erases everything after it was made.
type leaver struct {
	person
	s      *stack
	holder map[string]string
}

func (s *stack) leaver() (*leaver, error) {
	l := &leaver{person: newPerson(0), s: s}
	link, err := s.signUp(l.person)
	if err != nil {
		return nil, err
	}
	l.holder, err = holds(link)
	return l, err
}

// erases waits until the line about it lies with the copies: the host is lost right after.
func (l *leaver) erases() error {
	before, err := l.journal()
	if err != nil {
		return err
	}
	header := maps.Clone(l.holder)
	header["Idempotency-Key"] = uuid.NewString()
	a, err := l.s.web.do(http.MethodPost, l.s.web.at(siteHost, "/api/erase-mine"), header, nil)
	if err != nil {
		return err
	}
	if a.status != http.StatusNoContent {
		return fmt.Errorf("erasing is answered %d: %s", a.status, lastLines(string(a.body), 3))
	}
	if err := l.isGone(); err != nil {
		return err
	}
	err = l.s.until("the erasure lies with the copies", generous, func() error {
		names, err := l.journal()
		if err != nil {
			return err
		}
		if names == before {
			return errors.New("the store holds no new line of the journal")
		}
		if _, err := l.s.in("backup", "/opt/herstelruimte/deploy/backup/journal"); err != nil {
			return err
		}
		sent, err := l.s.in("backup", "cat", "/staging/journal-names")
		if err == nil && sent != names {
			err = errors.New("the copies lack a line of the journal")
		}
		return err
	})
	if err == nil {
		say("    somebody erased everything after the copy")
	}
	return err
}

// journal names the files of the erasure journal in the store.
func (l *leaver) journal() (string, error) {
	return l.s.in("backup", "herstelruimte", "files", "list", "s3", "erasure/")
}

// isGone is nil when the own link leads nowhere any more.
func (l *leaver) isGone() error {
	a, err := l.s.web.do(
		http.MethodGet, l.s.web.at(siteHost, "/api/registration"), l.holder, nil,
	)
	if err == nil && a.status != http.StatusNotFound && a.status != http.StatusGone {
		err = fmt.Errorf("the link of who was erased is answered %d", a.status)
	}
	return err
}

// leftSomething makes sure that there is something to find again.
func (s *stack) leftSomething() error {
	for _, t := range []struct {
		there func() error
		make  func(*stack) error
	}{
		{s.fileKnown, (*stack).file}, {s.visitorKnown, (*stack).visitor},
		{func() error { _, err := os.Stat(s.cookieFile()); return err }, (*stack).staff},
		{s.edited, (*stack).edit},
	} {
		if t.there() == nil {
			continue
		}
		if err := t.make(s); err != nil {
			return err
		}
	}
	return nil
}

// found looks for the visitor, the file, the text with its photo and the account of the staff.
func (s *stack) found() error {
	if err := s.visitorKnown(); err != nil {
		return fmt.Errorf("the visitor: %w", err)
	}
	if err := s.fileKnown(); err != nil {
		return fmt.Errorf("the file: %w", err)
	}
	if err := s.edited(); err != nil {
		return fmt.Errorf("what was written: %w", err)
	}
	if err := s.playwright("again.spec.ts"); err != nil {
		return fmt.Errorf("the beheerder: %w", err)
	}
	if accounts, err := says(
		s.process("deploy/account", "list"),
	); err != nil || !strings.Contains(accounts, beheerder) {
		return fmt.Errorf("deploy/account after a restore: %w\n%s", err, accounts)
	}
	say(
		"    the visitor, the file, the text with its photo and the beheerder are back; deploy/account works",
	)
	return nil
}

// keySheet keeps what the operator has in the safe. It has everything: nothing else is carried over
// but the backup.
func (s *stack) keySheet(file string) error {
	cmd := s.process("deploy/install", "--sleutels")
	text, err := cmd.Output()
	if err != nil {
		return fmt.Errorf("deploy/install --sleutels: %w", err)
	}
	keys, err := s.secrets()
	if err != nil {
		return err
	}
	for _, name := range []string{
		"seal_key",
		"lookup_key",
		"token_key",
		"form_key",
		"restic_password",
	} {
		if !strings.Contains(string(text), keys[name]) {
			return fmt.Errorf("the key sheet does not hold %s", name)
		}
	}
	return os.WriteFile(file, text, 0o600)
}

// wipe leaves an empty host: no container, no volume, no setting, no key. The backup lies on
// another disk.
func (s *stack) wipe() error {
	say("    docker compose down --volumes; rm -r .env .secrets")
	if _, err := says(
		s.compose("--profile", "*", "down", "--volumes", "--remove-orphans"),
	); err != nil {
		return err
	}
	left, err := says(
		s.process(
			"docker",
			"volume",
			"ls",
			"-q",
			"--filter",
			"label=com.docker.compose.project="+s.project,
		),
	)
	if err != nil {
		return err
	}
	if left != "" {
		return fmt.Errorf("volumes are left: %s", left)
	}
	return errors.Join(
		os.Remove(filepath.Join(s.tree(), ".env")),
		os.RemoveAll(filepath.Join(s.tree(), ".secrets")),
	)
}
