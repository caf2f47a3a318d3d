import { renderToStaticMarkup } from 'react-dom/server'
import { StaticRouter } from '../router'
import { expect, it } from 'vitest'
import { StoreContext, type Store } from '../page'
import { Footer } from './Footer'
import { bareSite } from './site'

const footer = (more: Partial<typeof bareSite>) => {
  const site = { ...bareSite, ...more }
  const none = () => () => {}
  const store = {
    layout: { get: () => site, subscribe: none },
    session: { get: () => ({ user: null }), subscribe: none },
  } as unknown as Store
  return renderToStaticMarkup(
    <StoreContext value={store}>
      <StaticRouter location="/">
        <Footer hidden={false} />
      </StaticRouter>
    </StoreContext>,
  )
}

it('names who made the site, as the settings have it', () => {
  const html = footer({
    credit: { text: 'Gemaakt door Atelier Noord', url: 'https://noord.example/' },
  })
  expect(html).toContain('<a href="https://noord.example/">Gemaakt door Atelier Noord</a>')
  expect(html).not.toContain('Over deze site')
})

it('leads to the page about this site when nobody is named', () => {
  expect(footer({})).toContain('Over deze site</a>')
})
