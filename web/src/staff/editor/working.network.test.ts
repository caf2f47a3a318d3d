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
  silent,
  status,
  world,
} from '../../../test/fakeDesk'
import { answerWithin } from './asking'
import { pause, tries } from './working'

describe('without network', () => {
  it('says so, tries again with growing pauses, and goes on when the network is back', async () => {
    const w = await opened()
    world.next = [lost, lost, lost]
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
    expect([w.get().saved, world.desk!.doc.title]).toEqual(['saved', 'n'])
  })

  it('a save whose answer got lost is repeated as it was before anything newer goes: no conflict, no second version', async () => {
    const w = await opened()
    world.next = [
      call => {
        void answers(call)
        throw new TypeError('cut')
      },
    ]
    w.edit({ doc: { title: 'een' } })
    await pass(pause)
    expect(world.desk!.version).toBe(2)
    w.edit({ doc: { title: 'twee' } })
    await pass(pause)
    await pass(pause)
    expect(puts().map(c => [c.match, c.body!.doc.title])).toEqual([
      ['"1"', 'een'],
      ['"1"', 'een'],
      ['"2"', 'twee'],
    ])
    expect([w.get().saved, w.get().conflict, world.desk!.version]).toEqual(['saved', undefined, 3])
  })

  it('a save that gets no answer counts as lost after half a minute, and blocks nothing after it', async () => {
    const w = await opened()
    world.next = [silent]
    w.edit({ doc: { title: 'een' } })
    await pass(pause)
    w.edit({ doc: { title: 'twee' } })
    await pass(answerWithin - 1)
    expect([w.get().saved, puts().length]).toEqual(['typing', 1])
    await pass(1)
    await pass(pause)
    expect([w.get().saved, world.desk!.doc.title]).toEqual(['saved', 'twee'])
  })

  it('while a next try gets no answer either, the bar says that nothing is saved', async () => {
    const w = await opened()
    world.next = [lost, silent]
    w.edit({ doc: { title: 'een' } })
    await pass(pause)
    await pass(tries[0])
    expect([w.get().saved, puts().length]).toEqual(['offline', 2])
    await pass(answerWithin)
    await pass(tries[1])
    expect([w.get().saved, world.desk!.doc.title]).toEqual(['saved', 'een'])
  })

  it('whoever presses the button sees that it is tried', async () => {
    const w = await opened()
    world.next = [lost, silent]
    w.edit({ doc: { title: 'een' } })
    await pass(pause)
    void w.save(false)
    await settle()
    expect(w.get().saved).toBe('saving')
  })

  it('the network goes while a save is under way: the bar says so at once, and the answer counts', async () => {
    const w = await opened()
    let arrive = () => {}
    world.next = [call => new Promise(done => (arrive = () => done(answers(call))))]
    w.away()
    expect(w.get().saved, 'nothing was typed').toBe('saved')
    w.edit({ doc: { title: 'een' } })
    await pass(pause)
    expect(w.get().saved).toBe('saving')
    w.away()
    expect(w.get().saved).toBe('offline')
    arrive()
    await settle()
    expect([w.get().saved, world.desk!.doc.title]).toEqual(['saved', 'een'])
  })

  it('nor does an answer whose text never ends', async () => {
    const w = await opened()
    world.next = [() => new Response(new ReadableStream())]
    w.edit({ doc: { title: 'een' } })
    await pass(pause)
    await pass(answerWithin)
    expect(w.get().saved).toBe('offline')
  })

  it('an act that gets no answer says so after half a minute', async () => {
    const w = await opened()
    world.next = [silent]
    const acting = w.act('publish')
    await settle()
    await pass(answerWithin)
    expect(await acting).toMatchObject({ code: 'offline' })
  })

  it.each([
    ['Arabic', 'مرحبا'.repeat(6600)],
    ['Dutch', 'Dag mens '.repeat(9000)],
    ['with little signs', '€'.repeat(25_000)],
  ])('a long text is saved, however many bytes its letters take: %s', async (_, title) => {
    const w = await opened()
    w.edit({ doc: { title } })
    await pass(pause)
    expect([w.get().saved, world.desk!.doc.title === title]).toEqual(['saved', true])
  })

  it('a short one still goes when the page does', async () => {
    const w = await opened()
    w.edit({ doc: { title: 'kort' } })
    await pass(pause)
    expect(puts()[0]!.keepalive).toBe(true)
  })

  it('an answer that is not JSON, or of a server in trouble, counts as none', async () => {
    const w = await opened()
    world.next = [() => new Response('<html>'), status(503), status(429)]
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
    world.next = [lost]
    w.edit({ doc: { title: 'onderweg' } })
    await pass(pause)
    const again = make()
    await again.load()
    expect(again.get()).toMatchObject({ doc: { title: 'onderweg' }, saved: 'typing' })
    await pass(pause)
    expect(world.desk!.doc.title).toBe('onderweg')
    expect(world.device).toBeUndefined()
  })

  it('a new text of before a reload comes back too', async () => {
    const w = make({ title: '' })
    await w.load()
    w.edit({ doc: { title: 'eerste zin' } })
    const again = make({ title: '' })
    await again.load()
    expect(again.get().doc).toEqual({ title: 'eerste zin' })
    await pass(pause)
    expect(world.desk!.doc.title).toBe('eerste zin')
  })

  it('a new text can be begun', async () => {
    const w = make({ title: '' })
    world.next = [lost]
    await w.load()
    expect(w.get()).toMatchObject({ is: 'ready', doc: { title: '' }, saved: 'saved' })
    w.edit({ doc: { title: 'in de tunnel' } })
    await pass(pause)
    expect([w.get().saved, world.desk!.doc.title]).toEqual(['saved', 'in de tunnel'])
  })

  it('a new text of before a reload is gone on with before the network is back', async () => {
    const w = make({ title: '' })
    await w.load()
    w.edit({ doc: { title: 'in de tunnel' } })
    w.close()
    world.timers = []
    const again = make({ title: '' })
    world.next = [lost, lost]
    await again.load()
    expect(again.get()).toMatchObject({ is: 'ready', doc: { title: 'in de tunnel' } })
    await pass(pause)
    expect(again.get().saved).toBe('offline')
    again.wake()
    await settle()
    expect([again.get().saved, world.desk!.doc.title]).toEqual(['saved', 'in de tunnel'])
  })

  it('a text that the server had already waits for it, says that nothing is lost, and comes back by itself', async () => {
    const w = await opened()
    world.next = [lost]
    w.edit({ doc: { title: 'onderweg' } })
    await pass(pause)
    w.close()
    world.timers = []
    const again = make()
    world.next = [lost]
    await again.load()
    expect(again.get()).toMatchObject({ is: 'failed', saved: 'offline' })
    again.wake()
    await settle()
    expect(again.get()).toMatchObject({ is: 'ready', doc: { title: 'onderweg' } })
    await pass(pause)
    expect([again.get().saved, world.desk!.doc.title]).toEqual(['saved', 'onderweg'])
  })

  it.each([
    ['a new text', undefined],
    ['a text that was there', draft({ title: 'oud' })],
  ])(
    '%s: typed on after a save that arrived unheard, then a reload: nobody is asked to choose',
    async (_, there) => {
      world.desk = there
      const w = make({ title: '' })
      await w.load()
      world.next = [
        call => {
          void answers(call)
          return new Promise(() => {})
        },
      ] // the page goes before the answer comes
      w.edit({ doc: { title: 'een' } })
      await pass(pause)
      w.edit({ doc: { title: 'een en twee' } })
      w.close()
      world.timers = []
      const again = make({ title: '' })
      await again.load()
      expect(again.get()).toMatchObject({
        doc: { title: 'een en twee' },
        draft: { doc: { title: 'een' } },
      })
      await pass(pause)
      await pass(pause)
      expect([again.get().conflict, again.get().saved, world.desk!.doc.title]).toEqual([
        undefined,
        'saved',
        'een en twee',
      ])
    },
  )

  it('but somebody else who saved since is not overwritten', async () => {
    const w = await opened()
    world.next = [
      call => {
        void answers(call)
        return new Promise(() => {})
      },
    ]
    w.edit({ doc: { title: 'een' } })
    await pass(pause)
    w.edit({ doc: { title: 'een en twee' } })
    w.close()
    world.timers = []
    world.desk = draft({ title: 'van Bram' }, world.desk!.version + 1, bram)
    const again = make()
    await again.load()
    await pass(pause)
    expect(again.get().conflict).toMatchObject({
      mine: { doc: { title: 'een en twee' } },
      theirs: { doc: { title: 'van Bram' } },
    })
  })

  it('a reading that comes after somebody else sat down takes up nothing', async () => {
    const w = await opened()
    world.next = [lost]
    w.edit({ doc: { title: 'van mij' } })
    await pass(pause)
    w.close()
    world.timers = []
    const again = make()
    const reading = again.load()
    again.close()
    await reading
    await pass(600_000)
    expect([world.desk!.doc.title, world.holds, again.get().is]).toEqual(['oud', 0, 'loading'])
  })

  it('without a text of its own it only says that it could not be read', async () => {
    const w = make()
    world.next = [lost]
    await w.load()
    expect(w.get()).toMatchObject({ is: 'failed', saved: 'saved' })
  })

  it('a text of before a reload that the server has after all is just dropped', async () => {
    const w = await opened()
    world.next = [
      call => {
        void answers(call)
        throw new TypeError('cut')
      },
    ]
    w.edit({ doc: { title: 'aangekomen' } })
    await pass(pause)
    world.timers = []
    const again = make()
    await again.load()
    expect([again.get().saved, world.device, again.unsaved]).toEqual(['saved', undefined, false])
  })
})

