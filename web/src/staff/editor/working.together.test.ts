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
import { answerWithin } from './asking'
import { pause, tries } from './working'

describe('two editors', () => {
  const theirs = () => {
    world.desk = draft({ title: 'van Bram', body: 'samen' }, 2, bram)
  }

  it('whoever is late gets both texts, and saving waits for a choice', async () => {
    const w = await opened({ title: 'oud', body: 'samen' })
    theirs()
    w.edit({ doc: { title: 'van mij', body: 'samen' } })
    await pass(pause)
    expect(w.get().conflict).toMatchObject({
      mine: { doc: { title: 'van mij' } },
      theirs: { version: 2, doc: { title: 'van Bram' }, updatedBy: bram },
      base: { doc: { title: 'oud' } },
    })
    await pass(600_000)
    expect(puts()).toHaveLength(1)
    expect(JSON.parse(world.device!).doc.title).toBe('van mij')
  })

  it('a place on top that a colleague took meanwhile is not taken back by typing on', async () => {
    world.desk = { ...draft({ title: 'oud' }), pinned: true, position: 1 }
    const w = make()
    await w.load()
    world.desk = { ...world.desk, position: 3 }
    delete world.desk.pinned
    w.edit({ doc: { title: 'nieuw' } })
    await pass(pause)
    expect(Object.keys(puts().at(-1)!.body!)).toEqual(['doc'])
    expect([w.get().saved, w.get().place.pinned]).toEqual(['saved', undefined])
    w.edit({ place: { pinned: true } })
    await pass(pause)
    expect(puts().at(-1)!.body).toMatchObject({ pinned: true })
    w.edit({ place: {} })
    await pass(pause)
    expect(puts().at(-1)!.body).toMatchObject({ pinned: false })
  })

  it('a mix is saved on top of theirs', async () => {
    const w = await opened()
    theirs()
    w.edit({ doc: { title: 'van mij', body: 'mijn tekst' } })
    await pass(pause)
    await w.resolve({ doc: { title: 'van Bram', body: 'mijn tekst' }, place: {} })
    expect(puts().at(-1)).toMatchObject({
      match: '"2"',
      body: { doc: { title: 'van Bram', body: 'mijn tekst' } },
    })
    expect(w.get()).toMatchObject({ saved: 'saved', conflict: undefined })
    expect([world.holds, world.device]).toEqual([0, undefined])
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
    world.desk = draft({ title: 'nog een keer Bram' }, 3, bram)
    await w.resolve({ doc: { title: 'van mij' }, place: {} })
    expect(w.get().conflict).toMatchObject({
      mine: { doc: { title: 'van mij' } },
      theirs: { version: 3 },
    })
  })

  it('the network drops after the choice: the choice waits, and is saved', async () => {
    const w = await opened()
    theirs()
    w.edit({ doc: { title: 'van mij' } })
    await pass(pause)
    world.next = [lost]
    await w.resolve({ doc: { title: 'gekozen' }, place: {} })
    expect(w.get().saved).toBe('offline')
    await pass(tries[0])
    expect([w.get().saved, world.desk!.doc.title]).toEqual(['saved', 'gekozen'])
  })

  it('the same text in two tabs is no conflict', async () => {
    const w = await opened()
    world.desk = draft({ title: 'gelijk' }, 2)
    w.edit({ doc: { title: 'gelijk' } })
    await pass(pause)
    expect([w.get().conflict, w.get().saved, w.get().draft!.version]).toEqual([
      undefined,
      'saved',
      2,
    ])
  })

  it('a text of before a reload that came too late is a conflict as well, after the server kept it', async () => {
    const w = await opened()
    world.next = [lost]
    w.edit({ doc: { title: 'van mij' } })
    await pass(pause)
    world.timers = []
    theirs()
    const again = make()
    await again.load()
    await pass(pause)
    expect(puts().at(-1)!.match).toBe('"1"')
    expect(again.get().conflict).toMatchObject({
      mine: { doc: { title: 'van mij' } },
      theirs: { version: 2 },
    })
  })

  it('the other version cannot be read: it is tried again, and nothing is lost', async () => {
    const w = await opened()
    theirs()
    world.next = [answers, lost]
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
    expect(world.calls.slice(1).map(c => [c.method, c.match])).toEqual([
      ['PUT', '"1"'],
      ['POST', '"2"'],
    ])
    expect(w.get().draft).toMatchObject({ status: 'published', version: 3 })
  })

  it('make a new one that nobody wrote in, so that its faults can be said', async () => {
    const w = make({ title: '' })
    await w.load()
    world.next = [
      answers,
      status(422, { code: 'invalid', fields: [{ name: 'title', code: 'required' }] }),
    ]
    expect(await w.act('publish', {})).toMatchObject({
      fields: [{ name: 'title', code: 'required' }],
    })
    expect(puts()).toHaveLength(1)
  })

  it('are not done while the text cannot be saved', async () => {
    const w = await opened()
    world.next = [lost]
    w.edit({ doc: { title: 'n' } })
    expect(await w.act('publish', {})).toMatchObject({ code: 'offline' })
    world.next = [status(401)]
    expect(await w.act('publish', {})).toMatchObject({ code: 'signed_out' })
    world.desk = draft({ title: 'van Bram' }, 2, bram)
    w.wake()
    await settle()
    expect(await w.act('publish', {})).toMatchObject({ code: 'conflict' })
    expect(world.calls.filter(c => c.method === 'POST')).toEqual([])
  })

  it('on an older version show what is there now', async () => {
    const w = await opened()
    world.desk = draft({ title: 'van Bram' }, 2, bram)
    expect(await w.act('publish', {})).toMatchObject({ code: 'conflict' })
    expect(w.get().conflict).toMatchObject({ theirs: { doc: { title: 'van Bram' } } })
  })

  it('do not undo what was typed while they ran', async () => {
    const w = await opened()
    let answer = () => {}
    world.next = [
      call =>
        new Promise(done => {
          answer = () => void done(answers(call) as Response)
        }),
    ]
    const acting = w.act('publish', {})
    await settle()
    w.edit({ doc: { title: 'intussen' } })
    answer()
    expect(await acting).toBeUndefined()
    expect(w.get()).toMatchObject({
      doc: { title: 'intussen' },
      saved: 'typing',
      draft: { status: 'published' },
    })
    await pass(pause)
    expect(world.desk!.doc.title).toBe('intussen')
  })

  it('that take long keep what is typed meanwhile waiting: nobody meets their own publication', async () => {
    const w = await opened()
    let answer = () => {}
    world.next = [
      call => {
        const arrived = answers(call)
        return new Promise(done => {
          answer = () => void done(arrived as Response)
        })
      },
    ]
    const acting = w.act('publish', {})
    await settle()
    w.edit({ doc: { title: 'intussen' } })
    await pass(pause)
    expect(puts()).toHaveLength(0)
    answer()
    expect(await acting).toBeUndefined()
    await pass(pause)
    expect([w.get().conflict, w.get().saved, world.desk!.doc.title]).toEqual([
      undefined,
      'saved',
      'intussen',
    ])
  })

  it('that arrived unheard are no conflict for whoever typed on: no words meet', async () => {
    const w = await opened()
    world.next = [
      call => {
        void answers(call)
        return new Promise(() => {})
      },
    ]
    const acting = w.act('publish', {})
    await settle()
    await pass(answerWithin)
    expect(await acting).toMatchObject({ code: 'offline' })
    w.edit({ doc: { title: 'verder' } })
    await pass(pause)
    await pass(pause)
    expect([w.get().conflict, w.get().saved, world.desk!.doc.title]).toEqual([
      undefined,
      'saved',
      'verder',
    ])
  })

  it('whose answer is no answer say so', async () => {
    const w = await opened()
    world.next = [() => new Response('<html>')]
    expect(await w.act('publish', {})).toMatchObject({ code: 'offline' })
  })

  it('taken back on another part of the screen are taken over, unless something is typed', async () => {
    const w = await opened()
    w.savedElsewhere(draft({ title: 'terug' }, 5))
    expect(w.get()).toMatchObject({ doc: { title: 'terug' }, draft: { version: 5 } })
    w.edit({ doc: { title: 'van mij' } })
    w.savedElsewhere(draft({ title: 'anders' }, 6))
    expect(w.get().doc.title).toBe('van mij')
  })
})
