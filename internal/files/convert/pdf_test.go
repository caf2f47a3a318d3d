package convert

import (
	"bytes"
	"compress/zlib"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"herstelruimte/internal/files/pdftest"
)

// judgedBy gives what the child says of a pdf.
func judgedBy(t testing.TB, raw []byte) ([]byte, int, error) {
	t.Helper()
	var out bytes.Buffer
	most, err := converter.Judge(t.Context(), bytes.NewReader(raw), int64(len(raw)), &out)
	return out.Bytes(), most, err
}

// unpacked is a pdf with all that is compressed in it readable behind it.
func unpacked(raw []byte) string {
	out := bytes.Clone(raw)
	for rest := raw; ; {
		_, after, found := bytes.Cut(rest, []byte("stream"))
		if !found {
			return string(out)
		}
		after = bytes.TrimLeft(after, "\r\n")
		if z, err := zlib.NewReader(bytes.NewReader(after)); err == nil {
			text, _ := io.ReadAll(z) // what can be read of it
			out = append(append(out, '\n'), text...)
		}
		rest = after
	}
}

func deflate(text string) string {
	var b bytes.Buffer
	z := zlib.NewWriter(&b)
	_, _ = io.WriteString(z, text)
	_ = z.Close()
	return b.String()
}

// A flyer as people make it: links, a note, a form to print, a photo. What it held once lies behind
// it still, and nothing leads there.
func flyer(t testing.TB) []byte {
	t.Helper()
	photo := string(asJPEG(t, photo(64, 48)))
	old := pdftest.New(
		"/Info 9 0 R /ID [<AB> <CD>]",
		"<< /Type /Catalog /Pages 2 0 R /OpenAction [3 0 R /Fit] /Names << /Dests << /Names "+
			"[(begin) [3 0 R /Fit]] >> >> /Metadata 10 0 R /AcroForm << /Fields [12 0 R] >> "+
			"/Outlines 6 0 R /Lang (nl) >>",
		pdftest.Page[1],
		"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents 4 0 R "+
			"/Resources << /Font << /AA 5 0 R >> /XObject << /P 11 0 R >> >> /Annots ["+
			"<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S /URI "+
			"/URI (https://voorbeeld.example/agenda) >> >> "+
			"<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S /URI "+
			"/URI (www.voorbeeld.example) >> >> "+
			"<< /Type /Annot /Subtype /Text /Rect [0 0 9 9] /Contents (Let op) >> 12 0 R] >>",
		pdftest.Stream("", "BT /AA 12 Tf (Kom ook) Tj ET"),
		"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
		"<< /Type /Outlines /First 7 0 R /Last 7 0 R /Count 1 >>",
		"<< /Title (Hoofdstuk 1) /Parent 6 0 R /A << /S /GoTo /D [3 0 R /Fit] >> >>",
		"<< /Nergens (voor niets) >>",
		"<< /Title (Concept van Jan) /Author (Jan Jansen) /Creator (Word) >>",
		pdftest.Stream("/Type /Metadata /Subtype /XML", "<?xpacket?> door Piet Pietersen"),
		pdftest.Stream("/Type /XObject /Subtype /Image /Width 64 /Height 48 /ColorSpace "+
			"/DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode", photo),
		"<< /FT /Tx /T (Naam) /Type /Annot /Subtype /Widget /Rect [0 0 9 9] >>",
	)
	at := len(old)
	b := fmt.Appendf(old, "13 0 obj\n%s\nendobj\n",
		pdftest.Stream("/Filter /FlateDecode", deflate("(wat er eerst stond)")))
	start := len(b)
	return fmt.Appendf(b, "xref\n13 1\n%010d 00000 n \ntrailer\n<< /Size 14 /Root 1 0 R "+
		"/Info 9 0 R /Prev %d >>\nstartxref\n%d\n%%%%EOF\n",
		at, bytes.LastIndex(old, []byte("\nxref\n"))+1, start)
}

func TestAPdfLosesItsAuthorAndTitleAndNothingThatShows(t *testing.T) {
	raw := flyer(t)
	got, _, err := judgedBy(t, raw)
	if err != nil {
		t.Fatal(err)
	}
	was, is := unpacked(raw), unpacked(got)
	for _, word := range []string{
		"Jan Jansen", "Concept van Jan", "Piet Pietersen", "(Word)", "/Metadata", "xpacket",
		"wat er eerst stond", "voor niets",
	} {
		if !strings.Contains(was, word) || strings.Contains(is, word) {
			t.Errorf("%q: before %v, after %v", word, strings.Contains(was, word),
				strings.Contains(is, word))
		}
	}
	for _, word := range []string{
		"Kom ook", "/Helvetica", "https://voorbeeld.example/agenda", "www.voorbeeld.example",
		"begin", "(nl)", "Hoofdstuk 1", "(Naam)", "(Let op)", "\xff\xda", "/OpenAction",
	} {
		if !strings.Contains(was, word) || !strings.Contains(is, word) {
			t.Errorf("%q: before %v, after %v", word, strings.Contains(was, word),
				strings.Contains(is, word))
		}
	}
	if again, _, err := judgedBy(t, got); err != nil || len(again) == 0 {
		t.Errorf("judged twice: %v", err)
	}
}

