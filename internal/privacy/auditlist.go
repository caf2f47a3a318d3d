package privacy

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/problem"
)

// Audit shows the audit log to staff. All fields are required.
type Audit struct {
	Pool *pgxpool.Pool
	// Who asks: their uid and roles.
	Who func(context.Context) (uid string, roles []string)
	// Names are those of members of staff, by uid.
	Names func(ctx context.Context, uids []string) (map[string]string, error)
	// KeepDays is how many days an entry stays.
	KeepDays func(context.Context) int
	// Titles are those of what staff write, by id, as far as who asks may read it.
	Titles func(ctx context.Context, ids []string) (map[string]string, error)
}

const (
	auditPage      = 50
	complaintKind  = "complaint"
	confidantRole  = "vertrouwenspersoon"
	longestActorID = 200
)

// auditReaders read the entries of everybody.
var auditReaders = []string{"coordinator", "beheerder"}

// AuditEntry is one line as staff read it.
type AuditEntry struct {
	No       string   `json:"no"`
	At       string   `json:"at" format:"date-time"`
	UID      string   `json:"uid"`
	Name     string   `json:"name" doc:"empty: nobody knows any more"`
	Roles    []string `json:"roles" doc:"theirs at that moment"`
	Action   string   `json:"action"`
	Kind     string   `json:"kind"`
	ObjectID string   `json:"objectId,omitempty"`
	Title    string   `json:"title,omitempty" doc:"as it is called now; only of what staff write"`
	Reason   string   `json:"reason,omitempty"`
	Request  string   `json:"request,omitempty"`
}

// AuditList is a page of them, newest first.
type AuditList struct {
	Items []AuditEntry  `json:"items"`
	Next  string        `json:"next,omitempty"`
	All   bool          `json:"all,omitempty" doc:"of everybody; else only one's own"`
	Kinds []string      `json:"kinds" doc:"to choose from"`
	Staff []AuditPerson `json:"staff" doc:"to choose from, with All"`
	// KeepDays is what the screen promises.
	KeepDays int `json:"keepDays" doc:"so many days an entry stays"`
}

// AuditPerson is somebody who did something.
type AuditPerson struct {
	UID  string `json:"uid"`
	Name string `json:"name"`
}

// AuditQuery chooses entries; empty fields choose all.
type AuditQuery struct {
	Person string `query:"wie"`
	Kind   string `query:"soort"`
	From   string `query:"van" doc:"a day"`
	Until  string `query:"tot" doc:"a day, itself too"`
	After  string `query:"na"`
}

// branches are what somebody may see, as conditions that each follow an index: everything, or one's
// own entries, and for a confidant also those about complaints.
func (q AuditQuery) branches(uid string, roles []string) []string {
	own := `actor = $1`
	switch {
	case slices.ContainsFunc(auditReaders, func(r string) bool {
		return slices.Contains(roles, r)
	}):
		if q.Person != "" {
			return []string{`actor = $2`}
		}
		return []string{`true`}
	case slices.Contains(roles, confidantRole):
		return []string{own, `kind = '` + complaintKind + `' and actor <> $1`}
	}
	return []string{own}
}

// period gives the moments from which and until which; a day that is none is a mistake of its
// field.
func (q AuditQuery) period() (from, until time.Time, err error) {
	from, until = db.First.At, db.Last.At
	var f problem.Faults
	if q.From != "" {
		if from, err = time.ParseInLocation(time.DateOnly, q.From, clock.Amsterdam); err != nil {
			f.Add("van", problem.Invalid)
		}
	}
	if q.Until != "" {
		if until, err = time.ParseInLocation(time.DateOnly, q.Until, clock.Amsterdam); err != nil {
			f.Add("tot", problem.Invalid)
		}
		until = until.AddDate(0, 0, 1)
	}
	return from, until, f.Err()
}

// place reads where the next page starts.
func (q AuditQuery) place(until time.Time) (time.Time, int64, error) {
	c, err := db.ReadCursor(q.After, db.Cursor{At: until, ID: "0"})
	if err != nil {
		return c.At, 0, err
	}
	no, err := strconv.ParseInt(c.ID, 10, 64)
	if err != nil {
		return c.At, 0, problem.New(problem.BadRequest)
	}
	return c.At, no, nil
}

