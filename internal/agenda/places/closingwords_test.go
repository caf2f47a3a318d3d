package places

import (
	"os"
	"strings"
	"testing"
	"time"

	"herstelruimte/internal/agenda/closing"
	"herstelruimte/internal/clock"
	"herstelruimte/internal/house"
	"herstelruimte/internal/wording"
)

// What we propose to announce is written as our own help of language asks: the help itself reads
// this file too (web/src/staff/editor/rich/help.test.ts).
func TestClosing_ItsAnnouncementPassesOurOwnLanguageHelp(t *testing.T) {
	t.Parallel()
	raw, err := os.ReadFile("testdata/closing_texts.txt")
	if err != nil {
		t.Fatal(err)
	}
	now := time.Date(2026, 11, 22, 10, 0, 0, 0, clock.Amsterdam) // a Sunday
	all := house.At(24, 0)
	for i, c := range []house.Closure{
		{First: "2026-11-24", Last: "2026-11-24", To: all},
		{First: "2026-11-24", Last: "2026-11-24", From: house.At(13, 0), To: house.At(17, 0)},
		{First: "2026-11-23", Last: "2026-11-27", To: all},
		{First: "2026-11-26", Last: "2026-12-10", Weekday: 4, From: house.At(18, 0), To: all},
		{First: "2026-11-24", Last: "2026-12-08", Weekday: 2, From: house.At(10, 0), To: all},
	} {
		c.Reason = "We hebben te weinig mensen."
		want := strings.Split(strings.TrimSpace(string(raw)), "\n")[i]
		got := closing.NoticeOf(house.Default(), c, now).Body
		if got != want {
			t.Errorf("%d:\n%s\nwant\n%s", i+1, got, want)
		}
		for _, s := range wording.Sentences(got) {
			if wording.Words(s) > 15 {
				t.Errorf("too long: %s", s)
			}
		}
	}
}
