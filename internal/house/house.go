package house

import (
	"net/netip"
	"slices"
)

// House is the settings document. A value that Store.Load gave is shared: it is read, never
// changed.
type House struct {
	Name       string      `json:"name"`
	Promise    string      `json:"promise" letters:"120" doc:"of the first page, until somebody wrote that page"`
	Phone      string      `json:"phone" doc:"E.164"`
	Email      string      `json:"email"`
	Address    []string    `json:"address" letters:"120"    doc:"lines, as on an envelope"`
	RouteText  string      `json:"routeText,omitempty"      doc:"how to get there"`
	DoorText   string      `json:"doorText,omitempty"       doc:"how to get in"`
	Rooms      []Room      `json:"rooms"`
	Hours      []DayHours  `json:"hours"                    doc:"seven, from Monday"`
	Exceptions []Exception `json:"exceptions"`
	Closures   []Closure   `json:"closures,omitempty"`
	// HoursChecked is the day on which somebody looked at the exceptions.
	HoursChecked string        `json:"hoursChecked,omitempty"`
	Crisis       []CrisisItem  `json:"crisis"`
	Checked      string        `json:"crisisChecked,omitempty"  doc:"day on which somebody rang the numbers"`
	ExitURL      string        `json:"exitUrl"`
	Socials      Socials       `json:"socials"`
	Credit       *Credit       `json:"credit,omitempty"`
	Sender       Sender        `json:"mailSender"`
	Network      string        `json:"network,omitempty"        doc:"CIDR of the house's own network, whose visitors share an address"`
	Waitlist     WaitlistClock `json:"waitlist"`
	Keep         Terms         `json:"keep"`
	// Past are shorter terms of before, the oldest first: Save alone writes them.
	Past []PastTerms `json:"past,omitempty"`
	// NoticeEmail gets the news that a form was sent (mail.NewInInbox); absent: Email.
	NoticeEmail    string `json:"noticeEmail,omitempty"`
	ContactFormOff bool   `json:"contactFormOff,omitempty" doc:"the contact page shows phone and mail only"`
	// ConfidantEmail gets the news of a complaint, ConfidantPhone (E.164) stands on the complaints
	// page; absent: Email and Phone.
	ConfidantEmail string `json:"confidantEmail,omitempty"`
	ConfidantPhone string `json:"confidantPhone,omitempty"`
	Sample         bool   `json:"sample"                   doc:"the pages say that all of it is made up"`

	Announcement *Announcement `json:"announcement,omitempty"`
	// ANBI are the facts of the foundation; nil: the page about the house tells them in its own
	// text.
	ANBI *ANBI `json:"anbi,omitempty"`
	// Processing is nil until somebody wrote it down.
	Processing *Processing `json:"processing,omitempty"`

	Words []HardWord `json:"words,omitempty"        doc:"hard words that staff added"`
	// SearchWords are the lines of words that the search takes for one another; nil: the built-in
	// ones.
	SearchWords []string `json:"synonyms"`
}

// invented tells whether visitors would still ring, write to or stand before the house of the
// example.
func (h House) invented() bool {
	d := first()
	return h.Phone == d.Phone || h.Email == d.Email || slices.Equal(h.Address, d.Address)
}

// Room is a place where activities happen.
type Room struct {
	Name    string `json:"name" letters:"60"`
	Outside bool   `json:"outside,omitempty"`
}

// DayHours are the opening hours of a weekday.
type DayHours struct {
	Weekday int     `json:"weekday" doc:"1 is Monday"`
	Blocks  []Block `json:"blocks"                          doc:"at most two, in order"`
}

// Block is a stretch in which anybody may walk in: from, up to but not including to.
type Block struct {
	From WallTime `json:"from" example:"13.00"`
	To   WallTime `json:"to"   example:"17.00"`
}

// Exception takes the place of the hours of one day. No blocks: closed.
type Exception struct {
	Day    string  `json:"day"              format:"date"`
	Blocks []Block `json:"blocks"`
	Reason string  `json:"reason,omitempty" letters:"200"`
}

// CrisisItem is one line of the help block.
type CrisisItem struct {
	Text  string `json:"text" letters:"300"`
	Phone string `json:"phone,omitempty" doc:"as it stands in the text"`
	URL   string `json:"url,omitempty"`
}

// Socials are the addresses of the house elsewhere; empty ones are not shown.
type Socials struct {
	Facebook  string `json:"facebook,omitempty"`
	Instagram string `json:"instagram,omitempty"`
}

// Credit names the makers in the footer.
type Credit struct {
	Text string `json:"text" letters:"80"`
	URL  string `json:"url"`
}

// Sender is in the From line of every mail.
type Sender struct {
	Name    string `json:"name" letters:"60"`
	Address string `json:"address"`
}

// WaitlistClock says how long somebody on a waitlist has to think about a free place. Hours count
// between From and Until of each day only, so that nobody loses a place at night.
type WaitlistClock struct {
	From        WallTime `json:"countedFrom"`
	Until       WallTime `json:"countedUntil"`
	Long        int      `json:"longHours"        doc:"counted hours to think"`
	Short       int      `json:"shortHours"       doc:"the same, when the start is near"`
	ShortWithin int      `json:"shortWithinHours" doc:"near: fewer hours to the start than this"`
	StopWithin  int      `json:"stopWithinHours"  doc:"fewer hours to the start than this: no automatic offer"`
	Margin      int      `json:"marginHours"      doc:"an offer is over this long before the start"`
	Least       int      `json:"leastHours"       doc:"fewer counted hours to think than this: no automatic offer"`
}

// Notices is the address that news of forms goes to.
func (h House) Notices() string {
	if h.NoticeEmail != "" {
		return h.NoticeEmail
	}
	return h.Email
}

// Confidant is how the confidant is reached: the address for the news of a complaint, and the
// number as people read it.
func (h House) Confidant() (email, phone string) {
	email, phone = h.ConfidantEmail, h.ConfidantPhone
	if email == "" {
		email = h.Email
	}
	if phone == "" {
		phone = h.Phone
	}
	return email, ShowPhone(phone)
}

// Prefix is the house's own network; not valid when none is set.
func (h House) Prefix() netip.Prefix {
	p, err := netip.ParsePrefix(h.Network)
	if err != nil {
		return netip.Prefix{}
	}
	return p.Masked()
}
