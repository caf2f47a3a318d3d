// Package editing is the store of everything that staff write, in one flow: drafts that are saved
// while somebody types, versions, publishing, undo, trash. What visitors read stands beside the
// draft, in the view document, for the room that answers them; a room with tables of its own is
// handed the checked document in the same transaction.
package editing

import (
	"context"
	"regexp"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/files"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/problem"
	"herstelruimte/internal/search"
)

// AnyKind is a KindOf whose type nobody has to know.
type AnyKind interface{ untyped() *kind }

// Kind is what a kind is apart from the type of its documents.
type Kind struct {
	// "news", "news", "nws_": ids; Plural is the address /api/drafts/{Plural}. Without one it has
	// no operations: it comes in by Import alone.
	Name, Plural, Prefix string
	// a fixed set of ids (pages, blocks of settings): no new ones, no trash
	Fixed       []string
	Read, Write []identity.Role      // who may see, who may change; who may change may see
	Sensitive   bool                 // publishing needs a fresh sign-in
	SensitiveID func(id string) bool // the same, of some ids only; nil: none
	Ordered     bool                 // staff choose the order: lists go by position
	Pins        bool                 // one of them may stand above the others
	Elsewhere   bool                 // its room makes it public: publishing is no operation
	// Shown narrows by id who may see what a role may see, as q has it; nil: the roles decide.
	Shown func(ctx context.Context, q db.Querier, a identity.Actor, id string) (bool, error)
	// PreviewOf is a value of each type that a preview can have.
	PreviewOf []any
	// Due is what has to be looked at again; nil: nothing ever.
	Due func(ctx context.Context, q db.Querier, now time.Time) ([]Due, error)
	// Gone removes it from the tables of the room, after the trash; nil: nothing stays there.
	Gone func(ctx context.Context, tx pgx.Tx, id string) error
	// PutBack brings back what an act of the room beside the words took away, from what was noted
	// of it (OfferUndo); nil: there are no such acts.
	PutBack func(ctx context.Context, tx pgx.Tx, id string, noted []byte) error
	// Kept is the problem that says why it may not be thrown away; nil: it may.
	Kept func(ctx context.Context, q db.Querier, id string) error
}

// KindOf is one sort of thing that staff write. The room that owns it makes it.
type KindOf[T any] struct {
	Kind
	// Check tidies in place and gives what keeps it from being published, in the order of the form.
	Check func(doc *T) []problem.Field
	Title func(doc *T) string
	// Current is what stands there while nobody wrote, of a fixed id.
	Current func(ctx context.Context, q db.Querier, id string) (*T, error)
	// Publish makes it public, or changes what is public, in the tables of its room; nil: visitors
	// read it here, in the view document.
	Publish func(ctx context.Context, tx pgx.Tx, id string, doc *T, s State) error
	// Hide takes it away from the visitors of its room; nil: there it cannot be hidden.
	Hide func(ctx context.Context, tx pgx.Tx, id string, doc *T) error
	// Limit is what visitors may read of it here; nil: all of it.
	Limit func(ctx context.Context, q db.Querier, id string, doc *T) (*T, error)
	// Themes are words by which visitors find it, in the table document_theme; nil: none.
	Themes func(doc *T) []string
	// Found is what the search finds it by; nil: the search does not.
	Found func(id string, doc *T) search.Text
	// Tell is how another text tells of it, such as a newsletter; nil: none does.
	Tell func(ctx context.Context, q db.Querier, id string, doc *T) (Told, error)
	// Without takes out of a document what it tells of another one; false: nothing. nil: it never
	// tells of one.
	Without func(doc *T, id string) bool
	// Ready are more conditions for publishing; nil: none.
	Ready func(ctx context.Context, tx pgx.Tx, a identity.Actor, w Working[T]) error
	// Allowed narrows who may change it. doc is nil for a new one; nil: the roles decide.
	Allowed func(ctx context.Context, q db.Querier, a identity.Actor, id string, doc *T) error
	// Preview is the public answer as it would be; nil: none.
	Preview func(ctx context.Context, id string, doc *T) (any, error)
	// Unmake takes back what publishing beyond the words made, and gives it to the draft again;
	// nil: publishing makes nothing more.
	Unmake func(ctx context.Context, tx pgx.Tx, id string, published, draft *T) error
	// Revert takes an amendment back in a document, from what was noted of it, as its Change made
	// it; nil: no amendment can be.
	Revert func(doc *T, noted []byte, public bool) (bool, error)
}

