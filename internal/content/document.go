package content

import (
	"context"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/privacy"
	"herstelruimte/internal/problem"
)

// Document is one of Story, NewsItem, FAQItem, ImpactYear, Role and Issue, by address.
type Document interface {
	// Validate tidies the document and gives its mistakes in the order of the form.
	Validate() []problem.Field
	kind() string
}

// StoryKind is the word for a withdrawn story in the erasure journal.
const StoryKind = kindStory

// The kinds of documents, as the column says them.
const (
	kindStory = "story"
	kindNews  = "news"
	kindFAQ   = "faq"
	kindYear  = "year"
	kindRole  = "role"
	kindIssue = "issue"
)

// The states of a document. Issues have the last four and Draft, all others the first ones; only a story can be Reviewed or
// Withdrawn.
const (
	Draft     = "draft"
	Reviewed  = "reviewed"
	Published = "published"
	Withdrawn = "withdrawn"
	Scheduled = "scheduled"
	Sending   = "sending"
	Paused    = "paused"
	Sent      = "sent"
)

// kinds says how the ids of a kind begin and in which states it can be.
var kinds = map[string]struct {
	prefix string
	states []string
}{
	kindStory: {"sty_", []string{Draft, Reviewed, Published, Withdrawn}},
	kindNews:  {"nws_", []string{Draft, Published}},
	kindFAQ:   {"faq_", []string{Draft, Published}},
	kindYear:  {"yr_", []string{Draft, Published}},
	kindRole:  {"rol_", []string{Draft, Published}},
	kindIssue: {"iss_", []string{Draft, Scheduled, Sending, Paused, Sent}},
}

// State is what stands beside the text of a document.
type State struct {
	Status      string
	From, Until *time.Time // visible from (nil: when it was published) and until (nil: always); of an issue From is when it is or was sent
	Pinned      bool       // news only; takes the pin from any other item
	Position    int        // order of questions and roles
}

// Related is the next date of an activity that a story speaks of.
type Related struct {
	ActivityID   string `json:"activityId"`
	OccurrenceID string `json:"occurrenceId"`
	Title        string `json:"title"`
	Day          string `json:"day" format:"date"`
	Start        string `json:"start" format:"date-time"`
	End          string `json:"end" format:"date-time"`
	Room         string `json:"room"`
}

// Documents keeps the documents and answers what visitors read of them.
type Documents struct {
	Pool   *pgxpool.Pool
	Clock  *clock.Clock
	Raise  func(ctx context.Context, tx pgx.Tx) error // raises the revision of the site
	Origin string
	// Next is the next bookable or walk-in date of an activity with the moment at which that may change; nil without one.
	Next func(ctx context.Context, activity string) (*Related, time.Time, error)
}

// Put stores a document under id, new or again, with its state; with the same content it changes nothing. A published or
// sent document shows its text at once (or from State.From on); in every other state visitors see nothing of it, and of a
// withdrawn one only the title is kept, and the erasure journal names it. Ids begin with sty_, nws_, faq_, yr_, rol_ or iss_.
//
//	d.Put(ctx, tx, "nws_lift", &content.NewsItem{Title: "De lift doet het weer", …}, content.State{Status: content.Published, From: &at})
//
// Problems: invalid; conflict when the year exists under another id, or somebody else pins at the same moment.
func (d *Documents) Put(ctx context.Context, tx pgx.Tx, id string, doc Document, s State) error {
	fields := append(s.faults(id, doc), doc.Validate()...)
	if s.Status == Draft {
		fields = unfinished(fields)
	}
	if len(fields) > 0 {
		return problem.WithFields(fields...)
	}
	if s.Pinned {
		if _, err := tx.Exec(ctx, `update document set pinned = false, version = version + 1, updated_at = $3 where kind = $1 and pinned and id <> $2`, doc.kind(), id, d.Clock.Now()); err != nil {
			return err
		}
	}
	changed, err := d.store(ctx, tx, id, doc, s)
	if err != nil || !changed {
		return err
	}
	if _, ok := doc.(*Story); ok {
		if err := themeRows(ctx, tx, id); err != nil {
			return err
		}
	}
	if s.Status == Withdrawn {
		if err := privacy.Journal(ctx, tx, d.Clock.Now(), StoryKind, id); err != nil {
			return err
		}
	}
	return d.Raise(ctx, tx)
}

