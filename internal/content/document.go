package content

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/editing"
	"herstelruimte/internal/editing/shown"
	"herstelruimte/internal/privacy"
	"herstelruimte/internal/problem"
	"herstelruimte/internal/search"
)

// Document is one of Story, NewsItem, FAQItem, ImpactYear and Role, by address.
type Document interface {
	// Validate tidies the document and gives its mistakes in the order of the form.
	Validate() []problem.Field
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
)

// prefixes say how the ids of a kind begin.
var prefixes = map[string]string{
	kindStory: "sty_",
	kindNews:  "nws_",
	kindFAQ:   "faq_",
	kindYear:  "yr_",
	kindRole:  "rol_",
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

// Documents answers what visitors read of documents.
type Documents struct {
	Pool   *pgxpool.Pool
	Clock  *clock.Clock
	Origin string
	// Next is the next bookable or walk-in date of an activity with the moment at which that may
	// change; nil without one.
	Next func(ctx context.Context, activity string) (*Related, time.Time, error)
	// Media says how images are shown; those that may not be shown are absent. nil: there are none.
	Media  shown.MediaOf
	Search *search.Index
	// ThisWeek are dates that can be gone to, for who searched and found nothing, and until when
	// they can.
	ThisWeek func(ctx context.Context) ([]search.Upcoming, time.Time, error)

	// Of the staff side. Desk is where drafts are, Keys seals the consent of tellers.
	Desk    *editing.Editing
	Keys    *privacy.Keys
	Changed func() // says after a commit that visitors see something else
	// TakeFiles removes the images of a draft, with all that was made of them; those that others
	// use stay there.
	TakeFiles func(ctx context.Context, tx pgx.Tx, draft string, ids []string) error
	// Count is what the rooms counted from from up to to.
	Count func(ctx context.Context, from, to time.Time) (Counted, error)
	// Awaits tells who did not write a story that it waits for its second reader.
	Awaits func(ctx context.Context, tx pgx.Tx, story string, wrote func(uid string) bool) error
	// TookBack tells a teller at this address that what they took back is gone.
	TookBack func(ctx context.Context, tx pgx.Tx, story, address string) error
	// Record writes a line of the log book, with who asks and when.
	Record func(ctx context.Context, q db.Querier, e privacy.Entry) error
}
