package rules

import (
	"fmt"
	"strings"
	"time"

	"herstelruimte/internal/mail"
)

var (
	weekdays = []string{
		"maandag", "dinsdag", "woensdag", "donderdag", "vrijdag", "zaterdag", "zondag",
	}
	ordinals = map[int]string{
		1: "eerste", 2: "tweede", 3: "derde", 4: "vierde", -1: "laatste",
	}
)

// Say is a rule that passed Check in plain words: "Elke donderdag van 14.00 tot 15.30 uur, vanaf 3
// december 2026, zonder einde."
func (r *Rhythm) Say() string {
	days := make([]string, len(r.Days))
	for i, d := range r.Days {
		days[i] = weekdays[d-1]
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
