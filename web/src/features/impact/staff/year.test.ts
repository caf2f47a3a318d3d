import { expect, it } from 'vitest'
import type { Fault } from '../../../staff/drafts'
import { freshFigure, freshYear, isTaken, smallHint, takeOver, yearSpeech } from './year'

const say = (name: string, code: Fault['code'] = 'required') =>
  yearSpeech.say({ name, code }, freshYear(2026))
const figure = { ...freshFigure('visits'), source: 'turflijst' }

it('asks where a figure comes from, and how many people a percentage is of', () => {
  expect(say('figures.3.source')).toBe('Schrijf op waar dit cijfer vandaan komt.')
  expect(say('figures.0.n')).toBe('Schrijf op hoeveel mensen hierop antwoordden.')
  expect(say('found', 'invalid')).toContain('geen 100 procent')
})

it('says that a count of few people is shown as "minder dan 5"', () => {
  const told = "Dit getal is erg klein. We tonen 'minder dan 5'."
  expect([0, 1, 4, 5].map(value => smallHint({ ...figure, value }))).toEqual([
    undefined,
    told,
    told,
    undefined,
  ])
  expect(smallHint({ ...figure, value: 10, unit: '%', n: 30 })).toBe(told)
  expect(smallHint({ ...figure, value: 60, unit: '%', n: 30 })).toBeUndefined()
  expect(smallHint({ ...freshFigure('grade'), value: 4 })).toBeUndefined()
})

it('brings the meaning of a known figure, and a name of its own for another', () => {
  expect(freshFigure('visits').definition).toBe('Een bezoek is één persoon, één dagdeel.')
  expect(freshFigure('').key).toMatch(/^[a-z][a-zA-Z0-9]{1,39}$/)
})

it('takes a count over into the figure that is there, else as a new one, and leaves the others', () => {
  const meals = { ...freshFigure('meals'), value: 40, source: 'rooster' }
  const visits = { ...figure, label: 'Bezoekjes', value: 10, note: 'In mei telden we niet.' }
  const counted = { ...freshFigure('visits'), value: 412, source: 'programma op de site' }
  const taken = takeOver([meals, visits], counted)
  expect(taken).toEqual([meals, { ...counted, label: 'Bezoekjes', note: 'In mei telden we niet.' }])
  expect(takeOver([meals], counted)).toEqual([meals, counted])
  expect(isTaken(taken, counted)).toBe(true)
  expect(isTaken([meals, visits], counted)).toBe(false)
})

it('takes a small count over without its number', () => {
  const counted = { ...freshFigure('trainees'), small: true, source: 'aanmeldingen op de site' }
  const [taken] = takeOver([{ ...freshFigure('trainees'), value: 9, source: 'lijst' }], counted)
  expect(taken).toMatchObject({ small: true, source: 'aanmeldingen op de site' })
  expect(taken!.value).toBeUndefined()
  expect(smallHint(taken!)).toBe("Dit getal is erg klein. We tonen 'minder dan 5'.")
  expect(isTaken([taken!], counted)).toBe(true)
  expect(smallHint({ ...taken!, value: 12 })).toBeUndefined()
})
