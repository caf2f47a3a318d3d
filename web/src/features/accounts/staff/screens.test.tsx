// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { AuthError } from '../../../auth/errors'
import { staffFlag } from '../../../auth/flag'
import { button, close, fakeAuth, open, person, press, settle, text } from '../../../../test/app'
import type { Account, Session } from './sessions'
import { sayRoles } from './words'

const session = (id: string, device: string, current = false): Session => ({
  id,
  device,
  current,
  createdAt: '2025-11-21T10:00:00+01:00',
  lastSeenAt: '2025-11-21T12:30:00+01:00',
  expiresAt: '2025-11-21T20:00:00+01:00',
})
const here = session('sgn_1', 'Firefox op Windows', true)
const phone = session('sgn_2', 'Chrome op Android')
const noor: Account = { uid: 'u1', name: 'Noor', roles: ['beheerder'], sessions: [here] }
const sam: Account = { uid: 'u/2', name: 'Sam', roles: ['gastheer', 'redactie'], sessions: [phone] }
const refusal = (status: number, code: string) => Response.json({ code }, { status })

/**
 * Answers of the staff API by "METHOD path", the last one again and again (a screen reads twice at
 * first: effects run twice). Gives what was asked.
 */
function api(auth: ReturnType<typeof fakeAuth>, answers: Record<string, (() => Response)[]>) {
  const asked: string[] = []
  auth.fetch.mockImplementation(async (path, init) => {
    const name = `${init?.method ?? 'GET'} ${path}`
    asked.push(name)
    const list = answers[name] ?? []
    const next = list.length > 1 ? list.shift() : list[0]
    if (!next) throw new TypeError('no network')
    return next()
  })
  return asked
}
const list =
  (...items: unknown[]) =>
  () =>
    Response.json({ items })
const done = () => new Response(null, { status: 204 })
const said = () =>
  [...document.querySelectorAll('main p[role=status]')].map(p => p.textContent).filter(Boolean)
const rows = () => [...document.querySelectorAll('main .rows strong')].map(s => s.textContent)

beforeEach(() => staffFlag.raise(false))
afterEach(close)

it('says roles as people say them', () => {
  expect(sayRoles(['gastheer'])).toBe('gastvrouw/gastheer')
  expect(sayRoles(['begeleider', 'redactie', 'coordinator'])).toBe(
    'begeleider, redactie en coördinator',
  )
})

const menu = () => [...document.querySelectorAll('main nav a')].map(a => a.getAttribute('href'))

