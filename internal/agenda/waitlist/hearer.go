package waitlist

// Who hears of what happens to dates, and how: everybody with a place and everybody who waits, each
// name and address once, whatever number of the dates is theirs. One mail with a line for each
// date, a call where we know only a number.

// Hearer is somebody who is told of what happens to a date.
type Hearer struct {
	ID       string
	Waits    bool // on the waitlist; else with a place
	Who      Sealed
	noMail   bool
	Paused   bool // nobody may mail or call them
	Sequence int  // of the calendar file
}

func (r *RegistrationRow) Hears() Hearer {
	return Hearer{ID: r.ID, Who: r.Who, noMail: r.Doc.NoMail, Sequence: r.Doc.Sequence}
}

func (e *EntryRow) Hears() Hearer { return Hearer{ID: e.ID, Waits: true, Who: e.Who} }

// Way is how somebody hears it: mail, phone, self (wants neither), none or paused.
func (h Hearer) Way() string {
	if h.Paused {
		return "paused"
	}
	if h.noMail {
		return "self"
	}
	return WayOf(h.Who.Email, h.Who.Phone, false)
}

// ToldRow is one date of somebody that a mail or a call about several tells of.
type ToldRow struct {
	Date    string `json:"date"`
	Session string `json:"session,omitempty"` // of a series: that meeting alone
	Row     string `json:"row"`               // the sign-up, or the entry
	Waits   bool   `json:"waits,omitempty"`   // it is an entry
	Act     string `json:"act"`               // on that date
}
