import { describe, expect, it } from 'vitest'
import {
  answers,
  bram,
  draft,
  lost,
  make,
  opened,
  pass,
  puts,
  settle,
  status,
  world,
} from '../../../test/fakeDesk'
import { same } from './copy'
import { pause } from './working'

describe('saving', () => {
  it('goes two seconds after the last key, once, with the version it was read in', async () => {
    const w = await opened()
    w.edit({ doc: { title: 'n' } })
    await pass(pause - 1)
    w.edit({ doc: { title: 'nieuw' } })
    await pass(pause - 1)
    expect(puts()).toEqual([])
    expect(w.get().saved).toBe('typing')
    await pass(1)
    expect(puts()).toMatchObject([
      { url: '/api/drafts/news/nws_1?auto=1', match: '"1"', body: { doc: { title: 'nieuw' } } },
    ])
    expect(w.get()).toMatchObject({ saved: 'saved', savedAt: '2026-11-24T10:02:00+01:00' })
    expect([world.holds, world.device]).toEqual([0, undefined])
  })

  it('keeps the text in the tab from the first key until the server has it', async () => {
    const w = await opened()
    w.edit({ doc: { title: 'n' } })
    expect([world.holds, world.device]).toEqual([
      1,
      '{"doc":{"title":"n"},"place":{},"version":1,"uid":"' + w.uid + '"}',
    ])
    await w.save()
    expect([world.holds, world.device]).toEqual([0, undefined])
  })

  it('of a new one makes it with version 0, and a second save goes on from there', async () => {
    const w = make({ title: '' })
    await w.load()
    expect(w.get()).toMatchObject({ is: 'ready', doc: { title: '' }, draft: undefined })
    w.edit({ doc: { title: 'een' } })
    await pass(pause)
    w.edit({ doc: { title: 'twee' } })
    await pass(pause)
    expect(puts().map(c => c.match)).toEqual(['"0"', '"1"'])
    expect(world.desk!.doc).toEqual({ title: 'twee' })
  })

  it('while one is under way waits, and then sends only what was typed since', async () => {
    const w = await opened()
    let answer = () => {}
    world.next = [
      call =>
        new Promise(done => {
          answer = () => void done(answers(call) as Response)
        }),
    ]
    w.edit({ doc: { title: 'een' } })
    await pass(pause)
    w.edit({ doc: { title: 'twee' } })
    expect(puts()).toHaveLength(1)
    answer()
    await settle()
    expect(w.get()).toMatchObject({ saved: 'typing', doc: { title: 'twee' } })
    await pass(pause)
    expect(puts().map(c => [c.match, c.body!.doc.title])).toEqual([
      ['"1"', 'een'],
      ['"2"', 'twee'],
    ])
    expect(w.get().saved).toBe('saved')
  })

  it('asked for, goes at once and is not an autosave', async () => {
    const w = await opened()
    w.edit({ doc: { title: 'n' } })
    expect(await w.save(false)).toBe(true)
    expect(puts()[0]!.url).toBe('/api/drafts/news/nws_1')
  })

  it('that the server refuses says why, keeps the text, and is tried again at the next key', async () => {
    const w = await opened()
    world.next = [status(422, { code: 'invalid', fields: [{ name: 'body', code: 'unknown' }] })]
    w.edit({ doc: { title: 'n' } })
    await pass(pause)
    expect(w.get()).toMatchObject({
      saved: 'refused',
      refusal: { code: 'invalid', fields: [{ name: 'body', code: 'unknown' }] },
    })
    await pass(600_000)
    expect(puts()).toHaveLength(1)
    expect([world.holds, world.device === undefined]).toEqual([1, false])
    w.edit({ doc: { title: 'beter' } })
    await pass(pause)
    expect(w.get()).toMatchObject({ saved: 'saved', refusal: undefined })
  })
})

describe('what keeps a text from being published', () => {
  const fault = { name: 'image.people', code: 'required' } as const
  async function faulty() {
    world.desk = { ...draft({ title: 'een' }), faults: [fault] }
    const w = make()
    await w.load()
    return w
  }

  it('is asked again without touching the words, also when nobody answers', async () => {
    const w = await faulty()
    expect(w.get().draft!.faults).toEqual([fault])
    world.desk = { ...world.desk!, faults: [] }
    world.next = [lost]
    await w.recheck()
    expect(w.get()).toMatchObject({ is: 'ready', draft: { faults: [fault] } })
    await w.recheck()
    expect(w.get()).toMatchObject({ doc: { title: 'een' }, draft: { faults: [] } })
  })

  it('leaves a text that somebody else saved meanwhile, and one that is typed, to saving', async () => {
    const w = await faulty()
    world.desk = draft({ title: 'van Bram' }, 2, bram)
    await w.recheck()
    expect(w.get()).toMatchObject({ doc: { title: 'een' }, draft: { version: 1 } })
    w.edit({ doc: { title: 'twee' } })
    const before = world.calls.length
    await w.recheck()
    expect(world.calls.length).toBe(before)
  })
})

describe('reading', () => {
  it.each([
    [404, 'missing'],
    [403, 'refused'],
    [500, 'failed'],
  ] as const)('%i: %s', async (code, is) => {
    world.next = [status(code)]
    const w = make()
    await w.load()
    expect(w.get().is).toBe(is)
  })

  it('without network fails, and can be tried again', async () => {
    world.desk = draft({ title: 'er' })
    world.next = [lost]
    const w = make()
    await w.load()
    expect(w.get().is).toBe('failed')
    await w.load()
    expect(w.get()).toMatchObject({ is: 'ready', doc: { title: 'er' } })
  })

  it('says who else is here, once it exists', async () => {
    const fresh = make({ title: '' })
    await fresh.load()
    await fresh.here()
    expect(fresh.get().others).toEqual([])
    const w = await opened()
    await w.here()
    expect(w.get().others).toEqual([bram])
  })
})

it('content is the same whatever the order of its fields and whatever is left out when empty', () => {
  expect(same({ a: 1, b: '' }, { b: undefined, a: 1 })).toBe(true)
  expect(same({ a: [], b: false, c: null }, {})).toBe(true)
  expect(same({ a: 0 }, {})).toBe(false)
  expect(same({ a: [1, 2] }, { a: [2, 1] })).toBe(false)
})
