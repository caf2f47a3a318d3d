import type { Line } from '../../../programme/words'

/** Lines of one list, per day, in their order. */
export function perDay(lines: Line[]): Line[][] {
  const days: Line[][] = []
  for (const line of lines) {
    const last = days.at(-1)
    if (last && last[0]!.day === line.day) last.push(line)
    else days.push([line])
  }
  return days
}
