// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it } from 'vitest'
import { staffFlag } from '../../../auth/flag'
import type { Row } from '../../../staff/drafts'
import { close, fakeAuth, open, person, settle } from '../../../../test/app'
import { freshNews, sayInstead } from './news'

beforeEach(() => staffFlag.raise(false))
afterEach(close)

const noor = { uid: 'u1', name: 'Noor' }
const moment = '2026-11-24T10:00:00+01:00'
const other: Row = {
  id: 'nws_b',
  title: 'De lift is stuk',
  status: 'published',
  changed: false,
  pinned: true,
  updatedAt: moment,
  updatedBy: noor,
}

/** What is said about the place on top, of an item that is to stand there. */
async function told(pinned: boolean, ...onTop: Row[]) {
  const auth = fakeAuth(person(['redactie']))
  const asked: string[] = []
  auth.fetch.mockImplementation(async url => {
    asked.push(url)
    if (url === '/api/drafts/news?status=pinned') return Response.json({ items: onTop })
    if (url !== '/api/drafts/news/nws_a') return Response.json({ items: [], others: [] })
    return Response.json({
      id: 'nws_a',
      kind: 'news',
      version: 1,
      status: 'draft',
      changed: false,
      faults: [],
      doc: freshNews,
      pinned,
      createdAt: moment,
      createdBy: noor,
      updatedAt: moment,
      updatedBy: noor,
    })
  })
  await open('/editnews/nws_a', { auth })
  await settle()
  const says = [...document.querySelectorAll('[role=status]')]
    .map(s => s.textContent)
    .filter(s => s.includes('bovenaan'))
  return { says, asked: asked.includes('/api/drafts/news?status=pinned') }
}

it('says before publishing which item loses its place on top', { timeout: 60_000 }, async () => {
  expect((await told(true, other)).says).toEqual([
    'Nu staat ‘De lift is stuk’ bovenaan. Publiceer je dit bericht, dan gaat dat bericht gewoon in de lijst.',
  ])
})

it(
  'says nothing when no other stands there, and does not ask when this one will not',
  { timeout: 60_000 },
  async () => {
    expect(
      (await told(true, { ...other, id: 'nws_a' }, { ...other, status: 'over' })).says,
    ).toEqual([])
    await close()
    expect(await told(false, other)).toEqual({ says: [], asked: false })
  },
)

it('knows one that will come on top later', () => {
  expect(sayInstead({ title: 'Zomerrooster', status: 'scheduled' })).toMatch(
    /^Nu komt ‘Zomerrooster’ bovenaan\./,
  )
})
