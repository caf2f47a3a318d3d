package agenda

import (
	"herstelruimte/internal/files"
	"herstelruimte/internal/richtext"
)

// Line is one date or series as the programme lists it (api.md section 1). Start, end, room and
// session are those of the session that the list speaks of: the one in the chosen week, else the
// first that is not yet over.
type Line struct {
	ID           string       `json:"id"`
	ActivityID   string       `json:"activityId"`
	Slug         string       `json:"slug"`
	Kind         string       `json:"kind" enum:"date,series"`
	Mode         string       `json:"mode" enum:"walkin,signup,series"`
	Title        string       `json:"title"`
	Summary      string       `json:"summary"`
	Category     string       `json:"category" enum:"ontmoeting,praten-en-delen,leren,creatief,bewegen,samen-eten,naasten,praktisch,uitstapje"`
	Audience     []string     `json:"audience" enum:"everyone,relatives,youngAdults,firstTimers,volunteers"`
	Day          string       `json:"day" format:"date" doc:"Amsterdam"`
	DayLabel     string       `json:"dayLabel,omitempty" enum:"today,tomorrow"`
	Start        string       `json:"start" format:"date-time" doc:"Amsterdam offset"`
	End          string       `json:"end" format:"date-time"`
	Session      int          `json:"session" doc:"number of the session shown, from 1"`
	Sessions     int          `json:"sessions" doc:"how many sessions there are"`
	Room         string       `json:"room"`
	Cost         int          `json:"cost" doc:"cents"`
	CostNote     string       `json:"costNote,omitempty"`
	Status       string       `json:"status" enum:"done,cancelled,walkin,staffOnly,closed,notOpen,full,waitlist,few,open"`
	Free         *int         `json:"free,omitempty" doc:"1 to 3, only with status few"`
	Now          bool         `json:"now" doc:"between start and end"`
	Moved        *Moved       `json:"moved,omitempty"`
	ChangeReason string       `json:"changeReason,omitempty"`
	Alternative  *Alternative `json:"alternative,omitempty"`
	OpensAt      string       `json:"opensAt,omitempty" format:"date-time" doc:"only with status notOpen"`
}

// Moved says where a date was before it moved; Line itself says where it is now.
type Moved struct {
	Start string `json:"start" format:"date-time"`
	End   string `json:"end" format:"date-time"`
	Room  string `json:"room"`
}

// Alternative is what people can do instead of a cancelled date: another date, or a sentence.
type Alternative struct {
	ActivityID   string `json:"activityId,omitempty"`
	OccurrenceID string `json:"occurrenceId,omitempty"`
	Text         string `json:"text,omitempty"`
}

// Date is one occurrence in full.
type Date struct {
	Line
	Body          richtext.Doc           `json:"body"`
	InShort       string                 `json:"inShort,omitempty"`
	Bring         string                 `json:"bring,omitempty"`
	FirstTimeText string                 `json:"firstTimeText,omitempty"`
	Facts         []string               `json:"facts" enum:"lift,wheelchair,adaptedToilet,hearingLoop,lowStimulus,assistanceDog,easyDutch,english,signLanguage"`
	Image         *files.Picture         `json:"image,omitempty"`
	Media         map[string]files.Media `json:"media,omitempty" doc:"how the picture is shown; without it: not"`
	Host          string                 `json:"host,omitempty" doc:"first name, or partner"`
	Seats         *Seats                 `json:"seats,omitempty" doc:"absent without a capacity"`
	SessionList   []SessionLine          `json:"sessionList"`
	ClosesAt      string                 `json:"closesAt,omitempty" format:"date-time" doc:"only when earlier than the start"`
	URL           string                 `json:"url" format:"uri" doc:"of the page, for machines elsewhere"`
	Place         string                 `json:"place" doc:"room and address; of a meeting point outside without the floor"`
	Outside       bool                   `json:"outside" doc:"the meeting point is outside"`
	Practical     Practical              `json:"practical" doc:"of coming in, for who signed up"`
	MeetFirst     bool                   `json:"meetFirst"`
	WaitlistOn    bool                   `json:"waitlistOn"`
	Form          FormShape              `json:"form"`
	Others        []Line                 `json:"others" doc:"at most 5 coming dates of the same activity"`
	Similar       []Line                 `json:"similar" doc:"at most 3 coming dates of other activities, of a date that is over with none to come"`
	FreshUntil    string                 `json:"freshUntil" format:"date-time"`
}

// Practical is what somebody reads of coming in after signing up: paragraphs under a heading.
type Practical struct {
	Title string   `json:"title"`
	Text  []string `json:"text"`
}

// Seats of a date with a capacity. Free is 0 while somebody with a claim waits.
type Seats struct {
	Free  int `json:"free"`
	Total int `json:"total"`
}

// SessionLine is one meeting.
type SessionLine struct {
	ID     string `json:"id"`
	Start  string `json:"start" format:"date-time"`
	End    string `json:"end" format:"date-time"`
	Room   string `json:"room"`
	Status string `json:"status" enum:"planned,cancelled,done"`
}

// FormShape says which questions the sign-up asks.
type FormShape struct {
	AskSupport   bool    `json:"askSupport"`
	AskDiet      bool    `json:"askDiet"`
	MaxGuests    int     `json:"maxGuests"`
	Consent      Consent `json:"consent"`
	WaitConsent  Consent `json:"waitConsent"`
	KeepDays     int     `json:"keepDays" doc:"a sign-up is kept this many days after the last session"`
	WaitKeepDays int     `json:"waitKeepDays" doc:"a waitlist entry, likewise"`
	SupportDays  int     `json:"supportDays" doc:"support needs and diet, likewise"`
}

