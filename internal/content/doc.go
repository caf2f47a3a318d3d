// Package content keeps the texts that staff write: the editable pages, and the documents: stories,
// news, questions, figures and volunteer roles.
//
// Texts are drafted on the desk (internal/editing); this room says what is wrong with one, keeps
// what visitors may read (tables page and document) and answers their reads.
//
// A page that nobody wrote yet shows its built-in text: pages/<key>.md, a title and parts that each
// start with `## Heading {#id}`. Two parts of the page about the house are made elsewhere: the
// rules of the house are a page of their own, the facts of the foundation follow from the settings.
//
// The privacy statement is made from privacy/statement.md and privacy/kept.json, from the settings
// and from the parts that people write; every text it ever had is kept with its day.
//
// A story is shown only with the yes of its teller to these very words and that of a second editor.
// The teller is asked again after a year; staff are told a month before that day, and from a month
// after it that nobody did. Whoever told it takes it back at any time, with the code from the paper
// or through staff: then it is gone everywhere at once, and the proof of consent goes a year later.
//
// Figures of a year are published together. A count of 1 to 4 is never sent: it could be somebody.
package content
