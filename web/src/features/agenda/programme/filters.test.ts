import { expect, test } from 'vitest'
import { changed, isFiltered, readQuery } from './filters'

test('an unreadable value counts as absent', () => {
  expect(readQuery('?week=ooit&dag=wolkdag&soort=toString&inloop=ja&zoek=++')).toEqual({})
  expect(readQuery('?dag=dinsdag&soort=samen-eten&vrij=1&zoek=+soep+')).toEqual({
    dag: 'dinsdag',
    soort: 'samen-eten',
    vrij: '1',
    zoek: 'soep',
  })
})

test('a week alone is no filter', () => {
  expect(isFiltered(readQuery('?week=2026-W48'))).toBe(false)
  expect(isFiltered(readQuery('?naasten=1'))).toBe(true)
})

test('another choice starts at the first page and lets go of the week', () => {
  expect(changed({ week: '2026-W48', vrij: '1', na: 'x' }, { dag: 'maandag' })).toEqual({
    vrij: '1',
    dag: 'maandag',
    week: undefined,
    na: undefined,
  })
})
