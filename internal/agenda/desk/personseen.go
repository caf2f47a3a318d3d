package desk

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/booking"
	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/agenda/waitlist"
	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/house"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/mail"
	"herstelruimte/internal/privacy"
)

// Who comes to a date is read here: one query gives rows, and seen makes of a row what staff see.
// What is shown anew of people is a column of the query and a field of PersonSeen.

// PeopleOf are the people of a date.
type PeopleOf struct {
	People    []PersonSeen `json:"people"    doc:"who has a place, by first name"`
	Cancelled []PersonSeen `json:"cancelled" doc:"who was called off, the last one first"`
}

// PersonSeen is one sign-up as staff see it.
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

// LastAct is what staff did.
type LastAct struct {
	Kind string `json:"kind"`
	By   string `json:"by" doc:"their name"`
	At   string `json:"at" format:"date-time"`
}

// MailSeen is a mail as staff see it: never what it says.
type MailSeen struct {
	ID   string `json:"id"`
	Kind string `json:"kind"  enum:"M1,M2,M9,M10,M11,M13,M16,M17,M18"`
	MailStands
}

// MailStands is how it stands with a mail.
type MailStands struct {
	State string `json:"state" enum:"held,queued,sending,sent,failed,dead,withdrawn"`
	At    string `json:"at"    format:"date-time"  doc:"held: until then; failed: the next try; else when it came to stand so"`
	Why   string `json:"why,omitempty" enum:"address,box,refused,spam,ours,undone,untrue,forgotten,stopped" doc:"of failed, dead and withdrawn"`
	Heard string `json:"heard,omitempty" enum:"delayed,complaint" doc:"of sent: what was heard since"`
}

// StandsOf is that of a mail.
func StandsOf(m mail.State) MailStands {
	return MailStands{m.State, clock.Moment(m.At), m.Why, string(m.Heard)}
}

// ToPerson are the kinds of mails about a sign-up that staff see.
var ToPerson = []mail.Kind{
	mail.SignedUp, mail.SignedUpBefore, mail.PlaceGiven, mail.Cancelled, mail.Reminder,
	mail.DateOff, mail.DateOn, mail.DateMoved, mail.ToEverybody,
}

type personRow struct {
	waitlist.Row
	codeOf string // whose code of the desk it is: its own, or that of the entry from which it came
	code   []byte // sealed; nil: it has none
	act    LastAct
	acted  *time.Time // nil: staff did nothing
	moved  *time.Time // when staff moved it to this date
}

// peopleRows are all sign-ups of these dates, in order of sign-up.
func (p *Desk) peopleRows(ctx context.Context, dates []string) ([]personRow, error) {
	return db.Rows(ctx, p.Pool, func(row pgx.CollectableRow) (r personRow, err error) {
		r.Row, err = p.Scan(waitlist.PlaceKind,
			row, &r.codeOf, &r.code, &r.act.Kind, &r.act.By, &r.acted, &r.moved,
		)
		return r, err
	}, `
		select `+waitlist.PlaceKind.Columns()+`, coalesce(code_of, ''), code, coalesce(act, ''),
			coalesce(act_by, ''), act_at, (
				select a.at
				from staff_act a
				where a.subject_id = r.id
					and a.kind = $2
					and a.doc->>'to' = r.occurrence_id
					and a.undone_at is null
				order by a.no desc
				limit 1
			)
		from registration r
		left join lateral (
			select c.id code_of, c.sealed code
			from desk_code c
			where c.id in (r.id, r.doc->>'entry')
			order by c.id = r.id desc
			limit 1
		) c on true
		left join lateral (
			select a.kind act, a.by act_by, a.at act_at
			from staff_act a
			where a.subject_id = r.id
				and a.undone_at is null
			order by a.no desc
			limit 1
		) a on true
		where r.occurrence_id = any($1)
		order by r.order_no`, dates, booking.ActMoved)
}

// PeopleAt are those as far as somebody may see them. Whether they may meet them is for the caller
// to say, and so is the log book: see Looked.
func (p *Desk) PeopleAt(ctx context.Context, who identity.Actor, dates []*rules.Slot) (map[string]PeopleOf, error) {
	out := map[string]PeopleOf{}
	if len(dates) == 0 {
		return out, nil
	}
	all, err := p.peopleRows(ctx, waitlist.IDsOf(dates))
	if err != nil {
		return nil, err
	}
	v, err := p.besideThem(ctx, all)
	if err != nil {
		return nil, err
	}
	for _, s := range dates {
		v.s, v.plans = s, s.MayRun(who) == nil
		if v.needs, err = booking.ReadsNeeds(ctx, p.Pool, who, s); err != nil {
			return nil, err
		}
		var seen []PersonSeen
		for _, r := range all {
			if r.Occurrence != s.ID {
				continue
			}
			one := v.seen(r)
			if v.plans && r.code != nil {
				code, err := p.Keys.Open(booking.CodeTable, r.codeOf, r.code)
				if err != nil {
					return nil, err
				}
				one.Code = booking.ShowDeskCode(string(code))
			}
			seen = append(seen, one)
		}
		if err := p.callsAbout(ctx, who, s, seen); err != nil {
			return nil, err
		}
		out[s.ID] = inOrder(seen)
	}
	return out, nil
}

