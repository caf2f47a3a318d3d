package rules

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"herstelruimte/internal/house"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/problem"
	"herstelruimte/internal/richtext"
)

// ActivityDraft is all that the editor of an activity holds. Whether visitors see it (status and
// term) is the desk's, and not read from here.
type ActivityDraft struct {
	Activity
	NewDates []NewDate `json:"newDates" items:"200"`
	// nil: there are loose dates alone
	Rhythm *Rhythm `json:"rhythm,omitempty"`
}

// Rule is the rhythm that counts: a closed series has none, whatever was typed before.
func (d *ActivityDraft) Rule() *Rhythm {
	if d.Mode == Series {
		return nil
	}
	return d.Rhythm
}

// NewDate is a date or series that exists once the activity is published. Its id is the editor's,
// so that publishing twice makes it once.
type NewDate struct {
	ID       string       `json:"id"`
	Sessions []NewSession `json:"sessions" items:"40"` // of one series
	Capacity *int         `json:"capacity,omitempty"`  // own values; absent: as the activity says
	Host     string       `json:"host,omitempty" letters:"60"`
	Note     string       `json:"note,omitempty" letters:"200"`
	Opens    *TermLimit   `json:"opens,omitempty"`
	Closes   *TermLimit   `json:"closes,omitempty"`
}

// NewSession is one meeting in wall time, as somebody typed it: a draft may hold a half-typed one.
type NewSession struct {
	Day  string `json:"day"`                          // 2026-11-24
	From string `json:"from"`                         // 13.30
	To   string `json:"to"`                           // a night's end is the next morning
	Room string `json:"room,omitempty" letters:"200"` // absent: where the activity is
}

var (
	newDateID = regexp.MustCompile(`^occ_[a-z0-9]{20,26}$`)
	staffID   = regexp.MustCompile(`^[A-Za-z0-9_.:-]{1,64}$`)
)

// Check tidies a draft and gives what keeps it from being published, in the order of the form.
func (d *ActivityDraft) Check() []problem.Field {
	d.Tidy()
	a := d.Activity
	a.Status = "published"
	f := problem.Faults(a.Validate())
	f.Length("body", d.Body.Plain(), 0, problem.Most(d, "body"))
	f.When(d.Host == "", "host", problem.Required)
	if d.Capacity == nil {
		f.Number("minParticipants", d.Min, 1, 500)
	}
	if d.Image != nil {
		d.Image.Alt, d.Image.Caption = httpkit.Line(d.Image.Alt), httpkit.Line(d.Image.Caption)
		f.When(d.Image.Alt == "" && !d.Image.Decorative, "image.alt", problem.Required)
		f.Length("image.alt", d.Image.Alt, 0, problem.Most(d.Image, "alt"))
	}
	f.When(len(d.NewDates) > problem.Most(d, "newDates"), "newDates", problem.TooLong)
	for i := range d.NewDates {
		d.checkDate(&f, i)
	}
	if r := d.Rule(); r != nil {
		r.Check(&f, "rhythm")
		d.checkRhythmTerm(&f, r)
	}
	d.Opens.check(&f, "opens")
	d.Closes.check(&f, "closes")
	return inFormOrder(f)
}

// Tidy makes of a draft what would be stored. Empty lists are written as such.
func (d *ActivityDraft) Tidy() {
	for _, line := range []*string{
		&d.Title, &d.CostNote, &d.Bring, &d.OwnSentence, &d.Location, &d.Host,
	} {
		*line = httpkit.Line(*line)
	}
	for _, text := range []*string{&d.Summary, &d.InShort, &d.FirstTimeText} {
		*text = httpkit.Text(*text)
	}
	if d.Body.Type == "" {
		d.Body = richtext.Of()
	}
	d.Slug = strings.ToLower(httpkit.Line(d.Slug))
	d.Audience, d.Facts, d.NewDates = some(d.Audience), some(d.Facts), some(d.NewDates)
	d.Staff = some(slices.DeleteFunc(sorted(d.Staff), func(uid string) bool {
		return !staffID.MatchString(uid)
	}))
	d.Status, d.PublishFrom, d.PublishUntil, d.WasPublished = "", nil, nil, false
	if d.Rhythm != nil {
		d.Rhythm.Tidy()
	}
	for i := range d.NewDates {
		n := &d.NewDates[i]
		n.Host, n.Note = httpkit.Line(n.Host), httpkit.Line(n.Note)
		n.Sessions = some(n.Sessions)
		for j := range n.Sessions {
			n.Sessions[j].Room = httpkit.Line(n.Sessions[j].Room)
		}
	}
}

