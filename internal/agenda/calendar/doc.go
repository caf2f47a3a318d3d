// Package calendar writes what calendars read: the zone of Amsterdam, moments as the clock on the
// wall shows them, and the file of one appointment. An appointment is named "Afspraak" and nothing
// more, so that a calendar that others see tells nobody where somebody goes.
package calendar
