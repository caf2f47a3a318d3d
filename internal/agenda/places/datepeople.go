package places

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/house"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/mail"
	"herstelruimte/internal/privacy"
)

// DatePeople is a date with everybody on it, as far as somebody of the staff may see them.
type DatePeople struct {
	Date        rules.Line          `json:"date"`
	SessionList []rules.SessionLine `json:"sessionList"`
	Host        string              `json:"host,omitempty"`
	Desk        DeskDate            `json:"desk"     doc:"the date as the desk line offers it"`
	Say         DeskSentences       `json:"say"`
	Taken       int                 `json:"taken"    doc:"places of people, with guests and who has no name"`
	Held        int                 `json:"held"     doc:"places that are kept for who waits"`
	Unnamed     int                 `json:"unnamed"  doc:"people at the door who gave no name"`
	Begins      string              `json:"begins"   format:"date-time" doc:"of the first meeting"`
	Ends        string              `json:"ends"     format:"date-time" doc:"of the last meeting"`
	MayPlan     bool                `json:"mayPlan"  doc:"who asks may also move and change people, send a message and change the number of places"`
	AskSupport  bool                `json:"askSupport"`
	AskDiet     bool                `json:"askDiet"`
	Kept        *KeptPlace          `json:"kept,omitempty" doc:"the first place that is kept for who waits"`
	People      []PersonSeen        `json:"people"    doc:"who has a place, by first name"`
	Cancelled   []PersonSeen        `json:"cancelled" doc:"who was called off, the last one first"`

	needs bool // who asks reads what people need
}

// KeptPlace is why a free place is kept.
type KeptPlace struct {
	Reason string `json:"reason"         enum:"offered,offeredPhone,waitsForHours,phoneList,callsFirst,stopped,cancelled,mailDown,undo,waitsForAnswer"`
	Name   string `json:"name,omitempty" doc:"first name of who has the offer, or whose turn it is"`
	Until  string `json:"until,omitempty" format:"date-time" doc:"of the offer; else when the place is offered"`
}

// PersonSeen is one sign-up as staff see it. A gastheer reads no last name and no address.
type PersonSeen struct {
	ID          string      `json:"id"`
	FirstName   string      `json:"firstName"`
	Letter      string      `json:"letter,omitempty"      doc:"A, B, after Z 27: of who have one first name; once given it stays"`
	Name        string      `json:"name,omitempty"        doc:"with mayPlan only"`
	Email       string      `json:"email,omitempty"       doc:"with mayPlan only"`
	Phone       string      `json:"phone,omitempty"       doc:"as shown, in pairs"`
	Way         string      `json:"way"                   enum:"mail,phone,self,none,paused" doc:"how they are told; self: they want no mail; paused: nobody may reach them"`
	Status      string      `json:"status"                enum:"registered,cancelled,cancelledByHouse,attended,absent"`
	Guests      int         `json:"guests"`
	FirstTime   bool        `json:"firstTime"`
	Meet        bool        `json:"meet,omitempty"        doc:"staff get to know them at the door: they cannot be reached before"`
	Reminder    bool        `json:"reminder"`
	Support     string      `json:"support,omitempty"`
	Diet        *rules.Diet `json:"diet,omitempty"`
	Source      string      `json:"source"                enum:"site,telefoon,balie"`
	CreatedAt   string      `json:"createdAt"             format:"date-time"`
	CancelledAt string      `json:"cancelledAt,omitempty" format:"date-time"`
	KeptUntil   string      `json:"keptUntil"             format:"date"      doc:"then the sign-up is erased"`
	NeedsUntil  string      `json:"needsUntil"            format:"date"      doc:"then the needs are erased"`
	Version     int         `json:"version"`
	Code        string      `json:"code,omitempty"        doc:"of the desk; with mayPlan only"`
	ToCall      bool        `json:"toCall,omitempty"      doc:"stands on the list of calls"`
	Call        *CallSeen   `json:"call,omitempty"        doc:"that waits, or that nobody made in time"`
	Mails       []MailSeen  `json:"mails"                 doc:"newest last"`
	Last        *LastAct    `json:"last,omitempty"        doc:"what staff did last about this person"`

	arrived time.Time // at this date: moved here, somebody came later than they signed up
}

// LastAct is what somebody of the staff did.
type LastAct struct {
	Kind string `json:"kind"`
	By   string `json:"by" doc:"their name"`
	At   string `json:"at" format:"date-time"`
}