// State is what stands beside the text.
type State struct {
	From, Until *time.Time
	Pinned      bool
	Position    int
}

// Working is a draft on its way to the public.
type Working[T any] struct {
	Publishing
	Doc    *T
	Before *T // what is public now; nil: nothing
}

// Publishing is what stands beside the words of a draft on its way to the public.
type Publishing struct {
	ID      string
	Version int // raised by every save and every act
	Edited  int // the version in which the words last changed: an approval is of this one
	State
	CreatedBy string
	Writers   []string // who changed the words since they were last published
	Reason    string
	TypoOnly  bool
	Confirmed bool
}

// Due is something to look at again. Why is a code such as review, checked or expires.
type Due struct{ ID, Title, Why, Since string }

// Terms are how long something stays in the trash, and how long an act can be undone.
type Terms struct{ Trash, Undo time.Duration }

// Editing is the desk. Without a database it describes the operations only.
type Editing struct {
	Pool  *pgxpool.Pool
	Clock *clock.Clock
	Staff *identity.Identity
	Terms func(ctx context.Context) Terms
	Raise func(ctx context.Context, tx pgx.Tx) error // raises the revision of the site
	// Changed says after a commit that visitors may see something else; nil: the revision is told
	// of by Raise alone.
	Changed func()
	// Unsettled are the pictures among these of which nobody said yet whether people can be
	// recognised on them, and whether those agree: what shows one cannot be published. nil: every
	// picture may be shown.
	Unsettled func(ctx context.Context, q db.Querier, files []string) ([]string, error)
	// Uses hears after each change which files a draft speaks of, and which of them visitors may
	// see, from when; nil: nobody listens.
	Uses func(ctx context.Context, tx pgx.Tx, u files.Use) error

	// Also are other rooms with something to look at again that is no draft, for who may.
	Also []func(ctx context.Context, a identity.Actor, now time.Time) ([]Review, error)

	mu       sync.RWMutex
	kinds    map[string]*kind
	named    *regexp.Regexp // the ids of kinds and files in a document
	unlocked bool           // the control of the race tests: drafts are read without their lock
}

// Add makes kinds known, before Routes; adding one again changes nothing.
func (e *Editing) Add(kinds ...AnyKind) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.kinds == nil {
		e.kinds = map[string]*kind{}
	}
	for _, k := range kinds {
		plain := k.untyped()
		e.kinds[plain.Name] = plain
	}
	e.named = named(e.kinds)
}

// Kinds are those that were added, by name.
func (e *Editing) Kinds() []Kind {
	out := []Kind{}
	for _, k := range e.all() {
		out = append(out, k.Kind)
	}
	return out
}

// MayRead tells whether somebody may read a document of this kind.
func (e *Editing) MayRead(ctx context.Context, who identity.Actor, name, id string) (bool, error) {
	k, err := e.kindOf(name)
	if err != nil || !who.Has(k.Read...) {
		return false, nil
	}
	if k.Shown == nil {
		return true, nil
	}
	return k.Shown(ctx, e.Pool, who, id)
}

// kindOf finds a kind by name: not_found for one that nobody added.
func (e *Editing) kindOf(name string) (*kind, error) {
	e.mu.RLock()
	defer e.mu.RUnlock()
	if k := e.kinds[name]; k != nil {
		return k, nil
	}
	return nil, problem.New(problem.NotFound)
}