// What a pdf can do in a place where readers look for it; each with its control without it.
func TestAPdfThatDoesSomethingIsRefused(t *testing.T) {
	in := map[string]func(what string) []byte{
		"when it opens": func(what string) []byte {
			return pdftest.New("", "<< /Type /Catalog /Pages 2 0 R /OpenAction "+what+" >>",
				pdftest.Page[1], pdftest.Page[2])
		},
		"of a mark on its page": func(what string) []byte {
			return pdftest.New("", pdftest.Page[0], pdftest.Page[1],
				"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Annots [<< /Type /Annot "+
					"/Subtype /Link /Rect [0 0 9 9] /A 4 0 R >>] >>", what)
		},
		"behind another one": func(what string) []byte {
			return pdftest.New("", "<< /Type /Catalog /Pages 2 0 R /AA << /WC << /S /GoTo "+
				"/D [3 0 R /Fit] /Next ["+what+"] >> >> >>", pdftest.Page[1], pdftest.Page[2])
		},
		"to which nothing leads": func(what string) []byte {
			return pdftest.New("", append(pdftest.Page[:3:3], what)...)
		},
		"in a stream of objects": packed,
	}
	for place, of := range in {
		for what, want := range map[string]error{
			"<< /S /GoTo /D [3 0 R /Fit] >>":                      nil,
			"<< /S /Named /N /NextPage >>":                        nil,
			"<< /S /URI /URI (mailto:hallo@voorbeeld.example) >>": nil,
			"<< /S /JavaScript /JS (app.alert\\(1\\)) >>":         Active,
			"<< /S /J#61vaScript >>":                              Active,
			"<< /S /Rendition /J#53 (x) >>":                       Active,
			"<< /S /Launch /F (cmd.exe) >>":                       Active,
			"<< /S /SubmitForm /F (https://elders.example) >>":    Active,
			"<< /S /ImportData /F (x.fdf) >>":                     Active,
			"<< /S /GoToR /F (ander.pdf) /D [0 /Fit] >>":          Active,
			"<< /S /GoToE /T << /R /C >> >>":                      Active,
			"<< /S /URI /URI (JavaScript:app.alert\\(2\\)) >>":    Active,
			"<< /S /URI /URI <66696C653A2F2F78> >>":               Active,
			"<< /S /URI /URI (java\\tscript:1) >>":                Active,
			"<< /S /URI /URI <FEFF0073006D0062003A> >>":           Active,
			"<< /S /URI /URI (www.voorbeeld.example:80) >>":       nil,
			"<< /JS << /Type /Font >> /EF << /Type /Font >> >>":   nil,
			"<< /EF << /F 2 0 R >> >>":                            Active,
		} {
			if _, _, err := judgedBy(t, of(what)); !errors.Is(err, want) {
				t.Errorf("%s %s: got %v, want %v", what, place, err, want)
			}
		}
	}
}

// packed is a pdf whose fourth object lies in a stream of objects.
func packed(what string) []byte {
	head := "4 0 "
	b := []byte("%PDF-1.7\n")
	at := make([]int, 6)
	for i, o := range []string{pdftest.Page[0], pdftest.Page[1], pdftest.Page[2], "", pdftest.Stream(
		fmt.Sprintf("/Type /ObjStm /N 1 /First %d /Filter /FlateDecode", len(head)),
		deflate(head+what))} {
		at[i] = len(b)
		if o != "" {
			b = fmt.Appendf(b, "%d 0 obj\n%s\nendobj\n", i+1, o)
		}
	}
	at[5] = len(b)
	rows := []byte{0, 0, 0, 0, 0}
	for i, a := range at {
		kind := byte(1)
		if i == 3 {
			kind, a = 2, 5
		}
		rows = append(rows, kind, byte(a>>16), byte(a>>8), byte(a), 0)
	}
	b = fmt.Appendf(b, "6 0 obj\n%s\nendobj\n", pdftest.Stream(
		"/Type /XRef /Size 7 /W [1 3 1] /Root 1 0 R", string(rows)))
	return fmt.Appendf(b, "startxref\n%d\n%%%%EOF\n", at[5])
}

