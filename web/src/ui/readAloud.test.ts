// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { dutchVoice, ReadAloud, type AloudState } from './readAloud'

const voice = (lang: string, localService = true) =>
  ({ lang, localService, name: lang }) as SpeechSynthesisVoice

class Utterance {
  voice: unknown = null
  lang = ''
  onend?: () => void
  onerror?: () => void
  constructor(readonly text: string) {}
}

/**
 * A browser's voice: it says one thing at a time, and tells of a cancel as an error, as Chrome
 * does.
 */
class Voice {
  said: Utterance[] = []
  speaking = false
  getVoices = () => [voice('nl-NL')]
  speak(u: Utterance) {
    this.said.push(u)
    this.speaking = true
  }
  cancel() {
    if (this.speaking) this.said.at(-1)!.onerror?.()
    this.speaking = false
  }
  finish() {
    this.speaking = false
    this.said.at(-1)!.onend?.()
  }
  get words() {
    return this.said.map(u => u.text)
  }
}

let browser: Voice
let told: AloudState[]
let reader: ReadAloud

beforeEach(() => {
  vi.stubGlobal('SpeechSynthesisUtterance', Utterance)
  document.body.innerHTML = '<article><p>Een. Twee. Drie.</p></article>'
  browser = new Voice()
  told = []
  reader = new ReadAloud(browser as unknown as SpeechSynthesis, state => told.push(state))
})
afterEach(() => vi.unstubAllGlobals())

const article = () => document.querySelector('article')!

it('reads sentence after sentence, in a Dutch voice, to the end', () => {
  reader.start(article())
  for (let i = 0; i < 3; i++) browser.finish()
  expect(browser.words).toEqual(['Een.', 'Twee.', 'Drie.'])
  expect(browser.said[0]).toMatchObject({ lang: 'nl-NL', voice: voice('nl-NL') })
  expect(told).toEqual(['reading', 'done'])
})

it('goes on after a pause with the sentence it was in', () => {
  reader.start(article())
  browser.finish()
  reader.pause()
  reader.start(article())
  browser.finish()
  expect(browser.words).toEqual(['Een.', 'Twee.', 'Twee.', 'Drie.'])
  expect(told).toEqual(['reading', 'paused', 'reading'])
})

it('begins again after a stop', () => {
  reader.start(article())
  browser.finish()
  reader.stop()
  reader.start(article())
  expect(browser.words).toEqual(['Een.', 'Twee.', 'Een.'])
})

it('says no word more when the page is gone', () => {
  reader.start(article())
  document.body.replaceChildren() // "Snel weg"
  browser.cancel()
  expect(browser.words).toEqual(['Een.'])
  expect(told.at(-1)).toBe('stopped')
})

it('says so when the browser cannot', () => {
  reader.start(article())
  browser.said[0]!.onerror!()
  expect(told.at(-1)).toBe('failed')
})

it('takes only a Dutch voice that lives on the device, that of the Netherlands first', () => {
  expect(dutchVoice([voice('en-US'), voice('nl-NL', false)])).toBeUndefined()
  expect(dutchVoice([voice('nl-BE'), voice('nl_NL')])?.lang).toBe('nl_NL')
  expect(dutchVoice([voice('nl-BE')])?.lang).toBe('nl-BE')
})
