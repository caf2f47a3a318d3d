package mail

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/dbtest"
	"herstelruimte/internal/jobs"
)

const anja, bart = "anja@voorbeeld.example", "bart@voorbeeld.example"

var noon = time.Date(2025, 11, 18, 12, 0, 0, 0, clock.Amsterdam)

// bench is an outbox on a database of its own, with a mail server that follows a script and a clock
// that stands still.
type bench struct {
	*Outbox
	t      *testing.T
	pool   *pgxpool.Pool
	clock  *clock.Clock
	office *postOffice
}

func setup(t *testing.T, script ...verdict) *bench {
	return setupWith(t, func(*Config) {}, script...)
}

func setupWith(t *testing.T, change func(*Config), script ...verdict) *bench {
	t.Helper()
	b := &bench{
		t:      t,
		pool:   dbtest.New(t),
		clock:  clock.Stopped(noon),
		office: newPostOffice(t, script...),
	}
	cfg := config(b.office.port)
	change(&cfg)
	b.Outbox = New(b.pool, b.clock, jobs.New(b.pool, b.clock), cfg)
	return b
}

func config(port int) Config {
	return Config{
		Server: Server{
			Host:    "127.0.0.1",
			Port:    port,
			TLS:     TLSOpportunistic,
			Timeout: 10 * time.Second,
		},
		Domain: "herstelruimte.example",
		Sender: func() (name, address, replyTo, phone string) {
			return "Trefpunt", "post@herstelruimte.example", "info@herstelruimte.example", "0123 45 67 89"
		},
		Seal: func(id string, plain []byte) []byte {
			return flip(append([]byte(id+"|"), plain...))
		},
		Open: open,
		Key:  func(a string) []byte { return hmac.New(sha256.New, []byte(a)).Sum(nil) },
		Compose: func(_ context.Context, m Stored) (Letter, error) {
			return Letter{Subject: "Je link", Body: "Tekst van " + m.ID}, nil
		},

		LimitFactor: 1,
	}
}

func open(id string, sealed []byte) ([]byte, error) {
	plain, ok := bytes.CutPrefix(flip(sealed), []byte(id+"|"))
	if !ok {
		return nil, errors.New("another row's seal")
	}
	return plain, nil
}

func flip(b []byte) []byte {
	b = slices.Clone(b)
	for i := range b {
		b[i] ^= 0x5a
	}
	return b
}

func (b *bench) tx(f func(pgx.Tx) error) {
	b.t.Helper()
	if err := pgx.BeginFunc(b.t.Context(), b.pool, f); err != nil {
		b.t.Fatal(err)
	}
}

// put enqueues one mail and gives its id, or "" when the limit kept it out.
func (b *bench) put(m Mail) (id string) {
	b.t.Helper()
	if m.Kind == "" {
		m.Kind = SignedUp
	}
	if m.Cause == "" {
		m.Cause = "reg_1"
	}
	before := b.count("select coalesce(max(no), 0) from mail")
	b.tx(func(tx pgx.Tx) error { return b.Enqueue(b.t.Context(), tx, m) })
	err := b.pool.QueryRow(b.t.Context(), "select id from mail where no > $1", before).Scan(&id)
	if err != nil && !errors.Is(err, pgx.ErrNoRows) {
		b.t.Fatal(err)
	}
	return id
}

func (b *bench) count(sql string, args ...any) (n int) {
	b.t.Helper()
	if err := b.pool.QueryRow(b.t.Context(), sql, args...).Scan(&n); err != nil {
		b.t.Fatal(err)
	}
	return n
}

// work does one step for a mail and gives the pause it asks for.
func (b *bench) work(id string) time.Duration {
	b.t.Helper()
	again, err := b.Try(b.t.Context(), id)
	if err != nil {
		b.t.Fatal(err)
	}
	return again
}

// state is what the table says: "sent", "failed timeout", "dead 5xx 550", and "(address)" while the
// address is kept.
func (b *bench) state(id string) string {
	b.t.Helper()
	var state string
	const read = `
		select state || coalesce(' ' || last_error,
			'') || case when sealed is null then '' else ' (address)' end from mail where id = $1`
	if err := b.pool.QueryRow(b.t.Context(), read, id).Scan(&state); err != nil {
		b.t.Fatal(err)
	}
	return state
}

