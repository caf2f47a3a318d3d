// Package figures counts: how often the house was open, how many came, and what became of sign-ups
// in a stretch of days, beside the stretch before.
//
//   - It only reads. Visits are the taps of the door and who was ticked, with who came along; what
//     stays when the rows of people go is read with them.
//   - A number of 1 to 4 people leaves this room only as "few", and where a total would give it
//     away another number, or the total, goes with it. Screen and files are made of the same
//     report.
//   - Whoever reads gets what is theirs: a gastheer what was counted at the door, a begeleider the
//     own activities, who received on a date that date too, the others everything.
package figures

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/xml"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"herstelruimte/internal/agenda/places"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/privacy"
)

var readers = []identity.Role{
	identity.Gastheer,
	identity.Begeleider,
	identity.Redactie,
	identity.Coordinator,
	identity.Beheerder,
}

type periodInput struct {
	From  string `query:"van" format:"date" doc:"the first day of a whole week, month, quarter or year"`
	Until string `query:"tot" format:"date" doc:"the last day; without both: this month"`
}

type fileOutput struct {
	CacheControl string `header:"Cache-Control"`
	ContentType  string `header:"Content-Type"`
	Disposition  string `header:"Content-Disposition"`
	Body         []byte
}

// Routes mounts the figures and their files: each a POST, as the log book says who made it.
func (f *Figures) Routes(api huma.API, who *identity.Identity) {
	places.Answers(api, places.Op(who, "figures", "GET /api/figures", readers...), f.of)
	hours := places.Op(who, "typeHours", "POST /api/volunteer-hours", typists...)
	places.Answers(api, httpkit.Refuses(hours, http.StatusPreconditionFailed),
		func(ctx context.Context, in *struct{ Body TypeHours }) (HoursTyped, error) {
			return f.typeHours(ctx, identity.ActorOf(ctx), in.Body)
		})
	undo := places.Op(who, "undoHours", "POST /api/volunteer-hours/{entry}/undo", typists...)
	places.Answers(api, httpkit.Refuses(undo, http.StatusConflict, http.StatusGone),
		func(ctx context.Context, in *struct {
			ID string `path:"entry"`
		}) (HoursUndone, error) {
			return HoursUndone{in.ID}, f.undoHours(ctx, identity.ActorOf(ctx), in.ID)
		})
	f.file(api, who, "csv", "text/csv; charset=utf-8", func(r FigureReport) ([]byte, error) {
		return csvOf(r), nil
	})
	f.file(api, who, "xlsx", sheetType+"sheet", xlsxOf)
}

func (f *Figures) of(ctx context.Context, in *periodInput) (FigureReport, error) {
	s, err := stretchOf(in.From, in.Until, f.Clock.Now())
	if err != nil {
		return FigureReport{}, err
	}
	return f.report(ctx, identity.ActorOf(ctx), s)
}

func (f *Figures) file(
	api huma.API,
	who *identity.Identity,
	extension, kind string,
	write func(FigureReport) ([]byte, error),
) {
	op := places.Op(who, "figures-"+extension, "POST /api/exports/figures."+extension, readers...)
	op.Responses = map[string]*huma.Response{"200": {
		Description: "the file",
		Content:     map[string]*huma.MediaType{kind: {}},
	}}
	huma.Register(api, op,
		func(ctx context.Context, in *periodInput) (*fileOutput, error) {
			r, err := f.of(ctx, in)
			if err != nil {
				return nil, err
			}
			body, err := write(r)
			if err != nil {
				return nil, err
			}
			name := "cijfers-" + r.From + "-" + r.Until + "." + extension
			return &fileOutput{
					CacheControl: httpkit.NoStore,
					ContentType:  kind,
					Disposition:  `attachment; filename="` + name + `"`,
					Body:         body,
				}, f.NoteOpened(ctx, identity.ActorOf(ctx), privacy.Entry{ // who made it
					Action: "exported",
					Kind:   "figures",
					Reason: extension + ", " + span(r.FigurePeriod),
				})
		})
}

func sheet(r FigureReport) (out [][]any) {
	line := func(cells ...any) { out = append(out, cells) }
	line("Cijfers van Herstelruimte")
	line("Periode", span(r.FigurePeriod))
	line("Ervoor", span(r.Before))
	if r.Own {
		line("Alleen je eigen activiteiten")
	}
	line()
	line("Wat", "Deze periode", "Periode ervoor")
	for _, row := range r.Rows {
		line(row.Label, row.Now, row.Before)
	}
	line()
	line("Week", "Bezoeken", "Dagdelen open")
	for _, w := range r.Weeks {
		if r.Own {
			line(span(w.FigurePeriod), w.Visits)
		} else {
			line(span(w.FigurePeriod), w.Visits, whole(w.DayParts))
		}
	}
	line()
	line("1 tot en met 4 staat er als 'minder dan 5'. 'Verborgen': anders kun je het andere getal uitrekenen.")
	return out
}

