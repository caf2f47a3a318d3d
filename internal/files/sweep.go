package files

import (
	"context"
	"strings"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/db"
)

// Sweep takes away what nobody needs: uploads that did not go on for a day, files without use for
// thirty days that were never published, files that were thirty days in the trash, and bytes that
// belong to nothing.
func (l *Library) Sweep(ctx context.Context) error {
	now := l.Clock.Now()
	if _, err := l.Pool.Exec(ctx, `
		delete from upload
		where updated_at < $1`, now.Add(-unfinishedIn)); err != nil {
		return db.Problem(err)
	}
	err := db.InTx(ctx, l.Pool, func(tx pgx.Tx) error {
		gone, err := db.All[string](
			ctx, tx, `
			delete from file f
			where (unused_since < $1
					and published_at is null
					and status = 'ready'
					and created_at < $1
				or trashed_at < $2)
			  and not exists (select 1 from file_use u where u.file_id = f.id)
			returning id`,
			now.Add(-unusedTerm),
			now.Add(-trashTerm),
		)
		if err != nil || len(gone) == 0 {
			return err
		}
		return l.Jobs.Insert(ctx, tx, removal{IDs: gone}, now)
	})
	if err != nil {
		return err
	}
	return l.sweepBytes(ctx)
}

// sweepBytes removes what is in the store under no upload and no file that the database knows. Rows
// come before their bytes, so what was listed before the rows were read, and has none, is nobody's.
// A file that has none may get it back from a backup: its bytes stay until the oldest backup is
// younger. Those of withdrawn ones go at once.
func (l *Library) sweepBytes(ctx context.Context) error {
	uploads, err := l.strange(ctx, "uploads/", `
		select id
		from upload
		where status in ('receiving', 'working')`)
	if err != nil {
		return err
	}
	for _, id := range uploads {
		if err := l.removeUnder(ctx, uploadFolder(id)); err != nil {
			return err
		}
	}
	strays, err := l.strange(ctx, "media/", `
		select id
		from file
		where status = 'ready'
		union
		select file_id
		from upload
		where status = 'working'`)
	if err != nil {
		return err
	}
	now := l.Clock.Now()
	old, err := db.All[string](
		ctx, l.Pool, `
		with kept as (
			delete from file_stray s where not exists (
				select from unnest($1::text[]) as listed (id) where listed.id = s.id
			)
		),
		  noted as (insert into file_stray (id, since) select unnest($1), $2 on conflict do nothing)
		select s.id
		from file_stray s
		join unnest($1::text[]) as listed (id) on listed.id = s.id
		where s.since < $3
		union
		select f.id
		from file f
		join unnest($1::text[]) as listed (id) on listed.id = f.id
		where f.status = 'withdrawn'`,
		list(strays),
		now,
		now.Add(-unusedTerm),
	)
	if err != nil {
		return err
	}
	return l.removeBytes(ctx, old...)
}

// strange gives the ids that have bytes in a folder of the store and are not among those that sql
// finds.
func (l *Library) strange(ctx context.Context, folder, sql string) (out []string, err error) {
	names, err := l.Store.List(ctx, folder)
	if err != nil || len(names) == 0 {
		return nil, err
	}
	known, err := db.All[string](ctx, l.Pool, sql)
	if err != nil {
		return nil, err
	}
	seen := make(map[string]bool, len(known))
	for _, id := range known {
		seen[id] = true
	}
	for _, name := range names {
		id, _, _ := strings.Cut(strings.TrimPrefix(name, folder), "/")
		if !seen[id] {
			seen[id] = true
			out = append(out, id)
		}
	}
	return out, nil
}
