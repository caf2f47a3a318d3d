// Two phones at the door, real browsers with a profile of their own: the network goes and comes at
// any moment, one tab takes over from another, the browser dies in the middle, and both clocks are
// a day off. In the end every tap is counted, and once.
import { readlink, rm } from 'node:fs/promises'
import path from 'node:path'
import type { BrowserContext, BrowserType, Page } from '@playwright/test'
import { wholeBrowser } from './browser'
import { ownFolder } from './demo'
import { dice, guests, tallyOf, type Today } from './hall'
import { rounds } from './long'
import { expect, people, test as base, type Person } from './staff'
import { keepSignedIn } from './session'
import { chose } from './site'
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

const taps = 20
const aDay = 86_400_000

class Phone {
  /** What was tapped on it. */
  sum = 0
  here = false
  history: string[] = []

  private context!: BrowserContext
  page!: Page
  private offline = false

  private constructor(
    private readonly type: BrowserType,
    private readonly house: House,
    private readonly folder: string,
    private readonly who: Person,
    private readonly clockOff: number,
    readonly guest: string,
  ) {}

  static async start(
    type: BrowserType,
    house: House,
    of: { who: Person; clockOff: number; guest: string },
  ) {
    const phone = new Phone(type, house, await ownFolder(), of.who, of.clockOff, of.guest)
    await phone.open()
    return phone
  }

  private async open() {
    this.context = await this.type.launchPersistentContext(path.join(this.folder, 'profile'), {
      ...wholeBrowser,
      baseURL: this.house.site,
      viewport: { width: 390, height: 844 },
    })
    await this.context.addInitScript(off => {
      const Real = Date
      const now = () => Real.now() + off
      globalThis.Date = new Proxy(Real, {
        construct: (_, words) =>
          words.length > 0 ? Reflect.construct(Real, words) : new Real(now()),
        apply: () => new Real(now()).toString(),
        get: (of, name) => (name === 'now' ? now : (Reflect.get(of, name) as unknown)),
      })
      // what the browser itself says is on its disk
      const stored = { stored: 0 }
      Object.assign(globalThis, stored)
      const add = IDBObjectStore.prototype.add
      IDBObjectStore.prototype.add = function (...words) {
        const of = globalThis as unknown as typeof stored
        this.transaction.addEventListener('complete', () => of.stored++)
        return add.apply(this, words)
      }
    }, this.clockOff)
    await chose(this.context, this.house.site)
    this.offline = false
    this.page = this.context.pages()[0] ?? (await this.context.newPage())
    await keepSignedIn(this.page, this.who.login) // who opens a browser that died signs in again
    await this.page.goto('/beheer/vandaag')
    await expect(this.er).toBeVisible({ timeout: 20_000 })
  }

  private get er() {
    return this.page.getByRole('button', { name: `Er: ${this.guest}` })
  }

  /** As when its battery is empty: nobody tells the browser. */
  async dies() {
    this.history.push('dies')
    const gone = new Promise(done => this.context.once('close', done))
    const lock = await readlink(path.join(this.folder, 'profile', 'SingletonLock'))
    process.kill(Number(lock.slice(lock.lastIndexOf('-') + 1)), 'SIGKILL')
    await gone
    await rm(path.join(this.folder, 'profile', 'SingletonLock'), { force: true })
    await this.open()
  }

  /** Another tab of the same browser; the first one goes. */
  async otherTab() {
    this.history.push('other tab')
    await this.network(false)
    const before = this.page
    this.page = await this.context.newPage()
    await this.page.goto('/beheer/vandaag')
    await expect(this.er).toBeVisible({ timeout: 20_000 })
    await before.close()
  }

  async network(offline: boolean) {
    if (offline === this.offline) return
    this.history.push(offline ? 'offline' : 'online')
    this.offline = offline
    await this.context.setOffline(offline)
  }

  private stored = () =>
    this.page.evaluate(() => (globalThis as unknown as { stored: number }).stored)

  /** One tap. Nobody promises one that is not on the disk yet: whoever taps may see that it is. */
  async tap(dice: () => number) {
    const before = await this.stored()
    await this.press(dice())
    await expect.poll(this.stored).toBeGreaterThan(before)
  }

  private async press(unlike: number) {
    if (unlike < 0.15) {
      this.history.push('er')
      await this.er.click()
      this.here = !this.here
      await expect(this.er).toHaveAttribute('aria-pressed', String(this.here))
    } else if (unlike < 0.3 && this.sum > 0) {
      this.history.push('-1')
      this.sum--
      await this.page.getByRole('button', { name: 'Tel er 1 af' }).click()
    } else {
      this.history.push('+1')
      this.sum++
      await this.page.getByRole('button', { name: '1 bezoek', exact: true }).click()
    }
  }

  /** What is kept on this device and was not sent. */
  kept = () =>
    this.page.evaluate(
      () =>
        new Promise<number>((done, failed) => {
          const opening = indexedDB.open('hr-taps')
          opening.onerror = () => failed(opening.error)
          opening.onsuccess = () => {
            const db = opening.result
            const counting = db.transaction('taps').objectStore('taps').count()
            counting.onsuccess = () => {
              db.close()
              done(counting.result)
            }
          }
        }),
    )

  read = async () => (await (await this.page.request.get('/api/today')).json()) as Today

  async close() {
    await this.context.close()
    await rm(this.folder, { recursive: true, force: true })
  }
}

for (let seed = 1; seed <= rounds(1, 6); seed++)
  test(`twenty taps on each of two phones are counted exactly, seed ${seed}`, async ({
    page,
    playwright,
    house,
  }) => {
    test.setTimeout(180_000)
    const roll = dice(seed)
    await keepSignedIn(page, people.sanne.login)
    const names = [`Aya${seed}`, `Bob${seed}`]
    await guests(page.request, names)
    const before = tallyOf((await (await page.request.get('/api/today')).json()) as Today)
    const phones = await Promise.all(
      [people.jan, people.sanne].map((who, i) =>
        Phone.start(playwright.chromium, house, {
          who,
          clockOff: (i === seed % 2 ? 1 : -1) * aDay,
          guest: names[i]!,
        }),
      ),
    )
    const plans = phones.map(phone => ({
      phone,
      left: taps,
      dies: 1 + Math.floor(roll() * (taps - 2)),
      other: 1 + Math.floor(roll() * (taps - 2)),
    }))
    while (plans.some(p => p.left > 0)) {
      const able = plans.filter(p => p.left > 0)
      const plan = able[Math.floor(roll() * able.length)]!
      const { phone } = plan
      if (roll() < 0.35) await phone.network(roll() < 0.6)
      await phone.tap(roll)
      plan.left--
      if (plan.left === plan.other) await phone.otherTab()
      if (plan.left === plan.dies) await phone.dies()
    }
    await test.info().attach('what happened', {
      body: phones.map(p => p.history.join(', ')).join('\n'),
    })
    for (const phone of phones) await phone.network(false)
    for (const phone of phones) {
      await phone.page.reload()
      await expect.poll(phone.kept, { timeout: 30_000 }).toBe(0)
    }
    const after = await phones[0]!.read()
    expect(tallyOf(after), 'the visits').toBe(before + phones.reduce((n, p) => n + p.sum, 0))
    const all = after.sessions.flatMap(s => s.people ?? [])
    for (const phone of phones)
      expect(all.find(p => p.firstName === phone.guest)?.state, phone.guest).toBe(
        phone.here ? 'here' : 'open',
      )
    for (const phone of phones) await phone.close()
  })
