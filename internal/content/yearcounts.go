package content

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/problem"
)

// The keys of figures that only the site itself counts.
const (
	SignUps       = "signUps"       // plekken die bezet waren
	NewVolunteers = "newVolunteers" // begonnen na een aanmelding op de site
	StoriesTold   = "storiesTold"   // verhalen op de site
	PageViews     = "pageViews"     // bekeken pagina's
)

// Counted is what the rooms of the site counted in a stretch of time.
type Counted struct {
	OpenDayParts, Visits, Meetings, SignUps, Trainees, NewVolunteers, PageViews int

	VolunteerTime int // hours, as they were typed in
}

// YearCounts are figures that could be filled in for a year, from what the site itself counted.
// Somebody takes each over, or does not.
type YearCounts struct {
	Year  int      `json:"year"`
	Until string   `json:"until,omitempty" format:"date" doc:"of a year that is not over: the last day that was counted"`
	Items []Figure `json:"items" doc:"what was counted at all; 1 to 4 without the value, and small"`
}

// yearCounts counts a year, up to now when it is not over. No year is the one that ended last.
func (d *Documents) yearCounts(ctx context.Context, jaar string) (out YearCounts, err error) {
	now := d.Clock.Now().In(clock.Amsterdam)
	out = YearCounts{Year: now.Year() - 1, Items: []Figure{}}
	if jaar != "" {
		if out.Year = year(jaar); out.Year == 0 {
			return out, problem.WithFields(problem.Field{Name: "jaar", Code: problem.Invalid})
		}
	}
	from, to := newYear(out.Year), newYear(out.Year+1)
	if !from.Before(now) {
		return out, nil
	}
	if to.After(now) {
		to, out.Until = now, clock.Date(now)
	}
	n, err := d.Count(ctx, from, to)
	if err != nil {
		return out, err
	}
	stories, err := d.storiesFirstShown(ctx, from, to)
	out.Items = proposals(n, stories, upTo(out.Until))
	return out, err
}

func newYear(year int) time.Time { return time.Date(year, 1, 1, 0, 0, 0, 0, clock.Amsterdam) }

// storiesFirstShown is how many stories visitors can read that were first shown in a stretch of
// time.
func (d *Documents) storiesFirstShown(ctx context.Context, from, to time.Time) (n int, err error) {
	err = d.Pool.QueryRow(
		ctx, `
		select count(*)
		from document
		where kind = $1
			and (publish_until is null or publish_until > $4)
			and sort_at >= $2
			and sort_at < $3`,
		kindStory,
		from,
		to,
		d.Clock.Now(),
	).Scan(&n)
	return n, db.Problem(err)
}

// upTo says in a source how far was counted.
func upTo(day string) string {
	at, err := time.Parse(time.DateOnly, day)
	if err != nil {
		return ""
	}
	return fmt.Sprintf(
		", tot en met %d %s %s",
		at.Day(),
		months[at.Month()-1],
		strconv.Itoa(at.Year()),
	)
}

var months = [...]string{
	"januari",
	"februari",
	"maart",
	"april",
	"mei",
	"juni",
	"juli",
	"augustus",
	"september",
	"oktober",
	"november",
	"december",
}

// counts are the figures that the site counts, with how it counts each: what it means, and where it
// comes from.
var counts = []struct {
	of func(n Counted, stories int) int
	Figure
}{
	{func(n Counted, _ int) int { return n.OpenDayParts }, Figure{
		Key:        OpenDayParts,
		Label:      "Dagdelen open",
		Definition: "Een dagdeel is tot 4 uur open.",
		Source:     "openingstijden op de site",
		Estimate:   true,
		Note:       "Gerekend met de openingstijden van nu, zonder de dagen dat we dicht waren.",
	}},
	{func(n Counted, _ int) int { return n.Visits }, Figure{
		Key:        Visits,
		Label:      "Bezoeken",
		Definition: "Een bezoek is één persoon in één dagdeel. Geteld aan de deur of afgevinkt bij een activiteit.",
		Source:     "tellingen op de site",
	}},
	{func(n Counted, _ int) int { return n.Meetings }, Figure{
		Key:        Meetings,
		Label:      "Bijeenkomsten",
		Definition: "Een bijeenkomst is één keer gehouden. De inloop telt niet mee.",
		Source:     "programma op de site",
	}},
	{func(n Counted, _ int) int { return n.SignUps }, Figure{
		Key:        SignUps,
		Label:      "Aanmeldingen",
		Definition: "Een aanmelding is één plek bij één datum of reeks. Ook van wie toch niet kwam.",
		Source:     "aanmeldingen op de site",
	}},
	{func(n Counted, _ int) int { return n.Trainees }, Figure{
		Key:        Trainees,
		Label:      "Deelnemers aan trainingen",
		Definition: "Mensen met een plek in een reeks die dit jaar klaar was. Wie twee reeksen deed, telt twee keer.",
		Source:     "aanmeldingen op de site",
	}},
	{func(n Counted, _ int) int { return n.VolunteerTime }, Figure{
		Key:        VolunteerTime,
		Label:      "Vrijwilligersuren",
		Definition: "Een vrijwilligersuur is een ingeroosterd uur.",
		Source:     "uren per dagdeel, ingevuld op de site",
	}},
	{func(n Counted, _ int) int { return n.NewVolunteers }, Figure{
		Key:        NewVolunteers,
		Label:      "Nieuwe vrijwilligers",
		Definition: "Mensen die zich dit jaar op de site aanmeldden en zijn begonnen.",
		Source:     "aanmeldingen op de site",
	}},
	{func(_ Counted, stories int) int { return stories }, Figure{
		Key:        StoriesTold,
		Label:      "Nieuwe verhalen",
		Definition: "Verhalen die dit jaar op de site kwamen en er nog staan.",
		Source:     "verhalen op de site",
	}},
	{func(n Counted, _ int) int { return n.PageViews }, Figure{
		Key:   PageViews,
		Label: "Bekeken pagina's",
		Definition: "Hoe vaak een pagina werd bekeken, door bezoekers die tellen goed vonden. " +
			"Het zegt niet hoeveel mensen dat waren.",
		Source: "teller van de site",
	}},
}

// proposals gives the figures of what was counted. What was never counted is left out: zero would
// be a claim.
func proposals(n Counted, stories int, until string) []Figure {
	out := []Figure{}
	if n.Visits+n.VolunteerTime+n.Meetings+n.SignUps+n.NewVolunteers+n.PageViews+stories == 0 {
		return out // the hours of now tell nothing of a year in which the site counted nothing
	}
	for _, c := range counts {
		value := c.of(n, stories)
		if value == 0 {
			continue
		}
		v, f := float64(value), c.Figure
		if f.Source, f.Value = f.Source+until, &v; few(value) {
			f.Value, f.Small = nil, true
		}
		out = append(out, f)
	}
	return out
}
