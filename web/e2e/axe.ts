// Everything axe knows about a page as it stands. Its own runner, in the page itself: the one of
// @axe-core/playwright opens a page of its own for every answer, which costs ten times as much.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'
import type { RunOptions } from 'axe-core'
import { ofList, rounds } from './long'

/** The program, for any browser. */
export const axe = readFileSync(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
)

/** What only colours can change. */
export const colours = ['color-contrast', 'link-in-text-block']

interface Violation {
  id: string
  nodes: { target: string[] }[]
}

interface Look {
  /** Selectors of the parts to look at, in place of the whole page. */
  within?: string[]
  rules?: string[]
}

/** The page has its heading, and no colour is on its way to another. */
const drawn = () =>
  document.querySelector('h1') !== null &&
  document
    .getAnimations()
    .every(a => a.playState !== 'running' || a.effect?.getTiming().iterations === Infinity)

/** What is wrong: each rule, with where. */
export async function violations(page: Page, { within, rules }: Look = {}): Promise<string[]> {
  await expect.poll(() => page.evaluate(drawn), { message: 'the page is drawn' }).toBe(true)
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe)
  const how: RunOptions = {
    resultTypes: ['violations'],
    // style sheets and sounds are fetched for two rules: one is off, and there is no sound
    preload: false,
    ...(rules && { runOnly: rules }),
  }
  const found = await page.evaluate(
    async ([parts, text]) => {
      const { axe } = window as unknown as {
        axe: { run(on: unknown, how: unknown): Promise<{ violations: Violation[] }> }
      }
      const on = parts ? { include: parts.map(p => [p]) } : document
      return (await axe.run(on, JSON.parse(text))).violations
    },
    [within, JSON.stringify(how)] as const,
  )
  return found.map(v => `${v.id}: ${v.nodes.map(n => n.target.join(' ')).join(', ')}`)
}

/** It runs in the page, so without JavaScript it cannot. */
export async function accessible(page: Page, js: boolean) {
  if (!js) return
  await page.emulateMedia({ reducedMotion: 'reduce' }) // colours must not be on their way
  expect.soft(await violations(page), 'axe').toEqual([])
}

/** At this width; in the dark only what colours can change. */
export async function accessibleIn(
  page: Page,
  colorScheme: 'light' | 'dark',
  name: string = colorScheme,
) {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  expect
    .soft(await violations(page, colorScheme === 'dark' ? { rules: colours } : {}), `axe, ${name}`)
    .toEqual([])
}

/** What another width shows in another way has this attribute. */
const other = 'data-other-look'

interface Looked {
  mark: string
  /** The element whose inside is looked at. */
  within: string
}

/**
 * Runs in the page, twice. First it keeps how each element looks: shown or not, and its colours.
 * Then it marks those that look otherwise, without what lies inside them, and counts them.
 */
function looks({ mark, within, again }: Looked & { again: boolean }): number {
  const kept = window as unknown as { looks?: Map<Element, string> }
  const lookOf = (e: Element) => {
    if (!e.checkVisibility({ visibilityProperty: true })) return 'hidden'
    const { color, backgroundColor, backgroundImage, textDecorationLine } = getComputedStyle(e)
    return [color, backgroundColor, backgroundImage, textDecorationLine].join()
  }
  const now = new Map(
    [...document.querySelectorAll(`${within}, ${within} *`)].map(e => [e, lookOf(e)]),
  )
  if (!again) {
    kept.looks = now
    return 0
  }
  const before = kept.looks!
  const changed = [...now].flatMap(([e, look]) =>
    look !== 'hidden' && look !== before.get(e) ? [e] : [],
  )
  for (const e of changed) e.setAttribute(mark, '')
  const inner = changed.filter(e => e.parentElement?.closest(`[${mark}]`))
  for (const e of inner) e.removeAttribute(mark)
  return changed.length - inner.length
}

/**
 * On a phone all of it in the light, and its colours in the dark (the long run takes a narrow phone
 * too); on a desk what looks otherwise there: the rest has the same words, names and colours, and
 * is larger at most. The header and the footer are the same on every page: their colours, and how
 * they look on a desk, are looked at with one page of each frame, `framed`.
 */
export async function accessibleEverywhere(page: Page, framed = false) {
  const whole = framed || rounds(0, 1) > 0
  const inDark: Look = { rules: colours, ...(!whole && { within: ['main'] }) }
  const dark = async (name: string, look: Look) => {
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
    expect.soft(await violations(page, look), `axe, dark at ${name}`).toEqual([])
  }
  for (const width of ofList([320, 390], w => w === 390)) {
    await page.setViewportSize({ width, height: 844 })
    await dark(`${width} px`, inDark)
    await accessibleIn(page, 'light', `light at ${width} px`)
  }
  const looked: Looked = { mark: other, within: whole ? 'body' : 'main' }
  await page.evaluate(looks, { ...looked, again: false })
  await page.setViewportSize({ width: 1280, height: 844 })
  await expect.poll(() => page.evaluate(drawn), { message: 'the page is drawn' }).toBe(true)
  if ((await page.evaluate(looks, { ...looked, again: true })) === 0) return
  const within = [`[${other}]`]
  expect.soft(await violations(page, { within }), 'axe, light at 1280 px').toEqual([])
  await dark('1280 px', { within, rules: colours })
  await page.evaluate(mark => {
    for (const e of document.querySelectorAll(`[${mark}]`)) e.removeAttribute(mark)
  }, other)
}

/** All of it on a desk: for one page of each frame, whose landmarks differ there. */
export async function accessibleOnDesk(page: Page) {
  await page.setViewportSize({ width: 1280, height: 844 })
  await accessibleIn(page, 'light', 'light at 1280 px, all of it')
}
