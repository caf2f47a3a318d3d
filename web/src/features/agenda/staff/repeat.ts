import type { NewSession } from './model'

/** So many are made at once. */
export const most = 60

/**
 * The same meeting every so many weeks, up to and with a day. Only the calendar counts: 13.30 stays
 * 13.30 across summer time.
 */
export function repeated(first: NewSession, weeks: number, until: string): NewSession[] {
  const out: NewSession[] = []
  if (!/^\d{4}-\d\d-\d\d$/.test(first.day) || !/^\d{4}-\d\d-\d\d$/.test(until) || !(weeks >= 1))
    return out
  for (
    let day = after(first.day, weeks);
    day <= until && out.length < most;
    day = after(day, weeks)
  )
    out.push({ ...first, day })
  return out
}

function after(day: string, weeks: number): string {
  const [y, m, d] = day.split('-').map(Number) as [number, number, number]
  return new Date(Date.UTC(y, m - 1, d + 7 * weeks)).toISOString().slice(0, 10)
}
