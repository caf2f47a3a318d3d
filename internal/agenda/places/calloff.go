package places

import (
	"cmp"
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/db"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/problem"
)

// CallOff is why a date does not go on, and what people can do instead.
type CallOff struct {
	Reason string `json:"reason,omitempty" enum:"ill,staff,signUps,weather,building,other"`
	Text   string `json:"text,omitempty" letters:"200" doc:"what visitors read"`
	// what they can do instead: another date, or a sentence; with both empty nothing
	InsteadDate string `json:"insteadDate,omitempty" maxLength:"60" doc:"id of the date to come to instead"`
	InsteadText string `json:"insteadText,omitempty" letters:"200" doc:"or a sentence"`
	Session     string `json:"session,omitempty" maxLength:"60" doc:"of a series: that meeting alone"`
	Fingerprint string `json:"fingerprint,omitempty" doc:"of the check that the screen shows"`
	Scope
}

// faults are the mistakes in what visitors will read. A number or an address would stand in public
// pages, feeds and mails for good.
func (c *CallOff) faults() (f problem.Faults) {
	c.Text, c.InsteadText = httpkit.Text(c.Text), httpkit.Text(c.InsteadText)
	f.OneOf("reason", []string{"ill", "staff", "signUps", "weather", "building", "other"}, c.Reason)
	if c.Text == "" {
		f.Add("text", problem.Required)
	}
	for name, text := range map[string]string{"text": c.Text, "insteadText": c.InsteadText} {
		f.Length(name, text, 0, problem.Most(c, name))
		f.NoContact(name, text)
	}
	return f
}

// offDoc is how a date stood before it was called off.
type offDoc struct {
	Status  string             `json:"status"`
	Reason  string             `json:"reason,omitempty"`
	Instead *rules.Alternative `json:"instead,omitempty"`
	Entries map[string]string  `json:"entries,omitempty"` // who waited, and how
	Places  []keptBefore       `json:"places,omitempty"`
	// of a series: the meetings that went on until then
	Meetings []string `json:"meetings,omitempty"`
}

// keptBefore is a place that was kept for somebody who waits.
type keptBefore struct {
	ID     string     `json:"id"`
	Reason string     `json:"reason"`
	Wakes  *time.Time `json:"wakes,omitempty"`
	Offer  string     `json:"offer,omitempty"`
}

// mayCallOff says whether a date can be called off now, and puts the reason on it.
//
// Problems: invalid, gone (called off), closed (over).
func (p *Places) mayCallOff(
	ctx context.Context,
	q db.Querier,
	s *rules.Slot,
	in *CallOff,
) error {
	switch {
	case s.Status == "cancelled":
		return problem.New(problem.Gone)
	case !s.Now.Before(s.Ends):
		return problem.New(problem.Closed)
	}
	if wrong := in.faults(); len(wrong) > 0 {
		return problem.WithFields(wrong...)
	}
	s.Doc.ChangeReason, s.Doc.Alternative = in.Text, nil
	if in.InsteadText != "" {
		s.Doc.Alternative = &rules.Alternative{Text: in.InsteadText}
	}
	if in.InsteadDate == "" {
		return nil
	}
	to, err := p.Peek(ctx, q, in.InsteadDate)
	if err != nil && !isGone(err) {
		return err
	}
	if err != nil || to.ID == s.ID || to.Status == "cancelled" || to.Hidden() != nil ||
		!s.Now.Before(to.Ends) {
		return problem.WithFields(problem.Field{Name: "insteadDate", Code: problem.Choice})
	}
	s.Doc.Alternative = &rules.Alternative{ActivityID: to.ActivityID, OccurrenceID: to.ID}
	return nil
}

// offDates writes down that these dates do not go on: nobody has a place at them any more.
func offDates(ctx context.Context, tx pgx.Tx, dates ...*rules.Slot) error {
	if err := changeSeats(ctx, tx, "cancelledByHouse", "registered", dates); err != nil {
		return err
	}
	for _, s := range dates {
		s.Status = "cancelled"
	}
	return keepDates(ctx, tx, dates...)
}

