// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Role } from '../../../../auth/types'
import { staffFlag } from '../../../../auth/flag'
import { close, fakeAuth, open, person, press, settle, text } from '../../../../../test/app'

beforeEach(() => staffFlag.raise(false))
afterEach(close)

const date = {
  id: 'occ_a',
  title: 'Breicafé',
  start: '2026-11-24T13:30:00+01:00',
  end: '2026-11-24T16:00:00+01:00',
  room: 'Atelier',
  mode: 'signup',
  status: 'planned',
}
const check = {
  mail: 3,
  call: 1,
  self: 0,
  none: 0,
  calls: ['Dirk'],
  unheard: [],
  away: [],
  subject: 'Afspraken gaan niet door',
  body: 'Deze afspraken veranderen:',
  atOnce: false,
  fingerprint: 'f1',
  change: 2,
  dates: [
    { id: 'occ_a', start: date.start, end: date.end, room: '', people: 4, waiting: 0 },
    {
      id: 'occ_b',
      start: '2026-12-01T13:30:00+01:00',
      end: '2026-12-01T16:00:00+01:00',
      room: '',
      people: 0,
      waiting: 0,
    },
  ],
}

const choicesOf = () => ({
  date,
  people: 4,
  waiting: 0,
  canCallOff: true,
  canMove: true,
  rooms: ['Atelier'],
  instead: [{ id: 'occ_b', kind: 'next', title: 'Breicafé', start: date.start, end: date.end }],
  hosts: [],
  phone: '0123 45 67 89',
  canMany: true,
  meetings: [],
  scopes: [
    { scope: 'this', dates: 1, people: 4 },
    { scope: 'later', dates: 2, people: 4 },
    { scope: 'all', dates: 2, people: 4 },
  ],
})

/** The screen of a date that changes; gives what was sent. */
async function change(
  role: Role,
  canMany: boolean,
  more: object = {},
  own: (url: string) => Response | undefined = () => undefined,
) {
  const auth = fakeAuth(person([role]))
  const sent: string[] = []
  auth.fetch.mockImplementation(async (url, init) => {
    const other = own(url)
    if (other) return other
    if (url.endsWith('/choices')) return Response.json({ ...choicesOf(), canMany, ...more })
    if (init?.method && init.method !== 'GET')
      sent.push(`${url} ${(init.body as string | null) ?? ''}`)
    if (url.includes('/check')) return Response.json(check)
    if (/\/(on|off)$/.test(url))
      return Response.json({
        act: { id: 'sac_2', kind: 'onAgain', at: date.start, by: 'noor', mails: 3, dates: 2 },
        taken: 4,
        waiting: 0,
      })
    return Response.json({ items: [], calls: [] })
  })
  await open('/beheer/datum/occ_a/verander', { auth })
  await rest()
  return sent
}
const rest = async () => {
  for (let i = 0; i < 3; i++) await settle()
}
const doIt = async (name: string) => {
  await press(name)
  await rest()
}
const choose = async (words: string) => {
  const label = [...document.querySelectorAll('label')].find(l => l.textContent.startsWith(words))
  await act(async () => label!.querySelector('input')!.click())
  await rest()
}

it(
  'calls all dates off in one act, and shows what becomes of each first',
  { timeout: 60_000 },
  async () => {
    const sent = await change('coordinator', true)
    await choose('Alle komende datums')
    await doIt('Gaat niet door')
    expect(text()).not.toContain('Kom op een andere datum') // that one goes too
    await choose('De begeleider is ziek')
    await doIt('Verder')
    expect(sent.at(-1)).toContain('"scope":"all"')
    expect(text()).toContain('2 datums veranderen.')
    expect(text()).toContain('Nog 1 datum zonder aanmeldingen')
    await doIt('Zeg af en vertel het 4 mensen')
    expect(sent.at(-1)).toContain('/off ')
    expect(sent.at(-1)).toContain('"scope":"all"')
    expect(sent.at(-1)).toContain('"fingerprint":"f1"')
  },
)

