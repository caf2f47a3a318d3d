package contact

import (
	"context"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/inbox"
)

// handlers may read and answer messages: a coordinator all, redactie those that are theirs.
var handlers = []identity.Role{identity.Redactie, identity.Coordinator}

const (
	answerWithin = 3 // working days, as the page promises
	startLength  = 70
)

// MessageRow is a message in the list.
type MessageRow struct {
	ID         string           `json:"id"`
	Subject    string           `json:"subject" enum:"activity,firstVisit,story,cooperation,press,other"`
	State      string           `json:"state" enum:"new,assigned,answered"`
	Name       string           `json:"name,omitempty"`
	Start      string           `json:"start" doc:"the first words of the message"`
	Assignee   *identity.Member `json:"assignee,omitempty"`
	ReceivedAt string           `json:"receivedAt" format:"date-time"`
	DueOn      string           `json:"dueOn" format:"date" doc:"three working days after it came in"`
	DueIn      int              `json:"dueIn" doc:"days from today to dueOn; below 0 it is late"`
	AnsweredAt string           `json:"answeredAt,omitempty" format:"date-time"`
	GoneOn     string           `json:"goneOn" format:"date" doc:"the day on which it is erased, as it stands now"`
	Version    int              `json:"version" doc:"for If-Match"`
}

// MessageCounts are numbers without names.
type MessageCounts struct {
	Open int `json:"open"`
	New  int `json:"new"`
	Late int `json:"late"`
	// KeepDays is here for the list: it reads these numbers beside its pages.
	KeepDays int `json:"keepDays" doc:"so many days after the answer a message is erased"`
}

// MessageList is a page of them.
type MessageList struct {
	Items []MessageRow `json:"items"`
	Next  string       `json:"next,omitempty"`
}

// Message is one with all that staff know of it.
type Message struct {
	MessageRow
	KeepDays  int               `json:"keepDays"`
	Email     string            `json:"email,omitempty"`
	Phone     string            `json:"phone,omitempty" doc:"E.164"`
	Text      string            `json:"text"`
	Note      string            `json:"note,omitempty" doc:"of staff, for staff"`
	Answers   []MessageAnswer   `json:"answers" doc:"oldest first"`
	People    []identity.Member `json:"people" doc:"who can take it on"`
	UndoUntil string            `json:"undoUntil,omitempty" format:"date-time"`
}

// MessageAnswer is one answer that was given.
type MessageAnswer struct {
	Way  string           `json:"way" enum:"mail,phone"`
	Text string           `json:"text,omitempty"`
	By   *identity.Member `json:"by"`
	At   string           `json:"at" format:"date-time"`
}

type row struct {
	inbox.Row
	inbox.Undo
	progress
	Subject string `db:"subject"`
	Note    []byte `db:"note"`
}

// progress is how far a message is: what undo brings back.
type progress struct {
	State      string     `db:"state"       json:"state"`
	Assignee   *string    `db:"assignee"    json:"assignee,omitempty"`
	AnsweredAt *time.Time `db:"answered_at" json:"answeredAt,omitempty"`
	Answer     string     `db:"-"           json:"answer,omitempty"` // id, of the act that gives it
}

// subjectsOfRedactie come to redactie without being assigned.
var subjectsOfRedactie = []string{"story", "press"}

// seen names the messages that somebody may read.
func seen(a identity.Actor) []string {
	if a.Has(identity.Coordinator) {
		return []string{`true`}
	}
	out := []string{`assignee = @actor`}
	for _, s := range subjectsOfRedactie {
		out = append(out, `subject = '`+s+`' and assignee is distinct from @actor`)
	}
	return out
}

var lists = map[string]inbox.List{
	"open": {Where: isOpen, By: `received_at`},
	"done": {Where: `answered_at is not null`, By: `answered_at`, NewestFirst: true},
}

const isOpen = `answered_at is null`

// list gives a page of what somebody sees, about one subject or all. Problems: bad_request.
func (c *Contact) list(ctx context.Context, in *listInput) (_ *httpkit.Private[MessageList], err error) {
	s, out := lists[in.List], MessageList{}
	if in.Subject != "" {
		s.Where += ` and subject = @subject`
	}
	s.Args = pgx.NamedArgs{"subject": in.Subject}
	out.Items, out.Next, err = inbox.Lines(ctx, c.Box, s, in.After, c.line)
	return httpkit.Listed(out, err)
}

