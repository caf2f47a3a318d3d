package figures

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/csv"
	"encoding/xml"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"herstelruimte/internal/agenda/booking"
	"herstelruimte/internal/agenda/desk"
	"herstelruimte/internal/agenda/evening"
	"herstelruimte/internal/agenda/places/placestest"
	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/clock"
	"herstelruimte/internal/house"
	"herstelruimte/internal/identity"
)

var (
	fatima = identity.Actor{ID: "Fatima", Roles: []identity.Role{identity.Coordinator}}
	jan    = identity.Actor{ID: "Jan", Roles: []identity.Role{identity.Gastheer}}
	loes   = identity.Actor{ID: "Loes", Roles: []identity.Role{identity.Begeleider}}
	ilja   = identity.Actor{ID: "Ilja", Roles: []identity.Role{identity.Beheerder}}
)

// room is a house that is open from 10.00 to 17.00, so that a day has two parts, but not on Sunday.
type room struct {
	*placestest.Room
	fg *Figures
}

func setup(t *testing.T) *room {
	t.Parallel()
	r := &room{Room: placestest.New(t)}
	r.House = func(context.Context) house.House {
		h := house.Default()
		for i := range h.Hours {
			h.Hours[i].Blocks = nil
			if i < 6 {
				h.Hours[i].Blocks = []house.Block{{From: house.At(10, 0), To: house.At(17, 0)}}
			}
		}
		return h
	}
	r.fg = &Figures{
		Evening: &evening.Evening{Places: r.Places},
		Views: func(context.Context, time.Time, time.Time) (int, error) {
			return 3204, nil
		},
	}
	return r
}

func day(s string) time.Time {
	t, err := time.ParseInLocation(time.DateOnly, s, clock.Amsterdam)
	if err != nil {
		panic(err)
	}
	return t
}

func at(s string, hour int) time.Time { return day(s).Add(time.Duration(hour) * time.Hour) }

// door counts visits at the door, and takes the last ones back.
func (r *room) door(s string, part, visits, back int) {
	r.T.Helper()
	for i := range visits + back {
		change := 1
		if i >= visits {
			change = -1
		}
		r.exec(`insert into tap (id, kind, day, part, change, at, received_at, by, sent_by)
			values ($1, 'visit', $2, $3, $4, $5, $5, 'Jan', 'Jan')`,
			fmt.Sprint("t", s, part, i), s, part*60, change, at(s, part))
	}
}

func (r *room) exec(sql string, args ...any) {
	r.T.Helper()
	if _, err := r.Pool.Exec(r.T.Context(), sql, args...); err != nil {
		r.T.Fatal(err)
	}
}

// meeting is a date of this host with so many people, of whom the first ones came with a guest.
func (r *room) meeting(host string, start time.Time, people, here int) (ids []string) {
	r.T.Helper()
	o := r.Date(r.Activity(func(a *rules.Activity) {
		a.MaxGuests = 1
		a.Staff = []string{host}
	}), start, 40, nil)
	var session string
	if err := r.Pool.QueryRow(r.T.Context(), `
		select id from session where occurrence_id = $1`, o).Scan(&session); err != nil {
		r.T.Fatal(err)
	}
	for i := range people {
		d, err := r.AddPerson(r.T.Context(), booking.By{Actor: fatima}, o, desk.DeskSignUp{
			Name: fmt.Sprint("Persoon ", i), Guests: 1, Consent: true, Source: "telefoon",
			IfFull: "tell",
		})
		if err != nil {
			r.T.Fatal(err)
		}
		ids = append(ids, d.Act.Subject)
		if i < here {
			r.exec(`insert into attendance (registration_id, session_id, state, guests, at, by)
				values ($1, $2, 'here', 1, $3, 'Jan')`, d.Act.Subject, session, start)
		}
	}
	return ids
}

func (r *room) report(who identity.Actor, from, until string) FigureReport {
	r.T.Helper()
	s, err := stretchOf(from, until, r.Clock.Now())
	if err != nil {
		r.T.Fatal(err)
	}
	out, err := r.fg.report(r.T.Context(), who, s)
	if err != nil {
		r.T.Fatal(err)
	}
	return out
}

// said is a report in one line: each number of the period, then the weeks.
func (r FigureReport) said() string {
	var rows, weeks []string
	for _, row := range r.Rows {
		rows = append(rows, row.Key+" "+row.Now.dutch())
	}
	for _, w := range r.Weeks {
		weeks = append(weeks, w.Visits.dutch())
	}
	return strings.Join(rows, ", ") + " | " + strings.Join(weeks, ", ")
}

