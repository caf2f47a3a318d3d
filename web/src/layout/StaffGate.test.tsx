// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { staffFlag } from '../auth/flag'
import { button, close, fakeAuth, open, person, press, settle, text } from '../../test/app'

afterEach(close)

const over = 'Je bent automatisch uitgelogd. Log opnieuw in om verder te gaan.'

test('without the flag a staff page is the notice, with the way back, and the sign-in part is not fetched', async () => {
  const fetchAuth = vi.fn(() => Promise.resolve(fakeAuth()))
  await open('/beheer/accounts', { fetchAuth })
  expect(document.querySelector('#inhoud h1')!.textContent).toBe('Deze pagina is voor medewerkers.')
  expect(document.querySelector('#inhoud a.btn')!.getAttribute('href')).toBe(
    '/login?terug=%2Fbeheer%2Faccounts',
  )
  expect(fetchAuth).not.toHaveBeenCalled()
})

test('with the flag it says that it is busy until the session is known, and then who you are', async () => {
  staffFlag.raise(false)
  const auth = fakeAuth()
  let started = () => {}
  auth.start.mockReturnValue(
    new Promise(done => {
      started = done
    }),
  )
  await open('/beheer', { auth })
  expect(document.querySelector('#inhoud [aria-busy=true]')!.textContent).toBe(
    'Even geduld, we kijken of je bent ingelogd.',
  )
  auth.user = person(['beheerder'])
  await act(async () => started())
  await settle()
  expect(document.querySelector('h1')!.textContent).toBe('Meer')
  expect(document.title).toBe('Meer – Herstelruimte')
})

test('a session that turns out to be over leads to the sign-in page, with the reason and the way back', async () => {
  staffFlag.raise(false)
  const auth = fakeAuth()
  auth.start.mockImplementation(async () => {
    staffFlag.drop()
    auth.become(null, 'auth/user-token-expired')
  })
  const { at } = await open('/beheer/accounts', { auth })
  await settle()
  expect(at()).toBe('/login?terug=%2Fbeheer%2Faccounts')
  expect(document.querySelector('.alert-error')!.textContent).toBe(over)
})

test('a session that ends while the page is open leads there too', async () => {
  staffFlag.raise(false)
  const auth = fakeAuth(person(['redactie']))
  const { at } = await open('/beheer', { auth })
  await act(async () => {
    staffFlag.drop()
    auth.become(null, 'auth/user-disabled')
  })
  await settle()
  expect(at()).toBe('/login?terug=%2Fbeheer')
  expect(text()).toContain(
    'Je account is uitgezet. Neem contact op met een collega die het beheer doet.',
  )
})

test('who signs out by themselves, here or in another tab, sees the notice and no reproach', async () => {
  staffFlag.raise(false)
  const auth = fakeAuth(person(['redactie']))
  const { at } = await open('/beheer', { auth })
  expect(text()).toContain('Dag Noor')
  await act(async () => {
    staffFlag.drop()
    auth.become(null)
  })
  await settle()
  expect(at()).toBe('/beheer')
  expect(document.querySelector('#inhoud h1')!.textContent).toBe('Deze pagina is voor medewerkers.')
})

test('an account without a role is told whom to ask, and can sign out', async () => {
  staffFlag.raise(false)
  const auth = fakeAuth(person([]))
  await open('/beheer/accounts', { auth })
  expect(document.querySelector('#inhoud')!.textContent).toContain(
    'Je bent ingelogd, maar je account heeft nog geen rechten. Vraag het aan de beheerder.',
  )
  expect(document.querySelector('#inhoud button')!.textContent).toBe('Uitloggen')
})

test('a screen of another role stays closed and asks the server for nothing of it', async () => {
  staffFlag.raise(false)
  const auth = fakeAuth(person(['gastheer', 'coordinator']))
  await open('/beheer/accounts', { auth })
  expect(document.querySelector('#inhoud')!.textContent).toBe(
    'AccountsHier heb je geen rechten voor. Vraag het aan de coördinator.Terug naar Meer',
  )
  expect(
    new Set(vi.mocked(auth.fetch).mock.calls.map(([path]) => path)),
    'only the number at the tab, and what can still be undone',
  ).toEqual(new Set(['/api/waiting', '/api/undo']))
})

