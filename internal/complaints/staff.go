package complaints

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/inbox"
)

// handlers may reach these operations: the confidants all complaints, a coordinator those that a
// confidant assigned to them. Nobody else, whatever other roles they have.
var handlers = []identity.Role{identity.Vertrouwenspersoon, identity.Coordinator}

const (
	extendedTable = "complaint_extended"
	learningTable = "complaint_learning"
)

// ComplaintRow is a complaint in the list of who handles it: nothing of what was written.
type ComplaintRow struct {
	ID               string           `json:"id"`
	About            string           `json:"about" enum:"treatment,activity,safety,privacy,building,other"`
	State            string           `json:"state" enum:"received,confirmed,talk,asked,answered,closed"`
	Reachable        bool             `json:"reachable" doc:"left a name and a way to be reached; else the number is the only way"`
	AboutCoordinator bool             `json:"aboutCoordinator,omitempty"`
	Assignee         *identity.Member `json:"assignee,omitempty"`
	ReceivedAt       string           `json:"receivedAt" format:"date-time"`
	ConfirmBy        string           `json:"confirmBy" format:"date" doc:"five working days"`
	ConfirmIn        int              `json:"confirmIn" doc:"days from today"`
	AnswerBy         string           `json:"answerBy" format:"date" doc:"six weeks, or ten when extended"`
	AnswerIn         int              `json:"answerIn" doc:"days from today"`
	Extended         bool             `json:"extended,omitempty"`
	ClosedAt         string           `json:"closedAt,omitempty" format:"date-time"`
	GoneOn           string           `json:"goneOn,omitempty" format:"date" doc:"after closing: the day on which it is erased"`
}

// ComplaintList is a page of them.
type ComplaintList struct {
	Items []ComplaintRow `json:"items"`
	Next  string         `json:"next,omitempty"`
	Open  int            `json:"open" doc:"how many are open, of those that this person may see"`
}

// ComplaintFile is a complaint as its handlers read it.
type ComplaintFile struct {
	ComplaintRow
	What     string            `json:"what"`
	When     string            `json:"when,omitempty"`
	Wish     string            `json:"wish,omitempty"`
	Name     string            `json:"name,omitempty"`
	Email    string            `json:"email,omitempty"`
	Phone    string            `json:"phone,omitempty" doc:"E.164"`
	Messages []ComplaintText   `json:"messages" doc:"oldest first"`
	Reason   string            `json:"reason,omitempty" doc:"why the answer takes longer"`
	Learning string            `json:"learning,omitempty"`
	People   []identity.Member `json:"people" doc:"to whom this person may assign it"`
	MayGive  bool              `json:"mayGive,omitempty" doc:"may assign it"`
}

// ComplaintText is one text after the complaint, with who of the staff wrote it.
type ComplaintText struct {
	Ours bool             `json:"ours"`
	By   *identity.Member `json:"by,omitempty"`
	At   string           `json:"at" format:"date-time"`
	Text string           `json:"text"`
}

// row is one row of complaint.
type row struct {
	id, about, state            string
	aboutCoordinator, reachable bool
	assignee, assignedBy        *string
	box, extended, learning     []byte
	receivedAt                  time.Time
	extendedAt, closedAt        *time.Time
	version                     int
}

const columns = `id, about, state, about_coordinator, reachable, assignee, assigned_by, sealed, extended, learning, received_at, extended_at, closed_at, version`

func scan(r pgx.CollectableRow) (m row, err error) {
	err = r.Scan(
		&m.id,
		&m.about,
		&m.state,
		&m.aboutCoordinator,
		&m.reachable,
		&m.assignee,
		&m.assignedBy,
		&m.box,
		&m.extended,
		&m.learning,
		&m.receivedAt,
		&m.extendedAt,
		&m.closedAt,
		&m.version,
	)
	return m, err
}

// sees says whether somebody may read a complaint: a confidant, or the coordinator to whom a
// confidant gave it. Of one that is about the coordinator no coordinator sees anything, whatever
// stands in the row, unless they are a confidant too.
func (m row) sees(a identity.Actor) bool {
	if a.Has(identity.Vertrouwenspersoon) {
		return true
	}
	return a.Has(identity.Coordinator) && !m.aboutCoordinator && m.assignedBy != nil &&
		m.assignee != nil &&
		*m.assignee == a.ID
}

// seen is the condition of sees in SQL; actor is the argument with who that is.
func seen(a identity.Actor, actor string) string {
	if a.Has(identity.Vertrouwenspersoon) {
		return actor + `::text is not null`
	}
	return `assignee = ` + actor + ` and assigned_by is not null and not about_coordinator`
}

