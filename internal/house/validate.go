package house

import (
	"fmt"
	"net/mail"
	"net/netip"
	"net/url"
	"regexp"
	"strings"
	"time"
	"unicode/utf8"

	"herstelruimte/internal/problem"
)

const (
	maxBlocks     = 2
	maxExceptions = 400
	maxHours      = 24 * 60
)

// Validate gives problem `invalid` with every field that is wrong, or nil. Store.Save calls it.
func (h House) Validate() error {
	c := &checker{}
	c.text(ContactBlock{}, "name", h.Name, 1)
	c.text(h, "promise", h.Promise, 1)
	c.text(ContactBlock{}, "routeText", h.RouteText, 0)
	c.text(ContactBlock{}, "doorText", h.DoorText, 0)
	c.When(!e164.MatchString(h.Phone), "phone", problem.Phone)
	c.When(!address(h.Email), "email", problem.Email)
	c.When(len(h.Address) == 0 || len(h.Address) > 6, "address", problem.Required)
	for i, line := range h.Address {
		c.line(fmt.Sprintf("address.%d", i), line, 1, problem.MostOfEach(h, "address"))
	}
	c.When(len(h.Rooms) == 0, "rooms", problem.Required)
	for i, r := range h.Rooms {
		c.text(r, fmt.Sprintf("rooms.%d.name", i), r.Name, 1)
		c.NoContact(fmt.Sprintf("rooms.%d.name", i), r.Name)
	}
	c.hours(h)
	c.links(h)
	c.text(h.Sender, "mailSender.name", h.Sender.Name, 1)
	c.When(!address(h.Sender.Address), "mailSender.address", problem.Email)
	if _, err := netip.ParsePrefix(h.Network); h.Network != "" && err != nil {
		c.Add("network", problem.Invalid)
	}
	c.waitlist(h.Waitlist)
	c.announcement(h.Announcement)
	c.anbi(h.ANBI)
	c.processing(h.Processing)
	c.words(h.Words)
	c.synonyms(h.SearchWords)
	c.terms(h.Keep)
	c.When(h.NoticeEmail != "" && !address(h.NoticeEmail), "noticeEmail", problem.Email)
	c.When(h.ConfidantEmail != "" && !address(h.ConfidantEmail), "confidantEmail", problem.Email)
	c.When(
		h.ConfidantPhone != "" && !e164.MatchString(h.ConfidantPhone),
		"confidantPhone",
		problem.Phone,
	)
	return c.Err()
}

// checker collects the mistakes of the settings.
type checker struct{ problem.Faults }

// text checks a text of one line, of least characters up to what its field of v states.
func (c *checker) text(v any, name, s string, least int) {
	c.line(name, s, least, problem.Most(v, name))
}

func (c *checker) line(name, s string, least, most int) {
	c.Filled(name, s, least, most)
	c.When(!utf8.ValidString(s) || strings.ContainsAny(s, "\x00\r\n"), name, problem.Invalid)
}

func (c *checker) hours(h House) {
	c.When(len(h.Hours) != 7, "hours", problem.Required)
	for i, d := range h.Hours {
		name := fmt.Sprintf("hours.%d", i)
		c.When(d.Weekday != i+1, name+".weekday", problem.Invalid)
		c.blocks(name+".blocks", d.Blocks)
	}
	c.When(len(h.Exceptions) > maxExceptions, "exceptions", problem.TooLong)
	seen := map[string]bool{}
	for i, e := range h.Exceptions {
		name := fmt.Sprintf("exceptions.%d", i)
		_, err := time.Parse(time.DateOnly, e.Day)
		c.When(err != nil || seen[e.Day], name+".day", problem.Invalid)
		c.blocks(name+".blocks", e.Blocks)
		c.text(e, name+".reason", e.Reason, 0)
		seen[e.Day] = true
	}
	c.When(len(h.Closures) > maxExceptions, "closures", problem.TooLong)
	for i, x := range h.Closures {
		c.closure(fmt.Sprintf("closures.%d", i), x)
	}
}

