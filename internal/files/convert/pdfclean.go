package convert

import (
	"bytes"
	"errors"
	"maps"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"github.com/pdfcpu/pdfcpu/pkg/filter"
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu"
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/model"
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/types"
)

const (
	mostUnpacked = 64 << 20 // bytes of one stream with objects in it
	mostObjects  = 2_000_000
	deepest      = 100  // dictionaries and arrays in one another
	tailLength   = 4096 // bytes in which a whole pdf says that it ends
)

// What is kept of a pdf. Scripts, actions and attachments hang from the catalog, from annotations,
// from items of the outline and from fields; of the catalog and of actions only these are let
// through, so that what nobody here has heard of goes too.
var (
	ofCatalog = []string{
		"Type", "Pages", "PageLabels", "Names", "Dests", "ViewerPreferences", "PageLayout",
		"PageMode", "Outlines", "StructTreeRoot", "MarkInfo", "Lang", "OutputIntents",
		"OCProperties", "AcroForm",
	}
	actions = []string{"URI", "GoTo", "Named"}
	turns   = []string{"NextPage", "PrevPage", "FirstPage", "LastPage"}
	schemes = []string{"http", "https", "mailto", "tel"}
	marks   = []string{
		"Link", "Widget", "Text", "FreeText", "Line", "Square", "Circle", "Polygon", "PolyLine",
		"Highlight", "Underline", "Squiggly", "StrikeOut", "Caret", "Stamp", "Ink", "Popup",
		"Watermark", "Redact",
	}
)

// What goes wherever it stands.
var (
	deniedKeys = set(
		"JS", "JavaScript", "AA", "OpenAction", "Launch", "EmbeddedFiles", "EF", "RF", "AF",
		"Metadata", "PieceInfo", "LastModified", "XFA", "Collection", "RichMediaContent",
		"RichMediaSettings", "Thumb", "Perms", "Legal", "DSS", "SigFlags", "SV", "Lock", "CO",
		"Requirements", "AlternatePresentations", "SpiderInfo", "Threads",
		"Author", "Creator", "CreatorInfo", "Producer", "Company", "User", // also of layers
		"Length", // it is written anew; some readers take what has one for a stream
	)
	deniedOfStreams = set("FFilter", "FDecodeParms", "Ref", "OPI")
	deniedOfMarks   = set("M", "NM", "CreationDate", "RC", "Subj")
	deniedTypes     = set(
		"Filespec", "EmbeddedFile", "Metadata", "Sig", "DocTimeStamp", "Sound", "Rendition",
		"MediaClip", "ObjStm", "XRef", "3D",
	)
	deniedActions = set(
		"JavaScript", "Launch", "GoToR", "GoToE", "GoToDp", "SubmitForm", "ImportData",
		"ResetForm", "Rendition", "Movie", "Sound", "Hide", "SetOCGState", "Trans", "GoTo3DView",
		"RichMediaExecute", "Thread",
	)
	deniedSubtypes = set(
		"FileAttachment", "RichMedia", "3D", "Screen", "Movie", "Sound", "Projection", "U3D",
		"PRC",
	)
	// Dictionaries whose keys are names that somebody chose: no key of them means anything else.
	named = set(
		"Font", "XObject", "ExtGState", "ColorSpace", "Pattern", "Shading", "Properties",
		"CharProcs", "Dests", "ClassMap", "RoleMap", "Colorants",
	)
)

func set(names ...string) map[string]bool {
	out := make(map[string]bool, len(names))
	for _, n := range names {
		out[n] = true
	}
	return out
}

var saysEncrypted = regexp.MustCompile(`/Encrypt[\s<]`)

