package contact

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/inbox"
)

// handlers may read and answer messages: a coordinator all, redactie those that are theirs.
var handlers = []identity.Role{identity.Redactie, identity.Coordinator}

const (
	answerWithin = 3 // working days, as the page promises
	maxNote      = 2000
	maxAnswer    = 4000
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
	id, subject, state string
	assignee           *string
	box, note          []byte
	undo               inbox.Undo
	receivedAt         time.Time
	answeredAt         *time.Time
	version            int
}

const columns = `id, subject, state, assignee, sealed, note, before, received_at, answered_at, undo_until, version`

func scan(r pgx.CollectableRow) (m row, err error) {
	err = r.Scan(
		&m.id,
		&m.subject,
		&m.state,
		&m.assignee,
		&m.box,
		&m.note,
		&m.undo.Before,
		&m.receivedAt,
		&m.answeredAt,
		&m.undo.Till,
		&m.version,
	)
	return m, err
}

// inbox is the table with who may see what.
func (c *Contact) inbox() inbox.Box[row] {
	return inbox.Box[row]{
		Pool:    c.Pool,
		Clock:   c.Clock,
		Kind:    Kind,
		Table:   table,
		Columns: columns,
		Scan:    scan,
		Sees:    row.sees,
		Version: func(m row) int { return m.version },
	}
}

// subjectsOfRedactie come to redactie without being assigned.
var subjectsOfRedactie = []string{"story", "press"}

// sees says whether somebody may read a message.
func (m row) sees(a identity.Actor) bool {
	return a.Has(identity.Coordinator) || m.assignee != nil && *m.assignee == a.ID ||
		slices.Contains(subjectsOfRedactie, m.subject)
}

// branches are conditions that together name the messages that somebody sees; actor is the argument
// with who that is.
func branches(a identity.Actor, actor string) []string {
	if a.Has(identity.Coordinator) {
		return []string{actor + `::text is not null`}
	}
	out := []string{`assignee = ` + actor}
	for _, s := range subjectsOfRedactie {
		out = append(out, `subject = '`+s+`' and assignee is distinct from `+actor)
	}
	return out
}

// shelves are the two lists: open ones, who waits longest first, and done ones, newest first.
var shelves = map[string]inbox.Shelf{
	"open": {Where: `answered_at is null`, By: `received_at`},
	"done": {Where: `answered_at is not null`, By: `answered_at`, NewestFirst: true},
}

// list gives a page of what somebody sees. Problems: bad_request.
func (c *Contact) list(
	ctx context.Context,
	a identity.Actor,
	shelf, subject, after string,
) (out MessageList, err error) {
	s := shelves[shelf]
	if subject != "" {
		s.Where += ` and subject = '` + subject + `'` // of the enum
	}
	all, next, err := c.inbox().Page(ctx, s, branches(a, "$3"), after, row.cursor, a.ID)
	if err != nil {
		return out, err
	}
	out.Next = next
	if out.Items, err = c.rowsOf(ctx, all); err != nil {
		return out, err
	}
	return out, c.inbox().Record(ctx, c.Pool, a, "listed", "")
}

func (m row) cursor() db.Cursor {
	if m.answeredAt != nil {
		return db.Cursor{At: *m.answeredAt, ID: m.id}
	}
	return db.Cursor{At: m.receivedAt, ID: m.id}
}

// counts are those of the open messages that somebody sees.
func (c *Contact) counts(ctx context.Context, a identity.Actor) (n MessageCounts, err error) {
	n.KeepDays = c.House(ctx).Keep.MessageDays
	late := clock.Day(clock.Workdays(c.Clock.Now(), -answerWithin))
	where := make([]string, 0, 3)
	for _, b := range branches(a, "$2") {
		where = append(where, `
			select state, received_at from contact_message where answered_at is null and `+b)
	}
	err = c.Pool.QueryRow(
		ctx, `
		select count(*), count(*) filter (where state = 'new'),
			count(*) filter (where received_at < $1) from (`+strings.Join(where, ` union all `)+
			`) m`,
		late,
		a.ID,
	).
		Scan(&n.Open, &n.New, &n.Late)
	return n, err
}

