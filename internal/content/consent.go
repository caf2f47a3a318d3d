package content

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/editing"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/privacy"
	"herstelruimte/internal/problem"
)

// ConsentJournal is the word for a proof of consent in the erasure journal. Its id is that of the
// story.
const ConsentJournal = "storyConsent"

const (
	consentTable = "story_consent"
	consentText  = "verhaal-1" // of the paper that tellers read now
	codePrefix   = "V"
	codeLength   = 12
	reviewAfter  = 12 // months after which a teller is asked again
	proofKept    = 1  // years after a story was taken back
)

// SealedColumns are those of this room.
var SealedColumns = []privacy.Sealed{
	{Table: consentTable, Column: "sealed", Key: "story_id", Name: consentTable},
}

// StoryTicks are what a teller agreed to, each apart.
type StoryTicks struct {
	Text       bool `json:"text" doc:"the text on the site"`
	Name       bool `json:"name" doc:"first name or pseudonym"`
	Photo      bool `json:"photo"`
	Newsletter bool `json:"newsletter"`
	Print      bool `json:"print" doc:"annual report and other paper"`
	Social     bool `json:"social" doc:"social media"`
	Findable   bool `json:"findable" doc:"search engines may show it"`
}

// StoryConsentForm is what staff write down of a consent.
type StoryConsentForm struct {
	Who      string     `json:"who,omitempty" letters:"100" doc:"who told it: never on the site"`
	Reach    string     `json:"reach,omitempty" letters:"200" doc:"how to reach them"`
	Ticks    StoryTicks `json:"ticks"`
	ReviewOn string     `json:"reviewOn,omitempty" doc:"day on which to ask again; absent: in 12 months"`
}

// StoryConsent is what staff see of it.
type StoryConsent struct {
	StoryConsentForm
	TextVersion string         `json:"textVersion" doc:"of the consent that the teller read"`
	Approved    *StoryApproval `json:"approved,omitempty" doc:"by the teller"`
	Reviewed    *StoryApproval `json:"reviewed,omitempty" doc:"by a second editor"`
	Typos       int            `json:"typos" doc:"typing errors mended since, without asking"`
	HasCode     bool           `json:"hasCode" doc:"the teller got a code to take it back"`
	Code        string         `json:"code,omitempty" doc:"told once, when it is made"`
	WithdrawnAt string         `json:"withdrawnAt,omitempty" format:"date-time"`
	KeptUntil   string         `json:"keptUntil,omitempty" format:"date-time" doc:"this proof goes then"`
	Parts       []StoryPart    `json:"parts" doc:"what was taken back of it, apart"`
	Version     int            `json:"version" doc:"also the ETag; 0: nothing was written down yet"`
}

// StoryApproval says who agreed to which words.
type StoryApproval struct {
	Version int              `json:"version,omitempty" doc:"of the draft"`
	At      string           `json:"at" format:"date-time"`
	By      *identity.Member `json:"by,omitempty"`
	Last    bool             `json:"last" doc:"the words are still the same"`
}

// StoryPart is one thing that a teller took back.
type StoryPart struct {
	Ticks []string `json:"ticks"`
	At    string   `json:"at" format:"date-time"`
}

// sealedConsent is what nobody can read in the database.
type sealedConsent struct {
	Who, Reach string
	Ticks      StoryTicks
	Parts      []StoryPart
}

// consent is a stored record. Version 0 is none.
type consent struct {
	story string
	sealedConsent
	hasCode            bool
	textVersion        string
	reviewOn           time.Time
	approved, reviewed []byte
	approvedVersion    *int
	approvedAt         *time.Time
	reviewedBy         *string
	reviewedAt         *time.Time
	typos              int
	withdrawnAt, keep  *time.Time
	version            int
}

// validate tidies in place.
func (f *StoryConsentForm) validate() []problem.Field {
	var out editing.Faults
	f.Who, f.Reach = httpkit.Line(f.Who), httpkit.Text(f.Reach)
	out.Filled("who", f.Who, 1, problem.Most(f, "who"))
	out.Filled("reach", f.Reach, 1, problem.Most(f, "reach"))
	if !f.Ticks.Text {
		out.Add("ticks.text", problem.Required)
	}
	if f.ReviewOn != "" {
		out.Day("reviewOn", f.ReviewOn)
	}
	return out.Faults
}

