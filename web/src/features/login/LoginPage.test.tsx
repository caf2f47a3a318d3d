// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest'
import { AuthError, type AuthCode, type AuthErrorDetails } from '../../auth/errors'
import { staffFlag } from '../../auth/flag'
import { startPage } from '../../auth/returnTo'
import type { Auth } from '../../auth/types'
import { button, close, fakeAuth, open, person, press, settle } from '../../../test/app'

const fail = (code: AuthCode, details?: AuthErrorDetails) =>
  Promise.reject(new AuthError(code, details))
const unreachable = 'auth/network-request-failed'
const desk = () => document.querySelector('.login-desk')!
const alert = () => desk().querySelector('.alert-error')
const status = () => desk().querySelector('p[role=status]')!.textContent
const buttons = () => [...desk().querySelectorAll('button, a')].map(b => b.textContent)
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const usual = ['Inloggen', 'Inloggen in dit venster']

let logged: ReturnType<typeof vi.spyOn>
beforeEach(() => {
  logged = vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(close)

test('the page says who it is for, and asks the provider before anybody presses', async () => {
  const auth = fakeAuth()
  await open('/login', { auth })
  expect(document.querySelector('h1')!.textContent).toBe('Inloggen')
  expect(document.querySelector('.lead')!.textContent).toBe(
    'Inloggen is alleen voor medewerkers. Als bezoeker heb je geen account nodig.',
  )
  expect(buttons()).toEqual(usual)
  expect(auth.ready).toHaveBeenCalledTimes(1)
  expect(auth.signInSilent).toHaveBeenCalledTimes(1)
  expect(document.title).toBe('Inloggen – Herstelruimte')
})

test('the popup is asked for inside the click, and leads to the first screen of the role', async () => {
  const auth = fakeAuth()
  let arrive = (_: ReturnType<typeof person>) => {}
  auth.signInPopup.mockReturnValue(
    new Promise(done => {
      arrive = done
    }),
  )
  const { at } = await open('/login', { auth })
  // outside act: nothing may come before it
  button('Inloggen')!.dispatchEvent(new MouseEvent('click', { bubbles: true }))
  expect(auth.signInPopup).toHaveBeenCalledWith({ shared: false })
  await act(async () => arrive(person(['redactie'])))
  await settle()
  expect(at()).toBe(startPage)
})

test('who walked on to another page while the window was open stays there', async () => {
  const auth = fakeAuth()
  let arrive = (_: ReturnType<typeof person>) => {}
  auth.signInPopup.mockReturnValue(
    new Promise(done => {
      arrive = done
    }),
  )
  const { at } = await open('/login', { auth })
  await press('Inloggen')
  await act(async () => document.querySelector<HTMLElement>('.head-logo')!.click())
  await settle()
  await act(async () => arrive(person(['redactie'])))
  await settle()
  expect(at()).toBe('/')
})

test('the provider is asked at once, and not only after our own server answered', async () => {
  const auth = fakeAuth()
  auth.start.mockReturnValue(new Promise(() => {}))
  await open('/login', { auth })
  expect(auth.ready).toHaveBeenCalledTimes(1)
})

test('a shared computer and the way back go along, by both ways in', async () => {
  const auth = fakeAuth()
  await open('/login?terug=/beheer/accounts', { auth })
  await act(async () => desk().querySelector('input')!.click())
  await press('Inloggen')
  await press('Inloggen in dit venster')
  const options = { shared: true, returnTo: '/beheer/accounts' }
  expect(auth.signInPopup).toHaveBeenCalledWith(options)
  expect(auth.signInRedirect).toHaveBeenCalledWith(options)
})

test('a way back to somewhere else leads to the first screen of the role', async () => {
  const auth = fakeAuth()
  auth.signInPopup.mockResolvedValue(person(['redactie']))
  const { at } = await open('/login?terug=https://elders.example/beheer', { auth })
  await press('Inloggen')
  await settle()
  expect(at()).toBe(startPage)
})

test('while the sign-in part is under way a press is answered and opens nothing', async () => {
  await open('/login', { fetchAuth: () => new Promise(() => {}) })
  await press('Inloggen')
  expect(status()).toBe('Even geduld, het inloggen wordt klaargezet.')
})

test('whoever pressed too early hears when it can be pressed again', async () => {
  let arrives: (auth: Auth) => void = () => {}
  await open('/login', { fetchAuth: () => new Promise(go => (arrives = go)) })
  await press('Inloggen')
  arrives(fakeAuth())
  await settle()
  expect(status()).toBe('Het inloggen staat klaar. Druk nog een keer op Inloggen.')
})

describe('what a failing sign-in says and offers', () => {
  const cases: [AuthCode, string, string[]][] = [
    [
      'auth/popup-blocked',
      'Je browser hield het inlogvenster tegen. Je kunt inloggen zonder los venster.',
      ['Verder met inloggen', ...usual],
    ],
    [
      'auth/unauthorized-domain',
      'Inloggen kan niet op dit webadres. Ga naar onze eigen website en probeer het daar opnieuw.',
      ['Naar onze eigen website'],
    ],
    [
      'auth/web-storage-unsupported',
      'Je browser bewaart geen gegevens voor deze website. ' +
        'Zet cookies aan, of gebruik een gewoon venster in plaats van een privévenster.',
      ['Opnieuw proberen', ...usual],
    ],
    [
      unreachable,
      'We kunnen de inlogdienst nu niet bereiken. Controleer je internet en probeer het opnieuw.',
      ['Opnieuw proberen', ...usual],
    ],
    ['auth/invalid-auth-event', 'Het inloggen is niet goed gegaan. Probeer het opnieuw.', usual],
    [
      'auth/internal-error',
      'Er ging iets mis aan onze kant. Probeer het later nog een keer. Lukt het niet? Neem dan contact met ons op.',
      ['Opnieuw proberen', '0123 45 67 89', 'Naar de contactpagina', ...usual],
    ],
    [
      'auth/auth-domain-config-required',
      'Inloggen werkt nu niet, omdat er iets niet goed is ingesteld. Neem contact met ons op als dit zo blijft.',
      ['0123 45 67 89', 'Naar de contactpagina'],
    ],
    [
      'auth/invalid-api-key',
      'Inloggen werkt nu niet, omdat er iets niet goed is ingesteld. Neem contact met ons op als dit zo blijft.',
      ['0123 45 67 89', 'Naar de contactpagina'],
    ],
    [
      'auth/argument-error',
      'Er ging iets mis. Ververs de pagina en probeer het opnieuw.',
      ['Ververs de pagina', ...usual],
    ],
    [
      'auth/login-blocked',
      'Het inloggen is niet afgemaakt. Probeer het opnieuw.',
      ['Opnieuw proberen', ...usual],
    ],
    [
      'auth/user-disabled',
      'Je account is uitgezet. Neem contact op met een collega die het beheer doet.',
      ['0123 45 67 89', 'Naar de contactpagina', ...usual],
    ],
    [
      'auth/too-many-requests',
      'Je hebt het te vaak geprobeerd. Wacht een paar minuten en probeer het dan opnieuw.',
      usual,
    ],
    [
      'auth/requires-recent-login',
      'Log nog een keer in. Dan weten we zeker dat jij het bent.',
      usual,
    ],
    [
      'auth/requires-second-step',
      'Je wachtwoord alleen is niet genoeg. ' +
        'Log nog een keer in, met je passkey of met een code uit je app. Heb je die nog niet? ' +
        'Dan maak je er een bij het inloggen.',
      usual,
    ],
  ]
  it.each(cases)('%s', async (code, words, ways) => {
    const auth = fakeAuth()
    auth.signInPopup.mockImplementation(() => fail(code))
    await open('/login', { auth })
    await press('Inloggen')
    expect(alert()!.querySelector('p')!.textContent).toBe(words)
    expect(document.activeElement).toBe(alert()!.querySelector('p')) // it answers a press
    expect(buttons()).toEqual(ways)
    expect(status()).toBe('')
  })

  it.each<AuthCode>(['auth/popup-closed-by-user', 'auth/user-cancelled'])(
    '%s is no trouble: a quiet line, and the button works again',
    async code => {
      const auth = fakeAuth()
      auth.signInPopup.mockImplementationOnce(() => fail(code))
      await open('/login', { auth })
      await press('Inloggen')
      expect(alert()).toBeNull()
      expect(status()).toBe('Je bent niet ingelogd.')
      await press('Inloggen')
      expect(auth.signInPopup).toHaveBeenCalledTimes(2)
    },
  )

  it('says nothing of a popup that a newer one replaced', async () => {
    const auth = fakeAuth()
    let cancel = () => {}
    auth.signInPopup.mockReturnValueOnce(
      new Promise((_, no) => {
        cancel = () => no(new AuthError('auth/cancelled-popup-request'))
      }),
    )
    await open('/login', { auth })
    await press('Inloggen')
    await press('Inloggen')
    await act(async () => cancel())
    expect(auth.signInPopup).toHaveBeenCalledTimes(2)
    expect(alert()).toBeNull()
    expect(status()).toBe('Het inlogvenster staat open.')
  })

  it('treats what nobody knows as a fault of ours, logs it, and names the code it is logged under', async () => {
    const auth = fakeAuth()
    auth.signInPopup.mockRejectedValue(new Error('a secret text'))
    await open('/login', { auth })
    await press('Inloggen')
    const id = alert()!.querySelector('code')!.textContent
    expect(logged.mock.calls).toEqual([['sign-in', 'auth/internal-error', id]])
  })

  it('continues in this window when the popup was blocked', async () => {
    const auth = fakeAuth()
    auth.signInPopup.mockImplementation(() => fail('auth/popup-blocked'))
    await open('/login?terug=/beheer', { auth })
    await press('Inloggen')
    await press('Verder met inloggen')
    expect(auth.signInRedirect).toHaveBeenCalledWith({ shared: false, returnTo: '/beheer' })
  })

  it('goes on in this window by itself when the popup is too small for what comes next', async () => {
    const auth = fakeAuth()
    auth.signInPopup.mockImplementation(() => fail('auth/popup-too-small'))
    auth.signInRedirect.mockReturnValue(new Promise<never>(() => {}))
    await open('/login?terug=/beheer', { auth })
    await press('Inloggen')
    expect(auth.signInRedirect).toHaveBeenCalledWith({
      shared: false,
      returnTo: '/beheer',
      first: true,
    })
    expect(alert()).toBeNull()
    expect(status()).toBe('Je gaat naar de inlogpagina.')
  })

  it('leads to the official address of the site', async () => {
    const auth = fakeAuth()
    auth.signInPopup.mockImplementation(() => fail('auth/unauthorized-domain'))
    await open('/login', { auth })
    await press('Inloggen')
    expect(button('Naar onze eigen website')!.getAttribute('href')).toBe(
      'https://site.example/login',
    )
  })
})

describe('too many requests', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
  afterEach(() => void vi.useRealTimers())

  it('keeps the buttons off, not disabled, for as long as the server asked', async () => {
    const auth = fakeAuth()
    auth.signInPopup.mockImplementation(() => fail('auth/too-many-requests', { retryAfter: 120 }))
    await open('/login', { auth })
    await press('Inloggen')
    await wait(119_000)
    await press('Inloggen')
    await press('Inloggen in dit venster')
    expect(auth.signInPopup).toHaveBeenCalledTimes(1)
    expect(auth.signInRedirect).not.toHaveBeenCalled()
    expect(button('Inloggen')!.getAttribute('aria-disabled')).toBe('true')
    expect(button('Inloggen')!.hasAttribute('disabled')).toBe(false)
    await wait(1000)
    expect(alert()).toBeNull()
    await press('Inloggen')
    expect(auth.signInPopup).toHaveBeenCalledTimes(2)
  })
})

describe('when the provider is away at page load', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
  afterEach(() => void vi.useRealTimers())
  const back = 'De inlogdienst doet het weer. Je kunt inloggen.'

  async function away() {
    const auth = fakeAuth()
    auth.ready.mockImplementation(() => fail(unreachable))
    await open('/login', { auth })
    expect(alert()!.getAttribute('role')).toBe('alert')
    expect(document.activeElement).toBe(document.body) // it came by itself: the focus stays
    return auth
  }
  const heal = (auth: ReturnType<typeof fakeAuth>) =>
    auth.ready.mockResolvedValue({ issuer: 'x', clientId: 'x', sessionSyncPath: '', ahead: 0 })

  it('looks again every thirty seconds, and heals without a press', async () => {
    const auth = await away()
    await wait(29_999)
    expect(auth.ready).toHaveBeenCalledTimes(1)
    await wait(1)
    expect(auth.ready).toHaveBeenCalledTimes(2)
    expect(alert()).not.toBeNull()
    heal(auth)
    await wait(30_000)
    expect(alert()).toBeNull()
    expect(status()).toBe(back)
    await wait(300_000)
    expect(auth.ready).toHaveBeenCalledTimes(3)
  })

  it.each([
    ['online', () => dispatchEvent(new Event('online'))],
    ['visible again', () => document.dispatchEvent(new Event('visibilitychange'))],
  ])('looks again when it is %s', async (_, event) => {
    const auth = await away()
    heal(auth)
    await act(async () => void event())
    await settle()
    expect(status()).toBe(back)
  })

  it('looks when asked to, and says again that it did not help', async () => {
    const auth = await away()
    await press('Opnieuw proberen')
    expect(auth.ready).toHaveBeenCalledTimes(2)
    expect(document.activeElement).toBe(alert()!.querySelector('p'))
    heal(auth)
    // discovery may come out of a cache: the provider itself must answer
    auth.signInSilent.mockImplementationOnce(() => fail(unreachable))
    await press('Opnieuw proberen')
    expect(alert()).not.toBeNull()
    await press('Opnieuw proberen')
    expect(status()).toBe(back)
  })

  it('stops looking when the page is left', async () => {
    const auth = await away()
    await act(async () => document.querySelector<HTMLElement>('.head-logo')!.click())
    await settle()
    expect(desk()).toBeNull()
    await wait(120_000)
    expect(auth.ready).toHaveBeenCalledTimes(1)
  })
})

