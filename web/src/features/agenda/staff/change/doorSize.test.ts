import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { doorSize } from './doorSize'

it.each([
  ['Samen eten', 30],
  ['Creatief atelier', 24],
  ['Breicafé', 24],
  ['WRAP', 30],
  ['Samen koken en eten', 24],
  ['Wandelgroep', 20],
  ['Ontspanningsavond', 16],
  ['Werkgroep Herstel en ervaringsdeskundigheid', 16],
  ['', 30],
])('the letters of %j are as high as they fit', (title, mm) => expect(doorSize(title)).toBe(mm))

/** Declarations of a rule of people.css, on paper. */
const css = readFileSync(new URL('../people.css', import.meta.url), 'utf8')
const rule = (selector: string) =>
  new RegExp(`\\${selector} \\{([^}]*)\\}`).exec(css.slice(css.indexOf('@media print')))?.[1] ?? ''

it.each([30, 24, 20, 16])('a capital of %d mm stands in the style sheet', mm => {
  const size = Number(/font-size: ([\d.]+)mm/.exec(rule(`.door .door-${mm}`))?.[1])
  expect(size * 0.7).toBeGreaterThanOrEqual(mm)
})

it('a name and a number on paper stay whole, and no row is over two sheets', () => {
  expect(rule('.sheet .whole')).toContain('overflow-wrap: break-word')
  expect(rule('.sheet .whole')).toContain('hyphens: none')
  expect(rule('.sheet .tel-whole')).toContain('white-space: nowrap')
  expect(css).toMatch(/\.sheet tr,\n\s+\.door \{\n\s+break-inside: avoid/)
})
