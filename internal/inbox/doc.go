// Package inbox is how staff handle what visitors sent, whatever it is: a list page by page, one
// row by its version, acts, taking the last act back, and a line in the log book for each of them.
//
// The rules, the same for every inbox:
//
//   - To whoever may not see a row it is not there: not_found, also for an act on it.
//   - An act names the version that somebody read (If-Match), and holds the row locked. The act,
//     the next version and the line in the log book are one transaction.
//   - Reading one row stands in the log book, and so does a list that shows names. The log book
//     holds who, when, what and which row, never a word of what was written.
//   - The last act can be taken back for as long as the settings say. What the row was before it
//     waits in two columns of the row, so that undo needs no memory elsewhere. Taking back is an
//     act too, and cannot be taken back.
//   - A list is read in the order of an index, with one condition for each reason to see a row: a
//     page costs a page, however many rows there are.
//   - What people wrote is sealed under the name of the table and the id of the row.
//
// To add an inbox:
//
//  1. A table with at least id, sealed, version and updated_at; before and undo_until when acts can
//     be taken back; an index for each list (its moment, then id), and one for each condition of
//     Seen.
//  2. A struct of the room for its row: it embeds Row (and Undo), and names each further column in
//     a tag `db`. These tags are the only list of columns.
//  3. A method that gives the Box: the table, the word for the log book, who sees a row (Sees for
//     one, Seen for lists), what an act may change (Changes), what undo brings back (Progress), and
//     what staff read of a row (Show).
//  4. A List for each list that staff see; Box.List reads it.
//  5. Acts are methods of the room around Box.Press, undo around Box.TakeBack; the operations in
//     routes.go take OneInput, Press and ActInput.
//  6. A method Kept that gives the Kept: what its owner may read of a row, when rows go, and what
//     stays of them. internal/app hands it to whoever erases people, and to the clock of terms.
//
// internal/volunteers is the shortest example; internal/contact has an act that sends a mail and
// takes it back; internal/complaints an inbox in which a role does not see every row.
package inbox
