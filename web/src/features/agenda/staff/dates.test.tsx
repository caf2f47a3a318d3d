// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Role } from '../../../auth/types'
import { staffFlag } from '../../../auth/flag'
import { leftOpen } from '../../../staff/leftOpen'
import { undoing } from '../../../staff/undo'
import { button, close, fakeAuth, open, person, press, settle, text } from '../../../testing'
import { fresh, type StaffDate, type StaffDates } from './model'

const noor = { uid: 'u1', name: 'Noor' }
const moment = '2026-11-24T14:02:00+01:00'
const until = new Date(Date.now() + 600_000).toISOString()
const act1 = 'act_aaaaaaaaaaaaaaaaaaaa'
const aDate = (id: string, day: string): StaffDate => ({
  id,
  version: 3,
  kind: 'date',
  status: 'planned',
  sessions: [
    { id: 'ses_' + id, day, from: '13.30', to: '16.00', room: 'Atelier', status: 'planned' },
  ],
  ownCapacity: false,
  capacity: 8,
  taken: 0,
  waiting: 0,
  used: false,
  warnings: [],
})

/** The editor of an activity with two dates; gives what was sent. */
async function editor(of: Partial<StaffDates> = {}, role: Role = 'coordinator') {
  const auth = fakeAuth(person([role]))
  let dates = [aDate('occ_a', '2026-12-01'), aDate('occ_b', '2026-12-08')]
  const sent: string[] = []
  const draft = () => ({
    id: act1,
    kind: 'activity',
    version: 2,
    status: 'published',
    changed: false,
    faults: [],
    createdAt: moment,
    createdBy: noor,
    updatedAt: moment,
    updatedBy: noor,
    doc: { ...fresh([]), title: 'Breicafé' },
  })
  auth.fetch.mockImplementation(async (url, init) => {
    const method = init?.method ?? 'GET'
    if (url.endsWith('/presence')) return Response.json({ others: [] })
    if (method !== 'GET') sent.push(`${method} ${url} ${(init?.body as string | null) ?? ''}`)
    if (method === 'DELETE') {
      dates = dates.slice(1)
      return Response.json({ undo: { id: 'und_1', act: 'date', until } })
    }
    if (url === '/api/undo/und_1') {
      dates = [aDate('occ_a', '2026-12-01'), ...dates]
      return Response.json(draft())
    }
    if (method === 'PATCH') return Response.json(dates[0])
    if (url.endsWith('/dates'))
      return Response.json({
        mode: 'signup',
        items: dates,
        signUps: 0,
        earlier: 0,
        used: false,
        ...of,
      })
    if (url.startsWith('/api/activity-options'))
      return Response.json({ rooms: ['Atelier'], slug: '', hosts: [], staff: [] })
    if (url.endsWith('/publish'))
      return Response.json({ ...draft(), undo: { id: 'und_2', act: 'publish', until } })
    if (url.startsWith('/api/drafts/activities/act_') && !/revisions|places/.test(url))
      return Response.json(draft())
    return Response.json({ items: [] })
  })
  await open('/editactivity/' + act1, { auth })
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
const first = 'Verander dinsdag 1 december, 13.30 tot 16.00 uur'
const form = () => document.getElementById('datum-occ_a')
const host = () =>
  [...form()!.querySelectorAll('label')]
    .find(l => l.textContent.startsWith('Wie ontvangt je?'))!
    .parentElement!.querySelector('input')!
const type = async (value: string) => {
  await act(async () => {
    const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!
    set.call(host(), value)
    host().dispatchEvent(new Event('input', { bubbles: true }))
  })
  await rest()
}
const go = async (path: string) => {
  await act(async () => {
    history.pushState(null, '', path)
    dispatchEvent(new PopStateEvent('popstate'))
  })
  await rest()
}
const asks = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

beforeEach(() => staffFlag.raise(false))
afterEach(async () => {
  for (const l of leftOpen.get()) leftOpen.drop(l.id)
  await close()
  undoing.drop()
})

it(
  'publishing with a changed form of a date open drops nothing and says nothing that is not so',
  { timeout: 60_000 },
  async () => {
    const sent = await editor()
    await doIt(first)
    await type('Jan')
    await doIt('Publiceer')
    expect(sent).toEqual([])
    expect(document.activeElement?.textContent).toContain('Er is nog niets online gezet.')
    expect(text()).not.toContain('Staat online.')
    await doIt('Bewaar deze datum')
    expect(sent).toEqual([expect.stringContaining('"host":"Jan"')])
    expect(text()).not.toContain('Er is nog niets online gezet.')
    await doIt('Publiceer')
    expect(sent.at(-1)).toContain(`POST /api/drafts/activities/${act1}/publish`)
  },
)

it('an open form in which nothing changed is in nobody’s way', { timeout: 60_000 }, async () => {
  const sent = await editor()
  await doIt(first)
  await type('Jan')
  await type('')
  await doIt('Publiceer')
  expect(sent).toEqual([expect.stringContaining('/publish')])
})

it(
  'leaving by a tab keeps what was typed, says so there, and comes back to it',
  { timeout: 60_000 },
  async () => {
    const sent = await editor()
    await doIt(first)
    await type('Jan')
    expect(asks()).toBe(true)
    await go('/beheer')
    expect(text()).toContain(
      'Je verandering is nog niet bewaard: Breicafé, dinsdag 1 december, 13.30 tot 16.00 uur.',
    )
    expect(asks()).toBe(true)
    await doIt('Ga verder')
    expect(text()).not.toContain('Je verandering is nog niet bewaard')
    expect(host().value).toBe('Jan')
    await doIt('Laat het zo')
    await go('/beheer')
    expect([text().includes('Je verandering'), asks(), sent]).toEqual([false, false, []])
  },
)

it('a date that is taken away is told, and can be put back', { timeout: 60_000 }, async () => {
  const sent = await editor()
  await doIt(first)
  await doIt('Haal deze datum weg')
  expect(sent).toEqual(['DELETE /api/occurrences/occ_a '])
  expect(button(first)).toBeUndefined()
  const bar = document.querySelector('.said')!
  expect(bar.querySelector('p')!.textContent).toBe(
    'De datum is weg. ‘dinsdag 1 december, 13.30 tot 16.00 uur’',
  )
  expect(document.activeElement).toBe(bar.querySelector('p'))
  await act(async () => bar.querySelector<HTMLElement>('.btn')!.click())
  await vi.waitFor(async () => {
    await rest()
    expect(button(first)).toBeDefined()
  })
})

it(
  'with people to come it is neither hidden nor thrown away, and says so at once',
  { timeout: 60_000 },
  async () => {
    const sent = await editor({
      items: [{ ...aDate('occ_a', '2026-12-01'), taken: 3, waiting: 1, used: true }],
      signUps: 4,
      used: true,
    })
    await doIt('Maak onzichtbaar')
    expect(document.activeElement?.textContent).toBe(
      'Er zijn 4 mensen. Bel hen eerst en meld ze af, of zet de activiteit in het archief na de ' +
        'laatste datum.dinsdag 1 december, 13.30 tot 16.00 uur: 3 aanmeldingen, 1 op de wachtlijst',
    )
    await doIt('Verwijder')
    expect(document.activeElement?.textContent).toContain('kan niet in de prullenbak')
    expect([button('Naar de prullenbak'), sent]).toEqual([undefined, []])
  },
)

it('one without any date is not said to be online', { timeout: 60_000 }, async () => {
  await editor({ items: [] })
  await doIt('Publiceer')
  expect(document.querySelector('.said p')!.textContent).toBe(
    'Bewaard, maar nog nergens te zien: er is nog geen datum. ' +
      'Voeg een datum toe en publiceer opnieuw. ‘Breicafé’',
  )
})

it('a host reads a summary, and no form that takes nothing', { timeout: 60_000 }, async () => {
  await editor({}, 'gastheer')
  const main = document.querySelector('main')!
  expect(main.querySelectorAll('input, textarea, select')).toHaveLength(0)
  expect(main.textContent).toContain('dinsdag 1 december, 13.30 tot 16.00 uur')
  expect(main.textContent).toContain('0 aanmeldingen op 8 plekken')
})
