package figures

import (
	"archive/zip"
	"bytes"
	"encoding/xml"
	"fmt"
	"strconv"
	"strings"
	"time"
)

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

// csvOf is the report with semicolons and decimal commas, as Dutch programs for tables read
// it; every field stands in quotation marks.
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
