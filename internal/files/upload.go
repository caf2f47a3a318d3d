package files

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/db"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/problem"
)

const (
	receiving  = "receiving"
	working    = "working"
	ready      = "ready"
	turnedDown = "refused"

	openUploads = 40               // of one person at the same time
	checkedIn   = 20 * time.Second // how long a call waits for the checks of what it completed
	lookEvery   = 150 * time.Millisecond
)

// arrival is an upload as the database has it.
type arrival struct {
	ID, FileID, By, Name, Status, Fault string
	Kind                                Kind
	Size, Received                      int64
	Pieces                              []piece
}

// piece is one object of the store: some bytes of an upload. The last ones may be smaller than a
// part of S3; they are joined.
type piece struct {
	Name string `json:"name"`
	Size int64  `json:"size"`
}

func uploadFolder(id string) string { return "uploads/" + id + "/" }

// uploadColumns are the fields of an arrival, in their order.
const uploadColumns = `id, file_id, created_by, name, status, fault, kind, size, received, pieces`

// oneUpload reads the one row of a query; not_found without one.
func oneUpload(ctx context.Context, q db.Querier, sql string, args ...any) (a arrival, err error) {
	rows, err := q.Query(ctx, sql, args...)
	if err == nil {
		a, err = pgx.CollectExactlyOneRow(rows, pgx.RowToStructByPos[arrival])
	}
	return a, db.Problem(err)
}

func readUpload(ctx context.Context, q db.Querier, id string) (arrival, error) {
	return oneUpload(ctx, q, `select `+uploadColumns+` from upload where id = $1`, id)
}

// own gives an upload of the caller; somebody else's is not_found.
func (l *Library) own(ctx context.Context, id string) (arrival, error) {
	a, err := readUpload(ctx, l.Pool, id)
	if err == nil && a.By != identity.ActorOf(ctx).ID {
		err = problem.New(problem.NotFound)
	}
	return a, err
}

// begin gives the upload of this file: a new one, or the unfinished one that the same person began
// with the same file. A file that is too large is refused before one byte of it comes.
func (l *Library) begin(ctx context.Context, n NewUpload) (Upload, error) {
	switch {
	case n.Size == 0:
		return Upload{}, refusal(Damaged)
	case n.Size > largest(n.Purpose):
		return Upload{}, refusal(TooLarge)
	}
	who := identity.ActorOf(ctx).ID
	var fingerprint []byte
	if n.HeadHash != "" {
		sum := sha256.Sum256(fmt.Appendf(nil, "%q %q %d %d %q %s",
			who, n.Name, n.Size, n.LastModified, n.HeadHash, n.Purpose))
		fingerprint = sum[:]
	}
	for range 3 { // another tab may begin or end the same one in between
		a, err := l.insertUpload(ctx, who, n, fingerprint)
		if errors.Is(err, problem.New(problem.NotFound)) {
			a, err = l.same(ctx, fingerprint)
		}
		if err == nil {
			return a.shown(nil), nil
		}
		if !errors.Is(err, problem.New(problem.NotFound)) {
			return Upload{}, err
		}
	}
	return Upload{}, problem.New(problem.Busy)
}

// insertUpload is not_found when the same file is on its way already.
func (l *Library) insertUpload(
	ctx context.Context,
	who string,
	n NewUpload,
	fingerprint []byte,
) (a arrival, err error) {
	now := l.Clock.Now()
	err = db.InTx(ctx, l.Pool, func(tx pgx.Tx) error {
		a, err = oneUpload(
			ctx,
			tx,
			`
			insert into upload (id, file_id, created_by, kind, name, fingerprint, size, status,
				created_at, updated_at)
			values ($1, $2, $3, $4, $5, $6, $7, 'receiving', $8, $8)
			on conflict (fingerprint)
			where status = 'receiving' do nothing
			returning `+uploadColumns,
			db.NewID(
				"upl",
			),
			db.NewID("fil"),
			who,
			n.Purpose,
			label(n.Name),
			fingerprint,
			n.Size,
			now,
		)
		if err != nil {
			return err
		}
		var open int
		if err := tx.QueryRow(ctx, `
			select count(*)
			from upload
			where created_by = $1 and status = 'receiving'`, who).Scan(&open); err != nil {
			return err
		}
		if open > openUploads {
			p := problem.New(problem.TooMany)
			p.RetryAfter = 60
			return p
		}
		return nil
	})
	return a, err
}

// same is the upload that is on its way with this fingerprint. It counts as used now.
func (l *Library) same(ctx context.Context, fingerprint []byte) (arrival, error) {
	return oneUpload(ctx, l.Pool, `
		update upload
		set updated_at = $2
		where fingerprint = $1
			and status = 'receiving'
		returning `+uploadColumns, fingerprint, l.Clock.Now())
}

// label is the given name as we keep it.
func label(name string) string {
	r := []rune(httpkit.Line(name))
	if len(r) > 200 {
		r = r[len(r)-200:] // its end tells more than its begin
	}
	if len(r) == 0 {
		return "Zonder naam"
	}
	return string(r)
}

func (a arrival) shown(f *File) Upload {
	return Upload{
		ID:       a.ID,
		Received: a.Received,
		Size:     a.Size,
		Chunk:    largestChunk,
		State:    a.Status,
		Fault:    a.Fault,
		File:     f,
	}
}

// progress tells how far an upload is.
func (l *Library) progress(ctx context.Context, id string) (Upload, error) {
	a, err := l.own(ctx, id)
	if err != nil {
		return Upload{}, err
	}
	return l.withFile(ctx, a)
}

func (l *Library) withFile(ctx context.Context, a arrival) (Upload, error) {
	if a.Status != ready {
		return a.shown(nil), nil
	}
	f, err := l.one(ctx, a.FileID)
	return a.shown(&f), err
}

// settled waits a while for the checks of a whole upload. What they refuse is a problem with the
// field `file`.
func (l *Library) settled(ctx context.Context, id string) (Upload, error) {
	give := time.NewTimer(checkedIn)
	defer give.Stop()
	look := time.NewTicker(lookEvery)
	defer look.Stop()
	for {
		a, err := readUpload(ctx, l.Pool, id)
		switch {
		case err != nil:
			return Upload{}, err
		case a.Status == turnedDown:
			return Upload{}, refusal(a.Fault)
		case a.Status != working:
			return l.withFile(ctx, a)
		}
		select {
		case <-ctx.Done():
			return Upload{}, ctx.Err()
		case <-give.C:
			return a.shown(nil), nil
		case <-look.C:
		}
	}
}

// drop ends an upload and takes away what came of it. A file that it became stays.
func (l *Library) drop(ctx context.Context, id string) error {
	if _, err := l.own(ctx, id); err != nil {
		return err
	}
	if _, err := l.Pool.Exec(ctx, `
		delete from upload
		where id = $1`, id); err != nil {
		return db.Problem(err)
	}
	l.clear(context.WithoutCancel(ctx), id)
	return nil
}
