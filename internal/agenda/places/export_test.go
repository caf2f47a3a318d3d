package places

import "context"

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
	return p.wake(ctx, settleJob{occurrence})
}

// HoldDate calls pause while staff hold a date; unlocked, they do not hold it.
func (p *Places) HoldDate(unlocked bool, pause func()) { p.unlocked, p.pause = unlocked, pause }
