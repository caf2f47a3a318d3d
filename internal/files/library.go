package files

import (
	"context"
	"log/slog"
	"slices"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/files/convert"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/jobs"
	"herstelruimte/internal/privacy"
)

// JournalKind is the kind of withdrawn files in the erasure journal.
const JournalKind = "file"

// Library is the pictures and documents of the house: what staff send, what visitors may see of it,
// and what is gone.
type Library struct {
	Pool     *pgxpool.Pool
	Clock    *clock.Clock
	Store    Store
	Jobs     *jobs.Queue
	Identity *identity.Identity
	Log      *slog.Logger
	Raise    func(context.Context, pgx.Tx) error // public pages may have changed
	// the same after the commit, for this process at once; may be nil
	Changed func()

	// Converter makes the variants of pictures and judges pdfs; close it at the end.
	Converter convert.Converter
	// Places names what uses a file, for the library; nil: only that something does is known.
	Places func(ctx context.Context, file string) ([]Place, error)
	// MayRead tells whether a text that uses a file may be read by somebody; nil: none.
	MayRead func(ctx context.Context, a identity.Actor, file string) (bool, error)
	// Names are those of staff, by uid; nil: no names.
	Names func(ctx context.Context, uids []string) (map[string]string, error)

	converting sync.Mutex // one conversion at a time; the database says the same of all processes
}

// Place is one thing that uses a file.
type Place struct {
	Kind      string `json:"kind"`
	ID        string `json:"id"`
	Title     string `json:"title"`
	Published bool   `json:"published"`
}

// Media gives how the pictures among these ids are shown. Those that are withdrawn, in the trash or
// unknown are absent.
func (l *Library) Media(ctx context.Context, ids []string) (map[string]Media, error) {
	out := map[string]Media{}
	if len(ids) == 0 {
		return out, nil
	}
	var id string
	var m Media
	err := db.Each(
		ctx, l.Pool, []any{&id, &m.Width, &m.Height, &m.Widths, &m.Avif, &m.FocalX, &m.FocalY},
		func() error {
			out[id] = m
			m.Widths, m.Avif = nil, nil // the next one must not write into these
			return nil
		}, `
		select id, width, height, widths, avif, focal_x, focal_y
		from file
		where id = any($1) and kind = 'image' and status = 'ready' and trashed_at is null`, ids)
	return out, err
}

// Unsettled are the pictures among these of which nobody said yet whether people can be recognised
// on them, and whether all of those agree. One that is withdrawn or unknown shows nobody.
func (l *Library) Unsettled(ctx context.Context, q db.Querier, which []string) ([]string, error) {
	return db.All[string](
		ctx, q, `
		select id
		from file
		where id = any($1)
			and kind = 'image'
			and status = 'ready'
			and people = 'unknown'`,
		list(which),
	)
}

// Use is which files a draft uses, and which of them what is public of it uses, from when.
type Use struct {
	Draft                string
	InDraft, InPublished []string
	From                 *time.Time // nil: from now on
}

// Uses hears of a use: the desk calls it in the transaction of every save, publish and hide. A file
// is public from then on, or no longer; with a moment, not before it.
func (l *Library) Uses(ctx context.Context, tx pgx.Tx, u Use) error {
	now, draft, inDraft, inPublished := l.Clock.Now(), u.Draft, u.InDraft, u.InPublished
	before, err := db.All[string](
		ctx,
		tx,
		`select file_id from file_use where draft_id = $1`,
		draft,
	)
	if err != nil {
		return err
	}
	if _, err := tx.Exec(
		ctx, `
		delete from file_use
		where draft_id = $1 and file_id <> all($2::text[])`,
		draft,
		append(append([]string{}, inDraft...), inPublished...),
	); err != nil {
		return err
	}
	if _, err := tx.Exec(
		ctx, `
		insert into file_use (draft_id, file_id, in_draft, published, public_from)
		select $1, id, id = any($2), id = any($3),
			case when id = any($3) then $4::timestamptz end
			from (select distinct unnest($2::text[] || $3::text[]) as id) as all_of_them
		on conflict (draft_id, file_id) do update set in_draft = excluded.in_draft,
			published = excluded.published, public_from = excluded.public_from`,
		draft,
		list(inDraft),
		list(inPublished),
		u.From,
	); err != nil {
		return err
	}
	touched := append(append(before, inDraft...), inPublished...)
	// in one order: two drafts may use the same two pictures
	if _, err := tx.Exec(ctx, `
		select from file where id = any($1) order by id for update`, touched); err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `
		update file f
		set
		  published_at = coalesce(published_at, case when f.id = any($3) then $2::timestamptz end),
			unused_since = case
			when exists (select 1 from file_use u where u.file_id = f.id) then null
			else coalesce(unused_since, $2) end
		where f.id = any($1)`, touched, now, list(inPublished))
	return err
}

// list is never null for the database.
func list(ids []string) []string {
	if ids == nil {
		return []string{}
	}
	return ids
}

