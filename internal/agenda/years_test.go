package agenda

import (
	"slices"
	"testing"
	"time"

	"herstelruimte/internal/dbtest"
	"herstelruimte/internal/longtest"
)

// What the programme may cost more with a hundred thousand dates than with a hundred. All of a
// hundred lie on few pages, which PostgreSQL reads as a whole. Of more it reads three ranges, each
// by the two levels of an index: the dates and the meetings of the week, and the dates after it.
const (
	mostBuffers = 1.1
	// with fewer dates the same weeks may lie over the edge of one page more in each range
	mostBuffersOfFewer = 1.2
	mostTime           = 1.5
)

// plannedYears is a room with so many dates, and what listens to how it reads the programme.
type plannedYears struct {
	*room
	listener *dbtest.Listener
}

func yearsOf(t *testing.T, dates int) plannedYears {
	t.Helper()
	r := alone(t)
	r.load(dates)
	if _, err := r.Pool.Exec(t.Context(), `vacuum analyze`); err != nil {
		t.Fatal(err)
	}
	y := plannedYears{r, dbtest.Listen(t, r.Pool)}
	y.agenda.Pool = y.listener.Pool
	return y
}

func (y plannedYears) took(t *testing.T) time.Duration {
	t.Helper()
	began := time.Now()
	if _, err := y.agenda.programme(t.Context(), &filterInput{}); err != nil {
		t.Fatal(err)
	}
	return time.Since(began)
}

// However many years are planned and were, the programme reads as much of the database and is there
// as soon. It runs beside no other test of this package, as times are compared in the long run: of
// turns, by their median.
func TestTheProgrammeCostsNoMoreOfManyYears(t *testing.T) {
	few, many := yearsOf(t, 100), yearsOf(t, longtest.N(t, 3000, 100_000))
	for _, y := range []plannedYears{few, many} {
		y.took(t) // connections and plans are made
		y.listener.Reset()
		y.took(t)
	}
	want, got := few.listener.Buffers("occurrence"), many.listener.Buffers("occurrence")
	t.Logf("it reads %d buffers of many dates and %d of a hundred", got, want)
	most := mostBuffersOfFewer
	if longtest.On() {
		most = mostBuffers
	}
	if want == 0 || float64(got) > most*float64(want) {
		t.Errorf("it reads %d buffers, of a hundred dates %d; want at most %.1f times as many",
			got, want, most)
	}
	if _, whole := many.listener.Work("occurrence"); whole {
		t.Error("it reads a large table as a whole")
	}
	var short, long []time.Duration
	for range longtest.N(t, 5, 101) {
		short, long = append(short, few.took(t)), append(long, many.took(t))
	}
	slices.Sort(short)
	slices.Sort(long)
	a, b := short[len(short)/2], long[len(long)/2]
	t.Logf("it takes %s of many dates and %s of a hundred", b, a)
	if longtest.On() && b.Seconds() > mostTime*a.Seconds() {
		t.Errorf("it takes %s, of a hundred dates %s; want at most %.1f times as long",
			b, a, mostTime)
	}
}
