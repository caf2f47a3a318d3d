// How many, in words: one and none are right everywhere.

/** What is said of one, or else of more. */
export const plural = <T>(n: number, one: T, more: T = one): T => (n === 1 ? one : more)

/** 1 plek, 2 plekken */
export const some = (n: number, one: string, more: string) => `${n} ${plural(n, one, more)}`

/** niemand, één mens, 3 mensen. With what they do: niemand komt, iemand komt, 3 mensen komen. */
export function people(n: number, does?: string, doMany?: string): string {
  const who = n === 0 ? 'niemand' : n > 1 ? `${n} mensen` : does ? 'iemand' : 'één mens'
  return does ? `${who} ${n > 1 ? doMany : does}` : who
}

/** iemand wacht, 3 wachten */
export const waits = (n: number) => plural(n, 'iemand wacht', `${n} wachten`)
