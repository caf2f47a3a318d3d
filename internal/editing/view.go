package editing

import (
	"context"
	"slices"
	"strconv"
	"time"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/identity"
	"herstelruimte/internal/problem"
)

// Draft is what staff see of a draft. Doc is the document of its kind.
type Draft struct {
	DraftHead
	Doc any `json:"doc"`
}

// DraftHead is what stands beside the words.
type DraftHead struct {
	ID          string           `json:"id"`
	Kind        string           `json:"kind"`
	Version     int              `json:"version" doc:"also the ETag"`
	Status      string           `json:"status" enum:"draft,scheduled,published,over,hidden,trashed,withdrawn"`
	Changed     bool             `json:"changed" doc:"differs from what is public"`
	From        string           `json:"from,omitempty" format:"date-time"`
	Until       string           `json:"until,omitempty" format:"date-time"`
	Pinned      bool             `json:"pinned,omitempty"`
	Position    int              `json:"position,omitempty"`
	Faults      []problem.Field  `json:"faults" doc:"what keeps it from being published now"`
	CreatedAt   string           `json:"createdAt" format:"date-time"`
	CreatedBy   identity.Member  `json:"createdBy"`
	UpdatedAt   string           `json:"updatedAt" format:"date-time"`
	UpdatedBy   identity.Member  `json:"updatedBy"`
	PublishedAt string           `json:"publishedAt,omitempty" format:"date-time"`
	PublishedBy *identity.Member `json:"publishedBy,omitempty"`
	TrashedAt   string           `json:"trashedAt,omitempty" format:"date-time"`
	GoneAt      string           `json:"goneAt,omitempty" format:"date-time" doc:"erased for good from then on"`
	Undo        *UndoOf          `json:"undo,omitempty"`
}

// UndoOf is the last act, while it can be taken back.
type UndoOf struct {
	ID    string `json:"id"`
	Act   string `json:"act" enum:"publish,hide,trash,untrash,restore,date,copied,day"`
	Until string `json:"until" format:"date-time"`
}

// DraftRow is one line of a list.
type DraftRow struct {
	ID        string          `json:"id"`
	Title     string          `json:"title"`
	Status    string          `json:"status" enum:"draft,scheduled,published,over,hidden,trashed,withdrawn"`
	Changed   bool            `json:"changed" doc:"the draft differs from what is public"`
	From      string          `json:"from,omitempty" format:"date-time"`
	Until     string          `json:"until,omitempty" format:"date-time"`
	Pinned    bool            `json:"pinned,omitempty"`
	Position  int             `json:"position,omitempty"`
	UpdatedAt string          `json:"updatedAt" format:"date-time"`
	UpdatedBy identity.Member `json:"updatedBy"`
	GoneAt    string          `json:"goneAt,omitempty" format:"date-time"`
}

// DraftList is a page of them.
type DraftList struct {
	Items []DraftRow `json:"items" doc:"in the order that was asked for"`
	Next  string     `json:"next,omitempty" doc:"value of na for the next page"`
}

// RevisionRow is one line of the history.
type RevisionRow struct {
	Version int             `json:"version" doc:"number of the revision"`
	At      string          `json:"at" format:"date-time"`
	By      identity.Member `json:"by"`
	Act     string          `json:"act" enum:"start,save,publish,hide,trash,untrash,restore,undo,conflict"`
	Changed []string        `json:"changed" doc:"names of the fields"`
	Auto    bool            `json:"auto"`
}

// RevisionList is a page of them.
type RevisionList struct {
	Items []RevisionRow `json:"items" doc:"from new to old"`
	Next  string        `json:"next,omitempty" doc:"value of na for the next page"`
}

// Revision is one revision with its words: the document of its kind.
type Revision struct {
	RevisionHead
	Doc any `json:"doc"`
}

// RevisionHead is what stands beside the words.
type RevisionHead struct {
	Kind    string          `json:"kind"`
	Version int             `json:"version"`
	At      string          `json:"at" format:"date-time"`
	By      identity.Member `json:"by"`
	Act     string          `json:"act" enum:"start,save,publish,hide,trash,untrash,restore,undo,conflict"`
}

// Others are the people who work on it too.
type Others struct {
	Others []identity.Member `json:"others"`
}

// PlaceList says where something is spoken of.
type PlaceList struct {
	Items []Mention `json:"items"`
}

func momentOf(t *time.Time) string {
	if t == nil {
		return ""
	}
	return clock.Moment(*t)
}

// goneAt is when something in the trash is erased.
func (e *Editing) goneAt(ctx context.Context, trashed *time.Time) string {
	if trashed == nil {
		return ""
	}
	return clock.Moment(trashed.Add(e.Terms(ctx).Trash))
}

// people gives members by uid; somebody whose name is not known has none.
func (e *Editing) people(ctx context.Context, uids ...string) (func(uid string) identity.Member, error) {
	slices.Sort(uids)
	names, err := e.Staff.Names(ctx, slices.Compact(uids))
	return func(uid string) identity.Member {
		return identity.Member{UID: uid, Name: names[uid]}
	}, err
}

