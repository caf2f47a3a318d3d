// By the keyboard alone: no pointer, and no focus that a script sets. At each stop one can see
// where one is.
import { expect, type Locator, type Page } from '@playwright/test'

type Way = 'here' | 'on' | 'back' | 'same group'

/**
 * Where an element is as seen from the focus. The buttons of one radio group are one stop: the
 * arrows go among them.
 */
const wayTo = (on: Locator): Promise<Way> =>
  on.evaluate((e): Way => {
    const now = document.activeElement
    if (now === e) return 'here'
    const radio = (x: Element | null) =>
      x instanceof HTMLInputElement && x.type === 'radio' && x.name
    if (radio(e) && radio(now) === radio(e)) return 'same group'
    return now && e.compareDocumentPosition(now) & Node.DOCUMENT_POSITION_FOLLOWING ? 'back' : 'on'
  })

const keys = { on: 'Tab', back: 'Shift+Tab', 'same group': 'ArrowDown' } as const

/** Goes there with Tab, and sees the focus. */
export async function tabTo(page: Page, on: Locator, stops = 250) {
  await on.waitFor()
  for (let i = 0; i < stops; i++) {
    const way = await wayTo(on)
    if (way === 'here') return focusIsSeen(page)
    await page.keyboard.press(keys[way])
  }
  throw new Error('not reached by the keyboard: ' + on.toString())
}

export async function press(page: Page, on: Locator, key = 'Enter') {
  await tabTo(page, on)
  await page.keyboard.press(key)
}

/** A box to tick, or one of a group of radio buttons. */
export async function choose(page: Page, on: Locator) {
  await tabTo(page, on)
  if (!(await on.isChecked())) await page.keyboard.press('Space')
  await expect(on).toBeChecked()
}

/** In the place of what stands there. */
export async function type(page: Page, on: Locator, words: string) {
  await tabTo(page, on)
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(words)
}

/** An option of a list, by the letters with which it begins. */
export async function select(page: Page, on: Locator, words: string) {
  await tabTo(page, on)
  await page.keyboard.type(words)
  await expect(on.locator('option:checked')).toHaveText(new RegExp('^' + words))
}

/**
 * A day such as 2026-11-24, part by part, in the order in which this browser asks for the parts.
 */
export function typeDay(page: Page, on: Locator, day: string) {
  const [year, month, date] = day.split('-')
  return inParts(page, on, day, [`${month}${date}${year}`, `${date}${month}${year}`])
}

/** A time such as 14:00. */
export function typeTime(page: Page, on: Locator, time: string) {
  const [hour, minute] = time.split(':') as [string, string]
  const ofTwelve = String(+hour % 12 || 12).padStart(2, '0')
  return inParts(page, on, time, [ofTwelve + minute + (+hour < 12 ? 'A' : 'P'), hour + minute])
}

async function inParts(page: Page, on: Locator, want: string, ways: string[]) {
  for (const keysOf of ways) {
    await firstPart(page, on)
    await page.keyboard.type(keysOf)
    if ((await on.inputValue()) === want) return
  }
  throw new Error(`${want} cannot be typed, it becomes ${await on.inputValue()}: ${on.toString()}`)
}

/** The parts of a day or a time are stops of their own. */
async function firstPart(page: Page, on: Locator) {
  await tabTo(page, on)
  while ((await wayTo(on)) === 'here') await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Tab')
  expect(await wayTo(on)).toBe('here')
}

/**
 * A ring of at least 2 px stands around what has the focus, inside the window and not all of it
 * behind a bar (WCAG 2.4.7, 2.4.11).
 */
export async function focusIsSeen(page: Page) {
  const found = await page.evaluate(async () => {
    // what makes room for it does so in the next frame
    await new Promise(seen => requestAnimationFrame(() => requestAnimationFrame(seen)))
    const e = document.activeElement!
    const shown = e.matches('input[type=file]') ? e.closest('label')! : e
    const { outlineStyle, outlineWidth } = getComputedStyle(shown)
    const box = shown.getBoundingClientRect()
    const free = (x: number, y: number) => {
      const top = document.elementFromPoint(x, y)
      return top !== null && (shown.contains(top) || top.contains(shown))
    }
    const parts = [0.1, 0.3, 0.5, 0.7, 0.9]
    const over = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2)
    const called =
      `${e.tagName.toLowerCase()} ` +
      `${e.getAttribute('aria-label') ?? e.getAttribute('name') ?? e.textContent?.slice(0, 40) ?? ''}`
    return [
      ...(outlineStyle === 'none' || parseFloat(outlineWidth) < 2 ? [`no ring: ${called}`] : []),
      ...(parts.some(px =>
        parts.some(py => free(box.left + box.width * px, box.top + box.height * py)),
      )
        ? []
        : [`hidden: ${called} at ${Math.round(box.top)}, behind ${over?.outerHTML.slice(0, 80)}`]),
    ]
  })
  expect.soft(found, 'the focus is seen').toEqual([])
}