func (c *Contact) rowsOf(ctx context.Context, all []row) ([]MessageRow, error) {
	var uids []string
	for _, m := range all {
		if m.assignee != nil {
			uids = append(uids, *m.assignee)
		}
	}
	names, err := c.Names(ctx, uids)
	if err != nil {
		return nil, err
	}
	out := make([]MessageRow, len(all))
	for i, m := range all {
		if out[i], _, err = c.show(ctx, m, names); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func (c *Contact) show(
	ctx context.Context,
	m row,
	names map[string]string,
) (out MessageRow, s sealed, err error) {
	plain, err := c.Keys.Open(table, m.id, m.box)
	if err != nil {
		return out, s, err
	}
	if err := json.Unmarshal(plain, &s); err != nil {
		return out, s, err
	}
	keep, due := c.House(ctx).Keep, clock.Workdays(m.receivedAt, answerWithin)
	out = MessageRow{
		ID:         m.id,
		Subject:    m.subject,
		State:      m.state,
		Name:       s.Name,
		Start:      start(s.Message),
		ReceivedAt: clock.Moment(m.receivedAt),
		Version:    m.version,
		DueOn:      clock.Date(due),
		GoneOn:     clock.Date(m.receivedAt.AddDate(0, 0, keep.UnansweredDays)),
	}
	if m.assignee != nil {
		out.Assignee = &identity.Member{UID: *m.assignee, Name: names[*m.assignee]}
	}
	if m.answeredAt != nil {
		out.AnsweredAt, out.GoneOn = clock.Moment(
			*m.answeredAt,
		), clock.Date(m.answeredAt.AddDate(0, 0, keep.MessageDays))
	}
	out.DueIn = clock.DaysTo(c.Clock.Now(), due)
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
	a identity.Actor,
	id string,
) (out Message, version int, err error) {
	m, err := c.inbox().Find(ctx, c.Pool, a, id)
	if err != nil {
		return out, 0, err
	}
	if out, err = c.whole(ctx, c.Pool, m); err != nil {
		return out, 0, err
	}
	return out, m.version, c.inbox().Record(ctx, c.Pool, a, "viewed", id)
}

// whole is everything about a message.
func (c *Contact) whole(ctx context.Context, q db.Querier, m row) (out Message, err error) {
	people, err := c.Staff(ctx, handlers...)
	if err != nil {
		return out, err
	}
	answers, by, err := c.answers(ctx, q, m.id)
	if err != nil {
		return out, err
	}
	if m.assignee != nil {
		by = append(by, *m.assignee)
	}
	names, err := c.Names(ctx, by)
	if err != nil {
		return out, err
	}
	line, s, err := c.show(ctx, m, names)
	if err != nil {
		return out, err
	}
	for i, a := range answers {
		answers[i].By.Name = names[a.By.UID]
	}
	out = Message{
		MessageRow: line,
		Email:      s.Email,
		Phone:      s.Phone,
		Text:       s.Message,
		Answers:    answers,
		People:     append([]identity.Member{}, people...),
		KeepDays:   c.House(ctx).Keep.MessageDays,
	}
	out.UndoUntil = m.undo.Until(c.Clock.Now())
	out.Note, err = inbox.Open(c.Keys, noteTable, m.id, m.note)
	return out, err
}

func (c *Contact) answers(
	ctx context.Context,
	q db.Querier,
	message string,
) (out []MessageAnswer, by []string, err error) {
	rows, err := q.Query(
		ctx, `
		select id, way, sealed, by, at from contact_answer where message_id = $1 order by at, id`,
		message,
	)
	if err != nil {
		return nil, nil, err
	}
	out, err = pgx.CollectRows(rows, func(r pgx.CollectableRow) (m MessageAnswer, err error) {
		var id string
		var box []byte
		var at time.Time
		if err := r.Scan(&id, &m.Way, &box, &m.By.UID, &at); err != nil {
			return m, err
		}
		plain, err := c.Keys.Open(answerTable, id, box)
		m.Text, m.At = string(plain), clock.Moment(at)
		by = append(by, m.By.UID)
		return m, err
	})
	return append([]MessageAnswer{}, out...), by, err
}
