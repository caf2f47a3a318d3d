// What the tests of stories, news and other long texts share: what the house has to read, and a
// browser with a voice.
import { createHash } from 'node:crypto'
import { expect, type APIRequestContext, type Page } from '@playwright/test'
import type { components } from '../src/api/schema.gen'
import { violations } from './axe'
import { site } from './house'

type Card = components['schemas']['StoryCard']
type NewsCard = components['schemas']['NewsCard']

const answer = async <T>(request: APIRequestContext, path: string) =>
  (await (await request.get(site() + path)).json()) as T

/** The stories, perhaps those of one theme, as the first page of the list has them. */
export const storiesOf = async (request: APIRequestContext, thema = '') =>
  (await answer<{ items: Card[] }>(request, `/api/stories?thema=${encodeURIComponent(thema)}`))
    .items
export const newsOf = async (request: APIRequestContext, jaar = '') =>
  (await answer<{ items: NewsCard[] }>(request, `/api/news?jaar=${jaar}`)).items

/** The address of a story of the sample data, also of one that is in no list. */
export const storyPath = (title: string) => '/storydetails/' + sampleId('sty', title)
export const newsPath = (title: string) => '/newsdetails/' + sampleId('nws', title)

/** As internal/demo makes the ids of its documents. */
function sampleId(prefix: string, title: string): string {
  const digits = 'abcdefghijklmnopqrstuvwxyz234567'
  const bits = [
    ...createHash('sha256')
      .update('sample ' + title)
      .digest(),
  ]
    .map(b => b.toString(2).padStart(8, '0'))
    .join('')
  return (
    prefix +
    '_' +
    Array.from({ length: 26 }, (_, i) => digits[parseInt(bits.slice(i * 5, i * 5 + 5), 2)]).join('')
  )
}

/** Nothing that axe knows is wrong, and nothing is wider than a small phone. */
export async function readsWell(page: Page, js = true) {
  if (js) expect.soft(await violations(page)).toEqual([]) // axe is a script
  await page.setViewportSize({ width: 320, height: 844 })
  expect
    .soft(await page.evaluate(() => document.documentElement.scrollWidth), 'at 320 px')
    .toBeLessThanOrEqual(320)
  await page.setViewportSize({ width: 390, height: 844 })
}

/**
 * A browser with one Dutch voice on the device. It says a sentence until `finishSentence`; what it
 * said is in `window.said`.
 */
export const giveVoice = (page: Page, local = true) =>
  page.addInitScript(local => {
    interface Utterance {
      text: string
      onend?: () => void
      onerror?: () => void
    }
    const said: string[] = []
    let now: Utterance | undefined
    const voice = {
      get speaking() {
        return now !== undefined
      },
      getVoices: () => [{ lang: 'nl-NL', localService: local, name: 'Stem' }],
      addEventListener() {},
      removeEventListener() {},
      speak(u: Utterance) {
        now = u
        said.push(u.text)
      },
      cancel() {
        const was = now
        now = undefined
        was?.onerror?.()
      },
      finish() {
        const was = now
        now = undefined
        was?.onend?.()
      },
    }
    Object.defineProperty(window, 'speechSynthesis', { value: voice })
    Object.assign(window, {
      said,
      SpeechSynthesisUtterance: class {
        constructor(readonly text: string) {}
      },
    })
  }, local)

export const said = (page: Page) =>
  page.evaluate(() => (window as unknown as { said: string[] }).said)
export const speaks = (page: Page) => page.evaluate(() => speechSynthesis.speaking)
export const finishSentence = (page: Page) =>
  page.evaluate(() => (speechSynthesis as unknown as { finish(): void }).finish())
