package editing

import (
	"bytes"
	"context"
	"encoding/json"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/db"
	"herstelruimte/internal/identity"
)

// proposed is a draft that another act left, with what takes it back.
type proposed struct {
	Doc    json.RawMessage `json:"doc"`    // what it says
	Was    json.RawMessage `json:"was"`    // the words before
	Public json.RawMessage `json:"public"` // what visitors read before
}

// Proposal is words for the one text of a kind, in an act about something else.
type Proposal struct {
	Kind, ID string
	Doc      any
	Without  any // what visitors read without it, where they read nothing before
}

// Propose puts words into a text of which there is one, as a draft that nobody published yet, and
// gives what takes them back.
func (e *Editing) Propose(ctx context.Context, tx pgx.Tx, by identity.Actor, p Proposal) (noted []byte, err error) {
	k, err := e.kindOf(p.Kind)
	if err != nil {
		return nil, err
	}
	r, err := e.held(ctx, tx, k, p.ID)
	if err != nil {
		return nil, err
	}
	kept := proposed{Doc: db.JSON(p.Doc), Was: r.doc.raw}
	if kept.Public = r.Public.json(); p.Without != nil {
		kept.Public = db.JSON(p.Without)
	}
	return db.JSON(kept), e.reword(ctx, change{tx, k, by}, r, kept.Doc)
}

// reword stores other words in a draft that is held.
func (e *Editing) reword(ctx context.Context, c change, r row, doc []byte) error {
	was := r.doc
	r.doc = stored(doc)
	return e.advance(ctx, c, &r, revision{act: actSave, was: was})
}

// TakeBack puts the words back that stood there before a proposal, and what visitors read when it
// was published. Words that somebody changed since stay: false.
func (e *Editing) TakeBack(
	ctx context.Context,
	tx pgx.Tx,
	by identity.Actor,
	p Proposal,
	noted []byte,
) (gone bool, err error) {
	var kept proposed
	if err := json.Unmarshal(noted, &kept); err != nil {
		return false, err
	}
	k, err := e.kindOf(p.Kind)
	if err != nil {
		return false, err
	}
	r, err := e.held(ctx, tx, k, p.ID)
	if err != nil {
		return false, err
	}
	public := r.Public != nil && sameWords(r.Public.raw, kept.Doc)
	if !sameWords(r.doc.raw, kept.Doc) {
		return false, nil
	}
	if public && len(kept.Public) > 0 {
		doc, err := k.own(stored(kept.Public))
		if err != nil {
			return false, err
		}
		if err := e.hand(ctx, tx, k, &r, handed{doc, r.PublicState}); err != nil {
			return false, err
		}
		kept.Was = r.Public.raw
	}
	return true, e.reword(ctx, change{tx, k, by}, r, kept.Was)
}

// sameWords compares two texts without the version that publishing gives them.
func sameWords(a, b []byte) bool {
	plain := func(raw []byte) []byte {
		var all map[string]any
		if json.Unmarshal(raw, &all) != nil {
			return raw
		}
		delete(all, "version")
		return db.JSON(all)
	}
	return bytes.Equal(plain(a), plain(b))
}
