package stack

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// restore makes a backup, proves it, destroys everything but the backup and the key sheet, and puts
// it back as an operator would on an empty server. Then it looks for what the earlier steps left.
func (s *stack) restore() error {
	if err := s.leftSomething(); err != nil {
		return err
	}
	before, err := s.keptSignUps()
	if err != nil {
		return err
	}
	sheet := filepath.Join(s.dir, "key-sheet")
	for _, act := range []func() error{
		func() error { return s.shown("deploy/backup/now") },
		func() error { return s.shown("deploy/backup/drill") },
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
	s.c.Say("    all %d sign-ups are back", len(before))
	return errors.Join(s.found(), s.invariants(), s.shown("deploy/backup/drill"))
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
	s.c.Say(
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
	s.c.Say("    docker compose down --volumes; rm -r .env .secrets")
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
