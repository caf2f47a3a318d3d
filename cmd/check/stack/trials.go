package stack

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"herstelruimte/cmd/check/steps"
)

// trial is one named proof on the running stack.
type trial struct {
	word, promise string
	do            func(*stack) error
}

// trials in their order: each finds the stack as the one before it left it, healthy.
var trials = []trial{
	{"memory", "idle memory fits: 400 MB without Keycloak, 3 GB in all", (*stack).memory},
	{"closed", "only two ports are open, nothing can be written, no key shows", (*stack).closed},
	{"staff", "the first beheerder comes in through the real Keycloak", (*stack).staff},
	{
		"edit",
		"a redacteur writes a text with a photo in the browser, and visitors see both",
		(*stack).edit,
	},
	{"visitor", "a visitor signs up and gets mail", (*stack).visitor},
	{"file", "a file is stored and read through the site's Store", (*stack).file},
	{"storage", "the storage contract holds on MinIO and on versitygw", (*stack).storage},
	{"restart", "each container can be restarted", (*stack).restartEach},
	{
		"culprit",
		"the status names what is down; the public pages stay; it heals by itself",
		(*stack).culprits,
	},
	{"kills", "no acknowledged sign-up is lost by kill -9", (*stack).kills},
	{"control", "with synchronous_commit=off the same kill is seen to lose some", (*stack).control},
	{"full", "a full disk gets a clear answer, loses nothing and heals", (*stack).fullDisk},
	{
		"change",
		"a new version goes in and out, the files move and come back, nothing is lost",
		(*stack).change,
	},
	{
		"refusals",
		"wrong answers, unknown, damaged and foreign copies and a newer database get a sentence and change nothing",
		(*stack).refusals,
	},
	{"after", "memory still fits after all this", (*stack).memory},
	{"restore", "everything comes back from the backup on an empty host", (*stack).restore},
}

// Prove runs all trials, or those that HERSTELRUIMTE_CHECK_STEPS names.
func Prove(r *steps.Runner) error { return prove(r, os.Getenv("HERSTELRUIMTE_CHECK_STEPS")) }

// Whole tells whether Prove runs all trials, on a stack that it installs itself.
func Whole() bool {
	return os.Getenv("HERSTELRUIMTE_CHECK_STEPS")+os.Getenv("HERSTELRUIMTE_CHECK_KEEP") == ""
}

// ProveKills runs only those that kill programs while people sign up.
func ProveKills(r *steps.Runner) error { return prove(r, "kills,control") }

// chosenTrials gives the named ones in their own order, all when none is named.
func chosenTrials(words string) (chosen []trial, err error) {
	named := strings.FieldsFunc(words, func(r rune) bool { return r == ',' || r == ' ' })
	var known []string
	for _, t := range trials {
		known = append(known, t.word)
		if len(named) == 0 || slices.Contains(named, t.word) {
			chosen = append(chosen, t)
		}
	}
	for _, w := range named {
		if !slices.Contains(known, w) {
			return nil, fmt.Errorf(
				"unknown step %q; the steps are: %s",
				w,
				strings.Join(known, ", "),
			)
		}
	}
	return chosen, nil
}

// prove installs, runs the trials and removes everything again. A trial that fails does not keep
// the later ones from running when the stack is still healthy: one run should tell as much as it
// can.
func prove(r *steps.Runner, words string) error {
	chosen, err := chosenTrials(words)
	if err != nil {
		return err
	}
	s, err := newStack(r)
	if err != nil {
		return err
	}
	defer s.leave()
	err = r.Run(
		s.step("Docker with compose", s.docker),
		steps.Node,
		steps.Modules(r.Web()),
		s.step("browser", func() (err error) {
			s.browser, err = r.Chromium()
			return err
		}),
		s.step("an own copy of the tree", s.copyTree),
		s.step("base images", s.baseImages),
		s.step("a small disk for the database", s.smallDisk),
		s.step("deploy/install", s.install),
	)
	if err != nil {
		s.lastWords()
		return err
	}
	return s.try(chosen)
}

func (s *stack) step(name string, do func() error) steps.Step {
	return steps.Step{Name: name, Do: func(*steps.Runner) error { return do() }}
}

// try runs the trials. What could not run at all is told as such only when nothing failed.
func (s *stack) try(chosen []trial) error {
	var failed, absent []error
	for _, t := range chosen {
		if s.c.Ctx.Err() != nil {
			break
		}
		s.c.Say("--- %s: %s", t.word, t.promise)
		begin := time.Now()
		err := t.do(s)
		s.c.Say("    %s", steps.Seconds(time.Since(begin)))
		// an interrupted one has proven nothing, and failed at nothing
		if err == nil || s.c.Ctx.Err() != nil {
			continue
		}
		err = fmt.Errorf("%s: %w", t.word, err)
		s.c.Say("    NOT PROVEN: %v", err)
		var m steps.Missing
		if errors.As(err, &m) {
			absent = append(absent, err)
			continue
		}
		failed = append(failed, err)
		if sick := s.until("all is well after that", generous, s.healthy); sick != nil {
			s.lastWords()
			return errors.Join(append(failed, sick)...)
		}
	}
	if err := s.c.Ctx.Err(); err != nil {
		return err
	}
	if len(failed) > 0 {
		return errors.New(errors.Join(append(failed, absent...)...).Error())
	}
	return errors.Join(absent...)
}
