package agenda

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/clock"
	"herstelruimte/internal/richtext"
)

// load makes n occurrences of twenty activities, twelve a week, in order of time: the hundred from
// this week on are the same whatever n is, so that the page shows the same; of the rest half lies
// in the past and half further ahead. The activities have texts as long as those of the demo. The
// same at every run.
func (r *room) load(n int) (occurrences []string) {
	r.T.Helper()
	ctx, rnd := context.Background(), rand.New(rand.NewPCG(1, 2))
	var acts []string
	for i := range 20 {
		acts = append(
			acts,
			r.Activity(titled(fmt.Sprint("Activiteit ", i), func(a *rules.Activity) {
				a.Category = rules.Categories[i%len(rules.Categories)]
				a.Body = richtext.Paragraphs(loadText, loadText, loadText)
				a.FirstTimeText = loadText
				if i%3 == 0 {
					a.Mode = rules.Walkin
				}
			})),
		)
	}
	dates, places := make([]rules.NewOccurrence, n), 12
	for i := range dates {
		week, hour := i/12, 9+rnd.IntN(10)
		if i >= 100 && i%2 == 0 {
			week = -1 - (i-100)/24
		} else if i >= 100 {
			week = 9 + (i-100)/24
		}
		start := time.Date(2026, 11, 16+7*week+rnd.IntN(5), hour, 0, 0, 0, clock.Amsterdam)
		dates[i] = rules.NewOccurrence{
			ID:         fmt.Sprintf("occ_load%d", i),
			ActivityID: acts[rnd.IntN(len(acts))],
			Kind:       "date",
			Status:     "planned",
			Capacity:   &places,
			Sessions: []rules.Meeting{
				{
					ID:     fmt.Sprintf("ses_load%d", i),
					Room:   "Huiskamer",
					Status: "planned",
					Start:  start,
					End:    start.Add(2 * time.Hour),
				},
			},
		}
	}
	slices.SortStableFunc(dates, func(a, b rules.NewOccurrence) int {
		return a.Sessions[0].Start.Compare(b.Sessions[0].Start)
	})
	r.Tx(func(tx pgx.Tx) error {
		for _, d := range dates {
			occurrences = append(occurrences, d.ID)
			if err := r.SaveOccurrence(ctx, tx, d); err != nil {
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

const loadText = "Er is koffie en thee. Vaak ligt er een spel of een puzzel op tafel. Je kunt " +
	"meedoen of gewoon zitten."

// BenchmarkProgramme is the agenda query: the week with what is coming soon, and the lists behind a
// filter and a search.
func BenchmarkProgramme(b *testing.B) {
	for _, n := range []int{100, 10000} {
		r := alone(b)
		r.load(n)
		for _, x := range []struct {
			name string
			in   *filterInput
		}{
			{"week", &filterInput{}},
			{"filter", &filterInput{Vrij: "1"}},
			{"soort", &filterInput{Soort: "leren"}},
			{"search-nothing", &filterInput{Zoek: "bestaatniet"}},
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
