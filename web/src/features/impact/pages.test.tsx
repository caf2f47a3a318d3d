import { renderToStaticMarkup } from 'react-dom/server'
import { StaticRouter } from '../../router'
import { expect, test } from 'vitest'
import { bareSite } from '../../layout/site'
import { StoreContext, type Store } from '../../page'
import ImpactPage from './ImpactPage'
import PrintInfographicPage from './PrintInfographicPage'
import type { Figure, Impact } from './words'

const store = {
  origin: 'https://site.example',
  layout: { get: () => bareSite, subscribe: () => () => {} },
  warm() {},
} as unknown as Store

const show = (page: typeof ImpactPage | typeof PrintInfographicPage, impact: object) => {
  const Page = page
  return renderToStaticMarkup(
    <StoreContext value={store}>
      <StaticRouter location="/">
        <Page data={{ impact } as never} params={{}} search="" />
      </StaticRouter>
    </StoreContext>,
  )
}
const text = (html: string) => html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')

const nothing = {
  years: [],
  figures: [],
  found: [],
  visits: [],
  quotes: [],
  firstMonth: '2027-01',
  today: '2026-11-24',
  freshUntil: '',
}
const figure = (more: Partial<Figure>): Figure => ({
  key: 'visits',
  label: 'Bezoeken',
  value: 7920,
  decimals: 0,
  source: 'turflijst',
  estimate: false,
  ...more,
})
const year = (more: Partial<Impact>) => ({
  ...nothing,
  firstMonth: undefined,
  year: 2025,
  years: [2025],
  ...more,
})
const both = [ImpactPage, PrintInfographicPage] as const

test('nothing published: the month in which the first figures come, and nothing to print', () => {
  for (const page of both) {
    const html = show(page, nothing)
    expect(text(html)).toContain('Onze eerste cijfers komen in januari 2027.')
    expect(html).toMatch(/<h1>Wat levert het op\?<\/h1>/)
    expect(html).not.toContain('Print de infographic')
  }
})

test('the newest year says that the next one follows, an older one does not', () => {
  const figures = [figure({})]
  expect(text(show(ImpactPage, year({ figures, missing: 2026 })))).toContain(
    'Deze cijfers zijn van 2025. Die van 2026 volgen.',
  )
  expect(text(show(ImpactPage, year({ figures })))).not.toContain('volgen')
})

test('what is not known leaves no hole: one figure makes a page', () => {
  for (const page of both) {
    const html = show(page, year({ figures: [figure({})] }))
    expect(html).not.toMatch(/<figure|<blockquote|NaN|undefined|Infinity/)
    expect(text(html)).toContain('7.920 bezoeken')
  }
})

test('small numbers and hidden shares stay with us', () => {
  const found = [
    { label: 'ggz', percent: 93 },
    { label: 'huisarts', small: true },
    { label: 'anders', small: true },
  ]
  for (const page of both) {
    const html = show(
      page,
      year({
        found,
        figures: [
          figure({ key: 'volunteers', label: 'Vrijwilligers', value: undefined, small: true }),
        ],
      }),
    )
    expect(text(html)).toContain('minder dan 5 vrijwilligers')
    expect(html.match(/niet getoond/g)!.length).toBeGreaterThanOrEqual(2)
  }
})

test('whatever is typed stays text, and nothing has a style of its own', () => {
  const evil = '<script>alert(1)</script><img src=x onerror=alert(2)>'
  const all = year({
    figures: [
      figure({ label: evil, source: evil, note: evil, definition: evil }),
      figure({ key: 'welcome', label: evil, value: 95, unit: '%', n: 101 }),
    ],
    found: [
      { label: evil, percent: 60 },
      { label: 'ggz', percent: 40 },
    ],
    foundSource: evil,
    method: evil,
    visits: [
      { year: 2024, visits: 7385, openDayParts: 448 },
      { year: 2025, visits: 7920, openDayParts: 436 },
    ],
    quotes: [{ text: evil, by: evil }],
  })
  for (const page of both) {
    const html = show(page, all)
    expect(html).toContain('&lt;script&gt;')
    expect(html).not.toMatch(/<script|<img| style=/)
  }
})