// consentOf reads a record; lock is for the caller's transaction. Version 0: there is none.
func (d *Documents) consentOf(ctx context.Context, q db.Querier, story, lock string) (c consent, err error) {
	var box []byte
	c.story = story
	err = q.QueryRow(ctx, `
		select sealed, code_key is not null, text_version, review_on, approved_key,
			approved_version, approved_at, reviewed_key, reviewed_by, reviewed_at, typos,
		withdrawn_at, keep_until, version
		from story_consent
		where story_id = $1`+lock, story).
		Scan(
			&box,
			&c.hasCode,
			&c.textVersion,
			&c.reviewOn,
			&c.approved,
			&c.approvedVersion,
			&c.approvedAt,
			&c.reviewed,
			&c.reviewedBy,
			&c.reviewedAt,
			&c.typos,
			&c.withdrawnAt, &c.keep, &c.version,
		)
	if errors.Is(err, pgx.ErrNoRows) {
		return consent{story: story, textVersion: consentText}, nil
	}
	if err != nil {
		return c, err
	}
	plain, err := d.Keys.Open(consentTable, story, box)
	if err != nil {
		return c, err
	}
	return c, json.Unmarshal(plain, &c.sealedConsent)
}

func (d *Documents) seal(c consent) []byte {
	return d.Keys.Seal(consentTable, c.story, db.JSON(c.sealedConsent))
}

// wordsKey is the keyed hash of the words that people agree to: everything of a story that can be
// read or seen, and nothing that only the house decides.
func (d *Documents) wordsKey(s Story) []byte {
	s.Helped = append([]string{}, s.Helped...)
	s.Validate() // the same words however they were typed
	s.Findable, s.Minutes, s.RelatedActivity = false, 0, ""
	return d.Keys.LookupKey("story words", string(db.JSON(s)))
}

// keepConsent writes down what a teller agreed to. A new record gets its code, which is told this
// once.
//
// Problems: invalid; not_found without such a story; gone when it was taken back;
// precondition_failed.
func (d *Documents) keepConsent(
	ctx context.Context,
	story string,
	at int,
	form StoryConsentForm,
) (out StoryConsent, err error) {
	if f := form.validate(); len(f) > 0 {
		return out, problem.WithFields(f...)
	}
	code := ""
	err = db.InTx(ctx, d.Pool, func(tx pgx.Tx) error {
		code = ""
		if _, err := d.heldStory(ctx, tx, story); err != nil {
			return err
		}
		c, err := d.consentAt(ctx, tx, story, at)
		if err != nil {
			return err
		}
		before := c.Ticks
		c.Who, c.Reach, c.Ticks = form.Who, form.Reach, form.Ticks
		if c.reviewOn = d.Clock.Now().In(clock.Amsterdam).AddDate(
			0,
			reviewAfter,
			0,
		); form.ReviewOn != "" {
			c.reviewOn, _ = time.ParseInLocation(time.DateOnly, form.ReviewOn, clock.Amsterdam)
		}
		if c.version > 0 {
			if err := d.storeConsent(ctx, tx, c); err != nil {
				return err
			}
			return d.follow(ctx, tx, story, before, c.Ticks)
		}
		code = privacy.NewCode(codeLength)
		return d.newConsent(ctx, tx, c, code)
	})
	if err != nil {
		return out, err
	}
	out, err = d.consent(ctx, story)
	out.Code = shownCode(code)
	return out, err
}

// Agreement is what the teller of a story agreed to, and when.
type Agreement struct {
	StoryID string
	Words   Story
	Form    StoryConsentForm
	At      time.Time
}

// Agreed writes down, for an import, that the teller of a story agreed to its words, and a second
// editor too. A record that is there stays.
func (d *Documents) Agreed(ctx context.Context, tx pgx.Tx, g Agreement) error {
	if f := g.Form.validate(); len(f) > 0 {
		return problem.WithFields(f...)
	}
	c := consent{
		story:         g.StoryID,
		sealedConsent: sealedConsent{Who: g.Form.Who, Reach: g.Form.Reach, Ticks: g.Form.Ticks},
	}
	key := d.wordsKey(g.Words)
	_, err := tx.Exec(
		ctx, `
		insert into story_consent (story_id, sealed, text_version, review_on, approved_key,
			approved_version, approved_at, reviewed_key, reviewed_by, reviewed_at, created_at,
			updated_at)
		values ($1, $2, $3, $4, $5, 1, $6, $5, '', $6, $6, $6)
		on conflict (story_id) do nothing`,
		g.StoryID,
		d.seal(c),
		consentText,
		g.At.In(clock.Amsterdam).AddDate(0, reviewAfter, 0).Format(time.DateOnly),
		key,
		g.At,
	)
	return err
}

