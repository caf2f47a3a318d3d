import { expect, it } from 'vitest'
import { sayAct, sayReason, sayWho } from './words'

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
