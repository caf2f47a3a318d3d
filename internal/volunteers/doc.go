// Package volunteers is the inbox of who wants to help: a board of columns, from new to started.
//
// The rules:
//
//   - A name, one way to be reached, at least one role (or "do not know yet") and when somebody can
//     (or "rather talk about it"). Nothing else must be answered, and no document is ever asked: of
//     a certificate of conduct only is kept that somebody saw it, who and on which day.
//   - Who left an address hears that it came in; the house hears that there is one.
//   - Only a coordinator sees applications.
//   - Who is new is called or mailed within a week; after that it is late.
//   - An application goes in every state: so long after "nu niet", longer for who ticked that it
//     may be kept, as long after "gestart", and months after the last act in any other column. Two
//     weeks before, the list and the mail of the week say so.
//   - Roles are those of the room that writes them: only open ones can be chosen, titles are shown
//     as they are now.
//
// To ask one more question: a field of Answers with its rule in tidy and its place in words
// (application.go), the description of the API made anew, and a line of `questions` in the web part
// (web/src/features/volunteers/body.ts) with its longest length (web/src/ui/checks.ts). The form,
// the repetition after sending, the screen of staff and the copy that somebody gets of their own
// data follow.
package volunteers
