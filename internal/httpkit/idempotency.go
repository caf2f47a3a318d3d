package httpkit

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/problem"
)

// Keeper keeps answers under their Idempotency-Key for 24 hours. Answers may name a person, so they
// are sealed.
type Keeper struct {
	Pool  *pgxpool.Pool
	Clock *clock.Clock
	Seal  func(id string, plain []byte) []byte
	Open  func(id string, sealed []byte) ([]byte, error)
}

const keepAnswers = 24 * time.Hour

// Answer is what an act gives back for the visitor and for whoever sends the same form again.
type Answer[T any] struct {
	Status  int    // of the HTTP answer
	Body    T      // nil body with status 204
	Version int    // becomes the ETag when above 0
	Subject string // row that the answer speaks of, so that erasing the row erases the answer
	Flash   Flash  // shown once by the next page, for forms without JavaScript
}

// Reply is the HTTP form of an Answer.
type Reply[T any] struct {
	Status       int
	CacheControl string `header:"Cache-Control"`
	ETag         string `header:"ETag"`
	Cookie       string `header:"Set-Cookie"`
	Body         T
}

// Done is the HTTP form of an Answer without a body.
type Done struct {
	Status       int
	CacheControl string `header:"Cache-Control"`
	Cookie       string `header:"Set-Cookie"`
}

// NoContent answers an act that has nothing to show.
func NoContent(err error) (*Done, error) {
	if err != nil {
		return nil, err
	}
	return &Done{Status: http.StatusNoContent, CacheControl: NoStore}, nil
}

type kept struct {
	Status  int             `json:"-"`
	Body    json.RawMessage `json:"body,omitempty"`
	Version int             `json:"version,omitempty"`
	Flash   Flash           `json:"flash"`
}

// Once runs act in one transaction that also stores its answer: the act and the memory of it stand
// or fall together. A problem from act rolls everything back and leaves the key usable. The same
// key at work elsewhere: busy.
func Once[T any](
	ctx context.Context,
	k *Keeper,
	act func(tx pgx.Tx) (Answer[T], error),
) (*Reply[T], error) {
	s := SendOf(ctx)
	var out Answer[T]
	err := db.InTx(ctx, k.Pool, func(tx pgx.Tx) error {
		var mine bool
		if err := tx.QueryRow(
			ctx, `
			select pg_try_advisory_xact_lock(hashtextextended('idempotency ' || $1, 0))`,
			s.Key,
		).Scan(&mine); err != nil {
			return err
		}
		if !mine {
			return busy()
		}
		earlier, err := k.find(ctx, tx, s)
		if err != nil {
			return err
		}
		if earlier != nil { // it was stored between the guard's look and our lock
			out = Answer[T]{Status: earlier.Status, Version: earlier.Version, Flash: earlier.Flash}
			return json.Unmarshal(earlier.Body, &out.Body)
		}
		if out, err = act(tx); err != nil {
			return err
		}
		return k.keep(ctx, tx, s, kept{
			Status:  out.Status,
			Body:    asSent(out.Body),
			Version: out.Version,
			Flash:   out.Flash,
		}, out.Subject)
	})
	if err != nil {
		return nil, err
	}
	return &Reply[T]{
		Status:       out.Status,
		CacheControl: NoStore,
		ETag:         ETag(out.Version),
		Cookie:       s.cookie(out.Flash),
		Body:         out.Body,
	}, nil
}

func busy() error {
	p := problem.New(problem.Busy)
	p.RetryAfter = 1
	return p
}

// asSent is v in the very bytes of the first answer: db.JSON writes <, > and & another way.
func asSent(v any) []byte {
	var b bytes.Buffer
	if err := writeJSON(&b, v); err != nil {
		panic(fmt.Sprintf("httpkit: %T is not JSON: %v", v, err))
	}
	return b.Bytes()
}

// ETag writes a row's version as the header does; 0 gives none.
func ETag(version int) string {
	if version == 0 {
		return ""
	}
	return `"` + string(db.JSON(version)) + `"`
}

func (k *Keeper) keep(
	ctx context.Context,
	tx pgx.Tx,
	s *Send,
	a kept,
	subject string,
) error {
	_, err := tx.Exec(ctx, `
		insert into idempotency (key, fingerprint, status, sealed, subject, created_at)
		values ($1, $2, $3, $4, nullif($5, ''), $6)
		on conflict (key) do update set fingerprint = excluded.fingerprint,
			status = excluded.status, sealed = excluded.sealed, subject = excluded.subject,
			created_at = excluded.created_at`,
		s.Key, s.Fingerprint, a.Status, k.Seal(s.Key, asSent(a)), subject, k.Clock.Now())
	return err
}

// find gives the answer stored under the key, nil when there is none, key_reused when it was given
// to another sending.
func (k *Keeper) find(ctx context.Context, q db.Querier, s *Send) (*kept, error) {
	var print, sealed []byte
	var a kept
	err := q.QueryRow(
		ctx, `
		select fingerprint, status, sealed
		from idempotency
		where key = $1 and (created_at > $2) is true`, // by its key, however few there are
		s.Key,
		k.Clock.Now().Add(-keepAnswers),
	).
		Scan(&print, &a.Status, &sealed)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, nil //nolint:nilnil // "never sent before" is the usual, good case
	}
	if err != nil {
		return nil, err
	}
	if !bytes.Equal(print, s.Fingerprint) {
		return nil, problem.New(problem.KeyReused)
	}
	plain, err := k.Open(s.Key, sealed)
	if err != nil {
		return nil, err
	}
	return &a, json.Unmarshal(plain, &a)
}

// atWork gives busy while Once holds the key's lock. It only looks: taking the lock, however short,
// could turn away the very sending that it waits for.
func (k *Keeper) atWork(ctx context.Context, s *Send) error {
	var taken bool
	err := k.Pool.QueryRow(
		ctx, `
		select exists (select from pg_locks where locktype = 'advisory' and granted and objsubid = 1
		and database = (select oid from pg_database where datname = current_database())
		and classid::bigint << 32 | objid::bigint = hashtextextended('idempotency ' || $1, 0))`,
		s.Key,
	).Scan(&taken)
	if err == nil && taken {
		return busy()
	}
	return err
}

// replay answers a sending that was answered before, in the same words, and gives busy for one that
// is at work.
func (g *Guard) replay(w http.ResponseWriter, r *http.Request, s *Send) error {
	a, err := g.Keeper.find(r.Context(), g.Keeper.Pool, s)
	if err != nil {
		return err
	}
	if a == nil {
		return g.Keeper.atWork(r.Context(), s)
	}
	if tag := ETag(a.Version); tag != "" {
		w.Header().Set("ETag", tag)
	}
	var body any
	if a.Status != http.StatusNoContent {
		body = a.Body
	}
	return writeReply(w, a.Status, body, s.cookie(a.Flash))
}

// writeReply writes an answer outside huma and gives errAnswered.
func writeReply(w http.ResponseWriter, status int, body any, cookie string) error {
	h := w.Header()
	h.Set("Cache-Control", NoStore)
	if cookie != "" {
		h.Set("Set-Cookie", cookie)
	}
	if body == nil {
		w.WriteHeader(status)
		return errAnswered
	}
	h.Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = writeJSON(w, body)
	return errAnswered
}

// Sweep forgets answers older than 24 hours.
func (k *Keeper) Sweep(ctx context.Context) error {
	_, err := k.Pool.Exec(ctx, `
		delete from idempotency where created_at <= $1`, k.Clock.Now().Add(-keepAnswers))
	return err
}
