package mail

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/db"
)

// State is how a mail about a row stands, for staff.
type State struct {
	ID, Cause string // Cause: the row that was asked about
	Kind      Kind
	State     string
	// held: until then; failed: the next try; else when it came to stand so
	At  time.Time
	Why string // failed, dead, withdrawn: a code of Why; else empty
	// sent: what was heard of it since, Delayed or Complaint; else empty
	Heard Outcome
}

// Why a mail did not go out, in the codes that staff read in words.
const (
	WhyAddress   = "address"   // nobody has this address
	WhyBox       = "box"       // the mailbox is full
	WhyRefused   = "refused"   // their server refuses it
	WhyOurs      = "ours"      // our mail does not work now
	WhySpam      = "spam"      // their server takes it for unwanted mail
	WhyUndone    = "undone"    // withdrawn: the act was taken back
	WhyUntrue    = "untrue"    // withdrawn: no longer true
	WhyForgotten = "forgotten" // withdrawn: the row was erased, or has another address
	WhyStopped   = "stopped"   // withdrawn: staff stopped it
)

// whyOf is the code of a class of errors, as it is noted in last_error.
func whyOf(state, class string) string {
	if state != "failed" && state != "dead" {
		return class
	}
	word, code, _ := strings.Cut(class, " ")
	reply, enhanced, _ := strings.Cut(code, " ")
	_, detail, _ := strings.Cut(enhanced, ".")
	switch {
	case word == returnedClass:
		return code
	case word == "headers":
		return WhyAddress
	case word != "4xx" && word != "5xx":
		return WhyOurs
	case strings.HasSuffix(code, " "+WhySpam):
		return WhySpam
	case detail == "2.2", detail == "" && (reply == "452" || reply == "552"):
		return WhyBox
	case strings.HasPrefix(detail, "1."),
		detail == "" && (reply == "550" || reply == "551" || reply == "553"):
		return WhyAddress
	}
	return WhyRefused
}

// AlsoOf is true of a mail that tells of this row among others, on several dates: for a join beside
// one on its cause, which is the first of them.
func AlsoOf(mail, row string) string {
	return `(` + mail + `.data ? 'about' and ` + mail + `.data->'about'
		@> jsonb_build_array(jsonb_build_object('row', ` + row + `)))`
}

// ofRow is true of a mail, m, about the row $2.
var ofRow = `(m.cause_id = $2 or ` + AlsoOf("m", "$2::text") + `)`

// nobodyHas says of a class of errors whether nobody can have the address: no mail can be written
// to it, or a server said so at once and for good (RFC 3463). Only the enhanced code tells that
// from a refusal of us.
func nobodyHas(class string) bool {
	word, code, _ := strings.Cut(class, " ")
	_, enhanced, _ := strings.Cut(code, " ")
	enhanced, _, _ = strings.Cut(enhanced, " ")
	return word == "headers" || word == "5xx" && slices.Contains(
		[]string{"5.1.1", "5.1.2", "5.1.3", "5.1.6", "5.1.10", "5.2.1"}, enhanced,
	)
}

// stateColumns are those of a State; row names the one that was asked about.
func stateColumns(row string) string {
	return `id, ` + row + `, kind, state, coalesce(held_until, updated_at), sent_at, updated_at,
		attempts, coalesce(last_error, ''), coalesce(returned, '')`
}

// StatesOf are the newest mails of each of these kinds about these rows, and of messages every one;
// by row, oldest first.
func (o *Outbox) StatesOf(ctx context.Context, q db.Querier, kinds []Kind, causes ...string) ([]State, error) {
	rows, err := q.Query(ctx, `
		select `+stateColumns("row")+`
		from (
			select distinct on (c.row, m.kind, m.data->>'message') c.row, m.*
			from unnest($1::text[]) as c (row)
			cross join lateral (
				select * from mail where cause_id = c.row
				union all
				select * from mail a where `+AlsoOf("a", "c.row")+`
			) m
			where m.kind = any($2)
			order by c.row, m.kind, m.data->>'message', m.no desc
		) newest
		order by row, no`, causes, kinds)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, scanState)
}

