// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import * as router from '../../router'
import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest'
import { AuthError, type AuthCode } from '../../auth/errors'
import { staffFlag } from '../../auth/flag'
import { button, close, fakeAuth, open, person, press, settle, text } from '../../../test/app'

let logged: ReturnType<typeof vi.spyOn>
beforeEach(() => {
  logged = vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(close)

describe('the page a redirect sign-in comes back to', () => {
  it('is busy, and then goes to where the person wanted to be', async () => {
    const auth = fakeAuth()
    let arrive = (_: { user: ReturnType<typeof person>; returnTo: string }) => {}
    auth.redirectResult.mockReturnValue(
      new Promise(done => {
        arrive = done
      }),
    )
    const { at } = await open('/auth-callback', { auth })
    expect(document.querySelector('[aria-busy=true] p[role=status]')!.textContent).toBe(
      'Even geduld, je wordt ingelogd.',
    )
    await act(async () => arrive({ user: person(['redactie']), returnTo: '/agenda?week=2025-W47' }))
    await settle()
    expect(at()).toBe('/agenda?week=2025-W47')
    // an answer comes out once, and effects run twice
    expect(auth.redirectResult).toHaveBeenCalledTimes(1)
  })

  it('stands alone, with a heading', async () => {
    await open('/auth-callback')
    expect(document.querySelectorAll('header, nav, footer')).toHaveLength(0)
    expect(document.querySelectorAll('main')).toHaveLength(1)
    expect(document.querySelector('main h1')!.textContent).toBe('Inloggen')
  })

  it('sends on who loads it again and is signed in', async () => {
    staffFlag.raise(false)
    const { at } = await open('/auth-callback', { auth: fakeAuth(person(['redactie'])) })
    await settle()
    expect(at()).toBe('/beheer')
  })

  it('is friendly to a link of another window or browser', async () => {
    await open('/auth-callback')
    expect(text()).toContain('Deze inloglink hoort bij een ander venster. Begin hier opnieuw.')
    expect(button('Opnieuw inloggen')!.getAttribute('href')).toBe('/login')
    await press('Opnieuw inloggen')
    await settle()
    expect(document.querySelector('.lead')!.textContent).toContain(
      'Inloggen is alleen voor medewerkers.',
    )
  })

  it.each<[AuthCode, string, number]>([
    ['auth/invalid-auth-event', 'Het inloggen is niet goed gegaan. Probeer het opnieuw.', 1],
    ['auth/login-blocked', 'Het inloggen is niet afgemaakt. Probeer het opnieuw.', 0],
    [
      'auth/network-request-failed',
      'We kunnen de inlogdienst nu niet bereiken. Controleer je internet en probeer het opnieuw.',
      0,
    ],
  ])('says what %s means, and leads to a fresh start', async (code, words, times) => {
    const auth = fakeAuth()
    auth.redirectResult.mockRejectedValue(new AuthError(code))
    await open('/auth-callback', { auth })
    expect(document.querySelector('.alert-error')!.textContent).toContain(words)
    expect(button('Opnieuw inloggen')!.getAttribute('href')).toBe('/login')
    expect(logged).toHaveBeenCalledTimes(times)
  })

  it('reproaches nothing to who said no', async () => {
    const auth = fakeAuth()
    auth.redirectResult.mockRejectedValue(new AuthError('auth/user-cancelled'))
    await open('/auth-callback', { auth })
    expect(document.querySelector('.alert-error')).toBeNull()
    expect(text()).toContain('Je bent niet ingelogd.')
  })

  it('shows a way to reach us when the fault is ours', async () => {
    const auth = fakeAuth()
    auth.redirectResult.mockRejectedValue(new Error('x'))
    await open('/auth-callback', { auth })
    expect(button('0123 45 67 89')).toBeDefined()
  })
})

test('the window of a popup says that it may be closed, but only when it did not close itself', async () => {
  expect(await popup('?code=c&state=s', { postMessage() {} })).toBe('Je kunt dit venster sluiten.')
})

test.each([
  ['', null],
  ['?code=c&state=s', null],
  ['', { postMessage() {} }],
])('a popup page that nobody waits for shows the way on: %j', async (words, opener) => {
  expect(await popup(words, opener)).toBe(
    'Deze inloglink hoort bij een ander venster. Begin hier opnieuw.Opnieuw inloggen',
  )
})

/**
 * What the page says half a second after it opened; the page answers once, so it must be a new one.
 */
async function popup(words: string, opener: object | null): Promise<string> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.resetModules()
  vi.doMock('../../router', () => router) // the one that the rest of the page has
  vi.stubGlobal('opener', opener)
  history.replaceState(null, '', '/auth-popup' + words)
  const { default: PopupPage } = await import('./PopupPage')
  const root = createRoot(document.body.appendChild(document.createElement('main')))
  await act(async () =>
    root.render(
      <router.StaticRouter location="/">
        <PopupPage />
      </router.StaticRouter>,
    ),
  )
  expect(document.querySelector('main')!.textContent).toBe('Inloggen')
  await act(() => vi.advanceTimersByTimeAsync(500))
  const said = document.querySelector('main')!.textContent.replace('Inloggen', '')
  await act(async () => root.unmount())
  document.body.replaceChildren()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  return said
}

test('the hidden frame shows nothing, loads no sign-in part and still has a heading', async () => {
  const fetchAuth = vi.fn()
  vi.stubGlobal('parent', {})
  staffFlag.raise(false)
  await open('/auth-silent', { fetchAuth })
  expect(document.querySelector('main')!.children).toHaveLength(1)
  expect(document.querySelector('main h1')!.className).toBe('sr')
  expect(fetchAuth).not.toHaveBeenCalled()
  vi.unstubAllGlobals()
})

test('the page of the frame opened by hand shows the way on', async () => {
  await open('/auth-silent')
  expect(text()).toContain('Deze inloglink hoort bij een ander venster. Begin hier opnieuw.')
  expect(button('Opnieuw inloggen')!.getAttribute('href')).toBe('/login')
})
