package house

import (
	"slices"
	"strings"

	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/privacy"
	"herstelruimte/internal/problem"
)

// The blocks of the settings: each is written, kept and published on its own.
const (
	blockHours     = "hours"
	blockContact   = "house" // not contact: a page has that id on the desk
	blockRooms     = "rooms"
	blockCrisis    = "crisis"
	blockForms     = "forms"
	blockTerms     = "terms"
	blockWaitlist  = "waitlist"
	blockTechnical = "technical"
	blockANBI      = "anbi"

	blockProcessing = "processing"
	blockSearch     = "search"
)

var blockIDs = []string{
	blockHours,
	blockContact,
	blockANBI,
	blockRooms,
	blockCrisis,
	blockForms,
	blockTerms,
	blockProcessing,
	blockSearch,
	blockWaitlist,
	blockTechnical,
}

// Settings is one block of them: only the part that its id names.
type Settings struct {
	Hours     *HoursBlock     `json:"hours,omitempty"`
	Contact   *ContactBlock   `json:"house,omitempty"`
	ANBI      *ANBI           `json:"anbi,omitempty"`
	Rooms     *RoomsBlock     `json:"rooms,omitempty"`
	Crisis    *CrisisBlock    `json:"crisis,omitempty"`
	Forms     *FormsBlock     `json:"forms,omitempty"`
	Terms     *Terms          `json:"terms,omitempty"`
	Waitlist  *WaitlistClock  `json:"waitlist,omitempty"`
	Technical *TechnicalBlock `json:"technical,omitempty"`

	Processing *Processing  `json:"processing,omitempty"`
	Search     *SearchBlock `json:"search,omitempty"`
}

type (
	// HoursBlock is when the door is open.
	HoursBlock struct {
		Hours      []DayHours  `json:"hours"`
		Exceptions []Exception `json:"exceptions"`
		Checked    string      `json:"hoursChecked,omitempty" doc:"day on which somebody looked at the exceptions"`
	}
	// ContactBlock is what the house is called and how it is found.
	ContactBlock struct {
		Name      string   `json:"name" letters:"80"`
		Phone     string   `json:"phone" doc:"as people write it"`
		Email     string   `json:"email"`
		Address   []string `json:"address" letters:"120"`
		RouteText string   `json:"routeText,omitempty" letters:"1000"`
		DoorText  string   `json:"doorText,omitempty" letters:"1000"`
		Socials   Socials  `json:"socials"`
		Credit    *Credit  `json:"credit,omitempty"`
	}
	// RoomsBlock is where activities happen.
	RoomsBlock struct {
		Rooms []Room `json:"rooms"`
	}
	// CrisisBlock is the help block of every page.
	CrisisBlock struct {
		Crisis  []CrisisItem `json:"crisis"`
		Checked string       `json:"crisisChecked,omitempty"`
		ExitURL string       `json:"exitUrl"`
	}
	// FormsBlock is where the forms of visitors go.
	FormsBlock struct {
		NoticeEmail    string `json:"noticeEmail,omitempty"`
		ConfidantEmail string `json:"confidantEmail,omitempty"`
		ConfidantPhone string `json:"confidantPhone,omitempty" doc:"as people write it"`
		ContactFormOff bool   `json:"contactFormOff,omitempty"`
	}
	// TechnicalBlock is what only whoever keeps the site changes.
	TechnicalBlock struct {
		Sender  Sender `json:"mailSender"`
		Network string `json:"network,omitempty"`
	}
)

// block takes one block out of the settings.
func (h House) block(id string) *Settings {
	h = h.withoutNulls()
	switch id {
	case blockHours:
		return &Settings{Hours: &HoursBlock{h.Hours, h.Exceptions, h.HoursChecked}}
	case blockContact:
		return &Settings{
			Contact: &ContactBlock{
				h.Name,
				ShowPhone(h.Phone),
				h.Email,
				h.Address,
				h.RouteText,
				h.DoorText,
				h.Socials,
				h.Credit,
			},
		}
	case blockANBI:
		// its own text on the page counts; what is invented is not put in its place
		if h.ANBI == nil {
			h.ANBI = (&ANBI{}).copied()
		}
		return &Settings{ANBI: h.ANBI}
	case blockRooms:
		return &Settings{Rooms: &RoomsBlock{h.Rooms}}
	case blockCrisis:
		return &Settings{Crisis: &CrisisBlock{h.Crisis, h.Checked, h.ExitURL}}
	case blockForms:
		return &Settings{
			Forms: &FormsBlock{
				h.NoticeEmail,
				h.ConfidantEmail,
				ShowPhone(h.ConfidantPhone),
				h.ContactFormOff,
			},
		}
	case blockTerms:
		return &Settings{Terms: &h.Keep}
	case blockProcessing:
		if h.Processing == nil {
			h.Processing = (&Processing{}).copied()
		}
		return &Settings{Processing: h.Processing}
	case blockSearch:
		return &Settings{Search: &SearchBlock{h.Synonyms()}}
	case blockWaitlist:
		return &Settings{Waitlist: &h.Waitlist}
	case blockTechnical:
		return &Settings{Technical: &TechnicalBlock{h.Sender, h.Network}}
	}
	return nil
}

