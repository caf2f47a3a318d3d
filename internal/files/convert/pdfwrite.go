package convert

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/types"
)

const perPack = 200 // objects in one stream of objects

// document is what is kept of a pdf; object number n is objects[n-1].
type document struct {
	objects []types.Object
	root    int
}

// entry is where an object lies: at an offset, or in a stream of objects as the nth.
type entry struct {
	packed  bool
	at, nth int
}

// pdfWriter writes a document anew: every word of it in one way, so that all readers see the same.
type pdfWriter struct {
	w       io.Writer
	at      int
	err     error
	entries []entry
}

// write writes a pdf without an earlier version, without an author and without dates.
func (d *document) write(w io.Writer) error {
	p := &pdfWriter{w: w, entries: make([]entry, len(d.objects))}
	p.say("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")
	var loose []int
	for i, o := range d.objects {
		if s, ok := o.(types.StreamDict); ok {
			p.entries[i] = entry{at: p.at}
			p.stream(i+1, s.Dict, s.Raw)
			d.objects[i] = nil // may be large
		} else {
			loose = append(loose, i)
		}
	}
	for pack := range slices.Chunk(loose, perPack) {
		p.pack(d.objects, pack)
	}
	p.table(d.root)
	return p.err
}

func (p *pdfWriter) say(words string) { p.bytes([]byte(words)) }

func (p *pdfWriter) bytes(b []byte) {
	if p.err == nil {
		_, p.err = p.w.Write(b)
	}
	p.at += len(b)
}

func (p *pdfWriter) stream(number int, d types.Dict, raw []byte) {
	d["Length"] = types.Integer(len(raw))
	p.say(fmt.Sprintf("%d 0 obj\n", number))
	p.bytes(appendObject(nil, d))
	p.say("\nstream\n")
	p.bytes(raw)
	p.say("\nendstream\nendobj\n")
}

// pack writes these objects as one stream.
func (p *pdfWriter) pack(objects []types.Object, which []int) {
	number := len(p.entries) + 1
	var head, body []byte
	for nth, i := range which {
		p.entries[i] = entry{packed: true, at: number, nth: nth}
		head = fmt.Appendf(head, "%d %d ", i+1, len(body))
		body = append(appendObject(body, objects[i]), '\n')
	}
	p.entries = append(p.entries, entry{at: p.at})
	p.stream(number, types.Dict{
		"Type":   types.Name("ObjStm"),
		"N":      types.Integer(len(which)),
		"First":  types.Integer(len(head)),
		"Filter": types.Name("FlateDecode"),
	}, deflated(append(head, body...)))
}

// table writes where everything lies, and the end.
func (p *pdfWriter) table(root int) {
	number, start := len(p.entries)+1, p.at
	p.entries = append(p.entries, entry{at: start})
	rows := []byte{0, 0, 0, 0, 0, 255, 255} // number 0 is nothing
	for _, e := range p.entries {
		kind := byte(1)
		if e.packed {
			kind = 2
		}
		rows = binary.BigEndian.AppendUint32(append(rows, kind), uint32(e.at))
		rows = binary.BigEndian.AppendUint16(rows, uint16(e.nth))
	}
	p.stream(number, types.Dict{
		"Type":   types.Name("XRef"),
		"Size":   types.Integer(number + 1),
		"W":      types.Array{types.Integer(1), types.Integer(4), types.Integer(2)},
		"Root":   types.IndirectRef{ObjectNumber: types.Integer(root)},
		"Filter": types.Name("FlateDecode"),
	}, deflated(rows))
	p.say(fmt.Sprintf("startxref\n%d\n%%%%EOF\n", start))
}

func deflated(raw []byte) []byte {
	var b bytes.Buffer
	z := zlib.NewWriter(&b)
	_, _ = z.Write(raw) // into memory
	_ = z.Close()
	return b.Bytes()
}

// appendObject writes one object behind b.
func appendObject(b []byte, o types.Object) []byte {
	switch o := o.(type) {
	case types.Boolean:
		return strconv.AppendBool(b, bool(o))
	case types.Integer:
		return strconv.AppendInt(b, int64(o), 10)
	case types.Float:
		if f := float64(o); !math.IsNaN(f) && !math.IsInf(f, 0) {
			return strconv.AppendFloat(b, f, 'f', -1, 64)
		}
		return append(b, '0')
	case types.Name:
		return appendName(b, string(o))
	case types.StringLiteral:
		return appendString(b, string(o))
	case types.HexLiteral:
		return appendHex(b, string(o))
	case types.IndirectRef:
		return fmt.Appendf(b, "%d 0 R", int(o.ObjectNumber))
	case types.Array:
		b = append(b, '[')
		for i, v := range o {
			if i > 0 {
				b = append(b, ' ')
			}
			b = appendObject(b, v)
		}
		return append(b, ']')
	case types.Dict:
		b = append(b, "<<"...)
		for _, key := range slices.Sorted(maps.Keys(o)) {
			b = append(appendName(b, key), ' ')
			b = append(appendObject(b, o[key]), '\n')
		}
		return append(b, ">>"...)
	}
	return append(b, "null"...)
}

func appendName(b []byte, name string) []byte {
	b = append(b, '/')
	for i := range len(name) {
		if c := name[i]; c > ' ' && c < 0x7f && !strings.ContainsRune("()<>[]{}/%#", rune(c)) {
			b = append(b, c)
		} else {
			b = fmt.Appendf(b, "#%02x", c)
		}
	}
	return b
}

// appendString writes a text of which the library gives the bytes as they stood there.
func appendString(b []byte, escaped string) []byte {
	text, err := types.Unescape(escaped)
	if err != nil {
		text = nil
	}
	b = append(b, '(')
	for _, c := range text {
		switch c {
		case '(', ')', '\\':
			b = append(b, '\\', c)
		case '\r':
			b = append(b, `\r`...)
		default:
			b = append(b, c)
		}
	}
	return append(b, ')')
}

func appendHex(b []byte, digits string) []byte {
	b = append(b, '<')
	for i := range len(digits) {
		if strings.ContainsRune("0123456789abcdefABCDEF", rune(digits[i])) {
			b = append(b, digits[i])
		}
	}
	return append(b, '>')
}
