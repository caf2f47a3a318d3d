import { IDBFactory } from 'fake-indexeddb'
import { describe, expect, it } from 'vitest'
import { browserTraces } from '../../../../auth/traces'
import { dayOf } from '../../../../../test/daySample'
import {
  hour,
  IndexedTaps,
  memoryTaps,
  sturdy,
  Taps,
  Unreadable,
  type Tap,
  type TapAnswer,
} from './taps'

type Body = Parameters<ConstructorParameters<typeof Taps>[0]['post']>[0]

/** Numbers that look random and are the same at each run. */
function dice(seed: number) {
  let s = seed
  return (n: number) => {
    s = (s * 1664525 + 1013904223) >>> 0
    return Math.floor((s / 2 ** 32) * n)
  }
}

/** The server as the API describes it: a tap counts once by its id, of presence the later wins. */
class Server {
  private readonly ids = new Set<string>()
  private readonly said = new Map<string, { at: number; wanted: string }>()
  sum = 0
  counted = 0

  constructor(private readonly forgetful = false) {}

  answer(taps: Body, now: number): TapAnswer[] {
    return taps.map(t => {
      if (this.ids.has(t.tapId) && !this.forgetful) return { tapId: t.tapId, result: 'known' }
      this.ids.add(t.tapId)
      this.counted++
      const at = now - t.ageMs
      if (t.kind === 'visit') this.sum += t.change!
      else {
        const before = this.said.get(t.registration!)
        if (before && before.at > at) return { tapId: t.tapId, result: 'overruled', by: 'Loes' }
        this.said.set(t.registration!, { at, wanted: t.wanted! })
      }
      return { tapId: t.tapId, result: 'counted' }
    })
  }
  wanted = (registration: string) => this.said.get(registration)?.wanted ?? 'open'
}

/** One phone with two tabs, in a hall where the network comes and goes and pages die. */
class Phone {
  private tabs: Taps[]
  private readonly factory = new IDBFactory()
  private lock: Promise<unknown> = Promise.resolve()
  private ids = 0

  constructor(
    private readonly name: string,
    private readonly server: Server,
    private readonly roll: (n: number) => number,
    private readonly clock: { now: number },
    private readonly skew: number,
  ) {
    this.tabs = [this.open(), this.open()]
  }

  private open() {
    let alive = true
    const taps = new Taps({
      store: new IndexedTaps(() => this.factory),
      now: () => this.clock.now + this.skew,
      id: () => `${this.name}-${++this.ids}`,
      locks: {
        request: (_: string, work: () => Promise<unknown>) =>
          (this.lock = this.lock.catch(() => undefined).then(work)),
      } as unknown as Pick<LockManager, 'request'>,
      post: async body => {
        const how = this.steady ? 9 : this.roll(7)
        if (how === 0) throw new TypeError('no network')
        // the session is over: until somebody signs in again the server counts nothing
        if (how === 4) this.signedIn = false
        if (!this.signedIn) {
          this.refused += body.length
          throw new Error('401')
        }
        // half of it arrives at a server that dies
        if (how === 1) {
          this.server.answer(body.slice(0, this.roll(body.length + 1)), this.clock.now)
          throw new TypeError('cut')
        }
        const answers = this.server.answer(body, this.clock.now)
        if (how === 2) throw new TypeError('the answer is lost')
        if (how === 3) {
          this.kill(taps) // the page dies with the answer in its hands
          await new Promise(() => {})
        }
        if (!alive) throw new Error('a dead page sends')
        return answers
      },
    })
    this.deaths.set(taps, () => (alive = false))
    return taps
  }

  private readonly deaths = new Map<Taps, () => void>()
  private steady = false
  private signedIn = true
  /** How many taps were sent after the session was over. */
  refused = 0

  private kill(tab: Taps) {
    this.deaths.get(tab)!()
    this.lock = Promise.resolve() // a dead page holds no lock
    this.tabs = this.tabs.map(t => (t === tab ? this.open() : t))
    this.dead.forEach(end => end())
  }
  private dead: (() => void)[] = []

  tap = (tap: Tap) =>
    this.tabs[this.roll(this.tabs.length)]!.add(tap, { uid: this.name, proof: 'p' })

  /** Settles also when the page dies meanwhile. */
  async send(steady = false) {
    this.steady = steady
    this.signedIn ||= steady || this.roll(2) === 0
    const died = new Promise<void>(end => this.dead.push(end))
    const sending = this.tabs[this.roll(this.tabs.length)]!.send(this.name).catch(() => undefined)
    await Promise.race([sending, died])
    this.dead = []
  }
  left = () => this.tabs[0]!.all()
}

