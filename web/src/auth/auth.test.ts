import { describe, expect, it, vi } from 'vitest'
import { AuthError, type AuthCode } from './errors'
import {
  eachInANewBrowser,
  type FakeBrowser,
  life,
  listen,
  pass,
  seconds,
  settle,
  tokens,
  user,
} from '../../test/fakeBrowser'
import { recentLogin, secondStep } from './sessionCalls'
import type { SignedIn, User } from './types'

let browser: FakeBrowser
eachInANewBrowser(fresh => {
  browser = fresh
})

const post = 'POST /api/session'
const remove = 'DELETE /api/session'
const personal = { shared: false }

describe('signing in', () => {
  it('asks the hooks, stores, tells of the token and then of the person', async () => {
    const tab = browser.tab()
    const heard = listen(tab)
    tab.auth.beforeChange(
      async u =>
        void heard.push(['hook', u?.uid, browser.server.session, await tab.parts.store.load()]),
    )
    tab.auth.onToken(() => heard.push(['flag', ...browser.flags]))
    await browser.signedIn(personal, tab)
    expect(heard).toEqual([
      ['hook', 'uid-1', 'uid-1', null],
      ['token', 'uid-1'],
      ['flag', 'browser'],
      ['user', 'uid-1'],
    ])
    expect(tab.news).toEqual(['signedIn'])
    expect(await browser.tab().parts.store.load()).toMatchObject({
      uid: 'uid-1',
      refreshToken: 'r0',
    })
  })

  it('opens the window before anything is waited for', async () => {
    const going = browser.tab().auth.signInPopup(personal)
    expect(browser.identity.asked).toEqual([personal])
    await going
  })

  it.each<['cut' | { status: number; headers?: Record<string, string> }, AuthCode]>([
    ['cut', 'auth/network-request-failed'],
    [{ status: 503 }, 'auth/network-request-failed'],
    [{ status: 429, headers: { 'retry-after': '7' } }, 'auth/too-many-requests'],
    [{ status: 500 }, 'auth/login-blocked'],
    [{ status: 401 }, 'auth/login-blocked'],
  ])(
    'that the server answers with %j fails with %s, and leaves nobody signed in',
    async (answer, expected) => {
      browser.server.next[post] = [answer]
      const tab = browser.tab()
      const heard = listen(tab)
      await expect(browser.signedIn(personal, tab)).rejects.toMatchObject({ code: expected })
      expect([tab.auth.user, heard, [...browser.flags], await tab.parts.store.load()]).toEqual([
        null,
        [],
        [],
        null,
      ])
    },
  )

  it('that needs the password again asks for it at the next try, and only then', async () => {
    browser.server.next[post] = [{ status: 403, body: { code: recentLogin } }]
    const tab = browser.tab()
    await expect(browser.signedIn(personal, tab)).rejects.toMatchObject({
      code: 'auth/login-blocked',
    })
    await browser.signedIn(personal, tab)
    await tab.auth.signInPopup(personal)
    expect(browser.identity.asked).toEqual([personal, { ...personal, again: true }, personal])
  })

  it('by a password alone is told so, and asks for everything anew at the next try', async () => {
    browser.server.next[post] = [{ status: 403, body: { code: secondStep } }]
    const tab = browser.tab()
    await expect(browser.signedIn(personal, tab)).rejects.toMatchObject({ code: secondStep })
    expect(await tab.auth.signInSilent(), 'nobody behind their back').toBeNull()
    expect(browser.server.count(post)).toBe(1)
    await browser.signedIn(personal, tab)
    expect(browser.identity.asked).toEqual([personal, { ...personal, again: true }])
  })

  it('that a later hook blocks puts the session back as it was', async () => {
    await browser.keep(user({ sub: 'before' }))
    const tab = await browser.started()
    tab.auth.beforeChange(() => Promise.reject(new Error('no')))
    browser.identity.answer = { tokens: tokens({ sub: 'new' }), ...personal, returnTo: '/' }
    await expect(tab.auth.signInPopup(personal)).rejects.toMatchObject({
      code: 'auth/login-blocked',
    })
    expect([browser.server.session, tab.auth.user?.uid]).toEqual(['before', 'before'])
  })

  it('with a token that says too little fails, before anything is sent', async () => {
    const tab = await browser.started()
    browser.identity.answer = {
      tokens: tokens({ auth_time: undefined }),
      ...personal,
      returnTo: '/',
    }
    await expect(tab.auth.signInPopup(personal)).rejects.toMatchObject({
      code: 'auth/internal-error',
    })
    expect(browser.server.count(post)).toBe(0)
  })

  it('on a shared computer stays in this tab: store, flag, session and no worker', async () => {
    const tab = await browser.signedIn({ shared: true })
    expect(browser.server.calls).toEqual([remove, post + '?shared=1'])
    expect(Object.keys(tab.session)).toEqual(['hr:user'])
    expect([
      await browser.records(),
      Object.keys(browser.local),
      [...browser.flags],
      tab.news,
    ]).toEqual([[], [], ['tab'], []])
    expect(await browser.tab().parts.store.load()).toBeNull()
  })

  it('as somebody else tells the worker, drops the drafts of the first and replaces the person', async () => {
    await browser.keep(user({ sub: 'first' }))
    const tab = await browser.started()
    browser.local.setItem('hr.staff.note', 'of the first')
    await browser.signedIn(personal, tab)
    expect(tab.news).toEqual(['signedIn', 'changed'])
    expect(browser.local.getItem('hr.staff.note')).toBeNull()
    expect(tab.auth.user?.uid).toBe('uid-1')
  })

  it('again as the same person keeps the drafts and tells of the token only', async () => {
    const tab = await browser.signedIn()
    tab.session.setItem('hr.staff.note', 'text')
    const heard = listen(tab)
    browser.identity.answer = {
      tokens: tokens({ auth_time: seconds() + 1 }),
      ...personal,
      returnTo: '/',
    }
    await tab.auth.signInPopup(personal)
    expect(heard).toEqual([['token', 'uid-1']])
    expect(tab.session.getItem('hr.staff.note')).toBe('text')
  })

  it('after coming back is done once, however often it is asked', async () => {
    const tab = browser.tab()
    browser.identity.answer = { tokens: tokens(), ...personal, returnTo: '/beheer/accounts' }
    const hook = vi.fn(() => Promise.resolve())
    tab.auth.beforeChange(hook)
    const both = await Promise.all([tab.auth.redirectResult(), tab.auth.redirectResult()])
    expect(hook).toHaveBeenCalledTimes(1)
    expect(both.map(r => r?.returnTo)).toEqual(['/beheer/accounts', '/beheer/accounts'])
    expect(browser.server.count(post)).toBe(1)
  })

  it('silently gives nobody when nobody is signed in at the provider', async () => {
    expect(await browser.tab().auth.signInSilent()).toBeNull()
  })

  it('silently never takes the place of who signed in meanwhile, here or in another tab', async () => {
    for (const other of [false, true]) {
      const tab = await browser.started()
      let answer = (_: SignedIn) => {}
      vi.spyOn(tab.parts.signIn, 'silent').mockReturnValue(
        new Promise(go => {
          answer = go
        }),
      )
      const silent = tab.auth.signInSilent()
      await browser.signedIn(personal, other ? undefined : tab)
      await settle()
      answer({ tokens: tokens({ jti: 'silent' }), shared: true, returnTo: '/beheer' })
      expect(await silent).toMatchObject({ uid: 'uid-1', shared: false })
      expect([tab.auth.user?.shared, [...browser.flags], await browser.records()]).toMatchObject([
        false,
        ['browser'],
        [{ key: 'hr:user' }],
      ])
      vi.restoreAllMocks()
      await tab.auth.signOut()
    }
  })
})

