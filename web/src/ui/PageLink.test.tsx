// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter, useLocation, useNavigationType } from '../router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { StoreContext, type Store } from '../page'
import { PageLink } from './PageLink'

const warm = vi.fn()
let at = ''
function Where() {
  const { pathname, search, hash } = useLocation()
  at = `${useNavigationType()} ${pathname}${search}${hash}`
  return null
}

let unmount = () => {}
beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  history.replaceState(null, '', '/agenda')
  document.body.innerHTML = '<div></div>'
  const root = createRoot(document.body.firstElementChild!)
  unmount = () => root.unmount()
  await act(async () =>
    root.render(
      <StoreContext value={{ warm } as unknown as Store}>
        <BrowserRouter>
          <Where />
          <PageLink to="/contact?onderwerp=pers#hulp">Contact</PageLink>
        </BrowserRouter>
      </StoreContext>,
    ),
  )
})
afterEach(async () => {
  await act(async () => unmount())
  vi.unstubAllGlobals()
})

/** A click on the link; whether the browser was left to follow it. */
async function click(init: MouseEventInit = {}) {
  const e = new MouseEvent('click', { bubbles: true, cancelable: true, ...init })
  const link = document.querySelector('a')!
  addEventListener('click', stay, { once: true })
  await act(async () => link.dispatchEvent(e))
  return !held
}
let held = false
const stay = (e: Event) => {
  held = e.defaultPrevented
  e.preventDefault()
}

test('a click goes to the page, and once more to where it is adds nothing to go back to', async () => {
  expect(await click()).toBe(false)
  expect(at).toBe('PUSH /contact?onderwerp=pers#hulp')
  await click()
  expect(at).toBe('REPLACE /contact?onderwerp=pers#hulp')
})

test.each([
  { ctrlKey: true },
  { metaKey: true },
  { shiftKey: true },
  { altKey: true },
  { button: 1 },
])('a click with %o is for the browser', async init => {
  expect(await click(init)).toBe(true)
  expect(at).toBe('POP /agenda')
})

test('pointing at it fetches the code of its page, whatever follows the path', async () => {
  const link = document.querySelector('a')!
  await act(async () => link.dispatchEvent(new FocusEvent('focusin', { bubbles: true })))
  expect(warm).toHaveBeenCalledWith('/contact')
})