// scanState reads a row of stateColumns.
func scanState(r pgx.CollectableRow) (s State, err error) {
	var held, updated time.Time
	var sent *time.Time
	var attempts int
	if err = r.Scan(
		&s.ID, &s.Cause, &s.Kind, &s.State, &held, &sent, &updated, &attempts, &s.Why, &s.Heard,
	); err != nil {
		return s, err
	}
	s.Why = whyOf(s.State, s.Why)
	if s.State != "sent" {
		s.Heard = ""
	}
	switch {
	case s.State == "held":
		s.At = held
	case s.State == "failed":
		s.At = updated.Add(retryAfter(attempts))
	case sent != nil:
		s.At = *sent
	default:
		s.At = updated
	}
	return s, nil
}

// To are all mails of these kinds to an address that are kept, whatever they are about, oldest
// first: what its owner may know of them.
func (o *Outbox) To(ctx context.Context, q db.Querier, kinds []Kind, recipient []byte) ([]State, error) {
	rows, err := q.Query(ctx, `
		select `+stateColumns("cause_id")+`
		from mail
		where recipient_key = $1 and kind = any($2)
		order by no`, recipient, kinds)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, scanState)
}

// Again sends a mail about this row once more that failed or was given up, to this address and
// under the same Message-ID. It says whether there was one: asked for twice, it is one mail.
func (o *Outbox) Again(ctx context.Context, tx pgx.Tx, id, cause, to string) (bool, error) {
	return o.reopen(ctx, tx, reopened{id, cause, to, "queued"}, `state in ('failed', 'dead')`)
}

// Stop takes back one mail about this row that is held; it says whether it was.
func (o *Outbox) Stop(ctx context.Context, tx pgx.Tx, id, cause string) (bool, error) {
	tag, err := tx.Exec(ctx, `
		update mail m
		set state = 'withdrawn', sealed = null, last_error = $3, updated_at = $4
		where id = $1 and `+ofRow+` and state = 'held'`, id, cause, WhyStopped, o.clock.Now())
	return tag.RowsAffected() > 0, err
}

// Unstop holds a mail again that Stop took back, for as long as it was held before.
func (o *Outbox) Unstop(ctx context.Context, tx pgx.Tx, id, cause, to string) (bool, error) {
	return o.reopen(
		ctx, tx, reopened{id, cause, to, "held"},
		`state = 'withdrawn' and last_error = '`+WhyStopped+`' and held_until is not null`,
	)
}

// reopened is a mail that is open again.
type reopened struct{ id, cause, to, state string }

func (o *Outbox) reopen(ctx context.Context, tx pgx.Tx, r reopened, closed string) (bool, error) {
	if r.to == "" || hasControl(r.to) {
		return false, ErrLineBreak
	}
	tag, err := tx.Exec(ctx, `
		update mail m
		set state = $3, sealed = $4, recipient_key = $5, attempts = 0, first_try_at = null,
			last_error = null, sent_at = null, returned = null, returned_at = null,
			round = round + 1, updated_at = $6
		where id = $1 and `+ofRow+` and `+closed,
		r.id, r.cause, r.state, o.cfg.Seal(r.id, []byte(r.to)), o.cfg.Key(r.to), o.clock.Now())
	if err != nil || tag.RowsAffected() == 0 {
		return false, err
	}
	return true, o.queue.Insert(ctx, tx, Wake{IDs: []string{r.id}}, time.Time{})
}

// WithdrawMessage takes back the mails of one message that are held. It says whether all of them
// were: one that went is out.
func (o *Outbox) WithdrawMessage(
	ctx context.Context,
	tx pgx.Tx,
	message string,
	occurrences []string,
) (all bool, err error) {
	if _, err := tx.Exec(ctx, `
		update mail
		set state = 'withdrawn', sealed = null, last_error = $4, updated_at = $5
		where occurrence_id = any($1) and kind = $2 and data->>'message' = $3 and state = 'held'`,
		occurrences, ToEverybody, message, WhyUndone, o.clock.Now()); err != nil {
		return false, err
	}
	err = tx.QueryRow(ctx, `
		select not exists (
			select from mail
			where occurrence_id = any($1) and kind = $2 and data->>'message' = $3
				and state <> 'withdrawn'
		)`, occurrences, ToEverybody, message).Scan(&all)
	return all, err
}

