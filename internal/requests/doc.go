// Package requests is the inbox of who asks what is kept of them, or wants it mended or erased.
//
// The rules:
//
//   - Who leaves an address gets a link by mail to all that is kept of it, and does the rest alone:
//     nothing waits for staff then. Who leaves a number is called back, on that number.
//   - The answer is the same whether anything is kept of somebody or not: nothing is looked up.
//   - There is an answer within a month. The coordinators hear of a question when it comes in, and
//     again a week before that month is over.
//   - How to reach somebody is seen only in the question itself, and that stands in the log book.
//   - It goes as a message does: by the same terms, after the answer or when nobody answered.
//   - Who is erased leaves the days of the question behind, and nothing that leads to them.
package requests
