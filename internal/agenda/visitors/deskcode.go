package visitors

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/waitlist"
	"herstelruimte/internal/db"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/problem"
)

// OpenedByCode leads to what a code opens.
type OpenedByCode struct {
	Status string `json:"status" enum:"registration,entry" doc:"whose page it is"`
	Link   string `json:"link" doc:"the secret of that page, for two hours; it proves no address"`
}

// OpenByCode gives a short link to the sign-up or the entry of a code; to the sign-up, when one
// came of the entry.
//
// Problems: invalid (code: nobody has it, or its term is over).
func (p *Visitors) OpenByCode(
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
			body, prefix := OpenedByCode{Status: "registration"}, waitlist.RegistrationToken
			if row.Table == "waitlist_entry" {
				body.Status, prefix = "entry", waitlist.EntryToken
			}
			body.Link, _, err = p.addLink(ctx, tx, p.Clock.Now(), shortLink{
				prefix: prefix,
				row:    row.ID,
				within: pageLinkFor,
			})
			return httpkit.Answer[OpenedByCode]{
				Status:  http.StatusOK,
				Body:    body,
				Subject: row.ID,
			}, err
		},
	)
}

// byCode gives what a code opens, pgx.ErrNoRows for one that nobody has and for one whose term is
// over.
func (p *Visitors) byCode(
	ctx context.Context,
	q db.Querier,
	code string,
) (row waitlist.OwnRow, err error) {
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
		p.DeskKey(code),
		p.ended(ctx, terms["registrations"], now),
		p.ended(ctx, terms["entries"], now),
	).Scan(&row.Table, &row.ID, &row.Occurrence)
	if err != nil || row.Table == "registration" {
		return row, err
	}
	var became string
	err = q.QueryRow(ctx, `
		select id
		from registration
		where doc ? 'entry'
			and doc->>'entry' = $1`, row.ID).Scan(&became)
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return row, nil
	case err == nil:
		row.Table, row.ID = "registration", became
	}
	return row, err
}

// SweepCodes forgets the codes of which the term is over, should what they open still be there.
func (p *Visitors) SweepCodes(ctx context.Context, now time.Time) error {
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
