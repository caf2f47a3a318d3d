package httpkit

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strconv"
	"testing"
	"testing/synctest"
	"time"
)

// from is a request of this visitor.
func from(addr string) *http.Request {
	r := httptest.NewRequest(http.MethodPost, "/", nil)
	return r.WithContext(context.WithValue(r.Context(), clientKey{}, netip.MustParseAddr(addr)))
}

// passing counts how many of tries get through.
func passing(l *Limits, r *http.Request, kind, activity string, tries int) (n int) {
	for range tries {
		if l.over(r, kind, activity) == 0 {
			n++
		}
	}
	return n
}

func TestANetworkSendsTwentyFormsOfAKindInTenMinutes(t *testing.T) {
	t.Parallel()
	l := NewLimits(1, netip.Prefix{})
	if n := passing(l, from("203.0.113.7"), "registration", "", 30); n != 20 {
		t.Errorf("%d of 30 pass, want 20", n)
	}
	for name, c := range map[string]struct {
		addr, kind string
		want       int
	}{
		"the same /24":     {"203.0.113.200", "registration", 0},
		"another /24":      {"203.0.112.7", "registration", 20},
		"another kind":     {"203.0.113.7", "waitlist", 20},
		"IPv4 inside IPv6": {"::ffff:203.0.113.9", "registration", 0},
	} {
		if n := passing(l, from(c.addr), c.kind, "", 30); n != c.want {
			t.Errorf("%s: %d pass, want %d", name, n, c.want)
		}
	}
}

func TestIPv6CountsByItsFirst56Bits(t *testing.T) {
	t.Parallel()
	l := NewLimits(1, netip.Prefix{})
	for i := range 20 {
		if l.over(
			from("2001:db8:0:12"+strconv.FormatInt(int64(i%10), 16)+"::"+strconv.Itoa(i+1)),
			"note",
			"",
		) != 0 {
			t.Fatal("refused too early", i)
		}
	}
	if l.over(from("2001:db8:0:1ff::1"), "note", "") == 0 {
		t.Error("the same /56 sends a 21st")
	}
	if l.over(from("2001:db8:0:200::1"), "note", "") != 0 {
		t.Error("the next /56 is refused")
	}
}

func TestARefusedNetworkIsWelcomeAgainLater(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		l := NewLimits(1, netip.Prefix{})
		r := from("203.0.113.7")
		passing(l, r, "note", "", 20)
		if wait := l.over(r, "note", ""); wait != 600 {
			t.Fatalf("told to wait %d seconds, want 600", wait)
		}
		time.Sleep(20 * time.Minute) // of the bubble
		if n := passing(l, r, "note", "", 30); n != 20 {
			t.Errorf("%d pass in the next ten minutes, want 20", n)
		}
		time.Sleep(20 * time.Minute) // of the bubble
		if n := passing(l, r, "note", "", 30); n != 20 {
			t.Errorf("%d pass then, want the last 20 of the day", n)
		}
		time.Sleep(20 * time.Minute) // of the bubble
		if wait := l.over(r, "note", ""); wait != 3600 {
			t.Fatalf("the 61st of the day is told to wait %d seconds, want 3600", wait)
		}
		time.Sleep(48 * time.Hour) // of the bubble
		if n := passing(l, r, "note", "", 30); n != 20 {
			t.Errorf("%d pass two days later, want 20", n)
		}
	})
}

func TestTheHouseHasTenTimesTheRoomAndAFactorScalesAll(t *testing.T) {
	t.Parallel()
	house := netip.MustParsePrefix("198.51.100.0/24")
	for name, c := range map[string]struct {
		factor float64
		addr   string
		want   int
	}{
		"house":            {1, "198.51.100.20", 200},
		"outside":          {1, "198.51.101.20", 20},
		"double":           {2, "203.0.113.7", 40},
		"double, house":    {2, "198.51.100.20", 400},
		"half":             {0.5, "203.0.113.7", 10},
		"next to nothing":  {0.001, "203.0.113.7", 1},
		"off":              {0, "203.0.113.7", 500},
		"off in the house": {0, "198.51.100.20", 500},
	} {
		if n := passing(NewLimits(c.factor, house), from(c.addr), "note", "", 500); n != c.want {
			t.Errorf("%s: %d of 500 pass, want %d", name, n, c.want)
		}
	}
}

// A rush is told "vol", not "te veel": people who come together are refused nothing.
func TestAboveOneHundredAndTwentyAMinuteARushIsToldAndNobodyIsRefused(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		l := NewLimits(1, netip.Prefix{})
		for i := range 240 {
			kind := []string{"registration", "waitlist"}[i%2]
			addr := fmt.Sprintf("10.%d.%d.1", i/200, i%200)
			if l.over(from(addr), kind, "act_1") != 0 {
				t.Fatalf("number %d is refused", i)
			}
			if l.Rushed() != (i >= 120) {
				t.Fatalf("after %d: rush %v", i+1, l.Rushed())
			}
		}
		time.Sleep(9 * time.Minute) // of the bubble
		if !l.Rushed() {
			t.Error("not told any more nine minutes later")
		}
		time.Sleep(2 * time.Minute) // of the bubble
		if l.Rushed() {
			t.Error("still told eleven minutes later")
		}
	})
}

func TestAVisitorWithoutAnAddressIsCountedToo(t *testing.T) {
	t.Parallel()
	r := httptest.NewRequest(http.MethodPost, "/", nil)
	if n := passing(NewLimits(1, netip.Prefix{}), r, "note", "", 30); n != 20 {
		t.Errorf("%d pass, want 20", n)
	}
}

func TestNetworkIsAsMuchOfAnAddressAsTheHouseCountsBy(t *testing.T) {
	t.Parallel()
	for addr, want := range map[string]string{
		"203.0.113.77":        "203.0.113.0/24",
		"::ffff:203.0.113.77": "203.0.113.0/24",
		"2001:db8:1:2ff:3::4": "2001:db8:1:200::/56",
		"fe80::1%eth0":        "fe80::/56",
	} {
		if got := Network(netip.MustParseAddr(addr)); got != want {
			t.Errorf("%s: %s, want %s", addr, got, want)
		}
	}
	if got := Network(netip.Addr{}); got != "unknown" {
		t.Error(got)
	}
}

func TestARateCountsOneKindOfCallPerNetwork(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		factor float64
		house  string
		addr   string
		want   int
	}{
		"plain":     {1, "", "203.0.113.7", 5},
		"twice":     {2, "", "203.0.113.7", 10},
		"off":       {0, "", "203.0.113.7", 100},
		"the house": {1, "203.0.113.0/24", "203.0.113.7", 50},
	} {
		var house netip.Prefix
		if c.house != "" {
			house = netip.MustParsePrefix(c.house)
		}
		l := NewLimits(c.factor, house)
		rate, other := l.Rate(5, time.Minute), l.Rate(5, time.Minute)
		n := 0
		for range 100 {
			switch wait := rate.Over(from(c.addr)); wait {
			case 0:
				n++
			case 60:
			default:
				t.Fatalf("%s: told to wait %d seconds, want 60", name, wait)
			}
		}
		if n != c.want {
			t.Errorf("%s: %d of 100 pass, want %d", name, n, c.want)
		}
		if other.Over(from(c.addr)) != 0 || rate.Over(from("198.51.100.1")) != 0 {
			t.Errorf("%s: another rate or another network is counted too", name)
		}
	}
}