test('a silent check that comes to nothing at page load is not told', async () => {
  const auth = fakeAuth()
  auth.signInSilent.mockImplementation(() => fail(unreachable))
  await open('/login', { auth })
  expect(alert()).toBeNull()
  expect(buttons()).toEqual(usual)
})

test('when the sign-in part itself cannot be fetched, trying again fetches it', async () => {
  const lost = () => Promise.reject(new TypeError())
  const fetchAuth = vi
    .fn()
    .mockImplementationOnce(lost)
    .mockImplementationOnce(lost)
    .mockResolvedValue(fakeAuth())
  await open('/login', { fetchAuth })
  expect(buttons()).toEqual(['Opnieuw proberen', ...usual])
  await press('Opnieuw proberen')
  await settle()
  expect(buttons()).toEqual(usual)
})

test('who is signed in already is greeted, and asked nothing of the provider', async () => {
  staffFlag.raise(false)
  const auth = fakeAuth(person(['redactie']))
  await open('/login', { auth })
  expect(desk().querySelector('p')!.textContent).toBe('Je bent ingelogd als Noor.')
  expect(buttons()).toEqual(['Naar Beheer', 'Uitloggen'])
  expect(auth.signInSilent).not.toHaveBeenCalled()
})

test('who is signed in already and came from a staff page goes back there', async () => {
  staffFlag.raise(false)
  const { at } = await open('/login?terug=/beheer', { auth: fakeAuth(person(['redactie'])) })
  await settle()
  expect(at()).toBe('/beheer')
})

test('an account without a role stays here and is told whom to ask', async () => {
  staffFlag.raise(false)
  const { at } = await open('/login?terug=/beheer', { auth: fakeAuth(person([])) })
  await settle()
  expect(at()).toBe('/login?terug=/beheer')
  expect(desk().querySelector('p')!.textContent).toBe(
    'Je bent ingelogd, maar je account heeft nog geen rechten. Vraag het aan de beheerder.',
  )
  expect(buttons()).toEqual(['Uitloggen'])
})