func wantSaid(t *testing.T, r FigureReport, want string) {
	t.Helper()
	if got := r.said(); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestTheFiguresOfAPeriodStayWhenThePeopleAreErased(t *testing.T) {
	r := setup(t)
	r.door("2026-11-16", 10, 9, 1) // 8
	r.door("2026-11-17", 10, 12, 0)
	ids := r.meeting("Loes", at("2026-11-17", 14), 13, 6)
	r.meeting("Loes", at("2026-11-27", 14), 8, 0) // after now
	r.Clock.Set(at("2026-11-24", 9))
	const want = "dayParts 12, visits 32, perDayPart 2.7, meetings 1, volunteerHours , signUps 13, here 6, " +
		"absent 0, cancelled 0, open 7, firstTime 0, waited 0, offered 0, finished 0, " +
		"views 3204 | 32"
	wantSaid(t, r.report(fatima, "2026-11-16", "2026-11-22"), want)
	if _, err := r.EraseAgain(t.Context(), "registration", ids); err != nil {
		t.Fatal(err)
	}
	wantSaid(t, r.report(fatima, "2026-11-16", "2026-11-22"), want)
	if got, err := r.fg.Visits(t.Context(), day("2026-01-01"), day("2027-01-01")); err != nil ||
		got != 32 {
		t.Errorf("visits of the year: got %d, %v, want 32", got, err)
	}
}

func TestSmallFiguresAreHiddenWithWhatWouldGiveThemAway(t *testing.T) {
	r := setup(t)
	r.door("2026-11-03", 10, 20, 0)
	r.door("2026-11-10", 10, 2, 0)
	r.door("2026-11-17", 10, 30, 0)
	r.meeting("Loes", at("2026-11-17", 14), 10, 2)
	r.Clock.Set(at("2026-11-24", 9))
	got := r.report(fatima, "2026-11-01", "2026-11-30")
	wantSaid(
		t,
		got,
		"dayParts 38, visits 56, perDayPart 1.5, meetings 1, volunteerHours , signUps 10, "+
			"here minder dan 5, absent 0, cancelled 0, open verborgen, firstTime 0, waited 0, "+
			"offered 0, finished 0, views 3204 | 0, verborgen, minder dan 5, 34, 0, 0",
	)
	r.exec(`delete from tap where day <> '2026-11-10'`)
	r.exec(`delete from attendance`)
	got = r.report(jan, "2026-11-01", "2026-11-30")
	wantSaid(t, got, "dayParts 38, visits minder dan 5, perDayPart verborgen, volunteerHours "+
		" | 0, 0, minder dan 5, 0, 0, 0")
}

func TestWhoReadsWhichFigures(t *testing.T) {
	r := setup(t)
	r.door("2026-11-16", 10, 20, 0)
	r.meeting("Loes", at("2026-11-17", 14), 8, 8)
	r.meeting("Noor", at("2026-11-17", 14), 6, 6)
	r.Clock.Set(at("2026-11-24", 9))
	both := identity.Actor{
		ID:    "Loes",
		Roles: []identity.Role{identity.Begeleider, identity.Gastheer},
	}
	const rest = "absent 0, cancelled 0, open 0, firstTime 0, waited 0, offered 0, finished 0"
	for _, want := range []struct {
		who  identity.Actor
		said string
	}{
		{jan, "dayParts 12, visits 48, perDayPart 4, volunteerHours  | 48"},
		{loes, "visits 16, meetings 1, signUps 8, here 8, " + rest + " | 16"},
		{both, "dayParts 12, visits 48, perDayPart 4, meetings 1, volunteerHours , signUps 8, here 8, " +
			rest + " | 48"},
		{ilja, "dayParts 12, visits 48, perDayPart 4, meetings 2, volunteerHours , signUps 14, here 14, " + rest +
			", views 3204 | 48"},
	} {
		wantSaid(t, r.report(want.who, "2026-11-16", "2026-11-22"), want.said)
	}
}

// Who receives is an account: the date is theirs, whoever is on the team of its activity.
func TestFiguresFollowWhoReceived(t *testing.T) {
	r := setup(t)
	r.meeting("Loes", at("2026-11-17", 14), 8, 8)
	r.meeting("Noor", at("2026-11-18", 14), 6, 6)
	r.meeting("Noor", at("2026-11-19", 14), 5, 5)
	r.exec(`
		update activity set doc = doc || '{"host": "@Loes"}'
		where id = (select activity_id from occurrence order by starts_at limit 1 offset 1)`)
	r.exec(`
		update occurrence set doc = doc || '{"host": "@Jan"}'
		where id = (select id from occurrence order by starts_at limit 1 offset 2)`)
	r.Clock.Set(at("2026-11-24", 9))
	const rest = "absent 0, cancelled 0, open 0, firstTime 0, waited 0, offered 0, finished 0"
	for _, want := range []struct {
		who  identity.Actor
		said string
	}{
		{loes, "visits 28, meetings 2, signUps 14, here 14, " + rest + " | 28"},
		{jan, "dayParts 12, visits 38, perDayPart 3.2, meetings 1, volunteerHours , signUps 5, here 5, " +
			rest + " | 38"},
	} {
		wantSaid(t, r.report(want.who, "2026-11-16", "2026-11-22"), want.said)
	}
	wantSaid(t, r.report(jan, "2026-11-09", "2026-11-15"),
		"dayParts 12, visits 0, perDayPart 0, volunteerHours  | 0")
}

func TestNotYetCompleteNamesPartsOfDaysAndGroups(t *testing.T) {
	r := setup(t)
	r.door("2026-11-16", 10, 5, 0)
	r.meeting("Loes", at("2026-11-17", 14), 3, 0)
	r.meeting("Loes", at("2026-11-17", 11), 3, 1)
	r.Clock.Set(at("2026-11-17", 17))
	got := r.report(fatima, "2026-11-01", "2026-11-30").Missing
	parts := ""
	for _, p := range got.Parts {
		parts += p.Day + " " + p.From + ", "
	}
	if want := "2026-11-16 13.30, 2026-11-17 10.00, "; parts != want {
		t.Errorf("parts: got %q, want %q", parts, want)
	}
	if len(got.Groups) != 1 || got.Groups[0].Start != "2026-11-17T14:00:00+01:00" {
		t.Errorf("groups: got %+v, want the one of 14.00", got.Groups)
	}
}

func TestThePeriodBeforeHasAsManyMonthsOrDays(t *testing.T) {
	t.Parallel()
	for in, want := range map[[2]string]string{
		{"2026-11-01", "2026-11-30"}: "01-10-2026 t/m 31-10-2026",
		{"2026-10-01", "2026-12-31"}: "01-07-2026 t/m 30-09-2026",
		{"2026-01-01", "2026-12-31"}: "01-01-2025 t/m 31-12-2025",
		{"2026-10-19", "2026-10-25"}: "12-10-2026 t/m 18-10-2026", // the clock goes back
	} {
		s, err := stretchOf(in[0], in[1], time.Time{})
		if err != nil {
			t.Fatal(err)
		}
		if got := span(s.before().period()); got != want {
			t.Errorf("before %v: got %s, want %s", in, got, want)
		}
	}
}

// What lies between two periods can be reckoned from their numbers: so a period cannot be a day
// longer or shorter than another.
func TestOnlyWholeWeeksMonthsQuartersAndYearsHaveFigures(t *testing.T) {
	t.Parallel()
	for in, whole := range map[[2]string]bool{
		{"2026-11-23", "2026-11-29"}: true,
		{"2026-10-19", "2026-10-25"}: true, // the clock goes back
		{"2027-02-01", "2027-02-28"}: true, // also four weeks
		{"2028-02-01", "2028-02-29"}: true,
		{"2026-10-01", "2026-12-31"}: true,
		{"2026-01-01", "2026-12-31"}: true,
		{"2026-11-24", "2026-11-30"}: false, // seven days, from Tuesday
		{"2026-11-23", "2026-12-06"}: false,
		{"2026-11-23", "2026-11-23"}: false,
		{"2026-11-01", "2026-11-29"}: false,
		{"2026-11-02", "2026-11-30"}: false,
		{"2026-11-15", "2026-12-14"}: false,
		{"2026-11-01", "2027-01-31"}: false, // three months
		{"2026-10-01", "2026-11-30"}: false,
		{"2026-07-01", "2027-06-30"}: false, // twelve months
		{"2025-01-01", "2026-12-31"}: false,
		{"2026-11-02", "2026-11-01"}: false,
		{"x", "2026-11-01"}:          false,
		{"", "2026-11-01"}:           false,
	} {
		if _, err := stretchOf(in[0], in[1], time.Time{}); (err == nil) != whole {
			t.Errorf("%v: got %v, want a period: %v", in, err, whole)
		}
	}
}

// read gives the cells of the one sheet of a workbook, all of them as text.
func read(t *testing.T, book []byte) (out [][]string) {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(book), int64(len(book)))
	if err != nil {
		t.Fatal(err)
	}
	f, err := z.Open("xl/worksheets/sheet1.xml")
	if err != nil {
		t.Fatal(err)
	}
	raw, err := io.ReadAll(f)
	if err != nil {
		t.Fatal(err)
	}
	var of struct {
		Rows []struct {
			Cells []struct {
				Value   string `xml:"v"`
				Text    string `xml:"is>t"`
				Formula string `xml:"f"`
			} `xml:"c"`
		} `xml:"sheetData>row"`
	}
	if err := xml.Unmarshal(raw, &of); err != nil {
		t.Fatal(err)
	}
	for _, row := range of.Rows {
		line := []string{}
		for _, c := range row.Cells {
			if c.Formula != "" {
				t.Errorf("got the formula %q, want none", c.Formula)
			}
			line = append(line, c.Value+c.Text)
		}
		out = append(out, line)
	}
	return out
}

