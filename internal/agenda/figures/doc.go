// Package figures counts: how often the house was open, how many came, and what became of sign-ups
// in a stretch of days, beside the stretch before.
//
//   - It only reads. Visits are the taps of the door and who was ticked, with who came along; what
//     stays when the rows of people go is read with them.
//   - A number of 1 to 4 people leaves this room only as "few", and where a total would give it
//     away another number, or the total, goes with it. Screen and files are made of the same
//     report.
//   - Whoever reads gets what is theirs: a gastheer what was counted at the door, a begeleider the
//     own activities, who received on a date that date too, the others everything.
package figures
