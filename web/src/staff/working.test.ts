import { beforeEach, describe, expect, it } from 'vitest'
import type { Draft } from './desk'
import { pause, same, tries, Working } from './working'

interface Doc { title: string; body?: string }
interface Call { method: string; url: string; match: string | null; body: { doc: Doc } | undefined }
type Answer = (call: Call) => Response | Promise<Response>

const me = { uid: 'u1', name: 'Noor' }
const bram = { uid: 'u2', name: 'Bram' }

let now = 0
let timers: { at: number; run(): void }[] = []
let calls: Call[] = []
let holds = 0
let shelf: string | undefined
/** What answers next, in order; then the desk below. */
let next: Answer[] = []
let desk: Draft<Doc> | undefined

const draft = (doc: Doc, version = 1, by = me): Draft<Doc> => ({
  id: 'nws_1', kind: 'news', version, status: 'draft', changed: false, doc, faults: [],
  createdAt: '', createdBy: me, updatedAt: `2026-11-24T10:0${version}:00+01:00`, updatedBy: by,
})

/** As the desk does it: by version, and a repeated save is no conflict. */
const answers: Answer = ({ method, url, match, body }) => {
  if (method === 'GET') return desk ? Response.json(desk) : new Response('{}', { status: 404 })
  if (method === 'POST' && url.endsWith('/presence')) return Response.json({ others: [bram] })
  if (method === 'POST' && match === `"${desk!.version}"`) return Response.json(desk = { ...desk!, version: desk!.version + 1, status: 'published' })
  if (method === 'PUT' && desk && same(desk.doc, body!.doc)) return Response.json(desk)
  if (match !== `"${desk?.version ?? 0}"`) return Response.json({ code: 'precondition_failed' }, { status: 412 })
  return Response.json(desk = draft(body!.doc, (desk?.version ?? 0) + 1))
}

const lost: Answer = () => { throw new TypeError('no network') }
const status = (n: number, body: object = {}): Answer => () => Response.json(body, { status: n })

function make(fresh?: Doc) {
  return new Working<Doc>({
    kind: 'news', id: 'nws_1', uid: me.uid, fresh,
    fetch: async (url, init) => {
      const headers = new Headers(init?.headers)
      const call = { method: init?.method ?? 'GET', url, match: headers.get('if-match'), body: init?.body ? JSON.parse(init.body as string) as { doc: Doc } : undefined }
      calls.push(call)
      return (next.shift() ?? answers)(call)
    },
    clock: {
      now: () => now,
      after(ms, run) {
        const timer = { at: now + ms, run }
        timers.push(timer)
        return () => void (timers = timers.filter(t => t !== timer))
      },
    },
    store: { read: () => shelf, keep: t => { shelf = t }, drop: () => { shelf = undefined } },
    hold: () => {
      holds++
      let held = true
      return () => { if (held) holds--; held = false }
    },
  })
}

const settle = async () => { for (let i = 0; i < 20; i++) await Promise.resolve() }
async function pass(ms: number) {
  now += ms
  for (const t of timers.filter(t => t.at <= now)) {
    timers = timers.filter(x => x !== t)
    t.run()
  }
  await settle()
}
const puts = () => calls.filter(c => c.method === 'PUT')

async function opened(doc: Doc = { title: 'oud' }) {
  desk = draft(doc)
  const w = make()
  await w.load()
  return w
}

