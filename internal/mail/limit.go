package mail

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"time"

	"github.com/jackc/pgx/v5"
)

const (
	dailyLimit  = 5.0
	limitPeriod = 24 * time.Hour
)

// shares are what addresses had in 24 hours: each of all that visitors cause, and of every kind
// that has a limit of its own.
type shares struct {
	factor float64
	had    map[string]float64 // by the address, with the kind or nothing
}

// apart is the kind of a mail that has a limit of its own, else nothing.
func apart(m Mail) string {
	if kinds[m.Kind].aDay > 0 {
		return string(m.Kind)
	}
	return ""
}

// counted says whether a mail falls under a limit.
func (s shares) counted(m Mail) bool { return (m.Limited || apart(m) != "") && s.factor > 0 }

// over tells of each mail, in their order, whether its address had all that it gets.
func (s shares) over(m Mail, key []byte) bool {
	if !s.counted(m) {
		return false
	}
	of, most := string(key)+apart(m), cmp.Or(kinds[m.Kind].aDay, dailyLimit)
	if s.had[of] >= max(1, math.Floor(most*s.factor)) {
		return true
	}
	if apart(m) != "" && m.Limited {
		s.had[string(key)]++
	}
	s.had[of]++
	return false
}

// shares reads those of the addresses of these mails. It locks the addresses first, in one order,
// so that sign-ups at one moment are counted one after the other.
func (o *Outbox) shares(ctx context.Context, tx pgx.Tx, all []Mail) (shares, error) {
	s := shares{o.cfg.LimitFactor, map[string]float64{}}
	var keys [][]byte
	var of []string
	for _, m := range all {
		if s.counted(m) {
			keys, of = append(keys, o.cfg.Key(m.To)), append(of, apart(m))
		}
	}
	if len(keys) == 0 {
		return s, nil
	}
	b := &pgx.Batch{}
	b.Queue(`
		select pg_advisory_xact_lock(address)
		from (
			select distinct hashtextextended('mail:' || encode(key, 'hex'), 0) as address
			from unnest($1::bytea[]) as k (key)
			order by address
		) addresses`, keys)
	var key []byte
	var kind string
	var n float64
	b.Queue(`
		select k.key, k.kind, (
			select count(*)
			from mail
			where recipient_key = k.key
				and created_at > $3
				and case when k.kind = '' then limited else mail.kind = k.kind end
		)
		from unnest($1::bytea[], $2::text[]) as k (key, kind)`,
		keys, of, o.clock.Now().Add(-limitPeriod)).Query(func(rows pgx.Rows) error {
		_, err := pgx.ForEachRow(rows, []any{&key, &kind, &n}, func() error {
			s.had[string(key)+kind] = n
			return nil
		})
		return err
	})
	if err := tx.SendBatch(ctx, b).Close(); err != nil {
		return s, fmt.Errorf("mail: limit: %w", err)
	}
	return s, nil
}
