package demo

import (
	"testing"
	"time"
)

func TestTheSampleHasComplaintsAndSubscribersInEveryState(t *testing.T) {
	t.Parallel()
	h := furnished(t, tuesday, nil)
	for sql, want := range map[string]int{
		`select count(*) from complaint`:                                               3,
		`select count(*) from complaint where not reachable and state = 'answered'`:    1,
		`select count(*) from complaint_message`:                                       3,
		`select count(*) from complaint_message where ours`:                            2,
		`select count(*) from complaint where not to_coordinator and assignee is null`: 2,
		`
			select count(*) from complaint where assignee = '` + uidOf("coordinator") +
			`' and assigned_by is not null and to_coordinator`: 1,
		`
			select count(*) from contact_message`: 5,
		`
			select count(*) from contact_message where state = 'new'`: 2,
		`
			select count(*) from contact_message where state = 'assigned'`: 1,
		`
			select count(*) from contact_message where state = 'answered'`: 2,
		`
			select count(distinct state) from volunteer_application`: 6,
		`
			select count(*)
			from volunteer_application
			where vog_on is not null and vog_by is not null`: 1,
		`
			select count(*) from staff_member`: 8,
		`
			select count(*) from subscriber where state = 'confirmed'`: 40,
		`
			select count(*) from subscriber where state = 'pending'`: 3,
		`
			select count(*) from subscriber_left where why = 'bounced'`: 1,
		`
			select count(*) from mail where kind like 'M14' or kind in ('M19', 'M20', 'M22')`: 0,
	} {
		if n := h.number(sql); n != want {
			t.Errorf("%d, want %d: %s", n, want, sql)
		}
	}
	if n := h.number(
		`
		select count(*) from subscriber where state = 'pending' and requested_at = $1`,
		tuesday.Add(-6*24*time.Hour),
	); n != 1 {
		t.Error("nobody has waited for six days")
	}
}
