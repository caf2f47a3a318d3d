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

type Recipient struct {
	waitlist.Hearer
	About []waitlist.ToldRow
	first *rules.Slot // the first of them
}

// Recipients are who is told of a plan, by how.
type Recipients struct {
	Mail, Call, Self, None, Paused []*Recipient
	Fingerprint                    string
	text                           string // of staff, to all of them; empty: what an act did
}

// hearersAt are everybody with a place in this status or on the list in one of these states, in the
// order in which they came, by date.
func (p *Changes) hearersAt(
	ctx context.Context, q db.Querier, ids []string, status string, states ...string,
) (map[string][]waitlist.Hearer, error) {
	all := map[string][]waitlist.Hearer{}
	var known []string
	for _, from := range []struct {
		kind   *waitlist.RowKind
		order  string
		states []string
	}{
		{waitlist.PlaceKind, `order_no`, []string{status}},
		{waitlist.EntryKind, `position`, states},
	} {
		k := from.kind
		rows, err := db.Rows(ctx, q, func(row pgx.CollectableRow) (waitlist.Row, error) {
			return p.Scan(k, row)
		}, `
			select `+k.Columns()+`
			from `+k.Table+`
			where occurrence_id = any($1) and `+k.State+` = any($2)
			order by `+from.order, ids, from.states)
		if err != nil {
			return nil, err
		}
		for _, r := range rows {
			all[r.Occurrence], known = append(all[r.Occurrence], r.Hears()), append(known, r.ID)
		}
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

// hearUnits adds who of hearersAt is told of each unit.
func (p *Changes) hearUnits(
	ctx context.Context, q db.Querier, units []Unit, status string, states ...string,
) (Recipients, error) {
	at, err := p.hearersAt(ctx, q, Plan{Units: units}.ids(), status, states...)
	for i, u := range units {
		units[i].Hear = at[u.S.ID]
	}
	return p.groupRecipients(units), err
}

// groupRecipients puts the people of units with the way they are told.
func (p *Changes) groupRecipients(units []Unit) (out Recipients) {
	known := map[string]*Recipient{}
	ways := map[string]*[]*Recipient{
		"mail": &out.Mail, "phone": &out.Call, "self": &out.Self, "paused": &out.Paused,
		"none": &out.None,
	}
	parts := []string{"together"}
	for _, u := range units {
		parts = append(parts, u.S.ID, u.Session, u.S.Starts.UTC().Format(time.RFC3339),
			u.S.Status, u.becomes)
		for _, h := range u.Hear {
			way := h.Way()
			parts = append(parts, h.ID, way)
			row := waitlist.ToldRow{
				Date: u.S.ID, Session: u.Session, Row: h.ID, Waits: h.Waits, Act: u.S.Act,
			}
			key := way + p.samePerson(h)
			t := known[key]
			again := false // once a date, too
			if t != nil {
				last := t.About[len(t.About)-1]
				again = last.Date == row.Date && last.Session == row.Session
			}
			switch {
			case again && way != "none":
				continue
			case again: // two of one name at one date are two
				key += h.ID
			case t != nil:
				t.About = append(t.About, row)
				continue
			}
			known[key] = &Recipient{Hearer: h, About: []waitlist.ToldRow{row}, first: u.S}
			*ways[way] = append(*ways[way], known[key])
		}
	}
	out.Fingerprint = p.PrintOf(parts)
	return out
}

// PrintOf is a fingerprint of what a screen showed.
func (p *Changes) PrintOf(parts []string) string {
	return hex.EncodeToString(p.Keys.LookupKey(parts...)[:12])
}

// samePerson is the same for one name with one address or number; without both for one name.
func (p *Changes) samePerson(h waitlist.Hearer) string {
	k := p.KeysOf("", h.Who)
	if key := cmp.Or(string(k.NameEmail), string(k.NamePhone)); key != "" {
		return key
	}
	return strings.Join(strings.Fields(httpkit.Folded(h.Who.Name)), " ")
}

// most is whose mail a check shows: who hears of most dates; without any, other.
func (t Recipients) most(other *Recipient) *Recipient {
	if len(t.Mail) == 0 {
		return other
	}
	return slices.MaxFunc(t.Mail, func(a, b *Recipient) int { return len(a.About) - len(b.About) })
}

// preview are the lines of a mail before there is any.
func (t *Recipient) preview(becomes func(row waitlist.ToldRow) mail.ChangedLine) []mail.ChangedLine {
	lines := make([]mail.ChangedLine, len(t.About))
	for i, row := range t.About {
		lines[i] = becomes(row)
		lines[i].Waits, lines[i].Link = row.Waits, "(link)"
	}
	return lines
}

// notifiedBy is, by act and row, the act that they heard of last when that called the date off.
type notifiedBy map[mail.Out]string

// of are who of these was told of an act, and whether one heard of that very act.
func (t notifiedBy) of(act *booking.StaffAct, all []waitlist.Hearer) (out []waitlist.Hearer, itself bool) {
	for _, h := range all {
		if by := t[mail.Out{Act: act.ID, Row: h.ID}]; by != "" {
			out, itself = append(out, h), itself || by == act.ID
		}
	}
	return out, itself
}

// notifiedBy says who was told that dates are off, and nothing else since: by these acts, or by
// older ones of the same dates.
func (p *Changes) notifiedBy(ctx context.Context, q db.Querier, acts ...*booking.StaffAct) (notifiedBy, error) {
	if len(acts) == 0 {
		return nil, nil
	}
	history, err := db.All[struct{ Act, ID, Whole, Kind string }](ctx, q, `
		select a.id, b.id, coalesce(b.doc->>'lead', b.id), b.kind
		from staff_act a
		join staff_act b on b.occurrence_id = a.occurrence_id
			and b.no <= a.no
			and coalesce(b.doc->>'session', '') = coalesce(a.doc->>'session', '')
		where a.id = any($1)
			and b.kind in ('`+booking.ActOff+`', '`+booking.ActOnAgain+`')
		order by b.no`, idsOf(acts))
	if err != nil {
		return nil, err
	}
	var whole []string
	for _, h := range history {
		whole = append(whole, h.Whole)
	}
	mailed, err := p.Mail.OutOf(ctx, q, whole...)
	if err != nil {
		return nil, db.Problem(err)
	}
	called, err := db.All[mail.Out](ctx, q, `
		select coalesce(one->>'act', act_id), coalesce(one->>'row', registration_id, entry_id)
		from call
		left join lateral jsonb_array_elements(call.about) as t (one) on true
		where act_id = any($1)
			and state = 'done'
			and coalesce(one->>'row', registration_id, entry_id) is not null`, whole)
	heard := map[string][]string{}
	for _, o := range append(mailed, called...) {
		heard[o.Act] = append(heard[o.Act], o.Row)
	}
	out := notifiedBy{}
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
