package contact

import (
	"context"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/inbox"
	"herstelruimte/internal/privacy"
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
	KeepDays int               `json:"keepDays"`
	Email    string            `json:"email,omitempty"`
	Phone    string            `json:"phone,omitempty" doc:"E.164"`
	Text     string            `json:"text"`
	Note     string            `json:"note,omitempty" doc:"of staff, for staff"`
	Answers  []MessageAnswer   `json:"answers" doc:"oldest first"`
	People   []identity.Member `json:"people" doc:"who can take it on"`
	// UndoUntil is there while the last act can be taken back.
	UndoUntil string `json:"undoUntil,omitempty" format:"date-time"`
}

// MessageAnswer is one answer that was given.
type MessageAnswer struct {
	Way  string          `json:"way" enum:"mail,phone"`
	Text string          `json:"text,omitempty"`
	By   identity.Member `json:"by"`
	At   string          `json:"at" format:"date-time"`
}

// row is one row of contact_message.
type row struct {
	inbox.Row
	inbox.Undo
	progress
	Subject    string    `db:"subject"`
	Note       []byte    `db:"note"`
	ReceivedAt time.Time `db:"received_at"`
}

// progress is how far a message is: what undo brings back.
type progress struct {
	State      string     `db:"state"       json:"state"`
	Assignee   *string    `db:"assignee"    json:"assignee,omitempty"`
	AnsweredAt *time.Time `db:"answered_at" json:"answeredAt,omitempty"`
	// Answer is the id of the answer that the act gives.
	Answer string `db:"-" json:"answer,omitempty"`
}

func (c *Contact) inbox() inbox.Box[row, Message] {
	return inbox.Box[row, Message]{
		Pool:         c.Pool,
		Clock:        c.Clock,
		Kind:         Kind,
		Table:        table,
		Sees:         row.sees,
		Seen:         seen,
		NamesInLists: true,
		Show:         c.whole,
		Changes: func(m row) pgx.NamedArgs {
			return pgx.NamedArgs{
				"state":       m.State,
				"assignee":    m.Assignee,
				"answered_at": m.AnsweredAt,
				"note":        m.Note,
			}
		},
		Progress: func(m *row) (*inbox.Undo, any) { return &m.Undo, &m.progress },
		UndoFor:  c.undoTime,
	}
}

// subjectsOfRedactie come to redactie without being assigned.
var subjectsOfRedactie = []string{"story", "press"}

// sees says whether somebody may read a message.
func (m row) sees(a identity.Actor) bool {
	return a.Has(identity.Coordinator) || m.Assignee != nil && *m.Assignee == a.ID ||
		slices.Contains(subjectsOfRedactie, m.Subject)
}

// seen is sees in SQL.
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

// lists are the two lists: open ones, who waits longest first, and done ones, newest first.
var lists = map[string]inbox.List[row]{
	"open": {
		Where: `answered_at is null`,
		By:    `received_at`,
		At:    func(m row) time.Time { return m.ReceivedAt },
	},
	"done": {
		Where:       `answered_at is not null`,
		By:          `answered_at`,
		At:          func(m row) time.Time { return *m.AnsweredAt },
		NewestFirst: true,
	},
}

// list gives a page of what somebody sees, about one subject or all. Problems: bad_request.
func (c *Contact) list(ctx context.Context, in *listInput) (*httpkit.Private[MessageList], error) {
	s := lists[in.List]
	if in.Subject != "" {
		s.Where += ` and subject = @subject`
	}
	args := pgx.NamedArgs{"subject": in.Subject}
	all, next, err := c.inbox().List(ctx, identity.ActorOf(ctx), s, in.After, args)
	if err != nil {
		return nil, err
	}
	out := MessageList{Items: make([]MessageRow, len(all)), Next: next}
	people, ids := make([]*identity.Member, len(all)), make([]string, len(all))
	for i, m := range all {
		if out.Items[i], _, err = c.show(ctx, m); err != nil {
			return nil, err
		}
		people[i], ids[i] = out.Items[i].Assignee, m.ID
	}
	paused, err := privacy.Paused(ctx, c.Pool, c.Clock.Now(), ids)
	if err != nil {
		return nil, err
	}
	for i := range out.Items {
		if paused[out.Items[i].ID] {
			out.Items[i].Name, out.Items[i].Start = privacy.OnPause, ""
		}
	}
	return httpkit.Listed(out, inbox.Name(ctx, c.Names, people...))
}