beforeEach(() => {
  now = 0
  timers = []
  calls = []
  holds = 0
  shelf = undefined
  next = []
  desk = undefined
})

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
    expect(puts()).toMatchObject([{ url: '/api/drafts/news/nws_1?auto=1', match: '"1"', body: { doc: { title: 'nieuw' } } }])
    expect(w.get()).toMatchObject({ saved: 'saved', savedAt: '2026-11-24T10:02:00+01:00' })
    expect([holds, shelf]).toEqual([0, undefined])
  })

  it('keeps the text in the tab from the first key until the server has it', async () => {
    const w = await opened()
    w.edit({ doc: { title: 'n' } })
    expect([holds, shelf]).toEqual([1, '{"doc":{"title":"n"},"place":{},"version":1}'])
    await w.save()
    expect([holds, shelf]).toEqual([0, undefined])
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
    expect(desk!.doc).toEqual({ title: 'twee' })
  })

  it('while one is under way waits, and then sends only what was typed since', async () => {
    const w = await opened()
    let answer = () => {}
    next = [call => new Promise(done => { answer = () => void done(answers(call) as Response) })]
    w.edit({ doc: { title: 'een' } })
    await pass(pause)
    w.edit({ doc: { title: 'twee' } })
    expect(puts()).toHaveLength(1)
    answer()
    await settle()
    expect(w.get()).toMatchObject({ saved: 'typing', doc: { title: 'twee' } })
    await pass(pause)
    expect(puts().map(c => [c.match, c.body!.doc.title])).toEqual([['"1"', 'een'], ['"2"', 'twee']])
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
    next = [status(422, { code: 'invalid', fields: [{ name: 'body', code: 'unknown' }] })]
    w.edit({ doc: { title: 'n' } })
    await pass(pause)
    expect(w.get()).toMatchObject({ saved: 'refused', refusal: { code: 'invalid', fields: [{ name: 'body', code: 'unknown' }] } })
    await pass(600_000)
    expect(puts()).toHaveLength(1)
    expect([holds, shelf === undefined]).toEqual([1, false])
    w.edit({ doc: { title: 'beter' } })
    await pass(pause)
    expect(w.get()).toMatchObject({ saved: 'saved', refusal: undefined })
  })
})

describe('without network', () => {
  it('says so, tries again with growing pauses, and goes on when the network is back', async () => {
    const w = await opened()
    next = [lost, lost, lost]
    w.edit({ doc: { title: 'n' } })
    await pass(pause)
    expect(w.get().saved).toBe('offline')
    await pass(tries[0])
    await pass(tries[1] - 1)
    expect(puts()).toHaveLength(2)
    await pass(1)
    expect(puts()).toHaveLength(3)
    w.wake()
    await settle()
    expect([w.get().saved, desk!.doc.title]).toEqual(['saved', 'n'])
  })

  it('a save whose answer got lost is repeated as it was before anything newer goes: no conflict, no second version', async () => {
    const w = await opened()
    next = [call => { void answers(call); throw new TypeError('cut') }]
    w.edit({ doc: { title: 'een' } })
    await pass(pause)
    expect(desk!.version).toBe(2)
    w.edit({ doc: { title: 'twee' } })
    await pass(pause)
    await pass(pause)
    expect(puts().map(c => [c.match, c.body!.doc.title])).toEqual([['"1"', 'een'], ['"1"', 'een'], ['"2"', 'twee']])
    expect([w.get().saved, w.get().conflict, desk!.version]).toEqual(['saved', undefined, 3])
  })

  it('an answer that is not JSON, or of a server in trouble, counts as none', async () => {
    const w = await opened()
    next = [() => new Response('<html>'), status(503), status(429)]
    w.edit({ doc: { title: 'n' } })
    await pass(pause)
    for (const ms of tries.slice(0, 2)) {
      expect(w.get().saved).toBe('offline')
      await pass(ms)
    }
    expect(w.get().saved).toBe('offline')
    await pass(tries[2])
    expect(w.get().saved).toBe('saved')
  })

  it('a text of before a reload comes back, and is saved', async () => {
    const w = await opened()
    next = [lost]
    w.edit({ doc: { title: 'onderweg' } })
    await pass(pause)
    const again = make()
    await again.load()
    expect(again.get()).toMatchObject({ doc: { title: 'onderweg' }, saved: 'typing' })
    await pass(pause)
    expect(desk!.doc.title).toBe('onderweg')
    expect(shelf).toBeUndefined()
  })

  it('a new text of before a reload comes back too', async () => {
    const w = make({ title: '' })
    await w.load()
    w.edit({ doc: { title: 'eerste zin' } })
    const again = make({ title: '' })
    await again.load()
    expect(again.get().doc).toEqual({ title: 'eerste zin' })
    await pass(pause)
    expect(desk!.doc.title).toBe('eerste zin')
  })

  it('a text of before a reload that the server has after all is just dropped', async () => {
    const w = await opened()
    next = [call => { void answers(call); throw new TypeError('cut') }]
    w.edit({ doc: { title: 'aangekomen' } })
    await pass(pause)
    timers = []
    const again = make()
    await again.load()
    expect([again.get().saved, shelf, again.unsaved]).toEqual(['saved', undefined, false])
  })
})

