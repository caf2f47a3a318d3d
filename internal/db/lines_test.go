package db_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"testing/synctest"

	"herstelruimte/internal/db"
)

func TestALineGivesWhoComesDuringARoundToTheNext(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var l db.Lines[int]
		rounds, goOn := make(chan []int, 10), make(chan bool)
		do := func(all []int) {
			rounds <- all
			<-goOn
		}
		for i := range 6 {
			l.Join("busy", i, 3, do)
			synctest.Wait()
		}
		l.Join("quiet", 9, 3, do)
		synctest.Wait()
		if !l.Runs("busy") || !l.Runs("quiet") || l.Runs("other") {
			t.Error("it is not told which lines run")
		}
		for range 4 {
			goOn <- true
			synctest.Wait()
		}
		close(rounds)
		var got [][]int
		for all := range rounds {
			got = append(got, all)
		}
		slices.SortFunc(got, func(a, b []int) int { return a[0] - b[0] })
		want := [][]int{{0}, {1, 2, 3}, {4, 5}, {9}}
		if !slices.EqualFunc(got, want, slices.Equal) {
			t.Errorf("rounds %v, want %v", got, want)
		}
		if l.Runs("busy") || l.Runs("quiet") {
			t.Error("a line without anybody goes on")
		}
	})
}

func TestHalves_OneThatFailsSpoilsNobodyElse(t *testing.T) {
	t.Parallel()
	bad := errors.New("bad")
	var did, failed []int
	db.Halves([]int{1, 2, 3, 4, 5, 6, 7}, func(all []int) error {
		if slices.Contains(all, 5) {
			return bad
		}
		did = append(did, all...)
		return nil
	}, func(one int, err error) {
		if errors.Is(err, bad) {
			failed = append(failed, one)
		}
	})
	if !slices.Equal(did, []int{1, 2, 3, 4, 6, 7}) || !slices.Equal(failed, []int{5}) {
		t.Errorf("did %v, failed %v", did, failed)
	}
}

func TestWhatIsAskedDuringALookIsAnsweredByTheNextOne(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var a db.Asked[int, string]
		looks, goOn := make(chan []int, 10), make(chan bool)
		answers := make(chan string, 10)
		ask := func(key int) {
			go func() {
				v, found, err := a.Ask(t.Context(), key, func(
					_ context.Context, keys []int,
				) (map[int]string, error) {
					looks <- slices.Sorted(slices.Values(keys))
					<-goOn
					if slices.Contains(keys, 13) {
						return nil, errors.New("13")
					}
					return map[int]string{1: "one", 2: "two"}, nil
				})
				answers <- fmt.Sprint(key, " ", v, " ", found, " ", err)
			}()
			synctest.Wait()
		}
		for _, key := range []int{1, 2, 13, 2, 3} {
			ask(key)
		}
		close(goOn)
		synctest.Wait()
		close(looks)
		close(answers)
		var got []string
		for keys := range looks {
			got = append(got, fmt.Sprint(keys))
		}
		// who asks what cannot be answered spoils it for nobody else
		want := []string{"[1]", "[2 3 13]", "[2 13]", "[2]", "[13]", "[2 3]"}
		if !slices.Equal(got, want) {
			t.Errorf("looked for %v, want %v", got, want)
		}
		got = slices.Sorted(func(yield func(string) bool) {
			for s := range answers {
				yield(s)
			}
		})
		want = []string{
			"1 one true <nil>", "13  false 13", "2 two true <nil>", "2 two true <nil>",
			"3  false <nil>",
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q, want %q", got, want)
		}
	})
}
