// Package rules holds what is true of activities, dates and the forms of visitors, without a
// database: it is given moments and numbers and answers with words, moments or mistakes.
//
//   - A date has one status word, the first that fits: done, cancelled, walkin, staffOnly (a series
//     after its second session), closed, notOpen, full, waitlist, few (1 to 3 places), open.
//   - Free places are what the limit leaves of taken and held places, and none while somebody who
//     waits still has a claim on one.
//   - A date can be joined until it starts, a series until its second session.
//   - Wall time stays wall time: a day and a time of the house mean the same on the clock of
//     Amsterdam in summer and in winter. A time that the clock skips becomes the first one after
//     it; of a time that it shows twice the first is meant.
//   - An offer runs for counted time only: the hours of a day in which people may be asked, on days
//     on which the house opens. Far from the start the window is long, nearer it is short; it ends
//     some hours before the start, and never outside counted time. What is too near, or would leave
//     too little time to think, is for the phone.
//   - Only the sentence that the form shows can be agreed with: its version names it, with its
//     number of days, so that the exact words can be told later.
package rules
