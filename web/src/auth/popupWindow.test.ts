// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest'
import { openPopup } from './popupWindow'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const desktop = 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0 Safari/537.36'
const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148'

function browser({
  agent = desktop,
  screen = { availWidth: 1500, availHeight: 1000 },
  handle = {},
  standalone = false,
}: {
  agent?: string
  screen?: object
  handle?: object | null | undefined
  standalone?: boolean
} = {}) {
  vi.stubGlobal('navigator', { userAgent: agent, standalone })
  vi.stubGlobal('screen', screen)
  const opened = handle && {
    closed: false,
    focus: vi.fn(),
    close: vi.fn(),
    location: { replace: vi.fn() },
    ...handle,
  }
  const open = vi.spyOn(window, 'open').mockReturnValue(opened as unknown as Window)
  return { open, opened: opened as NonNullable<typeof opened> }
}
const code = (f: () => unknown) => {
  try {
    f()
  } catch (e) {
    return (e as { code: string }).code
  }
  return 'opened'
}

describe('the window', () => {
  it('is 500 by 600 in the middle of the screen, and comes to the front', () => {
    const { open, opened } = browser()
    openPopup()
    const [url, name, features] = open.mock.calls[0]!
    expect(url).toBe('')
    expect(name).toMatch(/^\d{10}$/)
    expect(features).toBe(
      'location=yes,resizable=yes,statusbar=yes,toolbar=no,width=500,height=600,top=200,left=500',
    )
    expect(opened.focus).toHaveBeenCalledTimes(1)
  })

  it('never starts outside a small screen', () => {
    const { open } = browser({ screen: { availWidth: 320, availHeight: 480 } })
    openPopup()
    expect(open.mock.calls[0]![2]).toMatch(/,top=0,left=0$/)
  })

  it('has scrollbars in Firefox', () => {
    const { open } = browser({
      agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    })
    openPopup()
    expect(open.mock.calls[0]![2]).toMatch(/,scrollbars=yes$/)
  })

  it('is called _blank in Chrome on iOS', () => {
    const { open } = browser({ agent: iphone + ' CriOS/140.0' })
    openPopup()
    expect(open.mock.calls[0]![1]).toBe('_blank')
  })

  it('has a new name every time', () => {
    const { open } = browser()
    openPopup()
    openPopup()
    expect(open.mock.calls[0]![1]).not.toBe(open.mock.calls[1]![1])
  })

  it('may refuse to come to the front', () => {
    browser({
      handle: {
        focus: () => {
          throw new Error('no')
        },
      },
    })
    expect(code(openPopup)).toBe('opened')
  })

  it('is sent on and closed; when it is gone that goes unnoticed', () => {
    const { opened } = browser()
    const popup = openPopup()
    popup.go('https://login.example.nl/')
    expect(opened.location.replace).toHaveBeenCalledWith('https://login.example.nl/')
    popup.close()
    expect(opened.close).toHaveBeenCalledTimes(1)
    opened.close = vi.fn(() => {
      throw new Error('gone')
    })
    opened.location.replace = vi.fn(() => {
      throw new Error('gone')
    })
    expect(() => {
      popup.go('x')
      popup.close()
    }).not.toThrow()
    Object.assign(opened, { closed: true })
    popup.go('https://login.example.nl/again')
    expect(opened.location.replace).toHaveBeenCalledTimes(1)
    expect(popup.closed).toBe(true)
  })
})

describe('no window', () => {
  it.each([[null], [undefined], [{ closed: true }]])('(%o) is a blocked popup', handle => {
    const { open } = browser()
    open.mockReturnValue(handle as unknown as Window)
    expect(code(openPopup)).toBe('auth/popup-blocked')
  })

  it('because opening throws is a blocked popup', () => {
    browser().open.mockImplementation(() => {
      throw new DOMException('sandboxed')
    })
    expect(code(openPopup)).toBe('auth/popup-blocked')
  })

  it('because there is nothing to open one with is our own mistake', () => {
    browser()
    vi.stubGlobal('open', undefined)
    expect(code(openPopup)).toBe('auth/argument-error')
  })

  it('in an app on the home screen of an iPhone is a link instead, that never closes', () => {
    browser({ agent: iphone, standalone: true, handle: null })
    const clicked: string[] = []
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      clicked.push(`${this.target} ${this.href}`)
    })
    const popup = openPopup()
    popup.go('https://login.example.nl/')
    expect(clicked).toEqual(['_blank https://login.example.nl/'])
    popup.close()
    expect(popup.closed).toBe(false)
  })
})