// MailSeen is a mail to somebody, as staff see it: never what it says.
type MailSeen struct {
	ID    string `json:"id"`
	Kind  string `json:"kind"  enum:"M1,M2,M9,M10,M11,M13,M16,M17,M18"`
	State string `json:"state" enum:"held,queued,sending,sent,failed,dead,withdrawn"`
	At    string `json:"at"    format:"date-time"  doc:"held: until then; failed: the next try; else when it came to stand so"`
	Why   string `json:"why,omitempty" enum:"address,box,refused,spam,ours,undone,untrue,forgotten,stopped" doc:"of failed, dead and withdrawn"`
	Heard string `json:"heard,omitempty" enum:"delayed,complaint" doc:"of sent: what was heard since"`
}

// toPerson are the kinds of mails about a sign-up that staff see.
var toPerson = []mail.Kind{
	mail.SignedUp, mail.SignedUpBefore, mail.PlaceGiven, mail.Cancelled, mail.Reminder,
	mail.DateOff, mail.DateOn, mail.DateMoved, mail.ToEverybody,
}

// People is a date with everybody on it, for who may meet them. Looking stands in the log book, and
// so does looking at what people need: one line an hour, as a screen asks again and again.
//
// Problems: not_found, forbidden.
func (p *Places) People(
	ctx context.Context,
	who identity.Actor,
	occurrence string,
) (out DatePeople, err error) {
	s, err := p.Peek(ctx, p.Pool, occurrence)
	if err != nil {
		return out, err
	}
	if err := p.MayMeet(ctx, p.Pool, who, s); err != nil {
		return out, err
	}
	if out, err = p.dateSeen(ctx, who, s); err != nil {
		return out, db.Problem(err)
	}
	if err := p.peopleSeen(ctx, who, s, &out); err != nil {
		return out, db.Problem(err)
	}
	return out, p.looked(ctx, who, s, out)
}

func (p *Places) dateSeen(
	ctx context.Context,
	who identity.Actor,
	s *rules.Slot,
) (out DatePeople, err error) {
	if out.Date, out.SessionList, err = LineOf(ctx, p.Pool, s); err != nil {
		return out, err
	}
	out.Host = s.Host()
	if err := p.SayHosts(ctx, p.Pool, &out.Host); err != nil {
		return out, err
	}
	out.Desk = deskDate(s, out.Date)
	out.Say = p.deskSentences(ctx)
	out.Taken, out.Held = s.Taken, s.Held
	out.Begins, out.Ends = clock.Moment(s.Starts), clock.Moment(s.Ends)
	out.MayPlan = s.MayRun(who) == nil
	out.AskSupport, out.AskDiet = s.Activity.AskSupport, s.Activity.AskDiet
	if err := p.Pool.QueryRow(ctx, `
		select unnamed from occurrence where id = $1`, s.ID).Scan(&out.Unnamed); err != nil {
		return out, err
	}
	out.Kept, err = p.keptPlace(ctx, s)
	return out, err
}

// keptPlace is the first place that is kept for who waits, or for who thinks about fewer places
// than they asked for; nil when none is.
func (p *Places) keptPlace(ctx context.Context, s *rules.Slot) (*KeptPlace, error) {
	if s.Held == 0 {
		return nil, nil
	}
	rows, err := p.Pool.Query(ctx, `
		select v.reason, coalesce(o.until, v.wakes_at), coalesce(o.entry_id, (
			select e.id
			from waitlist_entry e
			where e.occurrence_id = v.occurrence_id
				and e.state = case v.reason when $2 then 'offered' else 'waiting' end
				and `+claimAt("$3")+`
			order by e.position limit 1
		), '')
		from vacancy v
		left join offer o on o.id = v.offer_id
		where v.occurrence_id = $1
			and v.state = 'open'
		order by v.no limit 1`, s.ID, reasonAnswer, s.Now)
	if err != nil {
		return nil, err
	}
	var out *KeptPlace
	var entry string
	var k KeptPlace
	var until *time.Time
	if _, err = pgx.ForEachRow(rows, []any{&k.Reason, &until, &entry}, func() error {
		out = &k
		return nil
	}); err != nil || out == nil {
		return nil, err
	}
	if until != nil {
		out.Until = clock.Moment(*until)
	}
	if entry == "" {
		return out, nil
	}
	e, err := p.loadEntry(ctx, p.Pool, "id = $1", entry)
	if err != nil {
		return out, err
	}
	out.Name = firstName(e.who.Name)
	paused, err := privacy.PauseOf(ctx, p.Pool, s.Now, []string{entry})
	if paused != nil {
		out.Name = privacy.OnPause
	}
	return out, err
}