func span(p FigurePeriod) string {
	day := func(s string) string {
		t, err := time.Parse(time.DateOnly, s)
		if err != nil {
			return s
		}
		return t.Format("02-01-2006")
	}
	return day(p.From) + " t/m " + day(p.Until)
}

// text is what a program for tables must not take for a formula.
func text(s string) string {
	if s != "" && strings.ContainsRune("=+-@\t\r\n\x00", rune(s[0])) {
		s = "'" + s
	}
	return strings.ReplaceAll(s, "\x00", "")
}

// csvOf is the report with semicolons and decimal commas, as Dutch programs for tables read it;
// every field is quoted.
func csvOf(r FigureReport) []byte {
	var out bytes.Buffer
	out.WriteString("\ufeff") // else some take it for another alphabet
	for _, cells := range sheet(r) {
		line := []string{}
		for _, c := range cells {
			switch c := c.(type) {
			case string:
				line = append(line, text(c))
			case FigureNumber:
				line = append(line, strings.Replace(c.dutch(), ".", ",", 1))
			}
		}
		if len(line) == 0 {
			line = []string{""}
		}
		for i, field := range line {
			line[i] = `"` + strings.ReplaceAll(field, `"`, `""`) + `"`
		}
		out.WriteString(strings.Join(line, ";") + "\r\n")
	}
	return out.Bytes()
}

// xlsxOf is the report as a workbook of one sheet: the five parts that the format asks for. Numbers
// are numbers; all else is text, never a formula.
func xlsxOf(r FigureReport) ([]byte, error) {
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	for _, part := range [][2]string{
		{"[Content_Types].xml", contentTypes},
		{"_rels/.rels", rootRels},
		{"xl/workbook.xml", workbook},
		{"xl/_rels/workbook.xml.rels", bookRels},
		{"xl/worksheets/sheet1.xml", sheetXML(r)},
	} {
		w, err := z.Create(part[0])
		if err != nil {
			return nil, err
		}
		if _, err := w.Write([]byte(xml.Header + part[1])); err != nil {
			return nil, err
		}
	}
	err := z.Close()
	return out.Bytes(), err
}

func sheetXML(r FigureReport) string {
	var b strings.Builder
	b.WriteString(`<worksheet xmlns="` + mainSpace + `"><cols>` +
		`<col min="1" max="1" width="30" customWidth="1"/>` +
		`<col min="2" max="3" width="16" customWidth="1"/></cols><sheetData>`)
	for i, cells := range sheet(r) {
		fmt.Fprintf(&b, `<row r="%d">`, i+1)
		for j, c := range cells {
			at := string(rune('A'+j)) + strconv.Itoa(i+1)
			switch c := c.(type) {
			case string:
				writeText(&b, at, c)
			case FigureNumber:
				if c.Value != nil {
					fmt.Fprintf(&b, `<c r="%s"><v>%s</v></c>`, at, c.dutch())
				} else {
					writeText(&b, at, c.dutch())
				}
			}
		}
		b.WriteString(`</row>`)
	}
	b.WriteString(`</sheetData></worksheet>`)
	return b.String()
}

func writeText(b *strings.Builder, at, s string) {
	fmt.Fprintf(b, `<c r="%s" t="inlineStr"><is><t xml:space="preserve">`, at)
	_ = xml.EscapeText(b, []byte(s)) // a builder takes everything
	b.WriteString(`</t></is></c>`)
}

const (
	mainSpace = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
	relSpace  = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
	pkgSpace  = "http://schemas.openxmlformats.org/package/2006/"
	sheetType = "application/vnd.openxmlformats-officedocument.spreadsheetml."

	contentTypes = `<Types xmlns="` + pkgSpace + `content-types">` +
		`<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
		`<Default Extension="xml" ContentType="application/xml"/>` +
		`<Override PartName="/xl/workbook.xml" ContentType="` + sheetType + `sheet.main+xml"/>` +
		`<Override PartName="/xl/worksheets/sheet1.xml" ContentType="` + sheetType + `worksheet+xml"/>` +
		`</Types>`
	rootRels = `<Relationships xmlns="` + pkgSpace + `relationships">` +
		`<Relationship Id="rId1" Type="` + relSpace + `/officeDocument" Target="xl/workbook.xml"/>` +
		`</Relationships>`
	workbook = `<workbook xmlns="` + mainSpace + `" xmlns:r="` + relSpace + `"><sheets>` +
		`<sheet name="Cijfers" sheetId="1" r:id="rId1"/></sheets></workbook>`
	bookRels = `<Relationships xmlns="` + pkgSpace + `relationships">` +
		`<Relationship Id="rId1" Type="` + relSpace + `/worksheet" Target="worksheets/sheet1.xml"/>` +
		`</Relationships>`
)
