package app

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"herstelruimte/internal/agenda/visitors"
	"herstelruimte/internal/agenda/waitlist"
	"herstelruimte/internal/complaints"
	"herstelruimte/internal/config"
	"herstelruimte/internal/contact"
	"herstelruimte/internal/content"
	"herstelruimte/internal/editing"
	"herstelruimte/internal/files"
	"herstelruimte/internal/newsletter"
	"herstelruimte/internal/privacy"
	"herstelruimte/internal/requests"
	"herstelruimte/internal/volunteers"
)

// Replayed is what a replay of the erasure journal did.
type Replayed struct {
	Files, Lines int
	Erased       int      // rows that were back and are gone again
	Faults       []string // what was not understood, in Dutch; no names, no ids
	Expired      int      // rows whose term was over
	// ClockFar: none of those went, because the clock is far past the copy and nobody said that it
	// is right
	ClockFar bool
}

const replayBatch = 500 // rows in one transaction

// Replay erases again every row that the journal in the file store names and that a restored backup
// brought back. It may run any number of times. What it cannot read it names in Faults, and goes on
// with the rest; an error means that it stopped.
func (a *App) Replay(ctx context.Context) (done Replayed, err error) {
	byKind, done, err := a.readJournal(ctx)
	if err != nil {
		return done, err
	}
	erasers := a.erasers()
	for kind, ids := range byKind {
		eraseAgain, known := erasers[kind]
		if !known {
			done.Faults = append(
				done.Faults,
				fmt.Sprintf(
					"dit programma kent de soort %q niet: %d regels overgeslagen",
					kind,
					len(ids),
				),
			)
			continue
		}
		slices.Sort(ids)
		for batch := range slices.Chunk(slices.Compact(ids), replayBatch) {
			n, err := eraseAgain(ctx, batch)
			if err != nil {
				return done, fmt.Errorf("replay: %w", err)
			}
			done.Erased += n
		}
	}
	slices.Sort(done.Faults)
	return done, nil
}

// erasers remove rows that were erased before and came back, by their kind in the journal.
func (a *App) erasers() map[string]func(ctx context.Context, ids []string) (int, error) {
	all := map[string]func(context.Context, []string) (int, error){
		contact.Kind:           a.Contact.EraseAgain,
		volunteers.Kind:        a.Volunteers.EraseAgain,
		requests.Kind:          a.Requests.EraseAgain,
		complaints.Kind:        a.Complaints.EraseAgain,
		newsletter.Kind:        a.Newsletter.EraseAgain,
		content.StoryJournal:   a.Documents.WithdrawAgain,
		content.ConsentJournal: a.Documents.EraseConsentsAgain,
		editing.JournalKind:    a.Editing.EraseAgain,
		files.JournalKind:      a.Library.WithdrawAgain,
	}
	for _, kind := range visitors.Erasable {
		all[kind] = func(ctx context.Context, ids []string) (int, error) {
			return a.Agenda.EraseAgain(ctx, kind, ids)
		}
	}
	return all
}

// readJournal gives the ids of all lines, by kind.
func (a *App) readJournal(ctx context.Context) (byKind map[string][]string, done Replayed, err error) {
	byKind = map[string][]string{}
	names, err := a.files.List(ctx, privacy.JournalFolder)
	if err != nil {
		return nil, done, unread(privacy.JournalFolder, err)
	}
	for _, name := range names {
		strange, err := a.readJournalFile(ctx, name, func(l privacy.JournalLine) {
			byKind[l.Kind] = append(byKind[l.Kind], l.ID)
			done.Lines++
		})
		if err != nil {
			return nil, done, unread(name, err)
		}
		if strange > 0 {
			done.Faults = append(
				done.Faults,
				fmt.Sprintf("onleesbare regels in %s: %d", name, strange),
			)
		}
		done.Files++
	}
	return byKind, done, nil
}

// unread says that the store did not give something. Not %w: it is all said, and nobody should take
// it for the database.
func unread(name string, err error) error {
	return fmt.Errorf("De opslag van de bestanden gaf %s niet. Technisch: %v", name, err)
}

// readJournalFile hands over each line of one file, and says how many were no lines of a journal.
func (a *App) readJournalFile(
	ctx context.Context,
	name string,
	take func(privacy.JournalLine),
) (strange int, err error) {
	f, err := a.files.Get(ctx, name)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	r := bufio.NewReader(f)
	for {
		text, err := r.ReadString('\n')
		if text = strings.TrimSpace(text); text != "" {
			var l privacy.JournalLine
			if json.Unmarshal([]byte(text), &l) != nil || l.Kind == "" || l.ID == "" {
				strange++
			} else {
				take(l)
			}
		}
		if errors.Is(err, io.EOF) {
			return strange, nil
		}
		if err != nil {
			return strange, err
		}
	}
}

// overByNow are the tasks, apart from the nightly clock, that take away what is over. The site runs
// them when it starts; a copy must not even open with it.
var overByNow = []string{
	"idempotency sweep",
	"staff session sweep",
	"desk sweep",
	"own link sweep",
	"tap sweep",
	"mail sweep",
	"closed mail sweep",
	"trash sweep",
	"file sweep",
}

// Expire lets go what came back with a copy and has its term over by now, before anybody can see
// it, and keeps back newsletters that were on their way. clockSaid: whoever restores has said that
// the clock of this server is right. Without it, and when the clock is far past the last night of
// the copy, it lets nothing go and gives stopped.
func (a *App) Expire(ctx context.Context, clockSaid bool) (gone int, stopped bool, err error) {
	by := ""
	if clockSaid {
		by = restorer
	}
	err = a.bySettings(func(ctx context.Context) (err error) {
		gone, stopped, err = a.Retention.CatchUp(ctx, by)
		return err
	})(ctx)
	if err != nil || stopped {
		return gone, stopped, err
	}
	if err := a.Newsletter.Restored(ctx); err != nil {
		return gone, false, err
	}
	for _, task := range overByNow {
		if err := a.queue.Do(ctx, task); err != nil {
			return gone, false, err
		}
	}
	return gone, false, privacy.Record(ctx, a.Pool, a.Clock.Now(), privacy.Entry{
		Actor:  restorer,
		Action: "restored",
		Kind:   "backup",
	})
}

// restorer is who puts a copy back, in the logs: somebody on the server, whom the site cannot know.
const restorer = "server"

// ReplayOn builds the program on this configuration, replays, lets go what is over by now (Expire),
// and names the invariants that do not hold afterwards.
func ReplayOn(ctx context.Context, cfg *config.Config, clockSaid bool) (done Replayed, broken []string, err error) {
	a, err := New(ctx, cfg, Options{Log: Logger("error")})
	if err != nil {
		return done, nil, err
	}
	defer a.Close()
	if done, err = a.Replay(ctx); err != nil {
		return done, nil, err
	}
	if done.Expired, done.ClockFar, err = a.Expire(ctx, clockSaid); err != nil {
		return done, nil, err
	}
	broken, err = waitlist.BrokenInvariants(ctx, a.Pool)
	return done, broken, err
}
