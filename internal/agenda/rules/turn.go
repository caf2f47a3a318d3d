package rules

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/mail"
)

// Turn is where a rule becomes another one: from one of its days on the dates have another hour,
// room or weekday. The days of the rule stay the same, so that each date keeps that for which it
// stands.
type Turn struct {
	Day   string `json:"day"` // of the rule: the first to which it applies
	From  string `json:"from"`
	To    string `json:"to"`
	Room  string `json:"room,omitempty"`  // empty: where the activity is
	Shift int    `json:"shift,omitempty"` // so many days after the day of the rule; before: below 0
}

// Turns are those of a rule, and the rule that they were made for: where another one is published
// they hold no longer.
type Turns struct {
	Of   Rhythm `json:"of"`
	List []Turn `json:"list"`
}

func (r *Rhythm) pattern() Rhythm {
	p := *r
	p.First, p.End, p.Until, p.Count, p.Pause, p.Skip, p.Turns = "", "", "", 0, nil, nil, nil
	p.Days = some(p.Days)
	return p
}

// MakeTurns are these turns of a rule, as they are stored.
func (r *Rhythm) MakeTurns(list []Turn) Turns { return Turns{r.pattern(), list} }

// TurnsOf are stored turns as far as they are of this rule.
func TurnsOf(stored []byte, r *Rhythm) ([]Turn, error) {
	if stored == nil || r == nil {
		return nil, nil
	}
	var t Turns
	if err := json.Unmarshal(stored, &t); err != nil {
		return nil, err
	}
	was, err := json.Marshal(t.Of.pattern())
	if err != nil {
		return nil, err
	}
	is, err := json.Marshal(r.pattern())
	if err != nil || !bytes.Equal(was, is) {
		return nil, err
	}
	return t.List, nil
}

func (r *Rhythm) at(day string) Turn {
	at := Turn{From: r.From, To: r.To}
	for _, t := range r.Turns {
		if t.Day <= day {
			at = t
		}
	}
	return at
}

// RoomOn is where the rule has its own room on one of its days; empty: where the activity is.
func (r *Rhythm) RoomOn(day string) string { return r.at(day).Room }

// Turning is how dates of a rule go from one hour, room or day to another.
type Turning struct {
	Day           string // of the rule, from where on
	WasFrom       string // the hours that dates must have to go along
	WasTo         string
	WasRoom, Room string // where the activity is: its own room, not empty
	Home          string // the room of the activity
	From, To      string // empty: only the room changes
	Shift         int
	Own           bool // whatever they have
}

// Turned are the turns of a rule after a change, and whether there is any: it only takes along what
// stands as the dates stood. Turns that are over are left out.
func (r *Rhythm) Turned(c Turning, today string) (list []Turn, changed bool) {
	parts := append([]Turn{{From: r.From, To: r.To}}, r.Turns...)
	var all []Turn
	for i, p := range parts {
		end := ""
		if i+1 < len(parts) {
			end = parts[i+1].Day
		}
		if end != "" && end <= c.Day {
			all = append(all, p)
			continue
		}
		if p.Day < c.Day {
			all = append(all, p)
			p.Day = c.Day
		}
		goes := p.goes(c)
		changed = changed || goes != p
		all = append(all, goes)
	}
	last := all[0]
	for i, t := range all[1:] {
		if over := i+2 < len(all) && all[i+2].Day <= today; over {
			continue // the one after it holds already
		}
		same := last
		same.Day = t.Day
		if same != t {
			list, last = append(list, t), t
		}
	}
	return list, changed
}

func (t Turn) goes(c Turning) Turn {
	room := cmp.Or(t.Room, c.Home)
	hours := c.From == "" || clockWords(t.From) == clockWords(c.WasFrom) &&
		clockWords(t.To) == clockWords(c.WasTo)
	if !c.Own && (!hours || c.Room != c.WasRoom && room != c.WasRoom) {
		return t
	}
	if c.From != "" {
		t.From, t.To, t.Shift = c.From, c.To, t.Shift+c.Shift
	}
	if c.Room != c.WasRoom {
		if t.Room = c.Room; c.Room == c.Home {
			t.Room = ""
		}
	}
	return t
}

