// The code of the phone that keeps taps (taps.ts), as it is, against the real server: the network
// breaks anywhere, pages die with an answer in their hands, sessions end in the middle of a rush,
// and the clocks are a day off. In the end every tap is counted, and once. There is no browser:
// staff-taps.spec.ts does the same with two of them.
import { randomUUID } from 'node:crypto'
import type { APIRequestContext } from '@playwright/test'
import { IDBFactory } from 'fake-indexeddb'
import {
  IndexedTaps,
  Taps,
  type Tap,
  type TapAnswer,
} from '../src/features/agenda/staff/today/taps'
import { dice, guests, tallyOf, type Today } from './hall'
import { rounds } from './long'
import { expect, people, test as base, type Person } from './staff'
import { signInByCalls } from './session'
import { House } from './staff-house'

const test = base.extend<object, { house: House }>({
  house: [
    async ({}, use) => {
      const house = await House.open()
      await house.restart('2026-11-24T16:30+01:00')
      await use(house)
      await house.close()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

const aDay = 86_400_000
type Sent = Parameters<ConstructorParameters<typeof Taps>[0]['post']>[0]

/** A phone: its disk stays whatever dies. */
class Phone {
  sum = 0
  here = false
  /** How many taps were sent when the session was over. */
  turnedAway = 0
  steady = false
  private readonly disk = new IDBFactory()
  private page: Taps
  private signedIn = true
  private dead: () => void = () => {}

  constructor(
    private readonly request: APIRequestContext,
    private readonly who: Person,
    private readonly roll: () => number,
    private readonly clockOff: number,
    private readonly day: Today,
    private readonly guest: string,
    /** The control: a tap has another id each time that it is sent. */
    private readonly forgetful: boolean,
  ) {
    this.page = this.open()
  }

  private open = () =>
    new Taps({
      store: new IndexedTaps(() => this.disk),
      now: () => Date.now() + this.clockOff,
      id: randomUUID,
      post: body => this.post(body),
    })

  private async post(body: Sent): Promise<readonly TapAnswer[]> {
    const how = this.steady ? 9 : Math.floor(this.roll() * 8)
    if (how === 0) throw new TypeError('no network')
    if (how === 1 && this.signedIn) {
      const ended = await this.request.delete('/api/session')
      expect(ended.status()).toBe(204)
      this.signedIn = false
    }
    const answer = await this.request.post('/api/taps', {
      headers: { accept: 'application/json' },
      data: {
        taps: this.forgetful ? body.map(t => ({ ...t, tapId: randomUUID() })) : body,
      },
      // it may be cut anywhere: on the way there, at work, or on the way back
      ...(how === 2 && { timeout: 1 + Math.floor(this.roll() * 12) }),
    })
    if (how === 3) throw new TypeError('the answer is lost')
    if (how === 4) {
      this.page = this.open() // the page dies with the answer in its hands
      this.dead()
      await new Promise(() => {})
    }
    if (answer.status() === 401) this.turnedAway += body.length
    if (!answer.ok()) throw new Error(String(answer.status()))
    const { answers } = (await answer.json()) as { answers: TapAnswer[] }
    if (this.forgetful) return answers.map((a, i) => ({ ...a, tapId: body[i]!.tapId }))
    return answers
  }

  /** One thing that a thumb does. */
  async tap() {
    const { day, tapper } = this.day
    let tap: Tap
    if (this.roll() < 0.3) {
      this.here = !this.here
      const session = this.day.sessions.find(s => s.people?.some(p => p.id === this.guest))!.id
      tap = {
        kind: 'attendance',
        day,
        session,
        registration: this.guest,
        wanted: this.here ? 'here' : 'open',
      }
    } else {
      const change = this.roll() < 0.25 && this.sum > 0 ? -1 : 1
      this.sum += change
      tap = { kind: 'visit', day, dayPart: this.day.dayParts.at(-1)!.from, change }
    }
    await this.page.add(tap, tapper)
  }

  /** Settles also when the page dies meanwhile. */
  async send() {
    if (!this.signedIn && (this.steady || this.roll() < 0.5)) {
      await signInByCalls(this.request, this.who.login)
      this.signedIn = true
    }
    const died = new Promise<void>(done => (this.dead = done))
    const sending = this.page.send(this.day.tapper.uid).then(
      out => expect(out.lost).toEqual([]),
      () => undefined,
    )
    await Promise.race([sending, died])
  }

  left = () => this.page.all()
}

async function evening(seed: number, house: House, playwright: Requests, forgetful = false) {
  const roll = dice(seed)
  const phones: Phone[] = []
  const own: APIRequestContext[] = []
  const read = async (r: APIRequestContext) => (await (await r.get('/api/today')).json()) as Today
  for (const who of [people.jan, people.sanne]) {
    const request = await playwright.request.newContext({ baseURL: house.site })
    own.push(request)
    await signInByCalls(request, who.login)
  }
  const [names, admin] = [[`Aya${seed}`, `Bob${seed}`], own[1]!]
  await guests(admin, names)
  const before = await read(admin)
  const ids = names.map(
    n => before.sessions.flatMap(s => s.people ?? []).find(p => p.firstName === n)!.id,
  )
  for (const [i, who] of [people.jan, people.sanne].entries())
    phones.push(
      new Phone(
        own[i]!,
        who,
        roll,
        (i === seed % 2 ? 1 : -1) * aDay,
        await read(own[i]!),
        ids[i]!,
        forgetful,
      ),
    )
  for (let n = 0; n < 40; n++) {
    const phone = phones[Math.floor(roll() * 2)]!
    await phone.tap()
    if (roll() < 0.4) await phone.send()
  }
  for (const phone of phones) {
    phone.steady = true
    while ((await phone.left()).length > 0) await phone.send()
    await phone.send()
  }
  const last = await playwright.request.newContext({ baseURL: house.site })
  await signInByCalls(last, people.sanne.login)
  const after = await read(last)
  const all = after.sessions.flatMap(s => s.people ?? [])
  for (const request of [...own, last]) await request.dispose()
  return {
    turnedAway: phones.reduce((n, p) => n + p.turnedAway, 0),
    got: [tallyOf(after), ...ids.map(id => all.find(p => p.id === id)?.state)],
    want: [
      tallyOf(before) + phones.reduce((n, p) => n + p.sum, 0),
      ...phones.map(p => (p.here ? 'here' : 'open')),
    ],
  }
}

interface Requests {
  request: { newContext(options: { baseURL: string }): Promise<APIRequestContext> }
}

const runs = rounds(8, 25)

// Several, so that the workers share them.
for (let part = 0; part < rounds(1, 4); part++)
  test(`the queue of a phone counts exactly in ${runs} evenings, whatever breaks or ends, from ${part * runs + 1}`, async ({
    house,
    playwright,
  }) => {
    test.setTimeout(runs * 10_000)
    let turnedAway = 0
    for (let seed = part * runs + 1; seed <= (part + 1) * runs; seed++) {
      const { got, want, turnedAway: n } = await evening(seed, house, playwright)
      expect(got, `evening ${seed}`).toEqual(want)
      turnedAway += n
    }
    expect(turnedAway, 'taps that were sent when the session was over').toBeGreaterThan(runs)
  })

test('without the id of a tap some are counted twice', async ({ house, playwright }) => {
  test.setTimeout(300_000)
  for (let seed = 1001; seed <= 1030; seed++) {
    const { got, want } = await evening(seed, house, playwright, true)
    if (got[0] !== want[0]) return
  }
  throw new Error('thirty evenings without ids were counted exactly: this network breaks nothing')
})
