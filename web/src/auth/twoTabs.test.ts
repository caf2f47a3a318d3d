import { describe, expect, it, vi } from 'vitest'
import {
  eachInANewBrowser,
  type FakeBrowser,
  listen,
  pass,
  settle,
  tokens,
} from '../../test/fakeBrowser'

let browser: FakeBrowser
eachInANewBrowser(fresh => {
  browser = fresh
})

const remove = 'DELETE /api/session'
const call = 'GET /api/today'
const personal = { shared: false }

describe('two tabs', () => {
  const both = async () => [await browser.signedIn(), await browser.started()] as const

  it('sign in together', async () => {
    const b = await browser.started()
    const heard = listen(b)
    await browser.signedIn()
    await settle()
    expect(heard).toEqual([
      ['token', 'uid-1'],
      ['user', 'uid-1'],
    ])
  })

  it('sign out together, each telling the server once; the hooks of the other are not asked', async () => {
    const [a, b] = await both()
    const hook = vi.fn(() => Promise.resolve())
    b.auth.beforeChange(hook)
    b.session.setItem('hr.staff.note', 'text')
    const heard = listen(b)
    const before = browser.server.count(remove)
    await a.auth.signOut()
    await pass(800)
    expect(heard).toEqual([
      ['token', null],
      ['user', null],
    ])
    expect([
      hook.mock.calls.length,
      browser.server.count(remove) - before,
      b.session.getItem('hr.staff.note'),
    ]).toEqual([0, 2, null])
  })

  it('know together why it ended, and keep unsaved text', async () => {
    const [a, b] = await both()
    b.session.setItem('hr.staff.note', 'text')
    const heard = listen(b)
    browser.server.next[call] = [{ status: 401 }, { status: 401 }]
    await a.auth.fetch('/api/today')
    await pass(800)
    expect(heard.at(-1)).toEqual(['user', null, 'auth/user-token-expired'])
    expect(b.session.getItem('hr.staff.note')).toBe('text')
  })

  it.each([
    ['somebody else', 'other', null],
    ['the same person', 'uid-1', 'text'],
  ])(
    'give text that was kept to nobody else: %s signs in in the other tab',
    async (_, sub, text) => {
      const [a, b] = await both()
      b.session.setItem('hr.staff.note', 'text')
      browser.server.next[call] = [{ status: 401 }, { status: 401 }]
      await a.auth.fetch('/api/today')
      await pass(800)
      browser.identity.answer = { tokens: tokens({ sub, jti: 'new' }), ...personal, returnTo: '/' }
      await a.auth.signInPopup(personal)
      await pass(800)
      expect([
        b.auth.user?.uid,
        b.session.getItem('hr.staff.note'),
        b.session.getItem('hr.staff.owner'),
      ]).toEqual([sub, text, null])
    },
  )

  it('change person together', async () => {
    const [a, b] = await both()
    const heard = listen(b)
    browser.identity.answer = { tokens: tokens({ sub: 'other' }), ...personal, returnTo: '/' }
    await a.auth.signInPopup(personal)
    await pass(800)
    expect(heard).toEqual([
      ['token', 'other'],
      ['user', 'other'],
    ])
  })

  it('on a shared computer are two: but a copy of the tab signs out with it', async () => {
    const a = await browser.signedIn({ shared: true })
    const copy = fakeCopy(a.session)
    const b = await browser.started(browser.tab({ session: copy }))
    expect(b.auth.user?.uid).toBe('uid-1')
    await a.auth.signOut()
    await settle()
    expect([b.auth.user, Object.keys(copy)]).toEqual([null, []])
  })

  it('where one is shared, the sign-in that lasts wins', async () => {
    const a = await browser.signedIn({ shared: true })
    browser.identity.answer = { tokens: tokens({ sub: 'other' }), ...personal, returnTo: '/' }
    const b = browser.tab()
    await b.auth.signInPopup(personal)
    await pass(800)
    expect([a.auth.user?.uid, b.auth.user?.uid, browser.server.session]).toEqual([
      'other',
      'other',
      'other',
    ])
  })
})

function fakeCopy(of: Storage): Storage {
  const copy = browser.tab().session
  for (const key of Object.keys(of)) copy.setItem(key, of.getItem(key)!)
  return copy
}
