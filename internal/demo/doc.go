// Package demo runs everything on one machine: a private PostgreSQL, the site, a sign-in service, a
// mail catcher and the sample data.
//
// The texts of the sample data are files under texts/: a text is its fields as JSON, an empty line,
// and what it says in Markdown. The rest follows from the moment of loading: dates lie around it
// (dates.go), and people sign up, wait, write and complain through the rooms themselves, so that
// every state that staff and visitors can meet is there once, at whatever moment it is loaded.
package demo
