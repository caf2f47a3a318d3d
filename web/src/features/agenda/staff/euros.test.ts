import { expect, it } from 'vitest'
import { euros, readEuros, unreadable } from './euros'

it('reads amounts as people write them', () => {
  expect(['0', '', '4', '2,50', '2.5', '€ 2,5', ' 12,05 '].map(readEuros)).toEqual([
    0, 0, 400, 250, 250, 250, 1205,
  ])
  expect(['twee', '-1', '2,505', '1.000,00'].map(readEuros)).toEqual([
    unreadable,
    unreadable,
    unreadable,
    unreadable,
  ])
})

it('writes them back', () => {
  expect([0, 400, 250, 1205, unreadable].map(euros)).toEqual(['0', '4', '2,50', '12,05', ''])
})
