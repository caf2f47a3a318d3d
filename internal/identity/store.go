package identity

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/db"
	"herstelruimte/internal/problem"
)

// session is one row of staff_session, without its hash.
type session struct {
	id, sub, sid, device  string
	sealed                []byte
	roles                 []Role
	authTime, tokenTime   time.Time
	createdAt, lastSeenAt time.Time
	shared                bool
}

// expires is when the session ends if nobody calls any more.
func (s session) expires() time.Time {
	byIdle, byAge := s.lastSeenAt.Add(idle), s.createdAt.Add(absolute)
	if byIdle.Before(byAge) {
		return byIdle
	}
	return byAge
}

const (
	columns = `
		id, sub, sid, device, sealed, roles, auth_time, token_time, created_at, last_seen_at, shared`
	touch = time.Minute // how finely last_seen_at is kept
)

func scan(row pgx.CollectableRow) (s session, err error) {
	err = row.Scan(
		&s.id,
		&s.sub,
		&s.sid,
		&s.device,
		&s.sealed,
		&s.roles,
		&s.authTime,
		&s.tokenTime,
		&s.createdAt,
		&s.lastSeenAt,
		&s.shared,
	)
	return s, err
}

// one gives the session that a query found, unauthorized when there is none.
func one(ctx context.Context, q db.Querier, sql string, args ...any) (session, error) {
	rows, err := q.Query(ctx, sql, args...)
	if err != nil {
		return session{}, db.Problem(err)
	}
	s, err := pgx.CollectExactlyOneRow(rows, scan)
	if errors.Is(err, pgx.ErrNoRows) {
		return session{}, problem.New(problem.Unauthorized)
	}
	return s, db.Problem(err)
}

const seenSQL = `
	with touched as (
update staff_session
set last_seen_at = $2
where hash = $1
	and last_seen_at > $3
	and last_seen_at <= $5
	and created_at > $4
) select ` + columns +
	` from staff_session where hash = $1 and last_seen_at > $3 and created_at > $4`

// seen gives the living session with this hash and notes, to the minute, that it was used: one
// statement a call.
func seen(ctx context.Context, q db.Querier, hash []byte, now time.Time) (session, error) {
	s, err := one(ctx, q, seenSQL, hash, now, now.Add(-idle), now.Add(-absolute), now.Add(-touch))
	if err == nil && now.Sub(s.lastSeenAt) >= touch {
		s.lastSeenAt = now // the statement shows the row as it was
	}
	return s, err
}

// held gives the living session with this hash, locked for the caller's transaction.
func held(ctx context.Context, tx pgx.Tx, hash []byte, now time.Time) (session, error) {
	return one(
		ctx, tx, `
		select `+columns+
			`
				from staff_session
				where hash = $1
					and last_seen_at > $2
					and created_at > $3
				for update`,
		hash,
		now.Add(-idle),
		now.Add(-absolute),
	)
}

// living gives the sessions that are not over, of one person or (with an empty sub) of everybody,
// newest first.
func living(ctx context.Context, q db.Querier, sub string, now time.Time) ([]session, error) {
	rows, err := q.Query(ctx, `
		select `+columns+
		`
			from staff_session
			where ($1 = '' or sub = $1)
				and last_seen_at > $2
				and created_at > $3
			order by created_at desc, id`,
		sub, now.Add(-idle), now.Add(-absolute))
	if err != nil {
		return nil, db.Problem(err)
	}
	out, err := pgx.CollectRows(rows, scan)
	return out, db.Problem(err)
}

// spread gives every session of a person the roles of the newest token of that person, which are
// those of t or those of a session that saw a newer one: rights that were taken away are gone in
// every browser. A session without a role may rest on a password alone, so it gets none: it ends,
// and the next token of its browser makes another. The caller has the lock of the person.
func spread(ctx context.Context, tx pgx.Tx, t token) ([]Role, error) {
	newest := t.roles
	err := tx.QueryRow(ctx, `
		select roles
		from staff_session
		where sub = $1
			and token_time > $2
		order by token_time desc, id
		limit 1`,
		t.sub, t.issuedAt).Scan(&newest)
	if err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return nil, err
	}
	if _, err = tx.Exec(ctx, `
		delete from staff_session
		where sub = $1
			and roles = '{}'
			and $2::text[] <> '{}'`,
		t.sub, newest); err != nil {
		return nil, err
	}
	_, err = tx.Exec(ctx, `
		update staff_session
		set roles = $2
		where sub = $1
			and roles <> $2`,
		t.sub, newest)
	return newest, err
}

