// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { staffFlag } from '../auth/flag'
import { at } from '../screens'
import { close, fakeAuth, open, person, press, settle } from '../../test/app'
import { bars } from './bars'

const noor = { uid: 'u1', name: 'Noor' }
const moment = '2026-11-24T14:02:00+01:00'
const until = new Date(Date.now() + 600_000).toISOString()

/** A desk with two news items; `refuse` answers acts and undoing, until it gives nothing. */
async function desk(refuse: (url: string) => Response | undefined = () => undefined) {
  const auth = fakeAuth(person(['redactie']))
  let version = 4
  auth.fetch.mockImplementation(async (url, init) => {
    const id = /nws_./.exec(url)?.[0] ?? 'nws_1'
    if (init?.method === 'POST' && !url.endsWith('/presence')) {
      const refused = refuse(url)
      if (refused) return refused
      version++
    }
    if (url.includes('/presence')) return Response.json({ others: [] })
    if (!/nws_.($|\/(publish|trash|hide)$)|undo/.test(url)) return Response.json({ items: [] })
    const acted = init?.method === 'POST' && !url.includes('undo')
    return Response.json({
      id,
      kind: 'news',
      version,
      status: acted ? 'published' : 'draft',
      changed: false,
      faults: [],
      createdAt: moment,
      createdBy: noor,
      updatedAt: moment,
      updatedBy: noor,
      doc: { title: id === 'nws_1' ? 'De soep' : 'De lift', summary: '', body: empty, author: 'R' },
      ...(acted ? { undo: { id: 'und_' + version, act: url.split('/').at(-1), until } } : {}),
    })
  })
  await open('/editnews/nws_1', { auth })
}
const empty = { type: 'doc', content: [] }
const said = () =>
  [...document.querySelectorAll('.said p')].map(p => p.textContent.trim().replace(/\s+/g, ' '))
const doIt = async (name: string) => {
  await press(name)
  for (let i = 0; i < 3; i++) await settle()
}
/** The editor of a text has a button of the same name. */
const way = () => document.querySelector<HTMLElement>('.said .btn')
const takeBack = async () => {
  await act(async () => way()!.click())
  for (let i = 0; i < 3; i++) await settle()
}
const go = async (path: string) => {
  await act(async () => {
    history.pushState(null, '', path)
    dispatchEvent(new PopStateEvent('popstate'))
  })
  await settle()
}

beforeEach(() => staffFlag.raise(false))
afterEach(async () => {
  await close()
  bars.clear()
})

it(
  'names its document, and goes along to another one and to the list',
  { timeout: 60_000 },
  async () => {
    await desk()
    await doIt('Publiceer')
    expect(said()).toEqual(['‘De soep’ staat online.'])
    for (const path of ['/editnews/nws_2', at('news')]) {
      await go(path)
      expect(said()).toEqual(['‘De soep’ staat online.'])
    }
  },
)

it.each([
  ['a server in trouble', 503, 'Er ging bij ons iets mis. Probeer het zo nog een keer.'],
  ['a session that ended', 401, 'Log opnieuw in en probeer het nog een keer.'],
])('survives %s', { timeout: 60_000 }, async (_, status, words) => {
  let down = true
  await desk(url =>
    down && url.includes('undo') ? Response.json({ code: 'x' }, { status }) : undefined,
  )
  await doIt('Publiceer')
  await takeBack()
  expect(said()).toEqual([`‘De soep’ staat online. ${words}`])
  down = false
  await takeBack()
  expect([said(), way()]).toEqual([['Ongedaan gemaakt: ‘De soep’ staat online.'], null])
})

it.each([
  ['newDates', 'Er heeft zich al iemand aangemeld.'],
  ['changedDates', 'Iemand veranderde daarna een datum.'],
])('says why when there is something in the way: %s', { timeout: 60_000 }, async (name, why) => {
  const refusal = { code: 'conflict', fields: [{ name, code: 'taken' }] }
  await desk(url => (url.includes('undo') ? Response.json(refusal, { status: 409 }) : undefined))
  await doIt('Publiceer')
  await takeBack()
  expect(said()).toEqual([why + ' Daarom kan dit niet meer ongedaan worden gemaakt.'])
})

it('says when there is no place any more', { timeout: 60_000 }, async () => {
  await desk(url =>
    url.includes('undo') ? Response.json({ code: 'full' }, { status: 409 }) : undefined,
  )
  await doIt('Publiceer')
  await takeBack()
  expect(said()).toEqual([
    'Er is geen plek meer. Daarom kan dit niet meer ongedaan worden gemaakt.',
  ])
})

it(
  'never says that it is online above a publication that failed',
  { timeout: 60_000 },
  async () => {
    let down = false
    await desk(() => (down ? Response.json({ code: 'internal' }, { status: 503 }) : undefined))
    await doIt('Publiceer')
    down = true
    await doIt('Publiceer')
    expect(said()).toEqual(['Om 14.02 uur zette je ‘De soep’ online.'])
  },
)

it('no two acts in an editor have one name', { timeout: 60_000 }, async () => {
  await desk()
  await doIt('Publiceer')
  const names = [...document.querySelectorAll('button')]
    .map(b => b.getAttribute('aria-label') ?? b.textContent.trim())
    .filter(name => name !== 'Uitloggen') // the foot of the site offers it too: the same act
  expect(names).toContain('Maak ongedaan')
  expect(names.filter((n, i) => names.indexOf(n) !== i)).toEqual([])
})