describe('Meer', () => {
  const start = async (
    answers: Record<string, (() => Response)[]>,
    roles: Parameters<typeof person>[0] = ['redactie'],
  ) => {
    const auth = fakeAuth(person(roles))
    const asked = api(auth, answers)
    const { at } = await open('/beheer', { auth })
    return { auth, asked, at }
  }

  it('tells what waits at a screen', async () => {
    const waits = (places: Record<string, number>) => ({
      'GET /api/waiting': [() => Response.json({ places })],
    })
    const row = (path: string) =>
      document.querySelector(`main nav a[href="${path}"]`)!.closest('li')!.textContent
    await start(waits({ complaints: 2, volunteers: 1, status: 3 }), ['coordinator'])
    expect([row('/beheer/klachten'), row('/beheer/vrijwilligers'), row('/beheer/status')]).toEqual([
      'Klachten 2 openKlachten lezen en beantwoorden.',
      'Vrijwilligers1 nieuwe aanmelding.',
      'Status3 onderdelen werken niet.',
    ])
    await close()
    staffFlag.raise(false)
    await start(waits({ complaints: 0 }), ['coordinator'])
    expect([row('/beheer/klachten'), row('/beheer/status')]).toEqual([
      'KlachtenKlachten lezen en beantwoorden.',
      'StatusWerkt alles? En wat moet er gebeuren?',
    ])
  })

  it('names the person, the roles, and every sign-in with this device marked', async () => {
    await start({ 'GET /api/sessions': [list(here, phone)] }, ['gastheer', 'coordinator'])
    expect(document.querySelector('h1')!.textContent).toBe('Meer')
    expect(text()).toContain('Noor, gastvrouw/gastheer en coördinator. Ingelogd op 2 apparaten.')
    expect(rows()).toEqual(['Firefox op Windows', 'Chrome op Android'])
    expect(document.querySelectorAll('.tag')).toHaveLength(1)
    expect(document.querySelector('section .rows li')!.textContent).toContain('dit apparaat')
    expect(text()).toContain(
      'Ingelogd op vrijdag 21 november om 10.00 uur. Laatst gebruikt op vrijdag 21 november om 12.30 uur.',
    )
  })

  it('lists the screens of this role that are no place of its bar, in groups', async () => {
    await start({ 'GET /api/sessions': [list(here)] })
    const groups = () => [...document.querySelectorAll('main nav h2')].map(h => h.textContent)
    expect(groups()).toEqual(['Programma', 'Teksten', 'Cijfers en site'])
    expect(menu()).not.toContain('/beheer/accounts')
    expect(menu()).not.toContain('/beheer/nieuws')
    expect(menu()).toContain('/beheer/vragen')
    await close()
    staffFlag.raise(false)
    await start({ 'GET /api/sessions': [list(here)] }, ['beheerder'])
    expect(menu()).toContain('/beheer/accounts')
    expect(menu()).not.toContain('/beheer/status')
    await close()
    staffFlag.raise(false)
    await start({ 'GET /api/sessions': [list(here)] }, ['coordinator'])
    expect(groups()).toEqual(['Programma', 'Mensen', 'Teksten', 'Cijfers en site'])
    expect(menu()).toEqual(
      expect.arrayContaining(['/beheer/dicht', '/beheer/nieuws', '/beheer/status']),
    )
  })

  it('ends another sign-in and says so, with the list read afresh', async () => {
    const { asked } = await start({
      'GET /api/sessions': [list(here, phone), list(here, phone), list(here)],
      'DELETE /api/sessions/sgn_2': [done],
    })
    await press('Log uit: Chrome op Android, ingelogd op vrijdag 21 november om 10.00 uur')
    await settle()
    expect(said()).toEqual(['Chrome op Android is uitgelogd.'])
    expect(document.activeElement!.textContent).toBe('Chrome op Android is uitgelogd.')
    expect(rows()).toEqual(['Firefox op Windows'])
    expect(asked.slice(-2)).toEqual(['DELETE /api/sessions/sgn_2', 'GET /api/sessions'])
  })

  const mails = (on: boolean, address = 'noor@voorbeeld.nl') => ({
    address,
    topics: [
      { topic: 'messages', on: true },
      { topic: 'calls', on },
    ],
  })
  const openMails = async () => {
    const fold = [...document.querySelectorAll('details')].find(d =>
      d.textContent!.includes('Mail van de website'),
    )!
    await act(async () => {
      fold.open = true
      fold.dispatchEvent(new Event('toggle'))
    })
    await settle()
  }
  const ticks = () =>
    [...document.querySelectorAll<HTMLInputElement>('main input[name^=mail-]')].map(
      i => i.closest('label')!.textContent + ' ' + i.checked,
    )

  it('switches one kind of mail off, and says so', async () => {
    const { auth } = await start({
      'GET /api/staff-mail': [() => Response.json(mails(true))],
      'PUT /api/staff-mail': [() => Response.json(mails(false))],
    })
    await openMails()
    expect(text()).toContain('We mailen naar noor@voorbeeld.nl.')
    await act(async () =>
      document.querySelector<HTMLInputElement>('main input[name=mail-calls]')!.click(),
    )
    await settle()
    expect(auth.fetch.mock.calls.at(-1)![1]!.body).toBe('{"topic":"calls","on":false}')
    expect(ticks()).toEqual([
      'Mail mij als er een nieuw bericht is true',
      'Mail mij als er vandaag gebeld moet worden false',
    ])
    expect(said()).toEqual(['Je keuze is bewaard.'])
  })

  it('keeps the switch as it was when it could not be stored', async () => {
    await start({
      'GET /api/staff-mail': [() => Response.json(mails(true))],
      'PUT /api/staff-mail': [() => refusal(503, 'unavailable')],
    })
    await openMails()
    await act(async () =>
      document.querySelector<HTMLInputElement>('main input[name=mail-calls]')!.click(),
    )
    await settle()
    expect(ticks()[1]).toBe('Mail mij als er vandaag gebeld moet worden true')
    expect(said()).toEqual(['Je keuze is niet bewaard. Probeer het later opnieuw.'])
  })

  it('says it when the house does not know where somebody reads mail', async () => {
    await start({ 'GET /api/staff-mail': [() => Response.json(mails(true, ''))] })
    await openMails()
    expect(ticks()).toEqual([])
    expect(text()).toContain('We weten niet waar jij je mail leest.')
  })

  it('signs out wholly when it is this device', async () => {
    const { auth, asked, at } = await start({ 'GET /api/sessions': [list(here)] })
    await press('Log uit: Firefox op Windows, dit apparaat')
    await settle()
    expect(auth.signOut).toHaveBeenCalledTimes(1)
    expect(at()).toBe('/')
    expect(asked.some(a => a.startsWith('DELETE'))).toBe(false)
  })

  it('signs out everywhere: first the others at the server, then here', async () => {
    const { auth, asked, at } = await start({
      'GET /api/sessions': [list(here, phone)],
      'DELETE /api/users/u1/sessions': [done],
    })
    auth.signOut.mockImplementation(async () => {
      asked.push('signOut')
      return '/'
    })
    await press('Overal uitloggen')
    await settle()
    expect(asked.slice(-2)).toEqual(['DELETE /api/users/u1/sessions', 'signOut'])
    expect(at()).toBe('/')
  })

  it('stays signed in when signing out everywhere fails, and says so', async () => {
    const { auth } = await start({ 'GET /api/sessions': [list(here)] })
    await press('Overal uitloggen')
    await settle()
    expect(said()).toEqual(['Het lukt nu niet. Controleer je internet en probeer het opnieuw.'])
    expect(auth.signOut).not.toHaveBeenCalled()
  })

  it('says that the list did not load, and tries again', async () => {
    const answers: Record<string, (() => Response)[]> = {
      'GET /api/sessions': [() => refusal(503, 'unavailable')],
    }
    await start(answers)
    expect(document.querySelector('main [role=alert]')!.textContent).toBe(
      'We konden de lijst niet laden. Controleer je internet en probeer het opnieuw.',
    )
    answers['GET /api/sessions'] = [list(here)]
    await press('Probeer opnieuw')
    await settle()
    expect(rows()).toEqual(['Firefox op Windows'])
  })
})