// WithdrawAct takes back the mails of one act about a date that are held. It says whether all of
// them were: one that went is out.
func (o *Outbox) WithdrawAct(ctx context.Context, tx pgx.Tx, act string) (all bool, err error) {
	if _, err := tx.Exec(ctx, `
		update mail
		set state = 'withdrawn', sealed = null, last_error = $2, updated_at = $3
		where data ? 'act' and data->>'act' = $1 and state = 'held'`,
		act, WhyUndone, o.clock.Now()); err != nil {
		return false, err
	}
	err = tx.QueryRow(ctx, `
		select not exists (
			select from mail
			where data ? 'act' and data->>'act' = $1 and state <> 'withdrawn'
		)`, act).Scan(&all)
	return all, err
}

// EndAct takes back the mails of one act about a date that have not gone out: what they say is no
// longer true. One that is on its way right now may arrive, and counts as out.
func (o *Outbox) EndAct(ctx context.Context, tx pgx.Tx, act string) error {
	_, err := tx.Exec(ctx, `
		update mail
		set state = 'withdrawn', sealed = null, last_error = $2, updated_at = $3
		where data ? 'act'
			and state in ('held', 'queued', 'failed')
			and data->>'act' = $1`, act, WhyUntrue, o.clock.Now())
	return err
}

// Out is that somebody was told of an act on a date.
type Out struct {
	Act string
	Row string // the sign-up, or the entry
}

// OutOf gives whom the mails of these acts were about that went out. Of an act on several dates Act
// is the part of it on that date.
func (o *Outbox) OutOf(ctx context.Context, q db.Querier, acts ...string) ([]Out, error) {
	rows, err := q.Query(ctx, `
		select coalesce(about->>'act', data->>'act'), coalesce(about->>'row', cause_id)
		from mail
		left join lateral jsonb_array_elements(data->'about') as t (about) on true
		where data ? 'act' and data->>'act' = any($1) and state in ('sent', 'sending')`, acts)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowToStructByPos[Out])
}

// EndParts takes parts out of the mails of acts on several dates that have not gone out; a mail
// that tells nothing else is taken back.
func (o *Outbox) EndParts(ctx context.Context, tx pgx.Tx, acts, parts []string) error {
	return o.drop(ctx, tx, `data ? 'act' and data->>'act' = any($1)`, `x->>'act' = any($2)`,
		acts, parts)
}

// drop takes what gone says out of the open mails that tell of several dates.
func (o *Outbox) drop(ctx context.Context, tx pgx.Tx, mails, gone string, args ...any) error {
	left := `
		(select coalesce(jsonb_agg(x order by n), '[]')
		from jsonb_array_elements(data->'about') with ordinality as t (x, n)
		where not (` + gone + `))`
	const open = ` and data ? 'about' and state in ('held', 'queued', 'failed')`
	if _, err := tx.Exec(ctx, `
		update mail
		set data = jsonb_set(data, '{about}', `+left+`)
		where `+mails+open+` and exists (
			select from jsonb_array_elements(data->'about') as t (x) where `+gone+`
		)`, args...); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, `
		update mail
		set cause_id = coalesce(data->'about'->0->>'row', cause_id),
			occurrence_id = coalesce(data->'about'->0->>'date', occurrence_id),
			state = case when data->'about' = '[]' then 'withdrawn' else state end,
			sealed = case when data->'about' = '[]' then null else sealed end,
			last_error = case when data->'about' = '[]' then '`+WhyUntrue+`' else last_error end,
			updated_at = $1
		where data ? 'about'
			and state in ('held', 'queued', 'failed')
			and cause_id is distinct from coalesce(data->'about'->0->>'row', '')`, o.clock.Now())
	return err
}
