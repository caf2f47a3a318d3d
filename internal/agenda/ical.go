package agenda

import (
	"context"
	"encoding/hex"
	"net/http"
	"strings"
	"time"

	ics "github.com/arran4/golang-ical"
	"github.com/go-chi/chi/v5"

	"herstelruimte/internal/clock"
	"herstelruimte/internal/db"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/problem"
)

// appointment is somebody's own calendar file: one event a session, named "Afspraak" and nothing
// more, so that a shared calendar tells nobody where they go. The ids are keyed hashes of owner and
// session.
func (a *Agenda) appointment(
	ctx context.Context,
	all []meeting,
	owner string,
	sequence int,
	cancelled bool,
) []byte {
	cal := ics.NewCalendarFor("Herstelruimte")
	cal.SetProductId("-//" + a.Domain + "//programma//NL")
	cal.SetMethod(ics.MethodPublish)
	if cancelled {
		cal.SetMethod(ics.MethodCancel)
	}
	addAmsterdam(cal)
	h, now := a.House(ctx), a.Clock.Now()
	for _, m := range all {
		e := cal.AddEvent(
			hex.EncodeToString(a.Keys.LookupKey("calendar", owner, m.id)[:16]) + "@" + a.Domain,
		)
		e.SetDtStampTime(now.UTC())
		e.SetProperty(
			ics.ComponentPropertyDtStart,
			local(m.start),
			ics.WithTZID("Europe/Amsterdam"),
		)
		e.SetProperty(ics.ComponentPropertyDtEnd, local(m.end), ics.WithTZID("Europe/Amsterdam"))
		e.SetSummary("Afspraak")
		e.SetLocation(strings.Join(h.Address, ", "))
		e.SetSequence(sequence)
		e.SetStatus(ics.ObjectStatusConfirmed)
		if cancelled || m.status == "cancelled" {
			e.SetStatus(ics.ObjectStatusCancelled)
		}
	}
	return []byte(cal.Serialize(ics.WithNewLineWindows))
}

func local(t time.Time) string { return t.In(clock.Amsterdam).Format("20060102T150405") }

// addAmsterdam describes the zone: summer time from the last Sunday of March to the last Sunday of
// October.
func addAmsterdam(cal *ics.Calendar) {
	summer, winter := &ics.Daylight{}, ics.NewStandard()
	describe(
		&summer.ComponentBase,
		"19810329T020000",
		"FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU",
		"+0100",
		"+0200",
		"CEST",
	)
	describe(
		&winter.ComponentBase,
		"19961027T030000",
		"FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU",
		"+0200",
		"+0100",
		"CET",
	)
	z := cal.AddTimezone("Europe/Amsterdam")
	z.Components = append(z.Components, summer, winter)
}

func describe(c *ics.ComponentBase, start, rule, from, to, name string) {
	c.SetProperty(ics.ComponentPropertyDtStart, start)
	c.SetProperty(ics.ComponentPropertyRrule, rule)
	c.SetProperty("TZOFFSETFROM", from)
	c.SetProperty("TZOFFSETTO", to)
	c.SetProperty("TZNAME", name)
}

// Downloads mounts the files of this room: plain pages, so that they work without JavaScript.
func (a *Agenda) Downloads(r chi.Router) {
	r.Get("/registrationdetails/{token}/afspraak.ics", a.ownAppointment)
	r.Get("/registrationdetails/{token}/gegevens.json", a.ownData)
	r.Get("/agenda/{occurrence}/afspraak.ics", a.publicAppointment)
	feeds := &calendars{Agenda: a}
	r.Get("/agenda.ics", feeds.programme)
	r.Get("/agenda/{slug}.ics", feeds.activity)
}

func (a *Agenda) ownAppointment(w http.ResponseWriter, r *http.Request) {
	reg, err := a.ofPath(r)
	if err != nil {
		httpkit.Fail(w, r, err)
		return
	}
	all, err := a.meetings(r.Context(), a.Pool, reg.occurrence)
	if err != nil {
		httpkit.Fail(w, r, err)
		return
	}
	w.Header().Set("Cache-Control", httpkit.NoStore)
	sendFile(
		w,
		"afspraak.ics",
		"text/calendar; charset=utf-8",
		a.appointment(r.Context(), all, reg.id, reg.doc.Sequence, reg.status != "registered"),
	)
}

// publicAppointment has no owner and no activity name: the page after signing up offers it without
// knowing who asks.
func (a *Agenda) publicAppointment(w http.ResponseWriter, r *http.Request) {
	s, err := a.peek(r.Context(), a.Pool, chi.URLParam(r, "occurrence"))
	if err == nil && !s.activity.visible(s.now) {
		err = problem.New(problem.NotFound)
	}
	if err != nil {
		httpkit.Fail(w, r, err)
		return
	}
	all, err := a.meetings(r.Context(), a.Pool, s.id)
	if err != nil {
		httpkit.Fail(w, r, err)
		return
	}
	w.Header().Set("Cache-Control", "no-cache")
	sendFile(
		w,
		"afspraak.ics",
		"text/calendar; charset=utf-8",
		a.appointment(r.Context(), all, "", 0, s.status == "cancelled"),
	)
}

// ownData is everything kept about one sign-up: what the holder sees, and the kind and day of each
// mail.
type ownData struct {
	Registration
	Mails []sentMail `json:"mails"`
}

type sentMail struct {
	Kind string `json:"kind"`
	Day  string `json:"day" format:"date"`
}

func (a *Agenda) ownData(w http.ResponseWriter, r *http.Request) {
	reg, err := a.ofPath(r)
	if err != nil {
		httpkit.Fail(w, r, err)
		return
	}
	data := ownData{Mails: []sentMail{}}
	if data.Registration, err = a.registrationByID(r.Context(), a.Pool, reg.id); err != nil {
		httpkit.Fail(w, r, err)
		return
	}
	sent, err := a.Mail.About(r.Context(), reg.id)
	if err != nil {
		httpkit.Fail(w, r, err)
		return
	}
	for _, m := range sent {
		data.Mails = append(data.Mails, sentMail{Kind: string(m.Kind), Day: dayOf(m.At)})
	}
	w.Header().Set("Cache-Control", httpkit.NoStore)
	sendFile(w, "gegevens.json", "application/json; charset=utf-8", db.JSON(data))
}

// ofPath is the registration of the token in the address.
func (a *Agenda) ofPath(r *http.Request) (reg registrationRow, err error) {
	id, _, err := a.byToken(
		r.Context(),
		a.Pool,
		"registration",
		registrationToken,
		"Aanmelding "+chi.URLParam(r, "token"),
	)
	if err != nil {
		return reg, err
	}
	return a.loadRegistration(r.Context(), a.Pool, "id = $1", id)
}

func sendFile(w http.ResponseWriter, name, kind string, body []byte) {
	w.Header().Set("Content-Type", kind)
	w.Header().Set("Content-Disposition", `attachment; filename="`+name+`"`)
	_, _ = w.Write(body)
}
