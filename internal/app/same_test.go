package app

import (
	"fmt"
	"math"
	"math/rand/v2"
	"net/http"
	"slices"
	"testing"
	"time"

	"herstelruimte/internal/dbtest"
	"herstelruimte/internal/longtest"
)

// samples is how many pairs are compared. They are interleaved, so that a busy moment of the
// machine meets both halves alike.
func samples(t *testing.T) int { return longtest.N(t, 60, 1000) }

// telling compares what somebody hears whose address is known here with what a stranger hears: all
// of the answer but its date must be equal, and the time it took alike: nobody can guess from one
// answer which of the two it is, much better than by a coin.
func telling(t *testing.T, known, stranger func(i int) *http.Request, s *site) {
	t.Helper()
	var took [2][]time.Duration
	pairs := samples(t)
	for i := range pairs {
		requests := []*http.Request{known(i), stranger(i)}
		var answers [2]answer
		for _, who := range []int{i % 2, 1 - i%2} {
			begin := time.Now()
			answers[who] = s.send(requests[who])
			took[who] = append(took[who], time.Since(begin))
			answers[who].head.Del("Date")
		}
		if answers[0].status != answers[1].status || answers[0].body != answers[1].body ||
			fmt.Sprint(answers[0].head) != fmt.Sprint(answers[1].head) {
			t.Fatalf("known:   %v\nunknown: %v", answers[0], answers[1])
		}
	}
	guess, most := slower(took[0], took[1]), coin(pairs)
	t.Logf("a known person's answer is the slower one in %.3f of all pairs", guess)
	if guess > most || guess < 1-most {
		t.Errorf("of %d and %d answers; want at most %.2f, and as few", pairs, pairs, most)
	}
	slices.Sort(took[0])
	slices.Sort(took[1])
	a, b := took[0][pairs/2], took[1][pairs/2]
	if ratio := float64(a) / float64(b); ratio > 2 || ratio < 0.5 {
		t.Errorf("the median answer takes %v for a known address and %v for an unknown one", a, b)
	}
}

func TestSignUpAnswersTheSameForAKnownAndAnUnknownAddress(t *testing.T) {
	t.Parallel()
	s := newSite(t, nil)
	_, o := s.place(0)
	s.want(s.register(o, s.signUp("Anja", "anja@voorbeeld.example")), http.StatusCreated)
	path := "/api/occurrences/" + o + "/registrations"
	telling(t, func(int) *http.Request {
		return s.request(
			http.MethodPost,
			path,
			s.signUp("Anja", "anja@voorbeeld.example"),
			"X-Flash",
			"1",
		)
	}, func(i int) *http.Request {
		return s.request(
			http.MethodPost,
			path,
			s.signUp("Anja", fmt.Sprintf("nieuw%d@voorbeeld.example", i)),
			"X-Flash",
			"1",
		)
	}, s)
	if n := s.number(`select count(*) from registration`); n != samples(t)+1 {
		t.Errorf("%d rows", n)
	}
}

func TestAFullDateAnswersTheSameForAKnownAndAnUnknownAddress(t *testing.T) {
	t.Parallel()
	s := newSite(t, nil)
	_, o := s.place(1)
	s.want(s.register(o, s.signUp("Anja", "anja@voorbeeld.example")), http.StatusCreated)
	for _, ifFull := range []string{"tell", "waitlist"} {
		send := func(email string) *http.Request {
			body := s.signUp("Anja", email)
			body["ifFull"] = ifFull
			return s.request(
				http.MethodPost,
				"/api/occurrences/"+o+"/registrations",
				body,
				"X-Flash",
				"1",
			)
		}
		telling(
			t, func(int) *http.Request { return send("anja@voorbeeld.example") },
			func(i int) *http.Request { return send(fmt.Sprintf("nieuw%d@voorbeeld.example", i)) },
			s,
		)
	}
}

func TestTheWaitlistAnswersTheSameForAKnownAndAnUnknownAddress(t *testing.T) {
	t.Parallel()
	s := newSite(t, nil)
	_, o := s.place(1)
	s.want(s.register(o, s.signUp("Anja", "anja@voorbeeld.example")), http.StatusCreated)
	s.want(s.join(o, s.waiting("Bart", "bart@voorbeeld.example")), http.StatusCreated)
	send := func(email string) *http.Request {
		return s.request(
			http.MethodPost,
			"/api/occurrences/"+o+"/waitlist",
			s.waiting("Bart", email),
			"X-Flash",
			"1",
		)
	}
	telling(t, func(int) *http.Request { return send("bart@voorbeeld.example") },
		func(i int) *http.Request { return send(fmt.Sprintf("nieuw%d@voorbeeld.example", i)) }, s)
}

// New, waiting for its confirmation, or on the list: nobody hears which.
func TestTheNewsletterAnswersTheSameForAKnownAndAnUnknownAddress(t *testing.T) {
	t.Parallel()
	s := newSite(t, nil)
	const path = "/api/newsletter/subscriptions"
	s.subscribed("wacht@voorbeeld.example")
	s.want(
		s.call(http.MethodPost, path+
			"/confirm", map[string]any{"token": s.subscribed("anja@voorbeeld.example")}),
		http.StatusOK,
	)
	for _, known := range []string{"anja@voorbeeld.example", "wacht@voorbeeld.example"} {
		telling(t, func(int) *http.Request {
			return s.request(http.MethodPost, path, s.subscription(known), "X-Flash", "1")
		},
			func(i int) *http.Request {
				return s.request(
					http.MethodPost,
					path,
					s.subscription(fmt.Sprintf("nieuw%d%s", i, known)),
					"X-Flash",
					"1",
				)
			}, s)
	}
}