// Consent is one version of a sentence to agree with.
type Consent struct {
	Version string `json:"version"`
	Text    string `json:"text"`
}

// Programme is the answer of GET /api/occurrences: a week with what is coming soon, or the dates
// that fit a filter.
type Programme struct {
	Week       *Week  `json:"week,omitempty" doc:"absent with a filter"`
	Search     string `json:"search,omitempty" doc:"the search as it was understood"`
	Items      []Line `json:"items"`
	Soon       []Line `json:"soon" doc:"at most 20 coming dates open for sign-up; empty with a filter"`
	Next       string `json:"next,omitempty" doc:"value of na for the next page"`
	FreshUntil string `json:"freshUntil" format:"date-time"`
}

// Week names a week of the programme.
type Week struct {
	Value    string `json:"value" doc:"ISO week, such as 2026-W47"`
	From     string `json:"from" format:"date"`
	To       string `json:"to" format:"date"`
	Previous string `json:"previous"`
	Next     string `json:"next"`
	Today    string `json:"today" format:"date"`
}

// Home is what the first page needs of the programme.
type Home struct {
	Items      []Line `json:"items" doc:"today and tomorrow, at most 5"`
	More       int    `json:"more" doc:"how many others there are today and tomorrow"`
	NextDay    *Line  `json:"nextDay,omitempty" doc:"first coming date when today and tomorrow are empty"`
	Promise    string `json:"promise" doc:"the h1"`
	FirstTime  []Step `json:"firstTime" doc:"what happens the first time, in order"`
	Today      string `json:"today" format:"date"`
	FreshUntil string `json:"freshUntil" format:"date-time"`
}

// Greeting is what the first page says to who never came: the promise of the house, and a few
// steps.
type Greeting struct {
	Promise string
	Steps   []Step
}

// Step is one thing that happens when somebody comes for the first time.
type Step struct {
	Title string `json:"title"`
	Text  string `json:"text"`
}

// Outcome is the answer of a sign-up or of joining the waitlist.
type Outcome struct {
	Status string `json:"status" enum:"registered,waiting"`
}

// Diet is what somebody does not eat.
type Diet struct {
	Choices []string `json:"choices,omitempty" doc:"vegetarian, noPork, other"`
	Other   string   `json:"other,omitempty"`
}

// Registration is a sign-up as its holder sees it.
type Registration struct {
	Status       string        `json:"status" enum:"registered,cancelled,cancelledByHouse,attended,absent"`
	Date         Line          `json:"date"`
	SessionList  []SessionLine `json:"sessionList"`
	Place        string        `json:"place"`
	Name         string        `json:"name"`
	Email        string        `json:"email,omitempty"`
	Phone        string        `json:"phone,omitempty" doc:"as shown, in pairs"`
	NoMail       bool          `json:"noMail"`
	ForOther     bool          `json:"forOther"`
	Guests       int           `json:"guests"`
	MaxGuests    int           `json:"maxGuests"`
	FirstTime    *bool         `json:"firstTime,omitempty"`
	AskSupport   bool          `json:"askSupport"`
	Support      string        `json:"support,omitempty"`
	AskDiet      bool          `json:"askDiet"`
	Diet         *Diet         `json:"diet,omitempty"`
	Reminder     bool          `json:"reminder"`
	Consent      ConsentSeen   `json:"consent"`
	Source       string        `json:"source" enum:"site,telefoon,balie"`
	KeptUntil    string        `json:"keptUntil" format:"date"`
	SupportUntil string        `json:"supportUntil,omitempty" format:"date" doc:"support needs and diet are kept until then; absent when there are none"`
	SupportDays  int           `json:"supportDays" doc:"support needs and diet are erased this many days after the last session"`
	CanCancel    bool          `json:"canCancel"`
	CanChange    bool          `json:"canChange"`
	RestoreUntil string        `json:"restoreUntil,omitempty" format:"date-time" doc:"until then a cancelled place can be taken back"`
	Version      int           `json:"version"`
}

// ConsentSeen is what somebody agreed with, and when.
type ConsentSeen struct {
	Text string `json:"text"`
	At   string `json:"at" format:"date-time"`
}

// Entry is a place on a waitlist as its holder sees it.
type Entry struct {
	State        string     `json:"state" enum:"waiting,offered,accepted,declined,expired,unreached,left,closed"`
	Date         Line       `json:"date"`
	Place        string     `json:"place"`
	Name         string     `json:"name"`
	PreferredWay string     `json:"preferredWay" enum:"mail,phone"`
	ShortNotice  bool       `json:"shortNotice"`
	Guests       int        `json:"guests"`
	Ahead        int        `json:"ahead" doc:"people before you, rounded down to fives"`
	Offer        *OfferSeen `json:"offer,omitempty"`
	CanDefer     bool       `json:"canDefer"`
	KeptUntil    string     `json:"keptUntil" format:"date"`
	Late         bool       `json:"late,omitempty" doc:"in the answer to an answer: the offer was over"`
}

// OfferSeen is an open offer.
type OfferSeen struct {
	ID    string `json:"id"`
	Seats int    `json:"seats"`
	Until string `json:"until" format:"date-time"`
}
