// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { staffFlag } from '../../../../auth/flag'
import type { Role } from '../../../../auth/types'
import { close, fakeAuth, open, person, press, text } from '../../../../../test/app'
import type { ClosingCheck, ClosingChoices, ClosureSeen } from './words'

afterEach(close)

const choices: ClosingChoices = {
  closures: [],
  today: '2026-11-24',
  tomorrow: '2026-11-25',
  now: '14.10',
  until: '19.00',
  plan: true,
  phone: '0123 45 67 89',
}
const closed: ClosureSeen = {
  id: 'clo_1',
  first: '2026-11-24',
  last: '2026-11-24',
  from: '17.00',
  to: '19.00',
  reason: 'Iemand van ons is ziek.',
  without: [],
  by: 'Fatima Bakker',
  at: '2026-11-24T14:10:00+01:00',
  dates: 1,
  mails: 11,
  calls: 3,
  draft: true,
  may: true,
}
const supper = {
  occurrence: 'occ_eten',
  title: 'Samen eten',
  mode: 'signup',
  start: '2026-11-24T17:00:00+01:00',
  end: '2026-11-24T19:00:00+01:00',
  people: 15,
  waiting: 0,
  told: 0,
}
const check = (more: Partial<ClosingCheck>): ClosingCheck => ({
  from: '17.00',
  to: '19.00',
  days: 1,
  off: [],
  on: [],
  stays: [],
  later: [],
  away: [],
  mail: 0,
  call: 0,
  self: 0,
  none: 0,
  calls: [],
  unheard: [],
  atOnce: false,
  draft: false,
  fingerprint: 'f1',
  ...more,
})

type Answers = Record<string, (body: Record<string, unknown>) => Response>

async function screen(answers: Answers, search = '', roles: Role[] = ['coordinator']) {
  staffFlag.raise(false)
  const auth = fakeAuth(person(roles))
  auth.fetch.mockImplementation(async (url, init) => {
    const own = answers[`${init?.method ?? 'GET'} ${url}`]
    if (own) return own(JSON.parse((init?.body as string | undefined) ?? '{}') as never)
    return Response.json({ items: [], places: {}, closures: [] })
  })
  await open('/beheer/dicht' + search, { auth })
}

const has = (words: string) => vi.waitFor(() => expect(text()).toContain(words), 4000)
const pick = (words: string) => {
  const label = [...document.querySelectorAll('label')].find(l => l.textContent.includes(words))
  label!.querySelector('input')!.click()
}

test('when, why, a look, and one press that does it', { timeout: 20_000 }, async () => {
  let now = choices
  const sent: unknown[] = []
  await screen({
    'GET /api/closures': () => Response.json(now),
    'POST /api/closures/check': () =>
      Response.json(
        check({
          first: '2026-11-24',
          last: '2026-11-24',
          reason: 'Iemand van ons is ziek.',
          off: [supper],
          mail: 11,
          call: 3,
          calls: ['Dirk', 'Ilse', 'Gonda'],
        }),
      ),
    'POST /api/closures': body => {
      sent.push(body)
      now = { ...choices, closures: [closed] }
      return Response.json({ closure: closed, mails: 11, calls: 3, on: 0 })
    },
  })
  await has('Wanneer zijn we dicht?')
  pick('Vanavond')
  pick('Iemand van ons is ziek.')
  await press('Kijk na wat er gebeurt')
  await has('Samen eten gaat niet door')
  await has('11 krijgen mail')
  await press('Ja, we zijn dicht')
  await has('11 mensen krijgen een mail en 3 mensen moeten we bellen.')
  await has('We zijn toch open')
  expect(sent).toEqual([
    {
      first: '2026-11-24',
      from: '17.00',
      to: '19.00',
      reason: 'Iemand van ons is ziek.',
      fingerprint: 'f1',
    },
  ])
})

const goBack = () => act(async () => history.back())
const picked = (words: string) =>
  [...document.querySelectorAll('label')]
    .find(l => l.textContent.includes(words))!
    .querySelector('input')!.checked

