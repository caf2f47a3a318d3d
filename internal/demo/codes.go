package demo

import (
	"context"
	"strings"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/app"
)

// deskCodes are those of the first three people of the desk.
func deskCodes(ctx context.Context, a *app.App) string {
	rows, err := a.Pool.Query(ctx, `
		select c.id
		from desk_code c
		join registration r on r.id = c.registration_id
		order by r.order_no
		limit 3`)
	if err != nil {
		return ""
	}
	ids, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return ""
	}
	var codes []string
	for _, id := range ids {
		if code, err := a.Agenda.DeskCode(ctx, a.Pool, id); err == nil && code != "" {
			codes = append(codes, code)
		}
	}
	return strings.Join(codes, ", ")
}
