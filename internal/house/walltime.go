package house

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"time"

	"herstelruimte/internal/clock"
)

// WallTime is what a clock on the wall in Amsterdam shows, in minutes since 00.00. It is written
// "13.00"; 24.00 is the end of a day.
type WallTime int

// At makes the WallTime of an hour and a minute.
func At(hour, minute int) WallTime { return WallTime(hour*60 + minute) }

func (w WallTime) String() string { return fmt.Sprintf("%02d.%02d", int(w)/60, int(w)%60) }

// Words is the time as people read it: "9.00".
func (w WallTime) Words() string { return clock.Words(int(w)/60, int(w)%60) }

// On is the moment at which the clock shows w on this day. A time that the clock skips counts as an
// hour later; of a time that it shows twice the last is meant.
func (w WallTime) On(day time.Time) time.Time {
	y, m, d := day.In(clock.Amsterdam).Date()
	return time.Date(y, m, d, int(w)/60, int(w)%60, 0, 0, clock.Amsterdam)
}

// Duration is the time since 00.00 on a day without a change of the clock.
func (w WallTime) Duration() time.Duration { return time.Duration(w) * time.Minute }

// MarshalText writes "13.00".
func (w WallTime) MarshalText() ([]byte, error) { return []byte(w.String()), nil }

var wallTime = regexp.MustCompile(`^([01][0-9]|2[0-4])\.([0-5][0-9])$`)

// UnmarshalText reads "13.00" and nothing else.
func (w *WallTime) UnmarshalText(text []byte) error {
	m := wallTime.FindSubmatch(text)
	if m == nil {
		return errors.New("want a time such as 13.00")
	}
	hour, _ := strconv.Atoi(string(m[1]))
	minute, _ := strconv.Atoi(string(m[2]))
	if *w = At(hour, minute); *w > At(24, 0) {
		return errors.New("a day ends at 24.00")
	}
	return nil
}