func (c *checker) closure(name string, x Closure) {
	for field, day := range map[string]string{".first": x.First, ".last": x.Last} {
		_, err := time.Parse(time.DateOnly, day)
		c.When(err != nil, name+field, problem.Invalid)
	}
	c.When(x.Last < x.First, name+".last", problem.Invalid)
	c.When(x.Weekday < 0 || x.Weekday > 7, name+".weekday", problem.Invalid)
	c.When(x.From < 0 || x.To <= x.From || x.To > At(24, 0), name+".to", problem.Invalid)
	c.text(x, name+".reason", x.Reason, 0)
}

// blocks follow each other with time in between, inside one day.
func (c *checker) blocks(name string, blocks []Block) {
	c.When(len(blocks) > maxBlocks, name, problem.TooLong)
	end := WallTime(-1)
	for i, b := range blocks {
		c.When(
			b.From <= end || b.To <= b.From || b.To > At(24, 0),
			fmt.Sprintf("%s.%d", name, i),
			problem.Invalid,
		)
		end = b.To
	}
}

func (c *checker) links(h House) {
	c.When(len(h.Crisis) == 0, "crisis", problem.Required)
	for i, item := range h.Crisis {
		name := fmt.Sprintf("crisis.%d", i)
		c.text(item, name+".text", item.Text, 1)
		c.When(!strings.Contains(item.Text, item.Phone), name+".phone", problem.Invalid)
		c.When(item.URL != "" && !website(item.URL), name+".url", problem.Invalid)
	}
	if h.Checked != "" {
		_, err := time.Parse(time.DateOnly, h.Checked)
		c.When(err != nil, "crisisChecked", problem.Invalid)
	}
	if h.HoursChecked != "" {
		_, err := time.Parse(time.DateOnly, h.HoursChecked)
		c.When(err != nil, "hoursChecked", problem.Invalid)
	}
	c.When(!website(h.ExitURL), "exitUrl", problem.Invalid)
	c.When(
		h.Socials.Facebook != "" && !website(h.Socials.Facebook),
		"socials.facebook",
		problem.Invalid,
	)
	c.When(
		h.Socials.Instagram != "" && !website(h.Socials.Instagram),
		"socials.instagram",
		problem.Invalid,
	)
	if h.Credit != nil {
		c.text(h.Credit, "credit.text", h.Credit.Text, 1)
		c.When(!website(h.Credit.URL), "credit.url", problem.Invalid)
	}
}

func (c *checker) waitlist(w WaitlistClock) {
	c.When(
		w.From < 0 || w.Until <= w.From || w.Until > At(24, 0),
		"waitlist.countedUntil",
		problem.Invalid,
	)
	for name, n := range map[string]int{
		"longHours":  w.Long,
		"shortHours": w.Short,
		"leastHours": w.Least,
	} {
		c.When(n < 1 || n > maxHours, "waitlist."+name, problem.Invalid)
	}
	for name, n := range map[string]int{
		"shortWithinHours": w.ShortWithin,
		"stopWithinHours":  w.StopWithin,
		"marginHours":      w.Margin,
	} {
		c.When(n < 0 || n > maxHours, "waitlist."+name, problem.Invalid)
	}
	c.When(w.Short > w.Long || w.Least > w.Short, "waitlist.shortHours", problem.Invalid)
}

func (c *checker) terms(t Terms) {
	for name, n := range t.all() {
		least, most := problem.Bounds(t, name)
		c.Number("keep."+name, &n, least, most)
	}
}

var e164 = regexp.MustCompile(`^\+[1-9][0-9]{6,14}$`)

func address(s string) bool {
	a, err := mail.ParseAddress(s)
	return err == nil && a.Address == s && len(s) <= 254
}

// website accepts only https: nothing else may be a link that the site offers.
func website(s string) bool {
	u, err := url.Parse(s)
	return err == nil && u.Scheme == "https" && u.Hostname() != "" && u.User == nil &&
		len(s) <= 500 &&
		!strings.ContainsAny(s, " \\\"'<>")
}
