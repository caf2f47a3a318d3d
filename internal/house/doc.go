// Package house keeps the settings of the organisation (one document) and answers when the door is
// open.
//
// The rules:
//
//   - Opening hours are blocks of a weekday, by the clock on the wall. An exception replaces those
//     of its day; a closure takes its part out of what is left.
//   - Whatever begins outside the blocks of today and is not over is named beside the door's
//     answer, two at most: ring the bell.
//   - Every answer knows the next moment at which it may change, and is kept until then.
//   - One announcement at a time. Who dismissed it does not see it again for so many days, unless
//     its version changes.
//   - A house without settings of its own gets those of an invented one, marked as a sample.
//   - Terms are counted in days and run out in the night.
package house
