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

// clean gives what the child makes of a pdf.
func clean(t testing.TB, raw []byte) ([]byte, int, error) {
	t.Helper()
	var out bytes.Buffer
	most, err := converter.Clean(t.Context(), bytes.NewReader(raw), int64(len(raw)), &out)
	return out.Bytes(), most, err
}

// unpacked is a pdf with all that is compressed in it readable behind it.
func unpacked(raw []byte) string {
	out := bytes.Clone(raw)
	for rest := raw; ; {
		_, after, found := bytes.Cut(rest, []byte("stream\n"))
		if !found {
			return string(out)
		}
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

// hostile is a pdf with all that does not belong in one, and some that does.
func hostile(t testing.TB) []byte {
	t.Helper()
	photo := string(with(asJPEG(t, photo(64, 48)), exif(6)))
	form := "<< /JavaScript << /Names [(a) 6 0 R] >> /EmbeddedFiles << /Names [(b) 7 0 R] >>\n" +
		"/Dests << /Names [(begin) [3 0 R /Fit]] >> >>"
	old := pdftest.New(
		"/Info 9 0 R /ID [<AB> <CD>]",
		"<< /Type /Catalog /Pages 2 0 R /OpenAction 6 0 R /AA << /WC 6 0 R >> /Names "+form+
			" /Metadata 10 0 R /AF [7 0 R] /AcroForm << /Fields [14 0 R] /CO [14 0 R] /SigFlags 3 "+
			"/XFA 10 0 R >> /Outlines 12 0 R /Lang (nl) /Onbekend 6 0 R >>",
		pdftest.Page[1],
		"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents 4 0 R /AA << /O 6 0 R >> "+
			"/PieceInfo << /Word << /Private (Concept van Jan) >> >> /LastModified (D:2020) "+
			"/Resources << /Font << /AA 5 0 R >> /XObject << /P 11 0 R >> >> /Annots [15 0 R "+
			"<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S /Launch /F (cmd.exe) >> >> "+
			"<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S /URI "+
			"/URI (https://voorbeeld.example/agenda) /Next 6 0 R >> >> "+
			"<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S /URI "+
			"/URI (javascript:app.alert\\(2\\)) >> >> "+
			"<< /Type /Annot /Subtype /RichMedia /Rect [0 0 9 9] /RichMediaContent << >> >> "+
			"<< /Type /Annot /Subtype /FileAttachment /Rect [0 0 9 9] /FS 7 0 R >> "+
			"<< /Type /Annot /Subtype /Text /Rect [0 0 9 9] /T (Jan Jansen) /Contents (Let op) >> "+
			"14 0 R] >>",
		pdftest.Stream("", "BT /AA 12 Tf (Kom ook) Tj ET"),
		"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
		"<< /S /J#61vaScript /JS (app.alert\\(1\\)) >>",
		"<< /Type /Filespec /F (geheim.txt) /EF << /F 8 0 R >> >>",
		pdftest.Stream("/Type /EmbeddedFile", "de bijlage zelf"),
		"<< /Author (Jan Jansen) /Producer (Word) /CreationDate (D:20200101) >>",
		pdftest.Stream("/Type /Metadata /Subtype /XML", "<?xpacket?> door Jan Jansen"),
		pdftest.Stream("/Type /XObject /Subtype /Image /Width 64 /Height 48 /ColorSpace "+
			"/DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode /Metadata 10 0 R", photo),
		"<< /Type /Outlines /First 13 0 R /Last 13 0 R /Count 1 >>",
		"<< /Title (Hoofdstuk 1) /Parent 12 0 R /A << /S /GoToR /F (ander.pdf) /D [0 /Fit] >> >>",
		"<< /FT /Sig /T (Handtekening) /Type /Annot /Subtype /Widget /Rect [0 0 9 9] "+
			"/V << /Type /Sig /Name (Jan Jansen) /ByteRange [0 1 2 3] >> /AA << /K 6 0 R >> >>",
		"<< /Type /Annot /Subtype /Screen /Rect [0 0 9 9] /A << /S /Rendition /JS (x) >> >>",
	)
	// what the file held once lies behind it still, and nothing leads there
	at := len(old)
	b := fmt.Appendf(old, "16 0 obj\n%s\nendobj\n",
		pdftest.Stream("/Filter /FlateDecode", deflate("(wat er eerst stond)")))
	start := len(b)
	return fmt.Appendf(b, "xref\n16 1\n%010d 00000 n \ntrailer\n<< /Size 17 /Root 1 0 R "+
		"/Info 9 0 R /Prev %d >>\nstartxref\n%d\n%%%%EOF\n",
		at, bytes.LastIndex(old, []byte("\nxref\n"))+1, start)
}

func TestAPdfLosesWhatItDoes(t *testing.T) {
	raw := hostile(t)
	got, _, err := clean(t, raw)
	if err != nil {
		t.Fatal(err)
	}
	was, is := unpacked(raw), unpacked(got)
	for _, word := range []string{
		"/JS", "/J#61vaScript", "/JavaScript", "app.alert", "/OpenAction", "/AA <<", "/Launch",
		"cmd.exe", "javascript:", "/EmbeddedFiles", "/EmbeddedFile", "/Filespec", "geheim.txt",
		"de bijlage zelf", "/RichMedia", "/FileAttachment", "/Rendition", "/Screen", "/GoToR",
		"ander.pdf", "/Metadata", "xpacket", "/Info", "/Author", "/Producer", "/ID", "Jan Jansen",
		"Concept van Jan", "/LastModified", "/XFA", "/ByteRange", "/SigFlags", "Exif",
		"/Onbekend", "wat er eerst stond",
	} {
		if !strings.Contains(was, word) {
			t.Errorf("the control lacks %s", word)
		}
		if strings.Contains(is, word) {
			t.Errorf("%s comes out", word)
		}
	}
	for _, word := range []string{
		"Kom ook", "/Helvetica", "/AA ", "https://voorbeeld.example/agenda", "(begin)", "(nl)",
		"Hoofdstuk 1", "(Handtekening)", "(Let op)", "\xff\xda",
	} {
		if !strings.Contains(was, word) || !strings.Contains(is, word) {
			t.Errorf("%q: before %v, after %v", word, strings.Contains(was, word),
				strings.Contains(is, word))
		}
	}
	again, _, err := clean(t, got)
	if err != nil || !bytes.Equal(again, got) {
		t.Errorf("cleaned twice it is another one: %v, %d bytes of %d", err, len(again), len(got))
	}
}

func TestAPdfThatIsReachedInTwoWaysActsInNone(t *testing.T) {
	raw := pdftest.New(
		"",
		pdftest.Page[0],
		pdftest.Page[1],
		"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Resources << /Font 4 0 R >> "+
			"/Annots [4 0 R] >>",
		"<< /Type /Annot /Subtype /Widget /Rect [0 0 9 9] /AA << /E << /S /JavaScript "+
			"/JS (app.alert\\(1\\)) >> >> >>",
	)
	got, _, err := clean(t, raw)
	if is := unpacked(got); err != nil || strings.Contains(is, "alert") {
		t.Errorf("%v\n%s", err, is)
	}
	if is := unpacked(got); strings.Count(is, "/AA") != 1 {
		t.Errorf("want it as a name of a font alone:\n%s", is)
	}
}

// What people took out of a document, or never saw in it, may still hang in it.
func TestAPdfLosesWhatNobodySees(t *testing.T) {
	photo := string(with(asJPEG(t, photo(64, 48)), exif(6)))
	const image = "/Type /XObject /Subtype /Image /Width 64 /Height 48 /ColorSpace /DeviceRGB " +
		"/BitsPerComponent 8 /Filter "
	raw := pdftest.New(
		"",
		"<< /Type /Catalog /Pages 2 0 R /Names << /Dests << /Names [(weg) [5 0 R /Fit] "+
			"(ook weg) [10 0 R /Fit] (begin) [3 0 R /Fit]] >> >> /StructTreeRoot "+
			"<< /Type /StructTreeRoot /K [<< /S /P /Pg 5 0 R >>] >> /OCProperties "+
			"<< /OCGs [7 0 R] /D << /Creator (Jan Jansen) /Order [7 0 R] >> >> >>",
		pdftest.Page[1],
		"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Resources << /XObject "+
			"<< /P 4 0 R /Q 8 0 R /R 9 0 R /S 11 0 R >> >> >>",
		pdftest.Stream(image+"[/FlateDecode /DCTDecode]", deflate(photo)),
		"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents 6 0 R >>",
		pdftest.Stream("", "BT (een bladzijde die eruit is) Tj ET"),
		"<< /Type /OCG /Name (Kaart) /Usage << /CreatorInfo << /Creator (Piet Pietersen) "+
			"/Subtype /Artwork >> /User << /Type /Ind /Name (Klaas Klaassen) >> >> >>",
		pdftest.Stream(image+"[/DCTDecode]", photo),
		pdftest.Stream(image+"[/ASCIIHexDecode /FlateDecode /DCTDecode] /DecodeParms "+
			"[null << /Predictor 1 >> << /ColorTransform 1 >>]",
			fmt.Sprintf("%X>", deflate(photo))),
		"<< /Parent 2 0 R /MediaBox [0 0 200 200] /Contents 6 0 R >>",
		pdftest.Stream(image+"/JPXDecode", "\x00\x00\x00\x0cjP  \r\n\x87\n"+
			"\x00\x00\x00\x11xml Kerkplein\x00\x00\x00\x0cjp2c\xff\x4f\xff\xd9"),
	)
	got, _, err := clean(t, raw)
	if err != nil {
		t.Fatal(err)
	}
	is := unpacked(got)
	for _, word := range []string{
		"xml Kerkplein", "Exif", "Jan Jansen", "Piet Pietersen", "Klaas Klaassen",
		"een bladzijde die eruit is",
		"/ASCIIHexDecode", "/Predictor",
	} {
		if !strings.Contains(unpacked(raw), word) || strings.Contains(is, word) {
			t.Errorf("%s: before %v, after %v", word, strings.Contains(unpacked(raw), word),
				strings.Contains(is, word))
		}
	}
	for word, times := range map[string]int{
		"\xff\xda": 3, "/DCTDecode": 3, "/ColorTransform": 1, "(begin)": 1, "(Kaart)": 1,
	} {
		if strings.Count(is, word) != times {
			t.Errorf("%q comes out %d times, want %d", word, strings.Count(is, word), times)
		}
	}
	if again, _, err := clean(t, got); err != nil || !bytes.Equal(again, got) {
		t.Errorf("cleaned twice it is another one: %v, %d bytes of %d", err, len(again), len(got))
	}
}

// A small picture may stand between the words of a page, with all that the camera wrote in it.
func TestAPhotoBetweenTheWordsOfAPageHasNoNotes(t *testing.T) {
	bare, noted := string(asJPEG(t, photo(64, 48))), string(with(asJPEG(t, photo(64, 48)), exif(6)))
	const dict = "BI /W 64 /H 48 /CS /RGB /BPC 8 /F "
	page := func(entries, content string) []byte {
		return pdftest.New("", pdftest.Page[0], pdftest.Page[1],
			"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 4 0 R >>",
			pdftest.Stream(entries, content))
	}
	for says, c := range map[string]struct {
		entries, content string
		want             error
	}{
		"plain": {"", "q " + dict + "/DCT ID " + noted + " EI Q", Stuck},
		"packed": {
			"/Filter /FlateDecode", deflate("q " + dict + "/DCT ID " + noted + " EI"), Stuck,
		},
		"in full words":    {"", "BI/Width 64/Height 48/Filter/DCTDecode ID\n" + noted + "\nEI", Stuck},
		"in a list":        {"", dict + "[/DCT]ID " + noted + " EI", Stuck},
		"in other letters": {"", dict + "/D#43T ID " + noted + " EI", Stuck},
		"twice packed": {
			"", dict + "[/AHx /DCT] ID " + fmt.Sprintf("%X>", noted) + " EI", Stuck,
		},
		"behind another": {
			"", dict + "/DCT ID " + bare + " EI " + dict + "/DCT ID " + noted + " EI", Stuck,
		},
		"behind bytes like a word": {
			"", "BI /W 9 /H 1 /BPC 8 /CS /G ID (\x00BI \xff\x01 EI " + dict + "/DCT ID " + noted + " EI",
			Stuck,
		},
		"with a second one behind it": {
			"", dict + "/DCT ID " + bare + noted + " EI", Stuck,
		},
		"without notes":    {"", "q " + dict + "/DCT ID " + bare + " EI Q", nil},
		"of bytes as such": {"", "BI /W 3 /H 1 /BPC 8 /CS /G ID abc EI", nil},
		"spoken of":        {"", "BT (BI is /DCT en ID) Tj ET", nil},
	} {
		raw := page(c.entries, c.content)
		got, _, err := clean(t, raw)
		if !errors.Is(err, c.want) || c.want == nil && !strings.Contains(string(got), c.content) {
			t.Errorf("a photo %s: got %v, %d bytes; want %v", says, err, len(got), c.want)
		}
	}
	// a form, a glyph or the face of a note has content of its own
	form := pdftest.New("", pdftest.Page[0], pdftest.Page[1],
		"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Resources << /XObject << /P 4 0 R >> >> >>",
		pdftest.Stream("/Type /XObject /Subtype /Form /BBox [0 0 9 9]", dict+"/DCT ID "+noted+" EI"))
	if _, _, err := clean(t, form); !errors.Is(err, Stuck) {
		t.Errorf("in a form: got %v, want %v", err, Stuck)
	}
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
			Stuck,
		},
		"that a script must draw": {
			pdftest.New("", "<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [] /XFA (x) >> >>",
				pdftest.Page[1], pdftest.Page[2]),
			Stuck,
		},
		"whose text lies elsewhere": {
			pdftest.New("", pdftest.Page[0], pdftest.Page[1],
				"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 4 0 R >>",
				pdftest.Stream("/F (http://elders.example/x)", "x")),
			Stuck,
		},
		"with a photo that is packed, and not whole": {
			packedPhoto("no zlib at all"),
			Damaged,
		},
		"with a photo that is packed, and becomes too large": {
			packedPhoto(deflate(strings.Repeat("x", mostUnpacked+1))),
			TooHeavy,
		},
		"with a bomb in it": {
			bomb(),
			TooHeavy,
		},
	} {
		got, _, err := clean(t, c.raw)
		if !errors.Is(err, c.want) || len(got) > 0 {
			t.Errorf("a pdf %s: got %v, %d bytes; want %v", says, err, len(got), c.want)
		}
	}
}

