package agenda

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

func TestAFeedIsBuiltOnceForAllWhoAskAtTheSameTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var kept keptAnswers
		var builds atomic.Int64
		build := func() ([]byte, error) {
			time.Sleep(time.Second) // of the bubble: how long building takes
			return fmt.Append(nil, builds.Add(1)), nil
		}
		ask := func(revision uint64) {
			var all sync.WaitGroup
			for range 40 {
				all.Go(func() {
					body, err := kept.get("", revision, time.Now(), build)
					if err != nil || string(body) != fmt.Sprint(revision) {
						t.Errorf("got %s, %v; want %d", body, err, revision)
					}
				})
			}
			all.Wait()
		}
		ask(1)
		ask(2)
		ask(2)
		if n := builds.Load(); n != 2 {
			t.Errorf("%d builds, want one for each state of the programme", n)
		}
	})
}

func TestAFeedHoldsTheFirstMeetingsOnlyWhenThereAreTooMany(t *testing.T) {
	r := setup(t)
	o := r.Date(r.Activity(nil), monday.AddDate(0, 0, 1), 0, nil)
	// what the database keeps of a series looks at all its meetings, for each of them
	r.edit(`alter table session disable trigger user`)
	r.edit(`
		insert into session (id, occurrence_id, n, starts_at, ends_at, status, room)
		select 'ses_' || n, $1, n, $2::timestamptz + n * interval '10 minutes',
			$2::timestamptz + (n + 1) * interval '10 minutes', 'planned', 'Zaal'
		from generate_series(2, $3::int + 5) n`, o, monday.AddDate(0, 0, 1), feedMost)
	rows, err := r.agenda.feedRows(context.Background(), monday, "")
	if err != nil || len(rows) != feedMost {
		t.Fatalf("%d rows, %v; want %d", len(rows), err, feedMost)
	}
	if !rows[0].Start.Before(rows[feedMost-1].Start) {
		t.Error("not the first ones")
	}
}
