package convert

import (
	"bytes"
	"encoding/hex"
	"errors"
	"regexp"

	"github.com/pdfcpu/pdfcpu/pkg/filter"
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/types"
)

// inline is a picture that stands between the words of a page, up to its first byte: BI, what it
// is, ID. Its bytes have no length of their own, and may look like words.
var (
	inline = regexp.MustCompile(`BI([\s\x00/](?s:.{0,1000}?))ID[\s\x00]`)
	coded  = regexp.MustCompile(`#[0-9A-Fa-f]{2}`)
	isDCT  = regexp.MustCompile(`/DCT(Decode)?([\s\x00/\[\]<>]|$)`)
	alone  = regexp.MustCompile(`/F(ilter)?[\s\x00]*\[?[\s\x00]*/DCT(Decode)?[\s\x00]*(\]|/|$)`)
)

// wordsOnly refuses a stream that draws something, such as that of a page, when a photo with notes
// stands in it, or one of which that cannot be told. Such photos are small and rare: nobody writes
// them anew for that.
func (c *cleaning) wordsOnly(s types.StreamDict) error {
	if c.noWords(s.Dict) {
		return nil
	}
	packed := types.StreamDict{Dict: s.Dict, Raw: s.Raw, FilterPipeline: s.FilterPipeline}
	if err := packed.DecodeWithLimit(mostUnpacked); err != nil {
		c.heavy = c.heavy || errors.Is(err, filter.ErrDecodeLimitExceeded)
		return nil // readers show nothing of it, either
	}
	for at := 0; ; {
		found := inline.FindSubmatchIndex(packed.Content[at:])
		if found == nil {
			return nil
		}
		what := coded.ReplaceAllFunc(packed.Content[at+found[2]:at+found[3]], plainLetter)
		if isDCT.Match(what) && (!alone.Match(what) || noted(packed.Content[at+found[1]:])) {
			return Stuck
		}
		at += found[1]
	}
}

// plainLetter is one that a name writes as a number.
func plainLetter(number []byte) []byte {
	letter := make([]byte, 1)
	_, _ = hex.Decode(letter, number[1:])
	return letter
}

// noWords tells of streams that draw nothing: pictures, letters, colours, and numbers.
func (c *cleaning) noWords(d types.Dict) bool {
	for _, key := range []string{"Length1", "Length2", "Length3", "FunctionType", "N"} {
		if d[key] != nil {
			return true
		}
	}
	return isName(c.at(d["Subtype"]), "Image") || d["ShadingType"] != nil
}

// noted tells whether a photo at the beginning of these bytes has notes, or something of a photo
// behind its end.
func noted(raw []byte) bool {
	bare := withoutNotes(raw)
	if !bytes.HasPrefix(raw, bare) {
		return true
	}
	behind := bytes.TrimLeft(raw[len(bare):], "\x00\t\n\f\r ")
	return !bytes.HasPrefix(behind, []byte("EI"))
}