it('calls a whole series off, and says which meetings that are', { timeout: 60_000 }, async () => {
  const meeting = (number: number, off = false) => ({
    id: `ses_${number}`,
    number,
    of: 3,
    start: `2026-11-2${number}T13:30:00+01:00`,
    end: `2026-11-2${number}T15:30:00+01:00`,
    off,
  })
  const sent = await change('coordinator', true, {
    canMove: false,
    scopes: [],
    meetings: [meeting(1, true), meeting(2), meeting(3)],
  })
  await doIt('De hele reeks gaat niet door')
  expect(text()).toContain('Alle 2 bijeenkomsten die nog komen.')
  await choose('De begeleider is ziek')
  await doIt('Verder')
  expect(text()).toContain('Alle 2 bijeenkomsten die nog komen')
  await doIt('Zeg af en vertel het 4 mensen')
  expect(sent.at(-1)).toContain('/off ')
  expect(sent.at(-1)).not.toContain('session')
  expect(sent.at(-1)).not.toContain('scope')
})

it('asks one date as before', { timeout: 60_000 }, async () => {
  const sent = await change('coordinator', true)
  await doIt('Gaat niet door')
  await choose('De begeleider is ziek')
  await doIt('Verder')
  expect(sent.at(-1)).not.toContain('scope')
})

it('sends a gastheer to the coordinator for more than today', { timeout: 60_000 }, async () => {
  await change('gastheer', false)
  expect(text()).toContain('Dat doet de coördinator: 0123 45 67 89.')
  expect(text()).not.toContain('Alle komende datums')
})

it('lets dates go on together that were called off together', { timeout: 60_000 }, async () => {
  const sent = await change('coordinator', true, {
    date: { ...date, status: 'cancelled', changeReason: 'De begeleider is ziek.' },
    off: { id: 'sac_1', kind: 'off', at: date.start, by: 'noor', mails: 3, dates: 2 },
  })
  await doIt('Gaat het toch door?')
  expect(sent.at(-1)).toMatch(/\/on\/check \{\}$/)
  await choose('Alle datums die tegelijk zijn afgezegd')
  expect(sent.at(-1)).toContain('/on/check {"scope":"all"}')
  expect(text()).toContain('2 datums gaan weer door.')
  expect(text()).toContain('4 mensen krijgen bericht dat het toch doorgaat.')
  await doIt('Ja, deze 2 datums gaan toch door')
  expect(sent.at(-1)).toContain('/on {"fingerprint":"f1","scope":"all"}')
  expect(text()).toContain('gaat toch door. Het gaat om 2 datums. 3 mensen krijgen een mail')
})

it('lets a gastheer put back this date alone', { timeout: 60_000 }, async () => {
  await change('gastheer', false, {
    date: { ...date, status: 'cancelled', changeReason: 'De begeleider is ziek.' },
  })
  await doIt('Gaat het toch door?')
  expect(text()).not.toContain('Voor welke datums')
})

const off = { date: { ...date, status: 'cancelled', changeReason: 'De begeleider is ziek.' } }
const refuses = (status: number, code: string) => Response.json({ code }, { status })

it.each(['/on', '/on/check'])(
  'says that it goes on when a colleague took it back before %s',
  { timeout: 60_000 },
  async path => {
    let back = false
    await change('coordinator', true, off, url => {
      if (url.endsWith(path)) {
        back = true
        return refuses(409, 'conflict')
      }
      return back && url.endsWith('/choices') ? Response.json({ ...choicesOf(), date }) : undefined
    })
    await doIt('Gaat het toch door?')
    if (path === '/on') await doIt('Ja, deze 2 datums gaan toch door')
    expect(text()).toContain('Het gaat al door. Je hoeft niets te doen.')
    expect(text()).toContain('Wat is er aan de hand?') // nothing is left to press again
    expect(text()).not.toContain('druk nog een keer')
  },
)

it('says that people heard it when more of them have to hear it', { timeout: 60_000 }, async () => {
  let told = false
  await change('coordinator', true, off, url => {
    if (url.endsWith('/on')) {
      if (told) return undefined
      told = true
      return refuses(412, 'precondition_failed')
    }
    return url.endsWith('/on/check') && !told
      ? Response.json({ ...check, mail: 0, call: 0, calls: [] })
      : undefined
  })
  await doIt('Gaat het toch door?')
  expect(text()).toContain('Nog niemand heeft gehoord dat het niet doorgaat.')
  await doIt('Ja, deze 2 datums gaan toch door')
  expect(text()).toContain(
    'Intussen hoorden mensen dat het niet doorgaat. Kijk nog even na en druk nog een keer.',
  )
  expect(text()).toContain('4 mensen krijgen bericht dat het toch doorgaat.')
  await doIt('Ja, deze 2 datums gaan toch door')
  expect(text()).toContain('gaat toch door.')
})
