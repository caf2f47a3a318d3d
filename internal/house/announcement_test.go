package house

import (
	"errors"
	"strings"
	"testing"

	"herstelruimte/internal/problem"
)

func TestTheFirstAnnouncementHasExactlyTheValuesOfTheSpec(t *testing.T) {
	want := Announcement{
		"trefpunt-2025-10-02-v3",
		true,
		"2025-10-02",
		"2025-12-31",
		30,
		3000,
		"Donderdagavond gesloten",
		"We hebben even te weinig mensen. Daarom is het trefpunt op donderdagavond dicht tot 6 " +
			"november. Op donderdag ben je wel gewoon welkom van 13.00 tot 17.00 uur.",
		"",
	}
	if got := *Default().Announcement; got != want {
		t.Errorf("%+v", got)
	}
}

func TestAnAnnouncementHoldsFromItsFirstInstantThroughItsLast(t *testing.T) {
	for moment, active := range map[string]bool{
		"2025-10-01 23.59": false,
		"2025-10-02 00.00": true,
		"2025-10-26 02.30": true,
		"2025-12-31 23.59": true,
		"2026-01-01 00.00": false,
	} {
		h := Default()
		s := h.Site(at(moment), nil)
		if s.Announcement.Active != active {
			t.Errorf("%s: active is %v", moment, s.Announcement.Active)
		}
		if s.Announcement.From != "2025-10-02T00:00:00+02:00" ||
			s.Announcement.Until != "2026-01-01T00:00:00+01:00" {
			t.Errorf("from %s until %s", s.Announcement.From, s.Announcement.Until)
		}
		h.Announcement.Enabled = false
		if s := h.Site(at(moment), nil); s.Announcement == nil || s.Announcement.Active {
			t.Errorf(
				"%s: one that is switched off is %+v: the link that forces it needs its words",
				moment,
				s.Announcement,
			)
		}
	}
	if s := (House{Hours: Default().Hours}).Site(
		at("2025-10-02 10.00"),
		nil,
	); s.Announcement != nil {
		t.Error("no announcement is none")
	}
}

func TestAPageIsNotFreshBeyondTheEndOfTheAnnouncement(t *testing.T) {
	h := Default()
	h.Announcement.ValidFrom, h.Announcement.ValidUntil = "2025-12-01", "2025-12-30"
	for now, fresh := range map[string]string{
		"2025-11-30 22.00": "2025-12-01T00:00:00+01:00",
		"2025-12-30 22.00": "2025-12-31T00:00:00+01:00",
	} {
		if got := h.Site(at(now), nil).FreshUntil; got != fresh {
			t.Errorf("at %s fresh until %s", now, got)
		}
	}
}

func TestEveryWrongFieldOfAnAnnouncementIsNamed(t *testing.T) {
	for field, change := range map[string]func(*Announcement){
		"version":     func(a *Announcement) { a.Version = "v 1; Path=/" },
		"title":       func(a *Announcement) { a.Title = strings.Repeat("x", 81) },
		"body":        func(a *Announcement) { a.Body = strings.Repeat("x", 401) },
		"validFrom":   func(a *Announcement) { a.ValidFrom = "2025-02-30" },
		"validUntil":  func(a *Announcement) { a.ValidUntil = "2025-10-01" },
		"expiresDays": func(a *Announcement) { a.ExpiresDays = 366 },
		"delayMs":     func(a *Announcement) { a.DelayMs = 30_001 },
		"flyerUrl":    func(a *Announcement) { a.FlyerURL = "javascript:alert(1)" },
	} {
		h := Default()
		change(h.Announcement)
		var p *problem.Problem
		if !errors.As(h.Validate(), &p) || len(p.Fields) != 1 ||
			p.Fields[0].Name != "announcement."+field {
			t.Errorf("%s: %+v", field, p)
		}
	}
	for _, change := range []func(*Announcement){
		func(a *Announcement) { a.ValidUntil = a.ValidFrom },
		func(a *Announcement) { a.ExpiresDays, a.DelayMs = 1, 0 },
		func(a *Announcement) { a.ExpiresDays, a.DelayMs = 365, 30_000 },
		func(a *Announcement) { a.FlyerURL = "/bestanden/fil_1/flyer.pdf" },
		func(a *Announcement) { a.FlyerURL = "https://example.nl/flyer.pdf" },
	} {
		h := Default()
		change(h.Announcement)
		if err := h.Validate(); err != nil {
			t.Error(err.(*problem.Problem).Fields)
		}
	}
}
