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
	roomLook  = 10 * time.Millisecond // between two looks for room
)

// pace sees to it that no domain takes all the room of the others. It is that of one process. The
// zero value is ready.
type pace struct {
	mu      sync.Mutex
	domains map[string]*domainUse
}

// domainUse is how much goes to one domain.
type domainUse struct {
	since  time.Time // begin of its minute
	n      int       // mails since then
	groups int       // of mails that are on their way
	left   time.Time // when a group left last, of the machine
}

// manyDomains are more than there are of use to remember.
const manyDomains = 1000

// mostAtOnce is how many groups of mails of a kind are on their way to one domain at once: while a
// server hangs over each of its addresses, half of the workers are there for others.
func mostAtOnce(k Kind) int {
	if k == Newsletter {
		return bulkWidth / 2
	}
	return jobs.LaneWidth / 2
}

// enter takes room for a group of n mails of a kind to a domain: for how many there is, and how
// long the others wait. most is how many may go in a minute; 0: as many as want. A group that
// entered must leave. moves: groups come and go, there will be room very soon.
func (p *pace) enter(k Kind, domain string, n int, now time.Time, most int) (room int, wait time.Duration, moves bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.domains == nil {
		p.domains = map[string]*domainUse{}
	}
	if len(p.domains) > manyDomains {
		for name, u := range p.domains {
			if u.groups == 0 && now.Sub(u.since) >= time.Minute {
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
	if u.groups >= mostAtOnce(k) {
		return 0, shortWait, time.Since(u.left) < shortWait
	}
	if room = n; most > 0 && u.n+n > most {
		room, wait = most-u.n, max(shortWait, u.since.Add(time.Minute).Sub(now))
	}
	if room > 0 {
		u.n += room
		u.groups++
	}
	return room, wait, false
}

func (p *pace) leave(domain string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.domains[domain].groups--
	p.domains[domain].left = time.Now()
}

// room is enter, with a short wait where there will be room.
func (o *Outbox) room(k Kind, lane string, n int) (room int, wait time.Duration) {
	for began := time.Now(); ; time.Sleep(roomLook) {
		room, wait, moves := o.pace.enter(k, lane, n, o.clock.Now(), o.perMinute())
		if !moves || time.Since(began) > shortWait {
			return room, wait
		}
	}
}

// laneTo is what a mail takes room of: newsletters and other mails to one domain do not wait for
// each other. What cannot be read is of one domain: trying shows what is wrong.
func (o *Outbox) laneTo(m *claimed) string {
	address, _ := o.cfg.Open(m.ID, m.sealed)
	_, domain, _ := cutLast(string(address), "@")
	lane := "visitors "
	if m.Kind == Newsletter {
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