// changeSeats gives everybody at these dates who has one status the other one, and counts the
// places.
func changeSeats(
	ctx context.Context,
	tx pgx.Tx,
	to, from string,
	dates []*rules.Slot,
) error {
	if len(dates) == 0 {
		return nil
	}
	rows, err := tx.Query(ctx, `
		update registration
		set status = $3, version = version + 1, updated_at = $4,
			doc = jsonb_set(doc, '{sequence}', to_jsonb((doc->>'sequence')::int + 1))
		where occurrence_id = any($1) and status = $2
		returning occurrence_id, seats`, idsOf(dates), from, to, dates[0].Now)
	if err != nil {
		return err
	}
	if to != "registered" {
		return countSeats(rows, dates, -1)
	}
	return countSeats(rows, dates, 1)
}

// countSeats adds the seats of these rows to what is taken, or takes them off.
func countSeats(rows pgx.Rows, dates []*rules.Slot, by int) error {
	at := map[string]*rules.Slot{}
	for _, s := range dates {
		at[s.ID] = s
	}
	var id string
	var seats int
	_, err := pgx.ForEachRow(rows, []any{&id, &seats}, func() error {
		at[id].Taken += by * seats
		return nil
	})
	return err
}

// keepDates writes the status and the document of dates; the sequence of their calendar rises by
// it.
func keepDates(ctx context.Context, tx pgx.Tx, dates ...*rules.Slot) error {
	if len(dates) == 0 {
		return nil
	}
	status, docs := make([]string, len(dates)), make([][]byte, len(dates))
	for i, s := range dates {
		status[i], docs[i] = s.Status, db.JSON(s.Doc)
	}
	_, err := tx.Exec(ctx, `
		update occurrence o
		set status = x.status, doc = convert_from(x.doc, 'UTF8')::jsonb, version = version + 1,
			updated_at = $4
		from unnest($1::text[], $2::text[], $3::bytea[]) as x (id, status, doc)
		where o.id = x.id`, idsOf(dates), status, docs, dates[0].Now)
	return err
}

// stopWaiting ends all offers of a date and closes its list, and notes how it stood.
func (p *Places) stopWaiting(
	ctx context.Context,
	tx pgx.Tx,
	s *rules.Slot,
	was *offDoc,
) error {
	rows, err := tx.Query(ctx, `
		select id, reason, wakes_at, coalesce(offer_id, '')
		from vacancy
		where occurrence_id = $1 and state = 'open'
		order by no`, s.ID)
	if err != nil {
		return err
	}
	if was.Places, err = pgx.CollectRows(rows, pgx.RowToStructByPos[keptBefore]); err != nil {
		return err
	}
	entries, err := p.entriesOf(ctx, tx, s.ID)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if e.state == "waiting" || e.state == "offered" {
			was.Entries[e.id] = e.state
		}
	}
	if _, err := tx.Exec(ctx, `
		update offer set act_id = $2 where occurrence_id = $1 and state = 'open'`,
		s.ID, s.Act); err != nil {
		return err
	}
	return endWaiting(ctx, tx, s, reasonCancelled)
}

// onAgain is a date that goes on after all, and how it stood.
type onAgain struct {
	s      *rules.Slot
	was    offDoc
	offers bool
}

// putAllOn gives everybody their place at these dates again, and their turn on the list. With
// offers, those that were told stand as they stood; without, and where nobody knew of one, the list
// begins again with the first who is to be asked.
func (p *Places) putAllOn(ctx context.Context, tx pgx.Tx, all []onAgain) error {
	dates := make([]*rules.Slot, len(all))
	for i, d := range all {
		dates[i] = d.s
	}
	if err := changeSeats(ctx, tx, "registered", "cancelledByHouse", dates); err != nil {
		return err
	}
	for _, d := range all {
		if s := d.s; s.Limit != nil && *s.Limit < s.Taken { // fewer places since: all keep theirs
			limit := s.Taken
			s.Limit = &limit
		}
		d.s.Status = cmp.Or(d.was.Status, "planned")
		d.s.Doc.ChangeReason, d.s.Doc.Alternative = d.was.Reason, d.was.Instead
	}
	if err := keepDates(ctx, tx, dates...); err != nil {
		return err
	}
	if err := seriesMeetingsOn(ctx, tx, all); err != nil {
		return err
	}
	for _, d := range all {
		if err := p.waitOn(ctx, tx, d.s, d.was, d.offers); err != nil {
			return err
		}
	}
	return nil
}

