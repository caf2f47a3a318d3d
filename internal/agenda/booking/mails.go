package booking

import (
	"herstelruimte/internal/agenda/waitlist"
)

// A mail about whole dates is written right before it is sent, of those of its dates of which it is
// still so. Of one it is the plain mail about that date.

// ChangeMail is what the job of a mail about a whole date carries.
type ChangeMail struct {
	Act   string             `json:"act"` // that it tells of
	Waits bool               `json:"waits,omitempty"`
	About []waitlist.ToldRow `json:"about,omitempty"` // the dates; absent: that of its cause
}

// CalendarMail is what the job of mail.Cancelled carries: enough to write its calendar file after
// the registration is gone.
type CalendarMail struct {
	Registration string `json:"registration"`
	Sequence     int    `json:"sequence"`
}

// MessageMail is what the job of mail.ToEverybody carries.
type MessageMail struct {
	Message string `json:"message"`
	// About are the sign-ups of who hears it, at several dates; absent: the cause of the mail.
	About []waitlist.ToldRow `json:"about,omitempty"`
}

// MovedMail is what the job of mail.SignedUp carries when staff moved somebody: the date before.
type MovedMail struct {
	From string `json:"from"`
}