// cleaned reads a pdf and gives what is kept of it. The library trips over some pdfs that nobody
// should have made: those are damaged.
func cleaned(raw []byte) (doc *document, err error) {
	defer func() {
		if recover() != nil {
			doc, err = nil, Damaged
		}
	}()
	switch {
	case Refused(raw[:min(len(raw), Head)], true) != "":
		return nil, Refused(raw[:min(len(raw), Head)], true)
	case !bytes.Contains(raw[max(0, len(raw)-tailLength):], []byte("%%EOF")):
		return nil, Damaged
	case saysEncrypted.Match(raw):
		return nil, Encrypted
	}
	table, err := tableOf(raw)
	if err != nil {
		return nil, err
	}
	c := &cleaning{table: table, made: map[place]int{}}
	if doc, err = c.document(); c.heavy {
		return nil, TooHeavy
	}
	return doc, err
}

// tableOf reads the objects of a pdf.
func tableOf(raw []byte) (*model.XRefTable, error) {
	model.ConfigPath = "disable" // it would look for a folder of settings
	conf := model.NewDefaultConfiguration()
	conf.Limits.MaxStreamBytes = MaxPDF
	conf.Limits.MaxDecodeBytes = mostUnpacked
	conf.Limits.MaxObjectCount = mostObjects
	conf.Limits.MaxXRefEntries = mostObjects
	conf.Limits.MaxRecursionDepth = deepest
	ctx, err := pdfcpu.Read(bytes.NewReader(raw), conf)
	switch {
	case errors.Is(err, filter.ErrDecodeLimitExceeded):
		return nil, TooHeavy
	case err != nil || ctx.Root == nil:
		return nil, Damaged
	case ctx.Encrypt != nil:
		return nil, Encrypted
	}
	return ctx.XRefTable, nil
}

// place is an object of the old document, and how it was reached: a dictionary that is a list of
// names in one place may be something that acts in another, and is made for both.
type place struct {
	number int
	names  bool
}

// cleaning copies what is kept of a document, from the catalog on: what nothing leads to stays
// behind, such as what an earlier version of the file showed.
type cleaning struct {
	table *model.XRefTable
	made  map[place]int // its number in the new document
	todo  []place
	out   []types.Object // number 1 comes first
	heavy bool           // an object lies in a stream that becomes too large
	shown map[int]bool   // the pages, and the nodes of their tree
}

func (c *cleaning) document() (*document, error) {
	root, ok := c.at(*c.table.Root).(types.Dict)
	if !ok {
		return nil, Damaged
	}
	if err := c.readable(root); err != nil {
		return nil, err
	}
	first := place{number: int(c.table.Root.ObjectNumber)}
	c.number(first)
	for len(c.todo) > 0 {
		p := c.todo[len(c.todo)-1]
		c.todo = c.todo[:len(c.todo)-1]
		o := c.at(types.IndirectRef{ObjectNumber: types.Integer(p.number)})
		if p == first {
			o = c.catalog(root)
		}
		made, err := c.object(o, p.names)
		if err != nil {
			return nil, err
		}
		c.out[c.made[p]-1] = made
	}
	return &document{objects: c.out, root: 1}, nil
}

// catalog gives what is kept of the catalog. Of all its lists of names, that is the one of places
// to go to.
func (c *cleaning) catalog(d types.Dict) types.Dict {
	out := types.Dict{}
	for _, key := range ofCatalog {
		if v, ok := d[key]; ok {
			out[key] = v
		}
	}
	if isName(c.at(d["PageMode"]), "UseAttachments") {
		delete(out, "PageMode")
	}
	delete(out, "Names")
	lists, _ := c.at(d["Names"]).(types.Dict)
	if places, ok := lists["Dests"]; ok {
		out["Names"] = types.Dict{"Dests": places}
	}
	return out
}

// at gives what an object stands for; nil when it is nowhere.
func (c *cleaning) at(o types.Object) types.Object {
	for range deepest {
		ref, ok := o.(types.IndirectRef)
		if !ok {
			return o
		}
		entry, ok := c.table.Find(int(ref.ObjectNumber))
		if !ok || entry.Free {
			return nil
		}
		generation := types.Integer(0)
		if entry.Generation != nil {
			generation = types.Integer(*entry.Generation)
		}
		ref.GenerationNumber = generation
		at, err := c.table.Dereference(ref)
		if err != nil { // readers take what they cannot read for nothing, too
			c.heavy = c.heavy || errors.Is(err, filter.ErrDecodeLimitExceeded)
			return nil
		}
		o = at
	}
	return nil
}

