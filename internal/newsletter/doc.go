// Package newsletter keeps the list of who gets the newsletter: an address that was confirmed, and
// nothing else of anybody. It has the newsletters too: written on the desk, sent, and read in the
// archive.
//
// The rules:
//
//   - The answer to signing up is the same for every address, on the list or not: nobody can find
//     out who is on it. An address counts only after the button behind the mailed link; an address
//     that nobody confirmed is erased after its term.
//   - With the wish stands the version of the sentence that was agreed with.
//   - One token of a subscriber confirms and unsubscribes. Leaving works at once, from the page,
//     with one click in a mail program (RFC 8058), and twice: every token gets the same answer.
//   - Of who left, or whose mailbox does not exist, a keyed hash stays for thirty days under
//     another key than that of the list, so that the two cannot be laid side by side. Coming back
//     ends it.
//   - A newsletter is sent once. Its readers are those of the moment it begins, a row each; it goes
//     at a pace, in a lane of its own, and never at night. What may not be told any more drops out
//     until the last mail. One whose moment passed by two hours asks before it goes.
//   - Redactie sees numbers, a coordinator the addresses; reading the list stands in the log book.
package newsletter
