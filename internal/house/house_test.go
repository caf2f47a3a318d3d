package house

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"herstelruimte/internal/problem"
)

func TestTheBuiltInSettingsAreValidAtEveryMoment(t *testing.T) {
	if err := Default().Validate(); err != nil {
		t.Fatal(err, err.(*problem.Problem).Fields)
	}
	for now := at(
		"2026-11-16 00.30",
	); now.Before(at("2026-12-01 00.00")); now = now.Add(7 * time.Hour) {
		h := SampleAt(now)
		if err := h.Validate(); err != nil {
			t.Fatal(now, err.(*problem.Problem).Fields)
		}
		if len(h.Exceptions) != 1 || len(h.Closures) != 1 || !h.Sample {
			t.Fatal("the sample is not complete")
		}
	}
	h := SampleAt(at("2026-11-22 23.00")) // a Sunday: this week began on 16 November
	var shut []string
	for day := at("2026-10-29 12.00"); day.Before(at("2026-12-10 00.00")); day = dayAfter(day, 7) {
		shut = append(shut, fmt.Sprint(len(h.Blocks(day))))
	}
	if got := strings.Join(
		shut,
		" ",
	); got != "2 1 1 1 1 2" || h.Exceptions[0].Day != "2026-12-09" || h.Checked != "2026-11-02" {
		t.Errorf(
			"blocks of the Thursdays %s, team day %s, checked %s",
			got,
			h.Exceptions[0].Day,
			h.Checked,
		)
	}
}

func TestSettingsSurviveBeingWritten(t *testing.T) {
	h := SampleAt(at("2026-11-24 10.00"))
	h.Credit = &Credit{"Makers", "https://makers.example"}
	raw, err := json.Marshal(h)
	if err != nil {
		t.Fatal(err)
	}
	var again House
	if err := json.Unmarshal(raw, &again); err != nil || !reflect.DeepEqual(h, again) {
		t.Errorf("%v\n%+v\n%+v", err, h, again)
	}
}

func TestEveryWrongFieldIsNamed(t *testing.T) {
	for field, change := range map[string]func(*House){
		"name":      func(h *House) { h.Name = " " },
		"promise":   func(h *House) { h.Promise = strings.Repeat("x", 121) },
		"doorText":  func(h *House) { h.DoorText = "a\x00b" },
		"phone":     func(h *House) { h.Phone = "0123 45 67 89" },
		"email":     func(h *House) { h.Email = "info" },
		"address":   func(h *House) { h.Address = nil },
		"address.1": func(h *House) { h.Address[1] = "" },
		"closures.0.first": func(h *House) {
			h.Closures = []Closure{{First: "vandaag", Last: "2026-11-24", To: 60}}
		},
		"closures.0.last": func(h *House) {
			h.Closures = []Closure{{First: "2026-11-25", Last: "2026-11-24", To: 60}}
		},
		"closures.0.weekday": func(h *House) {
			h.Closures = []Closure{{First: "2026-11-24", Last: "2026-11-24", Weekday: 8, To: 60}}
		},
		"closures.0.to": func(h *House) {
			h.Closures = []Closure{{First: "2026-11-24", Last: "2026-11-24"}}
		},
		"closures.0.reason": func(h *House) {
			h.Closures = []Closure{
				{First: "2026-11-24", Last: "2026-11-24", To: 60, Reason: strings.Repeat("x", 201)},
			}
		},
		"rooms":            func(h *House) { h.Rooms = nil },
		"rooms.0.name":     func(h *House) { h.Rooms[0].Name = "" },
		"hours":            func(h *House) { h.Hours = h.Hours[:6] },
		"hours.0.weekday":  func(h *House) { h.Hours[0].Weekday = 2 },
		"hours.0.blocks.0": func(h *House) { h.Hours[0].Blocks = blocks(17, 0, 13, 0) },
		"hours.1.blocks.1": func(h *House) {
			h.Hours[1].Blocks = blocks(10, 0, 12, 0, 12, 0, 13, 0)
		},
		"hours.2.blocks": func(h *House) {
			h.Hours[2].Blocks = blocks(8, 0, 9, 0, 10, 0, 11, 0, 12, 0, 13, 0)
		},
		"hours.3.blocks.0": func(h *House) { h.Hours[3].Blocks = blocks(10, 0, 24, 1) },
		"exceptions.0.day": func(h *House) { h.Exceptions = []Exception{{Day: "2026-02-29"}} },
		"exceptions.1.day": func(h *House) {
			h.Exceptions = []Exception{{Day: "2026-02-28"}, {Day: "2026-02-28"}}
		},
		"exceptions.0.reason": func(h *House) {
			h.Exceptions = []Exception{{Day: "2026-02-28", Reason: strings.Repeat("x", 201)}}
		},
		"exceptions":        func(h *House) { h.Exceptions = make([]Exception, 401) },
		"crisis":            func(h *House) { h.Crisis = nil },
		"crisis.0.phone":    func(h *House) { h.Crisis[0].Phone = "113" },
		"crisis.1.url":      func(h *House) { h.Crisis[1].URL = "http://113.nl" },
		"crisisChecked":     func(h *House) { h.Checked = "gisteren" },
		"exitUrl":           func(h *House) { h.ExitURL = "javascript:alert(1)" },
		"socials.facebook":  func(h *House) { h.Socials.Facebook = "facebook" },
		"socials.instagram": func(h *House) { h.Socials.Instagram = "https://a@b.example" },
		"credit.url":        func(h *House) { h.Credit = &Credit{Text: "x"} },
		"credit.text":       func(h *House) { h.Credit = &Credit{URL: "https://x.example"} },
		"mailSender.name":   func(h *House) { h.Sender.Name = "Tref\r\nBcc: x" },
		"mailSender.address": func(h *House) {
			h.Sender.Address = "Trefpunt <post@herstelruimte.example>"
		},
		"network":                  func(h *House) { h.Network = "10.0.0.1" },
		"waitlist.countedUntil":    func(h *House) { h.Waitlist.Until = At(9, 0) },
		"waitlist.longHours":       func(h *House) { h.Waitlist.Long = 0 },
		"waitlist.shortHours":      func(h *House) { h.Waitlist.Short = 25 },
		"waitlist.marginHours":     func(h *House) { h.Waitlist.Margin = -1 },
		"processing.serverCountry": func(h *House) { h.Processing.ServerCountry = "" },
		"processing.processors": func(h *House) {
			h.Processing.Processors = make([]Processor, 13)
		},
		"processing.processors.0.country": func(h *House) {
			h.Processing.Processors[0].Country = ""
		},
		"processing.processors.1.since": func(h *House) {
			h.Processing.Processors[1].Since = "ooit"
		},
	} {
		h := Default()
		change(&h)
		var p *problem.Problem
		if !errors.As(h.Validate(), &p) || p.Code != problem.Invalid {
			t.Errorf("%s: accepted", field)
			continue
		}
		found := false
		for _, f := range p.Fields {
			found = found || f.Name == field
		}
		if !found {
			t.Errorf("%s: named %v", field, p.Fields)
		}
	}
}

