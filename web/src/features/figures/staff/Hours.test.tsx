// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { components } from '../../../api/schema.gen'
import { staffFlag } from '../../../auth/flag'
import { close, fakeAuth, open, person, press, settle, text } from '../../../../test/app'

type Schemas = components['schemas']
type Report = Schemas['FigureReport']

const part = (day: string, more: Partial<Schemas['FigureHours']>): Schemas['FigureHours'] => ({
  day,
  from: '13.00',
  part: 'afternoon',
  entry: '',
  may: true,
  reason: true,
  ...more,
})

/** The figures, with what came of each press; `answer` is that of the server to typed hours. */
async function figures(answer: () => Response, given: Partial<Report> = {}) {
  const auth = fakeAuth(person(['coordinator']))
  const sent: unknown[] = []
  let hours: number | undefined
  auth.fetch.mockImplementation(async (url, init) => {
    if (init?.method === 'POST' && url.includes('volunteer-hours')) {
      if (url.endsWith('/undo')) {
        hours = undefined
        sent.push('undo')
        return new Response(null, { status: 204 })
      }
      const body = JSON.parse(String(init.body)) as Schemas['TypeHours']
      sent.push([body.day, body.from, body.hours, body.reason, body.was])
      const given = answer()
      if (given.ok) hours = body.hours
      return given
    }
    if (!url.includes('/api/figures')) return Response.json({ items: [] })
    const report: Report = {
      from: '2026-11-16',
      until: '2026-11-22',
      before: { from: '2026-11-09', until: '2026-11-15' },
      counted: false,
      own: false,
      mayFill: true,
      rows: [],
      weeks: [],
      missing: { parts: [], groups: [] },
      hours: [
        part('2026-11-17', hours === undefined ? {} : { hours, entry: 'e1', by: 'Noor' }),
        part('2026-11-16', { may: false, hours: 3, entry: 'e0', by: 'Jan' }),
      ],
      moreHours: false,
      ...given,
    }
    return Response.json(report)
  })
  await open('/beheer/cijfers', { auth })
  await vi.waitFor(() => expect(text()).toContain('Vrijwilligersuren'))
  return sent
}
const fill = async (name: string, value: string) => {
  const input = document.querySelector<HTMLInputElement>(`[name=${name}]`)!
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(input, value)
    input.dispatchEvent(new Event('input', { bubbles: true }))
  })
}
const rest = async () => {
  for (let i = 0; i < 4; i++) await settle()
}

beforeEach(() => staffFlag.raise(false))
afterEach(close)

test(
  'hours are typed in with a reason, shown, and taken back on the spot',
  { timeout: 60_000 },
  async () => {
    const until = new Date(Date.now() + 600_000).toISOString()
    const sent = await figures(() => Response.json({ id: 'e1', undoUntil: until }))
    await press('Vul in: uren van dinsdag 17 november, middag vanaf 13.00 uur')
    const focused = () => document.activeElement?.getAttribute('name')
    expect(focused()).toBe('uren')
    await press('Laat het zo')
    expect(document.activeElement?.id).toBe('uren-2026-11-17-1300')
    await press('Vul in: uren van dinsdag 17 november, middag vanaf 13.00 uur')
    await fill('uren', '1')
    await press('Bewaar')
    expect(focused()).toBe('reden')
    await fill('uren', '')
    await press('Bewaar')
    expect(focused()).toBe('uren')
    expect(text()).toContain('Vul in hoeveel uren het waren. 0 mag ook.')
    expect(text()).toContain('Schrijf op waarom je dit nu invult.')
    await fill('uren', '12,1')
    expect(text()).toContain('12,5 is twaalf en een half uur')
    await fill('uren', '12,5')
    await fill('reden', 'Van het rooster.')
    await press('Bewaar')
    await rest()
    expect(sent).toEqual([['2026-11-17', '13.00', 12.5, 'Van het rooster.', '']])
    expect(text()).toContain('Bewaard: 12,5 uur op')
    expect(text()).not.toContain('nog niet ingevuld')
    await press('Maak ongedaan')
    await rest()
    expect(sent.at(-1)).toBe('undo')
    expect(text()).toContain('nog niet ingevuld')
  },
)

test('who was not first reads so, and keeps what was typed', { timeout: 60_000 }, async () => {
  await figures(() => Response.json({ code: 'precondition_failed' }, { status: 412 }))
  await press('Vul in: uren van dinsdag 17 november, middag vanaf 13.00 uur')
  await fill('uren', '4')
  await fill('reden', 'Van het rooster.')
  await press('Bewaar')
  await rest()
  expect(text()).toContain('Iemand vulde dit net ook in. Er is niets bewaard.')
  expect(document.querySelector<HTMLInputElement>('[name=uren]')!.value).toBe('4')
})

test('thirty parts of days are folded by week, the last week open', async () => {
  await figures(() => Response.json({}), {
    hours: [
      part('2026-11-17', {}),
      part('2026-11-16', { hours: 3, entry: 'e0' }),
      part('2026-11-13', { hours: 4, entry: 'e1' }),
      part('2026-11-12', { hours: 5, entry: 'e2' }),
      part('2026-11-05', {}),
    ],
  })
  const weeks = [...document.querySelectorAll('[aria-labelledby=vrijwilligersuren] details')]
  expect(weeks.map(w => w.querySelector('summary')!.textContent)).toEqual([
    '16 – 22 november: 3 uur, nog 1 in te vullen',
    '9 – 15 november: 9 uur',
    '2 – 8 november: nog niet ingevuld',
  ])
  expect(weeks.map(w => w.hasAttribute('open'))).toEqual([true, false, false])
  expect(weeks[1]!.querySelectorAll('li')).toHaveLength(2)
})

test('a part of a day that nobody counted takes the focus, and gives it back', async () => {
  await figures(() => Response.json({}), {
    missing: {
      parts: Array.from({ length: 8 }, (_, i) => ({
        day: `2026-11-${16 - i}`,
        from: '13.00',
        part: 'afternoon' as const,
      })),
      groups: [],
    },
  })
  const fold = document.querySelector('[aria-labelledby=missend] details')!
  expect(fold.querySelector('summary')!.textContent).toBe('Nog 3 dagdelen')
  const focused = () => document.activeElement?.getAttribute('name')
  await press('Vul in: maandag 16 november, middag vanaf 13.00 uur')
  expect(focused()).toBe('bezoeken')
  await fill('bezoeken', '7')
  await press('Bewaar')
  expect(focused()).toBe('reden')
  await press('Laat het zo')
  expect(document.activeElement?.id).toBe('telling-2026-11-16-1300')
  expect(document.querySelector('[name=bezoeken]')).toBeNull()
})
