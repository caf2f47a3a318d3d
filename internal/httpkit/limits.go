package httpkit

import (
	"math"
	"net/http"
	"net/netip"
	"strings"
	"sync/atomic"
	"time"

	"github.com/go-chi/httprate"
)

// Limits are the rates for one kind of form, kept in memory.
type Limits struct {
	factor float64
	house  netip.Prefix
	short  *httprate.RateLimiter
	day    *httprate.RateLimiter
	each   *httprate.RateLimiter // per activity: told, never refused
	rushed atomic.Int64          // when somebody last sent one above it, in Unix seconds
}

const (
	perTenMinutes = 20
	perDay        = 60
	perActivity   = 120 // a minute
	houseFactor   = 10
)

// NewLimits scales every limit by factor; 0 switches them off. The house's own network has ten
// times the room.
func NewLimits(factor float64, house netip.Prefix) *Limits {
	quiet := []httprate.Option{httprate.WithResponseHeaders(httprate.ResponseHeaders{})}
	return &Limits{
		factor: factor, house: house,
		short: httprate.NewRateLimiter(perTenMinutes, 10*time.Minute, quiet...),
		day:   httprate.NewRateLimiter(perDay, 24*time.Hour, quiet...),
		each:  httprate.NewRateLimiter(perActivity, time.Minute, quiet...),
	}
}

// rushLasts is how long a rush is told after its last sending.
const rushLasts = 10 * time.Minute

// Rushed tells whether one activity got more sendings in a minute than people usually send: a rush,
// or a program. Nobody is refused for it; the staff may look.
func (l *Limits) Rushed() bool {
	return time.Since(time.Unix(l.rushed.Load(), 0)) < rushLasts
}

// over counts one send and gives the seconds to wait when it is one too many, else 0.
func (l *Limits) over(r *http.Request, kind, activity string) int {
	if l.factor == 0 {
		return 0
	}
	network, scale := l.scale(r)
	key := kind + " " + network
	switch {
	case exceeds(l.short, r, key, perTenMinutes, scale):
		return 600
	case exceeds(l.day, r, key, perDay, scale):
		return 3600
	}
	if activity != "" && exceeds(l.each, r, activity, perActivity, l.factor) {
		l.rushed.Store(time.Now().Unix())
	}
	return 0
}

func exceeds(l *httprate.RateLimiter, r *http.Request, key string, limit int, scale float64) bool {
	room := int(math.Ceil(float64(limit) * scale))
	r = r.WithContext(httprate.WithRequestLimit(r.Context(), room))
	return l.OnLimit(discard{}, r, key)
}

// Rate counts one kind of call per network, with the factors of its Limits.
type Rate struct {
	limits *Limits
	limit  int
	window time.Duration
	calls  *httprate.RateLimiter
}

// Rate allows each network limit calls in a window; it counts apart from the forms and from other
// rates.
func (l *Limits) Rate(limit int, window time.Duration) *Rate {
	return &Rate{
		l,
		limit,
		window,
		httprate.NewRateLimiter(
			limit,
			window,
			httprate.WithResponseHeaders(httprate.ResponseHeaders{}),
		),
	}
}

// Over counts one call and gives the seconds to wait when it is one too many, else 0.
func (c *Rate) Over(r *http.Request) int {
	network, scale := c.limits.scale(r)
	if scale > 0 && exceeds(c.calls, r, network, c.limit, scale) {
		return int(c.window / time.Second)
	}
	return 0
}

// readsAMinute is how many answers that no cache holds a network may ask for.
const readsAMinute = 300

// Reads counts the answers that no cache holds: one rate for pages and API.
func (l *Limits) Reads() *Rate { return l.Rate(readsAMinute, time.Minute) }

// Reading refuses reads of addresses that begin like this above the rate.
func (c *Rate) Reading(prefix string) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			reads := r.Method == http.MethodGet || r.Method == http.MethodHead
			if reads && strings.HasPrefix(r.URL.Path, prefix) {
				if wait := c.Over(r); wait > 0 {
					Fail(w, r, tooMany(wait))
					return
				}
			}
			next.ServeHTTP(w, r)
		})
	}
}

// scale gives the network of a request and how much more than the plain limit it may send; 0: no
// limit at all.
func (l *Limits) scale(r *http.Request) (network string, scale float64) {
	addr := ClientAddr(r.Context())
	scale = l.factor
	if l.house.IsValid() && l.house.Contains(addr) {
		scale *= houseFactor
	}
	return Network(addr), scale
}

// discard takes the headers that httprate would like to set.
type discard struct{}

func (discard) Header() http.Header         { return http.Header{} }
func (discard) Write(b []byte) (int, error) { return len(b), nil }
func (discard) WriteHeader(int)             {}

// Network is the /24 of an IPv4 address or the /56 of an IPv6 address: as much of an address as
// this house ever counts by.
func Network(a netip.Addr) string {
	bits := 56
	a = a.Unmap()
	if a.Is4() {
		bits = 24
	}
	p, err := a.Prefix(bits)
	if err != nil || !p.IsValid() {
		return "unknown"
	}
	return p.String()
}