// peopleSeen adds the people of a date.
func (p *Places) peopleSeen(
	ctx context.Context,
	who identity.Actor,
	s *rules.Slot,
	out *DatePeople,
) error {
	all, err := p.registrationsOf(ctx, p.Pool, s.ID)
	if err != nil {
		return err
	}
	if out.needs, err = readsNeeds(ctx, p.Pool, who, s); err != nil {
		return err
	}
	seen, h := make([]PersonSeen, len(all)), p.House(ctx)
	for i, r := range all {
		seen[i] = personSeen(r, s, h.KeepFor(r.createdAt), out)
	}
	if err := p.hidePaused(ctx, seen); err != nil {
		return err
	}
	if err := p.around(ctx, who, s, out.MayPlan, seen); err != nil {
		return err
	}
	letter(seen)
	out.People, out.Cancelled = []PersonSeen{}, []PersonSeen{}
	for _, one := range seen {
		switch one.Status {
		case "cancelled", "cancelledByHouse":
			out.Cancelled = append(out.Cancelled, one)
		default:
			out.People = append(out.People, one)
		}
	}
	slices.SortStableFunc(out.People, func(a, b PersonSeen) int {
		return cmp.Or(
			cmp.Compare(httpkit.Folded(a.FirstName), httpkit.Folded(b.FirstName)),
			byLetter(a.Letter, b.Letter),
			a.arrived.Compare(b.arrived),
		)
	})
	slices.SortStableFunc(out.Cancelled, func(a, b PersonSeen) int {
		return cmp.Compare(b.CancelledAt, a.CancelledAt)
	})
	return nil
}

// registrationsOf are all sign-ups of a date, in order of sign-up.
func (p *Places) registrationsOf(
	ctx context.Context,
	q db.Querier,
	occurrence string,
) ([]registrationRow, error) {
	rows, err := q.Query(ctx, `
		select `+registrationColumns+`
		from registration
		where occurrence_id = $1
		order by order_no`, occurrence)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (registrationRow, error) {
		return p.scanRegistration(row)
	})
}

// personSeen is one of them without what other tables know.
func personSeen(
	r registrationRow,
	s *rules.Slot,
	keep house.Terms,
	of *DatePeople,
) PersonSeen {
	out := PersonSeen{
		ID:         r.id,
		FirstName:  firstName(r.who.Name),
		Letter:     r.letter,
		Phone:      house.ShowPhone(r.who.Phone),
		Way:        wayOf(r.who.Email, r.who.Phone, false),
		Status:     r.status,
		Guests:     r.seats - 1,
		FirstTime:  r.doc.FirstTime != nil && *r.doc.FirstTime,
		Meet:       r.meets(s) && meetsBy(r.who.Phone, r.who.Email, r.doc.NoMail) == "",
		Source:     r.doc.Source,
		CreatedAt:  clock.Moment(r.createdAt),
		KeptUntil:  rules.DayOf(s.Ends.AddDate(0, 0, keep.RegistrationDays)),
		NeedsUntil: rules.DayOf(s.Ends.AddDate(0, 0, keep.SupportDays)),
		Version:    r.version,
		Mails:      []MailSeen{},
		arrived:    r.createdAt,
	}
	if r.doc.NoMail {
		out.Way = "self"
	}
	if of.MayPlan {
		out.Name, out.Email, out.Reminder = r.who.Name, r.who.Email, r.doc.Reminder
	}
	if of.needs && rules.DayOf(s.Now) < out.NeedsUntil {
		out.Support, out.Diet = r.who.Support, r.who.Diet
	}
	if r.cancelledAt != nil {
		out.CancelledAt = clock.Moment(*r.cancelledAt)
	}
	return out
}

// hidePaused takes everything that tells who they are from people on pause.
func (p *Places) hidePaused(ctx context.Context, all []PersonSeen) error {
	ids := make([]string, len(all))
	for i := range all {
		ids[i] = all[i].ID
	}
	paused, err := privacy.Paused(ctx, p.Pool, p.Clock.Now(), ids)
	for i, one := range all {
		if paused[one.ID] {
			all[i] = PersonSeen{
				ID: one.ID, FirstName: privacy.OnPause, Way: "paused", Status: one.Status,
				Guests: one.Guests, Source: one.Source, CreatedAt: one.CreatedAt,
				CancelledAt: one.CancelledAt, KeptUntil: one.KeptUntil,
				NeedsUntil: one.NeedsUntil, Version: one.Version, Mails: one.Mails,
				arrived: one.arrived,
			}
		}
	}
	return err
}

// around adds what other tables know of people: mails, calls, codes, acts of staff.
func (p *Places) around(
	ctx context.Context,
	who identity.Actor,
	s *rules.Slot,
	plans bool,
	all []PersonSeen,
) error {
	byID, ids := map[string]*PersonSeen{}, make([]string, len(all))
	for i := range all {
		byID[all[i].ID], ids[i] = &all[i], all[i].ID
	}
	mails, err := p.Mail.StatesOf(ctx, p.Pool, toPerson, ids...)
	if err != nil {
		return err
	}
	for _, m := range mails {
		of := byID[m.Cause]
		of.Mails = append(of.Mails, MailSeen{
			ID: m.ID, Kind: string(m.Kind), State: m.State, At: clock.Moment(m.At), Why: m.Why,
			Heard: string(m.Heard),
		})
	}
	if err := p.callsAbout(ctx, who, s, byID); err != nil {
		return err
	}
	if plans {
		if err := p.codesOf(ctx, s.ID, byID); err != nil {
			return err
		}
	}
	return p.lastActs(ctx, s.ID, ids, byID)
}

