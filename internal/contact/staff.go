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
	"herstelruimte/internal/privacy"
	"herstelruimte/internal/problem"
)

// handlers may read and answer messages: a coordinator all, redactie those that are theirs.
var handlers = []identity.Role{identity.Redactie, identity.Coordinator}

const (
	answerWithin = 3 // working days, as the page promises
	pageSize     = 50
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

// row is one row of contact_message. before is what the last act changed.
type row struct {
	id, subject, state   string
	assignee             *string
	box, note, before    []byte
	receivedAt           time.Time
	answeredAt, undoTill *time.Time
	version              int
}

const columns = `id, subject, state, assignee, sealed, note, before, received_at, answered_at, undo_until, version`

func scan(r pgx.CollectableRow) (m row, err error) {
	err = r.Scan(&m.id, &m.subject, &m.state, &m.assignee, &m.box, &m.note, &m.before, &m.receivedAt, &m.answeredAt, &m.undoTill, &m.version)
	return m, err
}

// subjectsOfRedactie come to redactie without being assigned.
var subjectsOfRedactie = []string{"story", "press"}

// sees says whether somebody may read a message.
func (m row) sees(a identity.Actor) bool {
	return a.Has(identity.Coordinator) || m.assignee != nil && *m.assignee == a.ID || slices.Contains(subjectsOfRedactie, m.subject)
}

// branches are conditions that together name the messages of this kind that somebody sees, each row once, each in the order of
// an index: one OR would read them all. $3 is the actor.
func branches(a identity.Actor) []string {
	if a.Has(identity.Coordinator) {
		return []string{`$3::text is not null`}
	}
	out := []string{`assignee = $3`}
	for _, s := range subjectsOfRedactie {
		out = append(out, `subject = '`+s+`' and assignee is distinct from $3`)
	}
	return out
}

// shelves are the two lists: open ones, who waits longest first, and done ones, newest first.
var shelves = map[string]struct{ where, column, beyond, order string }{
	"open": {`answered_at is null`, `received_at`, `>`, `asc`},
	"done": {`answered_at is not null`, `answered_at`, `<`, `desc`},
}

// list gives a page of what somebody sees. Problems: bad_request.
func (c *Contact) list(ctx context.Context, a identity.Actor, shelf, subject, after string) (out MessageList, err error) {
	s, start := shelves[shelf], db.First
	if shelf == "done" {
		start = db.Last
	}
	from, err := db.ReadCursor(after, start)
	if err != nil {
		return out, err
	}
	var parts []string
	for _, b := range branches(a) {
		if subject != "" {
			b += ` and subject = '` + subject + `'` // of the enum
		}
		parts = append(parts, `(select `+columns+` from contact_message where `+s.where+` and `+b+` and (`+s.column+`, id) `+s.beyond+` ($1, $2) order by `+s.column+` `+s.order+`, id `+s.order+` limit 51)`)
	}
	rows, err := c.Pool.Query(ctx, `select `+columns+` from (`+strings.Join(parts, ` union all `)+`) m order by `+s.column+` `+s.order+`, id `+s.order+` limit 51`, from.At, from.ID, a.ID)
	if err != nil {
		return out, err
	}
	all, err := pgx.CollectRows(rows, scan)
	if err != nil {
		return out, err
	}
	if len(all) > pageSize {
		all = all[:pageSize]
		out.Next = all[pageSize-1].cursor().String()
	}
	if out.Items, err = c.rowsOf(ctx, all); err != nil {
		return out, err
	}
	return out, c.note(ctx, c.Pool, a, "listed", "")
}

func (m row) cursor() db.Cursor {
	if m.answeredAt != nil {
		return db.Cursor{At: *m.answeredAt, ID: m.id}
	}
	return db.Cursor{At: m.receivedAt, ID: m.id}
}

func (c *Contact) note(ctx context.Context, q db.Querier, a identity.Actor, action, id string) error {
	return privacy.Record(ctx, q, c.Clock.Now(), privacy.Entry{Actor: a.ID, Roles: a.RoleNames(), Action: action, Kind: Kind, ObjectID: id})
}

// counts are those of the open messages that somebody sees.
func (c *Contact) counts(ctx context.Context, a identity.Actor) (n MessageCounts, err error) {
	n.KeepDays = c.House(ctx).Keep.MessageDays
	late := clock.Day(clock.Workdays(c.Clock.Now(), -answerWithin))
	where := make([]string, 0, 3)
	for _, b := range branches(a) {
		where = append(where, `select state, received_at from contact_message where answered_at is null and `+strings.ReplaceAll(b, "$3", "$2"))
	}
	err = c.Pool.QueryRow(ctx, `select count(*), count(*) filter (where state = 'new'), count(*) filter (where received_at < $1) from (`+strings.Join(where, ` union all `)+`) m`, late, a.ID).
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

func (c *Contact) show(ctx context.Context, m row, names map[string]string) (out MessageRow, s sealed, err error) {
	plain, err := c.Keys.Open(table, m.id, m.box)
	if err != nil {
		return out, s, err
	}
	if err := json.Unmarshal(plain, &s); err != nil {
		return out, s, err
	}
	keep, due := c.House(ctx).Keep, clock.Workdays(m.receivedAt, answerWithin)
	out = MessageRow{
		ID: m.id, Subject: m.subject, State: m.state, Name: s.Name, Start: start(s.Message), ReceivedAt: clock.Moment(m.receivedAt),
		Version: m.version, DueOn: clock.Date(due), GoneOn: clock.Date(m.receivedAt.AddDate(0, 0, keep.UnansweredDays)),
	}
	if m.assignee != nil {
		out.Assignee = &identity.Member{UID: *m.assignee, Name: names[*m.assignee]}
	}
	if m.answeredAt != nil {
		out.AnsweredAt, out.GoneOn = clock.Moment(*m.answeredAt), clock.Date(m.answeredAt.AddDate(0, 0, keep.MessageDays))
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

// message gives one that somebody sees. Problems: not_found.
func (c *Contact) message(ctx context.Context, q db.Querier, a identity.Actor, id string) (Message, int, error) {
	m, err := find(ctx, q, id, "")
	if err != nil || !m.sees(a) {
		return Message{}, 0, orNotFound(err)
	}
	out, err := c.whole(ctx, q, m)
	return out, m.version, err
}

func orNotFound(err error) error {
	if err != nil {
		return db.Problem(err)
	}
	return problem.New(problem.NotFound)
}

func find(ctx context.Context, q db.Querier, id, lock string) (m row, err error) {
	rows, err := q.Query(ctx, `select `+columns+` from contact_message where id = $1 `+lock, id)
	if err != nil {
		return m, err
	}
	return pgx.CollectExactlyOneRow(rows, scan)
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
	now := c.Clock.Now()
	out = Message{MessageRow: line, Email: s.Email, Phone: s.Phone, Text: s.Message, Answers: answers, People: append([]identity.Member{}, people...), KeepDays: c.House(ctx).Keep.MessageDays}
	if m.note != nil {
		plain, err := c.Keys.Open(noteTable, m.id, m.note)
		if err != nil {
			return out, err
		}
		out.Note = string(plain)
	}
	if m.undoTill != nil && m.undoTill.After(now) {
		out.UndoUntil = clock.Moment(*m.undoTill)
	}
	return out, nil
}

func (c *Contact) answers(ctx context.Context, q db.Querier, message string) (out []MessageAnswer, by []string, err error) {
	rows, err := q.Query(ctx, `select id, way, sealed, by, at from contact_answer where message_id = $1 order by at, id`, message)
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