func (b *bench) wantState(id, want string) {
	b.t.Helper()
	if got := b.state(id); got != want {
		b.t.Errorf("the mail is %q, want %q", got, want)
	}
}

// A kind may have a number of its own, whoever causes it; it takes nothing from the others.
func TestAnAddressHearsThreeTimesADayThatItWasTakenAway(t *testing.T) {
	t.Parallel()
	b := setup(t)
	for i := range 5 {
		stored := b.put(Mail{Kind: AddressRemoved, To: anja}) != ""
		if stored != (i < 3) {
			t.Errorf("mail %d stored: %v", i+1, stored)
		}
	}
	for i := range 5 {
		if b.put(Mail{To: anja, Limited: true}) == "" {
			t.Errorf("mail %d of another kind is held back", i+1)
		}
	}
	if b.put(Mail{Kind: AddressRemoved, To: bart}) == "" {
		t.Error("another address falls under the same limit")
	}
	b.clock.Advance(24 * time.Hour)
	if b.put(Mail{Kind: AddressRemoved, To: anja}) == "" {
		t.Error("nothing the day after")
	}
}

func TestMailIsStoredOnlyWhenTheCallersTransactionCommits(t *testing.T) {
	t.Parallel()
	b := setup(t)
	no := errors.New("no")
	for _, end := range []error{no, nil} {
		err := pgx.BeginFunc(t.Context(), b.pool, func(tx pgx.Tx) error {
			if err := b.Enqueue(t.Context(), tx, Mail{
				Kind:    SignedUp,
				To:      anja,
				Cause:   "reg_1",
				Limited: true,
			}); err != nil {
				return err
			}
			return end
		})
		if !errors.Is(err, end) {
			t.Fatal(err)
		}
		want := map[error]int{no: 0, nil: 1}[end]
		if rows, wakes := b.count("select count(*) from mail"), b.count(
			"select count(*) from river_job where kind = 'mail'",
		); rows != want || wakes != want {
			t.Errorf("after %v: %d mails, %d jobs, want %d of each", end, rows, wakes, want)
		}
	}
}

func TestTableAndJobHoldNoReadableAddress(t *testing.T) {
	t.Parallel()
	b := setup(t, verdict{at: atRcpt, code: 450})
	id := b.put(Mail{To: anja, Occurrence: "occ_1", Data: map[string]string{"offer": "off_1"}})
	b.work(id)
	const anywhere = `
		select (
			select count(*)
			from mail m
			where m::text like '%anja%'
				or encode(sealed, 'escape') like '%anja%'
		)
		+ (select count(*) from river_job j where j::text like '%anja%')`
	if n := b.count(anywhere); n != 0 {
		t.Errorf("the address can be read in %d rows", n)
	}
	b.wantState(id, "failed 4xx 450 (address)")
}

func TestComposerGetsWhatWasHandedIn(t *testing.T) {
	t.Parallel()
	var got Stored
	b := setupWith(t, func(c *Config) {
		c.Compose = func(_ context.Context, m Stored) (Letter, error) {
			got = m
			return ErasedLetter(), nil
		}
	})
	id := b.put(Mail{
		Kind:       Cancelled,
		To:         anja,
		Occurrence: "occ_1",
		Cause:      "reg_9",
		Data:       map[string]string{"session": "ses_1"},
	})
	b.work(id)
	if got.ID != id || got.Kind != Cancelled || got.Occurrence != "occ_1" || got.Cause != "reg_9" ||
		string(got.Data) != `{"session": "ses_1"}` ||
		!got.CreatedAt.Equal(noon) {
		t.Errorf("%+v", got)
	}
}

func TestAboutListsHowEachMailAboutARowStandsOldestFirst(t *testing.T) {
	t.Parallel()
	b := setup(t)
	first := b.put(Mail{
		Kind:       OnList,
		To:         anja,
		Occurrence: "occ_1",
		Cause:      "wl_1",
		Data:       map[string]int{"n": 1},
	})
	other := b.put(Mail{To: anja, Cause: "reg_1"})
	second := b.put(Mail{Kind: Offered, To: anja, Cause: "wl_1"})
	b.put(Mail{Kind: OnListBefore, To: anja, Cause: "wl_1"}) // still waits
	b.put(Mail{Kind: NewInInbox, To: bart, Cause: "wl_1"})   // is for staff
	b.work(first)
	b.work(other)
	b.work(second)
	kinds := []Kind{OnList, OnListBefore, Offered}
	got, err := b.About(t.Context(), b.pool, kinds, "wl_1")
	if err != nil || len(got) != 3 || got[0].Kind != OnList || got[1].Kind != Offered ||
		got[2].State != "queued" || !got[0].At.Equal(noon) {
		t.Fatalf("%+v, %v", got, err)
	}
}

