package privacy

// KeptElsewhere is one thing that a room keeps of an address, as the owner of the address sees it.
type KeptElsewhere struct {
	ID   string `json:"-"` // of the row
	Kind string `json:"kind" enum:"message,application,newsletter,newsletterPending,request"`
	Named
	Day  string `json:"day" format:"date" doc:"since when"`
	Text string `json:"text,omitempty" doc:"what was written"`
}

// Named is who somebody is to the house: a name, when one was asked, and how to reach them. A
// number is E.164.
type Named struct {
	Name string `json:"name,omitempty"`
	Contact
}