// List gives a page. Of a complaint only a confidant and who did it themselves read which: others
// see that there is an entry.
//
// Problems: bad_request, invalid.
func (a *Audit) List(ctx context.Context, q AuditQuery) (out AuditList, err error) {
	uid, roles := a.Who(ctx)
	from, until, err := q.period()
	if err != nil {
		return out, err
	}
	at, no, err := q.place(until)
	if err != nil || len(q.Person) > longestActorID {
		return out, err
	}
	branches := q.branches(uid, roles)
	out.KeepDays = a.KeepDays(ctx)
	var places []db.Cursor
	out.Items, err = db.Rows(ctx, a.Pool, func(r pgx.CollectableRow) (AuditEntry, error) {
		e, at, err := scanAudit(r)
		places = append(places, db.Cursor{At: at, ID: e.No})
		if e.Kind == complaintKind && e.UID != uid && !slices.Contains(roles, confidantRole) {
			e.ObjectID, e.Reason, e.Request = "", "", ""
		}
		return e, err
	}, auditPageOf(branches, q.Kind != ""), uid, q.Person, q.Kind, at, no, from)
	if err != nil {
		return out, err
	}
	if len(out.Items) > auditPage {
		out.Items, out.Next = out.Items[:auditPage], places[auditPage-1].String()
	}
	out.Items = append([]AuditEntry{}, out.Items...)
	out.All = branches[0] != `actor = $1`
	return out, a.choices(ctx, &out, uid)
}

// auditPageOf is the query of a page and one entry more: of each branch so many, then the newest of
// all. Its parameters are uid, person, kind, the moment and number before which, and from when.
// Each has a type in each branch, used or not.
func auditPageOf(branches []string, ofKind bool) string {
	parts := make([]string, len(branches))
	for i, b := range branches {
		if ofKind {
			b += ` and kind = $3`
		}
		parts[i] = `(
			select no, at, actor, roles, action, kind, object_id, reason, request
			from audit_log
			where ` + b + `
				and (at, no) < ($4, $5)
				and at >= $6
				and $1::text || $2::text || $3::text is not null
			order by at desc, no desc
			limit 51
		)`
	}
	return `
		select *
		from (` + strings.Join(parts, ` union all `) + `) e
		order by at desc, no desc
		limit 51`
}

func scanAudit(r pgx.CollectableRow) (e AuditEntry, at time.Time, err error) {
	var no int64
	err = r.Scan(
		&no,
		&at,
		&e.UID,
		&e.Roles,
		&e.Action,
		&e.Kind,
		&e.ObjectID,
		&e.Reason,
		&e.Request,
	)
	e.No, e.At = fmt.Sprint(no), clock.Moment(at)
	return e, at, err
}

// choices fills the names, and what the filters offer: the kinds and people that stand in the log
// at all, found by leaping through an index.
func (a *Audit) choices(ctx context.Context, out *AuditList, uid string) (err error) {
	if out.Kinds, err = a.leap(ctx, "kind"); err != nil {
		return err
	}
	if err := a.title(ctx, out.Items); err != nil {
		return err
	}
	uids := []string{uid}
	if out.All {
		if uids, err = a.leap(ctx, "actor"); err != nil {
			return err
		}
	}
	for _, e := range out.Items {
		uids = append(uids, e.UID)
	}
	names, err := a.Names(ctx, uids)
	if err != nil {
		return err
	}
	for i, e := range out.Items {
		out.Items[i].Name = names[e.UID]
	}
	slices.Sort(uids)
	out.Staff = []AuditPerson{}
	for _, u := range slices.Compact(uids) {
		if out.All {
			out.Staff = append(out.Staff, AuditPerson{u, names[u]})
		}
	}
	return nil
}

// title says what the things are called that somebody did something with.
func (a *Audit) title(ctx context.Context, items []AuditEntry) error {
	ids := []string{}
	for _, e := range items {
		if e.ObjectID != "" {
			ids = append(ids, e.ObjectID)
		}
	}
	titles, err := a.Titles(ctx, ids)
	for i, e := range items {
		items[i].Title = titles[e.ObjectID]
	}
	return err
}

// leap gives the different values of an indexed column without reading every row.
func (a *Audit) leap(ctx context.Context, column string) ([]string, error) {
	all, err := db.All[string](ctx, a.Pool, fmt.Sprintf(`
		with recursive v as (
		(select %[1]s as x from audit_log order by %[1]s limit 1)
		union all
		select (select %[1]s from audit_log where %[1]s > v.x order by %[1]s limit 1)
		from v
		where v.x is not null
	) select x
		from v
		where x is not null
		limit 200`, column))
	return append([]string{}, all...), err
}