// WithdrawAgain takes away stories that were withdrawn before and came back with a restored backup: as after Put only their
// titles are kept. It may run twice; it says how many were back.
func (d *Documents) WithdrawAgain(ctx context.Context, ids []string) (n int, err error) {
	err = db.InTx(ctx, d.Pool, func(tx pgx.Tx) error {
		now := d.Clock.Now()
		rows, err := tx.Query(ctx, `update document set status = $2, draft = jsonb_build_object('title', draft->'title'), published = null, version = version + 1, updated_at = $3
			where id = any($1) and kind = $4 and status <> $2 returning id`, ids, Withdrawn, now, kindStory)
		if err != nil {
			return err
		}
		back, err := pgx.CollectRows(rows, pgx.RowTo[string])
		if n = len(back); err != nil || n == 0 {
			return err
		}
		if _, err := tx.Exec(ctx, `delete from document_theme where document_id = any($1)`, back); err != nil {
			return err
		}
		if err := privacy.Journal(ctx, tx, now, StoryKind, back...); err != nil {
			return err
		}
		return d.Raise(ctx, tx)
	})
	return n, err
}

// store writes the row; it says whether anything is different from what stood there.
func (d *Documents) store(ctx context.Context, tx pgx.Tx, id string, doc Document, s State) (bool, error) {
	now := d.Clock.Now()
	draft, published := db.JSON(doc), []byte(nil)
	var year *int
	switch v := doc.(type) {
	case *ImpactYear:
		year = &v.Year
	case *Story:
		if s.Status == Withdrawn {
			draft = db.JSON(map[string]string{"title": v.Title})
		}
	}
	if s.Status == Published || s.Status == Sent {
		published = draft
	}
	tag, err := tx.Exec(ctx, `
		insert into document as d (id, kind, status, draft, published, publish_from, publish_until, sort_at, changed_at, over, pinned, position, year, created_at, updated_at)
		values ($1, $2, $3, $4, $5, $6::timestamptz, $7::timestamptz, coalesce($6, $8), case when $5::jsonb is not null then $8::timestamptz end, coalesce($7 <= $8, false), $9, $10, $11, $8, $8)
		on conflict (id) do update set status = excluded.status, draft = excluded.draft, published = excluded.published, version = d.version + 1,
			publish_from = excluded.publish_from, publish_until = excluded.publish_until,
			sort_at = case when excluded.publish_from is null and d.changed_at is not null then least(d.sort_at, excluded.sort_at) else excluded.sort_at end,
			changed_at = case when excluded.published is distinct from d.published then coalesce(excluded.changed_at, d.changed_at) else d.changed_at end,
			over = excluded.over, pinned = excluded.pinned, position = excluded.position, year = excluded.year, updated_at = excluded.updated_at
		where (d.status, d.draft, d.published, d.publish_from, d.publish_until, d.pinned, d.position, d.year) is distinct from
			(excluded.status, excluded.draft, excluded.published, excluded.publish_from, excluded.publish_until, excluded.pinned, excluded.position, excluded.year)`,
		id, doc.kind(), s.Status, draft, published, s.From, s.Until, now, s.Pinned, s.Position, year)
	if db.IsUnique(err, "document_pinned") || db.IsUnique(err, "document_year") {
		return false, problem.New(problem.Conflict).Because(err)
	}
	return tag.RowsAffected() > 0, err
}

// themeRows writes anew under which themes a story is found.
func themeRows(ctx context.Context, tx pgx.Tx, id string) error {
	if _, err := tx.Exec(ctx, `delete from document_theme where document_id = $1`, id); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, `insert into document_theme (theme, sort_at, document_id)
		select distinct t.theme, d.sort_at, d.id from document d, jsonb_array_elements_text(d.published->'themes') t(theme) where d.id = $1`, id)
	return err
}

// Sweep notes what is over by the clock, so that lists need not walk past it. Nothing that visitors see waits for it.
func (d *Documents) Sweep(ctx context.Context) error {
	_, err := d.Pool.Exec(ctx, `update document set over = not over where publish_until is not null and over <> (publish_until <= $1)`, d.Clock.Now())
	return db.Problem(err)
}

func (s State) faults(id string, doc Document) []problem.Field {
	var f faults
	k := kinds[doc.kind()]
	if rest, ok := strings.CutPrefix(id, k.prefix); !ok || !idForm.MatchString(rest) {
		f.add("id", problem.Wrong)
	}
	f.oneOf("status", k.states, s.Status)
	if s.From != nil && s.Until != nil && !s.Until.After(*s.From) {
		f.add("until", problem.Wrong)
	}
	if s.Pinned && doc.kind() != kindNews {
		f.add("pinned", problem.Wrong)
	}
	return f
}
