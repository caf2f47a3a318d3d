package content

import (
	"fmt"
	"slices"
	"strings"

	"herstelruimte/internal/house"
	r "herstelruimte/internal/richtext"
)

// keyPrivacy is the privacy statement: its blocks stand between the parts that are made.
const keyPrivacy = "privacy"

// Statement is the privacy statement at one moment: what `/privacy` shows.
type Statement struct {
	Title  string    `json:"title"`
	Short  string    `json:"short" doc:"seven sentences"`
	Blocks []Section `json:"blocks"`
	Kept   []Kept    `json:"kept" doc:"what is asked, form by form; belongs in the block with id formulieren"`
}

// Kept tells of one kind of data why it is asked and when it goes.
type Kept struct {
	What  string `json:"what"`
	About string `json:"about,omitempty" doc:"what exactly"`
	Why   string `json:"why"`
	Basis string `json:"basis"`
	Term  string `json:"term"`
	Who   string `json:"who"`
}

// partShort is the part of the statement's own text that is shown as Short.
const partShort = "kort"

// statement is made from the settings that the jobs work with and from the parts that people wrote
// (free). Its own text has an empty part where one of theirs belongs; what else they added comes
// last.
func statement(h house.House, free Page) Statement {
	written := map[string]Section{}
	for _, b := range free.Blocks {
		written[b.ID] = b
	}
	s, values := Statement{Title: free.Title}, valuesOf(h)
	for _, own := range ownStatement.parts {
		own.Body = placed(filled(own.Body, values), h)
		switch theirs, there := written[own.ID]; {
		case own.ID == partShort:
			s.Short = own.Body.Plain()
		case own.Heading != "":
			s.Blocks = append(s.Blocks, own)
		case there:
			s.Blocks = append(s.Blocks, theirs)
		}
		delete(written, own.ID)
	}
	for _, b := range free.Blocks { // what somebody added
		if _, left := written[b.ID]; left {
			s.Blocks = append(s.Blocks, b)
		}
	}
	for _, k := range ownStatement.kept {
		k.Term = values.Replace(k.Term)
		s.Kept = append(s.Kept, k)
	}
	return s
}

// valuesOf puts the settings in the places that the files of the statement leave for them. A term
// whose name starts with a capital starts a sentence.
func valuesOf(h house.House) *strings.Replacer {
	all := []string{
		"{legalName}", h.LegalName(),
		"{phone}", h.PhoneShown(),
		"{phoneLink}", h.PhoneLink(),
		"{email}", h.Email,
		"{volunteerIdle}", fmt.Sprintf("%d maanden", h.Keep.VolunteerIdleMonths),
	}
	announced := 30
	if a := h.Announcement; a != nil {
		announced = a.ExpiresDays
	}
	for name, days := range map[string]int{
		"announcementDays":  announced,
		"registrationDays":  h.Keep.RegistrationDays,
		"waitlistDays":      h.Keep.WaitlistDays,
		"supportDays":       h.Keep.SupportDays,
		"messageDays":       h.Keep.MessageDays,
		"unansweredDays":    h.Keep.UnansweredDays,
		"volunteerDays":     h.Keep.VolunteerDays,
		"volunteerKeepDays": h.Keep.VolunteerKeepDays,
		"complaintDays":     h.Keep.ComplaintDays,
		"subscriberDays":    h.Keep.SubscriberDays,
		"auditDays":         h.Keep.AuditDays,
	} {
		term := Term(days)
		all = append(all, "{"+name+"}", term, "{"+capital(name)+"}", capital(term))
	}
	return strings.NewReplacer(all...)
}

// filled is a text with the values in their places, in words and in addresses of links.
func filled(d r.Doc, values *strings.Replacer) r.Doc {
	d.Content = filledNodes(d.Content, values)
	return d
}

func filledNodes(nodes []r.Node, values *strings.Replacer) []r.Node {
	nodes = slices.Clone(nodes)
	for i := range nodes {
		n := &nodes[i]
		n.Text, n.Content = values.Replace(n.Text), filledNodes(n.Content, values)
		n.Marks = slices.Clone(n.Marks)
		for j, m := range n.Marks {
			if m.Attrs != nil {
				n.Marks[j].Attrs = &r.LinkAttrs{Href: values.Replace(m.Attrs.Href)}
			}
		}
	}
	return nodes
}

// Term says a number of days as people do. Round numbers of months and years are so to a day or
// two.
func Term(days int) string {
	switch {
	case days == 0:
		return "dezelfde nacht"
	case days%365 == 0:
		return fmt.Sprintf("%d jaar", days/365)
	case days == 182 || days == 183:
		return "een half jaar"
	case days >= 60 && days%30 <= 2 && days < 360:
		return fmt.Sprintf("%d maanden", days/30)
	case days >= 14 && days%7 == 0:
		return fmt.Sprintf("%d weken", days/7)
	case days == 1:
		return "1 dag"
	}
	return fmt.Sprintf("%d dagen", days)
}

// capital gives a text with its first letter as a capital, for the start of a sentence.
func capital(s string) string {
	if s[0] >= 'a' && s[0] <= 'z' {
		return string(s[0]-'a'+'A') + s[1:]
	}
	return s
}
