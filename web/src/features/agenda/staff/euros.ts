/** What the API refuses: the text is no amount. */
export const unreadable = -1

/** "2,50" or "2.5" as cents; empty is free. */
export function readEuros(text: string): number {
  const t = text.replace('€', '').trim()
  if (t === '') return 0
  const found = /^(\d{1,4})(?:[.,](\d{1,2}))?$/.exec(t)
  return found ? +found[1]! * 100 + +(found[2] ?? '0').padEnd(2, '0') : unreadable
}

/** 250 cents as "2,50", 400 as "4". */
export function euros(cents: number): string {
  if (cents < 0) return ''
  const rest = cents % 100
  return Math.floor(cents / 100) + (rest ? ',' + String(rest).padStart(2, '0') : '')
}
