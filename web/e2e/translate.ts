// A page that the browser translates beside the same page without: what each says after each step.
import { expect, type APIResponse, type Page } from '@playwright/test'
import { open } from './site'

// Does to the text of a page what the page translation of Chrome and Edge does: each text node is
// replaced by <font><font>…, also those that come later.
export function translate() {
  const skip = /^(SCRIPT|STYLE|NOSCRIPT|TEXTAREA|FONT|TITLE)$/
  const one = (text: Node) => {
    const parent = text.parentElement
    if (!text.nodeValue?.trim() || !parent || skip.test(parent.nodeName)) return
    if (parent.closest('font,[translate=no]')) return
    const outer = document.createElement('font')
    const inner = document.createElement('font')
    inner.textContent = text.nodeValue
    outer.append(inner)
    parent.replaceChild(outer, text)
  }
  const all = (under: Node) => {
    const texts: Node[] = []
    const walker = document.createTreeWalker(under, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) texts.push(walker.currentNode)
    texts.forEach(one)
  }
  const seen = new MutationObserver(records => {
    seen.disconnect()
    for (const r of records)
      if (r.type === 'characterData') one(r.target)
      else
        for (const added of r.addedNodes)
          added.nodeType === Node.TEXT_NODE ? one(added) : all(added)
    watch()
  })
  const watch = () =>
    seen.observe(document.body, { childList: true, subtree: true, characterData: true })
  all(document.body)
  watch()
}

/** All that is seen, but the strip: it comes when the browser has nothing else to do. */
export const said = (page: Page, but = '.notice') =>
  page.evaluate(but => {
    const root = document.getElementById('root')!
    const left = [...root.querySelectorAll<HTMLElement>(but)].filter(e => !e.hidden)
    for (const e of left) e.hidden = true
    const words = root.innerText.replace(/\s/g, '')
    for (const e of left) e.hidden = false
    return words
  }, but)

/** Both pages read the same lists: other tests change meanwhile what is left. */
async function readAlike(...pages: Page[]) {
  const kept = new Map<string, Promise<APIResponse>>()
  for (const page of pages)
    await page.route(/\/api\/occurrences(\?|$)/, async route => {
      const url = route.request().url()
      const answer = kept.get(url) ?? route.fetch()
      kept.set(url, answer)
      await route.fulfill({ response: await answer })
    })
}

/** Opens a page and waits for what it has to fetch. */
async function openWhole(page: Page, path: string) {
  await open(page, path, true)
  await expect.poll(() => said(page)).not.toMatch(/Evengeduld|word(t|en)geladen/)
}

export type Step = (page: Page) => Promise<unknown>

/** The steps that a page offers, as the one without a translator shows it. */
type Offered = (plain: Page) => Promise<readonly Step[]>

/** Each step changes what is said, to the same words on both pages. */
export async function sameOn(
  page: Page,
  plain: Page,
  path: string,
  steps: readonly Step[] | Offered,
) {
  await readAlike(page, plain)
  // others sign up meanwhile: both begin with the same words
  await expect(async () => {
    for (const p of [page, plain]) await openWhole(p, path)
    expect(await said(page)).toBe(await said(plain))
  }).toPass()
  await page.evaluate(translate)
  const all = typeof steps === 'function' ? await steps(plain) : steps
  for (const [i, step] of all.entries()) {
    const before = await said(plain)
    await step(plain)
    await expect.poll(() => said(plain), `step ${i + 1} changes something`).not.toBe(before)
    await step(page)
    await expect(async () => expect(await said(page)).toBe(await said(plain))).toPass({
      timeout: 15_000,
    })
  }
}

/**
 * Acts on the page that is translated: after each one it says what another reads that opens the
 * screen then, but for the bar, which says it in other words to who comes later.
 */
export async function actsOn(page: Page, plain: Page, path: string, acts: readonly Step[]) {
  await openWhole(page, path)
  await page.evaluate(translate)
  for (const act of acts) {
    await act(page)
    await open(plain, path, true)
    const words = (p: Page) => said(p, '.notice, .result')
    await expect(async () => expect(await words(page)).toBe(await words(plain))).toPass({
      timeout: 30_000,
    })
  }
}

/** What is folded opens, once it is there. */
export const unfold: Step = async page => {
  const folded = page.locator('main details:not([open]) > summary:visible')
  await folded.first().waitFor()
  while ((await folded.count()) > 0) await folded.first().click()
}
