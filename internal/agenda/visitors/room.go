// Package visitors is what somebody does for themselves, without an account: sign up, wait, change,
// call off, answer an offer, see and erase what is kept.
//
//   - Whether somebody is known is told to nobody who asks: the answer is the same for who has a
//     place already, and the mail tells it to the address that stands in the sign-up, to no other.
//   - All who sign up or ask to wait at one moment are let in by one transaction, in the order in
//     which they came (admit.go); each has their own answer, and who came first is first. One date
//     that somebody holds stops nobody at another.
//   - A secret link opens one sign-up or entry, is compared by its hash, and proves the address
//     that it was mailed to: nothing else, so nobody reaches the rows of another by typing their
//     number or address. A changed address ends every older link in the same transaction. The old
//     address has a way back for a week, when a link that was mailed to it made the change.
//   - Whoever asks gets a link to everything of an address, mailed to it, for a day. It is stored
//     and answered alike for every address; whether there is anything to see is looked at when the
//     mail goes out. Below it each row has a link that is stored nowhere: the secret of the
//     overview and the id of the row, which must have that address at that moment. All acts are
//     those of a row.
//   - Who has no mail opens a sign-up or an entry by the code that staff read aloud. It gives a
//     link of two hours that proves no address. There is one code for each row: a new one ends the
//     old one and what is open by it.
//   - Erasing removes the rows with their mails and answers, frees what they held and writes the
//     journal, by which they are erased again after a restored backup.
package visitors

import (
	"context"

	"github.com/jackc/pgx/v5"

	"herstelruimte/internal/agenda/booking"
	"herstelruimte/internal/db"
	"herstelruimte/internal/privacy"
)

// Visitors is what somebody does for themselves.
type Visitors struct {
	*booking.Booking
	// Others keep something of the same people: "Mijn aanmeldingen" shows it, and "Wis alles van
	// mij" reaches it. May be empty.
	Others []Other

	lines db.Lines[*arrival]
	dates db.Asked[string, DateToTell]
}

// Other is a room that keeps something of the same people.
type Other interface {
	// KeptBy is what it keeps of an address or a number, for its owner; EraseBy erases all of that,
	// in tx, or those of the rows with these ids that are its own.
	KeptBy(ctx context.Context, q db.Querier, by privacy.By, key []byte) ([]privacy.KeptElsewhere, error)
	EraseBy(ctx context.Context, tx pgx.Tx, by privacy.By, keys any) error
}
