package content

import (
	"context"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/editing"
	"herstelruimte/internal/privacy"
	"herstelruimte/internal/problem"
	"herstelruimte/internal/search"
)

// Document is one of Story, NewsItem, FAQItem, ImpactYear, Role and Issue, by address.
type Document interface {
	// Validate tidies the document and gives its mistakes in the order of the form.
	Validate() []problem.Field
	kind() string
}

// StoryJournal is the word for a withdrawn story in the erasure journal.
const StoryJournal = kindStory

// The kinds of documents, as the column says them.
const (
	kindStory = "story"
	kindNews  = "news"
	kindFAQ   = "faq"
	kindYear  = "year"
	kindRole  = "role"
	kindIssue = "issue"
)

// The states of a document. Visitors read what is Published (an Issue: Sent); of Hidden nothing is
// left here but that it was once shown, and of a Withdrawn story that its teller took it back. What
// staff work on is on the desk, not here.
const (
	Published = "published"
	Sent      = "sent"
	Hidden    = "hidden"
	Withdrawn = "withdrawn"
)

// kinds says how the ids of a kind begin and what a document of it is called when visitors read it.
var kinds = map[string]struct{ prefix, shown string }{
	kindStory: {"sty_", Published},
	kindNews:  {"nws_", Published},
	kindFAQ:   {"faq_", Published},
	kindYear:  {"yr_", Published},
	kindRole:  {"rol_", Published},
	kindIssue: {"iss_", Sent},
}

// State is what stands beside the text of a document.
type State struct {
	Status string
	// visible from (nil: when it was published) and until (nil: always); of an issue From is when
	// it was sent
	From, Until *time.Time
	Pinned      bool // news only; takes the pin from any other item
	Position    int  // order of questions and roles
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
	// Next is the next bookable or walk-in date of an activity with the moment at which that may
	// change; nil without one.
	Next func(ctx context.Context, activity string) (*Related, time.Time, error)
	// Media says how images are shown; those that may not be shown are absent. nil: there are none.
	Media  Shows
	Search *search.Index
	// ThisWeek are dates that can be gone to, for who searched and found nothing, and until when
	// they can; nil: there are none.
	ThisWeek func(ctx context.Context) ([]search.Upcoming, time.Time, error)

	// Of the staff side. Desk is where drafts are, Keys seals the consent of tellers.
	Desk    *editing.Editing
	Keys    *privacy.Keys
	Changed func() // says after a commit that visitors see something else; nil: Raise is enough
	// TakeFiles removes the images of a draft, with all that was made of them; those that others
	// use stay there. nil: there are none.
	TakeFiles func(ctx context.Context, tx pgx.Tx, draft string, ids []string) error
	// Count is what the rooms counted from from up to to; nil: nobody counts.
	Count func(ctx context.Context, from, to time.Time) (Counted, error)
	// Awaits tells who did not write a story that it waits for its second reader; nil: nobody is
	// told.
	Awaits func(ctx context.Context, tx pgx.Tx, story string, wrote func(uid string) bool) error
	// Of newsletters: Coming are the dates that they can tell of, IssueWent says whether one is or
	// was being sent, IssuePlanned for when one is planned, or the first of all for no id. nil:
	// none is.
	Coming       func(ctx context.Context) ([]IssueDate, error)
	IssueWent    func(ctx context.Context, q db.Querier, id string) (bool, error)
	IssuePlanned func(ctx context.Context, q db.Querier, id string) (*time.Time, error)
	// TookBack tells a teller at this address that what they took back is gone; nil: nobody is
	// told.
	TookBack func(ctx context.Context, tx pgx.Tx, story, address string) error
	// Record writes a line of the log book, with who asks and when; nil: nobody keeps one.
	Record func(ctx context.Context, q db.Querier, e privacy.Entry) error
}

// Put stores what visitors read under id, new or again, with its state; with the same content it
// changes nothing. A published or sent document shows its text at once (or from State.From on); a
// hidden one is out of everything. Ids begin with sty_, nws_, faq_, yr_, rol_ or iss_.
//
//	d.Put(ctx, tx, "nws_lift", &content.NewsItem{Title: "De lift doet het weer", …},
//		content.State{Status: content.Published, From: &at})
//
// Problems: invalid; gone for a story that its teller took back; conflict when the year is shown
// under another id, or somebody else pins at the same moment.
func (d *Documents) Put(ctx context.Context, tx pgx.Tx, id string, doc Document, s State) error {
	if fields := append(s.faults(id, doc), doc.Validate()...); len(fields) > 0 {
		return problem.WithFields(fields...)
	}
	if s.Pinned {
		if _, err := tx.Exec(
			ctx, `
			update document
			set pinned = false, version = version + 1,
				updated_at = $3
			where kind = $1 and pinned and id <> $2`,
			doc.kind(),
			id,
			d.Clock.Now(),
		); err != nil {
			return err
		}
	}
	changed, err := d.store(ctx, tx, id, doc, s)
	if err != nil || !changed {
		return err
	}
	switch doc := doc.(type) {
	case *Story:
		err = themeRows(ctx, tx, id)
	case *FAQItem:
		err = findable(ctx, tx, id, doc, s.Status == Published)
	}
	if err != nil {
		return err
	}
	return d.Raise(ctx, tx)
}

