// Package contact is the inbox of the contact page: what people write, and what staff answer.
//
// The rules:
//
//   - Nobody needs an account, a name or an address; who leaves neither mail nor phone cannot send.
//     Subject and message are asked, the message has a least and a most length.
//   - Who left an address hears at once that the message came in, without its text. The house hears
//     that there is one, on its own address, without anything of it.
//   - A coordinator sees every message. Redactie sees stories and press, and whatever is assigned
//     to them. The page promises word within three working days; what is older counts as late.
//   - An answer by mail waits as long as an act can be taken back, so that undo also withdraws the
//     mail; once it is on its way there is no undo. Answering by phone keeps a note, or nothing.
//   - What is answered is erased so many days after the answer, what nobody answered so many days
//     after it came in; of that the house is warned once, two weeks ahead.
//   - The form can be switched off in the settings; then it refuses with closed.
package contact
