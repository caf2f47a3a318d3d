// The choices of the programme as they stand in its address. An unreadable
// value counts as absent.
import type { AgendaQuery } from '../../../paths'
import { weekdayNumber } from '../../../api/moment'
import { categoryWords } from '../../../programme/aboutWords'

export const weekdays = [1, 2, 3, 4, 5, 6, 7].map(weekdayNumber)
export const kinds = Object.entries(categoryWords)

/** The three choices that are one tick, in the order of the page; `folded`: behind "Kies". */
export const ticks = [
  { name: 'vrij', words: 'Nog plek', folded: false },
  { name: 'naasten', words: 'Voor naasten', folded: false },
  { name: 'inloop', words: 'Zonder aanmelden', folded: true },
] as const

/** What was chosen behind "Kies", said where it is seen: "Gekozen: dinsdag, Creatief. " */
export function chosenWords({ dag, soort, inloop, zoek }: AgendaQuery): string {
  const all = [
    dag,
    soort && categoryWords[soort as keyof typeof categoryWords],
    inloop && 'zonder aanmelden',
    zoek && `'${zoek}'`,
  ].filter(Boolean)
  return all.length > 0 ? `Gekozen: ${all.join(', ')}. ` : ''
}

/** What the address asks for, tidied the way the API does it. */
export function readQuery(search: string): AgendaQuery {
  const given = new URLSearchParams(search)
  const one = (name: string, good: (v: string) => boolean) => {
    const v = given.get(name)?.trim()
    return v && good(v) ? v : undefined
  }
  const query: AgendaQuery = {}
  const set = (name: keyof AgendaQuery, good: (v: string) => boolean) => {
    const v = one(name, good)
    if (v) query[name] = v
  }
  set('week', v => /^\d{4}-W\d\d$/.test(v))
  set('dag', v => weekdays.includes(v))
  set('soort', v => Object.hasOwn(categoryWords, v))
  for (const { name } of ticks) set(name, v => v === '1')
  set('zoek', () => true)
  set('na', () => true)
  return query
}

/** The choices without the page and the week: what "Wis alle keuzes" takes away. */
export function isFiltered({ dag, soort, inloop, naasten, vrij, zoek }: AgendaQuery): boolean {
  return Boolean(dag || soort || inloop || naasten || vrij || zoek)
}

/** The same choices with one changed; a filter starts at its first page and lets go of the week. */
export function changed(query: AgendaQuery, change: Partial<AgendaQuery>): AgendaQuery {
  return { ...query, week: undefined, na: undefined, ...change }
}
