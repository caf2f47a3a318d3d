// Package notify reminds people of their meeting, and tells staff by mail what there is. Its jobs
// and the composer of mails call it.
//
//   - Who asked for it is reminded of each meeting: by mail on the day before from ten, or by a
//     call on the last open day before, from ten until the hour after which nobody phones. It is
//     looked at every minute under the lock of the date, so what was missed is done late; a mail
//     until ten in the evening, never later: the next day its "morgen" is not true.
//   - Whoever was told of that day after ten (signed up, moved, on again) is not told twice, and
//     one meeting has one reminder for each day that it is on. What does not happen any more is
//     found when the mail goes out, and hides the call; an act that is taken back brings both
//     back.
//   - A notice for staff is a row of notices (notices.go): numbers, never a name or a title.
package notify

import "herstelruimte/internal/agenda/calls"

type Notices struct{ *calls.Calls }
