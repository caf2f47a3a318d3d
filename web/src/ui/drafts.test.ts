// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { draftLife, dropDraft, findDraft, keepDraft, sweepDrafts } from './drafts'

beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-11-24T10:00:00Z') }))
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  sessionStorage.clear()
})

describe('a draft', () => {
  it('is found again in this tab', () => {
    keepDraft('register:occ_1', { name: 'Sam', diet: ['noPork'] })
    expect(findDraft('register:occ_1')).toEqual({ name: 'Sam', diet: ['noPork'] })
    expect(Object.keys(sessionStorage)).toEqual(['hr:draft:register:occ_1'])
  })

  it('belongs to one form', () => {
    keepDraft('register:occ_1', { name: 'Sam' })
    expect(findDraft('register:occ_2')).toBeUndefined()
  })

  it('is gone after sending', () => {
    keepDraft('a', { name: 'Sam' })
    dropDraft('a')
    expect(sessionStorage).toHaveLength(0)
  })

  it('lives half an hour after the last input, not longer', () => {
    keepDraft('a', { name: 'S' })
    vi.setSystemTime(Date.now() + draftLife - 1000)
    keepDraft('a', { name: 'Sam' })
    vi.setSystemTime(Date.now() + draftLife - 1)
    expect(findDraft('a')).toEqual({ name: 'Sam' })
    vi.setSystemTime(Date.now() + 1)
    expect(findDraft('a')).toBeUndefined()
    expect(sessionStorage).toHaveLength(0)
  })

  it('disappears by itself while the page stays open', () => {
    keepDraft('a', { name: 'Sam' })
    vi.advanceTimersByTime(draftLife)
    expect(sessionStorage).toHaveLength(0)
  })

  it('disappears in time while another form is typed in', () => {
    keepDraft('a', { name: 'Sam' })
    vi.advanceTimersByTime(draftLife - 1)
    keepDraft('b', { name: 'Sam' })
    vi.advanceTimersByTime(1)
    expect(Object.keys(sessionStorage)).toEqual(['hr:draft:b'])
    vi.advanceTimersByTime(draftLife - 1)
    expect(sessionStorage).toHaveLength(0)
  })

  it('disappears on a later page, which has no form', () => {
    keepDraft('a', { name: 'Sam' })
    vi.clearAllTimers() // as with the page that it was typed on
    vi.setSystemTime(Date.now() + 1000)
    sweepDrafts()
    expect(sessionStorage).toHaveLength(1)
    vi.advanceTimersByTime(draftLife - 1000)
    expect(sessionStorage).toHaveLength(0)
  })

  it('leaves other things in the tab alone', () => {
    sessionStorage.setItem('other', 'x')
    keepDraft('a', { name: 'Sam' })
    vi.advanceTimersByTime(draftLife)
    expect(Object.keys(sessionStorage)).toEqual(['other'])
  })

  it('that is unreadable counts as none', () => {
    sessionStorage.setItem('hr:draft:a', '{')
    expect(findDraft('a')).toBeUndefined()
  })

  it('is not kept, without an error, when the browser refuses storage', () => {
    vi.stubGlobal(
      'sessionStorage',
      new Proxy(
        {},
        {
          get: () => {
            throw new DOMException('no', 'SecurityError')
          },
          ownKeys: () => {
            throw new DOMException('no', 'SecurityError')
          },
        },
      ),
    )
    keepDraft('a', { name: 'Sam' })
    expect(findDraft('a')).toBeUndefined()
    dropDraft('a')
  })
})
