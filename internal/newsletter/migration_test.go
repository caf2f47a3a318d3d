package newsletter

import (
	"strings"
	"testing"

	"herstelruimte/internal/db"
	"herstelruimte/internal/mail"
	"herstelruimte/migrations"
)

// A newsletter that somebody kept back before goes to nobody else, one that nobody got can be sent,
// and one that waits goes on waiting; once, however often it runs.
func TestMigration_EveryNewsletterHasAStateOfNow(t *testing.T) {
	t.Parallel()
	s := sends(t, 0)
	raw, err := migrations.Files.ReadFile("00090_judged_and_sent.sql")
	if err != nil {
		t.Fatal(err)
	}
	up, down, _ := strings.Cut(string(raw), "-- +goose Down")
	s.exec(down)
	was := s.Now.Now()
	for _, state := range []string{
		"draft", "planned", "late", "empty", "sending", "paused", "stopped", "sent",
	} {
		s.exec(`
			insert into issue_sending (issue_id, state, planned_at, started_at, sent, updated_at)
			values ($1::text, $1::text, $2::timestamptz,
				case when $1::text in ('sending', 'paused', 'stopped', 'sent') then $2::timestamptz end,
				case when $1::text = 'sent' then 7 else 0 end, $2::timestamptz)`, state, was)
	}
	s.exec(`
		insert into issue_sending (issue_id, state, started_at, sent, updated_at)
		values ('halfway', 'stopped', $1, 3, $1)`, was)
	for state, n := range map[string]int{"sent": 5, "held": 4, "failed": 1, "dead": 2} {
		for range n {
			id := db.NewID("mail")
			s.exec(`
				insert into mail (id, kind, state, cause_id, recipient_key, sealed, data, created_at,
					updated_at)
				values ($1::text, 'M21', $2::text, $1::text, 'x',
					case when $2::text in ('held', 'failed') then 'x'::bytea end, $3, $4, $4)`, id, state, db.JSON(mail.BulkData{Issue: "paused"}), was)
		}
	}
	for range 2 {
		s.exec(up)
		for issue, want := range map[string]sendingRow{
			"draft":   {State: draft},
			"planned": {State: scheduled},
			"late":    {State: scheduled},
			"empty":   {State: scheduled},
			"sending": {State: sending},
			"paused": {State: sent, BulkCount: mail.BulkCount{
				Sent: 5, Failed: 2, Withdrawn: 5,
			}},
			"stopped": {State: draft},
			"halfway": {State: sent, BulkCount: mail.BulkCount{Sent: 3}},
			"sent":    {State: sent, BulkCount: mail.BulkCount{Sent: 7}},
		} {
			got, err := readSending(t.Context(), s.DB, issue, "")
			if err != nil || got.State != want.State || got.BulkCount != want.BulkCount ||
				(got.StartedAt != nil) != (want.State == sending || want.State == sent) ||
				got.late(was) != (issue == "late" || issue == "empty") {
				t.Errorf("%s became %+v, %v", issue, got, err)
			}
		}
		if n := s.number(`
			select count(*) from mail where state in ('held', 'failed') or sealed is not null`); n > 0 {
			t.Errorf("%d mails of a paused newsletter still wait", n)
		}
	}
}
