// @vitest-environment happy-dom
import { renderToString } from 'react-dom/server'
import { StaticRouter } from '../router'
import { act } from 'react'
import { afterEach, expect, test } from 'vitest'
import { StoreContext, type Store } from '../page'
import { button, close, open, press } from '../../test/app'
import { Layout } from './Layout'
import { asleep } from './session'
import { bareSite } from './site'

afterEach(close)

test('the server writes the whole list, outside noscript, and a link to it', () => {
  const never = () => () => {}
  const store = {
    origin: 'https://site.example',
    layout: { get: () => bareSite, subscribe: never },
    session: { get: () => asleep, subscribe: never },
  } as unknown as Store
  const page = renderToString(
    <StoreContext value={store}>
      <StaticRouter location="/contact">
        <Layout>Tekst</Layout>
      </StaticRouter>
    </StoreContext>,
  )
  const html = page.replace(/<noscript>.*?<\/noscript>/gs, '')
  const list = html.slice(html.indexOf('menu-list'), html.indexOf('<main'))
  expect(html).toContain('href="#menu"')
  expect(html).toContain('<div id="menu" class="menu-early">')
  expect(list.match(/<a [^>]*>[^<]+/g)!.map(a => a.slice(a.indexOf('>') + 1))).toEqual([
    'Home',
    'Programma',
    'Herstelverhalen',
    'Nieuws',
    'Veelgestelde vragen',
    'Impact',
    'Over ons',
    'Contact',
  ])
})

test('what was opened before the scripts came stays open; Escape closes it', async () => {
  await open('/contact#menu')
  expect(document.activeElement!.textContent).toBe('Home')
  expect(location.hash).toBe('')
  expect(button('Sluit menu')!.getAttribute('aria-expanded')).toBe('true')
  expect(document.querySelector('#inhoud')!.hasAttribute('hidden')).toBe(true)
  await act(async () => void dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' })))
  expect(document.activeElement).toBe(button('Menu'))
  expect(document.querySelector('#inhoud')!.hasAttribute('hidden')).toBe(false)
})

test('once scripts run it is a button, and another page closes it', async () => {
  const { at } = await open('/contact')
  expect(button('Menu')!.getAttribute('role')).toBe('button')
  expect(button('Menu')!.getAttribute('aria-expanded')).toBe('false')
  await press('Menu')
  expect(document.querySelector('.menu h1')!.textContent).toBe('Menu')
  await press('Nieuws')
  expect(at()).toBe('/news')
  expect(button('Menu')!.getAttribute('aria-expanded')).toBe('false')
})