// Somebody with a sign-up, or nobody: the work is done after the answer.
func TestALinkRequestAnswersTheSameForAKnownAndAnUnknownAddress(t *testing.T) {
	t.Parallel()
	s := idle(t, configOf(t, dbtest.URL(t)), nil) // what the mail does later is not measured
	_, o := s.place(0)
	ask := func(email string) *http.Request {
		return s.request(http.MethodPost, "/api/links", map[string]any{
			"email":    email,
			"formTime": s.formTime(),
		}, "X-Flash", "1")
	}
	for i := range samples(t) {
		s.want(
			s.register(o, s.signUp("Anja", fmt.Sprintf("bekend%d@voorbeeld.example", i))),
			http.StatusCreated,
		)
	}
	telling(t, func(i int) *http.Request {
		return ask(fmt.Sprintf("bekend%d@voorbeeld.example", i))
	}, func(i int) *http.Request {
		return ask(fmt.Sprintf("nieuw%d@voorbeeld.example", i))
	}, s)
	if n := s.number(`select count(*) from own_link where address is not null`); n != 2*samples(t) {
		t.Errorf("got %d links, want %d", n, 2*samples(t))
	}
}

// Who asks for their rights, by an address or by a number: nothing is looked up before the answer.
func TestARightsRequestAnswersTheSameForAKnownAndAnUnknownPerson(t *testing.T) {
	t.Parallel()
	s := idle(t, configOf(t, dbtest.URL(t)), nil)
	_, o := s.place(0)
	known := s.signUp("Anja", "anja@voorbeeld.example")
	known["phone"] = "0612345678"
	s.want(s.register(o, known), http.StatusCreated)
	ask := func(by, what string) *http.Request {
		return s.request(http.MethodPost, "/api/rights-requests", map[string]any{
			"what":     "erase",
			by:         what,
			"formTime": s.formTime(),
		}, "X-Flash", "1")
	}
	telling(t, func(int) *http.Request {
		return ask("email", "anja@voorbeeld.example")
	}, func(i int) *http.Request {
		return ask("email", fmt.Sprintf("nieuw%d@voorbeeld.example", i))
	}, s)
	telling(t, func(int) *http.Request {
		return ask("phone", "0612345678")
	}, func(i int) *http.Request {
		return ask("phone", fmt.Sprintf("06%08d", 20_000_000+i))
	}, s)
}

// slower is how often one of a is more than one of b, of all pairs: a half when both come from one
// distribution, whatever it looks like.
func slower(a, b []time.Duration) float64 {
	more := 0.0
	for _, x := range a {
		for _, y := range b {
			switch {
			case x > y:
				more++
			case x == y:
				more += 0.5
			}
		}
	}
	return more / float64(len(a)*len(b))
}

// coin is the most that slower comes to for two times n of one distribution: a twentieth more than
// a half, and in a daily check, of fewer, what chance makes of it (four times its spread).
func coin(n int) float64 {
	if n >= 1000 {
		return 0.55
	}
	return 0.6 + 4*math.Sqrt(1/(6*float64(n)))
}

func TestSlowerTellsApartWhatDiffersAndNothingElse(t *testing.T) {
	t.Parallel()
	const n = 1000
	random := rand.New(rand.NewPCG(1, 2))
	times := func(more time.Duration) (all []time.Duration) {
		for range n {
			all = append(all, more+time.Duration(random.ExpFloat64()*float64(time.Millisecond)))
		}
		return all
	}
	if guess := slower(times(0), times(0)); guess > coin(n) || guess < 1-coin(n) {
		t.Errorf("two times the same: %.2f", guess)
	}
	for _, more := range []time.Duration{time.Millisecond, -time.Millisecond} {
		if guess := slower(times(more), times(0)); guess <= coin(n) && guess >= 1-coin(n) {
			t.Errorf("%v apart: %.2f is taken for the same", more, guess)
		}
	}
}

// A link that never was, one of the wrong kind, one of a row that is gone and one that was
// replaced: one answer.
func TestALinkThatDoesNotWorkSaysNothing(t *testing.T) {
	t.Parallel()
	s := newSite(t, nil)
	_, o := s.place(1)
	s.want(s.register(o, s.signUp("Anja", "anja@voorbeeld.example")), http.StatusCreated)
	s.want(s.join(o, s.waiting("Bart", "bart@voorbeeld.example")), http.StatusCreated)
	gone, other := s.registrationKey("anja@voorbeeld.example"), s.entryKey("bart@voorbeeld.example")
	s.want(s.call(http.MethodPost, "/api/erase-mine", nil, holds(gone)...), http.StatusNoContent)
	unknown := s.keys.Token("aan_", "reg_never", 1)
	first := s.want(
		s.call(http.MethodGet, "/api/registration", nil, holds(unknown)...),
		http.StatusNotFound,
	)
	first.head.Del("Date")
	for _, key := range []string{gone, other, unknown[:20], unknown + "x", "aan_", "x"} {
		a := s.call(http.MethodGet, "/api/registration", nil, holds(key)...)
		a.head.Del("Date")
		if fmt.Sprint(a) != fmt.Sprint(first) {
			t.Errorf("%.8s…: %v, want %v", key, a, first)
		}
	}
}
