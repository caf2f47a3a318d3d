package files

import (
	"bufio"
	"context"
	"crypto/rand"
	"errors"
	"io"
	"net/http"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/db"
	"herstelruimte/internal/files/convert"
	"herstelruimte/internal/problem"
)

const (
	quiet     = 60 * time.Second // how long a phone may send nothing
	chunkTime = 10 * time.Minute // of one call in all
	storeTime = 2 * time.Minute  // to keep what came, after the last byte
)

// arriving reads a body as long as something moves. An end that comes too early ends what is read,
// without an error: what came is kept.
type arriving struct {
	body   io.Reader
	renew  func(time.Time) error
	until  time.Time
	last   time.Time
	broken error
	n      int64
}

func arrivingFrom(e exchange) *arriving {
	rc := http.NewResponseController(e.w)
	return &arriving{body: e.r.Body, renew: rc.SetReadDeadline, until: time.Now().Add(chunkTime)}
}

func (a *arriving) Read(p []byte) (int, error) {
	if a.broken != nil {
		return 0, io.EOF
	}
	if now := time.Now(); now.Sub(a.last) > quiet/10 {
		a.last = now
		limit := now.Add(quiet)
		if a.until.Before(limit) {
			limit = a.until
		}
		_ = a.renew(limit) // a server without deadlines waits for ever, and that is its own choice
	}
	n, err := a.body.Read(p)
	a.n += int64(n)
	if err != nil && !errors.Is(err, io.EOF) {
		a.broken, err = err, io.EOF
	}
	return n, err
}

// wrongOffset tells where to go on.
func wrongOffset(received int64) error {
	p := problem.New(problem.Conflict)
	p.Received = &received
	return p
}

// receive keeps the bytes of one call, which begin at offset, and gives how far the upload is then.
// Another offset than what is kept is conflict with the right one. When the call breaks off, what
// came of it is kept.
func (l *Library) receive(ctx context.Context, e exchange, id string, offset int64) (Upload, error) {
	a, err := l.own(ctx, id)
	switch {
	case err != nil:
		return Upload{}, err
	case a.Status != receiving && offset == a.Size &&
		e.r.ContentLength <= 0, a.Status == turnedDown:
		return l.settled(ctx, id)
	case a.Status != receiving || offset != a.Received:
		return Upload{}, wrongOffset(a.Received)
	}
	return l.extend(ctx, e, a)
}

// extend takes the body as the next bytes of a.
func (l *Library) extend(ctx context.Context, e exchange, a arrival) (Upload, error) {
	room := min(largestChunk, a.Size-a.Received)
	if e.r.ContentLength > room {
		return Upload{}, problem.New(problem.TooLarge)
	}
	in := arrivingFrom(e)
	body := bufio.NewReaderSize(in, 4096)
	head, _ := body.Peek(convert.Head)
	if len(head) == 0 {
		return l.progress(ctx, a.ID)
	}
	if a.Received == 0 {
		if code := wrongFrom(a.Kind, head, a.Size); code != "" {
			return Upload{}, l.refuse(ctx, a, code)
		}
	}
	last := e.r.ContentLength == a.Size-a.Received
	loose := looseTail(a.Pieces)
	joined := sizeOf(loose)+max(e.r.ContentLength, 0) >= partSize || last && len(loose) > 0
	if !joined {
		loose = nil
	}
	// the phone may be gone: keep what came
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), chunkTime+storeTime)
	defer cancel()
	n, err := l.put(ctx, a, loose, io.LimitReader(body, room))
	// another call joined the loose pieces while this one read them
	if errors.Is(err, problem.New(problem.NotFound)) {
		return Upload{}, l.overtaken(ctx, a, err)
	}
	if err != nil {
		return Upload{}, err
	}
	if extra, _ := body.Peek(1); n.taken == room && len(extra) > 0 {
		l.forget(ctx, n.piece.Name)
		return Upload{}, problem.New(problem.TooLarge)
	}
	return l.advance(ctx, a, loose, n)
}

// wrongFrom looks at the first bytes of a file: a code when it is none of what we keep.
func wrongFrom(kind Kind, head []byte, size int64) string {
	if int64(len(head)) < min(convert.Head, size) {
		return "" // too little came to tell; the checks of the whole file tell
	}
	return string(convert.Refused(head, kind == PDF))
}

// looseTail are the pieces at the end that are smaller than a part.
func looseTail(pieces []piece) []piece {
	i := len(pieces)
	for i > 0 && pieces[i-1].Size < partSize {
		i--
	}
	return pieces[i:]
}

func sizeOf(pieces []piece) (n int64) {
	for _, p := range pieces {
		n += p.Size
	}
	return n
}

// newPiece is what was stored: the piece, and how many bytes of it are new.
type newPiece struct {
	piece
	taken int64
}

// put stores loose pieces and what body gives as one new object.
func (l *Library) put(ctx context.Context, a arrival, loose []piece, body io.Reader) (newPiece, error) {
	fresh := &counter{r: body}
	before := &series{ctx: ctx, store: l.Store, pieces: loose}
	defer before.Close()
	// never given twice: two tabs may send the same bytes
	name := uploadFolder(a.ID) + "p-" + rand.Text()
	if err := l.Store.Put(ctx, name, io.MultiReader(before, fresh)); err != nil {
		return newPiece{}, err
	}
	return newPiece{piece{name, sizeOf(loose) + fresh.n}, fresh.n}, nil
}

