package editing

import (
	"encoding/json"
	"time"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/problem"
)

// maxBody is the most that one saving may send, in bytes.
const maxBody = 1 << 20

type (
	listInput struct {
		Zoek   string `query:"zoek" doc:"free text in the title"`
		Status string `query:"status" doc:"only those that stand like this; the trash shows only then; pinned: what stands on top"`
		Op     string `query:"op" doc:"newest (change first) or title; left out: the order that staff chose where there is one, else newest"`
		Na     string `query:"na" doc:"next of the page before"`
	}
	// IDInput names a draft. Only what is exported is read through an embedding.
	IDInput struct {
		ID string `path:"id"`
	}
	// ActInput names a draft and its version.
	ActInput struct {
		IDInput
		Match string `header:"If-Match" doc:"the version, as in the ETag" required:"false"`
	}
	publishInput struct {
		ActInput
		Body *Note
	}
	restoreInput struct {
		ActInput
		N int `path:"n"`
	}
	revisionInput struct {
		IDInput
		N int `path:"n"`
	}
	revisionsInput struct {
		IDInput
		Na string `query:"na" doc:"next of the page before"`
	}
	saveInput struct {
		ActInput
		Auto string `query:"auto" doc:"1: saved while somebody types"`
		Body Sending
	}
	orderInput struct {
		Body struct {
			IDs []string `json:"ids" maxItems:"1000" doc:"in the order in which they are to stand"`
		}
	}
	undoInput struct {
		ID string `path:"undo"`
	}
)

func (in *IDInput) draftID() string { return in.ID }

// version is the one that somebody read. Problems: precondition_required, bad_request.
func (in *ActInput) version() (int, error) { return httpkit.ReadIfMatch(in.Match) }

type (
	// sending is what is saved: the words, and what stands beside them.
	sending struct {
		Doc json.RawMessage `json:"doc"`
		sentState
	}
	sentState struct {
		From   string `json:"from,omitempty" format:"date-time"`
		Until  string `json:"until,omitempty" format:"date-time"`
		Pinned *bool  `json:"pinned,omitempty" doc:"left out: as it is, which a colleague may have changed"`
	}
)

// Sending is a document that somebody saves. It is read here and not by the schema: a draft may
// miss anything.
type Sending struct{ raw []byte }

// UnmarshalJSON only takes the text.
func (s *Sending) UnmarshalJSON(raw []byte) error {
	s.raw = append([]byte{}, raw...)
	return nil
}

// read gives what was sent.
func (s *Sending) read(k *kind, auto bool) (in sent, err error) {
	var body sending
	if err := strict(s.raw, &body); err != nil {
		return in, err
	}
	if len(body.Doc) == 0 {
		return in, problem.WithFields(problem.Field{Name: "doc", Code: problem.Required})
	}
	doc, err := k.parse(body.Doc)
	if err != nil {
		return in, err
	}
	in = sent{doc: written(doc), pinned: body.Pinned, auto: auto}
	var f problem.Faults
	in.from = readMoment(&f, "from", body.From)
	in.until = readMoment(&f, "until", body.Until)
	return in, f.Err()
}

// readMoment reads one that PostgreSQL can keep and a calendar can show.
func readMoment(f *problem.Faults, name, value string) *time.Time {
	if value == "" {
		return nil
	}
	t, err := time.Parse(time.RFC3339, value)
	if err != nil || t.Year() < 2000 || t.Year() > 2199 {
		f.Add(name, problem.Invalid)
		return nil
	}
	t = t.Truncate(time.Microsecond).In(clock.Amsterdam)
	return &t
}