// Each term has a floor and a ceiling: none can be set to nothing, least of all that of the log
// book, and none to for ever.
func TestATermStaysBetweenItsFloorAndItsCeiling(t *testing.T) {
	bounds := map[string][2]int{
		"registrationDays": {7, 90}, "waitlistDays": {1, 30}, "supportDays": {1, 60},
		"messageDays": {30, 365}, "unansweredDays": {30, 365}, "volunteerDays": {7, 84},
		"volunteerKeepDays": {90, 365}, "volunteerIdleMonths": {3, 12},
		"complaintDays": {365, 1826}, "subscriberDays": {1, 30}, "auditDays": {90, 730},
		"trashDays": {7, 90}, "undoMinutes": {1, 60},
	}
	for name := range Default().Keep.all() {
		if _, known := bounds[name]; !known {
			t.Errorf("%s has no bounds", name)
		}
	}
	refused := func(name string, n int) bool {
		h := Default()
		if err := json.Unmarshal(fmt.Appendf(nil, `{"%s": %d}`, name, n), &h.Keep); err != nil {
			t.Fatal(err)
		}
		var p *problem.Problem
		return errors.As(h.Validate(), &p) &&
			slices.Contains(p.Fields, problem.Field{Name: "keep." + name, Code: problem.Invalid})
	}
	for name, b := range bounds {
		for n, want := range map[int]bool{
			-1: true, 0: true, b[0] - 1: true, b[0]: false, b[1]: false, b[1] + 1: true, 3650: true,
		} {
			if got := refused(name, n); got != want {
				t.Errorf("%s of %d: refused %v, want %v", name, n, got, want)
			}
		}
	}
}

func TestPhonesAreShownInPairs(t *testing.T) {
	for number, want := range map[string]string{
		"+31123456789": "0123 45 67 89",
		"+31612345678": "06 12 34 56 78",
		"+3225551234":  "+32 25 55 12 34",
	} {
		if got := ShowPhone(number); got != want {
			t.Errorf("%s is shown as %s", number, got)
		}
	}
	if h := Default(); h.PhoneShown() != "0123 45 67 89" || h.PhoneLink() != "tel:+31123456789" {
		t.Error(h.PhoneShown(), h.PhoneLink())
	}
}

func TestWallTimesAreReadStrictly(t *testing.T) {
	for _, good := range []string{"00.00", "09.05", "23.59", "24.00"} {
		var w WallTime
		if err := w.UnmarshalText([]byte(good)); err != nil || w.String() != good {
			t.Errorf("%s: %v, %v", good, w, err)
		}
	}
	for _, bad := range []string{
		"",
		"9.00",
		"09:00",
		"24.01",
		"25.00",
		"12.60",
		"12.00 ",
		"-1.00",
		"12.000",
	} {
		var w WallTime
		if w.UnmarshalText([]byte(bad)) == nil {
			t.Errorf("%q is read as %v", bad, w)
		}
	}
}

func TestTheNetworkOfTheHouse(t *testing.T) {
	h := Default()
	if h.Prefix().IsValid() {
		t.Error("none was set")
	}
	h.Network = "192.0.2.77/24"
	if h.Prefix().String() != "192.0.2.0/24" {
		t.Error(h.Prefix())
	}
}
