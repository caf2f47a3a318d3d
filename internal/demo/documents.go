package demo

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/content"
	"herstelruimte/internal/db"
	"herstelruimte/internal/editing"
	"herstelruimte/internal/richtext"
)

// sample is a document of the sample data with its id and state.
type sample struct {
	id     string
	doc    content.Document
	status string
	state  editing.State
}

// documents are all documents of the sample data, around the moment of the plan.
func (p *plan) documents() (all []sample) {
	all = append(all, p.storyDocuments()...)
	all = append(all, p.newsDocuments()...)
	all = append(all, p.faqDocuments()...)
	all = append(all, p.yearDocuments()...)
	for i, v := range roles() {
		all = append(all, sample{
			id("rol", v.Title),
			&v,
			editing.StatusPublished,
			editing.State{Position: i + 1},
		})
	}
	for _, v := range p.letters() {
		s := editing.State{}
		if v.day != 0 {
			s.From = p.day(v.day, 1000)
		}
		all = append(all, sample{id("iss", v.Subject), &v.Issue, v.status, s})
	}
	return all
}

func (p *plan) storyDocuments() (all []sample) {
	for _, v := range stories() {
		if v.About != "" {
			v.RelatedActivity = id("act", v.About)
		}
		s := editing.State{}
		if v.DaysAgo > 0 {
			s.From = p.day(-v.DaysAgo, 1100)
		}
		all = append(all, sample{id("sty", v.Title), &v.Story, v.Status, s})
	}
	return all
}

func (p *plan) newsDocuments() (all []sample) {
	for _, v := range news() {
		s := editing.State{From: p.day(v.From, 900), Pinned: v.Pinned}
		if v.Until != 0 {
			s.Until = p.day(v.Until, 900)
		}
		all = append(all, sample{id("nws", v.Title), &v.NewsItem, editing.StatusPublished, s})
	}
	return all
}

func (p *plan) faqDocuments() (all []sample) {
	for i, v := range faq() {
		q := content.FAQItem{
			Category:    v.Category,
			Question:    v.Question,
			Answer:      must(richtext.FromMarkdown(v.Answer)),
			LastChecked: clock.Day(p.now).AddDate(0, -v.Months, 0).Format(time.DateOnly),
		}
		all = append(all, sample{
			id("faq", v.Question),
			&q,
			editing.StatusPublished,
			editing.State{Position: i + 1},
		})
	}
	return all
}

// yearDocuments publishes the years that are over; the others are drafts.
func (p *plan) yearDocuments() (all []sample) {
	for _, v := range figures() {
		status := editing.StatusDraft
		if over(v.Year, p.now) {
			status = editing.StatusPublished
		}
		all = append(all, sample{id("yr", v.Year), &v, status, editing.State{}})
	}
	return all
}

// day is a wall-clock time, such as 9.00 written 900, days from now.
func (p *plan) day(days, hhmm int) *time.Time {
	t := onDay(clock.Day(weekday(p.now, days)), hhmm)
	return &t
}

// The states of some kinds alone: looked at by one editor, and mailed.
const (
	reviewed = "reviewed"
	sent     = "sent"
)

// kindOf names the kinds by how their ids begin.
var kindOf = map[string]string{
	"sty": "story",
	"nws": "news",
	"faq": "faq",
	"yr":  "year",
	"rol": "role",
	"iss": "issue",
}

// texts puts all documents of the sample data on the desk, and publishes most of them. A second
// time changes nothing.
func (l *loader) texts(ctx context.Context) error {
	return db.InTx(ctx, l.Pool, func(tx pgx.Tx) error {
		for _, s := range l.plan.documents() {
			if err := l.lay(ctx, tx, s); err != nil {
				return fmt.Errorf("%s: %w", s.id, err)
			}
		}
		if err := l.taken(ctx, tx); err != nil {
			return err
		}
		return l.history(ctx, tx)
	})
}

// readersThen is how many people got the newsletters that were sent before.
const readersThen = 38

