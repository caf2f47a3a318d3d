package httpkit

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"sync"
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

	atWork sync.Map // the keys of the turns in this process
	looks  db.Asked[string, keptRow]
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

// Turn is one sending of several that are acted on in one transaction, which also stores their
// answers: each has its own, and its own problem.
type Turn[T any] struct {
	Answer Answer[T] // of who acts; it is kept
	Err    error     // a problem of this one alone: nothing is kept of it

	keeper *Keeper
	send   *Send
	before bool // it was answered before
}

// Enter begins the turn of this sending, which must Leave. While it is there, the same key is busy
// in this process; in another the database says so.
func Enter[T any](ctx context.Context, k *Keeper) (*Turn[T], error) {
	t := &Turn[T]{keeper: k, send: SendOf(ctx)}
	if _, there := k.atWork.LoadOrStore(t.send.Key, true); there {
		return nil, busy()
	}
	return t, nil
}

// Leave ends the turn: the key can be sent again.
func (t *Turn[T]) Leave() { t.keeper.atWork.Delete(t.send.Key) }

// Acts says whether something is to be done and kept.
func (t *Turn[T]) Acts() bool { return t.Err == nil && !t.before }

// Look asks in b which of these turns act: another process may be at work on one (busy), or have
// answered it, and it may be another sending with the same key (key_reused).
func Look[T any](b *pgx.Batch, k *Keeper, all []*Turn[T]) {
	keys := make([]string, len(all))
	for i, t := range all {
		keys[i] = t.send.Key
		t.Err, t.before = nil, false
	}
	b.Queue(`
		select n
		from unnest($1::text[]) with ordinality as s (key, n)
		where not pg_try_advisory_xact_lock(hashtextextended('idempotency ' || key, 0))`, keys).
		Query(func(rows pgx.Rows) error {
			n := 0
			_, err := pgx.ForEachRow(rows, []any{&n}, func() error {
				all[n-1].Err = busy()
				return nil
			})
			return err
		})
	b.Queue(findKept, keys, k.since()).Query(func(rows pgx.Rows) error {
		found, err := readKept(rows)
		for _, t := range all {
			if a, there := found[t.send.Key]; there && t.Err == nil && err == nil {
				t.before, t.Err = true, t.repeat(a)
			}
		}
		return err
	})
}

// repeat gives the answer of then.
func (t *Turn[T]) repeat(a keptRow) error {
	earlier, err := t.keeper.open(a, t.send)
	if err != nil {
		return err
	}
	t.Answer = Answer[T]{Status: earlier.Status, Version: earlier.Version, Flash: earlier.Flash}
	return json.Unmarshal(earlier.Body, &t.Answer.Body)
}

// Keep stores the answers of those who act.
func Keep[T any](b *pgx.Batch, k *Keeper, all []*Turn[T]) {
	var keys, subjects []string
	var prints, sealed [][]byte
	var statuses []int
	for _, t := range all {
		if !t.Acts() {
			continue
		}
		a, key := &t.Answer, t.send.Key
		plain := asSent(kept{Body: asSent(a.Body), Version: a.Version, Flash: a.Flash})
		keys, prints = append(keys, key), append(prints, t.send.Fingerprint)
		statuses, sealed = append(statuses, a.Status), append(sealed, k.Seal(key, plain))
		subjects = append(subjects, a.Subject)
	}
	b.Queue(`
		insert into idempotency (key, fingerprint, status, sealed, subject, created_at)
		select key, fingerprint, status, sealed, nullif(subject, ''), $6
		from unnest($1::text[], $2::bytea[], $3::integer[], $4::bytea[], $5::text[])
			as new (key, fingerprint, status, sealed, subject)
		on conflict (key) do update set fingerprint = excluded.fingerprint,
			status = excluded.status, sealed = excluded.sealed, subject = excluded.subject,
			created_at = excluded.created_at`,
		keys, prints, statuses, sealed, subjects, k.Clock.Now())
}

// Reply is the HTTP form of what came of a turn.
func (t *Turn[T]) Reply() (*Reply[T], error) {
	if t.Err != nil {
		return nil, t.Err
	}
	return &Reply[T]{
		Status:       t.Answer.Status,
		CacheControl: NoStore,
		ETag:         ETag(t.Answer.Version),
		Cookie:       t.send.cookie(t.Answer.Flash),
		Body:         t.Answer.Body,
	}, nil
}

// Once runs act in one transaction that also stores its answer: the act and the memory of it stand
// or fall together. A problem from act rolls everything back and leaves the key usable. The same
// key at work elsewhere: busy.
func Once[T any](ctx context.Context, k *Keeper, act func(tx pgx.Tx) (Answer[T], error)) (*Reply[T], error) {
	t, err := Enter[T](ctx, k)
	if err != nil {
		return nil, err
	}
	defer t.Leave()
	turns := []*Turn[T]{t}
	if err := db.InTx(ctx, k.Pool, func(tx pgx.Tx) error {
		var look, keep pgx.Batch
		Look(&look, k, turns)
		if err := tx.SendBatch(ctx, &look).Close(); err != nil || !t.Acts() {
			return cmp.Or(err, t.Err)
		}
		var err error
		if t.Answer, err = act(tx); err != nil {
			return err
		}
		Keep(&keep, k, turns)
		return db.Later(ctx, tx, &keep)
	}); err != nil {
		return nil, err
	}
	return t.Reply()
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

// findKept are the answers under these keys, by their keys, however few there are.
const findKept = `
	select key, fingerprint, status, sealed
	from idempotency
	where key = any($1) and (created_at > $2) is true`

type keptRow struct {
	Key    string
	Print  []byte
	Status int
	Sealed []byte
}

func readKept(rows pgx.Rows) (map[string]keptRow, error) {
	found := map[string]keptRow{}
	all, err := pgx.CollectRows(rows, pgx.RowToStructByPos[keptRow])
	for _, a := range all {
		found[a.Key] = a
	}
	return found, err
}

func (k *Keeper) since() time.Time { return k.Clock.Now().Add(-keepAnswers) }

// open reads what was stored; key_reused when it was given to another sending.
func (k *Keeper) open(a keptRow, s *Send) (*kept, error) {
	if !bytes.Equal(a.Print, s.Fingerprint) {
		return nil, problem.New(problem.KeyReused)
	}
	plain, err := k.Open(s.Key, a.Sealed)
	if err != nil {
		return nil, err
	}
	out := &kept{Status: a.Status}
	return out, json.Unmarshal(plain, out)
}

// find gives the answer stored under the key, nil when there is none, key_reused when it was given
// to another sending.
func (k *Keeper) find(ctx context.Context, s *Send) (*kept, error) {
	row, found, err := k.looks.Ask(ctx, s.Key, func(
		ctx context.Context, keys []string,
	) (map[string]keptRow, error) {
		rows, err := k.Pool.Query(ctx, findKept, keys, k.since())
		if err != nil {
			return nil, err
		}
		return readKept(rows)
	})
	if err != nil || !found {
		return nil, err
	}
	return k.open(row, s)
}

// replay answers a sending that was answered before, in the same words, and gives busy for one that
// is at work in this process.
func (g *Guard) replay(w http.ResponseWriter, r *http.Request, s *Send) error {
	a, err := g.Keeper.find(r.Context(), s)
	if err != nil {
		return err
	}
	if a == nil {
		if _, at := g.Keeper.atWork.Load(s.Key); at {
			return busy()
		}
		return nil
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
		delete from idempotency where created_at <= $1`, k.since())
	return err
}
