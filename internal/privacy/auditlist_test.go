package privacy_test

import (
	"context"
	"testing"

	"herstelruimte/internal/dbtest"
	"herstelruimte/internal/privacy"
)

// Ten thousand entries of five people, a minute apart: each page looks at little more than it
// shows, and no entry comes twice.
func TestThePagesOfTheAuditLogFollowAnIndexWhoeverAsks(t *testing.T) {
	t.Parallel()
	pool := dbtest.New(t)
	if _, err := pool.Exec(t.Context(), `
		insert into audit_log (at, actor, roles, action, kind, object_id, request)
		select $1::timestamptz - i * interval '1 minute', 'lid' || i % 5, '{redactie}', 'viewed',
			(array['message', 'complaint', 'news'])[1 + i % 3], 'id_' || i,
			'r' || i from generate_series(1, 10000) i`, auditDay); err != nil {
		t.Fatal(err)
	}
	if _, err := pool.Exec(t.Context(), `analyze audit_log`); err != nil {
		t.Fatal(err)
	}
	work := dbtest.Listen(t, pool)
	for name, c := range map[string]struct {
		roles []string
		q     privacy.AuditQuery
		see   func(privacy.AuditEntry) bool
	}{
		"own": {
			[]string{"redactie"},
			privacy.AuditQuery{},
			func(e privacy.AuditEntry) bool { return e.UID == "lid1" },
		},
		"a confidant": {
			[]string{"vertrouwenspersoon"},
			privacy.AuditQuery{},
			func(e privacy.AuditEntry) bool {
				return (e.UID == "lid1" || e.Kind == "complaint") && e.ObjectID != ""
			},
		},
		"everybody's": {
			[]string{"beheerder"},
			privacy.AuditQuery{},
			func(e privacy.AuditEntry) bool {
				return e.UID == "lid1" ||
					(e.Kind == "complaint") == (e.ObjectID == "") &&
						(e.Kind == "complaint") == (e.Request == "")
			},
		},
		"of one": {
			[]string{"coordinator"},
			privacy.AuditQuery{Person: "lid2"},
			func(e privacy.AuditEntry) bool { return e.UID == "lid2" },
		},
		"of one kind": {
			[]string{"coordinator"},
			privacy.AuditQuery{Kind: "news"},
			func(e privacy.AuditEntry) bool { return e.Kind == "news" },
		},
		"of two days": {
			[]string{"coordinator"},
			privacy.AuditQuery{From: "2026-11-12", Until: "2026-11-13"},
			func(e privacy.AuditEntry) bool { return e.At >= "2026-11-12" && e.At < "2026-11-14" },
		},
		"nobody's other": {
			[]string{"redactie"},
			privacy.AuditQuery{Person: "lid2"},
			func(e privacy.AuditEntry) bool { return e.UID == "lid1" },
		},
	} {
		a := &privacy.Audit{
			Pool: work.Pool,
			Who:  func(context.Context) (string, []string) { return "lid1", c.roles },
			Names: func(_ context.Context, uids []string) (map[string]string, error) {
				return map[string]string{"lid1": "Ans"}, nil
			},
			KeepDays: func(context.Context) int { return 365 },
			Titles: func(context.Context, []string) (map[string]string, error) {
				return nil, nil
			},
		}
		seen := map[string]bool{}
		for range 3 {
			work.Reset()
			page, err := a.List(t.Context(), c.q)
			if err != nil || len(page.Items) != 50 || page.Next == "" || len(page.Kinds) != 3 {
				t.Fatal(name, err, len(page.Items), page.Kinds)
			}
			for _, e := range page.Items {
				if seen[e.No] || !c.see(e) {
					t.Errorf("%s: %+v", name, e)
				}
				seen[e.No] = true
			}
			c.q.After = page.Next
			if rows, whole := work.Work("limit 51"); whole || rows > 400 {
				t.Errorf("%s looks at %.0f rows, a whole table: %v", name, rows, whole)
			}
		}
	}
}

func TestADayThatIsNoneIsAMistakeOfItsField(t *testing.T) {
	t.Parallel()
	a := &privacy.Audit{
		Pool: dbtest.New(t),
		Who:  func(context.Context) (string, []string) { return "x", nil },

		KeepDays: func(context.Context) int { return 365 },
	}
	for _, q := range []privacy.AuditQuery{
		{From: "gisteren"},
		{Until: "2026-13-01"},
		{After: "x"},
		{After: "1.x"},
	} {
		if _, err := a.List(t.Context(), q); err == nil {
			t.Errorf("%+v is taken", q)
		}
	}
}
