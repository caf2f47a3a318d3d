package content

import (
	"context"
	"encoding/json"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/privacy"
)

// Consents are how many stories are told with the consent of their teller, by the paper that they
// read. One that was taken back is proof alone, and does not count.
func (d *Documents) Consents(ctx context.Context) ([]privacy.ConsentCount, error) {
	return db.Rows(ctx, d.Pool, func(r pgx.CollectableRow) (privacy.ConsentCount, error) {
		c := privacy.ConsentCount{Kind: "story", Source: "papier"}
		return c, r.Scan(&c.Version, &c.N)
	}, `
		select text_version, count(*)::int
		from story_consent
		where withdrawn_at is null
		group by text_version
		order by text_version desc`)
}

// consent is what staff see of the consent of a story that is on the desk.
func (d *Documents) consent(ctx context.Context, story string) (out StoryConsent, err error) {
	err = db.InTx(ctx, d.Pool, func(tx pgx.Tx) error {
		h, err := d.Desk.Peek(ctx, tx, kindStory, story)
		if err != nil {
			return err
		}
		c, err := d.consentOf(ctx, tx, story, "")
		if err != nil {
			return err
		}
		out, err = d.shownConsent(ctx, c, h.Doc)
		return err
	})
	return out, err
}

func (d *Documents) shownConsent(ctx context.Context, c consent, doc []byte) (StoryConsent, error) {
	out := StoryConsent{
		StoryConsentForm: StoryConsentForm{Who: c.Who, Reach: c.Reach, Ticks: c.Ticks},
		TextVersion:      c.textVersion,
		Typos:            c.typos,
		HasCode:          c.hasCode,
		Parts:            append([]StoryPart{}, c.Parts...),
		Version:          c.version,
	}
	if c.version > 0 {
		out.ReviewOn = c.reviewOn.Format(time.DateOnly)
	}
	if c.withdrawnAt != nil {
		out.WithdrawnAt, out.KeptUntil = clock.Moment(*c.withdrawnAt), clock.Moment(*c.keep)
		return out, nil
	}
	var s Story
	if err := json.Unmarshal(doc, &s); err != nil {
		return out, err
	}
	key := d.wordsKey(s)
	if c.approved != nil {
		out.Approved = &StoryApproval{
			Version: *c.approvedVersion,
			At:      clock.Moment(*c.approvedAt),
			Last:    string(c.approved) == string(key),
		}
	}
	if c.reviewed != nil {
		names, err := d.Desk.Staff.Names(ctx, []string{*c.reviewedBy})
		if err != nil {
			return out, err
		}
		by := identity.Member{UID: *c.reviewedBy, Name: names[*c.reviewedBy]}
		out.Reviewed = &StoryApproval{
			At:   clock.Moment(*c.reviewedAt),
			By:   &by,
			Last: string(c.reviewed) == string(key),
		}
	}
	return out, nil
}

// consentOver names the proofs of stories that were taken back long enough ago.
const consentOver = `keep_until <= $1`

// ConsentsLeaving is how many of them have their term over at at.
func (d *Documents) ConsentsLeaving(ctx context.Context, at time.Time) (n int, err error) {
	err = d.Pool.QueryRow(ctx, `
		select count(*) from story_consent where `+consentOver, at).Scan(&n)
	return n, db.Problem(err)
}

// ForgetConsents erases them, and says how many went.
func (d *Documents) ForgetConsents(ctx context.Context, at time.Time) (int, error) {
	return d.eraseConsents(ctx, consentOver, at)
}

// EraseConsentsAgain erases proofs that were erased before and came back with a restored backup; it
// says how many.
func (d *Documents) EraseConsentsAgain(ctx context.Context, stories []string) (int, error) {
	return d.eraseConsents(ctx, `story_id = any($1)`, stories)
}

func (d *Documents) eraseConsents(ctx context.Context, where string, arg any) (n int, err error) {
	var pace privacy.Pace
	for {
		var ids []string
		size, began := pace.Size(), time.Now()
		err := db.InTx(ctx, d.Pool, func(tx pgx.Tx) (err error) {
			ids, err = db.All[string](ctx, tx, `
				delete from story_consent
				where story_id in (
					select story_id
					from story_consent
					where `+where+`
					limit $2
					for update skip locked
				)
				returning story_id`, arg, size)
			if err != nil {
				return err
			}
			return privacy.Journal(ctx, tx, d.Clock.Now(), ConsentJournal, ids...)
		})
		n += len(ids)
		if err != nil || len(ids) < size {
			return n, err
		}
		if err := pace.Went(ctx, len(ids), time.Since(began)); err != nil {
			return n, err
		}
	}
}