// inbox is the table with who may see what. No other room reads it.
func (c *Complaints) inbox() inbox.Box[row] {
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

// shelves are the two lists: open ones, who waits longest first, and closed ones, newest first.
var shelves = map[string]inbox.Shelf{
	"open":   {Where: `closed_at is null`, By: `received_at`},
	"closed": {Where: `closed_at is not null`, By: `closed_at`, NewestFirst: true},
}

// list gives a page of what somebody sees. Problems: bad_request.
func (c *Complaints) list(
	ctx context.Context,
	a identity.Actor,
	shelf, after string,
) (out ComplaintList, err error) {
	all, next, err := c.inbox().Page(
		ctx,
		shelves[shelf],
		[]string{seen(a, "$3")},
		after,
		row.cursor,
		a.ID,
	)
	if err != nil {
		return out, err
	}
	out.Next = next
	if out.Items, err = c.cases(ctx, all); err != nil {
		return out, err
	}
	return out, c.Pool.QueryRow(ctx, `
		select count(*) from complaint where closed_at is null and `+seen(a, "$1"), a.ID).Scan(
		&out.Open,
	)
}

func (m row) cursor() db.Cursor {
	if m.closedAt != nil {
		return db.Cursor{At: *m.closedAt, ID: m.id}
	}
	return db.Cursor{At: m.receivedAt, ID: m.id}
}

func (c *Complaints) cases(ctx context.Context, all []row) ([]ComplaintRow, error) {
	var uids []string
	for _, m := range all {
		if m.assignee != nil {
			uids = append(uids, *m.assignee)
		}
	}
	names, err := c.Names(ctx, uids)
	out := make([]ComplaintRow, len(all))
	for i, m := range all {
		out[i] = c.show(ctx, m, names)
	}
	return out, err
}

func (c *Complaints) show(ctx context.Context, m row, names map[string]string) ComplaintRow {
	confirm, answer := clock.Workdays(m.receivedAt, confirmWithin), m.answerBy()
	out := ComplaintRow{
		ID:               m.id,
		About:            m.about,
		State:            m.state,
		Reachable:        m.reachable,
		AboutCoordinator: m.aboutCoordinator,
		ReceivedAt:       clock.Moment(m.receivedAt),
		ConfirmBy:        clock.Date(confirm),
		AnswerBy:         clock.Date(answer),
		Extended:         m.extendedAt != nil,
	}
	if m.assignee != nil {
		out.Assignee = &identity.Member{UID: *m.assignee, Name: names[*m.assignee]}
	}
	now := c.Clock.Now()
	out.ConfirmIn, out.AnswerIn = clock.DaysTo(now, confirm), clock.DaysTo(now, answer)
	if m.closedAt != nil {
		out.ClosedAt, out.GoneOn = clock.Moment(
			*m.closedAt,
		), clock.Date(m.closedAt.AddDate(0, 0, c.House(ctx).Keep.ComplaintDays))
	}
	return out
}

// answerBy is the last day for an answer: six weeks, and once four more.
func (m row) answerBy() time.Time {
	if m.extendedAt != nil {
		return m.receivedAt.AddDate(0, 0, answerDays+extraDays)
	}
	return m.receivedAt.AddDate(0, 0, answerDays)
}

// look gives a complaint to who may read it, and notes that they did. Problems: not_found.
func (c *Complaints) look(
	ctx context.Context,
	a identity.Actor,
	id string,
) (out ComplaintFile, version int, err error) {
	m, err := c.inbox().Find(ctx, c.Pool, a, id)
	if err != nil {
		return out, 0, err
	}
	if out, err = c.whole(ctx, a, m); err != nil {
		return out, 0, err
	}
	return out, m.version, c.inbox().Record(ctx, c.Pool, a, "viewed", id)
}

func (c *Complaints) whole(
	ctx context.Context,
	a identity.Actor,
	m row,
) (out ComplaintFile, err error) {
	s, err := c.open(m.id, m.box)
	if err != nil {
		return out, err
	}
	messages, uids, err := c.written(ctx, m.id)
	if err != nil {
		return out, err
	}
	if m.assignee != nil {
		uids = append(uids, *m.assignee)
	}
	names, err := c.Names(ctx, uids)
	if err != nil {
		return out, err
	}
	for _, said := range messages {
		if said.By != nil {
			said.By.Name = names[said.By.UID]
		}
	}
	out = ComplaintFile{
		ComplaintRow: c.show(ctx, m, names),
		What:         s.What,
		When:         s.When,
		Wish:         s.Wish,
		Name:         s.Name,
		Email:        s.Email,
		Phone:        s.Phone,
		Messages:     messages,
		People:       []identity.Member{},
		MayGive:      a.Has(identity.Vertrouwenspersoon),
	}
	if out.MayGive {
		if out.People, err = c.takers(ctx, m); err != nil {
			return out, err
		}
	}
	if out.Reason, err = inbox.Open(c.Keys, extendedTable, m.id, m.extended); err != nil {
		return out, err
	}
	out.Learning, err = inbox.Open(c.Keys, learningTable, m.id, m.learning)
	return out, err
}

// takers are those to whom a complaint may be given: the confidants, and the coordinators when it
// is not about the coordinator.
func (c *Complaints) takers(ctx context.Context, m row) ([]identity.Member, error) {
	roles := handlers
	if m.aboutCoordinator {
		roles = []identity.Role{identity.Vertrouwenspersoon}
	}
	people, err := c.Staff(ctx, roles...)
	return append([]identity.Member{}, people...), err
}

// written are the messages of a complaint, with the ids of staff who wrote some.
func (c *Complaints) written(
	ctx context.Context,
	complaint string,
) (out []ComplaintText, uids []string, err error) {
	rows, err := c.Pool.Query(ctx, `
		select id, ours, coalesce(by, ''), sealed,
			at from complaint_message where complaint_id = $1 order by no`, complaint)
	if err != nil {
		return nil, nil, err
	}
	out, err = pgx.CollectRows(rows, func(r pgx.CollectableRow) (m ComplaintText, err error) {
		var id, by string
		var box []byte
		var at time.Time
		if err := r.Scan(&id, &m.Ours, &by, &box, &at); err != nil {
			return m, err
		}
		if by != "" {
			m.By = &identity.Member{UID: by}
			uids = append(uids, by)
		}
		plain, err := c.Keys.Open(messageTable, id, box)
		m.Text, m.At = string(plain), clock.Moment(at)
		return m, err
	})
	return append([]ComplaintText{}, out...), uids, err
}
