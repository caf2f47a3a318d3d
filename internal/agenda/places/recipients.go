package places

import (
	"cmp"
	"context"
	"encoding/hex"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/db"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/mail"
	"herstelruimte/internal/privacy"
)

// Who hears of what happens to dates, and how: everybody with a place and everybody who waits, each
// name and address once, whatever number of the dates is theirs. One mail with a line for each
// date, a call where we know only a number.

// hearer is somebody who is told of what happens to a date.
type hearer struct {
	id       string
	waits    bool // on the waitlist; else with a place
	who      sealed
	noMail   bool
	paused   bool // nobody may mail or call them
	sequence int  // of the calendar file
}

func (r *registrationRow) hears() hearer {
	return hearer{id: r.id, who: r.who, noMail: r.doc.NoMail, sequence: r.doc.Sequence}
}

func (e *entryRow) hears() hearer { return hearer{id: e.id, waits: true, who: e.who} }

// way is how somebody hears it: mail, phone, self (wants neither), none or paused.
func (h hearer) way() string {
	if h.paused {
		return "paused"
	}
	if h.noMail {
		return "self"
	}
	return wayOf(h.who.Email, h.who.Phone, false)
}

// toldRow is one date of somebody that a mail or a call about several tells of.
type toldRow struct {
	Date    string `json:"date"`
	Session string `json:"session,omitempty"` // of a series: that meeting alone
	Row     string `json:"row"`               // the sign-up, or the entry
	Waits   bool   `json:"waits,omitempty"`   // it is an entry
	Act     string `json:"act"`               // on that date
}

// toldOf is a date that people are told of; of a series one meeting, with s as it is then.
type toldOf struct {
	s       *rules.Slot
	session string
	hear    []hearer
	becomes string // for the fingerprint
}

// oneTold is somebody who hears of several dates at once.
type oneTold struct {
	hearer
	about []toldRow
	first *rules.Slot // the first of them
}

// toldTogether are who is told of an act on several dates, by how.
type toldTogether struct {
	mail, call, self, none, paused []*oneTold
	fingerprint                    string
	text                           string // of staff, to all of them; empty: what an act did
}

// hearersAt are everybody with a place in this status and everybody who waits in one of these
// states, in the order in which they came, by date.
func (p *Places) hearersAt(
	ctx context.Context,
	q db.Querier,
	ids []string,
	status string,
	states ...string,
) (map[string][]hearer, error) {
	all := map[string][]hearer{}
	var known []string
	add := func(occurrence string, h hearer) {
		all[occurrence], known = append(all[occurrence], h), append(known, h.id)
	}
	rows, err := q.Query(ctx, `
		select `+registrationColumns+`
		from registration
		where occurrence_id = any($1) and status = $2
		order by order_no`, ids, status)
	if err != nil {
		return nil, err
	}
	if _, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (struct{}, error) {
		r, err := p.scanRegistration(row)
		add(r.occurrence, r.hears())
		return struct{}{}, err
	}); err != nil {
		return nil, err
	}
	var entries []entryRow
	if len(states) > 0 {
		if entries, err = p.entriesAt(ctx, q, ids, states); err != nil {
			return nil, err
		}
	}
	for _, e := range entries {
		add(e.occurrence, e.hears())
	}
	if len(known) == 0 {
		return all, nil
	}
	paused, err := privacy.Paused(ctx, q, p.Clock.Now(), known)
	for _, some := range all {
		for i, h := range some {
			some[i].paused = paused[h.id]
		}
	}
	return all, err
}

// entriesAt are those on the waitlists of these dates in one of these states, each list in its
// order.
func (p *Places) entriesAt(
	ctx context.Context,
	q db.Querier,
	ids, states []string,
) ([]entryRow, error) {
	rows, err := q.Query(ctx, `
		select `+entryColumns+`
		from waitlist_entry
		where occurrence_id = any($1) and state = any($2)
		order by position`, ids, states)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (e entryRow, err error) {
		var doc, box []byte
		if err = row.Scan(e.columns(&doc, &box)...); err != nil {
			return e, err
		}
		return e, p.unseal(sealedRow{"waitlist_entry", e.id, doc, box}, &e.doc, &e.who)
	})
}

