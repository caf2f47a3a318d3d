// Package search is the index of the words of texts: what the programme and the questions are found
// by, one way for all. A room says what a text is found by when visitors may read it, and takes it
// away again, in the transaction that does so; whether somebody may see it now, the room decides.
//
//   - Each word counts by itself, in any order: by its Dutch stem, as the beginning of a longer
//     word or as its end (avond: naastenavond), or by a synonym that staff keep. Accents are
//     forgiven, and spaces in a title. Words that say nothing (hoe, ik) count for nothing.
//   - Where no text has all words, those with most are found. That is the room's: it knows what can
//     be seen.
//   - Only the stems are PostgreSQL's; they may change with its version, so that a row says by what
//     it was made, and Fill makes older ones again.
//   - Words that were searched are never kept, counted or logged.
package search

import (
	"context"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"herstelruimte/internal/db"
)

// Index finds texts.
type Index struct {
	Pool *pgxpool.Pool
	// Synonyms are lines of words that mean the same: "wandelen, lopen, buiten".
	Synonyms func(ctx context.Context) []string
}

// Text is what a text is found by.
type Text struct {
	Kind, ID string
	Titles   []string // the title, then the headings
	Rest     string
}

// Hit is a text that was found.
type Hit struct {
	ID    string
	Words int  // of those that were asked for
	Title bool // one of them stands in the title
}

// Instead is what an answer without a find offers.
type Instead struct {
	Near     string     `json:"near,omitempty" doc:"a word of a title that may have been meant; only without a find"`
	ThisWeek []Upcoming `json:"thisWeek,omitempty" doc:"at most 3 dates; only without a find"`
}

// Upcoming is a date that can be gone to.
type Upcoming struct {
	ActivityID   string `json:"activityId"`
	OccurrenceID string `json:"occurrenceId"`
	Title        string `json:"title"`
	Start        string `json:"start" format:"date-time"`
}

// rules is the version of what lexemes makes of a text; together with that of PostgreSQL it is what
// a row was made by.
const rules = `'1/' || current_setting('server_version_num')::int / 10000`

// Missing is a condition on a text of a kind, with this id (SQL both): the index does not have it
// as it would be made now.
func Missing(kind, id string) string {
	return `not exists (
		select from search_doc s
		where s.kind = '` + kind + `' and s.id = ` + id + ` and s.made = ` + rules + `)`
}

// Put makes a text findable, new or again.
func Put(ctx context.Context, tx pgx.Tx, t Text) error {
	title, rest := Words(t.Titles[0]), Words(strings.Join(t.Titles[1:], "\n")+"\n"+t.Rest)
	s, err := stemsOf(ctx, tx, slices.Concat(title, rest))
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `
		insert into search_doc as s (kind, id, titles, words, made)
		values ($1, $2, $3, $4::text::tsvector, `+rules+`)
		on conflict (kind, id) do update set titles = excluded.titles, words = excluded.words,
			made = excluded.made`,
		t.Kind, t.ID, t.Titles,
		strings.Join(append(s.lexemes(title, true), s.lexemes(rest, false)...), " "))
	return db.Problem(err)
}

// Drop makes a text unfindable.
func Drop(ctx context.Context, tx pgx.Tx, kind, id string) error {
	_, err := tx.Exec(ctx, `delete from search_doc where kind = $1 and id = $2`, kind, id)
	return db.Problem(err)
}

// Fill puts the texts that a room says are missing: of each kind, under the lock of their rows.
func (x *Index) Fill(ctx context.Context, missing ...func(context.Context, pgx.Tx) ([]Text, error)) error {
	for _, of := range missing {
		if err := db.InTx(ctx, x.Pool, func(tx pgx.Tx) error {
			texts, err := of(ctx, tx)
			for i := 0; err == nil && i < len(texts); i++ {
				err = Put(ctx, tx, texts[i])
			}
			return err
		}); err != nil {
			return err
		}
	}
	return nil
}

// Find gives the texts of a kind with at least one of the words, those with most first and then
// those with one in their title; asked is how many words were looked for.
func (x *Index) Find(ctx context.Context, kind string, words []string) (hits []Hit, asked int, err error) {
	slices.Sort(words)
	words = slices.Compact(words)
	words = words[:min(len(words), mostWords)]
	same := synonyms(x.Synonyms(ctx))
	all := slices.Clone(words)
	for _, line := range same {
		for _, entry := range line {
			all = append(all, strings.Fields(entry)...)
		}
	}
	s, err := stemsOf(ctx, x.Pool, all)
	if err != nil {
		return nil, 0, err
	}
	var each []string
	for _, w := range words {
		if s[w] != "" {
			each = append(each, s.query(w, same))
		}
	}
	if len(each) == 0 {
		return nil, 0, nil
	}
	hits, err = db.All[Hit](ctx, x.Pool, find, kind, strings.Join(each, "|"), each)
	return hits, len(each), err
}

// find asks the index of all words at once, then looks in what it gave for each.
const find = `
	select id, n.words, n.title
	from search_doc d
	cross join lateral (
		select count(*) as words, bool_or(ts_filter(d.words, '{a}') @@ q) as title
		from unnest($3::text[]::tsquery[]) q
		where d.words @@ q
	) n
	where kind = $1 and d.words @@ $2::text::tsquery
	order by n.words desc, n.title desc, id`

// Near is a word of the titles and headings of these texts that may have been meant by one of the
// words; empty: none.
func (x *Index) Near(ctx context.Context, kind string, ids, words []string) (string, error) {
	titles, err := db.All[string](ctx, x.Pool, `
		select unnest(titles)
		from search_doc
		where kind = $1 and id = any($2)
		order by id`, kind, ids)
	return near(words, titles), err
}

func stemsOf(ctx context.Context, q db.Querier, words []string) (stems, error) {
	out := stems{}
	var word, stem string
	err := db.Each(ctx, q, []any{&word, &stem}, func() error {
		out[word] = stem
		return nil
	}, `
		select w, coalesce((ts_lexize('dutch_stem', w))[1], '')
		from unnest($1::text[]) w`, words)
	return out, err
}
