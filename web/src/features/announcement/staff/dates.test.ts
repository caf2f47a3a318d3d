import { expect, it } from 'vitest'
import { earlierDay } from './dates'

it('finds a day in the text that is over before the announcement is', () => {
  expect(earlierDay('Dicht tot 6 november. Tot dan!', '2025-10-02', '2025-12-31')).toBe(
    '6 november',
  )
  expect(earlierDay('Dicht tot 6-11.', '2025-10-02', '2025-12-31')).toBe('6-11')
  expect(earlierDay('Dicht tot 31 december.', '2025-10-02', '2025-12-31')).toBeUndefined()
  expect(earlierDay('Vanaf 3 januari open.', '2025-12-20', '2026-01-02')).toBeUndefined()
  expect(earlierDay('Op 1 januari dicht.', '2025-12-20', '2026-01-02')).toBe('1 januari')
  expect(earlierDay('Sinds 6 november 2024.', '2025-10-02', '2025-12-31')).toBe('6 november 2024')
  expect(earlierDay('Van 13.00 tot 17.00 uur.', '2025-10-02', '2025-12-31')).toBeUndefined()
  expect(earlierDay('Op 45 november.', '2025-10-02', '2025-12-31')).toBeUndefined()
  expect(earlierDay('6 november', '', '')).toBeUndefined()
})
