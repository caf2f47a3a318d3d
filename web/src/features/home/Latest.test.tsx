import { renderToStaticMarkup } from 'react-dom/server'
import { StaticRouter } from '../../router'
import { expect, test } from 'vitest'
import { StoreContext, type Store } from '../../page'
import { Numbers, Written } from './Latest'

const show = (latest: object) =>
  renderToStaticMarkup(
    <StoreContext value={{ warm() {} } as unknown as Store}>
      <StaticRouter location="/">
        <Written latest={latest as never} />
        <Numbers latest={latest as never} />
      </StaticRouter>
    </StoreContext>,
  )
const nothing = { news: [], figures: [], freshUntil: '' }
const news = {
  id: 'nws_1',
  title: 'De lift doet het weer',
  summary: 'Je kunt weer naar boven.',
  day: '2026-11-19',
}
const story = {
  id: 'sty_1',
  title: 'De deur',
  displayName: 'Marieke',
  intro: 'Drie keer langs.',
  themes: ['eerste stap'],
  minutes: 3,
}

test('a block without anything in it is not there', () => {
  expect(show(nothing)).toBe('')
  expect(show({ ...nothing, news: [news] })).not.toMatch(/verhaal|Dit deden we/)
  expect(show({ ...nothing, story })).not.toMatch(/Nieuws|Dit deden we/)
})

test('a number is told with its year, a small one in words, an estimate as one', () => {
  const figure = {
    key: 'visits',
    label: 'Bezoeken',
    value: 7920,
    decimals: 0,
    source: 'turflijst',
    estimate: true,
  }
  const html = show({
    ...nothing,
    year: 2025,
    figures: [
      figure,
      {
        ...figure,
        key: 'volunteers',
        label: 'Vrijwilligers',
        value: undefined,
        small: true,
        estimate: false,
      },
    ],
  })
  for (const words of [
    'Dit deden we samen in 2025',
    '7.920',
    'Dit is een schatting.',
    'minder dan 5',
  ])
    expect(html).toContain(words)
})
