package files

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/db"
	"herstelruimte/internal/files/convert"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/jobs"
	"herstelruimte/internal/problem"
)

const (
	convertLock = 7170042          // advisory lock: one conversion at a time, over all processes
	turnIn      = 20 * time.Second // how long a job waits for it before it stands aside
	mostTries   = 3                // conversions of one file that crashed
)

// finishing is the job that checks a whole upload and makes the file of it.
type finishing struct {
	Upload string `json:"upload"`
}

// Kind names the job in the database.
func (finishing) Kind() string { return "files.finish" }

// made is what the checks found out about a file.
type made struct {
	Media
	sum  []byte
	size int64 // bytes of a pdf as it is offered, of a picture as it was sent
}

// finish checks a whole upload and makes the file of it, or refuses it. It may run any number of
// times.
func (l *Library) finish(ctx context.Context, f finishing) error {
	a, err := readUpload(ctx, l.Pool, f.Upload)
	if errors.Is(err, problem.New(problem.NotFound)) || err == nil && a.Status != working {
		return nil
	}
	if err != nil {
		return err
	}
	var m made
	if a.Kind == PDF {
		m, err = l.keepPDF(ctx, a)
	} else {
		m, err = l.keepImage(ctx, a)
	}
	var fault convert.Fault
	if errors.As(err, &fault) {
		err = l.refuse(ctx, a, string(fault))
		if errors.Is(err, problem.New(problem.Invalid)) {
			return l.removeBytes(ctx, a.FileID)
		}
	}
	if err != nil {
		return err
	}
	if err := l.addFile(ctx, a, m); err != nil {
		return err
	}
	// what was sent is not kept beside what was made of it
	return l.removeUnder(ctx, uploadFolder(a.ID))
}

// addFile adds the new file to the library, unless the upload was dropped meanwhile.
func (l *Library) addFile(ctx context.Context, a arrival, m made) error {
	now := l.Clock.Now()
	dropped := false
	err := db.InTx(ctx, l.Pool, func(tx pgx.Tx) error {
		tag, err := tx.Exec(ctx, `
			update upload
			set status = 'ready', pieces = '[]',
				updated_at = $2
			where id = $1 and status = 'working'`, a.ID, now)
		if dropped = err == nil && tag.RowsAffected() == 0; err != nil || dropped {
			return err
		}
		_, err = tx.Exec(
			ctx, `
			insert into file (id, kind, status, label, search, width, height, widths, avif, size,
				sum, created_at, created_by, updated_at, updated_by, cleaned_at, unused_since)
			values ($1, $2, 'ready', $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $11, $12, $11,
				case when not exists (select 1 from file_use where file_id = $1)
					then $11::timestamptz end)`,
			a.FileID,
			a.Kind,
			a.Name,
			httpkit.Folded(a.Name),
			m.Width,
			m.Height,
			ints(m.Widths),
			ints(m.Avif),
			m.size,
			m.sum,
			now,
			a.By,
		)
		return err
	})
	if err == nil && dropped {
		return l.removeBytes(ctx, a.FileID)
	}
	return err
}

func ints(all []int) []int {
	if all == nil {
		return []int{}
	}
	return all
}

// pdfName is where a pdf lies in the store; pictures lie beside it by their width.
func pdfName(id string) string { return fileFolder(id) + "pdf" }

func variantName(id string, width int, format string) string {
	return fmt.Sprintf("%s%d.%s", fileFolder(id), width, format)
}

// keepPDF lets a child judge a pdf: it goes from the pieces through the child into the store, and
// is never all here.
func (l *Library) keepPDF(ctx context.Context, a arrival) (made, error) {
	all := &series{ctx: ctx, store: l.Store, pieces: a.Pieces}
	defer all.Close()
	body := bufio.NewReaderSize(all, convert.Head)
	head, err := body.Peek(convert.Head)
	if err != nil && !errors.Is(err, io.EOF) {
		return made{}, err
	}
	if fault := convert.Refused(head, true); fault != "" {
		return made{}, fault
	}
	sum := sha256.New()
	var size int64
	err = l.converted(ctx, a, func() (most int, err error) {
		r, w := io.Pipe()
		in := &counter{r: io.TeeReader(r, sum)}
		stored := make(chan error, 1)
		go func() {
			err := l.Store.Put(ctx, pdfName(a.FileID), in)
			_ = r.CloseWithError(cmp.Or(err, io.ErrClosedPipe)) // the child need say no more
			stored <- err
		}()
		most, err = l.Converter.Judge(ctx, body, a.Size, w)
		_ = w.CloseWithError(err)
		err = cmp.Or(err, <-stored)
		size = in.n
		return most, err
	})
	return made{sum: sum.Sum(nil), size: size}, err
}