func clockWords(typed string) string {
	d, err := wallTime(typed)
	if err != nil {
		return typed
	}
	return d.Words()
}

func (r *Rhythm) sayTurns() string {
	var out strings.Builder
	was := Turn{From: r.From, To: r.To}
	for _, t := range r.Turns {
		var says []string
		switch n := t.Shift - was.Shift; {
		case n == 1:
			says = append(says, "een dag later")
		case n > 1:
			says = append(says, fmt.Sprintf("%d dagen later", n))
		case n == -1:
			says = append(says, "een dag eerder")
		case n < -1:
			says = append(says, fmt.Sprintf("%d dagen eerder", -n))
		}
		if t.From != was.From || t.To != was.To {
			says = append(says, "van "+clockWords(t.From)+" tot "+clockWords(t.To)+" uur")
		}
		switch {
		case t.Room == was.Room:
		case t.Room == "":
			says = append(says, "weer op de gewone plek")
		default:
			says = append(says, "op een andere plek: "+t.Room)
		}
		fmt.Fprintf(&out, " Vanaf %s %s.", dayOnly(t.shifted(t.Day)), strings.Join(says, ", "))
		was = t
	}
	return out.String()
}

func (t Turn) shifted(day string) string {
	if t.Shift == 0 {
		return day
	}
	return clock.Date(civil(day).AddDate(0, 0, t.Shift))
}

// Weekdays from Monday.
var Weekdays = []string{
	"maandag", "dinsdag", "woensdag", "donderdag", "vrijdag", "zaterdag", "zondag",
}

var ordinals = map[int]string{
	1: "eerste", 2: "tweede", 3: "derde", 4: "vierde", -1: "laatste",
}

// Say is a rule that passed Check in plain words: "Elke donderdag van 14.00 tot 15.30 uur, vanaf 3
// december 2026, zonder einde."
func (r *Rhythm) Say() string {
	days := make([]string, len(r.Days))
	for i, d := range r.Days {
		days[i] = Weekdays[d-1]
	}
	var out strings.Builder
	switch {
	case r.Every == "month" && r.Nth == 0:
		fmt.Fprintf(&out, "Elke maand op de %de", r.MonthDay)
	case r.Every == "month":
		fmt.Fprintf(&out, "Elke maand op de %s %s", ordinals[r.Nth], days[0])
	case r.Weeks == 1 && len(r.Days) == 7:
		out.WriteString("Elke dag")
	case r.Weeks == 1:
		out.WriteString("Elke " + and(days))
	case r.Weeks == 2:
		out.WriteString("Om de week op " + and(days))
	default:
		fmt.Fprintf(&out, "Elke %d weken op %s", r.Weeks, and(days))
	}
	from := r.First // typed: the day of the rule may come later
	if days := r.Made(time.Time{}).Days; len(days) > 0 {
		from = days[0]
	}
	fmt.Fprintf(&out, " van %s tot %s uur, vanaf %s",
		clockWords(r.From), clockWords(r.To), dayOnly(from))
	switch r.End {
	case "until":
		out.WriteString(", tot en met " + dayOnly(r.Until))
	case "count":
		fmt.Fprintf(&out, ", %d keer", r.Count)
	default:
		out.WriteString(", zonder einde")
	}
	out.WriteString("." + r.sayTurns())
	if p := r.Pause; p != nil {
		fmt.Fprintf(&out, " Niet van %s tot en met %s.", dayOnly(p.From), dayOnly(p.To))
	}
	return out.String()
}

// and joins words as a sentence does: "maandag, dinsdag en vrijdag".
func and(words []string) string {
	if n := len(words) - 1; n > 0 {
		return strings.Join(words[:n], ", ") + " en " + words[n]
	}
	return strings.Join(words, "")
}

// dayOnly is a day without its weekday: "3 december 2026".
func dayOnly(day string) string {
	_, rest, _ := strings.Cut(mail.Day(civil(day)), " ")
	return rest
}