// quoted is a line of which every field stands in quotation marks.
var quoted = regexp.MustCompile(`(?m)^("([^"]|"")*")(;"([^"]|"")*")*\r\n`)

// Programs for tables run a cell that begins so, as soon as somebody opens the file.
func TestNoCellBeginsAsAFormula(t *testing.T) {
	t.Parallel()
	for given, want := range map[string]string{
		"=1+1":           "'=1+1",
		"+31612345":      "'+31612345",
		"-2+3":           "'-2+3",
		"@SUM(A1)":       "'@SUM(A1)",
		"\t=1+1":         "'\t=1+1",
		"Samen = +1":     "Samen = +1",
		"":               "",
		"\r=1+1":         "'\r=1+1",
		"\x00=1+1":       "'=1+1",
		"a\x00b":         "ab",
		`zo "heet"; het`: `zo "heet"; het`,
	} {
		row := FigureRow{"perDayPart", given, FigureNumber{}, FigureNumber{}}
		out := csvOf(FigureReport{Rows: []FigureRow{row}})
		if bare := quoted.ReplaceAll(bytes.TrimPrefix(out, []byte("\ufeff")), nil); len(bare) > 0 {
			t.Errorf("%q: outside quotation marks stands %q", given, bare)
		}
		in := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(out, []byte("\ufeff"))))
		in.Comma, in.FieldsPerRecord = ';', -1
		lines, err := in.ReadAll()
		if err != nil {
			t.Fatalf("%q: %v", given, err)
		}
		if got := text(given); got != want || !slices.ContainsFunc(lines, func(line []string) bool {
			return line[0] == want
		}) {
			t.Errorf("%q: got %q in %q, want %q", given, got, lines, want)
		}
	}
}

