package persons

import (
	"context"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/db"
	"herstelruimte/internal/privacy"
)

// Consents are how many sign-ups and entries were agreed to, by sentence and way.
func (p *Persons) Consents(ctx context.Context) ([]privacy.ConsentCount, error) {
	rows, err := p.Pool.Query(ctx, `
		select kind, version, source, count(*)::int
		from (
			select 1 as no, 'registration' as kind, doc->>'consentVersion' as version,
				doc->>'source' as source
			from registration
			union all
			select 2, 'entry', doc->>'consentVersion', doc->>'source'
			from waitlist_entry
		) g
		group by no, kind, version, source
		order by no, version desc, source`)
	if err != nil {
		return nil, db.Problem(err)
	}
	all, err := pgx.CollectRows(rows, func(r pgx.CollectableRow) (privacy.ConsentCount, error) {
		c := privacy.ConsentCount{}
		err := r.Scan(&c.Kind, &c.Version, &c.Source, &c.N)
		c.Text = rules.ConsentText(c.Version)
		return c, err
	})
	return all, db.Problem(err)
}
