import { expect, test } from 'vitest'
import { pieces } from './helpText'

const links = (text: string, url?: string) =>
  pieces(text, url)
    .filter(p => p.tel || p.url)
    .map(p => p.text)

test('every number of a line can be rung, and nothing of the text is lost', () => {
  const line =
    'Denk je aan zelfdoding? Bel gratis 113 of 0800-0113, dag en nacht. Chatten kan op 113.nl. ' +
    'Je hoeft je naam niet te zeggen.'
  expect(links(line, 'https://www.113.nl/')).toEqual(['113', '0800-0113', '113.nl'])
  expect(
    pieces(line, 'https://www.113.nl/')
      .map(p => p.text)
      .join(''),
  ).toBe(line)
  expect(links('Is er gevaar? Bel 112.')).toEqual(['112'])
  expect(links('De Luisterlijn luistert, dag en nacht: 088 0767 000.')).toEqual(['088 0767 000'])
  expect(links('Bel je huisarts. Wij zijn open tot 17.00 uur.')).toEqual([])
})

test('a website that the line does not name stands after it', () => {
  expect(pieces('Chat met ons.', 'https://chat.example/nu').map(p => p.text)).toEqual([
    'Chat met ons.',
    ' ',
    'chat.example',
  ])
})