func TestWhichPdfsWeRefuse(t *testing.T) {
	whole := pdftest.Of(20_000)
	for says, c := range map[string]struct {
		raw  []byte
		want Fault
	}{
		"of 0 bytes":         {nil, Damaged},
		"a web page":         {[]byte("<!doctype html><script>alert(1)</script>%%EOF"), WrongKind},
		"a picture":          {asPNG(t, photo(320, 10)), WrongKind},
		"cut in half":        {whole[:len(whole)/2], Damaged},
		"without its middle": {append(whole[:200:200], whole[len(whole)-60:]...), Damaged},
		"only a head":        {[]byte("%PDF-1.7\n%%EOF\n"), Damaged},
		"with a password": {
			pdftest.New("/Encrypt 4 0 R /ID [<AB> <CD>]", append(pdftest.Page[:3:3],
				"<< /Filter /Standard /V 1 /R 2 /P -44 /O <"+strings.Repeat("AB", 32)+"> /U <"+
					strings.Repeat("CD", 32)+"> >>")...),
			Encrypted,
		},
		"with a password in its trailer": {
			pdftest.New("/Encrypt << /Filter /Standard >>", pdftest.Page...),
			Encrypted,
		},
		"without pages": {
			pdftest.New("", pdftest.Page[0], "<< /Type /Pages /Kids [] /Count 0 >>"),
			Damaged,
		},
		"with a page that is nowhere": {
			pdftest.New("", pdftest.Page[0], "<< /Type /Pages /Kids [9 0 R] /Count 1 >>"),
			Damaged,
		},
		"with pages that go round": {
			pdftest.New("", pdftest.Page[0], "<< /Type /Pages /Kids [2 0 R] /Count 1 >>"),
			Damaged,
		},
		"that is a cover of files": {
			pdftest.New("", "<< /Type /Catalog /Pages 2 0 R /Collection << /View /T >> >>",
				pdftest.Page[1], pdftest.Page[2]),
			Active,
		},
		"that a script must draw": {
			pdftest.New("", "<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [] /XFA (x) >> >>",
				pdftest.Page[1], pdftest.Page[2]),
			Active,
		},
		"whose text lies elsewhere": {
			pdftest.New("", pdftest.Page[0], pdftest.Page[1],
				"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 4 0 R >>",
				pdftest.Stream("/F (http://elders.example/x)", "x")),
			Active,
		},
		"with an attachment": {
			pdftest.New("", "<< /Type /Catalog /Pages 2 0 R /Names << /EmbeddedFiles << /Names "+
				"[(b) 4 0 R] >> >> >>", pdftest.Page[1], pdftest.Page[2],
				"<< /Type /Filespec /F (geheim.txt) /EF << /F 5 0 R >> >>",
				pdftest.Stream("/Type /EmbeddedFile", "de bijlage zelf")),
			Active,
		},
		"with an attachment on its page": {
			pdftest.New("", pdftest.Page[0], pdftest.Page[1],
				"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Annots [<< /Type /Annot "+
					"/Subtype /FileAttachment /Rect [0 0 9 9] >>] >>"),
			Active,
		},
		"with a film": {
			pdftest.New("", pdftest.Page[0], pdftest.Page[1],
				"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Annots [<< /Type /Annot "+
					"/Subtype /RichMedia /Rect [0 0 9 9] >>] >>"),
			Active,
		},
		"with a bomb in it": {
			bomb(),
			TooHeavy,
		},
	} {
		got, _, err := judgedBy(t, c.raw)
		if !errors.Is(err, c.want) || len(got) > 0 {
			t.Errorf("a pdf %s: got %v, %d bytes; want %v", says, err, len(got), c.want)
		}
	}
}

// bomb is a pdf whose page lies in a stream that becomes a hundred times as large.
func bomb() []byte {
	head := "3 0 "
	packed := deflate(head + "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] >>" +
		strings.Repeat(" ", mostUnpacked+1))
	b := fmt.Appendf(nil, "%%PDF-1.7\n1 0 obj\n%s\nendobj\n", pdftest.Page[0])
	second := len(b)
	b = fmt.Appendf(b, "2 0 obj\n%s\nendobj\n", pdftest.Page[1])
	fourth := len(b)
	b = fmt.Appendf(b, "4 0 obj\n%s\nendobj\n", pdftest.Stream(
		fmt.Sprintf("/Type /ObjStm /N 1 /First %d /Filter /FlateDecode", len(head)), packed))
	start := len(b)
	rows := []byte{0, 0, 0, 0, 0}
	for number, at := range []int{9, second, 4, fourth, start} {
		kind := byte(1)
		if number == 2 { // in the stream of number 4
			kind = 2
		}
		rows = append(rows, kind, byte(at>>16), byte(at>>8), byte(at), 0)
	}
	b = fmt.Appendf(b, "5 0 obj\n%s\nendobj\n", pdftest.Stream(
		"/Type /XRef /Size 6 /W [1 3 1] /Root 1 0 R", string(rows)))
	return fmt.Appendf(b, "startxref\n%d\n%%%%EOF\n", start)
}

