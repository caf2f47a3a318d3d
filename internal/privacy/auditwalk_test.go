package privacy_test

import (
	"context"
	"testing"
	"time"

	"herstelruimte/internal/dbtest"
	"herstelruimte/internal/longtest"
	"herstelruimte/internal/privacy"
)

// The log book grows at its beginning and is cut at its end while somebody reads it.
func TestWhoWalksTheAuditLogMeetsEveryEntryOnce(t *testing.T) {
	t.Parallel()
	pool := dbtest.New(t)
	n := longtest.N(t, 600, 10000)
	if _, err := pool.Exec(t.Context(), `
		insert into audit_log (at, actor, roles, action, kind, object_id, request)
		select $1::timestamptz - (i / 3) * interval '1 hour', 'lid' || i % 5, '{redactie}',
			'viewed', 'message', 'id_' || i, 'r' || i
		from generate_series(1, $2) i`, auditDay, n); err != nil {
		t.Fatal(err)
	}
	a := &privacy.Audit{
		Pool: pool,

		KeepDays: func(context.Context) int { return 365 },

		Who:    func(context.Context) (string, []string) { return "lid1", []string{"beheerder"} },
		Names:  func(context.Context, []string) (map[string]string, error) { return nil, nil },
		Titles: func(context.Context, []string) (map[string]string, error) { return nil, nil },
	}
	edge := auditDay.Add(-time.Duration(n/3+1) * time.Hour) // the oldest entry
	came := map[string]int{}
	var q privacy.AuditQuery
	for {
		page, err := a.List(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range page.Items {
			came[e.ObjectID]++
		}
		if page.Next == "" {
			break
		}
		q.After = page.Next
		record(t, pool, auditDay.Add(time.Minute), "id_new") // each reading stands in it too
		edge = edge.Add(2 * time.Hour)
		if _, err := privacy.ForgetAudit(t.Context(), pool, edge); err != nil {
			t.Fatal(err)
		}
	}
	var missing, twice, forgotten int
	for _, times := range came {
		if times > 1 {
			twice++
		}
	}
	if err := pool.QueryRow(t.Context(), `
		select count(*) filter (where not object_id = any($1)), $2 - count(*)
		from audit_log
		where object_id <> 'id_new'`, keysOf(came), n).Scan(&missing, &forgotten); err != nil {
		t.Fatal(err)
	}
	if twice+missing > 0 || came["id_new"] > 0 {
		t.Errorf("%d twice, %d never, %d new ones", twice, missing, came["id_new"])
	}
	if forgotten == 0 || len(came)+forgotten < n || len(came) == n {
		t.Errorf("%d came and %d were forgotten of %d: this proves nothing", len(came), forgotten, n)
	}
}

func keysOf(m map[string]int) (keys []string) {
	for k := range m {
		keys = append(keys, k)
	}
	return keys
}
