import { expect, it } from 'vitest'
import { ofPlain, plain } from '../../../staff/editor/rich/doc'
import type { Fault } from '../../../staff/drafts'
import { sayFault, shapeOf, wholeOf } from './shapes'

const page = (key: string) => ({
  key,
  title: 'Titel',
  blocks: [
    { id: 'a', heading: 'Kop', body: ofPlain('Tekst.') },
    { id: 'huisregels', heading: 'Regels', body: ofPlain('Elders.') },
  ],
})
const say = (key: string, name: string, code: Fault['code'] = 'required') =>
  sayFault({ name, code }, page(key))

it('names the place and what to do, in the words of that page', () => {
  expect(say('home', 'title')).toBe("Vul 'Belofte' in, met hooguit 80 tekens.")
  expect(say('home', 'blocks.1.heading')).toBe('Stap 2: vul het kopje in.')
  expect(say('home', 'blocks.0.body', 'too_long')).toBe(
    'Stap 1: maak de tekst korter, hooguit 200 tekens.',
  )
  expect(say('home', 'blocks', 'too_long')).toBe('Zet er hooguit 4 in.')
  expect(say('registrationsequel', 'blocks.0.body')).toBe('Schrijf de tekst.')
  expect(say('privacy', 'blocks.0.body', 'invalid')).toContain('haal de foto weg')
  expect(say('about', 'blocks.0.body.content.3', 'heading_skipped')).toBe(
    'Stuk 1: kijk de tekst na.',
  )
  expect(say('about', 'blocks')).toBe('Een pagina heeft minstens één stuk.')
})

it('leaves what is written elsewhere out of the help with language', () => {
  expect(plain(wholeOf(page('about')))).toBe('Kop\nTekst.')
  expect(plain(wholeOf(page('klachten')))).toBe('Kop\nTekst.\nRegels\nElders.')
})

it('knows pages that it has no shape for', () => {
  expect(shapeOf('nieuwsbrief').part).toBe('Stuk')
})