func (c *Contact) counts(ctx context.Context, _ *struct{}) (*httpkit.Private[MessageCounts], error) {
	n, _, err := c.count(ctx, identity.ActorOf(ctx))
	return httpkit.Listed(n, err)
}

// Waiting is how many messages that somebody sees are new or should have been answered by now.
func (c *Contact) Waiting(ctx context.Context, who identity.Actor) (int, error) {
	_, waiting, err := c.count(ctx, who)
	return waiting, err
}

func (c *Contact) count(ctx context.Context, a identity.Actor) (n MessageCounts, waiting int, err error) {
	n.KeepDays = c.House(ctx).Keep.MessageDays
	err = c.Pool.QueryRow(ctx, `
		select count(*),
			count(*) filter (where state = 'new'),
			count(*) filter (where received_at < @late),
			count(*) filter (where state = 'new' or received_at < @late)
		from (`+c.Visible(a, `state, received_at`, isOpen, ``)+`) m`,
		pgx.NamedArgs{"actor": a.ID, "late": c.late()},
	).Scan(&n.Open, &n.New, &n.Late, &waiting)
	return n, waiting, err
}

// late is the start of the first day whose messages still have time.
func (c *Contact) late() time.Time {
	return clock.Day(clock.Workdays(c.Clock.Now(), -answerWithin))
}

func (c *Contact) line(ctx context.Context, m row, form Form, people *inbox.People) MessageRow {
	keep, due := c.House(ctx).KeepFor(m.ReceivedAt), clock.Workdays(m.ReceivedAt, answerWithin)
	out := MessageRow{
		ID:         m.ID,
		Subject:    m.Subject,
		State:      m.State,
		Name:       form.Name,
		Start:      start(form.Message),
		Assignee:   people.Of(m.Assignee),
		ReceivedAt: clock.Moment(m.ReceivedAt),
		Version:    m.Version,
		DueOn:      clock.Date(due),
		DueIn:      clock.DaysTo(c.Clock.Now(), due),
		GoneOn:     clock.Date(m.ReceivedAt.AddDate(0, 0, keep.UnansweredDays)),
	}
	if m.AnsweredAt != nil {
		out.AnsweredAt = clock.Moment(*m.AnsweredAt)
		out.GoneOn = clock.Date(m.AnsweredAt.AddDate(0, 0, keep.MessageDays))
	}
	return out
}

// start is the first line or sentence of a message, cut between words.
func start(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	if i := strings.IndexAny(line, ".?!"); i >= 0 && utf8.RuneCountInString(line[:i]) >= 5 {
		line = line[:i+1]
	}
	if utf8.RuneCountInString(line) <= startLength {
		return line
	}
	cut := string([]rune(line)[:startLength])
	if i := strings.LastIndex(cut, " "); i > startLength/2 {
		cut = cut[:i]
	}
	return cut + "…"
}

func (c *Contact) show(
	ctx context.Context, _ identity.Actor, m row, form Form, people *inbox.People,
) (out Message, err error) {
	out = Message{
		MessageRow: c.line(ctx, m, form, people),
		Email:      form.Email,
		Phone:      form.Phone,
		Text:       form.Message,
		Answers:    []MessageAnswer{},
		KeepDays:   c.House(ctx).KeepFor(m.ReceivedAt).MessageDays,
		UndoUntil:  m.Undo.Shown(c.Clock.Now()),
	}
	if out.Note, err = c.Open(noteTable, m.ID, m.Note); err != nil {
		return out, err
	}
	can, err := c.Staff(ctx, handlers...)
	if err != nil {
		return out, err
	}
	out.People = append([]identity.Member{}, can...)
	answers, err := c.answers(ctx, m.ID)
	for _, a := range answers {
		out.Answers = append(out.Answers, MessageAnswer{
			Way: a.Word, Text: string(a.Words), By: people.Of(a.By), At: clock.Moment(a.At),
		})
	}
	return out, err
}

func (c *Contact) answers(ctx context.Context, message string) ([]inbox.Text, error) {
	return c.Texts(ctx, c.Pool, answerTable, `
		select id, way, by, at, sealed
		from contact_answer
		where message_id = $1
		order by at, id`, message)
}
