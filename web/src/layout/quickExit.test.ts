import { expect, test } from 'vitest'
import { ShiftCount } from './quickExit'

/** Presses and lets go of Shift at this moment; gives the count. */
function press(shifts: ShiftCount, at: number, held = 80) {
  shifts.keydown('Shift', false, at)
  return shifts.keyup('Shift', at + held)
}

test('three presses of Shift alone count to three', () => {
  const s = new ShiftCount()
  expect([press(s, 0), press(s, 500), press(s, 1000)]).toEqual([1, 2, 3])
})

test('a capital letter is no press, and starts the count again', () => {
  const s = new ShiftCount()
  expect(press(s, 0)).toBe(1)
  s.keydown('Shift', false, 500)
  s.keydown('A', false, 550)
  expect(s.keyup('Shift', 600)).toBe(0)
  expect(press(s, 1000)).toBe(1)
})

test('holding Shift does not count', () => {
  const s = new ShiftCount()
  expect(press(s, 0)).toBe(1)
  expect(press(s, 500, 1500)).toBe(0)
  s.keydown('Shift', false, 3000)
  s.keydown('Shift', true, 3500)
  expect(s.keyup('Shift', 3600)).toBe(0)
})

test('five seconds after the last press the count is gone', () => {
  const s = new ShiftCount()
  expect(press(s, 0)).toBe(1)
  expect(press(s, 4900)).toBe(2)
  expect(press(s, 10000)).toBe(1)
})