// Withdraw takes files away everywhere at once and for good: no address shows them any more when
// the transaction ends, the bytes go within a minute, their words at once, and the erasure journal
// has their ids. Unknown and withdrawn ones are fine.
func (l *Library) Withdraw(ctx context.Context, tx pgx.Tx, ids ...string) error {
	gone, err := l.withdraw(ctx, tx, ids)
	if err != nil || len(gone) == 0 {
		return err
	}
	return privacy.Journal(ctx, tx, l.Clock.Now(), JournalKind, gone...)
}

// TakeFrom withdraws the files among these that a draft alone uses. One that others use too stays
// with them. When it was said of it that everybody agrees, that may hold no more: it is unsaid, and
// staff are asked (Asked). A save that begins to use one at this moment comes before it or after.
func (l *Library) TakeFrom(ctx context.Context, tx pgx.Tx, draft string, which []string) error {
	if _, err := tx.Exec(ctx, `
		select from file where id = any($1) order by id for update`, list(which)); err != nil {
		return err
	}
	shared, err := db.All[string](ctx, tx, `
		select distinct file_id from file_use where file_id = any($1) and draft_id <> $2`,
		list(which), draft)
	if err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, `
		update file set people = 'unknown', agreed_at = null, agreed_by = null, updated_at = $2,
			version = version + 1
		where id = any($1) and people = 'agreed' and status = 'ready'`,
		list(shared), l.Clock.Now()); err != nil {
		return err
	}
	alone := slices.DeleteFunc(slices.Clone(which), func(id string) bool {
		return slices.Contains(shared, id)
	})
	return l.Withdraw(ctx, tx, alone...)
}

// Question is a picture that visitors see, of which nobody says any more that everybody on it
// agrees.
type Question struct {
	ID, Label string
	Since     time.Time
}

// Asked are those that whoever asks may answer for: by saying who can be recognised, or by
// withdrawing it.
func (l *Library) Asked(ctx context.Context, who identity.Actor) ([]Question, error) {
	if !who.Has(identity.Begeleider, identity.Redactie, identity.Coordinator) {
		return nil, nil
	}
	return db.All[Question](ctx, l.Pool, `
		select id, label, updated_at
		from file f
		where kind = 'image' and status = 'ready' and trashed_at is null and people = 'unknown'
			and exists (select from file_use u where u.file_id = f.id and u.published)
			and ($1 or created_by = $2)
		order by updated_at, id
		limit 50`, mayTouch(who, ""), who.ID)
}

// withdraw is Withdraw without the journal; it gives the ids that were still there.
func (l *Library) withdraw(ctx context.Context, tx pgx.Tx, which []string) ([]string, error) {
	now := l.Clock.Now()
	gone, err := db.All[string](ctx, tx, `
		update file
		set status = 'withdrawn', withdrawn_at = $2, updated_at = $2,
			version = version + 1, label = '', search = '', alt = '', sum = null
		where id = any($1) and status <> 'withdrawn'
		returning id`, list(which), now)
	if err != nil || len(gone) == 0 {
		return nil, err
	}
	if err := l.Jobs.Insert(ctx, tx, removal{IDs: gone}, now); err != nil {
		return nil, err
	}
	return gone, l.Raise(ctx, tx)
}

// WithdrawAgain removes files that were withdrawn before and came back with a restored backup, and
// says how many rows did.
func (l *Library) WithdrawAgain(ctx context.Context, ids []string) (n int, err error) {
	err = db.InTx(ctx, l.Pool, func(tx pgx.Tx) error {
		gone, err := l.withdraw(ctx, tx, ids)
		n = len(gone)
		return err
	})
	if err != nil {
		return 0, err
	}
	return n, l.removeBytes(ctx, ids...) // the copy of the store may have them without a row too
}

// removal is the job that takes the bytes of files away.
type removal struct {
	IDs []string `json:"ids"`
}

// Kind names the job in the database.
func (removal) Kind() string { return "files.remove" }

func (l *Library) remove(ctx context.Context, r removal) error {
	return l.removeBytes(ctx, r.IDs...)
}

func (l *Library) removeBytes(ctx context.Context, ids ...string) error {
	for _, id := range ids {
		if err := l.removeUnder(ctx, fileFolder(id)); err != nil {
			return err
		}
	}
	return nil
}

// removeUnder empties a folder of the store.
func (l *Library) removeUnder(ctx context.Context, folder string) error {
	names, err := l.Store.List(ctx, folder)
	for _, name := range names {
		if err == nil {
			err = l.Store.Remove(ctx, name)
		}
	}
	return err
}

// fileFolder is where the bytes of a file lie.
func fileFolder(id string) string { return "media/" + id + "/" }

// HandleJobs says what to do with the room's jobs; call it before the queue starts.
func (l *Library) HandleJobs() {
	jobs.Handle(l.Jobs, l.remove)
	jobs.Handle(l.Jobs, l.finish)
}
