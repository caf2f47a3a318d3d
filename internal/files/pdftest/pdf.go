// Package pdftest makes pdfs for tests.
package pdftest

import (
	"bytes"
	"crypto/rand"
	"fmt"
)

// Page is the catalog, the pages and the one page that most pdfs of tests have, as objects 1 to 3.
var Page = []string{
	"<< /Type /Catalog /Pages 2 0 R >>",
	"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
	"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] >>",
}

// Of is a pdf of n bytes, with one page and on it a picture of bytes that all differ. It takes 800
// bytes at least.
func Of(n int) []byte {
	noise := make([]byte, n)
	_, _ = rand.Read(noise)
	picture := n - 800
	var raw []byte
	for {
		raw = New("", Page[0], Page[1],
			"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents 5 0 R\n"+
				"/Resources << /XObject << /P 4 0 R >> >> >>",
			fmt.Sprintf("<< /Type /XObject /Subtype /Image /Width %d /Height 1\n"+
				"/ColorSpace /DeviceGray /BitsPerComponent 8 /Length %[1]d >>\n%s%s%s",
				picture, begin, noise[:picture], end),
			Stream("", "200 0 0 200 0 0 cm /P Do"),
		)
		if len(raw) == n {
			return raw
		}
		picture += n - len(raw) // one digit more or less, too
	}
}

const begin, end = "stream\n", "\nendstream"

// Shows tells whether a pdf has the picture of one that Of made.
func Shows(raw, of []byte) bool {
	_, picture, _ := bytes.Cut(of, []byte(begin))
	if at := bytes.Index(picture, []byte(end+"\nendobj\n5 0 obj")); at > 0 {
		return bytes.Contains(raw, picture[:at])
	}
	return false
}

// Stream is an object with a stream; entries are those of its dictionary.
func Stream(entries, data string) string {
	return fmt.Sprintf("<< /Length %d %s >>\nstream\n%s\nendstream", len(data), entries, data)
}

// New is a pdf of these objects, of which the first is the catalog; entries are more ones of its
// trailer.
func New(entries string, objects ...string) []byte {
	b := []byte("%PDF-1.7\n")
	at := make([]int, len(objects))
	for i, o := range objects {
		at[i] = len(b)
		b = fmt.Appendf(b, "%d 0 obj\n%s\nendobj\n", i+1, o)
	}
	start := len(b)
	b = fmt.Appendf(b, "xref\n0 %d\n0000000000 65535 f \n", len(objects)+1)
	for _, a := range at {
		b = fmt.Appendf(b, "%010d 00000 n \n", a)
	}
	return fmt.Appendf(b, "trailer\n<< /Size %d /Root 1 0 R %s >>\nstartxref\n%d\n%%%%EOF\n",
		len(objects)+1, entries, start)
}