test('when the code of the area cannot be fetched the page says so and tries again', async () => {
  staffFlag.raise(false)
  const staff = vi
    .fn()
    .mockResolvedValueOnce(undefined)
    .mockImplementation(() => import('../staff'))
  await open('/beheer', { auth: fakeAuth(person(['redactie'])), staff })
  expect(document.querySelector('#inhoud')!.textContent).toContain(
    'Deze pagina kon niet laden. Probeer opnieuw.Bellen kan ook: 0123 45 67 89.',
  )
  expect(button('Probeer opnieuw')!.getAttribute('href')).toBe('/beheer')
  await press('Probeer opnieuw')
  await settle()
  expect(document.querySelector('#inhoud h1')!.textContent).toBe('Meer')
})

test('when the sign-in part cannot be fetched, at its second try either, the page says so and tries again', async () => {
  staffFlag.raise(false)
  const lost = () => Promise.reject(new TypeError('no network'))
  const fetchAuth = vi
    .fn()
    .mockImplementationOnce(lost)
    .mockImplementationOnce(lost)
    .mockResolvedValue(fakeAuth(person(['redactie'])))
  await open('/beheer', { fetchAuth })
  expect(document.querySelector('#inhoud h1')!.textContent).toBe('Er ging iets mis')
  await press('Probeer opnieuw')
  await settle()
  expect(document.querySelector('#inhoud h1')!.textContent).toBe('Meer')
})

test('the footer and the menu know who is signed in, also when it happens in another tab', async () => {
  const auth = fakeAuth()
  await open('/beheer', { auth })
  const footer = () => document.querySelector('.foot-links li:last-child')!.textContent
  expect(footer()).toBe('Inloggen')
  expect(document.querySelector('.topbar')!.textContent).not.toContain('Beheer')
  localStorage.setItem('hr:staff', '1')
  auth.user = person(['redactie'])
  await act(async () => void dispatchEvent(new Event('storage')))
  await settle()
  expect(footer()).toBe('Uitloggen')
  expect(document.querySelector('.topbar li:last-child')!.textContent).toBe('Beheer')
  await press('Menu')
  expect(document.querySelector('.menu ul li:last-child')!.textContent).toBe('Beheer')
})

test('signing out without the code for it says so each time, and works when the code is there', async () => {
  staffFlag.raise(false)
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const auth = fakeAuth(person(['redactie']))
  const fetchAuth = vi.fn(() => Promise.reject<typeof auth>(new TypeError('no network')))
  await open('/', { fetchAuth })
  const line = () => document.querySelector('.foot-links [role=status]')!.textContent
  await press('Uitloggen')
  await settle()
  expect(line()).toBe('Uitloggen lukt nu niet. Controleer je internet en probeer het opnieuw.')
  let fetched = (_: typeof auth) => {}
  fetchAuth.mockReturnValue(
    new Promise(go => {
      fetched = go
    }),
  )
  await press('Uitloggen')
  expect(line()).toBe('') // the same words once more would not be heard
  await act(async () => fetched(auth))
  await settle()
  expect(auth.signOut).toHaveBeenCalledTimes(1)
})

test('signing out in the footer goes where the sign-in part says, once', async () => {
  staffFlag.raise(false)
  const auth = fakeAuth(person(['redactie']))
  auth.signOut.mockResolvedValue('https://login.example/logout')
  await open('/beheer', { auth })
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => {})
  const out = document.querySelector<HTMLButtonElement>('.foot-links button')!
  await act(async () => {
    out.click()
    out.click()
  })
  expect(auth.signOut).toHaveBeenCalledTimes(1)
  expect(assign.mock.calls).toEqual([['https://login.example/logout']])
  expect(button('Inloggen')).toBeUndefined() // until the local sign-out is done
})
