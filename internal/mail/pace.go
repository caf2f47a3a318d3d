package mail

import (
	"strings"
	"sync"
	"time"

	"herstelruimte/internal/jobs"
)

const (
	// domainPace is how many mails go to one domain in a minute, of each of the lanes: large
	// providers slow down or refuse whoever sends them more.
	domainPace = 120
	// bulkWidth is how many mails of newsletters go at once: with eight, 99 % of the pages took 3.7
	// times as long meanwhile, with four 1.6 times (two cores, two processes).
	bulkWidth = 4
)

// pace sees to it that no domain takes all the room of the others. It is that of one process. The
// zero value is ready.
type pace struct {
	mu      sync.Mutex
	domains map[string]*domainUse
}

// domainUse is how much goes to one domain.
type domainUse struct {
	since    time.Time // begin of its minute
	n        int       // mails since then
	underway int
}

// manyDomains are more than there are of use to remember.
const manyDomains = 1000

// mostAtOnce is how many mails of a kind are on their way to one domain at once: while a server
// hangs over each of its addresses, half of the workers are there for others.
func mostAtOnce(k Kind) int {
	if k == Newsletter {
		return bulkWidth / 2
	}
	return jobs.LaneWidth / 2
}

// enter takes room for one mail of a kind to a domain, or tells how long to wait. most is how many
// may go in a minute; 0: as many as want. What entered must leave.
func (p *pace) enter(k Kind, domain string, now time.Time, most int) (wait time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.domains == nil {
		p.domains = map[string]*domainUse{}
	}
	if len(p.domains) > manyDomains {
		for name, u := range p.domains {
			if u.underway == 0 && now.Sub(u.since) >= time.Minute {
				delete(p.domains, name)
			}
		}
	}
	u := p.domains[domain]
	if u == nil {
		u = &domainUse{}
		p.domains[domain] = u
	}
	// a clock that was set back begins a minute too
	if now.Sub(u.since) >= time.Minute || now.Before(u.since) {
		u.since, u.n = now, 0
	}
	switch {
	case u.underway >= mostAtOnce(k):
		return shortWait
	case most > 0 && u.n >= most:
		return max(shortWait, u.since.Add(time.Minute).Sub(now))
	}
	u.n++
	u.underway++
	return 0
}

func (p *pace) leave(domain string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.domains[domain].underway--
}

// laneTo is what a mail takes room of: newsletters and other mails to one domain do not wait for
// each other. What cannot be read is of one domain: trying shows what is wrong.
func (o *Outbox) laneTo(r row) string {
	address, _ := o.cfg.Open(r.ID, r.sealed)
	_, domain, _ := cutLast(string(address), "@")
	lane := "visitors "
	if r.Kind == Newsletter {
		lane = "newsletter "
	}
	return lane + strings.ToLower(domain)
}

// perMinute is domainPace as the limits are set.
func (o *Outbox) perMinute() int {
	if o.cfg.LimitFactor <= 0 {
		return 0
	}
	return max(1, int(domainPace*o.cfg.LimitFactor))
}
