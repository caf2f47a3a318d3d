package rules

import (
	"regexp"
	"strings"
	"time"

	"herstelruimte/internal/files"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/problem"
	"herstelruimte/internal/richtext"
)

// Activity is the stored document of what is done.
type Activity struct {
	Title         string         `json:"title" letters:"80"`
	Summary       string         `json:"summary" letters:"160"`
	InShort       string         `json:"inShort,omitempty" letters:"300"`
	Body          richtext.Doc   `json:"body" letters:"10000"`
	Category      string         `json:"category"`
	Audience      []string       `json:"audience"`
	Mode          string         `json:"mode"`
	MeetFirst     bool           `json:"meetFirst,omitempty"`
	Capacity      *int           `json:"capacity,omitempty"`
	Min           *int           `json:"minParticipants,omitempty"`
	Waitlist      bool           `json:"waitlist,omitempty"`
	WaitlistLimit *int           `json:"waitlistLimit,omitempty"`
	CallsFirst    bool           `json:"callsFirst,omitempty"` // waitlistMode "Wij bellen zelf"
	Cost          int            `json:"cost"`                 // cents
	CostNote      string         `json:"costNote,omitempty"`
	Bring         string         `json:"bring,omitempty" letters:"200"`
	OwnSentence   string         `json:"ownSentence,omitempty" letters:"300"` // for who has a place alone
	Location      string         `json:"location"`
	Facts         []string       `json:"facts"`
	FirstTimeText string         `json:"firstTimeText,omitempty" letters:"1000"`
	Host          string         `json:"host,omitempty" letters:"60"`
	AskSupport    bool           `json:"askSupport,omitempty"`
	AskDiet       bool           `json:"askDiet,omitempty"`
	MaxGuests     int            `json:"maxGuests,omitempty"`
	Opens         *TermLimit     `json:"opens,omitempty"`  // nil: at once
	Closes        *TermLimit     `json:"closes,omitempty"` // nil: the start
	Image         *files.Picture `json:"image,omitempty"`
	// uids of begeleiders whose own activity this is
	Staff        []string   `json:"staff,omitempty"`
	Slug         string     `json:"slug"`
	LinkOnly     bool       `json:"linkOnly,omitempty"` // in no list: whoever has the link finds it
	Status       string     `json:"status,omitempty"`
	PublishFrom  *time.Time `json:"publishFrom,omitempty"`
	PublishUntil *time.Time `json:"publishUntil,omitempty"`
	// visitors may hold an old form: 410 instead of 404
	WasPublished bool `json:"wasPublished,omitempty"`
	Sample       bool `json:"sample,omitempty"`
}

const (
	Walkin = "walkin"
	Single = "signup"
	Series = "series"
)

var (
	Categories = []string{
		"ontmoeting",
		"praten-en-delen",
		"leren",
		"creatief",
		"bewegen",
		"samen-eten",
		"naasten",
		"praktisch",
		"uitstapje",
	}
	audiences = []string{"everyone", "relatives", "youngAdults", "firstTimers", "volunteers"}
	// the last three: which language
	facts = []string{
		"lift",
		"wheelchair",
		"adaptedToilet",
		"hearingLoop",
		"lowStimulus",
		"assistanceDog",
		"easyDutch",
		"english",
		"signLanguage",
	}
	statuses = []string{"draft", "scheduled", "published", "archived"}
	// programs of mail make a link of it, even of a word with a dot in it
	webAddress = regexp.MustCompile(`(?i:https?:|www\.)|\w\.(nl|be|eu|com|org|net|info|NL|COM|ORG)\b`)
	slugForm   = regexp.MustCompile(`^[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])$`)
)

// Validate gives what keeps an activity from being published; a draft may miss all but a slug.
func (a *Activity) Validate() []problem.Field {
	var f problem.Faults
	f.When(!slugForm.MatchString(a.Slug), "slug", problem.Invalid)
	f.OneOf("status", statuses, a.Status)
	if a.Status == "draft" {
		return f
	}
	f.Filled("title", a.Title, 3, problem.Most(a, "title"))
	f.Filled("summary", a.Summary, 1, problem.Most(a, "summary"))
	for _, t := range [][2]string{
		{"inShort", a.InShort}, {"bring", a.Bring}, {"ownSentence", a.OwnSentence},
		{"firstTimeText", a.FirstTimeText},
	} {
		f.Length(t[0], t[1], 0, problem.Most(a, t[0]))
	}
	f.When(webAddress.MatchString(a.OwnSentence), "ownSentence", problem.LinkText)
	Known{}.Host(&f, "host", a.Host)
	f.Filled("location", a.Location, 1, 200)
	Known{}.Room(&f, "location", a.Location)
	f.OneOf("category", Categories, a.Category)
	f.OneOf("audience", audiences, a.Audience...)
	f.OneOf("facts", facts, a.Facts...)
	f.OneOf("mode", []string{Walkin, Single, Series}, a.Mode)
	f.Number("capacity", a.Capacity, 1, 500)
	f.Number("waitlistLimit", a.WaitlistLimit, 1, 500)
	f.Number("cost", &a.Cost, 0, 10000)
	f.Number("maxGuests", &a.MaxGuests, 0, 3)
	if a.Capacity != nil {
		f.Number("minParticipants", a.Min, 1, *a.Capacity)
	}
	f.When(len(a.Audience) == 0, "audience", problem.Required)
	return append(f, a.Body.Faults("body")...)
}

