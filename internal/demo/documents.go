package demo

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/content"
	"herstelruimte/internal/db"
)

// sample is a document of the sample data with its id and state.
type sample struct {
	id    string
	doc   content.Document
	state content.State
}

// documents are all documents of the sample data, around the moment of the plan.
func (p *plan) documents() (all []sample) {
	all = append(all, p.storyDocuments()...)
	all = append(all, p.newsDocuments()...)
	all = append(all, p.faqDocuments()...)
	all = append(all, p.yearDocuments()...)
	for i, v := range roles() {
		all = append(all, sample{id("rol", v.Title), &v, content.State{Status: content.Published, Position: i + 1}})
	}
	for _, v := range p.letters() {
		s := content.State{Status: v.status}
		if v.when != 0 {
			s.From = p.day(v.when, 1000)
		}
		all = append(all, sample{id("iss", v.Subject), &v.Issue, s})
	}
	return all
}

func (p *plan) storyDocuments() (all []sample) {
	for _, v := range stories() {
		if v.about != "" {
			v.RelatedActivity = id("act", v.about)
		}
		s := content.State{Status: v.status}
		if v.days > 0 {
			s.From = p.day(-v.days, 1100)
		}
		all = append(all, sample{id("sty", v.Title), &v.Story, s})
	}
	return all
}

func (p *plan) newsDocuments() (all []sample) {
	for _, v := range news() {
		s := content.State{Status: content.Published, From: p.day(v.from, 900), Pinned: v.pinned}
		if v.until != 0 {
			s.Until = p.day(v.until, 900)
		}
		all = append(all, sample{id("nws", v.Title), &v.NewsItem, s})
	}
	return all
}

func (p *plan) faqDocuments() (all []sample) {
	for i, v := range faq() {
		v.LastChecked = clock.Day(p.now).AddDate(0, -v.months, 0).Format(time.DateOnly)
		all = append(all, sample{id("faq", v.Question), &v.FAQItem, content.State{Status: content.Published, Position: i + 1}})
	}
	return all
}

// yearDocuments publishes the years that are over; the others are drafts.
func (p *plan) yearDocuments() (all []sample) {
	for _, v := range figures() {
		s := content.State{Status: content.Draft}
		if over(v.Year, p.now) {
			s.Status = content.Published
		}
		all = append(all, sample{id("yr", v.Year), &v, s})
	}
	return all
}

// day is a wall-clock time, such as 9.00 written 900, days from now.
func (p *plan) day(days, hhmm int) *time.Time {
	t := onDay(clock.Day(weekday(p.now, days)), hhmm)
	return &t
}

// texts stores all documents of the sample data. A second time changes nothing.
func (l *loader) texts(ctx context.Context) error {
	return db.InTx(ctx, l.Pool, func(tx pgx.Tx) error {
		for _, s := range l.plan.documents() {
			if err := l.Documents.Put(ctx, tx, s.id, s.doc, s.state); err != nil {
				return fmt.Errorf("%s: %w", s.id, err)
			}
		}
		return nil
	})
}