// number is that of a place in the new document.
func (c *cleaning) number(p place) int {
	if _, ok := c.made[p]; !ok {
		c.out = append(c.out, nil)
		c.made[p] = len(c.out)
		c.todo = append(c.todo, p)
	}
	return c.made[p]
}

// object copies what is kept of an object; names says that it is a list of names.
func (c *cleaning) object(o types.Object, names bool) (types.Object, error) {
	switch o := o.(type) {
	case types.IndirectRef:
		return c.reference(o, names), nil
	case types.Dict:
		return c.dict(o, names)
	case types.Array:
		return c.array(o)
	case types.StreamDict:
		return c.stream(o)
	}
	return o, nil
}

// reference leads to the copy; what is nowhere is null.
func (c *cleaning) reference(ref types.IndirectRef, names bool) types.Object {
	o := c.at(ref)
	if o == nil {
		return nil
	}
	d, isDict := o.(types.Dict)
	if isDict && !c.shown[int(ref.ObjectNumber)] && c.isPage(d) {
		return nil // somebody took it out, and a place to go to still leads there
	}
	n := c.number(place{int(ref.ObjectNumber), names && isDict})
	return types.IndirectRef{ObjectNumber: types.Integer(n)}
}

// array leaves out what goes, and keeps its nulls: places in it may have a meaning.
func (c *cleaning) array(a types.Array) (types.Object, error) {
	out := make(types.Array, 0, len(a))
	for _, v := range a {
		if c.unwanted(v) {
			continue
		}
		made, err := c.object(v, false)
		if err != nil {
			return nil, err
		}
		out = append(out, made)
	}
	return out, nil
}

func (c *cleaning) dict(d types.Dict, names bool) (types.Dict, error) {
	out := make(types.Dict, len(d))
	for _, key := range slices.Sorted(maps.Keys(d)) {
		v := d[key]
		if !names && (deniedKeys[key] || c.unwantedAt(key, d)) || c.unwanted(v) {
			continue
		}
		made, err := c.object(v, !names && named[key])
		if err != nil {
			return nil, err
		}
		if made != nil { // null is as good as none
			out[key] = made
		}
	}
	return out, nil
}

// unwantedAt tells whether a key of this dictionary goes for what the dictionary is.
func (c *cleaning) unwantedAt(key string, d types.Dict) bool {
	switch key {
	case "A", "PA": // of an annotation, or an item of the outline: what happens at a click
		action, ok := c.at(d[key]).(types.Dict)
		kind, isAction := c.at(action["S"]).(types.Name)
		return ok && isAction && !slices.Contains(actions, string(kind))
	case "B": // of a page: the threads of articles, each with an author
		return isName(c.at(d["Type"]), "Page")
	case "T": // the author of a note; of a field, its name
		return c.isMark(d) && !isName(c.at(d["Subtype"]), "Widget")
	}
	return deniedOfMarks[key] && c.isMark(d)
}

// isPage tells whether a dictionary is a page, also when it does not say so.
func (c *cleaning) isPage(d types.Dict) bool {
	return isName(c.at(d["Type"]), "Page") || isName(c.at(d["Type"]), "Template") ||
		d["Contents"] != nil && d["Parent"] != nil && d["Rect"] == nil
}

func (c *cleaning) isMark(d types.Dict) bool {
	_, ok := c.at(d["Subtype"]).(types.Name)
	return ok && d["Rect"] != nil
}