// Hide takes a document away from visitors; one that was never shown stays so.
func (d *Documents) Hide(ctx context.Context, tx pgx.Tx, id string) error {
	tag, err := tx.Exec(ctx, `
		update document
		set status = $2, published = null, pinned = false, year = null,
			version = version + 1, updated_at = $3
		where id = $1 and published is not null`, id, Hidden, d.Clock.Now())
	if err != nil || tag.RowsAffected() == 0 {
		return err
	}
	if _, err := tx.Exec(ctx, `
		delete from document_theme
		where document_id = $1`, id); err != nil {
		return err
	}
	if err := search.Drop(ctx, tx, kindFAQ, id); err != nil {
		return err
	}
	return d.Raise(ctx, tx)
}

// remove erases what is left of a hidden document. A withdrawn story stays known as such: its
// address says so for good.
func (d *Documents) remove(ctx context.Context, tx pgx.Tx, id string) error {
	_, err := tx.Exec(ctx, `
		delete from document
		where id = $1 and status = $2`, id, Hidden)
	return err
}

// store writes the row; it says whether anything is different from what stood there.
func (d *Documents) store(
	ctx context.Context,
	tx pgx.Tx,
	id string,
	doc Document,
	s State,
) (bool, error) {
	now, published := d.Clock.Now(), []byte(nil)
	var year *int
	if s.Status != Hidden {
		published = db.JSON(doc)
		if y, ok := doc.(*ImpactYear); ok {
			year = &y.Year
		}
	}
	tag, err := tx.Exec(ctx, `
		insert into document as d (id, kind, status, published, publish_from, publish_until,
			sort_at, changed_at, over, pinned, position, year, created_at, updated_at)
		values ($1, $2, $3, $4, $5::timestamptz, $6::timestamptz, coalesce($5, $7),
			case when $4::jsonb is not null then $7::timestamptz end, coalesce($6 <= $7, false), $8,
			$9, $10, $7, $7)
		on conflict (id) do update set status = excluded.status, published = excluded.published,
			version = d.version + 1,
			publish_from = excluded.publish_from, publish_until = excluded.publish_until,
			sort_at = case
				when excluded.publish_from is null and d.changed_at is not null
				then least(d.sort_at, excluded.sort_at)
				else excluded.sort_at end,
			changed_at = case
				when excluded.published is distinct from d.published
				then coalesce(excluded.changed_at, d.changed_at)
				else d.changed_at end,
			over = excluded.over, pinned = excluded.pinned, position = excluded.position,
				year = excluded.year, updated_at = excluded.updated_at
		where d.status <> 'withdrawn' and (d.status, d.published, d.publish_from, d.publish_until,
			d.pinned, d.position, d.year) is distinct from
			(excluded.status, excluded.published, excluded.publish_from, excluded.publish_until,
				excluded.pinned, excluded.position, excluded.year)`,
		id, doc.kind(), s.Status, published, s.From, s.Until, now, s.Pinned, s.Position, year)
	if db.IsUnique(err, "document_pinned") || db.IsUnique(err, "document_year") {
		return false, problem.New(problem.Conflict).Because(err)
	}
	if err != nil || tag.RowsAffected() > 0 {
		return err == nil, err
	}
	// asked apart: what another transaction did while this one waited for the row counts
	var withdrawn bool
	err = tx.QueryRow(ctx, `
		select status = 'withdrawn'
		from document
		where id = $1`, id).Scan(&withdrawn)
	if err == nil && withdrawn {
		err = problem.New(problem.Gone)
	}
	return false, err
}

// themeRows writes anew under which themes a story is found.
func themeRows(ctx context.Context, tx pgx.Tx, id string) error {
	if _, err := tx.Exec(ctx, `
		delete from document_theme
		where document_id = $1`, id); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, `
		insert into document_theme (theme, sort_at, document_id)
		select distinct t.theme, d.sort_at, d.id
		from document d,
			jsonb_array_elements_text(d.published->'themes') t(theme)
		where d.id = $1`, id)
	return err
}

// Sweep notes what is over by the clock, so that lists need not walk past it. Nothing that visitors
// see waits for it.
func (d *Documents) Sweep(ctx context.Context) error {
	_, err := d.Pool.Exec(
		ctx, `
		update document
		set over = not over
		where publish_until is not null
			and over <> (publish_until <= $1)`,
		d.Clock.Now(),
	)
	return db.Problem(err)
}

func (s State) faults(id string, doc Document) []problem.Field {
	var f problem.Faults
	k := kinds[doc.kind()]
	if rest, ok := strings.CutPrefix(id, k.prefix); !ok || !idForm.MatchString(rest) {
		f.Add("id", problem.Invalid)
	}
	f.OneOf("status", []string{k.shown, Hidden}, s.Status)
	if s.From != nil && s.Until != nil && !s.Until.After(*s.From) {
		f.Add("until", problem.Invalid)
	}
	if s.Pinned && doc.kind() != kindNews {
		f.Add("pinned", problem.Invalid)
	}
	return f
}
