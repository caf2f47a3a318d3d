import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { foldLooks, sayAct, sayKind, sayReason, sayWho } from './words'

/** Every act of the program with the kind it is done to; a test of the server keeps it whole. */
const acts = readFileSync(
  new URL('../../../../../internal/privacy/testdata/acts.txt', import.meta.url),
  'utf8',
)
  .trim()
  .split('\n')
  .map(line => line.split(' ') as [action: string, kind: string])

it('has Dutch words for every act and every kind', () => {
  expect(acts.length).toBeGreaterThan(100)
  for (const [action, kind] of acts) {
    expect(sayAct(action, kind), `${action} ${kind}`).not.toMatch(new RegExp(`^${action}( |$)`))
    expect(sayKind(kind), kind).not.toBe(kind)
  }
})

it('says what somebody did as a sentence', () => {
  expect(sayAct('viewed', 'message')).toBe('bekeek een bericht')
  expect(sayAct('listed', 'volunteer')).toBe('bekeek de lijst met vrijwilligers')
  expect(sayAct('hide', 'news')).toBe('maakte een nieuwsbericht onzichtbaar')
  expect(sayAct('assigned', 'complaint')).toBe('koos wie een klacht oppakt')
  expect(sayAct('withdrawn', 'file')).toBe('haalde een bestand overal weg')
  expect(sayAct('withdrawn', 'story')).toBe('trok een verhaal in')
  expect(sayAct('restored', 'backup')).toBe('zette een reservekopie terug')
  expect(sayAct('wrote', 'message')).toBe('schreef een bericht op')
  expect(sayAct('viewed', 'story')).toBe('bekeek de toestemming bij een verhaal')
})

it('says who did it, also when that is nobody of the site', () => {
  expect(sayWho({ uid: 'u1', name: 'Noor' })).toBe('Noor')
  expect(sayWho({ uid: 'u1' })).toBe('iemand die we niet meer kennen')
  expect(sayWho({ uid: 'server' })).toBe('iemand op de server')
  expect(sayWho({})).toBe('iemand zonder account')
})

it('says what was taken back, and why something was done', () => {
  expect(sayReason('undo', 'publish')).toBe('Wat: publiceren.')
  expect(sayReason('publish', 'Wettelijk verplicht.')).toBe('Reden: Wettelijk verplicht.')
})

it('folds looks at one list on one day, and nothing else', () => {
  const line = (action: string, uid: string, objectId: string, day: number) => ({
    at: `2026-11-${day}T10:00:00+01:00`,
    action,
    uid,
    kind: 'date',
    objectId,
  })
  const folded = foldLooks([
    line('viewed', 'jan', 'a', 24),
    line('viewed', 'jan', 'a', 24),
    line('viewed', 'jan', 'a', 24),
    line('viewed', 'jan', 'a', 23),
    line('viewed', 'loes', 'a', 23),
    line('viewed', 'loes', 'b', 23),
    line('changed', 'loes', 'b', 23),
    line('changed', 'loes', 'b', 23),
  ])
  expect(folded.map(l => l.times)).toEqual([3, 1, 1, 1, 1, 1])
})