describe('signed out', () => {
  it('waits for the sign-in, takes more text meanwhile, and then saves all of it', async () => {
    const w = await opened()
    world.next = [status(401)]
    w.edit({ doc: { title: 'een' } })
    await pass(pause)
    w.edit({ doc: { title: 'twee' } })
    await pass(600_000)
    expect(w.get()).toMatchObject({ saved: 'waiting for sign-in', doc: { title: 'twee' } })
    expect([puts().length, world.holds]).toEqual([1, 1])
    w.wake()
    await settle()
    expect([w.get().saved, world.desk!.doc.title]).toEqual(['saved', 'twee'])
  })

  it('after a save that arrived unheard: it is repeated first, and nobody is asked to choose', async () => {
    const w = await opened()
    world.next = [
      call => {
        void answers(call)
        throw new TypeError('cut')
      },
      status(401),
    ]
    w.edit({ doc: { title: 'een' } })
    await pass(pause)
    w.edit({ doc: { title: 'een en twee' } })
    await pass(pause)
    expect(w.get().saved).toBe('waiting for sign-in')
    w.wake()
    await settle()
    await pass(pause)
    expect([w.get().conflict, w.get().saved, world.desk!.doc.title]).toEqual([
      undefined,
      'saved',
      'een en twee',
    ])
  })

  it('somebody else signs in: nothing of the first person goes on', async () => {
    const w = await opened()
    world.next = [status(401)]
    w.edit({ doc: { title: 'van mij' } })
    await pass(pause)
    w.close()
    w.wake()
    await pass(600_000)
    expect([puts().length, world.holds]).toEqual([1, 0])
  })
})