// waitOn gives everybody their turn on the list of a date again.
func (p *Places) waitOn(
	ctx context.Context,
	tx pgx.Tx,
	s *rules.Slot,
	was offDoc,
	offers bool,
) error {
	if !s.Now.Before(s.JoinUntil) {
		return nil // it began: the list stays closed
	}
	for id := range was.Entries {
		tag, err := tx.Exec(ctx, `
			update waitlist_entry
			set state = 'waiting', version = version + 1, updated_at = $2
			where id = $1 and state = 'closed'`, id, s.Now)
		if err != nil {
			return err
		}
		s.Waiting += int(tag.RowsAffected())
	}
	for _, v := range was.Places {
		if s.Limit == nil || s.Taken+s.Held >= *s.Limit {
			break
		}
		if err := p.keepAgain(ctx, tx, s, v, offers); err != nil {
			return err
		}
	}
	return nil
}

// keepAgain keeps a place for who waits, as it was kept before the date was called off.
func (p *Places) keepAgain(
	ctx context.Context,
	tx pgx.Tx,
	s *rules.Slot,
	v keptBefore,
	offers bool,
) error {
	if v.Offer != "" {
		back, err := p.offerAgain(ctx, tx, s, v.Offer, offers)
		if err != nil {
			return err
		}
		if !back {
			v.Offer, v.Reason, v.Wakes = "", reasonNew, nil
		}
	}
	tag, err := tx.Exec(ctx, `
		update vacancy
		set state = 'open', reason = $2, wakes_at = $3, offer_id = nullif($4, ''), updated_at = $5
		where id = $1 and state = 'released'`, v.ID, v.Reason, v.Wakes, v.Offer, s.Now)
	s.Held += int(tag.RowsAffected())
	return err
}

// offerAgain opens an offer again that was told, and says whether it is open. One that nobody knew
// of is as if it had not been made.
func (p *Places) offerAgain(
	ctx context.Context,
	tx pgx.Tx,
	s *rules.Slot,
	id string,
	may bool,
) (open bool, err error) {
	var entry, state string
	var until time.Time
	var told bool
	err = tx.QueryRow(ctx, `
		select o.entry_id, o.state, o.until, o.way = 'phone' or coalesce(m.state = 'sent', false)
		from `+offersWithMail+`
		where o.id = $1`, id).Scan(&entry, &state, &until, &told)
	if errors.Is(err, pgx.ErrNoRows) {
		return false, nil
	}
	if err != nil || state == "open" { // it holds more places than one
		return state == "open", err
	}
	if !may || !told {
		if _, err := tx.Exec(ctx, `
			delete from offer_vacancy where offer_id = $1`, id); err != nil {
			return false, err
		}
		_, err = tx.Exec(ctx, `update offer set state = 'untold' where id = $1`, id)
		return false, err
	}
	tag, err := tx.Exec(ctx, `
		update waitlist_entry set state = 'offered', updated_at = $2
		where id = $1 and state = 'waiting'`, entry, s.Now)
	if err != nil || tag.RowsAffected() == 0 {
		return false, err
	}
	if _, err := tx.Exec(ctx, `
		update offer set state = 'open', answered_at = null, act_id = null where id = $1`,
		id); err != nil {
		return false, err
	}
	if until.Before(s.Now) {
		until = s.Now
	}
	return true, p.wakeAt(ctx, tx, s.ID, until)
}

// lastOn is the newest act of this kind on a whole date that was not taken back, nil when there is
// none; of a series never one on a meeting of it.
func (p *Places) lastOn(
	ctx context.Context,
	q db.Querier,
	occurrence, kind string,
) (*staffAct, error) {
	return oneAct(q.QueryRow(ctx, `
		select `+actColumns+`
		from staff_act
		where occurrence_id = $1
			and kind = $2
			and not doc ? 'session'
			and undone_at is null
		order by no desc limit 1`, occurrence, kind))
}