describe('the accounts', () => {
  const end = 'DELETE /api/users/u%2F2/sessions'
  const recent = () => refusal(403, 'auth/requires-recent-login')
  const accounts = async (answers: Record<string, (() => Response)[]>) => {
    const auth = fakeAuth(person(['beheerder'], { shared: true }))
    const asked = api(auth, answers)
    await open('/beheer/accounts', { auth })
    return { auth, asked }
  }
  const askForSam = () => press('Overal uitloggen: Sam')

  it('shows who is signed in where', async () => {
    await accounts({ 'GET /api/accounts': [list(noor, sam)] })
    expect([...document.querySelectorAll('main h2')].map(h => h.textContent)).toEqual([
      'Noor (dat ben jij)',
      'Sam',
      'Iemand toevoegen of veranderen',
    ])
    expect(text()).toContain('gastvrouw/gastheer en redactie')
    expect(rows()).toEqual(['Firefox op Windows', 'Chrome op Android'])
    expect(text()).toContain('deploy/account add')
  })

  it('says when nobody is signed in, and when the list did not load', async () => {
    await accounts({ 'GET /api/accounts': [list()] })
    expect(document.querySelector('.empty')!.textContent).toBe('Er is nu niemand ingelogd.')
    await close()
    staffFlag.raise(false)
    await accounts({})
    expect(document.querySelector('main [role=alert]')).not.toBeNull()
  })

  it('asks first, and "Nee" ends nothing', async () => {
    const { asked } = await accounts({ 'GET /api/accounts': [list(noor, sam)] })
    await askForSam()
    expect(document.activeElement!.textContent).toBe(
      'Weet je het zeker? Sam moet daarna op elk apparaat opnieuw inloggen.',
    )
    await press('Nee')
    expect(document.activeElement).toBe(button('Overal uitloggen: Sam'))
    expect(asked).not.toContain(end)
  })

  it('ends all sign-ins of a person and says so', async () => {
    await accounts({
      'GET /api/accounts': [list(noor, sam), list(noor, sam), list(noor)],
      [end]: [done],
    })
    await askForSam()
    await press('Ja, overal uitloggen')
    await settle()
    expect(said()).toEqual(['Sam is overal uitgelogd.'])
    expect(rows()).toEqual(['Firefox op Windows'])
  })

  it('asks for a fresh sign-in when the last one is too old, and repeats the act after it', async () => {
    const { auth, asked } = await accounts({
      'GET /api/accounts': [list(noor, sam), list(noor, sam), list(noor)],
      [end]: [recent, done],
    })
    auth.signInPopup.mockResolvedValue(person(['beheerder']))
    await askForSam()
    await press('Ja, overal uitloggen')
    await settle()
    expect(document.activeElement!.textContent).toBe(
      'Log nog een keer in. Dan weten we zeker dat jij het bent.',
    )
    await press('Log nog een keer in')
    await settle()
    expect(auth.signInPopup).toHaveBeenCalledWith({ shared: true, again: true })
    expect(asked.filter(a => a === end)).toHaveLength(2)
    expect(said()).toEqual(['Sam is overal uitgelogd.'])
    expect(button('Log nog een keer in')).toBeUndefined()
  })

  it('keeps the question when the fresh sign-in is broken off', async () => {
    const { auth, asked } = await accounts({
      'GET /api/accounts': [list(noor, sam)],
      [end]: [recent],
    })
    auth.signInPopup.mockRejectedValue(new AuthError('auth/popup-closed-by-user'))
    await askForSam()
    await press('Ja, overal uitloggen')
    await settle()
    await press('Log nog een keer in')
    await settle()
    expect(button('Log nog een keer in')).toBeDefined()
    expect(asked.filter(a => a === end)).toHaveLength(1)
  })

  it('repeats nothing when somebody else signs in', async () => {
    const { auth, asked } = await accounts({
      'GET /api/accounts': [list(noor, sam)],
      [end]: [recent, done],
    })
    auth.signInPopup.mockResolvedValue(person(['beheerder'], { uid: 'u3' }))
    await askForSam()
    await press('Ja, overal uitloggen')
    await settle()
    await press('Log nog een keer in')
    await settle()
    expect(asked.filter(a => a === end)).toHaveLength(1)
  })

  it('goes through this window by itself when the popup is too small for what comes next', async () => {
    const { auth } = await accounts({ 'GET /api/accounts': [list(noor, sam)], [end]: [recent] })
    auth.signInPopup.mockRejectedValue(new AuthError('auth/popup-too-small'))
    await askForSam()
    await press('Ja, overal uitloggen')
    await settle()
    await press('Log nog een keer in')
    await settle()
    expect(auth.signInRedirect).toHaveBeenCalledOnce()
  })

  it('forgets the act when this window does not get away', async () => {
    const { auth } = await accounts({ 'GET /api/accounts': [list(noor, sam)], [end]: [recent] })
    auth.signInPopup.mockRejectedValue(new AuthError('auth/popup-blocked'))
    auth.signInRedirect.mockRejectedValue(new AuthError('auth/network-request-failed'))
    await askForSam()
    await press('Ja, overal uitloggen')
    await settle()
    await press('Log nog een keer in')
    await settle()
    await press('Verder met inloggen')
    await settle()
    expect(text()).toContain('We kunnen de inlogdienst nu niet bereiken.')
    expect(Object.keys(sessionStorage)).not.toContain('hr.staff.again')
  })

  it('forgets an act on somebody who is not in the list any more', async () => {
    sessionStorage.setItem('hr.staff.again', 'u/2')
    const kim: Account = { uid: 'u3', name: 'Kim', roles: [], sessions: [phone] }
    const { asked } = await accounts({
      'GET /api/accounts': [list(noor, kim), list(noor, kim), list(noor, sam)],
      'DELETE /api/users/u3/sessions': [done],
      [end]: [done],
    })
    await press('Overal uitloggen: Kim')
    await press('Ja, overal uitloggen')
    await settle()
    expect(said()).toEqual(['Kim is overal uitgelogd.'])
    expect(button('Overal uitloggen: Sam')).toBeDefined()
    expect(asked).not.toContain(end)
  })

  it('goes through this window when the popup is blocked, and repeats the act on coming back, once', async () => {
    const first = await accounts({ 'GET /api/accounts': [list(noor, sam)], [end]: [recent] })
    first.auth.signInPopup.mockRejectedValue(new AuthError('auth/popup-blocked'))
    await askForSam()
    await press('Ja, overal uitloggen')
    await settle()
    await press('Log nog een keer in')
    await settle()
    await press('Verder met inloggen')
    expect(first.auth.signInRedirect).toHaveBeenCalledWith({
      shared: true,
      again: true,
      returnTo: '/beheer/accounts',
    })
    const kept = sessionStorage.getItem('hr.staff.again')
    expect(kept).toBe('u/2')
    await close()

    staffFlag.raise(false)
    sessionStorage.setItem('hr.staff.again', kept!)
    const { asked } = await accounts({
      'GET /api/accounts': [list(noor, sam), list(noor, sam), list(noor)],
      [end]: [done],
    })
    await settle()
    expect(asked.filter(a => a === end)).toHaveLength(1)
    expect(said()).toEqual(['Sam is overal uitgelogd.'])
    expect(sessionStorage.getItem('hr.staff.again')).toBeNull()
  })

  it('absorbs a second press while the first is under way', async () => {
    const { auth } = await accounts({ 'GET /api/accounts': [list(noor, sam)] })
    auth.fetch.mockImplementation(() => new Promise(() => {}))
    const before = auth.fetch.mock.calls.length
    await askForSam()
    await act(async () => {
      const yes = button('Ja, overal uitloggen')!
      yes.click()
      yes.click()
    })
    expect(auth.fetch.mock.calls.length - before).toBe(1)
    expect(button('Overal uitloggen: Sam')!.getAttribute('aria-busy')).toBe('true')
  })
})