// counts are those of the open messages that somebody sees.
func (c *Contact) counts(
	ctx context.Context,
	_ *struct{},
) (*httpkit.Private[MessageCounts], error) {
	a := identity.ActorOf(ctx)
	n := MessageCounts{KeepDays: c.House(ctx).Keep.MessageDays}
	err := c.Pool.QueryRow(ctx, `
		select count(*),
			count(*) filter (where state = 'new'),
			count(*) filter (where received_at < @late)
		from (`+c.unanswered(a)+`) m`,
		pgx.NamedArgs{"actor": a.ID, "late": c.late()},
	).Scan(&n.Open, &n.New, &n.Late)
	return httpkit.Listed(n, err)
}

// Waiting is how many messages that somebody sees are new or should have been answered by now.
func (c *Contact) Waiting(ctx context.Context, who identity.Actor) (n int, err error) {
	err = c.Pool.QueryRow(ctx, `
		select count(*)
		from (`+c.unanswered(who)+`) m
		where state = 'new' or received_at < @late`,
		pgx.NamedArgs{"actor": who.ID, "late": c.late()},
	).Scan(&n)
	return n, err
}

// unanswered is a query of the open messages that somebody sees.
func (c *Contact) unanswered(a identity.Actor) string {
	return c.inbox().Visible(a, `state, received_at`, `answered_at is null`, ``)
}

// late is the start of the first day whose messages still have time.
func (c *Contact) late() time.Time {
	return clock.Day(clock.Workdays(c.Clock.Now(), -answerWithin))
}

// show is a message in the list, without the name of its assignee, with what it says.
func (c *Contact) show(ctx context.Context, m row) (out MessageRow, s sealed, err error) {
	if s, err = inbox.OpenForm[sealed](c.Keys, table, m.Row); err != nil {
		return out, s, err
	}
	keep, due := c.House(ctx).KeepFor(m.ReceivedAt), clock.Workdays(m.ReceivedAt, answerWithin)
	out = MessageRow{
		ID:         m.ID,
		Subject:    m.Subject,
		State:      m.State,
		Name:       s.Name,
		Start:      start(s.Message),
		Assignee:   inbox.Person(m.Assignee),
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
	return out, s, nil
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

// look gives a message to who may read it, and notes that they did. Problems: not_found.
func (c *Contact) look(
	ctx context.Context,
	in *inbox.OneInput,
) (*httpkit.Private[Message], error) {
	return c.inbox().Look(ctx, in)
}

// whole is everything about a message.
func (c *Contact) whole(ctx context.Context, _ identity.Actor, m row) (out Message, err error) {
	line, s, err := c.show(ctx, m)
	if err != nil {
		return out, err
	}
	out = Message{
		MessageRow: line,
		Email:      s.Email,
		Phone:      s.Phone,
		Text:       s.Message,
		People:     []identity.Member{},
		KeepDays:   c.House(ctx).KeepFor(m.ReceivedAt).MessageDays,
		UndoUntil:  m.Undo.Shown(c.Clock.Now()),
	}
	if out.Note, err = inbox.Open(c.Keys, noteTable, m.ID, m.Note); err != nil {
		return out, err
	}
	people, err := c.Staff(ctx, handlers...)
	if err != nil {
		return out, err
	}
	out.People = append(out.People, people...)
	if out.Answers, err = c.answers(ctx, m.ID); err != nil {
		return out, err
	}
	named := []*identity.Member{out.Assignee}
	for i := range out.Answers {
		named = append(named, &out.Answers[i].By)
	}
	return out, inbox.Name(ctx, c.Names, named...)
}

// answers are those of a message, without the names of who gave them.
func (c *Contact) answers(ctx context.Context, message string) ([]MessageAnswer, error) {
	rows, err := c.Pool.Query(ctx, `
		select id, way, sealed, by, at
		from contact_answer
		where message_id = $1
		order by at, id`, message)
	if err != nil {
		return nil, err
	}
	out, err := pgx.CollectRows(rows, func(r pgx.CollectableRow) (m MessageAnswer, err error) {
		var id string
		var box []byte
		var at time.Time
		if err := r.Scan(&id, &m.Way, &box, &m.By.UID, &at); err != nil {
			return m, err
		}
		plain, err := c.Keys.Open(answerTable, id, box)
		m.Text, m.At = string(plain), clock.Moment(at)
		return m, err
	})
	return append([]MessageAnswer{}, out...), err
}
