package files

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/privacy"
	"herstelruimte/internal/problem"
)

const fileColumns = `
	f.id, f.kind, f.status, f.label, f.alt, f.decorative, f.people,
		f.agreed_at, coalesce(f.agreed_by, ''), f.focal_x, f.focal_y,
		f.width, f.height, f.widths, f.avif, f.size, f.version,
		f.created_at, f.created_by, f.updated_at, f.updated_by, f.trashed_at,
		(select count(*) from file_use u where u.file_id = f.id),
		exists (select 1 from file_use u where u.file_id = f.id and u.published)`

// kept is a file with what its answer needs apart from it.
type kept struct {
	File
	created time.Time
}

func scanFile(row pgx.CollectableRow) (k kept, err error) {
	var m Media
	var agreedBy, updatedBy string
	var agreed, trashed *time.Time
	var updated time.Time
	f := &k.File
	err = row.Scan(
		&f.ID,
		&f.Kind,
		&f.Status,
		&f.Label,
		&f.Alt,
		&f.Decorative,
		&f.People,
		&agreed,
		&agreedBy,
		&m.FocalX,
		&m.FocalY,
		&m.Width,
		&m.Height,
		&m.Widths,
		&m.Avif,
		&f.Size,
		&f.Version,
		&k.created,
		&f.CreatedBy.UID,
		&updated,
		&updatedBy,
		&trashed,
		&f.Uses,
		&f.Public,
	)
	if err != nil {
		return k, err
	}
	f.CreatedAt, f.UpdatedAt, f.UpdatedBy = clock.Moment(
		k.created,
	), clock.Moment(updated), Person{UID: updatedBy}
	if agreed != nil {
		f.AgreedAt, f.AgreedBy = clock.Moment(*agreed), &Person{UID: agreedBy}
	}
	switch {
	case f.Status == "withdrawn":
		f.Public = false
		return k, nil
	case trashed != nil:
		f.Status, f.GoneAt = "trashed", clock.Moment(trashed.Add(trashTerm))
	}
	if f.Kind == Image {
		f.Media = &m
	} else {
		f.Document = &Document{Name: addressName(f.Label), Size: f.Size}
	}
	return k, nil
}

// mayTouch says whether somebody may see and change this file: a begeleider only their own.
func mayTouch(who identity.Actor, owner string) bool {
	return owner == who.ID || who.Has(identity.Redactie, identity.Coordinator, identity.Beheerder)
}

// find gives a page of the library, newest first.
func (l *Library) find(ctx context.Context, in listInput) (out Listed, err error) {
	where, args := []string{"true"}, []any{}
	add := func(condition string, values ...any) {
		for _, v := range values {
			args = append(args, v)
			condition = strings.Replace(condition, "?", fmt.Sprintf("$%d", len(args)), 1)
		}
		where = append(where, condition)
	}
	for word := range strings.FieldsSeq(httpkit.Folded(in.Zoek)) {
		add("strpos(f.search, ?) > 0", word)
	}
	if in.Soort != "" {
		add("f.kind = ?", string(in.Soort))
	}
	add(statusRule(in.Status))
	if who := identity.ActorOf(ctx); !mayTouch(who, "") {
		add("f.created_by = ?", who.ID)
	}
	if in.Na != "" {
		after, err := db.ReadCursor(in.Na, db.Last)
		if err != nil {
			return out, err
		}
		add("(f.created_at, f.id) < (?, ?)", after.At, after.ID)
	}
	found, err := db.Rows(ctx, l.Pool, scanFile, fmt.Sprintf(
		`
		select %s
		from file f
		where %s
		order by f.created_at desc, f.id desc
		limit %d`,
		fileColumns,
		strings.Join(where, " and "),
		pageSize+1,
	), args...)
	if err != nil {
		return out, err
	}
	found, out.Next = db.Page(found, pageSize, func(k kept) db.Cursor {
		return db.Cursor{At: k.created, ID: k.ID}
	})
	out.Items = make([]File, len(found))
	for i := range found {
		out.Items[i] = found[i].File
	}
	return out, l.named(ctx, out.Items)
}