// together puts the people of these dates with the way they are told. What becomes of each date is
// part of the fingerprint.
func (p *Places) together(dates []toldOf) (out toldTogether) {
	known := map[string]*oneTold{}
	ways := map[string]*[]*oneTold{
		"mail": &out.mail, "phone": &out.call, "self": &out.self, "paused": &out.paused,
		"none": &out.none,
	}
	parts := []string{"together"}
	for _, d := range dates {
		parts = append(parts, d.s.ID, d.session, d.s.Starts.UTC().Format(time.RFC3339),
			d.s.Status, d.becomes)
		for _, h := range d.hear {
			way := h.way()
			parts = append(parts, h.id, way)
			row := toldRow{d.s.ID, d.session, h.id, h.waits, d.s.Act}
			key := way + p.samePerson(h)
			t := known[key]
			heard := false // once a date, too
			if t != nil {
				last := t.about[len(t.about)-1]
				heard = last.Date == row.Date && last.Session == row.Session
			}
			switch {
			case heard && way != "none":
				continue
			case heard: // two of one name at one date are two
				key += h.id
			case t != nil:
				t.about = append(t.about, row)
				continue
			}
			t = &oneTold{hearer: h, about: []toldRow{row}, first: d.s}
			known[key] = t
			*ways[way] = append(*ways[way], t)
		}
	}
	out.fingerprint = hex.EncodeToString(p.Keys.LookupKey(parts...)[:12])
	return out
}

// samePerson is the same for the same name and address, or number; without both for the same name.
func (p *Places) samePerson(h hearer) string {
	k := p.keysOf("", h.who)
	if key := cmp.Or(string(k.nameEmail), string(k.namePhone)); key != "" {
		return key
	}
	return strings.Join(strings.Fields(httpkit.Folded(h.who.Name)), " ")
}

// busiest is whose mail the check shows: the one with most dates.
func (t toldTogether) busiest() *oneTold {
	if len(t.mail) == 0 {
		return nil
	}
	return slices.MaxFunc(t.mail, func(a, b *oneTold) int { return len(a.about) - len(b.about) })
}

// toldBy are who was told of acts, the row of each by the act on its date: the act that they heard
// of last when it called the date off, else nothing.
type toldBy map[mail.Out]string

// of are those of these people who were told of this act.
func (t toldBy) of(act *staffAct, all []hearer) (out []hearer) {
	for _, h := range all {
		if t[mail.Out{Act: act.id, Row: h.id}] != "" {
			out = append(out, h)
		}
	}
	return out
}

// ofItself says whether one of these people heard of this very act.
func (t toldBy) ofItself(act *staffAct, all []hearer) bool {
	return slices.ContainsFunc(all, func(h hearer) bool {
		return t[mail.Out{Act: act.id, Row: h.id}] == act.id
	})
}

// toldBy says who was told that dates do not go on, and nothing else since: by acts that called
// them off, also by an older one of the same date.
func (p *Places) toldBy(ctx context.Context, q db.Querier, acts ...*staffAct) (toldBy, error) {
	ids := make([]string, len(acts))
	for i, a := range acts {
		ids[i] = a.id
	}
	rows, err := q.Query(ctx, `
		select a.id, b.id, coalesce(b.doc->>'lead', b.id), b.kind
		from staff_act a
		join staff_act b on b.occurrence_id = a.occurrence_id
			and b.no <= a.no
			and coalesce(b.doc->>'session', '') = coalesce(a.doc->>'session', '')
		where a.id = any($1)
			and b.kind in ('`+actOff+`', '`+actOnAgain+`')
		order by b.no`, ids)
	if err != nil {
		return nil, err
	}
	type said struct{ Act, ID, Whole, Kind string }
	history, err := pgx.CollectRows(rows, pgx.RowToStructByPos[said])
	if err != nil {
		return nil, err
	}
	whole := make([]string, len(history))
	for i, h := range history {
		whole[i] = h.Whole
	}
	mailed, err := p.Mail.OutOf(ctx, q, whole...)
	if err != nil {
		return nil, err
	}
	if rows, err = q.Query(ctx, `
		select coalesce(one->>'act', act_id), coalesce(one->>'row', registration_id, entry_id)
		from call
		left join lateral jsonb_array_elements(call.about) as t (one) on true
		where act_id = any($1)
			and state = 'done'
			and coalesce(one->>'row', registration_id, entry_id) is not null`,
		whole); err != nil {
		return nil, err
	}
	called, err := pgx.CollectRows(rows, pgx.RowToStructByPos[mail.Out])
	heard := map[string][]string{}
	for _, o := range append(mailed, called...) {
		heard[o.Act] = append(heard[o.Act], o.Row)
	}
	out := toldBy{}
	for _, h := range history {
		for _, row := range heard[h.ID] {
			last := ""
			if h.Kind == actOff {
				last = h.ID
			}
			out[mail.Out{Act: h.Act, Row: row}] = last
		}
	}
	return out, err
}
