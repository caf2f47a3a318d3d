import { expect, test } from 'vitest'
import { amount, number, percent } from './number'

test('thousands have a dot, decimals a comma', () => {
  expect([0, 7, 999, 7920, 1234567].map(n => number(n))).toEqual([
    '0',
    '7',
    '999',
    '7.920',
    '1.234.567',
  ])
  expect([number(8.2, 1), number(8, 1), number(1234.56, 2)]).toEqual(['8,2', '8,0', '1.234,56'])
})

test('a percentage and an amount of money never break', () => {
  expect(percent(95)).toBe('95\u00a0%')
  expect(amount({ value: 95, decimals: 0, unit: '%' })).toBe('95\u00a0%')
  expect(amount({ value: 1250, decimals: 0, unit: '€' })).toBe('€\u00a01.250')
})

test('a number below five is never told', () => {
  expect(amount({ decimals: 0, small: true })).toBe('minder dan 5')
})