test('back in the browser keeps the answers, and does nothing', { timeout: 20_000 }, async () => {
  const sent: unknown[] = []
  let now = choices
  await screen({
    'GET /api/closures': () => Response.json(now),
    'POST /api/closures/check': () =>
      Response.json(check({ first: '2026-11-24', last: '2026-11-24', off: [supper], mail: 11 })),
    'POST /api/closures': body => {
      sent.push(body)
      now = { ...choices, closures: [closed] }
      return Response.json({ closure: closed, mails: 11, calls: 3, on: 0 })
    },
  })
  await has('Wanneer zijn we dicht?')
  pick('Vanavond')
  pick('Iets anders')
  await vi.waitFor(() => expect(document.querySelector('textarea')).not.toBeNull())
  await act(async () => {
    const area = document.querySelector('textarea')!
    const value = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')!
    value.set!.call(area, 'De lift is stuk.')
    area.dispatchEvent(new Event('input', { bubbles: true }))
  })
  await press('Kijk na wat er gebeurt')
  await has('Samen eten gaat niet door')
  await goBack()
  await has('Wanneer zijn we dicht?')
  expect([picked('Vanavond'), picked('Iets anders')]).toEqual([true, true])
  expect(document.querySelector('textarea')!.value).toBe('De lift is stuk.')
  expect(sent).toEqual([])
  await press('Kijk na wat er gebeurt')
  await has('Samen eten gaat niet door')
  await press('Ja, we zijn dicht')
  await has('11 mensen krijgen een mail')
  expect(sent).toEqual([expect.objectContaining({ from: '17.00', reason: 'De lift is stuk.' })])
  await goBack() // once it is done
  await has('Wanneer zijn we dicht?')
  expect(sent).toHaveLength(1)
})

test('back from ‘Alles terug?’ leaves it closed', { timeout: 20_000 }, async () => {
  const sent: unknown[] = []
  await screen(
    {
      'GET /api/closures': () => Response.json({ ...choices, closures: [closed] }),
      'POST /api/closures/clo_1/open/check': () => Response.json(check({ on: [supper] })),
      'POST /api/closures/clo_1/open': body => {
        sent.push(body)
        return Response.json({ closure: closed, mails: 0, calls: 0, on: 1 })
      },
    },
    '?sluiting=clo_1',
  )
  await has('Kijk na wat er gebeurt')
  await act(async () => {
    history.pushState(null, '', '/beheer/dicht?sluiting=clo_1&stap=open')
    dispatchEvent(new PopStateEvent('popstate'))
  })
  await has('Alles terug?')
  await has('Samen eten gaat weer door')
  await goBack()
  await has('Kijk na wat er gebeurt')
  expect(sent).toEqual([])
})

test(
  'a wrong reason comes back to its field, with what was typed',
  { timeout: 20_000 },
  async () => {
    await screen({
      'GET /api/closures': () => Response.json(choices),
      'POST /api/closures/check': () =>
        Response.json(
          { code: 'invalid', fields: [{ name: 'reason', code: 'phone' }] },
          { status: 422 },
        ),
    })
    await has('Wanneer zijn we dicht?')
    await press('Kijk na wat er gebeurt')
    await has('Kies wanneer we dicht zijn.')
    pick('De rest van vandaag')
    pick('Iemand van ons is ziek.')
    await press('Kijk na wat er gebeurt')
    pick('Iets anders')
    await has('Zet geen telefoonnummer in deze zin.')
  },
)

test('who opens the door closes today alone', { timeout: 20_000 }, async () => {
  await screen({ 'GET /api/closures': () => Response.json({ ...choices, plan: false }) }, '', [
    'gastheer',
  ])
  await has('Dat doet de coördinator: 0123 45 67 89.')
  expect(text()).not.toContain('Morgen')
})

test('all back: what returns, what does not, and one press', { timeout: 20_000 }, async () => {
  await screen(
    {
      'GET /api/closures': () => Response.json({ ...choices, closures: [closed] }),
      'POST /api/closures/clo_1/open/check': () =>
        Response.json(
          check({
            on: [{ ...supper, told: 14 }],
            mail: 14,
            draft: true,
            away: ['Frits'],
            stays: [{ ...supper, occurrence: 'occ_x', title: 'Koor', why: 'covered' }],
          }),
        ),
      'POST /api/closures/clo_1/open': () =>
        Response.json({ closure: closed, mails: 14, calls: 0, on: 1 }),
    },
    '?sluiting=clo_1&stap=open',
  )
  await has('14 mensen horen dat het toch doorgaat')
  await has('Frits heeft zelf afgezegd.')
  await has('Komt pas terug als beide weg zijn.')
  await press('Ja, we zijn toch open')
  await has('14 mensen krijgen een mail.')
})

/** The focus follows what is drawn. */
const focused = (what: () => Element | null) =>
  vi.waitFor(() => expect(document.activeElement).toBe(what()), 4000)
const tickOf = (words: string) =>
  [...document.querySelectorAll('label')]
    .find(l => l.textContent.includes(words))!
    .querySelector('input')!

