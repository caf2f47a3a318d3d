package places

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/db"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/privacy"
	"herstelruimte/internal/problem"
)

const codeTable = "desk_code"

func (p *Places) deskKey(code string) []byte { return p.Keys.LookupKey("desk code", code) }

func showDeskCode(code string) string {
	const half = rules.DeskCodeLength / 2
	return code[:half] + "-" + code[half:]
}

// NewDeskCode gives a sign-up or an entry a new code, for staff to read aloud or print, in the
// transaction of who asks for it. The one before it ends, also that of the entry from which a
// sign-up came, and so do the pages that are open by it.
//
// Problems: not_found.
func (p *Places) NewDeskCode(ctx context.Context, tx pgx.Tx, id string) (string, error) {
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
		p.deskKey(code),
		p.Keys.Seal(codeTable, id, []byte(code)),
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
	return showDeskCode(code), p.endCodePages(ctx, tx, id)
}

// codeToEntry gives the code of a sign-up that goes to the entry from which it came: it is the one
// that its owner has on paper.
func (p *Places) codeToEntry(ctx context.Context, tx pgx.Tx, registration, entry string) error {
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
	code, err := p.Keys.Open(codeTable, registration, box)
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `
		insert into desk_code (id, entry_id, code_key, sealed, created_at)
		select id, id, $2, $3, $4
		from waitlist_entry
		where id = $1`,
		entry, p.deskKey(string(code)), p.Keys.Seal(codeTable, entry, code), made)
	return err
}

// endCodePages ends the pages of a sign-up or an entry that are open by its code.
func (p *Places) endCodePages(ctx context.Context, tx pgx.Tx, id string) error {
	_, err := tx.Exec(ctx, `
		delete from own_link
		where (registration_id = $1 or entry_id = $1)
			and mailed_to is null
			and until is not null`, id)
	return err
}

// DeskCode is the code of a sign-up or an entry as staff see it: that of the entry from which a
// sign-up came, when it has none of its own; "" when there is none.
func (p *Places) DeskCode(ctx context.Context, q db.Querier, id string) (string, error) {
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
	code, err := p.Keys.Open(codeTable, owner, box)
	if err != nil {
		return "", err
	}
	return showDeskCode(string(code)), nil
}

// OpenedByCode leads to what a code opens.
type OpenedByCode struct {
	Status string `json:"status" enum:"registration,entry" doc:"whose page it is"`
	Link   string `json:"link" doc:"the secret of that page, for two hours; it proves no address"`
}

// openByCode gives a short link to the sign-up or the entry of a code; to the sign-up, when one
// came of the entry.
//
// Problems: invalid (code: nobody has it, or its term is over).
func (p *Places) openByCode(
	ctx context.Context,
	code string,
) (*httpkit.Reply[OpenedByCode], error) {
	return httpkit.Once(
		ctx,
		p.Keeper,
		func(tx pgx.Tx) (out httpkit.Answer[OpenedByCode], err error) {
			row, err := p.byCode(ctx, tx, code)
			if errors.Is(err, pgx.ErrNoRows) {
				return out, problem.WithFields(problem.Field{
					Name: "code",
					Code: problem.Invalid,
				})
			}
			if err != nil {
				return out, err
			}
			body, prefix := OpenedByCode{Status: "registration"}, RegistrationToken
			if row.table == "waitlist_entry" {
				body.Status, prefix = "entry", EntryToken
			}
			body.Link, _, err = p.addLink(ctx, tx, p.Clock.Now(), shortLink{
				prefix: prefix,
				row:    row.id,
				within: pageLinkFor,
			})
			return httpkit.Answer[OpenedByCode]{
				Status:  http.StatusOK,
				Body:    body,
				Subject: row.id,
			}, err
		},
	)
}

// byCode gives what a code opens, pgx.ErrNoRows for one that nobody has and for one whose term is
// over.
func (p *Places) byCode(ctx context.Context, q db.Querier, code string) (row ownRow, err error) {
	now := p.Clock.Now()
	err = q.QueryRow(
		ctx, `
		select 'registration', g.id, g.occurrence_id
		from desk_code c
		join registration g on g.id = c.registration_id
		join occurrence o on o.id = g.occurrence_id
		where c.code_key = $1
			and not `+termOver(`$2`)+`
		union all
		select 'waitlist_entry', g.id, g.occurrence_id
		from desk_code c
		join waitlist_entry g on g.id = c.entry_id
		join occurrence o on o.id = g.occurrence_id
		where c.code_key = $1
			and not `+termOver(`$3`),
		p.deskKey(code),
		p.ended(ctx, terms["registrations"], now),
		p.ended(ctx, terms["entries"], now),
	).Scan(&row.table, &row.id, &row.occurrence)
	if err != nil || row.table == "registration" {
		return row, err
	}
	var became string
	err = q.QueryRow(ctx, `
		select id
		from registration
		where doc ? 'entry'
			and doc->>'entry' = $1`, row.id).Scan(&became)
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return row, nil
	case err == nil:
		row.table, row.id = "registration", became
	}
	return row, err
}

// sweepCodes forgets the codes of which the term is over, should what they open still be there.
func (p *Places) sweepCodes(ctx context.Context, now time.Time) error {
	_, err := p.Pool.Exec(
		ctx, `
		delete from desk_code
		where registration_id in (
				select g.id
				from registration g
				join occurrence o on o.id = g.occurrence_id
				where `+termOver(`$1`)+`
			)
			or entry_id in (
				select g.id
				from waitlist_entry g
				join occurrence o on o.id = g.occurrence_id
				where `+termOver(`$2`)+`
			)`,
		p.ended(ctx, terms["registrations"], now),
		p.ended(ctx, terms["entries"], now),
	)
	return db.Problem(err)
}

// RenewCode gives somebody a new code of the desk; the one before it ends, unless this is taken
// back.
//
// Problems: those of staffOn.
func (p *Places) RenewCode(ctx context.Context, by By, id string) (Done, error) {
	return p.onPerson(ctx, by, id, func(
		tx pgx.Tx,
		s *rules.Slot,
		r registrationRow,
	) (a acted, err error) {
		if err := s.MayRun(by.Actor); err != nil {
			return a, err
		}
		old, err := p.DeskCode(ctx, tx, r.id)
		if err != nil {
			return a, err
		}
		last, err := p.lastAct(ctx, tx, r.id, actCode)
		if err != nil {
			return a, err
		}
		// a colleague made one just now, and may be reading it aloud: it must not end here
		if last != nil && last.by != by.Actor.ID && last.undoUntil != nil &&
			s.Now.Before(*last.undoUntil) {
			a.earlier, a.done.Code = last, old
			return a, nil
		}
		a.doc, a.undo = &codeAct{Made: old == ""}, undoTime
		if a.done.Code, err = p.NewDeskCode(ctx, tx, r.id); err != nil || old == "" {
			return a, err
		}
		return a, p.keepEarlierCode(ctx, tx, r.id, strings.ReplaceAll(old, "-", ""))
	})
}
