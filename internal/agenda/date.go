package agenda

import (
	"context"
	"time"

	"herstelruimte/internal/agenda/booking"
	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/agenda/waitlist"
	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/files"
	"herstelruimte/internal/house"
	"herstelruimte/internal/problem"
	"herstelruimte/internal/richtext"
)

// Date is one occurrence in full.
type Date struct {
	rules.Line
	Body          richtext.Doc           `json:"body"`
	InShort       string                 `json:"inShort,omitempty"`
	Bring         string                 `json:"bring,omitempty"`
	FirstTimeText string                 `json:"firstTimeText,omitempty"`
	Facts         []string               `json:"facts" enum:"lift,wheelchair,adaptedToilet,hearingLoop,lowStimulus,assistanceDog,easyDutch,english,signLanguage"`
	Image         *files.Picture         `json:"image,omitempty"`
	Media         map[string]files.Media `json:"media,omitempty" doc:"how the picture is shown; without it: not"`
	Host          string                 `json:"host,omitempty" doc:"first name, or partner; absent: nobody said yes to a name"`
	Seats         *Seats                 `json:"seats,omitempty" doc:"absent without a capacity"`
	SessionList   []rules.SessionLine    `json:"sessionList"`
	ClosesAt      string                 `json:"closesAt,omitempty" format:"date-time" doc:"only when earlier than the start"`
	URL           string                 `json:"url" format:"uri" doc:"of the page, for machines elsewhere"`
	Place         string                 `json:"place" doc:"room and address; of a meeting point outside without the floor"`
	Outside       bool                   `json:"outside" doc:"the meeting point is outside"`
	Practical     Practical              `json:"practical" doc:"of coming in, for who signed up"`
	MeetFirst     bool                   `json:"meetFirst"`
	LinkOnly      bool                   `json:"linkOnly,omitempty" doc:"in no list; search engines and previews do not tell of it"`
	WaitlistOn    bool                   `json:"waitlistOn"`
	Form          FormShape              `json:"form"`
	Others        []rules.Line           `json:"others" doc:"at most 5 coming dates of the same activity"`
	Similar       []rules.Line           `json:"similar" doc:"at most 3 coming dates of other activities, of a date that is over with none to come"`
	FreshUntil    string                 `json:"freshUntil" format:"date-time"`
}

// Practical is what somebody reads of coming in after signing up.
type Practical struct {
	Title string   `json:"title"`
	Text  []string `json:"text"`
}

// Seats of a date with a capacity. Free is 0 while somebody with a claim waits.
type Seats struct {
	Free  int `json:"free"`
	Total int `json:"total"`
}

// FormShape says which questions the sign-up asks.
type FormShape struct {
	AskSupport   bool          `json:"askSupport"`
	AskDiet      bool          `json:"askDiet"`
	AskReminder  bool          `json:"askReminder" doc:"false: it is too late to be reminded"`
	MaxGuests    int           `json:"maxGuests"`
	Consent      rules.Consent `json:"consent"`
	WaitConsent  rules.Consent `json:"waitConsent"`
	KeepDays     int           `json:"keepDays" doc:"a sign-up is kept this many days after the last session"`
	WaitKeepDays int           `json:"waitKeepDays" doc:"a waitlist entry, likewise"`
	SupportDays  int           `json:"supportDays" doc:"support needs and diet, likewise"`

	WaitTimes rules.WaitTimes `json:"waitTimes"`
}

// date is one occurrence in full, of that activity if any is given.
//
// Problems: not_found, also for what visitors may not see.
func (a *Agenda) date(ctx context.Context, activity, id string) (out Date, err error) {
	s, err := a.Peek(ctx, a.Pool, id)
	if err != nil {
		return out, err
	}
	if activity != "" && activity != s.ActivityID || !s.Activity.Visible(s.Now) {
		return out, problem.New(problem.NotFound)
	}
	list, err := waitlist.Meetings(ctx, a.Pool, s.ID)
	if err != nil {
		return out, err
	}
	others, err := a.list(ctx, s.Now, `
		se.occurrence_id = any(array(
			select id
			from occurrence
			where activity_id = $2
				and id <> $3
				and starts_at > $4
				and first_ends_at > $1
			order by starts_at, id
			limit $5
		))
		and se.n = 1 and `+visible+`
		order by o.starts_at, o.id`,
		s.ActivityID, s.ID, s.Now.Add(-longest), othersSize)
	if err != nil {
		return out, err
	}
	if out, err = a.dateView(ctx, s, list); err != nil {
		return out, err
	}
	if err = a.Pool.QueryRow(ctx, `select doc->'body' from activity where id = $1`, s.ActivityID).
		Scan(&out.Body); err != nil {
		return out, db.Problem(err)
	}
	remind := booking.RemindFrom(out.SessionList)
	out.Form.AskReminder = s.Now.Before(remind)
	if out.Practical, err = a.Practical(ctx); err != nil {
		return out, err
	}
	out.Others = others.lines
	out.FreshUntil = freshUntil(s.Now, s.ChangesAt(), others.fresh, remind)
	if out.Status == "done" && len(others.lines) == 0 {
		var similar listed
		similar, err = a.similar(ctx, s.ActivityID, s.Activity.Category)
		out.Similar, out.FreshUntil = similar.lines, freshUntil(s.Now, others.fresh, similar.fresh)
	}
	return out, err
}

