import { expect, it } from 'vitest'
import { troubleOf } from './Trouble'

it('says why there can be no chair more', () => {
  const refused = (name: string) =>
    troubleOf(
      { is: 'refused', status: 422, code: 'invalid', fields: [{ name, code: 'invalid' }] },
      'bewaard',
    )
  expect(refused('capacity')).toEqual({ is: 'said', words: 'Meer dan 500 plekken kan niet.' })
  expect(refused('name')).toMatchObject({ words: expect.stringMatching(/^Het lukt nu niet/) })
})
