package places

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/db"
	"herstelruimte/internal/mail"
	"herstelruimte/internal/problem"
)

// MailAgain sends a mail to somebody once more that did not go out. Pressed twice, or by two
// people, it is one mail.
//
// Problems: those of staffOn, conflict (it is on its way, or was never sent), closed (no address).
func (p *Places) MailAgain(ctx context.Context, by By, id, letter string) (Done, error) {
	return p.onPerson(ctx, by, id, func(
		tx pgx.Tx,
		s *rules.Slot,
		r registrationRow,
	) (a acted, err error) {
		if err := s.MayRun(by.Actor); err != nil {
			return a, err
		}
		if r.who.Email == "" {
			return a, problem.New(problem.Closed)
		}
		again, err := p.Mail.Again(ctx, tx, letter, r.id, r.who.Email)
		if err == nil && again {
			err = endCallsOfMails(ctx, tx, s, r.id, letter)
		}
		if err != nil {
			return a, err
		}
		a = acted{doc: &resentAct{ofMail{letter}}}
		if !again {
			a.earlier, err = p.lastAct(ctx, tx, id, actResent)
			if err == nil && (a.earlier == nil || !a.earlier.about(letter)) {
				err = problem.New(problem.Conflict)
			}
		}
		return a, err
	})
}

// AboutPerson says whether a mail is one about a sign-up, whose address is known as long as that
// stands.
func AboutPerson(m mail.NotSent) bool {
	return strings.HasPrefix(m.Cause, "reg_") && slices.Contains(toPerson, m.Kind)
}

// MailOnceMore is MailAgain for who keeps the site, and sees nothing of whom it is for. It says
// whether there was something to send.
func (p *Places) MailOnceMore(ctx context.Context, m mail.NotSent) (sent bool, err error) {
	err = p.lockedPerson(ctx, m.Cause, func(
		tx pgx.Tx,
		s *rules.Slot,
		r registrationRow,
	) (err error) {
		if r.who.Email == "" {
			return nil
		}
		if sent, err = p.Mail.Again(ctx, tx, m.ID, r.id, r.who.Email); err != nil || !sent {
			return err
		}
		return endCallsOfMails(ctx, tx, s, r.id, m.ID)
	})
	return sent, err
}

// StopMail keeps a mail to somebody from going out that waits.
//
// Problems: those of staffOn, gone (it went).
func (p *Places) StopMail(ctx context.Context, by By, id, letter string) (Done, error) {
	return p.onPerson(ctx, by, id, func(
		tx pgx.Tx,
		s *rules.Slot,
		_ registrationRow,
	) (a acted, err error) {
		if err := s.MayRun(by.Actor); err != nil {
			return a, err
		}
		stopped, err := p.Mail.Stop(ctx, tx, letter, id)
		if err != nil {
			return a, err
		}
		a = acted{doc: &unsentAct{ofMail{letter}}, undo: undoFor(s)}
		if !stopped {
			a.earlier, err = p.lastAct(ctx, tx, id, actUnsent)
			if err == nil && (a.earlier == nil || !a.earlier.about(letter)) {
				err = problem.New(problem.Gone)
			}
		}
		return a, err
	})
}

func (d *unsentAct) undo(ctx context.Context, b back) error {
	r, err := b.loadRegistration(ctx, b.tx, "id = $1", b.act.subject)
	if err != nil {
		return orGone(err)
	}
	if r.who.Email == "" {
		return problem.New(problem.Conflict)
	}
	back, err := b.Mail.Unstop(ctx, b.tx, d.Mail, r.id, r.who.Email)
	if err == nil && !back {
		err = problem.New(problem.Conflict)
	}
	return err
}

// orGone is err, or gone when what it speaks of is not there any more.
func orGone(err error) error {
	if errors.Is(err, problem.New(problem.NotFound)) {
		return problem.New(problem.Gone)
	}
	return err
}

// callJob makes a call of a mail that was refused for good: somebody must hear what it says.
type callJob struct {
	Registration string `json:"registration"`
	Mail         string `json:"mail"`
	Message      string `json:"message,omitempty"` // what it says
	Moved        bool   `json:"moved,omitempty"`   // it says that the place was moved
	Sure         bool   `json:"sure,omitempty"`    // it says that the place is sure
	// it reminds of a meeting, on the day that this had then
	Reminds    *reminderMail `json:"reminds,omitempty"`
	Occurrence string        `json:"occurrence,omitempty"`
	Act        string        `json:"act,omitempty"`    // about a whole date, that it tells of
	Reason     string        `json:"reason,omitempty"` // of the call about that
	Waits      bool          `json:"waits,omitempty"`  // to who waits: Registration is the entry
	About      []toldRow     `json:"about,omitempty"`  // the dates, of an act on several
}

// Kind names the job for the queue.
func (callJob) Kind() string { return "call_instead" }

