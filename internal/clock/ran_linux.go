package clock

import (
	"time"

	"golang.org/x/sys/unix"
)

// ran is how long ago the machine started, also while it slept.
func ran() time.Duration {
	var t unix.Timespec
	if unix.ClockGettime(unix.CLOCK_BOOTTIME, &t) != nil {
		return time.Since(started)
	}
	return time.Duration(t.Nano())
}

var started = time.Now()