// some is a copy of a list that is never null.
func some[T any](all []T) []T { return append([]T{}, all...) }

func (d *ActivityDraft) checkDate(f *problem.Faults, i int) {
	n, name := &d.NewDates[i], fmt.Sprintf("newDates.%d", i)
	same := func(o NewDate) bool { return o.ID == n.ID }
	f.When(!newDateID.MatchString(n.ID) || slices.ContainsFunc(d.NewDates[:i], same),
		name+".id", problem.Invalid)
	many := len(n.Sessions)
	f.When(many == 0 || d.Mode != Series && many > 1, name+".sessions", problem.Required)
	f.When(many > problem.Most(n, "sessions"), name+".sessions", problem.TooLong)
	var last time.Time
	for j, s := range n.Sessions {
		last = s.Check(f, fmt.Sprintf("%s.sessions.%d", name, j), last)
	}
	f.Number(name+".capacity", n.Capacity, 1, 500)
	Known{}.Host(f, name+".host", n.Host)
	f.Length(name+".note", n.Note, 0, problem.Most(n, "note"))
	if many > 0 {
		n.checkTerm(f, d, name)
	}
}

func (n *NewDate) checkTerm(f *problem.Faults, d *ActivityDraft, name string) {
	own := len(*f)
	n.Opens.check(f, name+".opens")
	n.Closes.check(f, name+".closes")
	start, err := n.Sessions[0].start()
	if err != nil || len(*f) > own {
		return
	}
	for _, l := range []struct {
		field       string
		own, common *TermLimit
	}{{"opens", n.Opens, d.Opens}, {"closes", n.Closes, d.Closes}} {
		limit, at := l.own, name+"."+l.field
		if limit == nil {
			limit, at = l.common, l.field
		}
		if t, err := limit.on(start); err == nil && t != nil && t.After(start) && !f.Has(at) {
			f.Add(at, problem.Order)
		}
	}
}

func (d *ActivityDraft) checkRhythmTerm(f *problem.Faults, r *Rhythm) {
	if f.Has("rhythm") || !readDay(r.First) {
		return
	}
	start, err := r.Session(r.First).start()
	for name, l := range map[string]*TermLimit{"opens": d.Opens, "closes": d.Closes} {
		if l == nil || l.By == "moment" || err != nil || f.Has(name) {
			continue // a moment holds for the dates after it
		}
		if t, err := l.on(start); err == nil && t != nil && t.After(start) {
			f.Add(name, problem.Order)
		}
	}
}

// Check gives the end of the session, so that the next one can be held against it.
func (s NewSession) Check(f *problem.Faults, name string, before time.Time) time.Time {
	start, end, err := s.Times()
	switch {
	case s.Day == "":
		f.Add(name+".day", problem.Required)
	case err == nil && start.Before(before):
		f.Add(name+".day", problem.Order)
	case !readDay(s.Day):
		f.Add(name+".day", problem.Invalid)
	}
	timed := true
	for _, t := range [][2]string{{"from", s.From}, {"to", s.To}} {
		_, wrong := wallTime(t[1])
		f.When(t[1] == "", name+"."+t[0], problem.Required)
		f.When(t[1] != "" && wrong != nil, name+"."+t[0], problem.Invalid)
		timed = timed && wrong == nil
	}
	f.When(timed && err != nil && readDay(s.Day), name+".to", problem.Order)
	f.Length(name+".room", s.Room, 0, problem.Most(s, "room"))
	Known{}.Room(f, name+".room", s.Room)
	return end
}

