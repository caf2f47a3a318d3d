// Package places is everything that touches a place: signing up, waiting, offers, changes by people
// and by staff, cancelling, erasing, and the rows of activities and dates themselves.
//
//   - Everything goes through the lock of the date: lock, look, act, store. What is over by the
//     clock ends first, so that what follows sees the truth; store settles the freed places in the
//     same transaction. Dates are locked in the order of their ids, before anything else is.
//   - Taken and held places together never pass the limit. A capacity below the people present
//     keeps them all: the limit falls with each cancellation until it equals the capacity.
//   - A freed place that somebody waits for becomes a vacancy: it is held, and offered in order of
//     position to whoever was not asked for it yet. When nobody is left to ask, it opens to all. A
//     vacancy without an offer says why it is held (the reasons in settle.go).
//   - Two places are offered to two people who come together, also when one of them was free for
//     all already; when one is free, they are offered one.
//   - A place that would be free for all is first offered to who was told that none was free, while
//     another was on offer, and was never asked.
//   - An offer counts only when it was told. Its deadline is set while its mail is being sent. One
//     that no mail server takes ends without blame and the place sleeps until mails go out again,
//     or it becomes a call; so does one that is refused for good, and without a number the next
//     person is asked. A call that nobody made ends without blame too.
//   - An offer is answered with yes, no or "not yet", the last once a date. At the deadline it is
//     over: the first time somebody keeps the position, the second time they leave the list. A late
//     yes gets a place that is free and unclaimed, and nothing else. Who gets a place by any way
//     leaves the list with every entry of theirs.
//   - One person is one row: the same name with the same address at one date, or with the same
//     number where neither has an address. The unique indexes decide; nobody searches first. The
//     answer is the same for somebody who has a place already, and the mail tells it to the address
//     that stands in the sign-up, to no other.
//   - What staff do runs in onDates: under the locks, for who may, with a row by which it is taken
//     back. Its mails wait as long as that takes, and its places too. An act is of a kind
//     (actkinds.go): what it keeps, how staff read it and how it is taken back. Who reads names
//     stands in the log book; a gastheer reads first names and numbers, of today.
//   - A change of dates is a plan over units: a date, the dates of a scope, a meeting of a series
//     or all of its meetings; one date is a list of one. The check shows what the act will do.
//   - A change of more dates at once is one act: this one, this and later ones, or all that come,
//     of one rhythm or all loose ones of an activity. It is looked at first; the act carries the
//     fingerprint of what was shown, locks the dates in the order of their ids, and leaves an own
//     value alone unless told otherwise. Whoever has several of these dates gets one mail or one
//     call with all of them, and one press takes the whole act back. What was called off together
//     goes on together, or one by one: each time those hear it who were told of these dates.
//   - Of a series one meeting can be called off alone: the series goes on, and the session says so.
//   - A closure remembers which dates and meetings it called off, and gives back those alone: not
//     what was off before, nor what another closure still covers. Whoever changed one meanwhile
//     has the last word. A date that is born in a closure is born called off by it.
//   - What is held for somebody who complains or asks for their rights outlives its term, three
//     months at most. The nights and whoever holds or erases wait for each other.
//   - Staff phone where no mail can ask in time, or where they give every place themselves. An
//     answer makes such a call an offer, so that nobody is asked twice for one place. On the phone
//     list a call that reached nobody gives the turn to the next, and the first yes has the place;
//     elsewhere two of them on two halves of a day, or the deadline after one, end it. Of two who
//     fill in what came of one call the first counts. Other calls (to tell, to meet) end by
//     themselves when their date begins, and those that remind when nobody phones any more that
//     day.
//   - Who asked for it is reminded of each meeting: by mail on the day before from ten, or by a
//     call on the last open day before, from ten until the hour after which nobody phones. It is
//     looked at every minute under the lock of the date, so what was missed is done late; a mail
//     until ten in the evening, never later: the next day its "morgen" is not true. Whoever was
//     told of that day after ten (signed up, moved, on again) is not told twice, and one meeting
//     has one reminder for each day that it is on. What does not happen any more is found when the
//     mail goes out, and hides the call; an act that is taken back brings both back.
//   - Every held place and everybody who waits has one reason why, made of what is true when it is
//     read (explain.go); the model of the engine holds it against its own lists.
//   - Names, addresses, numbers and needs are sealed; look-up goes by keyed hashes.
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
//   - When a date ends it is counted, and at the latest before rows of its people go: numbers in
//     occurrence_count that no erasure lowers.
//   - Erasing removes the rows with their mails and answers, frees what they held and writes the
//     journal, by which they are erased again after a restored backup.
//   - A job may come late, early or twice: it takes the lock and settles, nothing more. Every
//     moment it rings for is stored in a row, and a sweep does what is overdue.
package places
