package house

import (
	"regexp"
	"time"

	"herstelruimte/internal/problem"
)

const (
	maxDelay   = 30_000 // milliseconds
	maxExpires = 365    // days
)

// Announcement is what the site tells every visitor once, in front of the page, from the first
// instant of ValidFrom through the last of ValidUntil, in Amsterdam. Another Version is another
// announcement.
type Announcement struct {
	Version     string `json:"version"`
	Enabled     bool   `json:"enabled"`
	ValidFrom   string `json:"validFrom" doc:"a day"`
	ValidUntil  string `json:"validUntil" doc:"the last day"`
	ExpiresDays int    `json:"expiresDays" doc:"how long a dismissal counts"`
	DelayMs     int    `json:"delayMs" doc:"after the page appeared"`
	Title       string `json:"title" letters:"80"`
	Body        string `json:"body" letters:"400"`
	FlyerURL    string `json:"flyerUrl,omitempty"`
}

// SiteAnnouncement is an Announcement with its days as moments.
type SiteAnnouncement struct {
	Announcement
	From   string `json:"from" format:"date-time" doc:"first instant"`
	Until  string `json:"until" format:"date-time" doc:"no longer from this instant on"`
	Active bool   `json:"active" doc:"enabled, and now between from and until"`
}

// site gives the public form at a moment, and the next moment at which Active changes; zero when it
// never will.
func (a *Announcement) site(now time.Time) (*SiteAnnouncement, time.Time) {
	if a == nil {
		return nil, time.Time{}
	}
	from, until, ok := a.period()
	if !ok { // never saved: Validate refuses it
		return nil, time.Time{}
	}
	s := &SiteAnnouncement{
		Announcement: *a, From: from.Format(time.RFC3339), Until: until.Format(time.RFC3339),
		Active: a.Enabled && !now.Before(from) && now.Before(until),
	}
	switch {
	case now.Before(from):
		return s, from
	case now.Before(until):
		return s, until
	}
	return s, time.Time{}
}

// period is [from, until).
func (a *Announcement) period() (from, until time.Time, ok bool) {
	first, err1 := time.Parse(time.DateOnly, a.ValidFrom)
	last, err2 := time.Parse(time.DateOnly, a.ValidUntil)
	return amsterdamDay(first, 0), amsterdamDay(last, 1), err1 == nil && err2 == nil
}

var (
	// it becomes the value of a cookie
	announcementVersion = regexp.MustCompile(`^[A-Za-z0-9._-]{1,80}$`)
	ownFile             = regexp.MustCompile(`^/bestanden/[A-Za-z0-9._/-]{1,200}$`)
)

func (c *checker) announcement(a *Announcement) {
	if a == nil {
		return
	}
	const in = "announcement."
	c.When(!announcementVersion.MatchString(a.Version), in+"version", problem.Invalid)
	c.text(a, in+"title", a.Title, 1)
	c.text(a, in+"body", a.Body, 1)
	_, err := time.Parse(time.DateOnly, a.ValidFrom)
	c.When(err != nil, in+"validFrom", problem.Invalid)
	_, err = time.Parse(time.DateOnly, a.ValidUntil)
	c.When(err != nil || a.ValidUntil < a.ValidFrom, in+"validUntil", problem.Invalid)
	c.When(a.ExpiresDays < 1 || a.ExpiresDays > maxExpires, in+"expiresDays", problem.Invalid)
	c.When(a.DelayMs < 0 || a.DelayMs > maxDelay, in+"delayMs", problem.Invalid)
	c.When(
		a.FlyerURL != "" && !website(a.FlyerURL) && !ownFile.MatchString(a.FlyerURL),
		in+"flyerUrl",
		problem.Invalid,
	)
}