var formOrder = strings.Fields(`title summary inShort body category audience image slug rhythm
	newDates location host mode capacity minParticipants waitlist waitlistLimit opens closes
	meetFirst maxGuests cost costNote bring ownSentence facts firstTimeText staff`)

// inFormOrder sorts mistakes as the form does; those of one field keep their order.
func inFormOrder(f problem.Faults) []problem.Field {
	place := func(p problem.Field) int {
		name, _, _ := strings.Cut(p.Name, ".")
		if i := slices.Index(formOrder, name); i >= 0 {
			return i
		}
		return len(formOrder)
	}
	slices.SortStableFunc(f, func(a, b problem.Field) int { return place(a) - place(b) })
	return f
}

// Occurrence is the date that becomes of n, of this activity. Its sessions have no ids yet.
func (n *NewDate) Occurrence(activity string, a *Activity) (NewOccurrence, error) {
	o := n.without(activity, a)
	for _, s := range n.Sessions {
		start, end, err := s.Times()
		if err != nil {
			return o, err
		}
		o.meet(cmp.Or(s.Room, a.Location), start, end)
	}
	return o, o.limit(cmp.Or(n.Opens, a.Opens), cmp.Or(n.Closes, a.Closes))
}

// Occurrence is the date of a day of the rule, of this activity; all its values are the activity's.
func (r *Rhythm) Occurrence(id, activity string, a *Activity, day string) (NewOccurrence, error) {
	o := (&NewDate{ID: id}).without(activity, a)
	start, end := r.Times(day)
	o.meet(cmp.Or(r.RoomOn(day), a.Location), start, end)
	if err := o.limit(a.Opens, a.Closes); err != nil {
		return o, err
	}
	if o.Opens != nil && o.Opens.After(start) {
		o.Opens = &start
	}
	return o, nil
}

// FirstOfRhythm is the first date that the rule of a draft would make; false without one.
func (d *ActivityDraft) FirstOfRhythm(id string) (o NewOccurrence, ok bool) {
	r := d.Rule()
	if r == nil || r.Faults("") != nil {
		return o, false
	}
	o, err := r.Occurrence("occ_voorbeeld", id, &d.Activity, r.Made(time.Time{}).Days[0])
	if err != nil || len(o.Validate()) > 0 {
		return o, false
	}
	o.Sessions[0].ID = "ses_voorbeeld"
	return o, true
}

func (n *NewDate) without(activity string, a *Activity) NewOccurrence {
	o := NewOccurrence{
		ID:         n.ID,
		ActivityID: activity,
		Kind:       "date",
		Status:     "planned",
		Capacity:   cmp.Or(n.Capacity, a.Capacity),
		Doc:        Occurrence{Host: n.Host, Note: n.Note, OwnCapacity: n.Capacity != nil},
	}
	switch a.Mode {
	case Series:
		o.Kind = "series"
	case Walkin:
		o.Capacity = nil
	}
	return o
}

func (o *NewOccurrence) meet(room string, start, end time.Time) {
	o.Sessions = append(o.Sessions, Meeting{Room: room, Status: "planned", Start: start, End: end})
}

func (o *NewOccurrence) limit(opens, closes *TermLimit) (err error) {
	if o.Opens, err = opens.on(o.Sessions[0].Start); err != nil {
		return err
	}
	o.Closes, err = closes.on(o.Sessions[0].Start)
	return err
}

func readDay(day string) bool {
	t, err := time.Parse(time.DateOnly, day)
	return err == nil && t.Year() >= 2000 && t.Year() < 2100
}

func wallTime(s string) (w house.WallTime, err error) {
	err = w.UnmarshalText([]byte(s))
	return w, err
}

func NewDateID(id string) bool { return newDateID.MatchString(id) }
