package editing

import (
	"context"
	"regexp"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/db"
	"herstelruimte/internal/files"
)

// filePrefix is how the ids of files begin.
const filePrefix = "fil_"

// named finds the ids that a document speaks of, as fields and inside addresses of this site: of
// files and of every kind whose ids begin in a way of their own.
func named(kinds map[string]*kind) *regexp.Regexp {
	prefixes := []string{filePrefix}
	for _, k := range kinds {
		if k.Prefix != "" {
			prefixes = append(prefixes, regexp.QuoteMeta(k.Prefix))
		}
	}
	return regexp.MustCompile(`\b(?:` + strings.Join(prefixes, "|") + `)[A-Za-z0-9-]{1,60}`)
}

func (e *Editing) speaksOf(doc []byte) []string {
	e.mu.RLock()
	defer e.mu.RUnlock()
	ids := e.named.FindAllString(string(doc), -1)
	slices.Sort(ids)
	return append([]string{}, slices.Compact(ids)...)
}

// relink notes anew what a draft speaks of, and tells the file room.
func (e *Editing) relink(ctx context.Context, tx pgx.Tx, r row) error {
	inDraft, inPublic := e.speaksOf(r.doc.json()), e.speaksOf(r.Public.json())
	if r.Status == StatusTrashed || r.Status == StatusWithdrawn {
		inPublic = []string{}
	}
	if _, err := tx.Exec(ctx, `
		delete from link
		where from_id = $1`, r.id); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, `
		insert into link (from_id, to_id, published) select $1, unnest($2::text[]),
			false
		union all select $1, unnest($3::text[]), true`, r.id, inDraft, inPublic)
	if err != nil || e.Uses == nil {
		return err
	}
	return e.Uses(ctx, tx, files.Use{
		Draft:       r.id,
		InDraft:     filesOf(inDraft),
		InPublished: filesOf(inPublic),
		From:        r.PublicState.From,
	})
}

func filesOf(ids []string) []string {
	out := []string{}
	for _, id := range ids {
		if strings.HasPrefix(id, filePrefix) {
			out = append(out, id)
		}
	}
	return out
}

// Mention is something that speaks of something else.
type Mention struct {
	Kind      string `json:"kind"`
	ID        string `json:"id"`
	Title     string `json:"title"`
	Published bool   `json:"published" doc:"visitors may read it"`
}

const maxPlaces = 200

// Places are the drafts that speak of a file, an activity, a story, an item or a question; not
// those in the trash. News can be read after its period too.
func (e *Editing) Places(ctx context.Context, q db.Querier, id string) ([]Mention, error) {
	out, err := db.All[Mention](ctx, q, `
		select d.kind, d.id, d.title,
			bool_or(
				l.published
					and coalesce(d.public_from <= $3, true)
					and (d.kind = 'news' or coalesce(d.public_until > $3, true))
			)
		from link l
		join draft d on d.id = l.from_id
		where l.to_id = $1 and d.id <> $1 and d.trashed_at is null
		group by d.kind, d.id,
			d.title
		order by d.title, d.id
		limit $2`, id, maxPlaces, e.Clock.Now())
	return append([]Mention{}, out...), err
}