func TestAnAddressGetsFiveVisitorCausedMailsIn24Hours(t *testing.T) {
	t.Parallel()
	b := setup(t)
	for i := range 7 {
		if stored := b.put(Mail{To: anja, Limited: true}) != ""; stored != (i < 5) {
			t.Errorf("mail %d stored: %v", i+1, stored)
		}
	}
	if b.put(Mail{To: bart, Limited: true}) == "" {
		t.Error("another address falls under the same limit")
	}
	if b.put(Mail{To: anja}) == "" {
		t.Error("a mail without limit was held back")
	}
	b.clock.Advance(24 * time.Hour)
	if b.put(Mail{To: anja, Limited: true}) == "" {
		t.Error("nothing the day after")
	}
}

func TestOffersDoNotUseUpTheDailyLimit(t *testing.T) {
	t.Parallel()
	b := setup(t)
	for range 6 {
		b.put(Mail{Kind: Offered, To: anja})
	}
	if b.put(Mail{To: anja, Limited: true}) == "" {
		t.Error("offers kept out the mail of a sign-up")
	}
}

func TestLimitFactorScalesTheDailyLimitAndZeroSwitchesItOff(t *testing.T) {
	t.Parallel()
	for factor, want := range map[float64]int{0: 12, 0.1: 1, 0.5: 2, 2: 10} {
		b := setupWith(t, func(c *Config) { c.LimitFactor = factor })
		for range 12 {
			b.put(Mail{To: anja, Limited: true})
		}
		if n := b.count("select count(*) from mail"); n != want {
			t.Errorf("factor %v: %d mails, want %d", factor, n, want)
		}
	}
}

