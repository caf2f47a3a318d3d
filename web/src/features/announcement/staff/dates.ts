const months = [
  'januari',
  'februari',
  'maart',
  'april',
  'mei',
  'juni',
  'juli',
  'augustus',
  'september',
  'oktober',
  'november',
  'december',
]

/**
 * The first day that a text names and that comes before `until`, in the words of the text. A day
 * without a year is that of the period.
 */
export function earlierDay(text: string, from: string, until: string): string | undefined {
  if (!until) return undefined
  for (const m of text.matchAll(
    /\b(\d{1,2})(?: (januari|februari|maart|april|mei|juni|juli|augustus|september|oktober|november|december)|[-/](\d{1,2}))(?:[ \-/](\d{4}))?\b/gi,
  )) {
    const month = m[2] ? months.indexOf(m[2].toLowerCase()) + 1 : +m[3]!
    if (+m[1]! < 1 || +m[1]! > 31 || month < 1 || month > 12) continue
    const md = `${String(month).padStart(2, '0')}-${m[1]!.padStart(2, '0')}`
    const year =
      m[4] ?? (from && from.slice(5) > md ? until.slice(0, 4) : (from || until).slice(0, 4))
    if (`${year}-${md}` < until) return m[0]
  }
  return undefined
}