// advance writes down what came, unless another call did for the same bytes. The last byte starts
// the checks.
func (l *Library) advance(ctx context.Context, a arrival, loose []piece, n newPiece) (Upload, error) {
	received := a.Received + n.taken
	pieces := append(append([]piece{}, a.Pieces[:len(a.Pieces)-len(loose)]...), n.piece)
	whole := received == a.Size
	err := db.InTx(ctx, l.Pool, func(tx pgx.Tx) error {
		tag, err := tx.Exec(
			ctx, `
			update upload
			set received = $3, pieces = $4, updated_at = $5,
				status = case when $6 then 'working' else status end
			where id = $1 and received = $2 and status = 'receiving'`,
			a.ID,
			a.Received,
			received,
			db.JSON(pieces),
			l.Clock.Now(),
			whole,
		)
		if err != nil {
			return err
		}
		if tag.RowsAffected() == 0 {
			return problem.New(problem.Busy)
		}
		if whole {
			return l.Jobs.Insert(ctx, tx, finishing{Upload: a.ID}, l.Clock.Now())
		}
		return nil
	})
	if errors.Is(err, problem.New(problem.Busy)) {
		l.forget(ctx, n.piece.Name)
		return Upload{}, l.overtaken(ctx, a, nil)
	}
	if err != nil {
		// perhaps it is written down all the same: the piece stays until the upload ends
		return Upload{}, err
	}
	for _, p := range loose {
		l.forget(ctx, p.Name)
	}
	if whole {
		return l.settled(ctx, a.ID)
	}
	a.Received = received
	return a.shown(nil), nil
}

// overtaken tells a call that came second how far the upload is now. Why is the problem when it is
// no further.
func (l *Library) overtaken(ctx context.Context, a arrival, why error) error {
	now, err := readUpload(ctx, l.Pool, a.ID)
	switch {
	case err != nil:
		return err
	case why != nil && now.Status == a.Status && now.Received == a.Received:
		return problem.New(problem.Unavailable).Because(why)
	}
	return wrongOffset(now.Received)
}

// forget takes one object away; what fails goes with the upload.
func (l *Library) forget(ctx context.Context, name string) {
	if err := l.Store.Remove(ctx, name); err != nil {
		l.Log.Warn("a piece stays until its upload ends", "err", err)
	}
}

// refuse ends an upload with a code, as the problem that says it.
func (l *Library) refuse(ctx context.Context, a arrival, code string) error {
	if _, err := l.Pool.Exec(ctx, `
		update upload
		set status = 'refused', fault = $2, pieces = '[]',
			updated_at = $3
		where id = $1 and status in ('receiving', 'working')`,
		a.ID, code, l.Clock.Now()); err != nil {
		return db.Problem(err)
	}
	l.clear(ctx, a.ID)
	return refusal(code)
}

// clear takes away what came of an upload; what fails goes with the next sweep.
func (l *Library) clear(ctx context.Context, upload string) {
	if err := l.removeUnder(ctx, uploadFolder(upload)); err != nil {
		l.Log.Warn("pieces of an upload stay until the next sweep", "upload", upload, "err", err)
	}
}

// whole takes a small file in one call.
func (l *Library) whole(ctx context.Context, e exchange, name string, purpose Kind) (Upload, error) {
	switch n := e.r.ContentLength; {
	case n > wholeLimit:
		return Upload{}, problem.New(problem.TooLarge)
	case n < 0:
		return Upload{}, problem.New(problem.BadRequest)
	}
	begun, err := l.begin(ctx, NewUpload{Name: name, Size: e.r.ContentLength, Purpose: purpose})
	if err != nil {
		return Upload{}, err
	}
	var up Upload
	a, err := l.own(ctx, begun.ID)
	if err == nil {
		up, err = l.extend(ctx, e, a)
	}
	if err == nil && up.State == receiving { // it broke off
		err = problem.New(problem.BadRequest)
	}
	if err != nil {
		l.abandon(ctx, begun.ID)
	}
	return up, err
}

// abandon ends an upload with which nobody can go on, also when whoever sent it is gone: it would
// count as open for a day.
func (l *Library) abandon(ctx context.Context, id string) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), storeTime)
	defer cancel()
	tag, err := l.Pool.Exec(ctx, `
		delete from upload where id = $1 and status = 'receiving'`, id)
	if err != nil {
		l.Log.Warn("a broken upload stays until the next sweep", "upload", id, "err", err)
	} else if tag.RowsAffected() > 0 {
		l.clear(ctx, id)
	}
}

// series reads pieces one after the other.
type series struct {
	ctx    context.Context
	store  Store
	pieces []piece
	open   io.ReadCloser
}

func (s *series) Read(p []byte) (int, error) {
	for {
		if s.open == nil {
			if len(s.pieces) == 0 {
				return 0, io.EOF
			}
			r, err := s.store.Get(s.ctx, s.pieces[0].Name)
			if err != nil {
				return 0, err
			}
			s.open, s.pieces = r, s.pieces[1:]
		}
		n, err := s.open.Read(p)
		if errors.Is(err, io.EOF) {
			s.Close()
			err = nil
		}
		if n > 0 || err != nil {
			return n, err
		}
	}
}

// Close frees what is open; only read, so nothing can be lost.
func (s *series) Close() {
	if s.open != nil {
		_ = s.open.Close()
		s.open = nil
	}
}
