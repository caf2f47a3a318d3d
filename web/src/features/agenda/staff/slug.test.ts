import { expect, it } from 'vitest'
import { slugOf } from './slug'

it('makes a short address of a title as the server does', () => {
  expect(
    [
      'Schrijfcafé',
      'Koffie & thee: proeven!',
      'WRAP: jouw plan voor goede en lastige dagen',
      '🌱',
      'A',
      '  ',
    ].map(slugOf),
  ).toEqual([
    'schrijfcafe',
    'koffie-thee-proeven',
    'wrap-jouw-plan-voor-goede-en-lastige',
    '',
    '',
    '',
  ])
})