func TestTheFilesHoldWhatTheScreenShows(t *testing.T) {
	t.Parallel()
	of := func(n float64) FigureNumber { return FigureNumber{Value: &n} }
	r := FigureReport{
		FigurePeriod: FigurePeriod{"2026-11-01", "2026-11-30"},
		Before:       FigurePeriod{"2026-10-01", "2026-10-31"},
		Rows: []FigureRow{
			{"visits", "Bezoeken", of(612), FigureNumber{Hidden: few}},
			{"perDayPart", "=1+1 & <b>", of(16.5), FigureNumber{Hidden: other}},
		},
		Weeks: []FigureWeek{{FigurePeriod{"2026-11-01", "2026-11-01"}, 0, of(0)}},
	}
	book, err := xlsxOf(r)
	if err != nil {
		t.Fatal(err)
	}
	cells := read(t, book)
	for _, want := range [][]string{
		{"Periode", "01-11-2026 t/m 30-11-2026"},
		{"Bezoeken", "612", "minder dan 5"},
		{"=1+1 & <b>", "16.5", "verborgen"},
		{"01-11-2026 t/m 01-11-2026", "0", "0"},
	} {
		if !slices.ContainsFunc(cells, func(got []string) bool { return slices.Equal(got, want) }) {
			t.Errorf("workbook: got %q, want the line %q", cells, want)
		}
	}
	in := csv.NewReader(strings.NewReader(strings.TrimPrefix(string(csvOf(r)), "\ufeff")))
	in.Comma, in.FieldsPerRecord = ';', -1
	lines, err := in.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range [][]string{
		{"Bezoeken", "612", "minder dan 5"},
		{"'=1+1 & <b>", "16,5", "verborgen"},
	} {
		if !slices.ContainsFunc(lines, func(got []string) bool { return slices.Equal(got, want) }) {
			t.Errorf("csv: got %q, want the line %q", lines, want)
		}
	}
}
