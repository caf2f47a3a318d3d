package places

import (
	"cmp"
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/mail"
)

// An act on several dates is told once to each name and address, whatever number of the dates is
// theirs: one mail, or one call, with a line for each date.

// toldRow is one date of somebody that a mail or a call about several tells of.
type toldRow struct {
	Date    string `json:"date"`
	Session string `json:"session,omitempty"` // of a series: that meeting alone
	Row     string `json:"row"`               // the sign-up, or the entry
	Waits   bool   `json:"waits,omitempty"`   // it is an entry
	Act     string `json:"act"`               // on that date
}

// toldOf is a date that people are told of; of a series one meeting, with s as it is then.
type toldOf struct {
	s       *rules.Slot
	session string
	hear    []hearer
	becomes string // for the fingerprint
}

// oneTold is somebody who hears of several dates at once.
type oneTold struct {
	hearer
	about []toldRow
	first *rules.Slot // the first of them
}

// toldTogether are who is told of an act on several dates, by how.
type toldTogether struct {
	mail, call, self, none, paused []*oneTold
	fingerprint                    string
}

// DateSeen is one date of a change of several.
type DateSeen struct {
	ID       string        `json:"id"`
	Start    string        `json:"start"              format:"date-time"`
	End      string        `json:"end"                format:"date-time"`
	Room     string        `json:"room"`
	ToStart  string        `json:"toStart,omitempty"  format:"date-time" doc:"moved: where it goes"`
	ToEnd    string        `json:"toEnd,omitempty"    format:"date-time"`
	ToRoom   string        `json:"toRoom,omitempty"`
	Own      string        `json:"own,omitempty"      enum:"time,room,host" doc:"keeps this, as it is its own"`
	Host     string        `json:"host,omitempty"     doc:"own host: who receives"`
	People   int           `json:"people"`
	Waiting  int           `json:"waiting"`
	Warnings []MoveWarning `json:"warnings,omitempty"`
}