// draft is the answer about a row.
func (e *Editing) draft(ctx context.Context, k *kind, r row) (out Draft, err error) {
	if out.Doc, err = k.open(r.doc); err != nil {
		return out, err
	}
	out.DraftHead, err = e.head(ctx, k, r)
	return out, err
}

// head is everything about a draft but its words.
func (e *Editing) head(ctx context.Context, k *kind, r row) (out DraftHead, err error) {
	who, err := e.people(ctx, r.createdBy, r.updatedBy, r.PublishedBy)
	if err != nil {
		return out, err
	}
	out = DraftHead{
		ID:          r.id,
		Kind:        r.kind,
		Version:     r.version,
		Status:      r.now(e.Clock.Now()),
		Changed:     r.changed,
		From:        momentOf(r.From),
		Until:       momentOf(r.Until),
		Pinned:      r.Pinned,
		Position:    r.Position,
		CreatedAt:   clock.Moment(r.createdAt),
		CreatedBy:   who(r.createdBy),
		UpdatedAt:   clock.Moment(r.updatedAt),
		UpdatedBy:   who(r.updatedBy),
		PublishedAt: momentOf(r.PublishedAt),
		TrashedAt:   momentOf(r.TrashedAt),
		GoneAt:      e.goneAt(ctx, r.TrashedAt),
		Faults:      []problem.Field{},
	}
	if r.PublishedBy != "" {
		by := who(r.PublishedBy)
		out.PublishedBy = &by
	}
	if r.Status != StatusWithdrawn {
		doc, err := k.own(r.doc) // a copy to tidy: what was typed stays as it was typed
		if err != nil {
			return out, err
		}
		faults, err := e.faults(ctx, e.Pool, k, doc, r.State)
		if err != nil {
			return out, db.Problem(err)
		}
		out.Faults = append(out.Faults, faults...)
	}
	u, err := e.undoOf(ctx, e.Pool, r.id)
	if u != nil {
		out.Undo = &UndoOf{ID: u.id, Act: u.act, Until: clock.Moment(u.until)}
	}
	return out, err
}

func (e *Editing) rowsOf(ctx context.Context, items []listed) ([]DraftRow, error) {
	uids := make([]string, len(items))
	for i, l := range items {
		uids[i] = l.updatedBy
	}
	who, err := e.people(ctx, uids...)
	out := make([]DraftRow, len(items))
	for i, l := range items {
		out[i] = DraftRow{
			ID:        l.id,
			Title:     l.title,
			Status:    l.status,
			Changed:   l.changed,
			From:      momentOf(l.from),
			Until:     momentOf(l.until),
			Pinned:    l.pinned,
			Position:  l.position,
			UpdatedAt: clock.Moment(l.updatedAt),
			UpdatedBy: who(l.updatedBy),
			GoneAt:    e.goneAt(ctx, l.trashed),
		}
	}
	return out, err
}

func (e *Editing) revisionList(ctx context.Context, id, na string) (out RevisionList, err error) {
	before, err := strconv.Atoi(na)
	if err != nil {
		before = 1 << 30
	}
	items, next, err := e.revisions(ctx, id, before)
	if err != nil {
		return out, err
	}
	uids := make([]string, len(items))
	for i, v := range items {
		uids[i] = v.by
	}
	who, err := e.people(ctx, uids...)
	out.Items = make([]RevisionRow, len(items))
	for i, v := range items {
		out.Items[i] = RevisionRow{
			Version: v.n,
			At:      clock.Moment(v.at),
			By:      who(v.by),
			Act:     v.act,
			Changed: v.changed,
			Auto:    v.auto,
		}
	}
	if next > 0 {
		out.Next = strconv.Itoa(next)
	}
	return out, err
}

// revisionOf is one revision with its words.
func (e *Editing) revisionOf(ctx context.Context, k *kind, id string, n int) (out Revision, err error) {
	v, err := e.revision(ctx, e.Pool, id, n)
	if err != nil {
		return out, err
	}
	if out.Doc, err = k.decode(v.doc); err != nil {
		return out, err
	}
	who, err := e.people(ctx, v.by)
	out.RevisionHead = RevisionHead{
		Kind:    k.Name,
		Version: v.n,
		At:      clock.Moment(v.at),
		By:      who(v.by),
		Act:     v.act,
	}
	return out, err
}

// readable is the draft that whoever calls may see.
func (e *Editing) readable(ctx context.Context, k *kind, id string) (row, error) {
	if err := k.maySee(ctx, e.Pool, identity.ActorOf(ctx), id); err != nil {
		return row{}, err
	}
	return e.open(ctx, e.Pool, k, id)
}

// preview is the public answer that visitors would get.
func (e *Editing) preview(ctx context.Context, k *kind, r row) (Preview, error) {
	doc, err := k.own(r.doc)
	if err != nil {
		return Preview{}, err
	}
	k.check(doc) // tidies
	answer, err := k.preview(ctx, r.id, doc)
	return Preview{answer}, err
}