// unwanted tells whether an object goes, wherever it stands.
func (c *cleaning) unwanted(o types.Object) bool {
	var d types.Dict
	switch o := c.at(o).(type) {
	case types.Dict:
		d = o
	case types.StreamDict:
		d = o.Dict
	case types.Array, types.Boolean, types.Float, types.HexLiteral, types.Integer, types.Name,
		types.StringLiteral, nil:
		return false
	default:
		return true // a stream of objects, or a table of them
	}
	kind := func(key string) string {
		name, _ := c.at(d[key]).(types.Name)
		return string(name)
	}
	subtype := kind("Subtype")
	switch {
	case deniedTypes[kind("Type")], deniedActions[kind("S")], deniedSubtypes[subtype]:
		return true
	case d["EF"] != nil, d["ByteRange"] != nil:
		return true
	case d["Rect"] != nil && subtype != "" && !slices.Contains(marks, subtype):
		return true
	case kind("S") == "Named":
		return !slices.Contains(turns, kind("N"))
	case kind("S") == "URI":
		return !c.plainAddress(d["URI"])
	}
	return false
}

// plainAddress tells whether an address is one of a page, a mailbox or a phone.
func (c *cleaning) plainAddress(o types.Object) bool {
	var raw []byte
	var err error
	switch s := c.at(o).(type) {
	case types.StringLiteral:
		raw, err = types.Unescape(string(s))
	case types.HexLiteral:
		raw, err = s.Bytes()
	}
	if err != nil {
		return false
	}
	u, err := url.Parse(strings.TrimSpace(string(raw)))
	return err == nil && slices.Contains(schemes, strings.ToLower(u.Scheme))
}

// stream copies a stream. One whose bytes lie elsewhere, or are a program for a printer, cannot be
// cleaned.
func (c *cleaning) stream(s types.StreamDict) (types.Object, error) {
	if s.Dict["F"] != nil || isName(c.at(s.Dict["Subtype"]), "PS") ||
		isName(c.at(s.Dict["Subtype2"]), "PS") {
		return nil, Stuck
	}
	d := make(types.Dict, len(s.Dict))
	for key, v := range s.Dict {
		if !deniedOfStreams[key] {
			d[key] = v
		}
	}
	kept, err := c.dict(d, false)
	if err != nil {
		return nil, err
	}
	if err := c.wordsOnly(s); err != nil {
		return nil, err
	}
	raw := s.Raw
	if n := len(s.FilterPipeline); isName(c.at(d["Subtype"]), "Image") && n > 0 {
		switch kind := s.FilterPipeline[n-1].Name; kind {
		case filter.DCT:
			raw, err = c.photo(s, kept, withoutNotes)
		case filter.JPX:
			raw, err = c.photo(s, kept, withoutBoxes)
		}
		if err != nil {
			return nil, err
		}
	}
	return types.StreamDict{Dict: kept, Raw: raw}, nil
}

// photo gives a photo without its notes, also one that was compressed once more: that is undone.
func (c *cleaning) photo(
	s types.StreamDict,
	kept types.Dict,
	without func([]byte) []byte,
) ([]byte, error) {
	last := len(s.FilterPipeline) - 1
	before := s.FilterPipeline[:last]
	if last == 0 {
		return without(s.Raw), nil
	}
	packed := types.StreamDict{Dict: types.Dict{}, Raw: s.Raw, FilterPipeline: before}
	if err := packed.DecodeWithLimit(mostUnpacked); err != nil {
		c.heavy = c.heavy || errors.Is(err, filter.ErrDecodeLimitExceeded)
		return nil, Damaged
	}
	kept["Filter"] = types.Name(s.FilterPipeline[last].Name)
	parms, _ := c.at(kept["DecodeParms"]).(types.Array)
	delete(kept, "DecodeParms")
	if len(parms) == len(s.FilterPipeline) && parms[len(parms)-1] != nil {
		kept["DecodeParms"] = parms[len(parms)-1]
	}
	return without(packed.Content), nil
}

func isName(o types.Object, name string) bool {
	n, ok := o.(types.Name)
	return ok && string(n) == name
}
