// Package complaints takes in complaints, anonymous ones too, lets the person read answers and
// write on with nothing but a number, and forgets them on time.
//
// The rules:
//
//   - The number is told once and kept as a keyed hash: who loses it has lost it, and nobody can
//     look it up. A number that nobody has is as wrong as one that cannot be one. Trying is
//     limited.
//   - Who wants no contact leaves no name, address or phone, also when these were sent.
//   - No text of a complaint is mailed, logged, or shown in another inbox. Mails say that there is
//     something to read; the log book says who looked or acted, and at which complaint.
//   - Confidants see every complaint and assign it. A coordinator sees what a confidant assigned to
//     them, and nothing of a complaint about the coordinator, unless they are a confidant too.
//   - The person is promised word within five working days and an answer within six weeks, which
//     can be extended once by four weeks, with a reason. The confidant is told before a term is
//     over.
//   - What staff wrote carries no name to the person; colleagues see who wrote it.
//   - A closed complaint is erased after its term; what stays is a count by year and subject, and
//     numbers under five are not told to anybody.
package complaints
