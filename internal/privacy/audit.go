package privacy

import (
	"context"
	"time"

	"herstelruimte/internal/db"
	"herstelruimte/internal/httpkit"
)

// Entry is one line of the audit log: who did what to which row. Ids and words of this program
// only, never a name, a text or an address; a reason says why, in the words of who gave it, and not
// about whom.
type Entry struct {
	Actor    string   // the uid of a member of staff
	Roles    []string // theirs at this moment
	Action   string   // viewed, listed, changed, published, hidden, restored, deleted …
	Kind     string   // of the row: message, volunteer, complaint, news, setting …
	ObjectID string   // empty for a list
	Reason   string   // when the act asks for one
	Request  string   // empty: that of ctx
}

// Record adds an entry in the transaction of the act that it tells of. For what is only read q is
// the pool.
func Record(ctx context.Context, q db.Querier, at time.Time, e Entry) error {
	if e.Request == "" {
		e.Request = httpkit.RequestID(ctx)
	}
	if e.Roles == nil {
		e.Roles = []string{}
	}
	_, err := q.Exec(ctx, `
		insert into audit_log (at, actor, roles, action, kind, object_id, reason,
			request)
		values ($1, $2, $3, $4, $5, $6, $7, $8)`,
		at, e.Actor, e.Roles, e.Action, e.Kind, e.ObjectID, e.Reason, e.Request)
	return err
}

// RecordAll is Record for each of these objects.
func RecordAll(ctx context.Context, q db.Querier, at time.Time, e Entry, objects ...string) error {
	_, err := q.Exec(ctx, `
		insert into audit_log (at, actor, roles, action, kind, object_id, reason, request)
		select $1, $2, $3, $4, $5, o, $6, $7 from unnest($8::text[]) o`,
		at, e.Actor, e.Roles, e.Action, e.Kind, e.Reason, httpkit.RequestID(ctx), objects)
	return err
}

// RecordOnce is Record for each of these objects, without those of which the same person has the
// same line in this hour: who looks at a list that keeps itself fresh reads it once.
func RecordOnce(ctx context.Context, q db.Querier, at time.Time, e Entry, objects ...string) error {
	_, err := q.Exec(ctx, `
		insert into audit_log (at, actor, roles, action, kind, object_id, reason, request)
		select $1, $2, $3, $4, $5, o, $6, $7
		from unnest($8::text[]) o
		where not exists (
			select from audit_log
			where actor = $2
				and at >= $9
				and action = $4
				and kind = $5
				and object_id = o
		)`,
		at, e.Actor, e.Roles, e.Action, e.Kind, e.Reason, httpkit.RequestID(ctx), objects,
		at.Truncate(time.Hour))
	return err
}

// AuditBefore is how many entries are from before a moment.
func AuditBefore(ctx context.Context, q db.Querier, before time.Time) (n int, err error) {
	err = q.QueryRow(ctx, `select count(*) from audit_log where at < $1`, before).Scan(&n)
	return n, db.Problem(err)
}

// auditBatch is how many entries go at once: after a long pause a night may find a year of them.
const auditBatch = 2000

// ForgetAudit removes the entries from before a moment; it says how many. Nothing else may.
func ForgetAudit(ctx context.Context, q db.Querier, before time.Time) (n int64, err error) {
	for {
		var step *time.Time
		var some int64
		if err := q.QueryRow(ctx, `
			select max(at) + interval '1 microsecond'
			from (
				select at from audit_log where at < $1 order by at, no limit $2
			) oldest`, before, auditBatch).Scan(&step); err != nil || step == nil {
			return n, err
		}
		if err := q.QueryRow(ctx, `select audit_forget($1)`, *step).Scan(&some); err != nil {
			return n, err
		}
		n += some
	}
}
