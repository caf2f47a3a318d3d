package changes

import (
	"cmp"
	"context"
	"encoding/hex"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/booking"
	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/agenda/waitlist"
	"herstelruimte/internal/db"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/mail"
	"herstelruimte/internal/privacy"
)

// toldOf is a date that people are told of; of a series one meeting, with s as it is then.
type toldOf struct {
	s       *rules.Slot
	session string
	hear    []waitlist.Hearer
	becomes string // for the fingerprint
}

// oneTold is somebody who hears of several dates at once.
type oneTold struct {
	waitlist.Hearer
	About []waitlist.ToldRow
	first *rules.Slot // the first of them
}

// ToldTogether are who is told of an act on several dates, by how.
type ToldTogether struct {
	Mail, Call, Self, None, Paused []*oneTold
	Fingerprint                    string
	text                           string // of staff, to all of them; empty: what an act did
}

// hearersAt are everybody with a place in this status and everybody who waits in one of these
// states, in the order in which they came, by date.
func (p *Changes) hearersAt(
	ctx context.Context,
	q db.Querier,
	ids []string,
	status string,
	states ...string,
) (map[string][]waitlist.Hearer, error) {
	all := map[string][]waitlist.Hearer{}
	var known []string
	add := func(occurrence string, h waitlist.Hearer) {
		all[occurrence], known = append(all[occurrence], h), append(known, h.ID)
	}
	rows, err := q.Query(ctx, `
		select `+waitlist.RegistrationColumns+`
		from registration
		where occurrence_id = any($1) and status = $2
		order by order_no`, ids, status)
	if err != nil {
		return nil, err
	}
	if _, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (struct{}, error) {
		r, err := p.ScanRegistration(row)
		add(r.Occurrence, r.Hears())
		return struct{}{}, err
	}); err != nil {
		return nil, err
	}
	var entries []waitlist.EntryRow
	if len(states) > 0 {
		if entries, err = p.entriesAt(ctx, q, ids, states); err != nil {
			return nil, err
		}
	}
	for _, e := range entries {
		add(e.Occurrence, e.Hears())
	}
	if len(known) == 0 {
		return all, nil
	}
	paused, err := privacy.Paused(ctx, q, p.Clock.Now(), known)
	for _, some := range all {
		for i, h := range some {
			some[i].Paused = paused[h.ID]
		}
	}
	return all, err
}

// entriesAt are those on the waitlists of these dates in one of these states, each list in its
// order.
func (p *Changes) entriesAt(
	ctx context.Context,
	q db.Querier,
	ids, states []string,
) ([]waitlist.EntryRow, error) {
	rows, err := q.Query(ctx, `
		select `+waitlist.EntryColumns+`
		from waitlist_entry
		where occurrence_id = any($1) and state = any($2)
		order by position`, ids, states)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (e waitlist.EntryRow, err error) {
		var doc, box []byte
		if err = row.Scan(e.Columns(&doc, &box)...); err != nil {
			return e, err
		}
		return e, p.Unseal(
			waitlist.SealedRow{Table: "waitlist_entry", ID: e.ID, Doc: doc, Box: box},
			&e.Doc,
			&e.Who,
		)
	})
}

// together puts the people of these dates with the way they are told. What becomes of each date is
// part of the fingerprint.
func (p *Changes) together(dates []toldOf) (out ToldTogether) {
	known := map[string]*oneTold{}
	ways := map[string]*[]*oneTold{
		"mail": &out.Mail, "phone": &out.Call, "self": &out.Self, "paused": &out.Paused,
		"none": &out.None,
	}
	parts := []string{"together"}
	for _, d := range dates {
		parts = append(parts, d.s.ID, d.session, d.s.Starts.UTC().Format(time.RFC3339),
			d.s.Status, d.becomes)
		for _, h := range d.hear {
			way := h.Way()
			parts = append(parts, h.ID, way)
			row := waitlist.ToldRow{
				Date:    d.s.ID,
				Session: d.session,
				Row:     h.ID,
				Waits:   h.Waits,
				Act:     d.s.Act,
			}
			key := way + p.samePerson(h)
			t := known[key]
			heard := false // once a date, too
			if t != nil {
				last := t.About[len(t.About)-1]
				heard = last.Date == row.Date && last.Session == row.Session
			}
			switch {
			case heard && way != "none":
				continue
			case heard: // two of one name at one date are two
				key += h.ID
			case t != nil:
				t.About = append(t.About, row)
				continue
			}
			t = &oneTold{Hearer: h, About: []waitlist.ToldRow{row}, first: d.s}
			known[key] = t
			*ways[way] = append(*ways[way], t)
		}
	}
	out.Fingerprint = hex.EncodeToString(p.Keys.LookupKey(parts...)[:12])
	return out
}

// samePerson is the same for the same name and address, or number; without both for the same name.
func (p *Changes) samePerson(h waitlist.Hearer) string {
	k := p.KeysOf("", h.Who)
	if key := cmp.Or(string(k.NameEmail), string(k.NamePhone)); key != "" {
		return key
	}
	return strings.Join(strings.Fields(httpkit.Folded(h.Who.Name)), " ")
}

// busiest is whose mail the check shows: the one with most dates.
func (t ToldTogether) busiest() *oneTold {
	if len(t.Mail) == 0 {
		return nil
	}
	return slices.MaxFunc(t.Mail, func(a, b *oneTold) int { return len(a.About) - len(b.About) })
}

// toldBy are who was told of acts, the row of each by the act on its date: the act that they heard
// of last when it called the date off, else nothing.
type toldBy map[mail.Out]string

// of are those of these people who were told of this act.
func (t toldBy) of(act *booking.StaffAct, all []waitlist.Hearer) (out []waitlist.Hearer) {
	for _, h := range all {
		if t[mail.Out{Act: act.ID, Row: h.ID}] != "" {
			out = append(out, h)
		}
	}
	return out
}

// ofItself says whether one of these people heard of this very act.
func (t toldBy) ofItself(act *booking.StaffAct, all []waitlist.Hearer) bool {
	return slices.ContainsFunc(all, func(h waitlist.Hearer) bool {
		return t[mail.Out{Act: act.ID, Row: h.ID}] == act.ID
	})
}

// said is one act that called a date off or let it go on, before another.
type said struct{ Act, ID, Whole, Kind string }

// toldBy says who was told that dates do not go on, and nothing else since: by acts that called
// them off, also by an older one of the same date.
func (p *Changes) toldBy(
	ctx context.Context,
	q db.Querier,
	acts ...*booking.StaffAct,
) (toldBy, error) {
	ids := make([]string, len(acts))
	for i, a := range acts {
		ids[i] = a.ID
	}
	rows, err := q.Query(ctx, `
		select a.id, b.id, coalesce(b.doc->>'lead', b.id), b.kind
		from staff_act a
		join staff_act b on b.occurrence_id = a.occurrence_id
			and b.no <= a.no
			and coalesce(b.doc->>'session', '') = coalesce(a.doc->>'session', '')
		where a.id = any($1)
			and b.kind in ('`+booking.ActOff+`', '`+booking.ActOnAgain+`')
		order by b.no`, ids)
	if err != nil {
		return nil, err
	}
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
			if h.Kind == booking.ActOff {
				last = h.ID
			}
			out[mail.Out{Act: h.Act, Row: row}] = last
		}
	}
	return out, err
}