// hearersAt are everybody with a place in this status and everybody who waits in one of these
// states, in the order in which they came, by date.
func (p *Places) hearersAt(
	ctx context.Context,
	q db.Querier,
	ids []string,
	status string,
	states ...string,
) (map[string][]hearer, error) {
	all := map[string][]hearer{}
	rows, err := q.Query(ctx, `
		select `+registrationColumns+`
		from registration
		where occurrence_id = any($1) and status = $2
		order by order_no`, ids, status)
	if err != nil {
		return nil, err
	}
	if _, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (struct{}, error) {
		r, err := p.scanRegistration(row)
		all[r.occurrence] = append(all[r.occurrence],
			hearer{
				id: r.id, who: r.who, noMail: r.doc.NoMail, sequence: r.doc.Sequence,
			})
		return struct{}{}, err
	}); err != nil {
		return nil, err
	}
	var entries []entryRow
	if len(states) > 0 {
		if entries, err = p.entriesAt(ctx, q, ids); err != nil {
			return nil, err
		}
	}
	for _, e := range entries {
		if slices.Contains(states, e.state) {
			all[e.occurrence] = append(all[e.occurrence],
				hearer{id: e.id, waits: true, who: e.who})
		}
	}
	for _, some := range all {
		if err := p.markPaused(ctx, q, p.Clock.Now(), some); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// together puts the people of these dates with the way they are told. What becomes of each date is
// part of the fingerprint.
func (p *Places) together(dates []toldOf) (out toldTogether) {
	known := map[string]*oneTold{}
	parts := []string{"together"}
	for _, d := range dates {
		parts = append(parts, d.s.ID, d.session, d.s.Starts.UTC().Format(time.RFC3339),
			d.s.Status, d.becomes)
		for _, h := range d.hear {
			way := h.way()
			parts = append(parts, h.id, way)
			row := toldRow{d.s.ID, d.session, h.id, h.waits, d.s.Act}
			key := way + p.samePerson(h)
			t := known[key]
			heard := false // once a date, too
			if t != nil {
				last := t.about[len(t.about)-1]
				heard = last.Date == row.Date && last.Session == row.Session
			}
			if heard && way == "none" { // two of one name at one date are two
				t, heard, key = nil, false, key+h.id
			}
			if t != nil {
				if !heard {
					t.about = append(t.about, row)
				}
				continue
			}
			t = &oneTold{hearer: h, about: []toldRow{row}, first: d.s}
			known[key] = t
			switch way {
			case "mail":
				out.mail = append(out.mail, t)
			case "phone":
				out.call = append(out.call, t)
			case "self":
				out.self = append(out.self, t)
			case "paused":
				out.paused = append(out.paused, t)
			default:
				out.none = append(out.none, t)
			}
		}
	}
	out.fingerprint = hex.EncodeToString(p.Keys.LookupKey(parts...)[:12])
	return out
}

// samePerson is the same for the same name and address, or number; without both for the same name.
func (p *Places) samePerson(h hearer) string {
	k := p.keysOf("", h.who)
	if key := cmp.Or(string(k.nameEmail), string(k.namePhone)); key != "" {
		return key
	}
	return strings.Join(strings.Fields(httpkit.Folded(h.who.Name)), " ")
}

// busiest is whose mail the check shows: the one with most dates.
func (t toldTogether) busiest() *oneTold {
	if len(t.mail) == 0 {
		return nil
	}
	return slices.MaxFunc(t.mail, func(a, b *oneTold) int { return len(a.about) - len(b.about) })
}

// tellTogether stores the mails and calls of an act on several dates.
func (p *Places) tellTogether(
	ctx context.Context,
	tx pgx.Tx,
	lead *rules.Slot,
	of toldTogether,
	n news,
) error {
	mails := make([]mail.Mail, len(of.mail))
	for i, t := range of.mail {
		mails[i] = mail.Mail{
			Kind:       n.kind,
			To:         t.who.Email,
			Occurrence: t.about[0].Date,
			Cause:      t.about[0].Row,
			Data:       changeMail{Act: lead.Act, Waits: t.waits, About: t.about},
			Hold:       n.hold,
		}
	}
	if err := p.Mail.EnqueueAll(ctx, tx, mails); err != nil {
		return err
	}
	for _, t := range of.call {
		c := newCall{
			id: db.NewID("call"), reason: n.reason, act: lead.Act, about: t.about,
		}
		if session := t.about[0].Session; session != "" {
			c.meeting = &rules.Meeting{ID: session, Start: t.first.Starts}
		}
		if err := p.callHearer(ctx, tx, t.first, t.hearer, c); err != nil {
			return err
		}
	}
	return nil
}

// tellManyAfter is how long an act on these dates can be taken back: as the one that begins first.
func tellManyAfter(dates []*rules.Slot) time.Duration {
	after := undoTime
	for _, s := range dates {
		after = min(after, tellAfter(s))
	}
	return after
}

// endParts takes what these acts did out of what is still to be told.
func (p *Places) endParts(ctx context.Context, tx pgx.Tx, acts ...*staffAct) error {
	var whole, parts []string
	for _, a := range acts {
		whole, parts = append(whole, a.whole()), append(parts, a.id)
	}
	if err := p.Mail.EndParts(ctx, tx, whole, parts); err != nil {
		return err
	}
	return dropFromCalls(ctx, tx, `act_id = any($1)`, `x->>'act' = any($2)`, whole, parts)
}

// leaveCalls takes rows that are about to go out of the calls that tell of several dates: what such
// a call says of the others is still so.
func leaveCalls(ctx context.Context, tx pgx.Tx, rows ...string) error {
	return dropFromCalls(ctx, tx, `true`, `x->>'row' = any($1)`, rows)
}

// leaveAllCalls is leaveCalls for calls that were made, too: who was rung about several dates was
// told of those that are still to come.
func leaveAllCalls(ctx context.Context, tx pgx.Tx, rows ...string) error {
	made := untold{`c.state in ('open', 'done')`, `true`, `x->>'row' = any($1)`}
	return dropFrom(ctx, tx, made, rows)
}

// dropFromCalls takes what gone says out of the open calls that tell of several dates; one that
// tells nothing else is taken back.
func dropFromCalls(ctx context.Context, tx pgx.Tx, calls, gone string, args ...any) error {
	return dropFrom(ctx, tx, untold{`c.state = 'open'`, calls, gone}, args...)
}

// untold is what calls no longer tell: which calls, by their state and by what they are about, and
// what is gone from them. All three are SQL, of the call c and of one date x that it tells of.
type untold struct{ states, calls, gone string }

func dropFrom(ctx context.Context, tx pgx.Tx, u untold, args ...any) error {
	if _, err := tx.Exec(ctx, `
		update call c
		set about = (
			select coalesce(jsonb_agg(x order by n), '[]')
			from jsonb_array_elements(about) with ordinality as t (x, n)
			where not (`+u.gone+`)
		)
		where `+u.calls+`
			and `+u.states+`
			and about is not null
			and exists (
				select
				from jsonb_array_elements(about) as t (x)
				where `+u.gone+`
			)`, args...); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, `
		update call c
		set state = case when about = '[]' and state = 'open' then 'withdrawn' else state end,
			occurrence_id = coalesce(about->0->>'date', occurrence_id),
			registration_id = case when about = '[]' then registration_id
				when about->0 ? 'waits' then null else about->0->>'row' end,
			entry_id = case when about = '[]' then entry_id
				when about->0 ? 'waits' then about->0->>'row' end,
			session_id = about->0->>'session',
			session_day = (
				select (starts_at at time zone 'Europe/Amsterdam')::date
				from session where id = about->0->>'session'
			)
		where `+u.states+`
			and about is not null
			and (
				coalesce(registration_id, entry_id)
					is distinct from coalesce(about->0->>'row', '')
				or session_id is distinct from about->0->>'session'
			)`)
	return err
}