// lay puts one document on the desk; a story comes with what its teller agreed to.
func (l *loader) lay(ctx context.Context, tx pgx.Tx, s sample) error {
	prefix, _, _ := strings.Cut(s.id, "_")
	kind := kindOf[prefix]
	if h, err := l.Editing.Peek(
		ctx,
		tx,
		kind,
		s.id,
	); err == nil && (h.Status == editing.StatusWithdrawn || kind == "issue") {
		return nil // what was taken back, and newsletters without it, stay as they are
	}
	if story, ok := s.doc.(*content.Story); ok && s.status != editing.StatusDraft {
		if err := l.agreed(ctx, tx, s, *story); err != nil {
			return err
		}
	}
	public := slices.Contains(
		[]string{editing.StatusPublished, sent, editing.StatusWithdrawn}, s.status)
	state := s.state
	if kind == "issue" && s.status == editing.StatusScheduled {
		at := *s.state.From
		state.From = nil
		if err := l.Newsletter.Plan(ctx, tx, s.id, at); err != nil {
			return err
		}
	}
	if kind == "issue" && s.status == sent && s.state.From != nil {
		if err := l.Newsletter.WasSent(ctx, tx, s.id, *s.state.From, readersThen); err != nil {
			return err
		}
	}
	return l.Editing.Import(ctx, tx, editing.Imported{
		Kind:      kind,
		ID:        s.id,
		Doc:       s.doc,
		State:     state,
		Published: public,
	})
}

// agreed writes down that the teller of a story said yes to all of it, and somebody of the staff
// looked at it.
func (l *loader) agreed(ctx context.Context, tx pgx.Tx, s sample, story content.Story) error {
	at := l.plan.now
	if s.state.From != nil {
		at = s.state.From.AddDate(0, 0, -2)
	}
	return l.Documents.Agreed(ctx, tx, content.Agreement{
		StoryID: s.id,
		Words:   story,
		Form: content.StoryConsentForm{
			Who:   story.DisplayName + " (verzonnen)",
			Reach: "Via de balie van Herstelruimte.",
			Ticks: content.StoryTicks{
				Text:       true,
				Name:       true,
				Photo:      true,
				Newsletter: true,
				Print:      true,
				Findable:   story.Findable,
			},
		},
		At: at,
	})
}

// taken takes back what its teller took back.
func (l *loader) taken(ctx context.Context, tx pgx.Tx) error {
	for _, s := range l.plan.storyDocuments() {
		if s.status == editing.StatusWithdrawn {
			return l.Documents.Withdraw(ctx, tx, s.id)
		}
	}
	return nil
}

// history gives the desk a text with an older version to go back to, and a trash with two things in
// it.
func (l *loader) history(ctx context.Context, tx pgx.Tx) error {
	var there int
	if err := tx.QueryRow(ctx, `
		select count(*) from draft where status = 'trashed'`).Scan(
		&there,
	); err != nil || there > 0 {
		return err
	}
	for _, text := range []string{
		"De tuin is af. Er staan een bank en twee appelbomen.",
		"De tuin is af. Er staan een bank, twee appelbomen en een tafel. Koffie drink je nu ook buiten.",
	} {
		item := content.NewsItem{
			Title:   "Onze tuin is af",
			Summary: "Koffie drink je nu ook buiten.",
			Body:    richtext.Paragraphs(text),
		}
		if err := l.Editing.Import(ctx, tx, editing.Imported{
			Kind: "news",
			ID:   id("nws", "Onze tuin is af"),
			Doc:  &item,
		}); err != nil {
			return err
		}
	}
	old := content.NewsItem{
		Title:   "Zomerrooster van vorig jaar",
		Summary: "Dit rooster is voorbij.",
		Body:    richtext.Paragraphs("In augustus waren we op donderdag dicht."),
	}
	twice := content.FAQItem{
		Category:    "Eerste keer",
		Question:    "Mag ik mijn hond meenemen?",
		Answer:      richtext.Paragraphs("Bel ons even. Dan kijken we samen."),
		LastChecked: clock.Day(l.plan.now).Format(time.DateOnly),
	}
	for kind, doc := range map[string]any{"news": &old, "faq": &twice} {
		prefix := map[string]string{"news": "nws", "faq": "faq"}[kind]
		if err := l.Editing.Import(ctx, tx, editing.Imported{
			Kind: kind,
			ID:   id(prefix, "prullenbak"),
			Doc:  doc,
		}); err != nil {
			return err
		}
	}
	_, err := tx.Exec(
		ctx, `
		update draft set status = 'trashed', trashed_at = $1 where id = any($2)`,
		l.plan.now.AddDate(0, 0, -3),
		[]string{id("nws", "prullenbak"), id("faq", "prullenbak")},
	)
	return err
}

// weekday is a moment days from now; one in the past falls on a working day.
func weekday(now time.Time, days int) time.Time {
	t := now.AddDate(0, 0, days)
	for days < 0 && (t.Weekday() == time.Saturday || t.Weekday() == time.Sunday) {
		t = t.AddDate(0, 0, -1)
	}
	return t
}