// consentAt locks the record of a story that was not taken back, of the version that was asked for.
func (d *Documents) consentAt(ctx context.Context, tx pgx.Tx, story string, at int) (consent, error) {
	c, err := d.consentOf(ctx, tx, story, ` for update`)
	switch {
	case err != nil:
		return c, err
	case c.withdrawnAt != nil:
		return c, problem.New(problem.Gone)
	case c.version != at:
		return c, problem.New(problem.PreconditionFailed)
	}
	return c, nil
}

func (d *Documents) newConsent(ctx context.Context, tx pgx.Tx, c consent, code string) error {
	tag, err := tx.Exec(
		ctx, `
		insert into story_consent (story_id, sealed, code_key, text_version, review_on, created_at,
			created_by, updated_at, updated_by)
		values ($1, $2, $3, $4, $5, $6, $7, $6, $7)
		on conflict (story_id) do nothing`,
		c.story,
		d.seal(c),
		d.codeKey(code),
		consentText,
		c.reviewOn.Format(time.DateOnly),
		d.Clock.Now(),
		identity.ActorOf(ctx).ID,
	)
	if err == nil && tag.RowsAffected() == 0 {
		return problem.New(problem.PreconditionFailed)
	}
	if err != nil {
		return err
	}
	return d.note(ctx, tx, "consent", c.story, "")
}

// storeConsent writes everything of a locked record but its code.
func (d *Documents) storeConsent(ctx context.Context, tx pgx.Tx, c consent) error {
	_, err := tx.Exec(
		ctx, `
		update story_consent
		set sealed = $2, review_on = $3, approved_key = $4,
			approved_version = $5, approved_at = $6, reviewed_key = $7, reviewed_by = $8,
			reviewed_at = $9, typos = $10, withdrawn_at = $11, keep_until = $12,
			version = version + 1,
			updated_at = $13, updated_by = $14
		where story_id = $1`,
		c.story,
		d.seal(c),
		c.reviewOn.Format(time.DateOnly),
		c.approved,
		c.approvedVersion,
		c.approvedAt,
		c.reviewed,
		c.reviewedBy,
		c.reviewedAt,
		c.typos,
		c.withdrawnAt, c.keep, d.Clock.Now(), identity.ActorOf(ctx).ID,
	)
	if err != nil {
		return err
	}
	return d.note(ctx, tx, "consent", c.story, "")
}

// newCode gives a story another code; the one before is worth nothing from then on.
func (d *Documents) newCode(ctx context.Context, story string, at int) (out StoryConsent, err error) {
	code := privacy.NewCode(codeLength)
	err = db.InTx(ctx, d.Pool, func(tx pgx.Tx) error {
		c, err := d.consentAt(ctx, tx, story, at)
		if err != nil {
			return err
		}
		if c.version == 0 {
			return problem.New(problem.NotFound)
		}
		if _, err := tx.Exec(ctx, `
			update story_consent
			set code_key = $2, version = version + 1, updated_at = $3,
				updated_by = $4
			where story_id = $1`,
			story, d.codeKey(code), d.Clock.Now(), identity.ActorOf(ctx).ID); err != nil {
			return err
		}
		return d.note(ctx, tx, "code", story, "")
	})
	if err != nil {
		return out, err
	}
	out, err = d.consent(ctx, story)
	out.Code = shownCode(code)
	return out, err
}

func (d *Documents) codeKey(code string) []byte { return d.Keys.LookupKey("story code", code) }

func shownCode(code string) string {
	if code == "" {
		return ""
	}
	return codePrefix + "-" + privacy.ShowCode(code)
}

// note writes a line of the log book about a story.
func (d *Documents) note(ctx context.Context, q db.Querier, action, story, reason string) error {
	return d.Record(ctx, q, privacy.Entry{
		Action:   action,
		Kind:     kindStory,
		ObjectID: story,
		Reason:   reason,
	})
}
