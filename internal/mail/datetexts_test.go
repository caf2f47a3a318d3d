package mail

import (
	"strings"
	"testing"
	"time"

	"herstelruimte/internal/clock"
)

func TestTheMailAboutAMoveNamesTheOldAndTheNewTime(t *testing.T) {
	t.Parallel()
	at := func(day, hour int) time.Time {
		return time.Date(2026, 11, day, hour, 30, 0, 0, clock.Amsterdam)
	}
	moved := MovedDate{
		WasStart: at(24, 13), WasEnd: at(24, 15), Start: at(25, 13), End: at(25, 15),
		Place: "Atelier", Link: "https://huis.example/a",
	}
	sameDay, sameTime, waits := moved, moved, moved
	sameDay.Start, sameDay.End = at(24, 17), at(24, 19)
	sameTime.Start, sameTime.End = moved.WasStart, moved.WasEnd
	waits.Waits, waits.Until = true, at(24, 10)
	const place = " Plaats: Atelier. Je plek blijft van jou. Kun je dan niet? https://huis.example/a"
	for want, d := range map[string]MovedDate{
		"De afspraak van dinsdag 24 november 2026 is nu op woensdag 25 november 2026, " +
			"13.30 tot 15.30 uur." + place: moved,
		"De afspraak van dinsdag 24 november 2026, 13.30 tot 15.30 uur is nu op " +
			"dinsdag 24 november 2026, 17.30 tot 19.30 uur." + place: sameDay,
		"De afspraak van dinsdag 24 november 2026, 13.30 tot 15.30 uur is nu op een andere plek." +
			place: sameTime,
		"De afspraak van dinsdag 24 november 2026 is nu op woensdag 25 november 2026, " +
			"13.30 tot 15.30 uur. Plaats: Atelier. Je staat nog op de lijst. We houden de plek " +
			"voor je vast tot dinsdag 24 november 2026 10.30 uur. Van de lijst af? " +
			"https://huis.example/a": waits,
	} {
		l := DateMovedLetter(d)
		if got := strings.Join(strings.Fields(l.Body), " "); got != want {
			t.Errorf("got\n%s\nwant\n%s", got, want)
		}
		if l.Subject != "Nieuwe datum of plek" {
			t.Errorf("got %q", l.Subject)
		}
	}
}
