import { expect, test } from 'vitest'
import { hostName } from './hostName'

test('who receives is named, an organisation that we work with is not a name', () => {
  expect(hostName('Fatima')).toBe('Fatima')
  expect(hostName('partner')).toBe('een partner')
  expect(hostName('@a1', [{ uid: '@a1', name: 'Loes' }])).toBe('Loes')
  expect(hostName('@a1')).toBe('een collega')
})
