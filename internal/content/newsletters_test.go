package content

import (
	"context"
	"net/http"
	"testing"
	"time"

	"herstelruimte/internal/db"
)

func TestOneNewsletterIsReadByItsNumber(t *testing.T) {
	t.Parallel()
	r := setup(t)
	r.must("iss_winter", &Issue{
		Subject:  "Winter",
		Greeting: "Hallo allemaal.",
	}, State{From: at(0)})
	var list Newsletters
	if code := r.get(
		"/api/newsletters?nummer=iss_winter",
		&list,
	); code != http.StatusOK || list.Issue == nil || list.Issue.Subject != "Winter" ||
		list.FreshUntil == "" {
		t.Errorf("%d %+v", code, list)
	}
	for _, number := range []string{"iss_x", "sty_deur", "<script>"} {
		if code := r.get("/api/newsletters?nummer="+number, nil); code != http.StatusNotFound {
			t.Errorf("%s: %d", number, code)
		}
	}
}

func TestTheMonthOfTheNextNewsletterIsToldWhetherOneWasSentOrNot(t *testing.T) {
	t.Parallel()
	r := setup(t)
	month := func() string {
		var list Newsletters
		r.get("/api/newsletters", &list)
		return list.NextMonth
	}
	if got := month(); got != "2026-12" {
		t.Errorf("none sent, none planned: %s", got)
	}
	r.must("iss_winter", &Issue{
		Subject:  "Winter",
		Greeting: "Hallo.",
	}, State{From: at(0)})
	if got := month(); got != "2027-01" {
		t.Errorf("one sent now: %s", got)
	}
	r.IssuePlanned = func(context.Context, db.Querier, string) (*time.Time, error) {
		return at(120), nil
	}
	if got := month(); got != "2027-03" {
		t.Errorf("one planned: %s", got)
	}
}

func TestAForgedSubjectAndAnEmptyNewsletterAreRefusedAtTheirField(t *testing.T) {
	t.Parallel()
	forged := (&Issue{Subject: "Winter\r\nBcc: x@y.example", Greeting: "Hoi."}).Validate()
	if len(forged) != 1 || forged[0].Name != "subject" {
		t.Errorf("%+v", forged)
	}
	if empty := (&Issue{Subject: "Winter"}).Validate(); len(empty) != 1 ||
		empty[0].Name != "blocks" {
		t.Errorf("%+v", empty)
	}
}
