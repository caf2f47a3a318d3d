import { expect, test } from 'vitest'
import { firstWrong, sayFaults, sayShort } from './deskValues'
import type { DeskDate } from './peopleWords'

const date = (free: number): DeskDate => ({
  id: 'occ_1',
  activityId: 'act_1',
  title: 'Creatief atelier',
  start: '2100-12-08T13:30:00+01:00',
  end: '2100-12-08T16:00:00+01:00',
  room: 'Atelier',
  waiting: 0,
  waitlist: true,
  maxGuests: 2,
  capacity: 12,
  free,
})

test('a date that is short of room says by how much, and that somebody was first', () => {
  expect(sayShort(date(3), 'tell', false)).toBe('')
  expect(sayShort(date(0), 'waitlist', false)).toBe('Vol: 12 van de 12.')
  expect(sayShort(date(1), 'chair', false)).toBe('Er is nog 1 plek. Samen past het niet.')
  expect(sayShort(date(2), 'chair', false)).toBe('Er zijn nog 2 plekken. Samen past het niet.')
  expect(sayShort(date(0), 'waitlist', true)).toContain('Zet op de wachtlijst?')
  expect(sayShort(date(0), 'chair', true)).not.toContain('wachtlijst')
})

test('a refusal of the desk line goes to its first field, in the order of the form', () => {
  const faults = sayFaults([
    { name: 'consent', code: 'required' },
    { name: 'contact', code: 'phone' },
    { name: 'elsewhere', code: 'new' },
  ])
  expect(faults.contact).toContain('telefoonnummer')
  expect(faults.elsewhere).toBe('Kijk dit nog even na.')
  expect(firstWrong(faults)).toBe('contact')
  expect(firstWrong({})).toBe('name')
})
