// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest'
import { AuthEvents, eventOf, type AuthEvent, type EventType } from './events'

let now = 0
let events: AuthEvents
beforeEach(() => {
  now = 1_000_000
  events = new AuthEvents({ now: () => now, after: () => () => {} })
})

const event = (type: EventType, state: string, session = '') =>
  eventOf(type, `https://x.nl/?code=c&state=${state}&session_state=${session}`)

function consumer(type: EventType, id: string) {
  const taken: AuthEvent[] = []
  const unregister = events.register({ type, id, take: e => void taken.push(e) })
  return { taken, unregister }
}

describe('delivery', () => {
  it('is by type and id', () => {
    const [mine, other, any, silent] = [
      consumer('popup', 'a'),
      consumer('popup', 'b'),
      consumer('popup', ''),
      consumer('silent', 'a'),
    ]
    expect(events.deliver(event('popup', 'a'))).toBe(true)
    expect([mine, other, any, silent].map(c => c.taken.length)).toEqual([1, 0, 1, 0])
  })

  it('does not give an event without id to somebody who waits for one', () => {
    const mine = consumer('popup', 'a')
    expect(events.deliver(event('popup', ''))).toBe(false)
    expect(mine.taken).toEqual([])
  })

  it('finds nobody after the end', () => {
    const mine = consumer('popup', 'a')
    mine.unregister()
    expect(events.deliver(event('popup', 'a'))).toBe(false)
    expect(mine.taken).toEqual([])
  })
})

describe('handled identities', () => {
  it('are type, state and session state: another one of these is another event', () => {
    const mine = consumer('popup', 'a')
    expect(events.deliver(event('popup', 'a', 's1'))).toBe(true)
    expect(events.deliver(event('popup', 'a', 's1'))).toBe(false)
    expect(events.deliver(event('popup', 'a', 's2'))).toBe(true)
    expect(events.deliver(event('popup', 'a'))).toBe(true)
    expect(mine.taken).toHaveLength(3)
  })

  it('are forgotten ten minutes after the last handled event, not a millisecond earlier', () => {
    consumer('popup', 'a')
    events.deliver(event('popup', 'a'))
    now += 599_999
    expect(events.deliver(event('popup', 'a'))).toBe(false)
    now += 1
    expect(events.deliver(event('popup', 'a'))).toBe(true)
  })

  it('slide: every handled event keeps all of them for another ten minutes', () => {
    consumer('popup', '')
    events.deliver(event('popup', 'a'))
    now += 599_000
    events.deliver(event('popup', 'b'))
    now += 599_000
    expect(events.deliver(event('popup', 'a'))).toBe(false)
    now += 1000
    expect(events.deliver(event('popup', 'a'))).toBe(true)
  })

  it('do not hold what nobody took', () => {
    expect(events.deliver(event('popup', 'a'))).toBe(false)
    consumer('popup', 'a')
    expect(events.deliver(event('popup', 'a'))).toBe(true)
  })
})

describe('a redirect answer', () => {
  it('that nobody takes waits for the first who asks, and for nobody after that', () => {
    expect(events.deliver(event('redirect', 'a'))).toBe(true)
    expect(consumer('popup', '').taken).toEqual([])
    expect(consumer('redirect', '').taken).toEqual([event('redirect', 'a')])
    expect(consumer('redirect', '').taken).toEqual([])
    expect(events.deliver(event('redirect', 'a'))).toBe(false)
  })

  it('waits once per page', () => {
    events.deliver(event('redirect', 'a'))
    expect(events.deliver(event('redirect', 'b'))).toBe(false)
    expect(consumer('redirect', '').taken).toEqual([event('redirect', 'a')])
  })

  it('does not wait when an earlier one was taken', () => {
    const { unregister } = consumer('redirect', '')
    events.deliver(event('redirect', 'a'))
    unregister()
    expect(events.deliver(event('redirect', 'b'))).toBe(false)
    expect(consumer('redirect', '').taken).toEqual([])
  })
})
