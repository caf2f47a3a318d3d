// Package evening is a day at the house as whoever opens the door sees it: who comes, who is there,
// how many walked in. It stands above places, whose lock and whose acts it uses.
//
//   - One question brings the whole day: its parts with their tallies, the meetings with their
//     counts, and names only of the dates that are for whoever asks.
//   - Its tag is made of the versions that the database itself gives the rows of that day: no write
//     pays for it, none can forget it, and it says nothing of anybody. What depends on the minute
//     is worked out on the screen.
//   - A tap is what a thumb did once, by an id that the phone made. It says what is wanted, never
//     "the other way round", and when, as an age. However often it is sent, by whomever, after
//     whatever broke: it counts once.
//   - The right of a tap is judged at the moment of the tap and for who tapped. Somebody else may
//     send it, with the proof that this person read this day on that phone.
//   - Of presence the later tap wins. All taps of a tally are kept; what is shown is their sum, and
//     never less than nothing.
//   - Presence and tallies of a day that is over are figures: rows of people go, their visits stay.
package evening
