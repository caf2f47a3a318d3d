import { expect, it } from 'vitest'
import {
  sayFault,
  sayKeepPlaces,
  sayModeKept,
  sayPlaces,
  sayWarning,
  sayWhen,
  suggested,
} from './words'

it('says what is wrong in the words of the house', () => {
  expect(sayFault({ name: 'newDates.2.sessions.0.to', code: 'order' })).toBe(
    'De eindtijd moet na de begintijd liggen.',
  )
  expect(sayFault({ name: 'title', code: 'too_short' })).toBe(
    'Geef de activiteit een titel van 3 tot 80 tekens.',
  )
  expect(sayFault({ name: 'summary', code: 'required' })).toBe(
    'Schrijf een korte uitleg. Die staat in het programma.',
  )
  expect(sayFault({ name: 'capacity', code: 'invalid' })).toBe(
    'Vul een heel getal in van 1 of meer.',
  )
  expect(sayFault({ name: 'newDates.0.closes', code: 'order' })).toBe(
    'Kies een moment vóór het begin.',
  )
  expect(sayFault({ name: 'cost', code: 'invalid' })).toBe('Schrijf een bedrag, bijvoorbeeld 2,50.')
  expect(sayModeKept(3)).toBe('Er zijn al 3 aanmeldingen. Maak liever een nieuwe datum.')
  expect(sayModeKept(1)).toBe('Er is al 1 aanmelding. Maak liever een nieuwe datum.')
  expect(sayKeepPlaces(5)).toBe(
    'Er zijn al 5 mensen aangemeld. Zij houden hun plek. Nieuwe mensen komen op de wachtlijst.',
  )
})

it('warns in the words of the house', () => {
  expect(sayWarning({ session: 0, code: 'past' })).toBe('Deze datum is al geweest. Klopt dat?')
  expect(sayWarning({ session: 0, code: 'closed' })).toBe(
    'Op deze dag zijn we dicht volgens de openingstijden.',
  )
  expect(sayWarning({ session: 0, code: 'holiday' })).toBe('Dit is een feestdag.')
  expect(sayWarning({ session: 0, code: 'room', who: 'Leeskamer', activity: 'Vragenuur' })).toBe(
    'In Leeskamer is dan ook Vragenuur.',
  )
  expect(sayWarning({ session: 0, code: 'host', who: 'Noor', activity: 'Vragenuur' })).toBe(
    'Noor staat dan ook bij Vragenuur.',
  )
})

it('counts places, and suggests how many fit', () => {
  expect(sayPlaces({ capacity: 8, taken: 1, waiting: 0, kind: 'date' })).toBe(
    '1 aanmelding op 8 plekken',
  )
  expect(sayPlaces({ taken: 4, waiting: 2, kind: 'series' })).toBe(
    '4 aanmeldingen, 2 op de wachtlijst voor de hele reeks',
  )
  expect([
    suggested('praten-en-delen'),
    suggested('creatief'),
    suggested('samen-eten'),
    suggested(''),
  ]).toEqual([8, 12, 16, undefined])
  expect(sayWhen({ day: '2026-12-01', from: '13.30', to: '16.00' })).toBe(
    'dinsdag 1 december, 13.30 tot 16.00 uur',
  )
})
