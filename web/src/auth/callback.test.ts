// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

let callback: typeof import('./callback')
beforeEach(async () => {
  vi.resetModules()
  callback = await import('./callback')
  vi.spyOn(window, 'close').mockImplementation(() => {})
})
afterEach(() => {
  vi.restoreAllMocks()
  sessionStorage.clear()
  window.opener = null
  history.replaceState(null, '', '/')
})

const arrive = (path: string) => {
  history.replaceState({ key: 'k' }, '', path)
  return location.href
}
const here = () => location.pathname + location.search + location.hash

describe('/auth-popup', () => {
  const opened = () => {
    const opener = { postMessage: vi.fn() }
    window.opener = opener as unknown as Window
    return opener
  }

  it('tells its opener, only on our own site, forgets the code and closes', () => {
    const opener = opened()
    const url = arrive('/auth-popup?code=c&state=s1')
    expect(callback.answerFromPopup()).toBe(true)
    expect(opener.postMessage.mock.calls).toEqual([
      [{ source: 'oidc-client', url }, location.origin],
    ])
    expect(here()).toBe('/auth-popup')
    expect(history.state).toEqual({ key: 'k' })
    expect(window.close).toHaveBeenCalledTimes(1)
  })

  it('tells the channel of its state when the opener was cut off', async () => {
    const heard: unknown[] = []
    const channel = new BroadcastChannel('oidc-client-popup-s1')
    channel.onmessage = e => void heard.push(e.data)
    const url = arrive('/auth-popup?code=c&state=s1')
    callback.answerFromPopup()
    await vi.waitFor(() => expect(heard).toEqual([{ source: 'oidc-client', url }]))
    expect(window.close).toHaveBeenCalledTimes(1)
    channel.close()
  })

  it('passes an error on as well', () => {
    const opener = opened()
    arrive('/auth-popup?error=access_denied&state=s1')
    expect(callback.answerFromPopup()).toBe(true)
    expect(opener.postMessage).toHaveBeenCalledTimes(1)
    expect(window.close).toHaveBeenCalledTimes(1)
  })

  it.each([
    [true, 0],
    [false, 1],
  ])(
    'stays open for another round when the person took too long and the opener holds it: %s',
    (held, closes) => {
      if (held) opened()
      arrive(
        '/auth-popup?error=temporarily_unavailable&error_description=authentication_expired&state=s1',
      )
      callback.answerFromPopup()
      expect(window.close).toHaveBeenCalledTimes(closes)
    },
  )

  it('opened by hand does nothing', () => {
    const opener = opened()
    arrive('/auth-popup?x=1')
    expect(callback.answerFromPopup()).toBe(false)
    expect(opener.postMessage).not.toHaveBeenCalled()
    expect(window.close).not.toHaveBeenCalled()
    expect(here()).toBe('/auth-popup')
  })

  it('does nothing on another page', () => {
    const opener = opened()
    arrive('/login?code=c&state=s1')
    expect(callback.answerFromPopup()).toBe(false)
    expect(opener.postMessage).not.toHaveBeenCalled()
    expect(here()).toBe('/login?code=c&state=s1')
  })
})

describe('/auth-silent', () => {
  it('tells the page around it, only on our own site', () => {
    const postMessage = vi.fn()
    vi.spyOn(window, 'parent', 'get').mockReturnValue({ postMessage } as unknown as Window &
      typeof globalThis)
    const url = arrive('/auth-silent?error=login_required&state=s1')
    expect(callback.answerFromFrame()).toBe(true)
    expect(postMessage.mock.calls).toEqual([[{ source: 'oidc-client', url }, location.origin]])
    expect(here()).toBe('/auth-silent')
  })

  it('outside a frame tells nobody, and still forgets the code', () => {
    const postMessage = vi.spyOn(window, 'postMessage')
    arrive('/auth-silent?code=c&state=s1')
    expect(callback.answerFromFrame()).toBe(false)
    expect(postMessage).not.toHaveBeenCalled()
    expect(here()).toBe('/auth-silent')
  })
})

describe('/auth-callback', () => {
  it('takes the answer of a sign-in that this tab began, once', () => {
    sessionStorage.setItem('pendingRedirect', 'true')
    const url = arrive('/auth-callback?code=c&state=s1')
    expect(callback.redirectArrival()).toBe(url)
    expect(sessionStorage.getItem('pendingRedirect')).toBeNull()
    expect(here()).toBe('/auth-callback')
    expect(callback.redirectArrival()).toBe(url)
  })

  it('reloaded finds nothing', async () => {
    sessionStorage.setItem('pendingRedirect', 'true')
    arrive('/auth-callback?code=c&state=s1')
    callback.redirectArrival()
    vi.resetModules()
    const reloaded = await import('./callback')
    arrive('/auth-callback?code=c&state=s1')
    expect(reloaded.redirectArrival()).toBeNull()
  })

  it('of a sign-in that this tab did not begin is nothing, and its code is forgotten', () => {
    arrive('/auth-callback?code=c&state=s1')
    expect(callback.redirectArrival()).toBeNull()
    expect(here()).toBe('/auth-callback')
  })

  it('without storage is nothing', () => {
    vi.stubGlobal('sessionStorage', {
      getItem: () => {
        throw new DOMException('no', 'SecurityError')
      },
    })
    arrive('/auth-callback?code=c&state=s1')
    expect(callback.redirectArrival()).toBeNull()
    vi.unstubAllGlobals()
  })

  it('opened by hand is nothing, and ends what was begun', () => {
    sessionStorage.setItem('pendingRedirect', 'true')
    arrive('/auth-callback')
    expect(callback.redirectArrival()).toBeNull()
    expect(sessionStorage.getItem('pendingRedirect')).toBeNull()
  })

  it('does not end a sign-in that begins on this page later', () => {
    arrive('/auth-callback')
    callback.redirectArrival()
    sessionStorage.setItem('pendingRedirect', 'true')
    callback.redirectArrival()
    expect(sessionStorage.getItem('pendingRedirect')).toBe('true')
  })

  it('leaves every other page alone', () => {
    sessionStorage.setItem('pendingRedirect', 'true')
    arrive('/agenda?code=c&state=s1')
    expect(callback.redirectArrival()).toBeNull()
    expect(here()).toBe('/agenda?code=c&state=s1')
    expect(sessionStorage.getItem('pendingRedirect')).toBe('true')
  })
})