// codesOf adds the codes of the desk; that of the entry from which a sign-up came, where it has
// none of its own.
func (p *Places) codesOf(
	ctx context.Context,
	occurrence string,
	of map[string]*PersonSeen,
) error {
	rows, err := p.Pool.Query(ctx, `
		select r.id, c.id, c.sealed
		from registration r
		join desk_code c on c.id in (r.id, r.doc->>'entry')
		where r.occurrence_id = $1
		order by c.id = r.id`, occurrence)
	if err != nil {
		return err
	}
	var id, owner string
	var box []byte
	_, err = pgx.ForEachRow(rows, []any{&id, &owner, &box}, func() error {
		code, err := p.Keys.Open(codeTable, owner, box)
		if one := of[id]; one != nil && err == nil {
			one.Code = showDeskCode(string(code))
		}
		return err
	})
	return err
}

// lastActs adds what staff did last about each person, and when somebody was moved here.
func (p *Places) lastActs(
	ctx context.Context,
	occurrence string,
	ids []string,
	of map[string]*PersonSeen,
) error {
	rows, err := p.Pool.Query(ctx, `
		select subject_id, kind, by, at, coalesce(doc->>'to', '')
		from staff_act
		where subject_id = any($1)
			and undone_at is null
		order by no`, ids)
	if err != nil {
		return err
	}
	var subject, kind, by, to string
	var at time.Time
	var who []string
	if _, err = pgx.ForEachRow(rows, []any{&subject, &kind, &by, &at, &to}, func() error {
		one := of[subject]
		one.Last = &LastAct{Kind: kind, By: by, At: clock.Moment(at)}
		if kind == actMoved && to == occurrence {
			one.arrived = at
		}
		who = append(who, by)
		return nil
	}); err != nil || len(who) == 0 {
		return err
	}
	names, err := p.Names(ctx, who)
	for _, one := range of {
		if one.Last != nil {
			one.Last.By = names[one.Last.By]
		}
	}
	return err
}

// letter fills in who has no letter yet: people of a date from before letters were stored.
func letter(all []PersonSeen) {
	order := make([]*PersonSeen, len(all))
	for i := range all {
		order[i] = &all[i]
	}
	slices.SortStableFunc(order, func(a, b *PersonSeen) int { return a.arrived.Compare(b.arrived) })
	same := make([]*namesake, len(all))
	for i, one := range order {
		same[i] = &namesake{one.ID, one.FirstName, one.Letter}
	}
	tellApart(same)
	for i, one := range order {
		one.Letter = same[i].letter
	}
}

// looked writes in the log book that somebody looked at names, and at what people need.
func (p *Places) looked(
	ctx context.Context,
	who identity.Actor,
	s *rules.Slot,
	seen DatePeople,
) error {
	if len(seen.People)+len(seen.Cancelled) == 0 {
		return nil
	}
	kinds := []string{auditKind}
	if slices.ContainsFunc(seen.People, func(one PersonSeen) bool {
		return one.Support != "" || one.Diet != nil
	}) {
		kinds = append(kinds, auditNeeds)
	}
	for _, kind := range kinds {
		if err := privacy.RecordOnce(ctx, p.Pool, s.Now, privacy.Entry{
			Actor:  who.ID,
			Roles:  who.RoleNames(),
			Action: "viewed",
			Kind:   kind,
		}, s.ID); err != nil {
			return db.Problem(err)
		}
	}
	return nil
}

// auditNeeds is the word for what the people of a date need in the log book.
const auditNeeds = "needs"

// DateActs are the last acts of staff on a date, newest first.
type DateActs struct {
	Items []ActSeen `json:"items"`
}

const mostActs = 10

// acts are what staff did about a date, for who may meet its people.
//
// Problems: not_found, forbidden.
func (p *Places) acts(
	ctx context.Context,
	who identity.Actor,
	occurrence string,
) (out DateActs, err error) {
	s, err := p.Peek(ctx, p.Pool, occurrence)
	if err != nil {
		return out, err
	}
	if err := p.MayMeet(ctx, p.Pool, who, s); err != nil {
		return out, err
	}
	out.Items, err = p.ActsOf(ctx, s.ID, mostActs)
	return out, err
}
