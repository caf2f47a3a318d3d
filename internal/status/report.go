// Package status tells the staff, in Dutch, what of the site works, what does not, and what to do
// about it. Each check is a function with a bound of its own: none of them can hold up the page,
// whatever it asks of the outside.
package status

import "fmt"

// State is how a check stands.
type State string

// The five states. Off is for what this installation does not have or use: it is said, and it is no
// fault. Unknown is for what could not be looked at: it may be a fault.
const (
	Good    State = "good"
	Warn    State = "warn"
	Bad     State = "bad"
	Off     State = "off"
	Unknown State = "unknown"
)

// Check is the outcome of one check, in sentences for a person.
type Check struct {
	Key   string `json:"key" doc:"stable name of the check"`
	Title string `json:"title"`
	State State  `json:"state" enum:"good,warn,bad,off,unknown"`
	Says  string `json:"says" doc:"what was found, in whole sentences"`
	Since string `json:"since,omitempty" format:"date-time" doc:"from when it is not good, where the data tell"`
	Todo  string `json:"todo,omitempty" doc:"what to do, when it is not good"`
}

// Version is one part of the installation and its version.
type Version struct {
	Name    string `json:"name"`
	Version string `json:"version"`
}

// Trouble is a mail that did not go out. It says nothing of whom it was for.
type Trouble struct {
	ID    string `json:"id"`
	Kind  string `json:"kind" doc:"number of the mail in the list of mails, such as M1"`
	State string `json:"state" enum:"failed,dead" doc:"failed: it is tried again; dead: given up"`
	Why   string `json:"why" doc:"what went wrong, in a sentence"`
	At    string `json:"at" format:"date-time" doc:"of the last try"`
	Tries int    `json:"tries"`
	Next  string `json:"next,omitempty" format:"date-time" doc:"of failed: when it is tried again by itself"`
	Again bool   `json:"again" doc:"it can be sent once more from here"`
}

// Report is the whole page.
type Report struct {
	CheckedAt string    `json:"checkedAt" format:"date-time"`
	Summary   string    `json:"summary" doc:"one sentence about all of it"`
	Checks    []Check   `json:"checks"`
	Versions  []Version `json:"versions"`
	Mails     []Trouble `json:"mails" doc:"the last mails that did not go out, newest first"`
}

// AnyBad says whether a check is bad.
func (r Report) AnyBad() bool { return count(r.Checks, Bad) > 0 }

func count(checks []Check, s State) (n int) {
	for _, c := range checks {
		if c.State == s {
			n++
		}
	}
	return n
}

func summary(checks []Check) string {
	bad, warn, unseen := count(checks, Bad), count(checks, Warn), count(checks, Unknown)
	var says []string
	switch {
	case bad > 0:
		says = append(says, things(bad, "werkt", "werken")+" niet.")
	case warn == 0 && unseen == 0:
		says = append(says, "Alles werkt.")
	}
	if warn > 0 {
		says = append(says, things(warn, "vraagt", "vragen")+" aandacht.")
	}
	if unseen > 0 {
		says = append(says, things(unseen, "is", "zijn")+" nu niet te zien.")
	}
	return join(says...)
}

func things(n int, one, more string) string {
	if n == 1 {
		return "1 onderdeel " + one
	}
	return fmt.Sprintf("%d onderdelen %s", n, more)
}