describe('signing out', () => {
  it('ends the session first, then empties this browser, and gives the way to the provider', async () => {
    const tab = await browser.signedIn()
    const heard = listen(tab)
    let during: unknown
    tab.auth.beforeChange(async () => {
      during = [browser.server.session, (await tab.parts.store.load())?.uid]
    })
    expect(await tab.auth.signOut()).toBe('https://login.voorbeeld.nl/uit')
    expect(during).toEqual([null, 'uid-1'])
    expect(heard).toEqual([
      ['token', null],
      ['user', null],
    ])
    expect([[...browser.flags], tab.news]).toEqual([[], ['signedIn', 'signedOut']])
  })

  it.each([false, true])('leaves no token, name or draft behind (shared: %s)', async shared => {
    const tab = await browser.signedIn({ shared })
    browser.local.setItem('hr.staff.a', 'text')
    tab.session.setItem('hr.staff.b', 'text')
    for (const kept of ['uid-1', '"r0"', 'Noor'])
      expect(await browser.everything(tab)).toContain(kept)
    await tab.auth.signOut()
    for (const gone of ['uid-1', '"r0"', 'Noor', 'access', 'hr.staff', 'eyJ'])
      expect(await browser.everything(tab)).not.toContain(gone)
  })

  it('works without the server and without the provider: only the log knows, and it knows codes', async () => {
    const tab = await browser.signedIn()
    browser.server.online = false
    tab.parts.signIn.endSession = () => Promise.reject(new AuthError('auth/network-request-failed'))
    expect(await tab.auth.signOut()).toBe('/')
    expect(tab.auth.user).toBeNull()
    expect(tab.log).toEqual([
      'sign-out auth/network-request-failed',
      'sign-out auth/network-request-failed',
    ])
    browser.server.online = true
    tab.auth.wake(true)
    await settle()
    expect(browser.server.session).toBeNull()
  })

  it('that the provider did not hear lets nobody in without a password, in any tab, until somebody gave one', async () => {
    const tab = await browser.signedIn()
    vi.spyOn(tab.parts.signIn, 'endSession').mockResolvedValueOnce(undefined)
    await tab.auth.signOut()
    const next = await browser.started()
    browser.identity.silentAnswer = {
      tokens: tokens({ jti: 'silent' }),
      shared: true,
      returnTo: '/beheer',
    }
    expect(await next.auth.signInSilent()).toBeNull()
    await browser.signedIn({ shared: false }, next)
    expect(browser.identity.asked.at(-1)).toEqual({ shared: false, again: true })
    await next.auth.signOut() // which it does hear
    await browser.signedIn({ shared: false }, next)
    expect(browser.identity.asked.at(-1)).toEqual({ shared: false })
  })

  it('cannot be held up by a hook', async () => {
    const tab = await browser.signedIn()
    tab.auth.beforeChange(() => Promise.reject(new Error('unsaved')))
    await tab.auth.signOut()
    expect(tab.auth.user).toBeNull()
  })

  it('of nobody is nothing', async () => {
    const tab = await browser.started()
    expect(await tab.auth.signOut()).toBe('/')
    expect(browser.server.calls).toEqual([remove])
  })

  it('empties this browser also when nobody could be read when the page was loaded', async () => {
    await browser.keep(user())
    browser.flags.add('browser')
    const tab = browser.tab()
    vi.spyOn(tab.parts.store, 'load').mockRejectedValueOnce(
      new DOMException('broken', 'InvalidStateError'),
    )
    await browser.started(tab)
    const heard = listen(tab)
    expect(await tab.auth.signOut()).toBe('/')
    expect([await browser.records(), [...browser.flags], browser.server.session, heard]).toEqual([
      [],
      [],
      null,
      [],
    ])
  })

  it('does not wait for a tab that hangs in the middle of a refresh, nor for a worker that does not answer', async () => {
    const tab = await browser.signedIn(
      { shared: false },
      browser.tab({ shell: { tell: () => new Promise(() => {}) } }),
    )
    void browser.locks.request('hr-auth-refresh', () => new Promise(() => {}))
    const out = tab.auth.signOut()
    await pass(5000)
    expect(await browser.records()).toEqual([])
    await pass(4000)
    await out
  })

  it('wins from another tab in the middle of writing its new tokens', async () => {
    const [a, b] = [await browser.signedIn(), await browser.started()]
    const { save } = b.parts.store
    let out: Promise<string> | undefined
    vi.spyOn(b.parts.store, 'save').mockImplementation(async who => {
      out ??= a.auth.signOut()
      await settle()
      await save.call(b.parts.store, who)
    })
    browser.server.next['GET /api/today'] = [{ status: 401 }]
    await b.auth.fetch('/api/today')
    await out
    expect(await browser.records()).toEqual([])
  })

  it('wins from a refresh that is under way in another tab', async () => {
    const [a, b] = [await browser.signedIn(), await browser.started()]
    await pass((life - 300) * 1000 - 1)
    await vi.advanceTimersByTimeAsync(1) // both refresh now
    await a.auth.signOut()
    await settle()
    await pass(1600, 800)
    expect([a.auth.user, b.auth.user, browser.server.session]).toEqual([null, null, null])
    expect(await browser.everything(a, b)).not.toContain('uid-1')
  })
})

it('a listener that fails keeps nobody from hearing', async () => {
  const tab = browser.tab()
  tab.auth.onToken(() => {
    throw new Error('no')
  })
  const heard: (User | null)[] = []
  tab.auth.onUser(u => heard.push(u))
  await browser.signedIn(personal, tab)
  expect(heard.map(u => u?.uid)).toEqual(['uid-1'])
  expect(tab.log).toEqual(['listener Error: no'])
})

it('who stopped listening hears nothing', async () => {
  const tab = browser.tab()
  const heard = vi.fn()
  for (const stop of [
    tab.auth.onToken(heard),
    tab.auth.onUser(heard),
    tab.auth.beforeChange(heard),
  ])
    stop()
  await browser.signedIn(personal, tab)
  expect(heard).not.toHaveBeenCalled()
})