// line is one date of a mail about several, as it is now; ErrUntrue when it is no longer so.
func (p *Places) line(
	ctx context.Context,
	kind mail.Kind,
	row toldRow,
) (l mail.ChangedLine, own calendarOf, err error) {
	s, all, first, _, err := p.when(ctx, row.Date)
	if err != nil {
		return l, own, err
	}
	if row.Session != "" {
		return p.meetingLine(ctx, kind, row, all)
	}
	h, as, err := p.hearer(ctx, p.Pool, row.Row, row.Waits, row.Date)
	if err != nil {
		return l, own, err
	}
	off := kind == mail.DateOff
	is := map[bool][]string{
		false: {"registered", "waiting", "offered"},
		true:  {"cancelledByHouse", "closed"},
	}[off]
	if off != (s.Status == "cancelled") || !slices.Contains(is, as) {
		return l, own, mail.ErrUntrue
	}
	l = mail.ChangedLine{
		WasStart: first.Start, WasEnd: first.End,
		Start: first.Start, End: first.End,
		Waits: row.Waits,
	}
	prefix, page := RegistrationToken, "/registrationdetails/"
	if row.Waits {
		prefix, page = EntryToken, "/waitlist/"
	} else {
		own = calendarOf{all, h.id, h.sequence}
	}
	secret, err := p.linkTo(ctx, prefix, h.id, h.who.Email)
	if err != nil {
		return l, own, err
	}
	l.Link = p.Origin + page + secret
	if kind != mail.DateMoved {
		return l, own, nil
	}
	last, err := p.lastOn(ctx, p.Pool, row.Date, actShifted)
	if err != nil {
		return l, own, err
	}
	if last.move() == nil || last.id != row.Act {
		return l, own, mail.ErrUntrue
	}
	l.WasStart, l.WasEnd = last.move().Was.Start, last.move().Was.End
	l.Place = p.House(ctx).Place(last.move().Is.Room)
	return l, own, nil
}

// calendarOf are the meetings of one sign-up, for a file with those of several.
type calendarOf struct {
	all      []rules.Meeting
	owner    string
	sequence int
}