func statusRule(status string) string {
	switch status {
	case "trashed":
		return "f.status = 'ready' and f.trashed_at is not null"
	case "withdrawn":
		return "f.status = 'withdrawn'"
	case "unused":
		return "f.status = 'ready' and f.trashed_at is null and not exists (select 1 from " +
			"file_use u where u.file_id = f.id)"
	}
	return "f.status = 'ready' and f.trashed_at is null"
}

// named puts the names of staff in.
func (l *Library) named(ctx context.Context, all []File) error {
	if l.Names == nil || len(all) == 0 {
		return nil
	}
	var uids []string
	for i := range all {
		uids = append(uids, all[i].CreatedBy.UID, all[i].UpdatedBy.UID)
		if all[i].AgreedBy != nil {
			uids = append(uids, all[i].AgreedBy.UID)
		}
	}
	names, err := l.Names(ctx, uids)
	for i := range all {
		all[i].CreatedBy.Name = names[all[i].CreatedBy.UID]
		all[i].UpdatedBy.Name = names[all[i].UpdatedBy.UID]
		if by := all[i].AgreedBy; by != nil {
			by.Name = names[by.UID]
		}
	}
	return err
}

// stored gives one file that the caller may see; not_found otherwise.
func stored(ctx context.Context, q db.Querier, id, suffix string) (File, error) {
	rows, err := q.Query(ctx, `select `+fileColumns+` from file f where f.id = $1 `+suffix, id)
	if err != nil {
		return File{}, err
	}
	k, err := pgx.CollectExactlyOneRow(rows, scanFile)
	if err == nil && !mayTouch(identity.ActorOf(ctx), k.CreatedBy.UID) {
		return File{}, problem.New(problem.NotFound)
	}
	return k.File, db.Problem(err)
}

// one gives a file with what uses it.
func (l *Library) one(ctx context.Context, id string) (File, error) {
	f, err := stored(ctx, l.Pool, id, "")
	if err == nil && l.Places != nil {
		f.Places, err = l.Places(ctx, id)
	}
	if err != nil {
		return f, err
	}
	one := []File{f}
	err = l.named(ctx, one)
	return one[0], err
}

// alter changes one file at the version that the caller saw: precondition_required without one,
// precondition_failed when somebody was earlier. what says whether the change may be.
func (l *Library) alter(
	ctx context.Context,
	id, match, action string,
	change func(tx pgx.Tx, was File) error,
) (File, error) {
	who := identity.ActorOf(ctx)
	err := db.InTx(ctx, l.Pool, func(tx pgx.Tx) error {
		was, err := stored(ctx, tx, id, "for update of f")
		if err != nil {
			return err
		}
		if err := httpkit.Matches(match, was.Version); err != nil {
			return err
		}
		if was.Status == "withdrawn" {
			return problem.New(problem.Gone)
		}
		if err := change(tx, was); err != nil {
			return err
		}
		return privacy.Record(ctx, tx, l.Clock.Now(), privacy.Entry{
			Actor:    who.ID,
			Roles:    who.RoleNames(),
			Action:   action,
			Kind:     JournalKind,
			ObjectID: id,
		})
	})
	if err != nil {
		return File{}, err
	}
	if l.Changed != nil {
		l.Changed()
	}
	return l.one(ctx, id)
}

// unsaid is what stands there until somebody says who can be recognised on a picture.
const unsaid = "unknown"