// scripted is a program that does this instead of the child.
func scripted(t *testing.T, script string) string {
	t.Helper()
	name := t.TempDir() + "/child"
	if err := os.WriteFile(name, []byte("#!/bin/sh\n"+script+"\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	return name
}

func TestAPdfOnWhichTheChildBreaks(t *testing.T) {
	raw := pdftest.Of(300_000)
	for says, c := range map[string]struct {
		script string
		want   error
	}{
		"reads nothing and ends": {"exit 0", ErrCrashed},
		"reads all and fails":    {"cat >/dev/null; exit 2", ErrCrashed},
		"has no memory left":     {"cat >/dev/null; echo fatal error: out of memory >&2", TooHeavy},
		"hangs":                  {"cat >/dev/null; exec sleep 1000", TooHeavy},
		"writes a picture": {
			"cat >/dev/null; printf 'J\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0'",
			ErrCrashed,
		},
	} {
		c2 := Converter{Program: scripted(t, c.script), patience: time.Second}
		_, err := c2.Judge(t.Context(), bytes.NewReader(raw), int64(len(raw)), io.Discard)
		if !errors.Is(err, c.want) {
			t.Errorf("a child that %s: got %v, want %v", says, err, c.want)
		}
	}
}

func TestWhoGivesUpOnAPdfEndsTheChild(t *testing.T) {
	raw := pdftest.Of(300_000)
	c := Converter{Program: scripted(t, "exec sleep 1000")} // it does not even read
	ctx, cancel := context.WithCancel(t.Context())
	_, err := c.Judge(ctx, io.MultiReader(bytes.NewReader(raw[:9]), giveUp(cancel)),
		int64(len(raw)), io.Discard)
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want %v", err, context.Canceled)
	}
}

// giveUp is a body without an end, whose reader loses patience.
type giveUp func()

func (g giveUp) Read(p []byte) (int, error) {
	g()
	return len(p), nil
}

func TestAFailingStoreIsNoFaultOfThePdf(t *testing.T) {
	raw := pdftest.Of(2 << 20)
	gone := errors.New("the store is gone")
	_, err := converter.Judge(t.Context(), io.MultiReader(bytes.NewReader(raw[:9]), broken{gone}),
		int64(len(raw)), io.Discard)
	if !errors.Is(err, gone) {
		t.Errorf("while reading: got %v, want %v", err, gone)
	}
	_, err = converter.Judge(t.Context(), bytes.NewReader(raw[:9]), int64(len(raw)), io.Discard)
	var fault Fault
	if err == nil || errors.As(err, &fault) {
		t.Errorf("half of it: got %v, want an error that is no fault of the pdf", err)
	}
	_, err = converter.Judge(t.Context(), bytes.NewReader(raw), int64(len(raw)), broken{gone})
	if !errors.Is(err, gone) {
		t.Errorf("while writing: got %v, want %v", err, gone)
	}
}

type broken struct{ err error }

func (b broken) Read([]byte) (int, error)  { return 0, b.err }
func (b broken) Write([]byte) (int, error) { return 0, b.err }

func TestTheLargestPdfNeedsLessThan300MB(t *testing.T) {
	raw := pdftest.Of(MaxPDF)
	got, most, err := judgedBy(t, raw)
	if err != nil || !pdftest.Shows(got, raw) || most == 0 || most > mostMemory>>10 {
		t.Errorf("%d kB, %d bytes of %d, %v", most, len(got), len(raw), err)
	}
	t.Logf("%d MB", most>>10)
}

// Whatever is read, what is written is judged the same.
func FuzzPdf(f *testing.F) {
	f.Add(flyer(f))
	f.Add(pdftest.Of(900))
	f.Add(packed("<< /S /GoTo >>"))
	f.Fuzz(func(t *testing.T, raw []byte) {
		var fault Fault
		var out bytes.Buffer
		doc, err := judged(raw)
		if err == nil {
			err = write(doc, &out)
		}
		if err != nil {
			if !errors.As(err, &fault) {
				t.Fatalf("%v is no fault", err)
			}
			return
		}
		if _, err := judged(out.Bytes()); errors.Is(err, Active) || errors.Is(err, Encrypted) {
			t.Fatalf("what was written is refused: %v\n%q", err, out.Bytes())
		}
	})
}
