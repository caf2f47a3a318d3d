package booking

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/db"
	"herstelruimte/internal/privacy"
	"herstelruimte/internal/problem"
)

const CodeTable = "desk_code"

func (p *Booking) DeskKey(code string) []byte { return p.Keys.LookupKey("desk code", code) }

func ShowDeskCode(code string) string {
	const half = rules.DeskCodeLength / 2
	return code[:half] + "-" + code[half:]
}

// NewDeskCode gives a sign-up or an entry a new code, for staff to read aloud or print. The one
// before it ends, also that of the entry from which a sign-up came, and so do the pages that are
// open by it.
//
// Problems: not_found.
func (p *Booking) NewDeskCode(ctx context.Context, tx pgx.Tx, id string) (string, error) {
	code := privacy.NewCode(rules.DeskCodeLength)
	tag, err := tx.Exec(
		ctx, `
		insert into desk_code (id, registration_id, entry_id, code_key, sealed, created_at)
		select $1, r.id, e.id, $2, $3, $4
		from (select $1::text as id) asked
		left join registration r on r.id = asked.id
		left join waitlist_entry e on e.id = asked.id
		where coalesce(r.id, e.id) is not null
		on conflict (id) do update
		set code_key = excluded.code_key,
			sealed = excluded.sealed,
			created_at = excluded.created_at`,
		id,
		p.DeskKey(code),
		p.Keys.Seal(CodeTable, id, []byte(code)),
		p.Clock.Now(),
	)
	if err != nil {
		return "", err
	}
	if tag.RowsAffected() == 0 {
		return "", problem.New(problem.NotFound)
	}
	if _, err := tx.Exec(ctx, `
		delete from desk_code
		where id = (select doc->>'entry' from registration where id = $1)`, id); err != nil {
		return "", err
	}
	return ShowDeskCode(code), p.EndCodePages(ctx, tx, id)
}

// CodeToEntry gives the code of a sign-up that goes to the entry from which it came: its owner has
// it on paper.
func (p *Booking) CodeToEntry(ctx context.Context, tx pgx.Tx, registration, entry string) error {
	var box []byte
	var made time.Time
	err := tx.QueryRow(ctx, `
		delete from desk_code
		where id = $1
		returning sealed, created_at`, registration).Scan(&box, &made)
	if errors.Is(err, pgx.ErrNoRows) { // that of the entry still holds, or there was none
		return nil
	}
	if err != nil {
		return err
	}
	code, err := p.Keys.Open(CodeTable, registration, box)
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `
		insert into desk_code (id, entry_id, code_key, sealed, created_at)
		select id, id, $2, $3, $4
		from waitlist_entry
		where id = $1`,
		entry, p.DeskKey(string(code)), p.Keys.Seal(CodeTable, entry, code), made)
	return err
}

// EndCodePages ends the pages of a sign-up or an entry that are open by its code.
func (p *Booking) EndCodePages(ctx context.Context, tx pgx.Tx, id string) error {
	_, err := tx.Exec(ctx, `
		delete from own_link
		where (registration_id = $1 or entry_id = $1)
			and mailed_to is null
			and until is not null`, id)
	return err
}

// DeskCode is the code of a sign-up or an entry as staff see it: that of the entry from which a
// sign-up came, when it has none of its own; "" for none.
func (p *Booking) DeskCode(ctx context.Context, q db.Querier, id string) (string, error) {
	var owner string
	var box []byte
	err := q.QueryRow(ctx, `
		select id, sealed
		from desk_code
		where id = $1
			or id = (select doc->>'entry' from registration where id = $1)
		order by id = $1 desc
		limit 1`, id).Scan(&owner, &box)
	if errors.Is(err, pgx.ErrNoRows) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	code, err := p.Keys.Open(CodeTable, owner, box)
	if err != nil {
		return "", err
	}
	return ShowDeskCode(string(code)), nil
}
