// Whole periods, of days such as "2026-11-24"; no time zone is ever asked.

export interface Period {
  from: string
  until: string
}

const months = { month: 1, quarter: 3, year: 12 }
export type Span = 'week' | keyof typeof months

const at = (year: number, month: number, day: number) =>
  new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10)

/** The week from Monday, month, quarter or year in which a day lies, or the one before it. */
export function periodOf(span: Span, day: string, before = false): Period {
  const [year, month, d] = day.split('-').map(Number) as [number, number, number]
  const back = before ? 1 : 0
  if (span === 'week') {
    const monday = d - ((new Date(day).getUTCDay() + 6) % 7) - 7 * back
    return { from: at(year, month - 1, monday), until: at(year, month - 1, monday + 6) }
  }
  const n = months[span]
  const first = month - 1 - ((month - 1) % n) - n * back
  return { from: at(year, first, 1), until: at(year, first + n, 0) }
}
