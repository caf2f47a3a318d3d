import { expect, test } from 'vitest'
import {
  chairs,
  foundTitle,
  nearby,
  opinionTitle,
  perDayPart,
  source,
  sources,
  underneath,
  visitsTitle,
  type Figure,
  type Impact,
} from './words'

const figure = (more: Partial<Figure>): Figure => ({
  key: 'meals',
  label: 'Maaltijden samen',
  value: 1410,
  decimals: 0,
  source: 'presentielijst',
  estimate: false,
  ...more,
})
const visits = [
  { year: 2024, visits: 7385, openDayParts: 448 },
  { year: 2025, visits: 7920, openDayParts: 436 },
]
const impact = { year: 2025, visits } as Impact

test('the title of a chart says its conclusion, whatever it is', () => {
  expect(visitsTitle(visits, 2025)).toBe('Meer bezoeken dan in 2024')
  expect(visitsTitle([visits[0]!, { ...visits[1]!, visits: 12 }], 2025)).toBe(
    'Minder bezoeken dan in 2024',
  )
  expect(visitsTitle([visits[0]!, { ...visits[1]!, visits: 7385 }], 2025)).toBe(
    'Evenveel bezoeken als in 2024',
  )
  expect(visitsTitle(visits, 2024)).toBe('7.385 bezoeken in 2024')
  const found = [
    { label: 'Zelf of via bekenden', percent: 46 },
    { label: 'Ggz', percent: 21 },
  ]
  expect(foundTitle(found)).toBe('Hoe mensen ons vonden: het vaakst zelf of via bekenden')
  expect(foundTitle([...found, { label: 'Huisarts', percent: 46 }])).toBe('Hoe mensen ons vonden')
  expect(opinionTitle([figure({ key: 'welcome', value: 95, unit: '%' })])).toBe(
    '95 van de 100 mensen voelen zich hier welkom',
  )
  expect(opinionTitle([])).toBe('Wat bezoekers zeggen')
})

test('visits stand beside the day-parts they happened in', () => {
  expect(visits.map(perDayPart)).toEqual(['16,5', '18,2'])
  expect(perDayPart({ year: 2020, visits: 0, openDayParts: 0 })).toBe('–')
  expect(underneath(figure({ key: 'visits' }), impact)).toEqual(['Dat zijn er 18,2 per dagdeel.'])
})

test('under a number: its note, that it is an estimate, how many people said so', () => {
  expect(underneath(figure({ note: 'avonden dicht in het najaar' }), impact)).toEqual([
    'Avonden dicht in het najaar.',
  ])
  expect(underneath(figure({ estimate: true }), impact)).toEqual(['Dit is een schatting.'])
  expect(underneath(figure({ key: 'grade', n: 101 }), impact)).toEqual([
    '101 mensen gaven een cijfer.',
  ])
  expect(source('jaarlijkse vragenlijst op papier, anoniem', 101)).toBe(
    'Jaarlijkse vragenlijst op papier, anoniem, 101 antwoorden.',
  )
})

test('a chair stands for five of a hundred people', () => {
  expect([0, 2, 3, 76, 95, 100, 140].map(chairs)).toEqual([0, 0, 1, 15, 19, 20, 20])
})

test('a chart has five years at most, the shown one among them', () => {
  const many = [2018, 2019, 2020, 2021, 2022, 2023, 2024].map(year => ({
    year,
    visits: 1,
    openDayParts: 1,
  }))
  const shown = (year: number) => nearby(many, year).map(v => v.year)
  expect(shown(2024)).toEqual([2020, 2021, 2022, 2023, 2024])
  expect(shown(2018)).toEqual([2018, 2019, 2020, 2021, 2022])
  expect(nearby(visits, 2024)).toEqual(visits)
})

test('each source is told once, with all that comes from it', () => {
  const figures = [
    figure({ key: 'openDayParts', label: 'Dagdelen open', source: 'rooster' }),
    figure({ key: 'volunteers', label: 'Vrijwilligers', source: 'rooster' }),
    figure({ key: 'welcome', source: 'vragenlijst', n: 101 }),
  ]
  const all = {
    ...impact,
    figures,
    found: [{ label: 'ggz', percent: 100 }],
    foundSource: 'vragenlijst',
    foundN: 101,
  }
  expect(sources(all)).toEqual([
    'Dagdelen open, vrijwilligers: rooster.',
    'Wat bezoekers zeggen, hoe mensen ons vonden: vragenlijst, 101 antwoorden.',
  ])
})
