// Package inbox is what visitors send to the house, whatever it is: taken in by a form, handled by
// staff, and forgotten on time.
//
// The rules, the same for every inbox:
//
//   - To whoever may not see a row it is not there: not_found, also for an act on it.
//   - An act names the version that somebody read (If-Match), and holds the row locked. The act,
//     the next version and the line in the log book are one transaction.
//   - Reading one row stands in the log book, and so does a list that shows names. The log book
//     holds who, when, what and which row, never a word of what was written.
//   - The last act can be taken back for as long as the settings say. What the row was before it
//     waits in two columns of the row. Taking back is an act too, and cannot be taken back.
//   - A list is read in the order of an index, with one condition for each reason to see a row: a
//     page costs a page, however many rows there are.
//   - What people wrote is sealed under the name of the table and the id of the row.
//
// To add an inbox:
//
//  1. A table with at least the columns of Row and updated_at; email_key and phone_key where people
//     are looked up; before and undo_until when acts can be taken back; an index for each list (its
//     moment, then id), and one for each condition of Seen.
//  2. A struct of the room for its row: it embeds Row (and Undo), and names each further column in
//     a tag `db`. These tags are the only list of columns: an act writes all but those of Row.
//  3. The body of the form, with its Validate, and in it the part that is sealed; the answers that
//     staff read.
//  4. A function New that gives the Box of all this. The room embeds it: internal/app hands it to
//     whoever writes mails, erases people, or lets them go.
//  5. Routes: Form for visitors, Desk for what every inbox has, Press for each act, Lines for each
//     List.
//
// internal/volunteers is the shortest example; internal/contact has an act that sends a mail and
// takes it back; internal/complaints an inbox in which a role does not see every row.
package inbox
