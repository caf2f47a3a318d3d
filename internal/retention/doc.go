// Package retention is the clock by which the house forgets: every night at 03.30, by the terms of
// the settings, what other rooms say is over. It knows no table of theirs; they give it how much
// goes, and a way to let it go.
package retention