// packedPhoto is a pdf with a photo in it that was compressed once more.
func packedPhoto(raw string) []byte {
	return pdftest.New("", pdftest.Page[0], pdftest.Page[1],
		"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Resources << /XObject "+
			"<< /P 4 0 R >> >> >>",
		pdftest.Stream("/Type /XObject /Subtype /Image /Width 9 /Height 9 /Filter "+
			"[/FlateDecode /DCTDecode]", raw))
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
	for _, e := range []entry{{at: 9}, {at: second}, {packed: true, at: 4}, {at: fourth},
		{at: start}} {
		kind := byte(1)
		if e.packed {
			kind = 2
		}
		rows = append(rows, kind, byte(e.at>>16), byte(e.at>>8), byte(e.at), 0)
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
		c2 := Converter{Program: scripted(t, c.script), thinks: time.Second}
		_, err := c2.Clean(t.Context(), bytes.NewReader(raw), int64(len(raw)), io.Discard)
		if !errors.Is(err, c.want) {
			t.Errorf("a child that %s: got %v, want %v", says, err, c.want)
		}
	}
}

func TestWhoGivesUpOnAPdfEndsTheChild(t *testing.T) {
	raw := pdftest.Of(300_000)
	c := Converter{Program: scripted(t, "exec sleep 1000")} // it does not even read
	ctx, cancel := context.WithCancel(t.Context())
	_, err := c.Clean(ctx, io.MultiReader(bytes.NewReader(raw[:9]), giveUp(cancel)),
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
	_, err := converter.Clean(t.Context(), io.MultiReader(bytes.NewReader(raw[:9]), broken{gone}),
		int64(len(raw)), io.Discard)
	if !errors.Is(err, gone) {
		t.Errorf("while reading: got %v, want %v", err, gone)
	}
	_, err = converter.Clean(t.Context(), bytes.NewReader(raw[:9]), int64(len(raw)), io.Discard)
	var fault Fault
	if err == nil || errors.As(err, &fault) {
		t.Errorf("half of it: got %v, want an error that is no fault of the pdf", err)
	}
	_, err = converter.Clean(t.Context(), bytes.NewReader(raw), int64(len(raw)), broken{gone})
	if !errors.Is(err, gone) {
		t.Errorf("while writing: got %v, want %v", err, gone)
	}
}

type broken struct{ err error }

func (b broken) Read([]byte) (int, error)  { return 0, b.err }
func (b broken) Write([]byte) (int, error) { return 0, b.err }

func TestTheLargestPdfNeedsLessThan300MB(t *testing.T) {
	raw := pdftest.Of(MaxPDF)
	got, most, err := clean(t, raw)
	if err != nil || !pdftest.Shows(got, raw) || most == 0 || most > mostMemory>>10 {
		t.Errorf("%d kB, %d bytes of %d, %v", most, len(got), len(raw), err)
	}
	t.Logf("%d MB", most>>10)
}

// Whatever is read, what is written can be read again.
func FuzzPdf(f *testing.F) {
	f.Add(hostile(f))
	f.Add(pdftest.Of(900))
	f.Fuzz(func(t *testing.T, raw []byte) {
		var fault Fault
		doc, err := cleaned(raw)
		if err != nil {
			if !errors.As(err, &fault) {
				t.Fatalf("%v is no fault", err)
			}
			return
		}
		var out bytes.Buffer
		if err := doc.write(&out); err != nil {
			t.Fatal(err)
		}
		if _, err := cleaned(out.Bytes()); err != nil {
			t.Fatalf("what was written cannot be read: %v\n%q", err, out.Bytes())
		}
	})
}
