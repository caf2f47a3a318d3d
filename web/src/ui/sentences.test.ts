// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest'
import { sentencesOf } from './sentences'

const read = (html: string) => {
  document.body.innerHTML = html
  return sentencesOf(document.body)
}
afterEach(() => document.body.replaceChildren())

it('reads what is shown, in order, a sentence at a time', () => {
  expect(
    read(
      '<h1>De deur</h1><p>Ik stond er. Toen <strong>ging</strong> hij open!</p><ul><li>Koffie</li><li>Soep</li></ul>',
    ),
  ).toEqual(['De deur', 'Ik stond er.', 'Toen ging hij open!', 'Koffie', 'Soep'])
})

it('leaves out what leads elsewhere, what can be pressed and what is for the eye only', () => {
  const silent = [
    '<nav>Menu</nav>',
    '<button>Lees voor</button>',
    '<a class="back">Alle verhalen</a>',
    '<p hidden>Weg</p>',
    '<p role="status">Gelukt</p>',
    '<aside>Ernaast</aside>',
  ]
  expect(
    read(
      `${silent.join('')}<p>13 <span aria-hidden="true">t/m</span><span class="sr">tot en met</span> 19 oktober</p>`,
    ),
  ).toEqual(['13 tot en met 19 oktober'])
})

it('leaves closed what is closed', () => {
  const details =
    '<details><summary>Lees verder</summary><p>Het verhaal.</p></details><p>Wat hielp.</p>'
  expect(read(details)).toEqual(['Lees verder', 'Wat hielp.'])
  expect(read(details.replace('<details', '<details open'))).toEqual([
    'Lees verder',
    'Het verhaal.',
    'Wat hielp.',
  ])
})

it('does not end a sentence in a time or a web address, and keeps the quote with its sentence', () => {
  expect(read('<p>Om 13.00 uur zei hij: ‘Kom binnen.’ Kijk op 113.nl voor meer.</p>')).toEqual([
    'Om 13.00 uur zei hij: ‘Kom binnen.’',
    'Kijk op 113.nl voor meer.',
  ])
})

it('cuts a sentence that is too long for one breath of the browser, and loses no word', () => {
  for (const word of ['soep', 'soep,', 'x'.repeat(500)]) {
    const text = Array(90).fill(word).join(' ')
    const pieces = read(`<p>${text}</p>`)
    expect(Math.max(...pieces.map(p => p.length))).toBeLessThanOrEqual(200)
    expect(pieces.join('').replace(/ /g, '')).toBe(text.replace(/ /g, ''))
  }
})
