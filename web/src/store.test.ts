// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { bareSite } from './layout/site'
import type { Boot } from './page'
import { browserStore } from './store'

const page = {
  path: '/agenda',
  module: 'agenda/programme/AgendaPage',
  data: { agenda: '/api/occurrences' },
} as const
const at = { key: 'default', pathname: '/agenda', search: '', hash: '' }
const site = { ...bareSite, phone: '0123 45 67 89' }
const boot = (more: Partial<Boot>): Boot => ({
  url: '/agenda',
  origin: 'https://site.example',
  status: 200,
  data: { layout: site },
  ...more,
})
const asked: string[] = []

beforeEach(() => {
  asked.length = 0
  vi.stubGlobal(
    'fetch',
    vi.fn(async (url: string) => {
      asked.push(url)
      return Response.json(url === '/api/site' ? site : { from: 'the browser' })
    }),
  )
})
afterEach(() => void vi.unstubAllGlobals())

test('a page that came whole is not read again', async () => {
  const loaded = await browserStore(
    boot({ data: { layout: site, agenda: { from: 'the page' } } }),
  ).load(page, {}, at)
  expect(loaded.data).toMatchObject({ agenda: { from: 'the page' } })
  expect(asked).toEqual([])
})

test('behind the shell the browser reads the page itself; the layout and what was just done came along', async () => {
  const flash = { name: 'Sam', kind: 'gone', way: '' }
  const store = browserStore(boot({ shell: true, flash }))
  expect(store.layout.get().phone).toBe('0123 45 67 89')
  const loaded = await store.load(page, {}, at)
  expect(asked).toContain('/api/occurrences')
  expect(loaded).toMatchObject({ status: 200, data: { agenda: { from: 'the browser' } }, flash })
})

test('behind the shell a page without reads waits for nothing', async () => {
  await browserStore(boot({ shell: true })).load(
    { path: '/login', module: 'login/LoginPage' },
    {},
    { ...at, pathname: '/login' },
  )
  expect(asked).toEqual([])
})
