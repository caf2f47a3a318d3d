import { renderToStaticMarkup } from 'react-dom/server'
import { StaticRouter } from '../../router'
import { expect, test } from 'vitest'
import { bareSite } from '../../layout/site'
import { StoreContext, type Store } from '../../page'
import FaqPage from './FaqPage'

const store = {
  layout: { get: () => bareSite, subscribe: () => () => {} },
  warm() {},
} as unknown as Store
const answer = (text: string) => ({
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
})
const item = (question: string, text = 'Ja.') => ({
  id: 'faq_' + question.length,
  category: 'Eerste keer',
  question,
  answer: answer(text),
  lastChecked: '2026-01-01',
})
const faq = (more: object) =>
  ({
    categories: [{ name: 'Eerste keer', items: [item('Mag het?')] }],
    found: 1,
    freshUntil: '',
    ...more,
  }) as never

const show = (data: never) =>
  renderToStaticMarkup(
    <StoreContext value={store}>
      <StaticRouter location="/">
        <FaqPage data={{ faq: data }} params={{}} search="" />
      </StaticRouter>
    </StoreContext>,
  )

test('questions are folded, matches are not', () => {
  expect(show(faq({}))).toContain('<details class="faq"><summary>')
  expect(show(faq({ search: 'het' }))).toContain('<details class="faq" open=""><summary>')
})

test('without a question at all there is still somebody to ask', () => {
  const html = show(faq({ categories: [], found: 0 }))
  expect(html).toMatch(
    /Geen antwoord gevonden\? <a href="\/contact">Stel je vraag<\/a>, we helpen graag\./,
  )
  expect(html).not.toContain('Toon alle vragen')
})

test('whatever is typed stays text, in the page and for search engines', () => {
  const evil = '</script><script>alert(1)</script>'
  const data = faq({ categories: [{ name: evil, items: [item(evil, evil)] }], search: evil })
  expect(show(data)).not.toMatch(/<script| style=/)
  const { jsonLd } = FaqPage.head({
    faq: faq({ categories: [{ name: 'x', items: [item(evil, evil)] }] }),
  })
  expect(jsonLd).toMatchObject({
    '@type': 'FAQPage',
    mainEntity: [{ name: evil, acceptedAnswer: { text: evil } }],
  })
})

test('a search is not for search engines', () => {
  expect(FaqPage.head({ faq: faq({ search: 'hond' }) })).toMatchObject({ robots: 'noindex' })
  expect(FaqPage.head({ faq: faq({}) })).toMatchObject({ canonical: '/requentlysaskedquestions' })
})