func (a *Agenda) dateView(ctx context.Context, s *rules.Slot, list []rules.Meeting) (d Date, err error) {
	h, act := a.House(ctx), &s.Activity
	line := s.Line(rules.Coming(list, s.Now))
	d = Date{
		Line:          line,
		InShort:       act.InShort,
		Bring:         act.Bring,
		FirstTimeText: act.FirstTimeText,
		Facts:         act.Facts,
		SessionList:   rules.SessionLines(list, s.Now),
		URL:           a.Origin + activityPath(line.ActivityID, line.ID),
		Place:         h.Place(line.Room),
		Outside:       h.Outside(line.Room),
		Practical:     Practical{Text: []string{}},
		MeetFirst:     act.MeetFirst,
		LinkOnly:      act.LinkOnly,
		WaitlistOn:    act.Waitlist,
		Form: FormShape{
			AskSupport:   act.AskSupport,
			AskDiet:      act.AskDiet,
			MaxGuests:    act.MaxGuests,
			Consent:      rules.SignUpConsent(h),
			WaitConsent:  rules.WaitConsent(h),
			KeepDays:     h.Keep.RegistrationDays,
			WaitKeepDays: h.Keep.WaitlistDays,
			SupportDays:  h.Keep.SupportDays,
			WaitTimes:    rules.WaitTimesOf(h, act),
		},
		Others:     []rules.Line{},
		Similar:    []rules.Line{},
		FreshUntil: freshUntil(s.Now),
	}
	if s.Limit != nil && act.Mode != rules.Walkin { // who walks in takes no place
		d.Seats = &Seats{Free: s.Free(), Total: *s.Capacity}
	}
	if s.Closes.Before(s.JoinUntil) {
		d.ClosesAt = clock.Moment(s.Closes)
	}
	if d.Host, err = a.HostOnSite(ctx, s.Host()); err != nil || act.Image == nil || a.Media == nil {
		return d, err
	}
	d.Image = act.Image
	d.Media, err = a.Media(ctx, []string{act.Image.FileID})
	return d, err
}

// previewDate is the page as visitors will see it: on the next date, on the first that will be
// made, or on a day of next week.
func (a *Agenda) previewDate(ctx context.Context, id string, d *rules.ActivityDraft) (any, error) {
	d.Tidy()
	s, list, err := a.previewSlot(ctx, id, d)
	if err != nil {
		return nil, err
	}
	out, err := a.dateView(ctx, s, list)
	out.Body = d.Body
	return out, err
}

func (a *Agenda) previewSlot(
	ctx context.Context, id string, d *rules.ActivityDraft,
) (*rules.Slot, []rules.Meeting, error) {
	now := a.Clock.Now()
	next, found, err := db.One[string](ctx, a.Pool, `
		select id
		from occurrence
		where activity_id = $1
			and ends_at > $2
			and status <> 'cancelled'
		order by starts_at, id
		limit 1`, id, now)
	if err != nil {
		return nil, nil, err
	}
	if !found {
		s, list := rules.SlotOf(firstOf(id, d, now), d.Activity)
		s.Now = now
		return s, list, nil
	}
	s, err := a.Peek(ctx, a.Pool, next)
	if err != nil {
		return nil, nil, err
	}
	s.Activity = d.Activity
	list, err := waitlist.Meetings(ctx, a.Pool, next)
	return s, list, err
}

// firstOf is the first date that a draft makes; of one that makes none a day of next week.
func firstOf(id string, d *rules.ActivityDraft, now time.Time) rules.NewOccurrence {
	if o, ok := d.FirstOfRhythm(id); ok {
		return o
	}
	for i := range d.NewDates {
		o, err := d.NewDates[i].Occurrence(id, &d.Activity)
		if err == nil && len(o.Validate()) == 0 {
			for i := range o.Sessions {
				o.Sessions[i].ID = db.NewID("ses")
			}
			return o
		}
	}
	day := clock.Day(now).AddDate(0, 0, 7)
	return rules.NewOccurrence{
		ID:         "occ_voorbeeld",
		ActivityID: id,
		Kind:       "date",
		Status:     "planned",
		Capacity:   d.Capacity,
		Sessions: []rules.Meeting{
			{
				ID:     "ses_voorbeeld",
				Room:   d.Location,
				Status: "planned",
				Start:  rules.WallMoment(day, house.At(14, 0)),
				End:    rules.WallMoment(day, house.At(16, 0)),
			},
		},
	}
}
