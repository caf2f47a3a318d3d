// How many presses a task takes (what acts: a tap, or a key that does), by thumb on a phone or by
// the keyboard alone. Typing and moving on do not count.
import type { Locator, Page } from '@playwright/test'
import { press, tabTo } from './keyboard'

export const ways = ['by thumb', 'by keyboard'] as const
export type Way = (typeof ways)[number]

/** For `test.use`: a small phone, on which `tap` works. */
export const smallPhone = { viewport: { width: 390, height: 844 }, hasTouch: true }

export class Presses {
  private n = 0
  constructor(
    private readonly page: Page,
    private readonly way: Way,
  ) {}

  /** Presses it. By keyboard it is gone to with Tab, and the focus is seen. */
  async on(what: Locator, key = 'Enter') {
    this.n++
    await (this.way === 'by keyboard' ? press(this.page, what, key) : what.tap())
  }

  /** A key that acts, in a field or anywhere; on a phone the keyboard of the screen has it too. */
  async key(key: string, at?: Locator) {
    if (at) await (this.way === 'by keyboard' ? tabTo(this.page, at) : at.focus())
    this.n++
    await this.page.keyboard.press(key)
  }

  /** How many since the last time. */
  took() {
    const { n } = this
    this.n = 0
    return n
  }
}