// change stores what staff say about a file.
func (l *Library) change(ctx context.Context, id, match string, c Changes) (File, error) {
	return l.alter(ctx, id, match, "changed", func(tx pgx.Tx, was File) error {
		f, fields := c.apply(was)
		if was.Public && f.People == unsaid && was.People != unsaid {
			fields.Add("people", problem.Required) // visitors see it: it can only be withdrawn
		}
		if len(fields) > 0 {
			return problem.WithFields(fields...)
		}
		var x, y int
		if f.Media != nil {
			x, y = f.Media.FocalX, f.Media.FocalY
		}
		who, now := identity.ActorOf(ctx).ID, l.Clock.Now()
		_, err := tx.Exec(
			ctx,
			`
			update file
			set label = @label, search = @search, alt = @alt, decorative = @decorative,
				people = @people, focal_x = @x, focal_y = @y,
				agreed_at = case
					when @people <> 'agreed' then null
					when people = 'agreed' then agreed_at
					else @now end,
				agreed_by = case
					when @people <> 'agreed' then null
					when people = 'agreed' then agreed_by
					else @who end,
				updated_at = @now, updated_by = @who, version = version + 1
			where id = @id`,
			pgx.NamedArgs{
				"id":         id,
				"label":      f.Label,
				"search":     httpkit.Folded(f.Label + "\n" + f.Alt),
				"alt":        f.Alt,
				"decorative": f.Decorative,
				"people":     f.People,
				"x":          x,
				"y":          y,
				"now":        now,
				"who":        who,
			})
		if err == nil && was.Public {
			err = l.Raise(ctx, tx)
		}
		return err
	})
}

// apply gives the file as it would be, and what is wrong with that, in order of the form.
func (c Changes) apply(f File) (File, problem.Faults) {
	var faults problem.Faults
	set(&f.Decorative, c.Decorative)
	set(&f.People, c.People)
	if c.Label != nil {
		f.Label = httpkit.Line(*c.Label)
		faults.Length("label", f.Label, 1, 200)
	}
	if c.Alt != nil {
		f.Alt = httpkit.Line(*c.Alt)
		faults.Length("alt", f.Alt, 0, 200)
	}
	if f.Media != nil {
		m := *f.Media
		set(&m.FocalX, c.FocalX)
		set(&m.FocalY, c.FocalY)
		f.Media = &m
		for name, v := range map[string]int{"focalX": m.FocalX, "focalY": m.FocalY} {
			if v < 0 || v > 100 {
				faults.Add(name, problem.Invalid)
			}
		}
	}
	return f, faults
}

func set[T any](to *T, from *T) {
	if from != nil {
		*to = *from
	}
}

// takeAway withdraws a file for good.
func (l *Library) takeAway(ctx context.Context, id, match string) (File, error) {
	return l.alter(ctx, id, match, "withdrawn", func(tx pgx.Tx, _ File) error {
		return l.Withdraw(ctx, tx, id)
	})
}

// trash puts a file away for thirty days. What visitors see stays: conflict.
func (l *Library) trash(ctx context.Context, id, match string) (File, error) {
	return l.alter(ctx, id, match, "trashed", func(tx pgx.Tx, was File) error {
		if was.Public {
			return problem.New(problem.Conflict)
		}
		return l.setTrashed(ctx, tx, id, true)
	})
}

func (l *Library) untrash(ctx context.Context, id, match string) (File, error) {
	return l.alter(ctx, id, match, "untrashed", func(tx pgx.Tx, _ File) error {
		return l.setTrashed(ctx, tx, id, false)
	})
}

func (l *Library) setTrashed(ctx context.Context, tx pgx.Tx, id string, trashed bool) error {
	_, err := tx.Exec(ctx, `
		update file
		set trashed_at = case when $2 then coalesce(trashed_at, $3) end,
			updated_at = $3, updated_by = $4, version = version + 1
		where id = $1`,
		id, trashed, l.Clock.Now(), identity.ActorOf(ctx).ID)
	return err
}

// addressName is the name of a pdf as its address has it: plain letters, digits and hyphens.
func addressName(label string) string {
	base := httpkit.Folded(label)
	base = strings.TrimSuffix(base, ".pdf")
	base = strings.Trim(
		strings.Join(
			strings.FieldsFunc(base, func(r rune) bool {
				return (r < 'a' || r > 'z') && (r < '0' || r > '9')
			}),
			"-",
		),
		"-",
	)
	if len(base) > 80 {
		base = strings.Trim(base[:80], "-")
	}
	if base == "" {
		base = "bestand"
	}
	return base + ".pdf"
}
