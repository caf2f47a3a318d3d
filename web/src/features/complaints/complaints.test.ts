import { describe, expect, it } from 'vitest'
import { sayField, sayTrouble, type About } from '../../api/problem'
import { checkCode, checkComplaint, checkReply, complaint, said } from './body'
import { states, words } from './words'

const stamp = { idempotencyKey: 'k', formTime: 't', trap: '' }
const good = { about: 'safety', what: 'Er lag een snoer over de gang.', contactWish: 'false' }
const person = { contactWish: 'true', name: 'Anja', email: 'anja@voorbeeld.example' }

describe('a complaint', () => {
  it('sends no name and no contact of who stays anonymous, also when they were filled in', () => {
    const sent = JSON.parse(
      JSON.stringify(complaint({ ...good, ...person, contactWish: 'false' }, stamp)),
    )
    expect(sent).toEqual({ about: 'safety', what: good.what, contactWish: false, formTime: 't' })
    expect(complaint({ ...good, ...person, aboutCoordinator: 'true' }, stamp)).toMatchObject({
      contactWish: true,
      name: 'Anja',
      email: person.email,
      aboutCoordinator: true,
    })
  })

  it.each([
    [good, []],
    [{}, ['about choice', 'what too_short', 'contactWish choice']],
    [{ ...good, what: '  negen 789\n' }, ['what too_short']],
    [{ ...good, what: '🌱'.repeat(4001) }, ['what too_long']],
    [
      { ...good, when: 'x'.repeat(101), wish: 'x'.repeat(1001) },
      ['when too_long', 'wish too_long'],
    ],
    [{ ...good, contactWish: 'true' }, ['name required', 'contact required']],
    [{ ...good, ...person, email: 'a@b' }, ['email email']],
    [{ ...good, ...person, email: 'a@b', contactWish: 'false' }, []],
  ])('%j has the faults %j', (v, want) =>
    expect(checkComplaint(v).map(f => `${f.name} ${f.code}`)).toEqual(want),
  )

  it('is repeated in words, without contact of who stays anonymous', () => {
    expect(said({ ...good, ...person, contactWish: 'false' })).toEqual([
      ['Waar gaat het over?', 'Veiligheid'],
      ['Wat is er gebeurd?', good.what],
      ['Anoniem', 'Ja'],
    ])
    expect(said({ ...good, ...person })).toContainEqual(['E-mail', person.email])
  })
})

it('asks for a number and for words', () => {
  expect(checkCode({ code: ' ' })).toEqual([{ name: 'code', code: 'required' }])
  expect(checkCode({ code: 'onzin' })).toEqual([])
  expect(checkReply({ reply: 'kort' })).toEqual([{ name: 'reply', code: 'too_short' }])
  expect(checkReply({ reply: 'x'.repeat(4001) })).toEqual([{ name: 'reply', code: 'too_long' }])
})

it('says what is wrong in whole sentences', () => {
  const about: About = { form: 'code', phone: '0123 45 67 89', button: 'Bekijk mijn klacht', words }
  expect(sayField({ name: 'code', code: 'invalid', over: 0 }, about)).toBe(
    'Deze code klopt niet of is niet meer geldig. Bel ons gerust.',
  )
  expect(sayField({ name: 'about', code: 'choice', over: 0 }, about)).toBe(
    "Maak een keuze bij 'Waar gaat het over?'.",
  )
  expect(sayField({ name: 'contactWish', code: 'choice', over: 0 }, about)).toBe(
    "Maak een keuze bij 'Wil je dat we contact opnemen?'.",
  )
  expect(sayTrouble({ code: 'closed' }, about)).toMatch(/\.$/)
  for (const text of Object.values(states)) expect(text).toMatch(/\.$/)
})
