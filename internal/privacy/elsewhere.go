package privacy

// KeptElsewhere is one thing that a room keeps of an address, as the owner of the address sees it.
type KeptElsewhere struct {
	ID   string `json:"-"` // of the row
	Kind string `json:"kind" enum:"message,application,newsletter,newsletterPending,request"`
	Name string `json:"-"` // that somebody gave; none: it was not asked
	Day  string `json:"day" format:"date" doc:"since when"`
	Text string `json:"text,omitempty" doc:"what was written"`
}
