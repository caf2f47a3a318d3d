// Moments as staff choose them: a day and a time on the clock of Amsterdam, whatever clock the
// browser has.

/** The last Sunday of a month of a year, as a day number. */
const lastSunday = (year: number, month: number) =>
  31 - new Date(Date.UTC(year, month - 1, 31)).getUTCDay()

/**
 * Minutes that Amsterdam is ahead of UTC at this local time. The hour that comes twice is the first
 * of the two.
 */
function ahead(day: string, time: string): number {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  const at = month * 100 + date + +time.slice(0, 2) / 100
  const starts = 300 + lastSunday(year, 3) + 0.02 // 02.00 becomes 03.00
  const ends = 1000 + lastSunday(year, 10) + 0.03 // 03.00 becomes 02.00
  return at >= starts && at < ends ? 120 : 60
}

/** "2026-10-25" and "10:00" as the API writes a moment: "2026-10-25T10:00:00+01:00". */
export const momentOf = (day: string, time: string) =>
  `${day}T${time}:00+0${ahead(day, time) / 60}:00`

export const dayOf = (moment: string) => moment.slice(0, 10)
/** "10:00", as a field for a time wants it. */
export const timeOf = (moment: string) => moment.slice(11, 16)