// lockPerson makes everybody wait who makes or ends sessions of this person, and gives the cut-off
// (zero: none).
func lockPerson(ctx context.Context, tx pgx.Tx, sub string) (time.Time, error) {
	var at *time.Time
	err := tx.QueryRow(
		ctx, `
		insert into staff_cutoff (sub)
		values ($1)
		on conflict (sub) do update set at = staff_cutoff.at
		returning at`,
		sub,
	).Scan(&at)
	if err != nil || at == nil {
		return time.Time{}, err
	}
	return *at, nil
}

// claim notes that a token made or refreshed a session, and gives the session that it did so for
// first.
func claim(ctx context.Context, tx pgx.Tx, jti, session string, now time.Time) (owner string, err error) {
	err = tx.QueryRow(
		ctx, `
		insert into staff_token (jti, session_id, seen_at)
		values ($1, $2, $3)
		on conflict (jti) do update set jti = excluded.jti
		returning coalesce(session_id, '')`,
		hashOf(jti),
		session,
		now,
	).Scan(&owner)
	return owner, err
}

// claimLogout says whether this logout token comes for the first time.
func claimLogout(ctx context.Context, tx pgx.Tx, jti string, now time.Time) (first bool, err error) {
	tag, err := tx.Exec(
		ctx, `
		insert into staff_token (jti, seen_at)
		values ($1, $2)
		on conflict (jti) do nothing`,
		hashOf("logout "+jti),
		now,
	)
	return tag.RowsAffected() == 1, err
}

func insert(ctx context.Context, tx pgx.Tx, s session, hash []byte) error {
	_, err := tx.Exec(
		ctx, `
		insert into staff_session (id, hash, sub, sid, device, sealed, roles, auth_time, token_time,
			created_at, last_seen_at, shared)
		values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
		s.id,
		hash,
		s.sub,
		s.sid,
		s.device,
		s.sealed,
		s.roles,
		s.authTime,
		s.tokenTime,
		s.createdAt,
		s.lastSeenAt,
		s.shared,
	)
	return err
}

func update(ctx context.Context, tx pgx.Tx, s session, hash []byte) error {
	_, err := tx.Exec(ctx, `
		update staff_session
		set hash = $2, device = $3, sealed = $4, roles = $5, auth_time = $6,
			token_time = $7, last_seen_at = $8, shared = $9
		where id = $1`,
		s.id, hash, s.device, s.sealed, s.roles, s.authTime, s.tokenTime, s.lastSeenAt, s.shared)
	return err
}

// endSession notes that the identity service's session sid makes no session of ours any more,
// unless with a later sign-in.
func endSession(ctx context.Context, tx pgx.Tx, sid string, now time.Time) error {
	_, err := tx.Exec(
		ctx, `
		insert into staff_ended (sid, at)
		values ($1,
			$2)
		on conflict (sid) do update set at = greatest(staff_ended.at, excluded.at)`,
		sid,
		now,
	)
	return err
}

// Sweep forgets what is over: sessions, tokens that are too old to be posted again, and cut-offs
// that no sign-in at the identity service can be older than. Where somebody reads mail goes a year
// after their last sign-in.
func (i *Identity) Sweep(ctx context.Context) error {
	now := i.clock.Now()
	for _, s := range []struct {
		sql  string
		args []any
	}{
		{
			`
			delete from staff_session
			where id in (
				select id
				from staff_session
				where last_seen_at <= $1
					or created_at <= $2
				for update skip locked
			)`,
			[]any{now.Add(-idle), now.Add(-absolute)},
		},
		{`
			delete from staff_token
			where seen_at <= $1`, []any{now.Add(-keepTokens)}},
		{`
			delete from staff_cutoff
			where at is null or at <= $1`, []any{now.Add(-keepCutoffs)}},
		{`
			delete from staff_ended
			where at <= $1`, []any{now.Add(-keepCutoffs)}},
		{`
			update staff_member
			set address = null, address_at = null, mails_off = '{}'
			where last_seen <= $1
				and (address is not null or mails_off <> '{}')`, []any{now.AddDate(-1, 0, 0)}},
	} {
		if _, err := i.pool.Exec(ctx, s.sql, s.args...); err != nil {
			return db.Problem(err)
		}
	}
	return nil
}

const (
	keepTokens  = time.Hour      // a token is refused after six minutes
	keepCutoffs = 24 * time.Hour // the identity service ends a sign-in after ten hours
)
