//go:build compose

package prove

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

// proofs in their order: each finds the stack as the one before it left it, healthy.
var proofs = []struct {
	name, promise string
	prove         func(*stack) error
}{
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
		"wrong answers, unknown, damaged and foreign copies and a newer database " +
			"get a sentence and change nothing",
		(*stack).refusals,
	},
	{"after", "memory still fits after all this", (*stack).memory},
	{"restore", "everything comes back from the backup on an empty host", (*stack).restore},
}

// the stack that all proofs share, and what became of each proof.
var (
	the                    *stack
	proven, failed, notRun []string
)

// TestMain installs the stack, has it proven and removes it again. Its last lines tell the outcome.
func TestMain(m *testing.M) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := 1
	if the = standing(ctx); the != nil {
		code = m.Run()
		the.leave()
	}
	for _, line := range []struct {
		word  string
		names []string
	}{{"proven", proven}, {"failed", failed}, {"not run", notRun}} {
		if len(line.names) > 0 {
			say("%s: %s", line.word, strings.Join(line.names, "; "))
		}
	}
	stop()
	os.Exit(code)
}

// standing gives a stack that is installed and well, or nil after it told why there is none.
func standing(ctx context.Context) *stack {
	s, err := newStack(ctx)
	if err != nil {
		note("the stack", err)
		return nil
	}
	for _, step := range []struct {
		name string
		do   func() error
	}{
		{"Docker with compose", s.docker},
		{"Node and the web part", s.node},
		{"an own copy of the tree", s.copyTree},
		{"base images", s.baseImages},
		{"a small disk for the database", s.smallDisk},
		{"deploy/install", s.install},
	} {
		say("--- %s", step.name)
		begin := time.Now()
		err := step.do()
		say("    %s", seconds(time.Since(begin)))
		if err != nil {
			note(step.name, err)
			s.lastWords()
			s.leave()
			return nil
		}
	}
	return s
}

// note says whether something failed or could not run at all, and gives the words for it.
func note(name string, err error) string {
	var m missing
	if errors.As(err, &m) {
		notRun = append(notRun, name+": "+m.Error())
		return "not run: " + m.Error()
	}
	failed = append(failed, name)
	said := fmt.Sprintf("NOT PROVEN: %v", err)
	say("%s: %s", name, said)
	return said
}

// TestTheStack has a test for each promise. One that fails does not keep the later ones from
// running when the stack gets well again: one run should tell as much as it can.
func TestTheStack(t *testing.T) {
	var known []string
	sick := error(nil)
	for _, p := range proofs {
		known = append(known, p.name)
		t.Run(p.name, func(t *testing.T) {
			if sick != nil {
				t.Fatal(note(p.name, cannotRun("the stack was not well any more", "see above")))
			}
			say("--- %s: %s", p.name, p.promise)
			begin := time.Now()
			err := p.prove(the)
			say("    %s", seconds(time.Since(begin)))
			switch {
			case the.ctx.Err() != nil: // it has proven nothing, and failed at nothing
				sick = the.ctx.Err()
				t.Fatal(note(p.name, cannotRun("interrupted", "run it again")))
			case err == nil:
				proven = append(proven, p.name)
				say("    proven") // Go tells so only when all of them are over
				return
			}
			said := note(p.name, err)
			if slices.Contains(failed, p.name) {
				sick = the.until("all is well after that", generous, the.healthy)
			}
			if sick != nil {
				say("    %v", sick)
				the.lastWords()
			}
			t.Fatal(said)
		})
	}
	if len(proven)+len(failed)+len(notRun) == 0 {
		t.Fatalf("no proof of that name; they are: %s", strings.Join(known, ", "))
	}
}
