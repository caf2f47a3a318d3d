package places_test

import (
	"slices"
	"strings"
	"testing"

	"herstelruimte/internal/agenda/waitlist"
)

func TestEachBrokenInvariantIsNamedInWords(t *testing.T) {
	t.Parallel()
	for fault, breaks := range map[string]string{
		"bezette plekken": `
			update occurrence set taken = taken + 1 where capacity = 3`,
		"vastgehouden plekken die": `
			insert into vacancy (id, occurrence_id, state, reason, created_at,
				updated_at) select 'vac_x', id, 'open', 'stopped', updated_at,
				updated_at from occurrence where held = 0`,
		"een wachtlijst die": `update occurrence set waiting = waiting + 1`,
		"iemand met twee aanbiedingen": `
			drop index offer_open;
			insert into offer (id, occurrence_id, entry_id, state, way, seats, until, tell_by,
				created_at)
			select 'off_x', occurrence_id, entry_id, 'open', 'phone', seats, until, until, created_at
			from offer
			where state = 'open'`,
		"zonder aanbod en zonder reden": `
			update vacancy set reason = 'new', offer_id = null where state = 'open'`,
		"waarvan het aanbod voorbij is": `
			update vacancy set offer_id = 'off_gone' where state = 'open'`,
		"openstaat voor iedereen": `update occurrence set claimed = not claimed`,
		"zonder precies één mail": `delete from mail where kind = 'M7'`,
		"aan twee mensen tegelijk": `
			insert into offer (id, occurrence_id, entry_id, state, way, seats, until, tell_by,
				created_at) select 'off_x', o.occurrence_id, e.id, 'open', 'phone', 1, o.until,
				o.until, o.created_at
			from offer o
			join waitlist_entry e on e.occurrence_id = o.occurrence_id
				and e.state = 'waiting'
			where o.state = 'open';
			insert into offer_vacancy (vacancy_id, entry_id, offer_id)
			select v.id, o.entry_id, o.id
			from vacancy v, offer o
			where o.id = 'off_x'
				and v.state = 'open'`,
		"meer plekken uitgegeven dan er zijn": `
			alter table occurrence drop constraint occurrence_check2;
			update occurrence
			set taken = 4
			where capacity = 3`,
		"anders staat dan zijn eerste bijeenkomst": `
			drop trigger session_first on session;
			update session
			set room = 'Keuken'`,
	} {
		t.Run(fault, func(t *testing.T) {
			r := setup(t)
			r.Queue(1, 2, nil)
			r.CancelPlace(person(1)) // an offer is open, one waits
			r.Place(3)
			r.Invariants()
			for sql := range strings.SplitSeq(breaks, ";") {
				r.exec(sql)
			}
			faults, err := waitlist.BrokenInvariants(t.Context(), r.Pool)
			if err != nil ||
				!slices.ContainsFunc(faults, func(s string) bool {
					return strings.Contains(s, fault) && strings.Contains(s, "keer)")
				}) {
				t.Errorf("%v, %v", faults, err)
			}
		})
	}
}
