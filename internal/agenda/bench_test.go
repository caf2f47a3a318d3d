package agenda

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/clock"
)

// load makes n occurrences of twenty activities, twelve a week: the first hundred from this week
// on, so that the page shows the same whatever n is; of the rest half lies in the past and half
// further ahead. The same at every run.
func (r *room) load(n int) (occurrences []string) {
	r.T.Helper()
	ctx, rnd := context.Background(), rand.New(rand.NewPCG(1, 2))
	var acts []string
	for i := range 20 {
		acts = append(acts, r.Activity(titled(fmt.Sprint("Activiteit ", i), func(a *rules.Activity) {
			a.Category = rules.Categories[i%len(rules.Categories)]
			if i%3 == 0 {
				a.Mode = rules.Walkin
			}
		})))
	}
	r.Tx(func(tx pgx.Tx) error {
		for i := range n {
			week, hour := i/12, 9+rnd.IntN(10)
			if i >= 100 && i%2 == 0 {
				week = -1 - (i-100)/24
			} else if i >= 100 {
				week = 9 + (i-100)/24
			}
			start := time.Date(2026, 11, 16+7*week+rnd.IntN(5), hour, 0, 0, 0, clock.Amsterdam)
			id, places := fmt.Sprintf("occ_load%d", i), 12
			occurrences = append(occurrences, id)
			if err := r.SaveOccurrence(ctx, tx, rules.NewOccurrence{
				ID:         id,
				ActivityID: acts[rnd.IntN(len(acts))],
				Kind:       "date",
				Status:     "planned",
				Capacity:   &places,
				Sessions: []rules.Session{
					{
						ID:     fmt.Sprintf("ses_load%d", i),
						Room:   "Huiskamer",
						Status: "planned",
						Start:  start,
						End:    start.Add(2 * time.Hour),
					},
				},
			}); err != nil {
				return err
			}
		}
		return nil
	})
	if _, err := r.Pool.Exec(ctx, `analyze`); err != nil {
		r.T.Fatal(err)
	}
	return occurrences
}

// BenchmarkProgramme is the agenda query: the week with what is coming soon, and the lists behind a
// filter and a search.
func BenchmarkProgramme(b *testing.B) {
	for _, n := range []int{100, 10000} {
		r := setup(b)
		r.load(n)
		for _, x := range []struct {
			name string
			in   filterInput
		}{
			{"week", filterInput{}},
			{"filter", filterInput{Vrij: "1"}},
			{"soort", filterInput{Soort: "leren"}},
			{"search-nothing", filterInput{Zoek: "bestaatniet"}},
		} {
			b.Run(fmt.Sprintf("%s-%d", x.name, n), func(b *testing.B) {
				for b.Loop() {
					if _, err := r.agenda.programme(context.Background(), x.in); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
