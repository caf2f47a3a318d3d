package privacy

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"herstelruimte/internal/db"
)

const (
	// advisory lock: shared by who writes lines, exclusive for who counts them
	journalLock  = 7170041
	journalBatch = 10000 // lines in one file
)

// JournalFolder is where CopyJournal writes in the file store.
const JournalFolder = "erasure/"

// JournalLine is one erased row: which, never what was in it.
type JournalLine struct {
	No   int64     `json:"no"`
	Kind string    `json:"kind"`
	ID   string    `json:"id"`
	At   time.Time `json:"at"`
}

// Journal notes in the erasing transaction that these rows are gone, so that a restored backup can
// erase them again.
func Journal(ctx context.Context, tx pgx.Tx, at time.Time, kind string, ids ...string) error {
	if len(ids) == 0 {
		return nil
	}
	// Numbers are given out before the transaction ends. The lock lets CopyJournal wait for lower
	// numbers still on their way.
	if _, err := tx.Exec(ctx, `select pg_advisory_xact_lock_shared($1)`, journalLock); err != nil {
		return err
	}
	_, err := tx.Exec(
		ctx, `
		insert into erasure_journal (kind, row_id, erased_at)
		select $1, u.id, $2
		from unnest($3::text[]) with ordinality as u (id, n)
		order by u.n`,
		kind,
		at,
		ids,
	)
	return err
}

// CopyJournal writes the lines that are not copied yet as one new file through put (the file store)
// and only then marks them as copied; it returns how many. Processes that do it at once do not copy
// a line twice. After a crash in between, the next run may repeat lines in another file; a file
// with other content is never replaced, and replaying twice is harmless.
func CopyJournal(
	ctx context.Context,
	pool *pgxpool.Pool,
	put func(ctx context.Context, name string, r io.Reader) error,
) (int, error) {
	upto, err := settledJournal(ctx, pool)
	if err != nil {
		return 0, err
	}
	copied := 0
	err = db.InTx(ctx, pool, func(tx pgx.Tx) error {
		var from int64
		err := tx.QueryRow(ctx, `
			select upto
			from erasure_copied
			for update skip locked`).Scan(&from)
		if errors.Is(err, pgx.ErrNoRows) {
			return nil // another process is at it
		}
		if err != nil {
			return err
		}
		lines, err := journalLines(ctx, tx, from, upto)
		if err != nil || len(lines) == 0 {
			return err
		}
		name, text := journalFile(lines)
		if err := put(ctx, name, bytes.NewReader(text)); err != nil {
			return fmt.Errorf("copy the erasure journal: %w", err)
		}
		copied = len(lines)
		_, err = tx.Exec(ctx, `
			update erasure_copied
			set upto = $1`, lines[copied-1].No)
		return err
	})
	if err != nil {
		return 0, err
	}
	return copied, nil
}

// settledJournal is the highest number for which it holds that no transaction can still bring a
// lower one.
func settledJournal(ctx context.Context, pool *pgxpool.Pool) (upto int64, err error) {
	err = db.InTx(ctx, pool, func(tx pgx.Tx) error {
		// Erasing transactions queue behind this wait, so it is short; the next run tries again.
		if _, err := tx.Exec(ctx, `set local lock_timeout = '5s'`); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `select pg_advisory_xact_lock($1)`, journalLock); err != nil {
			return err
		}
		return tx.QueryRow(ctx, `
			select coalesce(max(no), 0)
			from erasure_journal`).Scan(&upto)
	})
	return upto, err
}

func journalLines(ctx context.Context, q db.Querier, after, upto int64) ([]JournalLine, error) {
	return db.All[JournalLine](ctx, q, `
		select no, kind, row_id, erased_at
		from erasure_journal
		where no > $1 and no <= $2
		order by no
		limit $3`, after, upto, journalBatch)
}

// journalFile is one line of JSON per erased row, named by its first number and its content.
func journalFile(lines []JournalLine) (name string, text []byte) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	for _, l := range lines {
		l.At = l.At.UTC()
		_ = enc.Encode(l) // a struct of plain values into memory
	}
	sum := sha256.Sum256(b.Bytes())
	return fmt.Sprintf(JournalFolder+"%020d-%x.jsonl", lines[0].No, sum[:6]), b.Bytes()
}

// JournalWaiting tells how many lines are not copied yet, and of when the oldest is (zero when
// there is none).
func JournalWaiting(ctx context.Context, q db.Querier) (n int, oldest time.Time, err error) {
	err = q.QueryRow(ctx, `
		select count(*), coalesce(min(erased_at),
			'epoch')
		from erasure_journal
		where no > (select upto from erasure_copied)`).Scan(&n, &oldest)
	if n == 0 {
		oldest = time.Time{}
	}
	return n, oldest, err
}
