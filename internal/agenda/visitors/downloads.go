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

// appointment is the calendar file of the owner of a sign-up, or of anybody.
func (p *Visitors) appointment(
	ctx context.Context,
	all []rules.Meeting,
	owner string,
	sequence int,
	cancelled bool,
) []byte {
	return p.Appointments(ctx, []CalendarOf{{all, owner, sequence}}, cancelled)
}

// Appointments is that of several sign-ups of one person. The ids are keyed hashes of owner and
// session.
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
		Domain:    p.Domain,
		Address:   p.House(ctx).Address,
		Now:       p.Clock.Now(),
		Sequence:  func(session string) int { return is[session].Sequence },
		Cancelled: cancelled,
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
	const calendar = "text/calendar; charset=utf-8"
	for _, of := range []struct {
		path, name, kind, cache string
		file                    func(*http.Request) ([]byte, error)
	}{
		{
			"/registrationdetails/{token}/", "afspraak.ics", calendar, httpkit.NoStore,
			p.ownAppointment,
		},
		{
			"/registrationdetails/{token}/", "gegevens.json", "application/json; charset=utf-8",
			httpkit.NoStore, p.ownData,
		},
		{"/agenda/{occurrence}/", "afspraak.ics", calendar, "no-cache", p.publicAppointment},
	} {
		r.Get(of.path+of.name, func(w http.ResponseWriter, r *http.Request) {
			file, err := of.file(r)
			if err != nil {
				httpkit.Fail(w, r, err)
				return
			}
			w.Header().Set("Cache-Control", of.cache)
			w.Header().Set("Content-Type", of.kind)
			w.Header().Set("Content-Disposition", `attachment; filename="`+of.name+`"`)
			_, _ = w.Write(file)
		})
	}
}

func (p *Visitors) ownAppointment(r *http.Request) ([]byte, error) {
	reg, err := p.ofPath(r)
	if err != nil {
		return nil, err
	}
	all, err := waitlist.Meetings(r.Context(), p.Pool, reg.Occurrence)
	if err != nil {
		return nil, err
	}
	off := reg.State != "registered"
	return p.appointment(r.Context(), all, reg.ID, reg.Doc.Sequence, off), nil
}

// publicAppointment has no owner and no activity name: the page after signing up offers it without
// knowing who asks.
func (p *Visitors) publicAppointment(r *http.Request) ([]byte, error) {
	s, err := p.Peek(r.Context(), p.Pool, chi.URLParam(r, "occurrence"))
	if err == nil && !s.Activity.Visible(s.Now) {
		err = problem.New(problem.NotFound)
	}
	if err != nil {
		return nil, err
	}
	all, err := waitlist.Meetings(r.Context(), p.Pool, s.ID)
	if err != nil {
		return nil, err
	}
	return p.appointment(r.Context(), all, "", 0, s.Status == "cancelled"), nil
}

// ownData is everything kept about one sign-up, and how each mail stands.
type ownData struct {
	Registration
	Mails []KeptMail `json:"mails"`
}

// addressData is the same of everything of an address.
type addressData struct {
	Registrations []*Registration         `json:"registrations"`
	Entries       []*Entry                `json:"entries"`
	Elsewhere     []privacy.KeptElsewhere `json:"elsewhere"`
	Mails         []KeptMail              `json:"mails"`
}

func (p *Visitors) ownData(r *http.Request) ([]byte, error) {
	var data any
	var err error
	if secret := chi.URLParam(r, "token"); strings.HasPrefix(secret, OverviewToken) {
		data, err = p.dataOfAddress(r.Context(), secret)
	} else {
		data, err = p.dataOfOne(r)
	}
	if err != nil {
		return nil, err
	}
	return db.JSON(data), nil
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
	data = addressData{[]*Registration{}, []*Entry{}, all.Elsewhere, all.Mails}
	for _, item := range all.Items {
		if item.Registration != nil {
			data.Registrations = append(data.Registrations, item.Registration)
		} else {
			data.Entries = append(data.Entries, item.Entry)
		}
	}
	return data, nil
}

// ofPath is the sign-up of the token in the address.
func (p *Visitors) ofPath(r *http.Request) (reg waitlist.Row, err error) {
	auth := "Aanmelding " + chi.URLParam(r, "token")
	link, err := p.byLink(r.Context(), p.Pool, waitlist.RegistrationToken, auth)
	if err != nil {
		return reg, err
	}
	return p.LoadPlace(r.Context(), p.Pool, link.row)
}

// CalendarOf are the meetings of one sign-up, for a file with those of several.
type CalendarOf struct {
	All      []rules.Meeting
	Owner    string
	Sequence int
}
