package httpkit

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"time"

	"github.com/google/uuid"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/problem"
)

// Tickets signs the moment at which a form was opened. It keeps nothing: any process with the key
// can check it.
type Tickets struct {
	key    []byte
	clock  *clock.Clock
	minAge time.Duration
}

const macSize = 16

// How old a form may be when it is sent: a person needs seconds, and nobody a day.
const (
	minFormAge = 3 * time.Second
	maxFormAge = 24 * time.Hour
)

// NewTickets takes a secret of at least 32 bytes.
func NewTickets(key []byte, c *clock.Clock) *Tickets {
	return &Tickets{key: key, clock: c, minAge: minFormAge}
}

// AtOnce takes a form from the moment it is opened. Only the demo asks for it, for tests: a person
// needs longer, and a program that fills in forms does not.
func (t *Tickets) AtOnce() { t.minAge = 0 }

// Ticket is what a form carries in hidden fields.
type Ticket struct {
	IdempotencyKey string `json:"idempotencyKey" doc:"UUID; send it as header Idempotency-Key"`
	FormTime       string `json:"formTime" doc:"signed moment of opening, 32 characters"`
}

// New opens a form now. Both texts have a fixed length (36 and 32), so that cached pages can hold
// placeholders.
func (t *Tickets) New() Ticket {
	return Ticket{IdempotencyKey: uuid.NewString(), FormTime: t.sign(t.clock.Now())}
}

func (t *Tickets) sign(at time.Time) string {
	var b [24]byte
	binary.BigEndian.PutUint64(b[:8], uint64(at.UnixMicro()))
	copy(b[8:], t.mac("form-time", b[:8]))
	return base64.RawURLEncoding.EncodeToString(b[:])
}

// mac signs b; what it is stands before it, so that one is never taken for another.
func (t *Tickets) mac(purpose string, b []byte) []byte {
	m := hmac.New(sha256.New, t.key)
	m.Write([]byte(purpose))
	m.Write(b)
	return m.Sum(nil)[:macSize]
}

// check gives form_expired for a missing, forged or day-old moment and too_fast for one of under
// three seconds ago (unless AtOnce).
func (t *Tickets) check(formTime string) error {
	b, err := base64.RawURLEncoding.DecodeString(formTime)
	if err != nil || len(b) != 24 || !hmac.Equal(b[8:], t.mac("form-time", b[:8])) {
		return problem.New(problem.FormExpired)
	}
	age := t.clock.Now().Sub(time.UnixMicro(int64(binary.BigEndian.Uint64(b[:8]))))
	switch {
	case age > maxFormAge, age < -time.Minute:
		return problem.New(problem.FormExpired)
	case age < t.minAge:
		return problem.New(problem.TooFast)
	}
	return nil
}
