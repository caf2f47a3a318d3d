package content

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"unicode"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/editing"
	"herstelruimte/internal/mail"
	"herstelruimte/internal/privacy"
	"herstelruimte/internal/problem"
)

// ofTicks are the ticks by their names, without the text itself: that is the whole story.
var ofTicks = map[string]func(*StoryTicks) *bool{
	"name":       func(t *StoryTicks) *bool { return &t.Name },
	"photo":      func(t *StoryTicks) *bool { return &t.Photo },
	"newsletter": func(t *StoryTicks) *bool { return &t.Newsletter },
	"print":      func(t *StoryTicks) *bool { return &t.Print },
	"social":     func(t *StoryTicks) *bool { return &t.Social },
	"findable":   func(t *StoryTicks) *bool { return &t.Findable },
}

// someone stands in the place of a name that its teller took back.
const someone = "Iemand"

// StoryWithdrawal is what staff take away because a teller asked.
type StoryWithdrawal struct {
	Ticks []string `json:"ticks,omitempty" doc:"name, photo, newsletter, print, social or findable; none: the whole story"`
}

// withdraw does at once what a teller asks of staff.
//
// Problems: not_found; gone when the story was taken back already; invalid (ticks).
func (d *Documents) withdraw(ctx context.Context, story string, in StoryWithdrawal) (StoryConsent, error) {
	for _, t := range in.Ticks {
		if ofTicks[t] == nil {
			return StoryConsent{}, problem.WithFields(problem.Field{
				Name: "ticks",
				Code: problem.Choice,
			})
		}
	}
	err := db.InTx(ctx, d.Pool, func(tx pgx.Tx) error {
		if _, err := d.heldStory(ctx, tx, story); err != nil {
			return err
		}
		if len(in.Ticks) == 0 {
			return d.withdrawAsked(ctx, tx, story)
		}
		if err := d.withdrawPart(ctx, tx, story, in.Ticks); err != nil {
			return err
		}
		return d.tellTeller(ctx, tx, story)
	})
	if err != nil {
		return StoryConsent{}, err
	}
	d.Changed()
	return d.consent(ctx, story)
}

// withdrawAsked is Withdraw because the teller asked: who left a mail address hears that it is
// done.
func (d *Documents) withdrawAsked(ctx context.Context, tx pgx.Tx, story string) error {
	first, err := d.takeAway(ctx, tx, story)
	if err != nil || !first {
		return err
	}
	return d.tellTeller(ctx, tx, story)
}

// tellTeller tells by mail that what a teller took back is gone. Who can be reached in another way,
// or at more than one address, hears it of whoever did it.
func (d *Documents) tellTeller(ctx context.Context, tx pgx.Tx, story string) error {
	c, err := d.consentOf(ctx, tx, story, "")
	if err != nil {
		return err
	}
	to := addressIn(c.Reach)
	if to == "" {
		return nil
	}
	return d.TookBack(ctx, tx, story, to)
}

// addressIn is the one mail address in a text, or nothing.
func addressIn(text string) (address string) {
	for _, word := range strings.FieldsFunc(text, func(r rune) bool {
		return unicode.IsSpace(r) || strings.ContainsRune(`,;:()<>"`, r)
	}) {
		word = strings.TrimRight(word, ".")
		if !strings.Contains(word, "@") || !mail.ValidAddress(word) {
			continue
		}
		if address != "" {
			return ""
		}
		address = word
	}
	return address
}

// Withdraw takes a story away for good, in the caller's transaction: its address says that the
// teller took it back, no list, newsletter or draft has a word of it any more, its own pictures are
// gone, and the erasure journal names it. The proof of the consent stays for a year. Doing it again
// changes nothing.
func (d *Documents) Withdraw(ctx context.Context, tx pgx.Tx, story string) error {
	_, err := d.takeAway(ctx, tx, story)
	return err
}

// takeAway is Withdraw; first says that the consent stood until now.
func (d *Documents) takeAway(ctx context.Context, tx pgx.Tx, story string) (first bool, err error) {
	images, err := d.Desk.FilesOf(ctx, tx, story) // before they are forgotten
	if err != nil {
		return false, err
	}
	forgot, err := d.Desk.Forget(ctx, tx, kindStory, story)
	if err != nil {
		return false, err
	}
	now := d.Clock.Now()
	consent, err := tx.Exec(
		ctx, `
		update story_consent
		set withdrawn_at = $2, keep_until = $3, version = version + 1,
			updated_at = $2
		where story_id = $1 and withdrawn_at is null`,
		story,
		now,
		now.AddDate(proofKept, 0, 0),
	)
	if err != nil {
		return false, err
	}
	first = consent.RowsAffected() > 0
	if !forgot {
		return first, nil
	}
	if err := d.Desk.LeaveOut(ctx, tx, story); err != nil {
		return first, err
	}
	if err := d.takeFiles(ctx, tx, story, images); err != nil {
		return first, err
	}
	if err := privacy.Journal(ctx, tx, now, StoryJournal, story); err != nil {
		return first, err
	}
	return first, d.note(ctx, tx, "withdrawn", story, "")
}