test('what is going on can be called off, and left on again', { timeout: 20_000 }, async () => {
  const running = { ...supper, occurrence: 'occ_inloop', title: 'Inloop', mode: 'walkin' }
  await screen({
    'GET /api/closures': () => Response.json(choices),
    'POST /api/closures/check': body =>
      Response.json(
        check({
          first: '2026-11-24',
          last: '2026-11-24',
          reason: 'Iemand van ons is ziek.',
          ...(body.also
            ? { off: [running] }
            : { stays: [{ ...running, why: 'running' as const }] }),
        }),
      ),
  })
  await has('Wanneer zijn we dicht?')
  pick('De rest van vandaag')
  pick('Iemand van ons is ziek.')
  await press('Kijk na wat er gebeurt')
  await has('Is al bezig. Blijft staan.')
  await focused(() => document.getElementById('dit-gebeurt'))
  tickOf('Zeg dit ook af').click()
  await has('Inloop gaat niet door')
  expect(tickOf('Zeg dit ook af').checked).toBe(true)
  await focused(() => tickOf('Zeg dit ook af'))
  tickOf('Zeg dit ook af').click()
  await has('Is al bezig. Blijft staan.')
})

test('focus goes to the first mistake', { timeout: 20_000 }, async () => {
  await screen({
    'GET /api/closures': () => Response.json(choices),
    'POST /api/closures/check': () =>
      Response.json({ code: 'invalid', fields: [{ name: 'to', code: 'order' }] }, { status: 422 }),
  })
  await has('Wanneer zijn we dicht?')
  await press('Kijk na wat er gebeurt')
  await focused(() => tickOf('De rest van vandaag'))
  pick('Andere dagen of tijden')
  pick('Iemand van ons is ziek.')
  await vi.waitFor(() => expect(document.querySelector('[name=first]')).not.toBeNull())
  await press('Kijk na wat er gebeurt')
  await focused(() => document.querySelector('[name=first]'))
})

test('a closure that would do nothing says so beside its ticks', { timeout: 20_000 }, async () => {
  await screen({
    'GET /api/closures': () => Response.json(choices),
    'POST /api/closures/check': body =>
      (body.without as string[] | undefined)?.includes('hours')
        ? Response.json(
            { code: 'invalid', fields: [{ name: 'without', code: 'required' }] },
            { status: 422 },
          )
        : Response.json(check({ first: '2026-11-24', last: '2026-11-24', reason: 'Ziek.' })),
  })
  await has('Wanneer zijn we dicht?')
  pick('Vanavond')
  pick('Iemand van ons is ziek.')
  await press('Kijk na wat er gebeurt')
  await has('Wat doen we allemaal?')
  tickOf('De openingstijden aanpassen').click()
  await has('Kies ten minste één ding dat we doen.')
  tickOf('De openingstijden aanpassen').click()
  await vi.waitFor(() => expect(text()).not.toContain('Kies ten minste'), 4000)
})

test('what was undone is said, and then the ways on work', { timeout: 20_000 }, async () => {
  let now: ClosingChoices = { ...choices, closures: [{ ...closed, undoUntil: closed.at }] }
  await screen(
    {
      'GET /api/closures': () => Response.json(now),
      'POST /api/closures/clo_1/check': () =>
        Response.json(check({ first: '2026-11-24', last: '2026-11-24', reason: closed.reason })),
      'PUT /api/closures/clo_1': () =>
        Response.json({ closure: closed, mails: 0, calls: 0, on: 0 }),
      'POST /api/closures/clo_1/undo': () => {
        now = choices
        return Response.json({ closure: closed, mails: 0, calls: 0, on: 0 })
      },
    },
    '?sluiting=clo_1',
  )
  const change = async () => {
    await press('Kijk na wat er gebeurt')
    await has('Er staat dan niets.')
    await press('Ja, verander het')
    await has('Er was niemand om het aan te vertellen.')
  }
  await has('Waarom?')
  await change()
  await press('Maak korter of langer')
  await has('Waarom?')
  await change()
  await press('Maak ongedaan')
  await has('Dat is teruggedraaid.')
  expect(text()).not.toContain('Er was niemand')
})

test('telling is ticked on again together with calling off', { timeout: 20_000 }, async () => {
  await screen({
    'GET /api/closures': () => Response.json(choices),
    'POST /api/closures/check': () =>
      Response.json(check({ first: '2026-11-24', last: '2026-11-24', reason: 'Ziek.' })),
  })
  await has('Wanneer zijn we dicht?')
  pick('Vanavond')
  pick('Iemand van ons is ziek.')
  await press('Kijk na wat er gebeurt')
  await has('Wat doen we allemaal?')
  tickOf('Afzeggen wat er dan is').click()
  await vi.waitFor(() => expect(tickOf('Het vertellen').checked).toBe(false), 4000)
  tickOf('Het vertellen').click()
  await vi.waitFor(() => expect(tickOf('Het vertellen').checked).toBe(true), 4000)
})
