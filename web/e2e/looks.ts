// How a page holds with other settings of the reader: letters twice as large, colours of the
// system, no motion; and whether it is read aloud in the order in which it is seen.
import { chromium, expect, type Page } from '@playwright/test'
import { usualBrowser } from './browser'
import { site } from './house'
import { chose, settled } from './site'

/** Runs in the page: what of it is too wide for its room, or shown in part only. */
function cutOff(): string[] {
  for (const d of document.querySelectorAll('details')) d.open = true
  const wide = document.documentElement.scrollWidth - innerWidth
  const words = [
    ...document.querySelectorAll<HTMLElement>('body :not(script, style, svg *)'),
  ].filter(
    e =>
      [...e.childNodes].some(n => n.nodeType === 3 && n.nodeValue!.trim()) &&
      e.checkVisibility({ visibilityProperty: true }) &&
      !e.closest('.sr, [aria-hidden=true], option, .skip'),
  )
  const cut = words.filter(e => {
    const { left, right } = e.getBoundingClientRect()
    const room = e.parentElement!.closest<HTMLElement>('.chart-table-wrap, .table-wrap')
    if (room) return false // it scrolls, and has the focus for that
    if (left < -1 || right > innerWidth + 1) return true
    for (let box: HTMLElement | null = e; box && box !== document.body; box = box.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(box)
      if (overflowX === 'visible' && overflowY === 'visible') continue
      if (overflowX === 'auto' || overflowY === 'auto') return false
      const outer = box.getBoundingClientRect()
      const inner = e.getBoundingClientRect()
      if (inner.bottom > outer.bottom + 1 || inner.right > outer.right + 1) return true
    }
    return false
  })
  return [
    ...(wide > 0 ? [`the page is ${wide} px too wide`] : []),
    ...cut.map(e => e.outerHTML.slice(0, 120)),
  ]
}

let large: Promise<Page> | undefined
/** A browser whose letters are twice as large, as its reader set it: media queries follow. */
async function largePage(): Promise<Page> {
  const { args = [], ...usual } = usualBrowser
  const browser = await chromium.launch({
    ...usual,
    args: [...args, '--blink-settings=defaultFontSize=32'],
  })
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  await chose(context, site())
  return context.newPage()
}

/** Letters twice as large: nothing is too wide, nothing is cut. */
export async function holdsLargeLetters(path: string) {
  const page = await (large ??= largePage())
  await page.goto(site() + path)
  await settled(page, true)
  for (const width of [390, 360]) {
    await page.setViewportSize({ width, height: 844 })
    expect.soft(await page.evaluate(cutOff), `letters twice as large at ${width} px`).toEqual([])
  }
}

/** Runs in the page: what cannot be seen, or not that it has the focus. */
function unseen(): string[] {
  const shown = (e: Element) => e.checkVisibility({ visibilityProperty: true })
  const paint = document.createElement('canvas').getContext('2d', { willReadFrequently: true })!
  const light = (colour: string) => {
    paint.fillStyle = colour
    paint.fillRect(0, 0, 1, 1)
    const [r, g, b] = [...paint.getImageData(0, 0, 1, 1).data].map(v =>
      v / 255 <= 0.04045 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4,
    )
    return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!
  }
  const contrast = (a: string, b: string) => {
    const [x, y] = [light(a), light(b)].sort((p, q) => q - p)
    return (x! + 0.05) / (y! + 0.05)
  }
  const ground = (e: Element): string => {
    for (let box: Element | null = e; box; box = box.parentElement) {
      const { backgroundColor } = getComputedStyle(box)
      if (!/, 0\)$|^transparent$/.test(backgroundColor)) return backgroundColor
    }
    return 'Canvas'
  }
  const icons = [...document.querySelectorAll('svg.icon')].filter(shown).filter(e => {
    const { width, height } = e.getBoundingClientRect()
    return width < 10 || height < 10 || contrast(getComputedStyle(e).stroke, ground(e)) < 3
  })
  const buttons = [...document.querySelectorAll('.btn, .chip, .input, .choice')]
    .filter(shown)
    .filter(e => getComputedStyle(e).borderTopStyle === 'none')
  const before = document.activeElement as HTMLElement | null
  const stops = [
    ...document.querySelectorAll<HTMLElement>(
      ':is(a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex="0"])',
    ),
  ].filter(e => shown(e) && !e.closest('.sr'))
  const dark = stops.filter(e => {
    e.focus({ preventScroll: true, focusVisible: true } as FocusOptions)
    if (document.activeElement !== e) return false
    const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(e)
    if (outlineStyle === 'none' || parseFloat(outlineWidth) < 2) return true
    return contrast(outlineColor, ground(e.parentElement!)) < 3
  })
  before?.focus({ preventScroll: true })
  const say = (what: string, list: Element[]) =>
    list.map(e => `${what}: ${(e.closest('a, button, p, li') ?? e).outerHTML.slice(0, 140)}`)
  return [...say('an icon', icons), ...say('an edge', buttons), ...say('the focus', dark)]
}

/** Runs in the page: what moves. */
const moving = () =>
  [...document.querySelectorAll('body *')]
    .filter(e => {
      const { transitionDuration, animationName } = getComputedStyle(e)
      return animationName !== 'none' || !/^(0s(, )?)+$/.test(transitionDuration)
    })
    .map(e => e.outerHTML.slice(0, 120))

/** In the colours of the system, dark and light, one sees icons, edges and the focus; no motion. */
export async function holdsSystemColours(page: Page) {
  await page.setViewportSize({ width: 390, height: 844 })
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ forcedColors: 'active', colorScheme, reducedMotion: 'reduce' })
    expect.soft(await page.evaluate(unseen), `forced colours, ${colorScheme}`).toEqual([])
  }
  expect.soft(await page.evaluate(moving), 'without motion').toEqual([])
  await page.emulateMedia({ forcedColors: null, colorScheme: null, reducedMotion: 'reduce' })
  expect.soft(await page.evaluate(unseen), 'usual colours').toEqual([])
}

/** Runs in the page: what stands above or left of what is read before it. */
function disorder(): string[] {
  const own = (e: Element) =>
    [...e.childNodes].some(n => n.nodeType === 3 && n.nodeValue!.trim()) &&
    !getComputedStyle(e).display.startsWith('inline')
  const parts: Element[] = []
  const walk = (e: Element) => {
    if (!e.checkVisibility({ visibilityProperty: true }) || e.matches('.sr, [aria-hidden=true]'))
      return
    if (getComputedStyle(e).position === 'absolute') return
    if (own(e) || e.matches('svg, img, input, select, textarea, a, button')) parts.push(e)
    else for (const inner of e.children) walk(inner)
  }
  walk(document.querySelector('main')!)
  return parts.slice(1).flatMap((e, i) => {
    const [a, b] = [parts[i]!.getBoundingClientRect(), e.getBoundingClientRect()]
    const above = b.bottom <= a.top + 2
    const left = b.right <= a.left + 2 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 8
    return above || left
      ? [`${e.outerHTML.slice(0, 100)} after ${parts[i]!.outerHTML.slice(0, 100)}`]
      : []
  })
}

/** On a phone everything is read aloud in the order in which it stands there. */
export async function readsInOrder(page: Page) {
  await page.setViewportSize({ width: 390, height: 844 })
  expect.soft(await page.evaluate(disorder), 'what is read too late').toEqual([])
}
