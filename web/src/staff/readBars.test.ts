import { expect, test } from 'vitest'
import { walked } from '../../e2e/bar-acts'
import { acts } from './readBars'

test('every act that has a bar is walked on a phone', () => {
  expect([...walked].sort()).toEqual([...acts()].sort())
})
