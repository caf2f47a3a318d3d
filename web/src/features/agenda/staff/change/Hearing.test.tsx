import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { helpWith } from '../../../../staff/editor/rich/help'
import { sentences } from '../closing/words'
import { Paused } from './Hearing'
import { reasons } from './words'

it.each([
  [
    1,
    '<p>1 persoon bereiken we niet: de gegevens staan op pauze. Vraag het aan de coördinator.</p>',
  ],
  [
    3,
    '<p>3 mensen bereiken we niet: de gegevens staan op pauze. Vraag het aan de coördinator.</p>',
  ],
  [0, ''],
  [undefined, ''],
])('says of %s whose data are on pause that they hear nothing', (n, said) => {
  expect(renderToStaticMarkup(<Paused of={n} />)).toBe(said)
})

it.each([...reasons.map(r => r[2]).filter(Boolean), ...sentences])(
  'has a reason ready on which the language help remarks nothing: %s',
  sentence => expect(helpWith(sentence).found).toEqual([]),
)
