package places

import (
	"context"
	"time"
)

// What tests of this package look at from outside.
const (
	ReasonPhone     = reasonPhone
	ReasonHours     = reasonHours
	ReasonPhoneList = reasonPhoneList
	ReasonCallFirst = reasonCallFirst
	ReasonCancelled = reasonCancelled
)

// Wake does what the job of a date does.
func (p *Places) Wake(ctx context.Context, occurrence string) error {
	return p.wake(ctx, occurrence)
}

// Ring does what the job of a date does that was stored for this moment.
func (p *Places) Ring(ctx context.Context, occurrence string, at time.Time) error {
	return p.onRing(ctx, settleJob{occurrence, at})
}

// HoldDate calls pause while staff hold a date; unlocked, they do not hold it.
func (p *Places) HoldDate(unlocked bool, pause func()) { p.unlocked, p.pause = unlocked, pause }