async function evening(seed: number, forgetful = false) {
  const roll = dice(seed)
  const clock = { now: 1_800_000_000_000 }
  const server = new Server(forgetful)
  const phones = ['jan', 'fatima', 'loes'].map(
    name => new Phone(name, server, roll, clock, roll(7200_000) - 3600_000),
  )
  let sum = 0
  const said: Record<string, string> = {}
  let taps = 0
  for (let n = 0; n < 80; n++) {
    clock.now += 1000
    const phone = phones[roll(phones.length)]!
    switch (roll(3)) {
      case 0: {
        const change = roll(4) === 0 ? -1 : 1
        sum += change
        taps++
        await phone.tap({ kind: 'visit', day: '2026-11-24', dayPart: '13.00', change })
        break
      }
      case 1: {
        const registration = 'reg_' + roll(4)
        const wanted = (['here', 'open', 'absent'] as const)[roll(3)]!
        said[registration] = wanted
        taps++
        await phone.tap({
          kind: 'attendance',
          day: '2026-11-24',
          session: 'ses_1',
          registration,
          wanted,
        })
        break
      }
      default:
        await phone.send()
    }
  }
  for (const phone of phones)
    while ((await phone.left()).length > 0) await phone.send(roll(2) === 0)
  const people = Object.keys(said)
  return {
    refused: phones.reduce((n, p) => n + p.refused, 0),
    got: [server.counted, server.sum, ...people.map(server.wanted)],
    want: [taps, sum, ...people.map(p => said[p])],
  }
}

describe('a tap', () => {
  it('is counted once in thirty evenings, whatever dies, ends or is cut off', async () => {
    let after = 0
    for (let seed = 1; seed <= 30; seed++) {
      const { got, want, refused } = await evening(seed)
      expect(got, `evening ${seed}`).toEqual(want)
      after += refused
    }
    expect(after, 'taps that were sent when the session was over').toBeGreaterThan(50)
  })

  it('would be counted twice by a server that knows no ids', async () => {
    let doubles = 0
    for (let seed = 1; seed <= 30; seed++) {
      const { got, want } = await evening(seed, true)
      if (got[0] !== want[0]) doubles++
    }
    expect(doubles).toBeGreaterThan(20)
  })

  const visit = (change: 1 | -1 = 1): Tap => ({
    kind: 'visit',
    day: '2026-11-24',
    dayPart: '13.00',
    change,
  })
  const here: Tap = {
    kind: 'attendance',
    day: '2026-11-24',
    session: 'ses_1',
    registration: 'reg_1',
    wanted: 'here',
  }
  const me = { uid: 'jan', proof: 'p' }

  function one(more: Partial<ConstructorParameters<typeof Taps>[0]> = {}) {
    const bodies: Body[] = []
    const clock = { now: 1_800_000_000_000 }
    let id = 0
    const taps = new Taps({
      store: memoryTaps(),
      now: () => clock.now,
      id: () => String(++id),
      post: async body => {
        bodies.push(body)
        return body.map(t => ({ tapId: t.tapId, result: 'counted' as const }))
      },
      ...more,
    })
    return { taps, bodies, clock }
  }

  it('carries its age when it is sent, never less than nothing, and no name', async () => {
    const { taps, bodies, clock } = one()
    await taps.add(visit(), me)
    clock.now += 5000
    await taps.add(here, me)
    clock.now -= 60_000 // the clock of the phone is set back
    await taps.send('jan')
    expect(bodies[0]!.map(t => t.ageMs)).toEqual([0, 0])
    await taps.add(visit(), me)
    clock.now += 700
    await taps.send('jan')
    expect(bodies[1]).toEqual([{ ...visit(), tapId: '3', tapper: me, ageMs: 700 }])
  })

  it('of presence goes after a day, also when somebody else tapped who never came back', async () => {
    const { taps, bodies, clock } = one()
    await taps.add(here, { uid: 'loes', proof: '' })
    await taps.add(visit(), { uid: 'loes', proof: '' })
    clock.now += 23 * hour
    await taps.send('jan')
    expect(await taps.all()).toHaveLength(2)
    clock.now += 2 * hour
    expect((await taps.send('jan')).lost.map(l => l.why)).toEqual(['late'])
    expect((await taps.all()).map(t => t.kind)).toEqual(['visit'])
    expect(bodies).toEqual([])
  })

  it('of more than a day ago is asked about; presence goes, a week later a tally too', async () => {
    const { taps, bodies, clock } = one()
    await taps.add(visit(), me)
    await taps.add(here, me)
    clock.now += 25 * hour
    const outcome = await taps.send('jan')
    expect(bodies).toEqual([])
    expect([outcome.old, outcome.lost.map(l => l.why)]).toEqual([1, ['late']])
    expect((await taps.send('jan', { old: true })).old).toBe(0)
    expect(bodies).toHaveLength(1)
    await taps.add(visit(), me)
    clock.now += 8 * 24 * hour
    expect((await taps.send('jan', { old: true })).lost).toHaveLength(1)
    expect(await taps.all()).toEqual([])
  })

  it('of somebody else waits for them, or is thrown away', async () => {
    const { taps, bodies } = one()
    await taps.add(visit(), { uid: 'loes', proof: 'q' })
    await taps.add(visit(), me)
    await taps.send('jan')
    expect(bodies.flat().map(t => t.tapper.uid)).toEqual(['jan'])
    expect(await taps.all()).toHaveLength(1)
    await taps.send('loes')
    expect(bodies.flat().map(t => t.tapper.uid)).toEqual(['jan', 'loes'])
    await taps.add(visit(), { uid: 'loes', proof: 'q' })
    await taps.drop(t => t.tapper.uid === 'loes')
    expect(await taps.all()).toEqual([])
  })

  it('that the server cannot read holds up no other', async () => {
    const sent: string[] = []
    const { taps } = one({
      post: async body => {
        if (body.some(t => t.tapId === '2')) throw new Unreadable()
        sent.push(...body.map(t => t.tapId))
        return body.map(t => ({ tapId: t.tapId, result: 'counted' as const }))
      },
    })
    for (let n = 0; n < 3; n++) await taps.add(visit(), me)
    const outcome = await taps.send('jan')
    expect(sent).toEqual(['1', '3'])
    expect(outcome.lost.map(l => [l.tap.tapId, l.why])).toEqual([['2', 'refused']])
  })

  it('stays when there is no answer to it', async () => {
    const { taps } = one({ post: async () => [] })
    await taps.add(visit(), me)
    await expect(taps.send('jan')).rejects.toThrow()
    expect(await taps.all()).toHaveLength(1)
  })
})

