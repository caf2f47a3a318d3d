package demo

import (
	"slices"

	"herstelruimte/internal/content"
)

// story is a recovery story with what stands beside it.
type story struct {
	content.Story
	about  string // slug of the activity it speaks of
	days   int    // since it was published
	status string
}

// published are the eight stories that visitors read, in the order of the sample data. The third is
// a year old: it is to be looked at again this month.
func published() []story {
	all := slices.Concat(stories1(), stories2())
	for i, days := range []int{12, 45, 350, 80, 110, 150, 190, 230} {
		all[i].days, all[i].status = days, content.Published
	}
	return all
}

func stories() []story { return slices.Concat(published(), hiddenStories()) }
