// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useFocusOn } from './useFocusOn'

const Heading = ({ said }: { said: string }) => (
  <h2 ref={useFocusOn<HTMLHeadingElement>(said)} tabIndex={-1} autoFocus>
    {said}
  </h2>
)
const box = () => document.body.appendChild(document.createElement('div'))
const focus = vi.spyOn(HTMLElement.prototype, 'focus')

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  focus.mockClear()
})
afterEach(() => document.body.replaceChildren())

it('leaves what came from the server to the browser, and takes the focus when something new is said', async () => {
  const root = box()
  root.innerHTML = renderToString(<Heading said="een" />)
  // React's development build asks a property that happy-dom does not have
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const app = await act(async () => hydrateRoot(root, <Heading said="een" />))
  expect(focus).not.toHaveBeenCalled()
  await act(async () => app.render(<Heading said="twee" />))
  expect(document.activeElement).toBe(root.querySelector('h2'))
})

it('takes the focus when it appears in the browser', async () => {
  const root = box()
  await act(async () => createRoot(root).render(<Heading said="een" />))
  expect(document.activeElement).toBe(root.querySelector('h2'))
})