func TestSixtySignUpsAtOneMomentGiveOneAddressFiveMails(t *testing.T) {
	t.Parallel()
	b := setup(t)
	var all sync.WaitGroup
	for range 60 {
		all.Go(func() {
			err := pgx.BeginFunc(t.Context(), b.pool, func(tx pgx.Tx) error {
				return b.Enqueue(t.Context(), tx, Mail{
					Kind:    SignedUp,
					To:      anja,
					Cause:   "reg_1",
					Limited: true,
				})
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if n := b.count("select count(*) from mail"); n != 5 {
		t.Errorf("%d mails", n)
	}
}

func TestErasureWithdrawsWhatIsNotOutYetAndWipesTheAddress(t *testing.T) {
	t.Parallel()
	b := setup(t)
	var gone, stay []string
	for _, k := range []Kind{SignedUp, SignedUpBefore, OnList, OnListBefore, Offered, PlaceGiven} {
		gone = append(gone, b.put(Mail{Kind: k, To: anja, Cause: "reg_1"}))
	}
	for i, state := range []string{"held", "failed", "sending"} {
		b.tx(func(tx pgx.Tx) error {
			_, err := tx.Exec(
				t.Context(),
				"update mail set state = $2 where id = $1",
				gone[i],
				state,
			)
			return err
		})
	}
	for _, k := range []Kind{AddressRemoved, Cancelled, Erased} {
		stay = append(stay, b.put(Mail{Kind: k, To: anja, Cause: "reg_1"}))
	}
	stay = append(stay, b.put(Mail{To: anja, Cause: "reg_2"}))
	sent := b.put(Mail{To: bart, Cause: "reg_1"})
	b.work(sent)

	b.tx(func(tx pgx.Tx) error { return b.Forget(t.Context(), tx, "reg_1", "wl_1") })
	for _, id := range gone {
		b.wantState(id, "withdrawn forgotten")
	}
	for _, id := range stay {
		b.wantState(id, "queued (address)")
	}
	b.wantState(sent, "sent")
	if again := b.work(gone[0]); again != 0 || len(b.office.mails()) != 1 {
		t.Error("a withdrawn mail was taken up")
	}
	if b.work(stay[0]); b.state(stay[0]) != "sent" {
		t.Error("M3 must still go out after an erasure")
	}
}

func TestMailWithdrawnWhileItIsSentStaysWithdrawn(t *testing.T) {
	t.Parallel()
	b := setup(t)
	id := b.put(Mail{To: anja})
	m := b.take(id)
	b.tx(func(tx pgx.Tx) error { return b.Forget(t.Context(), tx, "reg_1") })
	m.result = result{"failed", "timeout"}
	if b.writeDown([]*claimed{m}); m.again != 0 || m.err != nil {
		t.Errorf("again %v, %v", m.again, m.err)
	}
	b.wantState(id, "withdrawn forgotten")
}

func TestSweepDeletesClosedMailsAfter30DaysAndWakesForgottenOnes(t *testing.T) {
	t.Parallel()
	b := setup(t, verdict{at: atRcpt, code: 550}, verdict{})
	dead, sent := b.put(Mail{To: anja}), b.put(Mail{To: bart})
	b.work(dead)
	b.work(sent)
	asleep := b.put(Mail{To: "carla@voorbeeld.example"})
	b.tx(func(tx pgx.Tx) error {
		_, err := tx.Exec(t.Context(), "delete from river_job")
		return err
	})

	sweep := func(after time.Duration) {
		b.clock.Set(noon.Add(after))
		if err := errors.Join(b.Sweep(t.Context()), b.SweepClosed(t.Context())); err != nil {
			t.Fatal(err)
		}
	}
	sweep(23 * time.Hour)
	if n := b.count("select count(*) from river_job"); n != 0 {
		t.Errorf("%d mails woken within a day", n)
	}
	sweep(25 * time.Hour)
	if n := b.count("select count(*) from river_job where args->'ids' ? $1", asleep); n != 1 {
		t.Errorf("%d jobs for a mail that lost its job", n)
	}
	sweep(30 * 24 * time.Hour)
	if n := b.count("select count(*) from mail where id in ($1, $2)", dead, sent); n != 2 {
		t.Error("deleted before 30 days were over")
	}
	sweep(30*24*time.Hour + time.Second)
	if n := b.count("select count(*) from mail"); n != 1 || b.state(asleep) != "queued (address)" {
		t.Errorf("%d mails left, want only the open one", n)
	}
}

func TestUnknownKindsAndEmptyOrForgedAddressesAreRefused(t *testing.T) {
	t.Parallel()
	b := setup(t)
	for _, m := range []Mail{
		{Kind: "M99", To: anja},
		{Kind: SignedUp},
		{Kind: SignedUp, To: anja + "\r\nBcc: bart@voorbeeld.example"},
		{Kind: SignedUp, To: anja + "\x00"},
	} {
		err := pgx.BeginFunc(t.Context(), b.pool, func(tx pgx.Tx) error {
			return b.Enqueue(t.Context(), tx, m)
		})
		if err == nil || strings.Contains(fmt.Sprint(err), "voorbeeld") {
			t.Errorf("%q: %v", m.To, err)
		}
	}
	if n := b.count("select count(*) from mail"); n != 0 {
		t.Errorf("%d stored", n)
	}
}

func TestAMailThatIsHeldGoesAfterItsTimeUnlessItIsTakenBack(t *testing.T) {
	t.Parallel()
	b := setup(t)
	goes, stays := b.put(Mail{
		To:    anja,
		Cause: "msg_1",
		Hold:  10 * time.Minute,
	}), b.put(Mail{To: anja, Cause: "msg_2", Hold: 10 * time.Minute})
	b.clock.Advance(10*time.Minute - time.Second)
	if again := b.work(goes); again != time.Second {
		t.Errorf("it asks for another look after %v", again)
	}
	b.wantState(goes, "held (address)")
	b.tx(func(tx pgx.Tx) error {
		for _, want := range []bool{true, false} {
			if got, err := b.Withdraw(t.Context(), tx, SignedUp, "msg_2"); got != want ||
				err != nil {
				t.Error(got, err)
			}
		}
		return nil
	})
	b.clock.Advance(time.Second)
	b.work(goes)
	b.work(stays)
	b.wantState(goes, "sent")
	b.wantState(stays, "withdrawn undone")
	b.tx(func(tx pgx.Tx) error {
		if got, err := b.Withdraw(t.Context(), tx, SignedUp, "msg_1"); got || err != nil {
			t.Error("what was sent is taken back", err)
		}
		return nil
	})
}