func (a *Activity) WasVisible(now time.Time) bool {
	return a.WasPublished ||
		a.Status == "scheduled" && a.PublishFrom != nil && a.PublishFrom.Before(now)
}

// Visibility is what short links and calendars know of an activity beside its document: how often
// visitors saw it go or come back, and since when it is away, under which title.
type Visibility struct {
	Turns       int
	HiddenAt    *time.Time
	HiddenTitle *string
}

// SavedActivity is an activity as it was last saved; zero: never.
type SavedActivity struct {
	Visibility
	Doc   Activity
	Saved time.Time
}

// Next is the visibility once v is saved over it. It also keeps in v that visitors saw it before:
// they may hold an old form or a printed address.
func (s *SavedActivity) Next(v *Activity, now time.Time) Visibility {
	before, after := s.Doc.Visible(now), v.Visible(now)
	seen := s.Doc.Seen(now)
	v.WasPublished = v.WasPublished || seen || after
	out := Visibility{
		Turns:       s.Turns + s.Doc.TurnsSince(s.Saved, now),
		HiddenAt:    s.HiddenAt,
		HiddenTitle: s.HiddenTitle,
	}
	if seen && before != after {
		out.Turns++
	}
	switch {
	case after:
		out.HiddenAt, out.HiddenTitle = nil, nil
	case before:
		out.HiddenAt, out.HiddenTitle = &now, &s.Doc.Title
	case seen && out.HiddenAt == nil: // it went by the clock
		out.HiddenAt, out.HiddenTitle = s.Doc.PublishUntil, &s.Doc.Title
	}
	return out
}

// Seen says whether visitors may have seen the activity up to now.
func (a *Activity) Seen(now time.Time) bool {
	return a.WasPublished || a.begun(now) && a.lasts()
}

// begun says whether the desk published it, and its term began.
func (a *Activity) begun(now time.Time) bool {
	return (a.Status == "published" || a.Status == "scheduled" && a.PublishFrom != nil) &&
		(a.PublishFrom == nil || !now.Before(*a.PublishFrom))
}

// lasts says whether its term does not end before it begins.
func (a *Activity) lasts() bool {
	return a.PublishUntil == nil || a.PublishFrom == nil || a.PublishFrom.Before(*a.PublishUntil)
}

// TurnsSince counts how often an activity went or came back by the clock alone. Its first
// appearance is no turn.
func (a *Activity) TurnsSince(saved, now time.Time) (n int) {
	if a.Status != "published" && a.Status != "scheduled" {
		return 0
	}
	passed := func(t *time.Time) bool { return t != nil && t.After(saved) && !t.After(now) }
	if a.WasPublished && passed(a.PublishFrom) {
		n++
	}
	if passed(a.PublishUntil) && a.lasts() {
		n++
	}
	return n
}

func (a *Activity) Visible(now time.Time) bool {
	return a.begun(now) && (a.PublishUntil == nil || now.Before(*a.PublishUntil))
}

// SlugOf makes a short address of a title: "Koffie & thee: proeven!" is koffie-thee-proeven.
func SlugOf(title string) string {
	const most = 36 // leaves place for a number
	words := strings.FieldsFunc(httpkit.Folded(title), func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < '0' || r > '9')
	})
	out := strings.Join(words, "-")
	for n := len(words); len(out) > most && n > 1; n-- {
		out = strings.Join(words[:n-1], "-")
	}
	out = out[:min(most, len(out))]
	if len(out) < 2 {
		return ""
	}
	return out
}

// Found is what an activity is found by, beside the weekday of its dates: its title and headings,
// and the rest.
func (a *Activity) Found() (titles []string, rest string) {
	return append([]string{a.Title}, a.Body.Headings()...), a.Summary + "\n" + a.Category
}
