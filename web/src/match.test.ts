import { expect, test } from 'vitest'
import { match } from './match'

const module = (path: string) => match(path)?.page.module

test('the prefix of the last param decides which line shows an address', () => {
  expect(match('/registrationdetails/occ_1')?.page.staff).toBe(true)
  expect(match('/registrationdetails/reg_1')?.page.staff).toBe(true)
  expect(module('/registrationdetails/aan_x')).toBe('agenda/mine/RegistrationPage')
  expect(module('/waitlist/occ_1')).toBe('agenda/signup/WaitlistPage')
  expect(module('/waitlist/wl_x')).toBe('agenda/mine/EntryPage')
})

test('a token of no known kind is read like a token, so that it answers like one', () => {
  expect(module('/registrationdetails/mij_x')).toBe('agenda/mine/OverviewPage')
  expect(module('/registrationdetails/aan_x.reg_1')).toBe('agenda/mine/RegistrationPage')
  expect(match('/waitlist/iets')?.page.key).toBe(true)
})

test('params stand in the address, and an address of no page has no line', () => {
  expect(match('/agendadetails/act_1/occ_2')?.params).toEqual({ a: 'act_1', o: 'occ_2' })
  expect(match('/agendadetails/act%2F1/occ%202/')?.params).toEqual({ a: 'act/1', o: 'occ%202' })
  expect(module('/')).toBe('home/HomePage')
  expect(module('/home')).toBe('home/HomePage')
  expect(match('/beheer')?.page.staff).toBe(true)
  expect(match('/beheer/vragen/faq_1')?.page.staff).toBe(true)
  expect(match('/beheerder')).toBeUndefined()
  expect(match('/bestaat-niet')).toBeUndefined()
  expect(match('/agendadetails/act_1')).toBeUndefined()
  expect(match('/Agenda')).toBeUndefined()
})
