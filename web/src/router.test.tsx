// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { BrowserRouter, useLocation, useNavigate, useNavigationType } from './router'

let root: Root
let at: { pathname: string; search: string; hash: string; state: unknown; key: string }
let way: string
let go: ReturnType<typeof useNavigate>

function Here() {
  at = useLocation()
  way = useNavigationType()
  go = useNavigate()
  return null
}

async function start(path: string, state: unknown = null) {
  history.replaceState(state, '', path)
  root = createRoot(document.body.appendChild(document.createElement('div')))
  await act(async () =>
    root.render(
      <BrowserRouter>
        <Here />
      </BrowserRouter>,
    ),
  )
}

beforeEach(() => vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true))
afterEach(async () => {
  await act(async () => root.unmount())
  vi.unstubAllGlobals()
})

test('the first page has its address, and a place in the history', async () => {
  await start('/agenda?week=2026-W48#vandaag')
  expect(at).toEqual({
    pathname: '/agenda',
    search: '?week=2026-W48',
    hash: '#vandaag',
    state: null,
    key: 'default',
  })
  expect(way).toBe('POP')
  expect(history.state).toEqual({ idx: 0 })
})

test('a link goes on, another takes its place, and both can be told of something', async () => {
  await start('/')
  await act(async () => go('/news?jaar=2025#archief', { state: { flash: 'a' } }))
  expect(at).toMatchObject({ pathname: '/news', search: '?jaar=2025', hash: '#archief' })
  expect([at.state, way]).toEqual([{ flash: 'a' }, 'PUSH'])
  expect(location.pathname + location.search + location.hash).toBe('/news?jaar=2025#archief')
  expect(history.state).toEqual({ usr: { flash: 'a' }, key: at.key, idx: 1 })
  const { key } = at
  await act(async () => go('?jaar=2024', { replace: true }))
  expect(at).toMatchObject({ pathname: '/news', search: '?jaar=2024', hash: '', state: null })
  expect(way).toBe('REPLACE')
  expect(at.key).not.toBe(key)
  expect(history.state.idx).toBe(1)
})

test('after a reload the place in the history is the same', async () => {
  await start('/news', { usr: { flash: 'a' }, key: 'k7', idx: 3 })
  expect([at.key, at.state]).toEqual(['k7', { flash: 'a' }])
  expect(history.state.idx).toBe(3)
})

test('back and forward are heard', async () => {
  await start('/news', { usr: null, key: 'k1', idx: 0 })
  await act(async () => go('/contact'))
  history.replaceState({ usr: null, key: 'k1', idx: 0 }, '', '/news') // as the browser would
  await act(async () => dispatchEvent(new PopStateEvent('popstate')))
  expect(at).toMatchObject({ pathname: '/news', key: 'k1' })
  expect(way).toBe('POP')
})

test('a number is so many steps through the history', async () => {
  const steps = vi.spyOn(history, 'go').mockReturnValue()
  await start('/')
  go(-2)
  expect(steps).toHaveBeenCalledWith(-2)
})
