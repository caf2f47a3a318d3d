package visitors

import (
	"context"
	"encoding/hex"
	"net/http"
	"strings"

	"github.com/go-chi/chi/v5"

	"herstelruimte/internal/agenda/booking"
	"herstelruimte/internal/agenda/calendar"
	"herstelruimte/internal/agenda/rules"
	"herstelruimte/internal/agenda/waitlist"
	"herstelruimte/internal/db"
	"herstelruimte/internal/httpkit"
	"herstelruimte/internal/privacy"
	"herstelruimte/internal/problem"
)

// appointment is the calendar file of the owner of a sign-up; without an owner, of anybody.
func (p *Visitors) appointment(
	ctx context.Context,
	all []rules.Meeting,
	owner string,
	sequence int,
	cancelled bool,
) []byte {
	return p.Appointments(ctx, []CalendarOf{{all, owner, sequence}}, cancelled)
}

// Appointments is appointment for several sign-ups of one person in one file. The ids are keyed
// hashes of owner and session.
func (p *Visitors) Appointments(ctx context.Context, own []CalendarOf, cancelled bool) []byte {
	var all []rules.Meeting
	is := map[string]CalendarOf{}
	for _, of := range own {
		for _, m := range of.All {
			is[m.ID] = of
		}
		all = append(all, of.All...)
	}
	file := calendar.Appointment{
		Domain:     p.Domain,
		Address:    p.House(ctx).Address,
		Now:        p.Clock.Now(),
		SequenceOf: func(session string) int { return is[session].Sequence },
		Cancelled:  cancelled,
		ID: func(session string) string {
			key := p.Keys.LookupKey("calendar", is[session].Owner, session)
			return hex.EncodeToString(key[:16])
		},
	}
	return file.File(all)
}

// HolderDownloads mounts the files for people with a place: plain pages, so that they work without
// JavaScript.
func (p *Visitors) HolderDownloads(r chi.Router) {
	r.Get("/registrationdetails/{token}/afspraak.ics", p.ownAppointment)
	r.Get("/registrationdetails/{token}/gegevens.json", p.ownData)
	r.Get("/agenda/{occurrence}/afspraak.ics", p.publicAppointment)
}

func (p *Visitors) ownAppointment(w http.ResponseWriter, r *http.Request) {
	reg, err := p.ofPath(r)
	if err != nil {
		httpkit.Fail(w, r, err)
		return
	}
	all, err := waitlist.Meetings(r.Context(), p.Pool, reg.Occurrence)
	if err != nil {
		httpkit.Fail(w, r, err)
		return
	}
	w.Header().Set("Cache-Control", httpkit.NoStore)
	sendFile(
		w,
		"afspraak.ics",
		"text/calendar; charset=utf-8",
		p.appointment(r.Context(), all, reg.ID, reg.Doc.Sequence, reg.Status != "registered"),
	)
}

// publicAppointment has no owner and no activity name: the page after signing up offers it without
// knowing who asks.
func (p *Visitors) publicAppointment(w http.ResponseWriter, r *http.Request) {
	s, err := p.Peek(r.Context(), p.Pool, chi.URLParam(r, "occurrence"))
	if err == nil && !s.Activity.Visible(s.Now) {
		err = problem.New(problem.NotFound)
	}
	if err != nil {
		httpkit.Fail(w, r, err)
		return
	}
	all, err := waitlist.Meetings(r.Context(), p.Pool, s.ID)
	if err != nil {
		httpkit.Fail(w, r, err)
		return
	}
	w.Header().Set("Cache-Control", "no-cache")
	sendFile(
		w,
		"afspraak.ics",
		"text/calendar; charset=utf-8",
		p.appointment(r.Context(), all, "", 0, s.Status == "cancelled"),
	)
}

// ownData is everything kept about one sign-up: what the holder sees, and how each mail stands.
type ownData struct {
	Registration
	Mails []KeptMail `json:"mails"`
}

// addressData is the same of everything of an address.
type addressData struct {
	Registrations []Registration          `json:"registrations"`
	Entries       []Entry                 `json:"entries"`
	Elsewhere     []privacy.KeptElsewhere `json:"elsewhere"`
	Mails         []KeptMail              `json:"mails"`
}

func (p *Visitors) ownData(w http.ResponseWriter, r *http.Request) {
	var data any
	var err error
	if secret := chi.URLParam(r, "token"); strings.HasPrefix(secret, OverviewToken) {
		data, err = p.dataOfAddress(r.Context(), secret)
	} else {
		data, err = p.dataOfOne(r)
	}
	if err != nil {
		httpkit.Fail(w, r, err)
		return
	}
	w.Header().Set("Cache-Control", httpkit.NoStore)
	sendFile(w, "gegevens.json", "application/json; charset=utf-8", db.JSON(data))
}

func (p *Visitors) dataOfOne(r *http.Request) (data ownData, err error) {
	reg, err := p.ofPath(r)
	if err != nil {
		return data, err
	}
	if data.Registration, _, err = OwnPlace.seen(r.Context(), p, p.Pool, reg.ID, nil); err != nil {
		return data, err
	}
	all, err := p.Mail.About(r.Context(), p.Pool, booking.ToAnybody, reg.ID)
	data.Mails = keptMails(all)
	return data, err
}

// dataOfAddress is everything kept of an address.
func (p *Visitors) dataOfAddress(ctx context.Context, secret string) (data addressData, err error) {
	all, err := p.Mine(ctx, "Aanmelding "+secret)
	if err != nil {
		return data, err
	}
	data = addressData{
		Registrations: []Registration{},
		Entries:       []Entry{},
		Elsewhere:     all.Elsewhere,
		Mails:         all.Mails,
	}
	for _, item := range all.Items {
		if item.Registration != nil {
			data.Registrations = append(data.Registrations, *item.Registration)
		} else {
			data.Entries = append(data.Entries, *item.Entry)
		}
	}
	return data, nil
}

// ofPath is the registration of the token in the address.
func (p *Visitors) ofPath(r *http.Request) (reg waitlist.RegistrationRow, err error) {
	link, err := p.byLink(
		r.Context(),
		p.Pool,
		waitlist.RegistrationToken,
		"Aanmelding "+chi.URLParam(r, "token"),
	)
	if err != nil {
		return reg, err
	}
	return p.LoadRegistration(r.Context(), p.Pool, "id = $1", link.row)
}

func sendFile(w http.ResponseWriter, name, kind string, body []byte) {
	w.Header().Set("Content-Type", kind)
	w.Header().Set("Content-Disposition", `attachment; filename="`+name+`"`)
	_, _ = w.Write(body)
}

// CalendarOf are the meetings of one sign-up, for a file with those of several.
type CalendarOf struct {
	All      []rules.Meeting
	Owner    string
	Sequence int
}