// keepImage makes the variants of a picture. What its header tells is held against the limits
// before anything is decoded.
func (l *Library) keepImage(ctx context.Context, a arrival) (made, error) {
	all := &series{ctx: ctx, store: l.Store, pieces: a.Pieces}
	defer all.Close()
	raw, err := io.ReadAll(io.LimitReader(all, convert.MaxBytes+1))
	switch {
	case err != nil:
		return made{}, err
	case int64(len(raw)) != a.Size:
		return made{}, fmt.Errorf("files: %d bytes of %d are in the store", len(raw), a.Size)
	}
	if _, err := convert.Inspect(raw); err != nil {
		return made{}, err
	}
	return l.variants(ctx, a, raw)
}

// converted runs the children on an upload when it is its turn. It counts how often: a file on
// which they crash again and again is damaged.
func (l *Library) converted(ctx context.Context, a arrival, run func() (kB int, err error)) error {
	done, err := l.turn(ctx)
	if err != nil {
		return err
	}
	defer done()
	var tries int
	if err := l.Pool.QueryRow(ctx, `
		update upload
		set tries = tries + 1
		where id = $1
		returning tries`, a.ID).Scan(&tries); err != nil {
		return db.Problem(err)
	}
	most, err := run()
	switch {
	case err == nil:
		l.Log.Info("file converted", "kind", a.Kind, "file", a.FileID, "kB", most)
	case errors.Is(err, convert.ErrCrashed) && tries >= mostTries:
		l.Log.Warn("a file crashed its child and is refused", "upload", a.ID, "err", err)
		return convert.Damaged
	}
	return err
}

// turn waits until no other file is being converted, in any process. After a while it asks to be
// run again.
func (l *Library) turn(ctx context.Context) (done func(), err error) {
	give := time.NewTimer(turnIn)
	defer give.Stop()
	look := time.NewTicker(lookEvery)
	defer look.Stop()
	for {
		done, err := l.lock(ctx)
		if err != nil || done != nil {
			return done, err
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-give.C:
			return nil, jobs.Again(time.Second)
		case <-look.C:
		}
	}
}

// lock gives nil when somebody else has it. The connection that has it is closed when it cannot be
// given back: then the lock is free too.
func (l *Library) lock(ctx context.Context) (done func(), err error) {
	if !l.converting.TryLock() { // of this process: it need not ask the database
		return nil, nil
	}
	conn, err := l.Pool.Acquire(ctx)
	if err != nil {
		l.converting.Unlock()
		return nil, db.Problem(err)
	}
	var got bool
	if err := conn.QueryRow(ctx, `
		select pg_try_advisory_lock($1)`, convertLock).Scan(&got); err != nil || !got {
		conn.Release()
		l.converting.Unlock()
		return nil, db.Problem(err)
	}
	return func() {
		free, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
		defer cancel()
		if _, err := conn.Exec(free, `select pg_advisory_unlock($1)`, convertLock); err != nil {
			_ = conn.Conn().Close(free)
		}
		conn.Release()
		l.converting.Unlock()
	}, nil
}

// variants runs the children and keeps what they make.
func (l *Library) variants(ctx context.Context, a arrival, raw []byte) (made, error) {
	sum := sha256.Sum256(raw)
	m := made{sum: sum[:], size: a.Size}
	err := l.converted(ctx, a, func() (int, error) {
		return l.Converter.Run(ctx, raw, func(v convert.Variant) error {
			format := "jpg"
			if v.AVIF {
				format = "avif"
				m.Avif = append(m.Avif, v.Width)
			} else {
				m.Widths = append(m.Widths, v.Width)
			}
			if v.Width > m.Width {
				m.Width, m.Height = v.Width, v.Height
			}
			return l.Store.Put(ctx, variantName(a.FileID, v.Width, format), bytes.NewReader(v.Data))
		})
	})
	slices.Sort(m.Widths)
	slices.Sort(m.Avif)
	return m, err
}
