// Everything axe knows about a page as it stands. Its own runner, in the page itself: the one of
// @axe-core/playwright opens a page of its own for every answer, which costs ten times as much.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'
import type { RunOptions } from 'axe-core'

/** The program, for any browser. */
export const axe = readFileSync(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
)

/** What only colours can change. */
const colours = ['color-contrast', 'link-in-text-block']

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
  const how: RunOptions = { resultTypes: ['violations'], ...(rules && { runOnly: rules }) }
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

/** On a phone and on a desk, in the light and in the dark. */
export async function accessibleEverywhere(page: Page) {
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 })
    for (const colorScheme of ['light', 'dark'] as const)
      await accessibleIn(page, colorScheme, `${colorScheme} at ${width} px`)
  }
}