type peopleView struct {
	s      *rules.Slot
	plans  bool // last names, addresses and codes
	needs  bool // what people need
	house  house.House
	paused map[string]bool
	names  map[string]string
	mails  map[string][]MailSeen
}

func (p *Desk) besideThem(ctx context.Context, all []personRow) (v peopleView, err error) {
	v = peopleView{house: p.House(ctx), mails: map[string][]MailSeen{}}
	ids, staff := make([]string, len(all)), []string{}
	for i, r := range all {
		ids[i] = r.ID
		if r.acted != nil {
			staff = append(staff, r.act.By)
		}
	}
	if v.paused, err = privacy.Paused(ctx, p.Pool, p.Clock.Now(), ids); err != nil {
		return v, err
	}
	mails, err := p.Mail.StatesOf(ctx, p.Pool, ToPerson, ids...)
	for _, m := range mails {
		v.mails[m.Cause] = append(v.mails[m.Cause], MailSeen{m.ID, string(m.Kind), StandsOf(m)})
	}
	if err == nil && len(staff) > 0 {
		v.names, err = p.Names(ctx, staff)
	}
	return v, err
}

// seen is one of them. Of people on pause nothing tells who they are.
func (v peopleView) seen(r personRow) PersonSeen {
	keep := v.house.KeepFor(r.CreatedAt)
	out := PersonSeen{
		ID:         r.ID,
		FirstName:  privacy.OnPause,
		Way:        "paused",
		Status:     r.State,
		Guests:     r.Seats - 1,
		Source:     r.Doc.Source,
		CreatedAt:  clock.Moment(r.CreatedAt),
		KeptUntil:  clock.Date(v.s.Ends.AddDate(0, 0, keep.RegistrationDays)),
		NeedsUntil: clock.Date(v.s.Ends.AddDate(0, 0, keep.SupportDays)),
		Version:    r.Version,
		Mails:      append([]MailSeen{}, v.mails[r.ID]...),
		arrived:    r.CreatedAt,
	}
	if r.acted != nil {
		out.Last = &LastAct{r.act.Kind, v.names[r.act.By], clock.Moment(*r.acted)}
	}
	if r.CancelledAt != nil {
		out.CancelledAt = clock.Moment(*r.CancelledAt)
	}
	if r.moved != nil {
		out.arrived = *r.moved
	}
	if v.paused[r.ID] {
		return out
	}
	who := r.Who
	out.FirstName, out.Letter = waitlist.FirstName(who.Name), r.Letter
	out.Phone, out.Way = house.ShowPhone(who.Phone), waitlist.WayOf(who.Email, who.Phone, false)
	if r.Doc.NoMail {
		out.Way = "self"
	}
	out.FirstTime = r.Doc.FirstTime != nil && *r.Doc.FirstTime
	out.Meet = r.Meets(v.s) && waitlist.MeetsBy(who.Phone, who.Email, r.Doc.NoMail) == ""
	if v.plans {
		out.Name, out.Email, out.Reminder = who.Name, who.Email, r.Doc.Reminder
	}
	if v.needs && clock.Date(v.s.Now) < out.NeedsUntil {
		out.Support, out.Diet = who.Support, who.Diet
	}
	return out
}

func inOrder(all []PersonSeen) PeopleOf {
	letter(all)
	out := PeopleOf{People: []PersonSeen{}, Cancelled: []PersonSeen{}}
	for _, one := range all {
		if strings.HasPrefix(one.Status, "cancelled") {
			out.Cancelled = append(out.Cancelled, one)
		} else {
			out.People = append(out.People, one)
		}
	}
	slices.SortStableFunc(out.People, func(a, b PersonSeen) int {
		return cmp.Or(
			cmp.Compare(httpkit.Folded(a.FirstName), httpkit.Folded(b.FirstName)),
			waitlist.ByLetter(a.Letter, b.Letter),
			a.arrived.Compare(b.arrived),
		)
	})
	slices.SortStableFunc(out.Cancelled, func(a, b PersonSeen) int {
		return cmp.Compare(b.CancelledAt, a.CancelledAt)
	})
	return out
}

// letter gives one to people of a date from before letters were stored.
func letter(all []PersonSeen) {
	order := make([]*PersonSeen, len(all))
	for i := range all {
		order[i] = &all[i]
	}
	slices.SortStableFunc(order, func(a, b *PersonSeen) int { return a.arrived.Compare(b.arrived) })
	same := make([]*waitlist.Namesake, len(all))
	for i, one := range order {
		same[i] = &waitlist.Namesake{ID: one.ID, FirstName: one.FirstName, Letter: one.Letter}
	}
	waitlist.TellApart(same)
	for i, one := range order {
		one.Letter = same[i].Letter
	}
}

// Looked writes in the log book that somebody looked at people of a date, and at others of whom
// they read the first name: once an hour. What people need is a line of its own.
func (p *Desk) Looked(ctx context.Context, who identity.Actor, s *rules.Slot, people []PersonSeen, others int) error {
	if len(people)+others == 0 {
		return nil
	}
	err := p.NoteSeen(ctx, who, waitlist.AuditKind, s.ID)
	if err == nil && slices.ContainsFunc(people, func(one PersonSeen) bool {
		return one.Support != "" || one.Diet != nil
	}) {
		err = p.NoteSeen(ctx, who, "needs", s.ID)
	}
	return err
}