// WithdrawAgain takes away stories that were withdrawn before and came back with a restored backup.
// It may run twice; it says how many were back.
func (d *Documents) WithdrawAgain(ctx context.Context, ids []string) (n int, err error) {
	for _, id := range ids {
		back := false
		err := db.InTx(ctx, d.Pool, func(tx pgx.Tx) (err error) {
			if back, err = d.isBack(ctx, tx, id); err != nil || !back {
				return err
			}
			return d.Withdraw(ctx, tx, id)
		})
		if err != nil {
			return n, err
		}
		if back {
			n++
		}
	}
	return n, nil
}

func (d *Documents) isBack(ctx context.Context, tx pgx.Tx, id string) (back bool, err error) {
	h, err := d.Desk.Peek(ctx, tx, kindStory, id)
	if errors.Is(err, problem.New(problem.NotFound)) {
		return false, nil
	}
	return err == nil && h.Status != editing.StatusWithdrawn, err
}

func (d *Documents) takeFiles(ctx context.Context, tx pgx.Tx, story string, ids []string) error {
	if len(ids) == 0 {
		return nil
	}
	return d.TakeFiles(ctx, tx, story, ids)
}

// withdrawPart unticks some of what a teller agreed to, and does what follows from it.
func (d *Documents) withdrawPart(ctx context.Context, tx pgx.Tx, story string, ticks []string) error {
	c, err := d.consentOf(ctx, tx, story, ` for update`)
	if err != nil {
		return err
	}
	if c.version == 0 {
		return problem.New(problem.NotFound)
	}
	before := c.Ticks
	for _, t := range ticks {
		*ofTicks[t](&c.Ticks) = false
	}
	c.Parts = append(c.Parts, StoryPart{
		Ticks: slices.Compact(slices.Sorted(slices.Values(ticks))),
		At:    clock.Moment(d.Clock.Now()),
	})
	if err := d.storeConsent(ctx, tx, c); err != nil {
		return err
	}
	if err := d.note(ctx, tx, "withdrawnPart", story, ""); err != nil {
		return err
	}
	return d.follow(ctx, tx, story, before, c.Ticks)
}

// follow does what changed ticks mean for what visitors read, and for what is kept of it on the
// desk.
func (d *Documents) follow(ctx context.Context, tx pgx.Tx, story string, before, after StoryTicks) error {
	if before == after {
		return nil
	}
	if before.Photo && !after.Photo {
		images, err := d.Desk.FilesOf(ctx, tx, story)
		if err != nil {
			return err
		}
		if err := d.takeFiles(ctx, tx, story, images); err != nil {
			return err
		}
	}
	if before.Newsletter && !after.Newsletter {
		if err := d.Desk.LeaveOut(ctx, tx, story); err != nil {
			return err
		}
	}
	if before.Photo && !after.Photo || before.Name && !after.Name {
		if err := d.redactStory(ctx, tx, story, after); err != nil {
			return err
		}
	}
	return d.Desk.Limit(ctx, tx, kindStory, story)
}

// redactStory takes out of the drafts and their history what a teller took back. Words that they
// agreed to stay agreed to.
func (d *Documents) redactStory(ctx context.Context, tx pgx.Tx, story string, t StoryTicks) error {
	c, err := d.consentOf(ctx, tx, story, ` for update`)
	if err != nil {
		return err
	}
	approved, reviewed := c.approved, c.reviewed
	err = d.Desk.Redact(ctx, tx, kindStory, story, func(doc []byte) []byte {
		var s Story
		if json.Unmarshal(doc, &s) != nil {
			return nil
		}
		key, limited := d.wordsKey(s), s.within(t)
		limited.Findable = s.Findable
		if string(key) == string(approved) {
			c.approved = d.wordsKey(limited)
		}
		if string(key) == string(reviewed) {
			c.reviewed = d.wordsKey(limited)
		}
		return db.JSON(limited)
	})
	if err != nil {
		return err
	}
	return d.storeConsent(ctx, tx, c)
}

// within is a story as far as its teller lets it be shown.
func (s Story) within(t StoryTicks) Story {
	s.Findable = t.Findable
	if !t.Name {
		s.DisplayName = someone
	}
	if !t.Photo {
		s.Image, s.Body = nil, s.Body.WithoutImages()
	}
	return s
}
