package booking

import (
	"context"
	"encoding/json"
	"errors"
	"strings"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/agenda/waitlist"
	"herstelruimte/internal/mail"
	"herstelruimte/internal/problem"
)

// A mail about whole dates is written right before it is sent, of those of its dates of which it is
// still so. Of one it is the plain mail about that date.

// ChangeMail is what the job of a mail about a whole date carries.
type ChangeMail struct {
	Act   string             `json:"act"` // that it tells of
	Waits bool               `json:"waits,omitempty"`
	About []waitlist.ToldRow `json:"about,omitempty"` // the dates; absent: that of its cause
}

// CalendarMail is what the job of mail.Cancelled carries: enough to write its calendar file after
// the registration is gone.
type CalendarMail struct {
	Registration string `json:"registration"`
	Sequence     int    `json:"sequence"`
}

// MessageMail is what the job of mail.ToEverybody carries.
type MessageMail struct {
	Message string `json:"message"`
	// About are the sign-ups of who hears it, at several dates; absent: the cause of the mail.
	About []waitlist.ToldRow `json:"about,omitempty"`
}

// MovedMail is what the job of mail.SignedUp carries when staff moved somebody: the date before.
type MovedMail struct {
	From string `json:"from"`
}

// OrGone is err, or gone when what it speaks of is not there any more.
func OrGone(err error) error {
	if errors.Is(err, problem.New(problem.NotFound)) {
		return problem.New(problem.Gone)
	}
	return err
}

// CallJob makes a call of a mail that was refused for good: somebody must hear what it says.
type CallJob struct {
	Registration string `json:"registration"`
	Mail         string `json:"mail"`
	Message      string `json:"message,omitempty"` // what it says
	Moved        bool   `json:"moved,omitempty"`   // it says that the place was moved
	Sure         bool   `json:"sure,omitempty"`    // it says that the place is sure
	// it reminds of a meeting, on the day that this had then
	Reminds    *ReminderMail      `json:"reminds,omitempty"`
	Occurrence string             `json:"occurrence,omitempty"`
	Act        string             `json:"act,omitempty"`    // about a whole date, that it tells of
	Reason     string             `json:"reason,omitempty"` // of the call about that
	Waits      bool               `json:"waits,omitempty"`  // to who waits: Registration is the entry
	About      []waitlist.ToldRow `json:"about,omitempty"`  // the dates, of an act on several
}

// Kind names the job for the queue.
func (CallJob) Kind() string { return "call_instead" }

// CallInstead stores that job when a mail that nobody can read tells something that must be heard.
// It takes no lock: the one of the date may be held by who takes mails back.
func (p *Booking) CallInstead(ctx context.Context, tx pgx.Tx, m mail.Stored) error {
	j := CallJob{Registration: m.Cause, Mail: m.ID}
	read := func(into any) error { return json.Unmarshal(m.Data, into) }
	var moved MovedMail
	var message MessageMail
	var change ChangeMail
	var err error
	switch m.Kind {
	case mail.ToEverybody:
		err = read(&message)
		j.Message = message.Message
	case mail.SignedUp:
		err = read(&moved)
		j.Moved = moved.From != ""
		j.Sure = !j.Moved
	case mail.PlaceGiven:
		j.Sure = true
	case mail.Reminder:
		err = read(&j.Reminds)
	case mail.DateOff, mail.DateOn, mail.DateMoved:
		err = read(&change)
		j.Act, j.Waits, j.Occurrence = change.Act, change.Waits, m.Occurrence
		if j.About = change.About; len(j.About) > 0 {
			j.Waits = j.About[0].Waits
		}
		j.Reason = map[mail.Kind]string{
			mail.DateOff:   CallOff,
			mail.DateOn:    CallOn,
			mail.DateMoved: waitlist.CallMoved,
		}[m.Kind]
	default:
		return nil
	}
	if err != nil {
		return err
	}
	return p.Jobs.Insert(ctx, tx, j, p.Clock.Now())
}

// CallOf is the id of the call that stands for a mail.
func CallOf(letter string) string { return "call_" + strings.TrimPrefix(letter, "mail_") }

// EndCallsOfMails takes back the calls that stand for mails about a sign-up: of one mail that goes
// out again, or with "" of all, when another address gets them.
func EndCallsOfMails(ctx context.Context, tx pgx.Tx, s *rules.Slot, registration, letter string) error {
	_, err := tx.Exec(ctx, `
		update call
		set state = 'withdrawn', updated_at = $4
		where registration_id = $1
			and state = 'open'
			and ($2 = '' and reason = $3 or id = $5 and reason in ($3, 'reminder'))`,
		registration, letter, waitlist.CallSure, s.Now, CallOf(letter))
	return err
}
