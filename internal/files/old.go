package files

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/db"
	"herstelruimte/internal/files/convert"
	"herstelruimte/internal/problem"
)

// CleanOld cleans, one after the other, the pdfs that were stored before every new one was cleaned.
// One that cannot be cleaned is no longer public (offer). What the store does not give now waits
// for the next time.
func (l *Library) CleanOld(ctx context.Context) error {
	for after := ""; ; {
		var a arrival
		err := l.Pool.QueryRow(ctx, `
			select id, size
			from file
			where id > $1
				and kind = 'document'
				and status = 'ready'
				and cleaned_at is null
				and unclean = ''
			order by id
			limit 1`, after).Scan(&a.FileID, &a.Size)
		if errors.Is(err, pgx.ErrNoRows) {
			return nil
		}
		if err != nil {
			return db.Problem(err)
		}
		after = a.FileID
		if err := l.cleanStored(ctx, a); ctx.Err() != nil {
			return err
		} else if err != nil { // the others need not wait for it
			l.Log.Warn("an old pdf could not be cleaned now", "file", a.FileID, "err", err)
		}
	}
}

// cleanStored puts what a child makes of a stored pdf in its place.
func (l *Library) cleanStored(ctx context.Context, a arrival) error {
	done, err := l.turn(ctx)
	if err != nil {
		return err
	}
	defer done()
	var tries int
	err = l.Pool.QueryRow(ctx, `
		update file
		set clean_tries = clean_tries + 1
		where id = $1 and status = 'ready' and cleaned_at is null and unclean = ''
		returning clean_tries`, a.FileID).Scan(&tries)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil // another process did it while this one waited for its turn
	}
	if err != nil {
		return db.Problem(err)
	}
	stored, err := l.Store.Get(ctx, pdfName(a.FileID))
	if errors.Is(err, problem.New(problem.NotFound)) {
		l.Log.Warn("a stored pdf is not there", "file", a.FileID)
		return nil
	}
	if err != nil {
		return err
	}
	body := &whole{from: stored, left: a.Size}
	defer func() { _ = body.Close() }() // only read
	m, err := l.cleanWhole(ctx, a, body)
	var fault convert.Fault
	switch err = l.lastTry(a, tries, err); {
	case errors.As(err, &fault):
		l.Log.Warn("an old pdf cannot be cleaned and is not shown", "file", a.FileID, "why", fault)
		_, err = l.Pool.Exec(ctx, `
			update file set unclean = $2 where id = $1`, a.FileID, string(fault))
		return db.Problem(err)
	case errors.Is(err, convert.ErrCrashed):
		return nil // once more at the next time
	case err != nil:
		return err
	}
	tag, err := l.Pool.Exec(ctx, `
		update file
		set cleaned_at = $2, size = $3, sum = $4
		where id = $1 and status = 'ready'`, a.FileID, l.Clock.Now(), m.size, m.sum)
	if err == nil && tag.RowsAffected() == 0 { // withdrawn meanwhile
		return l.removeBytes(ctx, a.FileID)
	}
	return db.Problem(err)
}

// cleanWhole is clean of a pdf whose first bytes were not looked at yet.
func (l *Library) cleanWhole(ctx context.Context, a arrival, body io.Reader) (made, error) {
	head, err := io.ReadAll(io.LimitReader(body, min(a.Size, convert.Head)))
	if err != nil {
		return made{}, err
	}
	if fault := convert.Refused(head, true); fault != "" {
		return made{}, fault
	}
	m, _, err := l.clean(ctx, a, io.MultiReader(bytes.NewReader(head), body))
	return m, err
}

// whole closes what it reads from at the last byte: an object that is still being read may not be
// replaced in every store.
type whole struct {
	from io.ReadCloser
	left int64
}

func (w *whole) Read(p []byte) (int, error) {
	if w.left <= 0 {
		return 0, io.EOF
	}
	n, err := w.from.Read(p[:min(int64(len(p)), w.left)])
	if w.left -= int64(n); w.left <= 0 {
		err = cmp.Or(w.Close(), err)
	}
	return n, err
}

// Close may be called again.
func (w *whole) Close() error {
	if w.from == nil {
		return nil
	}
	from := w.from
	w.from, w.left = nil, 0
	return from.Close()
}

// Unclean is how many stored pdfs are not shown because they cannot be cleaned.
func (l *Library) Unclean(ctx context.Context, q db.Querier) (n int, err error) {
	err = q.QueryRow(ctx, `
		select count(*)
		from file
		where unclean <> '' and status = 'ready' and trashed_at is null`).Scan(&n)
	return n, db.Problem(err)
}
