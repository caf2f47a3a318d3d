package house

import (
	_ "embed" // for default.json
	"encoding/json"
	"sync"
	"time"
)

// The settings of a house that has none of its own yet: those of the invented Herstelruimte, marked
// as sample, with the facts of its foundation and what it announces.
//
//go:embed default.json
var defaultFile []byte

// first is the file, to look at only; firstTerms are its terms, which settings of an older program
// are filled up with.
var (
	first      = sync.OnceValue(read[House])
	firstTerms = sync.OnceValue(read[struct {
		Keep plainTerms `json:"keep"`
	}])
)

// read is what the file says; the test of the settings keeps it without a fault.
func read[T any]() (out T) {
	if err := json.Unmarshal(defaultFile, &out); err != nil {
		panic(err)
	}
	return out
}

// Default are those settings, for the caller alone.
func Default() House { return read[House]() }

// SampleAt is Default with what depends on the moment of loading: the Thursday evenings without
// people, the team day and the day on which the crisis numbers were checked.
func SampleAt(now time.Time) House {
	h := Default()
	h.Checked, h.HoursChecked = date(dayAfter(now, -20)), date(dayAfter(now, -20))
	monday := dayAfter(now, 1-weekday(now))
	h.Closures = []Closure{{
		First:   date(dayAfter(monday, -14)),
		Last:    date(dayAfter(monday, 13)),
		Weekday: 4,
		From:    At(18, 0),
		To:      At(24, 0),
		Reason:  "We hebben even te weinig mensen.",
	}}
	h.Exceptions = append(h.Exceptions, Exception{
		Day:    date(dayAfter(monday, 7*3+2)),
		Blocks: blocks(13, 0, 15, 0),
		Reason: "Teamdag",
	})
	return h
}

// blocks makes blocks of hour, minute to hour, minute.
func blocks(n ...int) []Block {
	out := []Block{}
	for ; len(n) >= 4; n = n[4:] {
		out = append(out, Block{From: At(n[0], n[1]), To: At(n[2], n[3])})
	}
	return out
}