describe('signed out', () => {
  it('waits for the sign-in, takes more text meanwhile, and then saves all of it', async () => {
    const w = await opened()
    next = [status(401)]
    w.edit({ doc: { title: 'een' } })
    await pass(pause)
    w.edit({ doc: { title: 'twee' } })
    await pass(600_000)
    expect(w.get()).toMatchObject({ saved: 'waiting for sign-in', doc: { title: 'twee' } })
    expect([puts().length, holds]).toEqual([1, 1])
    w.wake()
    await settle()
    expect([w.get().saved, desk!.doc.title]).toEqual(['saved', 'twee'])
  })

  it('somebody else signs in: nothing of the first person goes on', async () => {
    const w = await opened()
    next = [status(401)]
    w.edit({ doc: { title: 'van mij' } })
    await pass(pause)
    w.close()
    w.wake()
    await pass(600_000)
    expect([puts().length, holds]).toEqual([1, 0])
  })
})

describe('two editors', () => {
  const theirs = () => { desk = draft({ title: 'van Bram', body: 'samen' }, 2, bram) }

  it('whoever is late gets both texts, and saving waits for a choice', async () => {
    const w = await opened({ title: 'oud', body: 'samen' })
    theirs()
    w.edit({ doc: { title: 'van mij', body: 'samen' } })
    await pass(pause)
    expect(w.get().conflict).toMatchObject({ mine: { doc: { title: 'van mij' } }, theirs: { version: 2, doc: { title: 'van Bram' }, updatedBy: bram }, base: { doc: { title: 'oud' } } })
    await pass(600_000)
    expect(puts()).toHaveLength(1)
    expect(JSON.parse(shelf!).doc.title).toBe('van mij')
  })

  it('a mix is saved on top of theirs', async () => {
    const w = await opened()
    theirs()
    w.edit({ doc: { title: 'van mij', body: 'mijn tekst' } })
    await pass(pause)
    await w.resolve({ doc: { title: 'van Bram', body: 'mijn tekst' }, place: {} })
    expect(puts().at(-1)).toMatchObject({ match: '"2"', body: { doc: { title: 'van Bram', body: 'mijn tekst' } } })
    expect(w.get()).toMatchObject({ saved: 'saved', conflict: undefined })
    expect([holds, shelf]).toEqual([0, undefined])
  })

  it('theirs as a whole needs no save', async () => {
    const w = await opened()
    theirs()
    w.edit({ doc: { title: 'van mij' } })
    await pass(pause)
    await w.resolve({ doc: { title: 'van Bram', body: 'samen' }, place: {} })
    expect([puts().length, w.get().saved, w.get().doc.title]).toEqual([1, 'saved', 'van Bram'])
  })

  it('a third version while choosing is the next choice, and the text is still there', async () => {
    const w = await opened()
    theirs()
    w.edit({ doc: { title: 'van mij' } })
    await pass(pause)
    desk = draft({ title: 'nog een keer Bram' }, 3, bram)
    await w.resolve({ doc: { title: 'van mij' }, place: {} })
    expect(w.get().conflict).toMatchObject({ mine: { doc: { title: 'van mij' } }, theirs: { version: 3 } })
  })

  it('the network drops after the choice: the choice waits, and is saved', async () => {
    const w = await opened()
    theirs()
    w.edit({ doc: { title: 'van mij' } })
    await pass(pause)
    next = [lost]
    await w.resolve({ doc: { title: 'gekozen' }, place: {} })
    expect(w.get().saved).toBe('offline')
    await pass(tries[0])
    expect([w.get().saved, desk!.doc.title]).toEqual(['saved', 'gekozen'])
  })

  it('the same text in two tabs is no conflict', async () => {
    const w = await opened()
    desk = draft({ title: 'gelijk' }, 2)
    w.edit({ doc: { title: 'gelijk' } })
    await pass(pause)
    expect([w.get().conflict, w.get().saved, w.get().draft!.version]).toEqual([undefined, 'saved', 2])
  })

  it('a text of before a reload that came too late is a conflict as well, after the server kept it', async () => {
    const w = await opened()
    next = [lost]
    w.edit({ doc: { title: 'van mij' } })
    await pass(pause)
    timers = []
    theirs()
    const again = make()
    await again.load()
    await pass(pause)
    expect(puts().at(-1)!.match).toBe('"1"')
    expect(again.get().conflict).toMatchObject({ mine: { doc: { title: 'van mij' } }, theirs: { version: 2 } })
  })

  it('the other version cannot be read: it is tried again, and nothing is lost', async () => {
    const w = await opened()
    theirs()
    next = [answers, lost]
    w.edit({ doc: { title: 'van mij' } })
    await pass(pause)
    expect(w.get().saved).toBe('offline')
    await pass(tries[0])
    expect(w.get().conflict!.theirs.version).toBe(2)
  })
})