// linesLetter is the mail of an act on several dates, with those of which it is still so. Of one it
// is the plain mail about that date.
func (p *Places) linesLetter(
	ctx context.Context,
	m mail.Stored,
	data changeMail,
) (l mail.Letter, err error) {
	var lines []mail.ChangedLine
	var own []calendarOf
	var last toldRow
	var lastOwn calendarOf
	reason := "" // of a meeting
	for _, row := range data.About {
		line, mine, err := p.line(ctx, m.Kind, row)
		if errors.Is(err, mail.ErrUntrue) || isGone(err) {
			continue
		}
		if err != nil {
			return l, err
		}
		lines, last, lastOwn = append(lines, line), row, mine
		if mine.owner != "" {
			own = append(own, mine)
		}
		if reason = ""; row.Session != "" {
			reason = mine.all[0].Reason
		}
	}
	switch len(lines) {
	case 0:
		return l, mail.ErrUntrue
	case 1:
		if last.Session != "" {
			return p.meetingLetter(ctx, m.Kind, lines[0], lastOwn), nil
		}
		m.Occurrence, m.Cause = last.Date, last.Row
		m.Data = db.JSON(changeMail{Act: last.Act, Waits: last.Waits})
		return p.changeLetter(ctx, m)
	}
	var calendar []byte
	if len(own) > 0 {
		calendar = p.appointments(ctx, own, m.Kind == mail.DateOff)
	}
	switch m.Kind {
	case mail.DateMoved:
		return mail.DatesMovedLetter(lines, calendar), nil
	case mail.DateOn:
		return mail.DatesOnLetter(lines, calendar), nil
	}
	s, err := p.Peek(ctx, p.Pool, last.Date)
	if err != nil {
		return l, err
	}
	d, err := p.changedDate(ctx, p.Pool, s, rules.Meeting{})
	if last.Session != "" && s.Status != "cancelled" {
		d = mail.ChangedDate{Reason: reason}
	}
	return mail.DatesOffLetter(d, lines, calendar), err
}

// previewLines is the mail of who has most of these dates, before there is any.
func previewLines(t *oneTold, becomes func(row toldRow) mail.ChangedLine) []mail.ChangedLine {
	lines := make([]mail.ChangedLine, len(t.about))
	for i, row := range t.about {
		lines[i] = becomes(row)
		lines[i].Waits, lines[i].Link = row.Waits, "(link)"
	}
	return lines
}

// aboutOf reads what a call tells of; nil for one about its own date.
func aboutOf(stored []byte) (about []toldRow, err error) {
	if stored == nil {
		return nil, nil
	}
	return about, json.Unmarshal(stored, &about)
}

// datesOfCalls puts the dates into calls that tell of several: those of which it is still so.
func (p *Places) datesOfCalls(ctx context.Context, calls []Call) error {
	at := map[string]int{}
	var ids []string
	for i, c := range calls {
		if len(c.about) > 1 {
			at[c.ID], ids = i, append(ids, c.ID)
		}
	}
	if len(ids) == 0 {
		return nil
	}
	rows, err := p.Pool.Query(ctx, `
		select c.id, o.id, coalesce(se.starts_at, o.starts_at), coalesce(se.ends_at, o.ends_at)
		from call c
		cross join jsonb_array_elements(c.about) as t (x)
		join occurrence o on o.id = x->>'date'
		left join session se on se.id = x->>'session'
		where c.id = any($1)
			and coalesce(se.ends_at, o.ends_at) > $2
			and `+stillSo+`
		order by c.id, 3`, ids, p.Clock.Now())
	if err != nil {
		return db.Problem(err)
	}
	var id, date string
	var start, end time.Time
	if _, err = pgx.ForEachRow(rows, []any{&id, &date, &start, &end}, func() error {
		c := &calls[at[id]]
		t := CallTime{Start: clock.Moment(start), End: clock.Moment(end)}
		if c.Dates = append(c.Dates, t); len(c.Dates) == 1 {
			c.Date.ID, c.Date.Start, c.Date.End = date, t.Start, t.End
		}
		return nil
	}); err != nil {
		return db.Problem(err)
	}
	for i := range calls {
		if len(calls[i].Dates) == 1 { // its date says so already
			calls[i].Dates = nil
		}
	}
	return nil
}

// becomesAt is where a date goes, for a fingerprint.
func becomesAt(at stood) string {
	return strings.Join([]string{
		strconv.FormatInt(at.Start.Unix(), 10), strconv.FormatInt(at.End.Unix(), 10), at.Room,
	}, " ")
}

// seeDate is a date with how many hear of it.
func seeDate(s *rules.Slot, people int) DateSeen {
	return DateSeen{
		ID:      s.ID,
		Start:   clock.Moment(s.Starts),
		End:     clock.Moment(s.Ends),
		People:  people,
		Waiting: s.Waiting,
	}
}