// with gives the settings with one block from s; false when s holds no such block.
func (h House) with(id string, s *Settings) (House, bool) {
	switch {
	case id == blockHours && s.Hours != nil:
		h.Hours, h.Exceptions, h.HoursChecked = s.Hours.Hours, slices.Clone(
			s.Hours.Exceptions,
		), s.Hours.Checked
	case id == blockContact && s.Contact != nil:
		c := s.Contact
		h.Name, h.Phone, h.Email, h.Address = c.Name, c.Phone, c.Email, c.Address
		h.RouteText, h.DoorText, h.Socials, h.Credit = c.RouteText, c.DoorText, c.Socials, c.Credit
	case id == blockANBI && s.ANBI != nil:
		if h.ANBI = s.ANBI.copied(); h.ANBI.empty() {
			h.ANBI = nil
		}
	case id == blockRooms && s.Rooms != nil:
		h.Rooms = s.Rooms.Rooms
	case id == blockCrisis && s.Crisis != nil:
		h.Crisis, h.Checked, h.ExitURL = s.Crisis.Crisis, s.Crisis.Checked, s.Crisis.ExitURL
	case id == blockForms && s.Forms != nil:
		f := s.Forms
		h.NoticeEmail = f.NoticeEmail
		h.ConfidantEmail = f.ConfidantEmail
		h.ConfidantPhone = f.ConfidantPhone
		h.ContactFormOff = f.ContactFormOff
	case id == blockTerms && s.Terms != nil:
		h.Keep = *s.Terms
	case id == blockProcessing && s.Processing != nil:
		h.Processing = s.Processing.copied()
	case id == blockSearch && s.Search != nil:
		h.SearchWords = append([]string{}, s.Search.Synonyms...)
	case id == blockWaitlist && s.Waitlist != nil:
		h.Waitlist = *s.Waitlist
	case id == blockTechnical && s.Technical != nil:
		h.Sender, h.Network = s.Technical.Sender, s.Technical.Network
	default:
		return h, false
	}
	return h, true
}

// check tidies the blocks in place, without moving anything: a mistake names its place in the form.
// It gives their mistakes by the name of the field in its block.
func (s *Settings) check() []problem.Field {
	s.tidy()
	h, found := Default(), false
	for _, id := range blockIDs {
		if with, there := h.with(id, s); there {
			h, found = with, true
		}
	}
	if !found {
		return []problem.Field{{Name: "doc", Code: problem.Required}}
	}
	return faultsOf(h)
}

// faultsOf are the mistakes of settings as their forms name them: terms and clock have no prefix
// there.
func faultsOf(h House) []problem.Field {
	p, _ := h.Validate().(*problem.Problem) //nolint:errorlint // Validate gives no other
	if p == nil {
		return nil
	}
	out := slices.Clone(p.Fields)
	for i := range out {
		for _, prefix := range []string{
			"keep.", "waitlist.", "announcement.", "anbi.", "processing.",
		} {
			out[i].Name = strings.TrimPrefix(out[i].Name, prefix)
		}
	}
	return out
}

func (s *Settings) tidy() {
	if b := s.Hours; b != nil {
		for i := range b.Exceptions {
			b.Exceptions[i].Reason = httpkit.Line(b.Exceptions[i].Reason)
		}
	}
	if b := s.Contact; b != nil {
		b.tidy()
	}
	if b := s.ANBI; b != nil {
		b.tidy()
	}
	if b := s.Rooms; b != nil {
		for i := range b.Rooms {
			b.Rooms[i].Name = httpkit.Line(b.Rooms[i].Name)
		}
	}
	if b := s.Crisis; b != nil {
		for i, c := range b.Crisis {
			b.Crisis[i] = CrisisItem{
				httpkit.Line(c.Text),
				httpkit.Line(c.Phone),
				httpkit.Line(c.URL),
			}
		}
		b.ExitURL = httpkit.Line(b.ExitURL)
	}
	if b := s.Forms; b != nil {
		b.NoticeEmail, b.ConfidantEmail, b.ConfidantPhone = httpkit.Line(
			b.NoticeEmail,
		), httpkit.Line(b.ConfidantEmail), dialled(b.ConfidantPhone)
	}
	if b := s.Processing; b != nil {
		b.tidy()
	}
	if b := s.Search; b != nil {
		b.tidy()
	}
	if b := s.Technical; b != nil {
		b.Sender.Name, b.Sender.Address, b.Network = httpkit.Line(
			b.Sender.Name,
		), httpkit.Line(b.Sender.Address), httpkit.Line(b.Network)
	}
}

func (b *ContactBlock) tidy() {
	for _, line := range []*string{
		&b.Name,
		&b.Email,
		&b.RouteText,
		&b.DoorText,
		&b.Socials.Facebook,
		&b.Socials.Instagram,
	} {
		*line = httpkit.Line(*line)
	}
	for i := range b.Address {
		b.Address[i] = httpkit.Line(b.Address[i])
	}
	b.Phone = dialled(b.Phone)
	if b.Credit != nil {
		if b.Credit.Text, b.Credit.URL = httpkit.Line(
			b.Credit.Text,
		), httpkit.Line(b.Credit.URL); *b.Credit == (Credit{}) {
			b.Credit = nil
		}
	}
}

// dialled is a number as people write it in E.164; what is no number stays, for Validate to refuse.
func dialled(s string) string {
	if e164, ok := privacy.ParsePhone(s); ok {
		return e164
	}
	return httpkit.Line(s)
}