describe('acts', () => {
  it('save what was typed first, and take the answer', async () => {
    const w = await opened()
    w.edit({ doc: { title: 'n' } })
    expect(await w.act('publish', {})).toBeUndefined()
    expect(calls.slice(1).map(c => [c.method, c.match])).toEqual([['PUT', '"1"'], ['POST', '"2"']])
    expect(w.get().draft).toMatchObject({ status: 'published', version: 3 })
  })

  it('make a new one that nobody wrote in, so that its faults can be said', async () => {
    const w = make({ title: '' })
    await w.load()
    next = [answers, status(422, { code: 'invalid', fields: [{ name: 'title', code: 'required' }] })]
    expect(await w.act('publish', {})).toMatchObject({ fields: [{ name: 'title', code: 'required' }] })
    expect(puts()).toHaveLength(1)
  })

  it('are not done while the text cannot be saved', async () => {
    const w = await opened()
    next = [lost]
    w.edit({ doc: { title: 'n' } })
    expect(await w.act('publish', {})).toMatchObject({ code: 'offline' })
    next = [status(401)]
    expect(await w.act('publish', {})).toMatchObject({ code: 'signed_out' })
    desk = draft({ title: 'van Bram' }, 2, bram)
    w.wake()
    await settle()
    expect(await w.act('publish', {})).toMatchObject({ code: 'conflict' })
    expect(calls.filter(c => c.method === 'POST')).toEqual([])
  })

  it('on an older version show what is there now', async () => {
    const w = await opened()
    desk = draft({ title: 'van Bram' }, 2, bram)
    expect(await w.act('publish', {})).toMatchObject({ code: 'conflict' })
    expect(w.get().conflict).toMatchObject({ theirs: { doc: { title: 'van Bram' } } })
  })

  it('do not undo what was typed while they ran', async () => {
    const w = await opened()
    let answer = () => {}
    next = [call => new Promise(done => { answer = () => void done(answers(call) as Response) })]
    const acting = w.act('publish', {})
    await settle()
    w.edit({ doc: { title: 'intussen' } })
    answer()
    expect(await acting).toBeUndefined()
    expect(w.get()).toMatchObject({ doc: { title: 'intussen' }, saved: 'typing', draft: { status: 'published' } })
    await pass(pause)
    expect(desk!.doc.title).toBe('intussen')
  })

  it('taken back on another part of the screen are taken over, unless something is typed', async () => {
    const w = await opened()
    w.told(draft({ title: 'terug' }, 5))
    expect(w.get()).toMatchObject({ doc: { title: 'terug' }, draft: { version: 5 } })
    w.edit({ doc: { title: 'van mij' } })
    w.told(draft({ title: 'anders' }, 6))
    expect(w.get().doc.title).toBe('van mij')
  })
})

describe('reading', () => {
  it.each([[404, 'missing'], [403, 'refused'], [500, 'failed']] as const)('%i: %s', async (code, is) => {
    next = [status(code)]
    const w = make()
    await w.load()
    expect(w.get().is).toBe(is)
  })

  it('without network fails, and can be tried again', async () => {
    desk = draft({ title: 'er' })
    next = [lost]
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