it('a phone that is full keeps what it had and what comes, and sends all of it in order', async () => {
  const disk = memoryTaps()
  let room = 2
  const sent: string[] = []
  let id = 0
  const taps = new Taps({
    store: sturdy({
      ...disk,
      add: tap =>
        room-- > 0 ? disk.add(tap) : Promise.reject(new DOMException('full', 'QuotaExceededError')),
    }),
    now: () => 0,
    id: () => String(++id),
    post: async body => body.map(t => (sent.push(t.tapId), { tapId: t.tapId, result: 'counted' })),
  })
  const visit: Tap = { kind: 'visit', day: '2026-11-24', dayPart: '13.00', change: 1 }
  for (let n = 0; n < 4; n++) await taps.add(visit, { uid: 'jan', proof: 'p' })
  const nos = (await taps.all()).map(t => t.no)
  expect(nos).toHaveLength(4)
  expect(nos).toEqual([...new Set(nos)].sort((a, b) => a - b))
  await taps.send('jan')
  expect(sent).toEqual(['1', '2', '3', '4'])
  expect([await taps.all(), await disk.all()]).toEqual([[], []])
})

it('a browser that keeps nothing still counts, as long as the page lives', async () => {
  const refused = () => {
    throw new DOMException('no', 'SecurityError')
  }
  const sent: string[] = []
  const taps = new Taps({
    store: sturdy(new IndexedTaps(refused)),
    now: () => 0,
    id: () => 'a',
    post: async body => body.map(t => (sent.push(t.tapId), { tapId: t.tapId, result: 'counted' })),
  })
  await taps.add(
    { kind: 'visit', day: '2026-11-24', dayPart: '13.00', change: 1 },
    { uid: 'jan', proof: 'p' },
  )
  await taps.send('jan')
  expect(sent).toEqual(['a'])
})

it.each(['wipe', 'keepFor', 'claim'] as const)(
  'who signs out, is signed out or is followed by somebody else leaves no proof but in taps that wait (%s)',
  async end => {
    const factory = new IDBFactory()
    const store = new IndexedTaps(() => factory)
    const me = { uid: 'u1', proof: 'p' }
    const today = dayOf([])
    expect(today.tapper).toEqual(me)
    await store.keep({ today, ahead: 0 })
    await store.add({
      kind: 'visit',
      day: '2026-11-24',
      dayPart: '13.00',
      change: 1,
      tapId: 'a',
      tapper: me,
      at: 0,
    })
    const traces = browserTraces({ storages: [], caches: undefined, databases: () => factory })
    await traces[end]('u2')
    expect(await store.read()).toBeUndefined()
    expect((await store.all()).map(t => t.tapper)).toEqual([me])
  },
)
