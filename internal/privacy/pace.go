package privacy

import (
	"context"
	"time"
)

// Pace lets very many rows go while others go on: so many in one transaction as take a twentieth of
// a second, and once a run is long, nine times as much rest behind each as it took: of a hundred
// visits hardly one meets it. Nobody is to wait 200 ms for a night: that leaves four times as long
// for a moment at which the machine has much to do. Its zero value begins.
type Pace struct{ size, gone int }

// MostAtOnce is how many rows go in one transaction at most.
const MostAtOnce = 500

const (
	firstRows, leastRows = 50, 10

	aimedAt   = 50 * time.Millisecond
	restAfter = 1000 // rows: a night of fewer is over before anybody feels it
)

// Size is how many rows go in the next transaction.
func (p *Pace) Size() int {
	if p.size == 0 {
		return firstRows
	}
	return p.size
}

// Went learns from a transaction in which so many rows went, and rests.
func (p *Pace) Went(ctx context.Context, rows int, took time.Duration) error {
	switch size := p.Size(); {
	case took > aimedAt:
		p.size = max(leastRows, size/2)
	case took < aimedAt/4 && rows >= size:
		p.size = min(MostAtOnce, size*2)
	}
	if p.gone += rows; p.gone <= restAfter {
		return nil
	}
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(9 * min(took, aimedAt)):
		return nil
	}
}