// callInstead stores that job when a mail that nobody can read tells something that somebody must
// hear. It takes no lock: the one of the date may be held by who takes mails back.
func (p *Places) callInstead(ctx context.Context, tx pgx.Tx, m mail.Stored) error {
	j := callJob{Registration: m.Cause, Mail: m.ID}
	var moved movedMail
	var message messageMail
	switch m.Kind {
	case mail.ToEverybody:
		if err := json.Unmarshal(m.Data, &message); err != nil {
			return err
		}
		j.Message = message.Message
	case mail.SignedUp:
		if err := json.Unmarshal(m.Data, &moved); err != nil {
			return err
		}
		j.Moved = moved.From != ""
		j.Sure = !j.Moved
	case mail.PlaceGiven:
		j.Sure = true
	case mail.Reminder:
		if err := json.Unmarshal(m.Data, &j.Reminds); err != nil {
			return err
		}
	case mail.DateOff, mail.DateOn, mail.DateMoved:
		var change changeMail
		if err := json.Unmarshal(m.Data, &change); err != nil {
			return err
		}
		j.Act, j.Waits, j.Occurrence = change.Act, change.Waits, m.Occurrence
		if j.About = change.About; len(j.About) > 0 {
			j.Waits = j.About[0].Waits
		}
		j.Reason = map[mail.Kind]string{
			mail.DateOff:   callOff,
			mail.DateOn:    callOn,
			mail.DateMoved: callMoved,
		}[m.Kind]
	default:
		return nil
	}
	return p.Jobs.Insert(ctx, tx, j, p.Clock.Now())
}

// onCallJob leaves the call, once, when the person has a number and still comes.
func (p *Places) onCallJob(ctx context.Context, j callJob) error {
	if j.Act != "" {
		return p.callAboutDate(ctx, j)
	}
	return p.lockedPerson(ctx, j.Registration, func(
		tx pgx.Tx,
		s *rules.Slot,
		r registrationRow,
	) error {
		if r.occurrence != s.ID || r.status != "registered" {
			return nil
		}
		if j.Sure || j.Reminds != nil {
			return p.callOfMail(ctx, tx, s, r, j)
		}
		if !s.Now.Before(s.Starts) {
			return nil
		}
		// the job may come twice: its call has the name of the mail
		id := callOf(j.Mail)
		var known bool
		if err := tx.QueryRow(ctx, `
			select exists (
				select from call
				where id = $1
					or $2 and registration_id = $3 and reason = $4 and state = 'open'
			)`, id, j.Moved, r.id, callMoved).Scan(&known); err != nil || known {
			return err
		}
		if j.Moved {
			return p.toCall(ctx, tx, s, r, callMoved)
		}
		text, err := p.messageText(ctx, tx, j.Message)
		if err != nil || r.who.Phone == "" {
			return err
		}
		return p.callToSay(ctx, tx, s, r.id, spoken{id, text})
	})
}

// callOf is the id of the call that stands for a mail.
func callOf(letter string) string { return "call_" + strings.TrimPrefix(letter, "mail_") }

// callOfMail leaves the call that says that a place is sure, or that reminds, while that is of use.
// Was the mail sent again and refused again, its call is open again.
func (p *Places) callOfMail(
	ctx context.Context,
	tx pgx.Tx,
	s *rules.Slot,
	r registrationRow,
	j callJob,
) error {
	if r.who.Phone == "" || r.doc.NoMail {
		return nil
	}
	c := newCall{
		id:           callOf(j.Mail),
		reason:       callSure,
		registration: r.id,
		by:           p.callBy(ctx, s),
	}
	ends := s.Starts
	if j.Reminds != nil {
		all, err := Meetings(ctx, tx, s.ID)
		at := j.Reminds.of(all)
		if err != nil || at == nil || rules.DayOf(at.Start) != j.Reminds.Day ||
			!r.doc.Reminder || !remindable(s, *at) {
			return err
		}
		ends = p.phonesUntil(ctx, mailWindow(at.Start).from)
		c.kind, c.reason, c.by, c.meeting = callRemind, callReminder, ends, at
	}
	if !s.Now.Before(ends) || s.Status == "cancelled" {
		return nil
	}
	return p.addCall(ctx, tx, s, c)
}

// endCallsOfMails takes back the calls that stand for mails about a sign-up: of one mail that goes
// out again, or with "" of all, when what they say is mailed to another address.
func endCallsOfMails(
	ctx context.Context,
	tx pgx.Tx,
	s *rules.Slot,
	registration, letter string,
) error {
	_, err := tx.Exec(ctx, `
		update call
		set state = 'withdrawn', updated_at = $4
		where registration_id = $1
			and state = 'open'
			and ($2 = '' and reason = $3 or id = $5 and reason in ($3, 'reminder'))`,
		registration, letter, callSure, s.Now, callOf(letter))
	return err
}

// ifThere is err, or nil when what it speaks of is not there any more.
func ifThere(err error) error {
	if errors.Is(err, problem.New(problem.NotFound)) {
		return nil
	}
	return db.Problem(err)
}
