import { renderToStaticMarkup } from 'react-dom/server'
import { StaticRouter } from '../../router'
import { expect, it } from 'vitest'
import { StoreContext, type Store } from '../../page'
import { Issue, type Letter } from './Issue'

const store = { warm() {} } as unknown as Store
const letter: Letter = {
  id: 'iss_1',
  subject: 'Winter',
  day: '2026-11-19',
  freshUntil: '',
  greeting: 'Hallo.',
  call: '<b>Kook je mee?</b>',
  story: { text: 'Dit verhaal staat niet meer op onze site.', withdrawn: true },
  dates: [
    {
      activityId: 'act_1',
      occurrenceId: 'occ_1',
      title: 'WRAP',
      start: '2026-12-09T13:30:00+01:00',
      end: '2026-12-09T16:00:00+01:00',
      room: 'Atelier',
    },
  ],
  news: [{ id: 'nws_1', title: 'Nieuwe lift', summary: 'Hij doet het.' }],
}
const show = (l: Letter) =>
  renderToStaticMarkup(
    <StoreContext value={store}>
      <StaticRouter location="/">
        <Issue of={l} />
      </StaticRouter>
    </StoreContext>,
  )

it('shows a newsletter as text, with a sentence in the place of a story that is gone', () => {
  const html = show(letter)
  for (const part of [
    '<h1>Winter</h1>',
    'Verstuurd op donderdag 19 november 2026.',
    'Dit verhaal staat niet meer op onze site.',
    '&lt;b&gt;Kook je mee?',
    'Woensdag 9 december 2026, 13.30 tot 16.00 uur, Atelier.',
    '/newsdetails/nws_1',
  ])
    expect(html).toContain(part)
  expect(html).not.toContain('Lees het hele verhaal')
  expect(
    show({
      ...letter,
      story: { id: 'sty_1', title: 'De deur', displayName: 'Samira', text: 'Zo begon het.' },
    }),
  ).toContain('href="/storydetails/sty_1"')
})
