import { expect, test } from 'vitest'
import * as to from './paths'

test('the programme leaves out what was not chosen and codes what was', () => {
  expect(to.agenda()).toBe('/agenda')
  expect(to.agenda({ week: undefined, zoek: '' })).toBe('/agenda')
  expect(to.agenda({ soort: 'samen-eten', zoek: 'thee & koek' })).toBe(
    '/agenda?soort=samen-eten&zoek=thee+%26+koek',
  )
})

test('ids and tokens cannot leave their place in the path', () => {
  expect(to.activity('act_1', 'occ_/../2')).toBe('/agendadetails/act_1/occ_%2F..%2F2')
  expect(to.registration('aan_a-b_c', 'afmelden')).toBe(
    '/registrationdetails/aan_a-b_c?stap=afmelden',
  )
  expect(to.dateCalendar('occ_1')).toBe('/agenda/occ_1/afspraak.ics')
})

test('the page after signing up knows about the waitlist by one word', () => {
  expect(to.sequel('act_1', 'occ_1')).toBe('/registrationsequel/act_1/occ_1')
  expect(to.sequel('act_1', 'occ_1', true)).toBe('/registrationsequel/act_1/occ_1?lijst=1')
})

test('a Dutch number becomes an international link, a short one stays short', () => {
  expect(to.tel('0123 45 67 89')).toBe('tel:+31123456789')
  expect(to.tel('112')).toBe('tel:112')
  expect(to.tel('+32 2 123 45 67')).toBe('tel:+3221234567')
})

test('a later page of stories or news begins at its list', () => {
  expect(to.stories('vrijwilliger worden')).toBe('/stories?thema=vrijwilliger+worden')
  expect(to.stories(undefined, 'v1')).toBe('/stories?na=v1#verhalen')
  expect(to.news(2025, 'v1')).toBe('/news?jaar=2025&na=v1#berichten')
  expect(to.contact('verhaal')).toBe('/contact?onderwerp=verhaal')
})
