// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { StoreContext, type Store } from '../page'
import type { Shapes } from './Drawing'
import { PageDrawing, type Drawn } from './PageDrawing'

const door: Shapes = { size: [20, 14], parts: [['il-l', 'M1 1z', 'translate(5 5)']] }
const chair: Shapes = { size: [20, 14], parts: [['il-sand', 'M2 2z']] }
const drawn = (name: string, lines: Shapes) =>
  ({ name, size: lines.size, lines: vi.fn(async () => ({ [name]: lines })) }) satisfies Drawn

const at = (store: Partial<Store>, of: Drawn) => (
  <StoreContext value={store as Store}>
    <PageDrawing of={of} label="Een deur" />
  </StoreContext>
)
const path = '<path class="il-l" d="M1 1z" transform="translate(5 5)"></path>'
const box = () => document.body.firstElementChild!
const lines = () => box().querySelector('svg')!.innerHTML

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  document.body.innerHTML = '<div></div>'
})
afterEach(() => void vi.unstubAllGlobals())

test('the lines that came with the page stay, and are not fetched', async () => {
  const of = drawn('door', door)
  box().innerHTML = renderToString(at({ drawings: { door } }, of))
  const said = vi.spyOn(console, 'error')
  const svg = box().querySelector('svg')!
  expect(svg.outerHTML).toContain('viewBox="0 0 20 14"')
  expect(svg.getAttribute('aria-label')).toBe('Een deur')
  const root = await act(async () => hydrateRoot(box(), at({}, of)))
  await act(async () => root.render(at({}, of)))
  expect(lines()).toBe(path)
  expect(box().querySelector('svg')).toBe(svg)
  expect(of.lines).not.toHaveBeenCalled()
  expect(said).not.toHaveBeenCalled()
  await act(async () => root.unmount())
})

test('another drawing in its place is fetched', async () => {
  const [first, second] = [drawn('door', door), drawn('chair', chair)]
  box().innerHTML = renderToString(at({ drawings: { door } }, first))
  const root = await act(async () => hydrateRoot(box(), at({}, first)))
  await act(async () => root.render(at({}, second)))
  expect(lines()).toBe('<path class="il-sand" d="M2 2z"></path>')
  await act(async () => root.unmount())
})

test('on a page that was opened from another one the lines are fetched', async () => {
  const of = drawn('door', door)
  const root = createRoot(box())
  await act(async () => root.render(at({}, of)))
  expect(of.lines).toHaveBeenCalledTimes(1)
  expect(lines()).toBe(path)
  await act(async () => root.unmount())
})

test('without its lines the place of a drawing stays empty', async () => {
  const of = { ...drawn('door', door), lines: () => Promise.reject(new Error('no network')) }
  const root = createRoot(box())
  await act(async () => root.render(at({}, of)))
  expect(lines()).toBe('')
  await act(async () => root.unmount())
})
