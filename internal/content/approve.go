package content

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/db"
	"herstelruimte/internal/editing"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/problem"
)

const (
	sleepOnIt = 24 * time.Hour // between the yes of a teller and publishing
	mostTypos = 5              // words that may differ when only typing errors were mended
)

// heldStory locks the draft of a story: always before its consent and its public row.
func (d *Documents) heldStory(ctx context.Context, tx pgx.Tx, id string) (h editing.Held, err error) {
	if h, err = d.Desk.Hold(
		ctx,
		tx,
		kindStory,
		id,
	); err == nil && h.Status == editing.StatusWithdrawn {
		err = problem.New(problem.Gone)
	}
	return h, err
}

// tellerApproves notes that the teller agreed to the words as they stand now, which are those of
// this version of the draft.
//
// Problems: not_found without story or consent; gone; precondition_failed when somebody wrote
// since.
func (d *Documents) tellerApproves(ctx context.Context, story string, at int) (StoryConsent, error) {
	return d.agree(
		ctx,
		story,
		at,
		"approved",
		func(c *consent, h editing.Held, key []byte, now time.Time) error {
			c.approved, c.approvedVersion, c.approvedAt = key, &h.Version, &now
			return nil
		},
	)
}

// editorApproves notes that a second editor looked at the words as they stand now. Who wrote them
// cannot.
//
// Problems: as tellerApproves; conflict {reviewer, choice} for a writer.
func (d *Documents) editorApproves(ctx context.Context, story string, at int) (StoryConsent, error) {
	return d.agree(
		ctx,
		story,
		at,
		"reviewed",
		func(c *consent, h editing.Held, key []byte, now time.Time) error {
			who := identity.ActorOf(ctx).ID
			if wrote(h, who) {
				return needs(problem.Field{Name: "reviewer", Code: problem.Choice})
			}
			c.reviewed, c.reviewedBy, c.reviewedAt = key, &who, &now
			return nil
		},
	)
}

// wrote says whether these words are somebody's own: then another one looks at them.
func wrote(h editing.Held, who string) bool {
	return slices.Contains(h.Writers, who) || !h.WasPublic && h.CreatedBy == who
}

func (d *Documents) agree(
	ctx context.Context,
	story string,
	at int,
	what string,
	f func(c *consent, h editing.Held, key []byte, now time.Time) error,
) (out StoryConsent, err error) {
	err = db.InTx(ctx, d.Pool, func(tx pgx.Tx) error {
		h, err := d.heldStory(ctx, tx, story)
		if err != nil {
			return err
		}
		if h.Version != at {
			return problem.New(problem.PreconditionFailed)
		}
		c, err := d.consentOf(ctx, tx, story, ` for update`)
		if err != nil {
			return err
		}
		if c.version == 0 {
			return needs(problem.Field{Name: "consent", Code: problem.Required})
		}
		var s Story
		if err := json.Unmarshal(h.Doc, &s); err != nil {
			return err
		}
		// with other words it stopped waiting for who was told of it
		key := d.wordsKey(s)
		before := c.awaitsReader() && string(c.approved) == string(key)
		if err := f(&c, h, key, d.Clock.Now()); err != nil {
			return err
		}
		if err := d.storeConsent(ctx, tx, c); err != nil {
			return err
		}
		if !before && c.awaitsReader() {
			if err := d.Awaits(
				ctx, tx, story, func(uid string) bool { return wrote(h, uid) },
			); err != nil {
				return err
			}
		}
		return d.note(ctx, tx, what, story, "")
	})
	if err != nil {
		return out, err
	}
	return d.consent(ctx, story)
}

// needs is a conflict that names what is missing.
func needs(f ...problem.Field) error {
	p := problem.New(problem.Conflict)
	p.Fields = f
	return p
}

// ready says what a story still needs before it is published: the yes of its teller to these words,
// the eyes of a second editor, a tick for what it shows, and a night's sleep, which staff may skip.
// Typing errors need neither again.
func (d *Documents) ready(ctx context.Context, tx pgx.Tx, w editing.Working[Story]) error {
	c, err := d.consentOf(ctx, tx, w.ID, ` for update`)
	if err != nil {
		return err
	}
	if c.withdrawnAt != nil {
		return problem.New(problem.Gone)
	}
	var f problem.Faults
	if c.version == 0 || !c.Ticks.Text {
		f.Add("consent", problem.Required)
	}
	if len(w.Doc.images()) > 0 && !c.Ticks.Photo {
		f.Add("photo", problem.Required)
	}
	key := d.wordsKey(*w.Doc)
	if w.TypoOnly {
		f = append(f, d.typoFaults(c, w)...)
		if len(f) > 0 {
			return needs(f...)
		}
		return d.typo(ctx, tx, c, w.ID, key)
	}
	if string(c.approved) != string(key) {
		f.Add("approval", problem.Required)
	}
	if string(c.reviewed) != string(key) {
		f.Add("reviewer", problem.Required)
	}
	if len(f) == 0 && !w.Confirmed && d.Clock.Now().Sub(*c.approvedAt) < sleepOnIt &&
		!d.saysTheSame(w.Before, key) {
		f.Add("confirmed", problem.Required)
	}
	if len(f) > 0 {
		return needs(f...)
	}
	return nil
}

func (d *Documents) saysTheSame(before *Story, key []byte) bool {
	return before != nil && string(d.wordsKey(*before)) == string(key)
}

// typoFaults are why a change is more than mended typing errors: those go through when the words
// that visitors read now were agreed to.
func (d *Documents) typoFaults(c consent, w editing.Working[Story]) (f problem.Faults) {
	if w.Before == nil || !d.saysTheSame(w.Before, c.approved) {
		f.Add("approval", problem.Required)
	} else if !onlyTypos(*w.Before, *w.Doc) {
		f.Add("typoOnly", problem.Invalid)
	}
	return f
}

// typo lets mended typing errors of a story through: its words are those of key now. It is counted
// and logged.
func (d *Documents) typo(ctx context.Context, tx pgx.Tx, c consent, story string, key []byte) error {
	if string(key) == string(c.approved) {
		return nil
	}
	c.approved, c.typos = key, c.typos+1
	if c.reviewed != nil {
		c.reviewed = key
	}
	if err := d.storeConsent(ctx, tx, c); err != nil {
		return err
	}
	return d.note(ctx, tx, "typo", story, "")
}

// onlyTypos says whether two versions differ in a few words only, and show the same pictures.
func onlyTypos(a, b Story) bool {
	if !slices.Equal(a.images(), b.images()) {
		return false
	}
	left := map[string]int{}
	for _, w := range wordsOf(a) {
		left[w]++
	}
	for _, w := range wordsOf(b) {
		left[w]--
	}
	more, fewer := 0, 0
	for _, n := range left {
		more, fewer = more+max(n, 0), fewer+max(-n, 0)
	}
	return max(more, fewer) <= mostTypos
}

func wordsOf(s Story) []string {
	all := append([]string{
		s.Title,
		s.DisplayName,
		s.Intro,
		s.Body.Plain(),
		s.InShort,
		s.ContentNote,
		s.Quote,
	}, append(s.Helped, s.Themes...)...)
	return strings.Fields(strings.Join(all, "\n"))
}
