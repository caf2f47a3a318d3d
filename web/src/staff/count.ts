// How many, in the words of the staff area: one and none are right everywhere.
import { plural } from '../api/count'

/** What goes with a number, in its other form: a noun, and what it does. */
const more: Readonly<Record<string, string>> = {
  aanmelding: 'aanmeldingen',
  adres: 'adressen',
  apparaat: 'apparaten',
  bericht: 'berichten',
  bestand: 'bestanden',
  bijeenkomst: 'bijeenkomsten',
  dag: 'dagen',
  dagdeel: 'dagdelen',
  datum: 'datums',
  ding: 'dingen',
  foto: "foto's",
  gast: 'gasten',
  groep: 'groepen',
  klacht: 'klachten',
  mens: 'mensen',
  minuut: 'minuten',
  onderdeel: 'onderdelen',
  persoon: 'personen',
  plek: 'plekken',
  seconde: 'seconden',
  teken: 'tekens',
  tekst: 'teksten',
  tik: 'tikken',
  tip: 'tips',
  verhaal: 'verhalen',
  woord: 'woorden',

  blijft: 'blijven',
  gaat: 'gaan',
  heeft: 'hebben',
  hoort: 'horen',
  is: 'zijn',
  kijkt: 'kijken',
  komt: 'komen',
  kreeg: 'kregen',
  krijgt: 'krijgen',
  lukt: 'lukken',
  lukte: 'lukten',
  staat: 'staan',
  telt: 'tellen',
  verandert: 'veranderen',
  verdwijnt: 'verdwijnen',
  mag: 'mogen',
  wacht: 'wachten',
  was: 'waren',
  werkt: 'werken',
  wordt: 'worden',
}
const change = (words: string) => words.replace(/\p{L}+/gu, word => more[word] ?? word)

/** What is said of one, said of n: "1 datum staat online.", "3 datums staan online." */
export const many = (n: number, one: string) =>
  plural(n, one, change(one).replace(/\b1\b/, String(n)))

/** niemand, één mens, 3 mensen. With what they do: niemand komt, iemand komt, 3 mensen komen. */
export function people(n: number, does?: string): string {
  const who = n === 0 ? 'niemand' : n > 1 ? `${n} mensen` : does ? 'iemand' : 'één mens'
  return does ? `${who} ${n > 1 ? change(does) : does}` : who
}

/** iemand wacht, 3 wachten */
export const waits = (n: number) => plural(n, 'iemand wacht', `${n} wachten`)

/** Jan, Noor en Sanne */
export const listed = (words: readonly string[], between = ', ') =>
  [words.slice(0, -1).join(between), ...words.slice(-1)].filter(Boolean).join(' en ')
