// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { staffFlag } from '../../auth/flag'
import { unsaved } from '../../layout/unsaved'
import { button, close, fakeAuth, open, person, press, settle, text } from '../../../test/app'
import type { Row } from '../drafts'

const noor = { uid: 'u1', name: 'Noor' }
const row = (id: string, title: string, more: Partial<Row> = {}): Row => ({
  id,
  title,
  status: 'published',
  changed: false,
  updatedAt: '2026-11-16T10:00:00+01:00',
  updatedBy: noor,
  ...more,
})
const soup = row('nws_1', 'De soep is weer warm')
const tea = row('nws_2', 'Thee op dinsdag', { status: 'draft' })

/** The desk: what it answers by the question of the list, and which lists were asked for. */
function desk(lists: Record<string, () => Response>) {
  const auth = fakeAuth(person(['redactie']))
  const asked: string[] = []
  auth.fetch.mockImplementation(async url => {
    if (url.startsWith('/api/drafts/')) asked.push(url)
    return (lists[url] ?? (() => page([])))()
  })
  return { auth, asked }
}
const page = (items: Row[], next?: string) => Response.json({ items, ...(next ? { next } : {}) })
const all = '/api/drafts/news'

async function list(lists: Record<string, () => Response>, path = '/beheer/nieuws') {
  const given = desk(lists)
  return { ...given, ...(await open(path, { auth: given.auth })) }
}

const titles = () => [...document.querySelectorAll('main li h2')].map(h => h.textContent)
const pressed = (group: string) =>
  [...document.querySelectorAll(`main [aria-label="${group}"] [aria-pressed=true]`)].map(
    b => b.textContent,
  )
const offered = (group: string) =>
  [...document.querySelectorAll(`main [aria-label="${group}"] button`)].map(b => b.textContent)

const choose = async (name: string) => {
  await press(name)
  await settle()
}

async function search(words: string) {
  const field = document.querySelector<HTMLInputElement>('#zoek')!
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field, words)
  await act(async () => void field.dispatchEvent(new Event('input', { bubbles: true })))
  await choose('Zoek')
}

beforeEach(() => staffFlag.raise(false))
afterEach(close)

describe('a list', () => {
  it('shows title, status and who changed it; a draft says that it is one', async () => {
    await list({ [all]: () => page([soup, tea]) })
    expect(titles()).toEqual(['De soep is weer warm', 'Thee op dinsdag'])
    expect([...document.querySelectorAll('main li .badge')].map(b => b.textContent)).toEqual([
      'Online',
      'Concept',
    ])
    expect(document.querySelector('main li .badge-draft')!.closest('li')!.textContent).toContain(
      'Thee op dinsdag',
    )
    expect(text()).toContain('Veranderd op maandag 16 november om 10.00 uur door Noor.')
    expect(document.querySelector('main li a')!.getAttribute('href')).toBe('/editnews/nws_1')
  })

  it('of what nobody changed yet says so, and names no moment', async () => {
    const nobody = { uid: '', name: '' }
    await list({ [all]: () => page([row('nws_1', 'De soep', { updatedBy: nobody })]) })
    expect(text()).toContain('Nog niet veranderd.')
    expect(text()).not.toContain('Veranderd op')
  })

  it('says what differs from what visitors read, what has no title, and until when the trash keeps it', async () => {
    await list({
      [all]: () =>
        page([
          row('nws_1', '', { changed: true }),
          row('nws_2', 'Weg', { status: 'trashed', goneAt: '2026-12-16T10:00:00+01:00' }),
        ]),
    })
    expect(titles()).toEqual(['Zonder titel', 'Weg'])
    expect(text()).toContain('Veranderingen nog niet online')
    expect(text()).toContain('Wordt gewist op woensdag 16 december 2026.')
  })

  it('without anything says so', async () => {
    await list({ [all]: () => page([]) })
    expect(document.querySelector('.empty')!.textContent).toBe('Er is nog geen nieuws.')
  })

  it('that could not be read says what to do, and tries again', async () => {
    const lists = { [all]: () => new Response('{}', { status: 503 }) }
    await list(lists)
    expect(document.querySelector('main [role=alert]')!.textContent).toBe(
      'We konden de lijst niet laden. Controleer je internet en probeer het opnieuw.',
    )
    lists[all] = () => page([soup])
    await choose('Probeer opnieuw')
    expect(titles()).toEqual(['De soep is weer warm'])
  })
})

describe('searching', () => {
  it('goes by the button, stands in the address, and says when there is nothing', async () => {
    const { asked, at } = await list({
      [all]: () => page([soup, tea]),
      [all + '?zoek=thee']: () => page([tea]),
    })
    await search(' thee ')
    expect(titles()).toEqual(['Thee op dinsdag'])
    expect(at()).toBe('/beheer/nieuws?zoek=thee')
    expect(document.querySelector('main [role=status].sr')!.textContent).toBe('1 gevonden')
    await search('koffie')
    expect(document.querySelector('.empty')!.textContent).toBe('Niets gevonden.Laat alles zien')
    expect(asked.at(-1)).toBe(all + '?zoek=koffie')
  })

  it('keeps status and order', async () => {
    const { asked, at } = await list({}, '/beheer/nieuws?status=draft&op=title')
    await search('thee & taart')
    expect(asked.at(-1)).toBe(all + '?zoek=thee+%26+taart&status=draft&op=title')
    expect(at()).toBe('/beheer/nieuws?zoek=thee+%26+taart&status=draft&op=title')
  })
})

describe('a status', () => {
  it('narrows the list, and "Alles" ends that', async () => {
    const { asked, at } = await list({
      [all]: () => page([soup, tea]),
      [all + '?status=draft']: () => page([tea]),
    })
    expect(offered('Laat zien')).toEqual([
      'Alles',
      'Concept',
      'Gepland',
      'Online',
      'Voorbij',
      'Archief',
      'Prullenbak',
    ])
    expect(pressed('Laat zien')).toEqual(['Alles'])
    await choose('Concept')
    expect([titles(), pressed('Laat zien'), at()]).toEqual([
      ['Thee op dinsdag'],
      ['Concept'],
      '/beheer/nieuws?status=draft',
    ])
    await choose('Alles')
    expect([asked.at(-1), at()]).toEqual([all, '/beheer/nieuws'])
  })

  it('in the address is there from the start', async () => {
    const { asked } = await list(
      { [all + '?status=trashed']: () => page([tea]) },
      '/beheer/nieuws?status=trashed',
    )
    expect(pressed('Laat zien')).toEqual(['Prullenbak'])
    expect(new Set(asked)).toEqual(new Set([all + '?status=trashed']))
  })
})

describe('the order', () => {
  it('is newest first, and by title at the press of a button', async () => {
    const { asked, at } = await list({
      [all]: () => page([tea, soup]),
      [all + '?op=title']: () => page([soup, tea]),
    })
    expect([offered('Volgorde'), pressed('Volgorde')]).toEqual([
      ['Nieuwste eerst', 'Op titel'],
      ['Nieuwste eerst'],
    ])
    await choose('Op titel')
    expect([titles(), pressed('Volgorde'), at()]).toEqual([
      ['De soep is weer warm', 'Thee op dinsdag'],
      ['Op titel'],
      '/beheer/nieuws?op=title',
    ])
    await choose('Nieuwste eerst')
    expect([asked.at(-1), at()]).toEqual([all, '/beheer/nieuws'])
  })

  it('that is not offered is the first one', async () => {
    const { asked } = await list({}, '/beheer/nieuws?op=kleur')
    expect(pressed('Volgorde')).toEqual(['Nieuwste eerst'])
    expect(new Set(asked)).toEqual(new Set([all]))
  })

  it('of a fixed set is its own, with no status to choose', async () => {
    const { asked } = await list({}, '/beheer/paginas?op=title')
    expect([offered('Laat zien'), offered('Volgorde'), pressed('Volgorde')]).toEqual([
      [],
      ['Eigen volgorde', 'Op titel'],
      ['Op titel'],
    ])
    expect(asked.at(-1)).toBe('/api/drafts/pages?op=title')
  })

  it('of what staff put in order is their own; only the whole list has it, and only there things move', async () => {
    const faq = '/api/drafts/faq'
    const { asked } = await list(
      { [faq]: () => page([soup, tea]), [faq + '?op=title']: () => page([soup, tea]) },
      '/beheer/vragen',
    )
    expect([offered('Volgorde'), pressed('Volgorde')]).toEqual([
      ['Eigen volgorde', 'Nieuwste eerst', 'Op titel'],
      ['Eigen volgorde'],
    ])
    expect(button('Omlaag: De soep is weer warm')).toBeDefined()
    await choose('Op titel')
    expect(button('Omlaag: De soep is weer warm')).toBeUndefined()
    await choose('Eigen volgorde')
    await choose('Concept')
    expect([offered('Volgorde'), pressed('Volgorde'), asked.at(-1)]).toEqual([
      ['Nieuwste eerst', 'Op titel'],
      ['Nieuwste eerst'],
      faq + '?status=draft',
    ])
  })
})

describe('more', () => {
  const first = Array.from({ length: 50 }, (_, i) => row(`nws_${100 + i}`, `Bericht ${i}`))

  it('is added behind what is there, by the key of the last page, until there is no more', async () => {
    const { asked } = await list({
      [all]: () => page(first, 'newest.17.nws_149'),
      [all + '?na=newest.17.nws_149']: () => page([soup]),
    })
    expect(document.querySelector('main [role=status].sr')!.textContent).toBe('50 of meer gevonden')
    await choose('Laat meer zien')
    expect(titles()).toHaveLength(51)
    expect(titles().at(-1)).toBe('De soep is weer warm')
    expect(asked.at(-1)).toBe(all + '?na=newest.17.nws_149')
    expect(button('Laat meer zien')).toBeUndefined()
  })

  it('goes on in the search, the status and the order that were chosen', async () => {
    const narrow = all + '?zoek=b&status=draft&op=title'
    const { asked } = await list(
      { [narrow]: () => page(first, 'title.YmVyaWNodA.nws_149') },
      '/beheer/nieuws?zoek=b&status=draft&op=title',
    )
    await choose('Laat meer zien')
    expect(asked.at(-1)).toBe(narrow + '&na=title.YmVyaWNodA.nws_149')
  })

  it('that does not come leaves what is there, with the button', async () => {
    await list({
      [all]: () => page(first, 'k'),
      [all + '?na=k']: () => new Response('{}', { status: 503 }),
    })
    await choose('Laat meer zien')
    expect(titles()).toHaveLength(50)
    expect(button('Laat meer zien')).toBeDefined()
  })

  it('of the list before never comes under another choice', async () => {
    let late = (_: Response) => {}
    const given = desk({
      [all]: () => page(first, 'k'),
      [all + '?status=draft']: () => page([tea]),
    })
    const answer = given.auth.fetch.getMockImplementation()!
    given.auth.fetch.mockImplementation((url, init) =>
      url === all + '?na=k'
        ? new Promise(done => {
            late = done
          })
        : answer(url, init),
    )
    await open('/beheer/nieuws', { auth: given.auth })
    await press('Laat meer zien')
    await choose('Concept')
    await act(async () => late(page([soup])))
    expect(titles()).toEqual(['Thee op dinsdag'])
  })
})

describe('a list that could not be read', () => {
  const broken = () => new Response('', { status: 503 })
  const lists: Record<string, () => Response> = {}

  it('is read again when the network is back, and from then on no more', async () => {
    lists[all] = broken
    const { asked } = await list(lists)
    expect(text()).toContain(
      'We konden de lijst niet laden. Controleer je internet en probeer het opnieuw.',
    )
    lists[all] = () => page([soup])
    await act(async () => void window.dispatchEvent(new Event('online')))
    await settle()
    expect(titles()).toEqual(['De soep is weer warm'])
    const before = asked.length
    await act(async () => void window.dispatchEvent(new Event('online')))
    expect(asked).toHaveLength(before)
  })

  it('because the session is over asks for the sign-in while there is unsaved text, and is read after it', async () => {
    lists[all] = () => page([soup])
    const release = unsaved.hold()
    const { auth } = await list(lists)
    const user = auth.user!
    const byTitle = all + '?op=title'
    lists[byTitle] = () => new Response('', { status: 401 })
    await act(async () => auth.become(null, 'auth/user-token-expired'))
    await choose('Op titel')
    expect(text()).toContain('Je bent uitgelogd. Log opnieuw in. Je tekst staat nog klaar.')
    expect(text()).toContain('We konden de lijst niet laden. Log eerst opnieuw in.')
    lists[byTitle] = () => page([soup])
    auth.signInPopup.mockImplementation(async () => {
      auth.become(user)
      return user
    })
    await choose('Log opnieuw in')
    expect(auth.signInPopup).toHaveBeenCalledWith({ shared: user.shared })
    expect([
      titles(),
      text().includes('Je bent uitgelogd'),
      document.activeElement!.tagName,
    ]).toEqual([['De soep is weer warm'], false, 'H1'])
    release()
  })
})

describe('the link back', () => {
  const lit = () => document.querySelector('.snav [aria-current]')!.textContent
  const missing = () => new Response(null, { status: 404 })
  const back = () => document.querySelector<HTMLElement>('main .back')!

  it('leads to the list as it was left, and names it', async () => {
    await list({ [`${all}?status=draft`]: () => page([tea]), [`${all}/nws_2`]: missing })
    await choose('Concept')
    await choose('Thee op dinsdag')
    expect(location.pathname).toBe('/editnews/nws_2')
    expect(back().textContent).toBe('Nieuws')
    expect(back().getAttribute('href')).toBe('/beheer/nieuws?status=draft')
    expect(lit()).toBe('Nieuws')
    await act(async () => back().click())
    await vi.waitFor(() => expect(location.search).toBe('?status=draft'))
    await settle()
    expect(pressed('Laat zien')).toEqual(['Concept'])
    expect(back().textContent).toBe('Meer')
  })

  it('names the screen that one came from, wherever that is', async () => {
    await list({}, '/beheer')
    await choose('Bestanden')
    expect(back().textContent).toBe('Meer')
  })

  it('leads to the list when the screen was opened by its address', async () => {
    await list({ [`${all}/nws_2`]: missing }, '/editnews/nws_2')
    expect(back().textContent).toBe('Nieuws')
    expect(back().getAttribute('href')).toBe('/beheer/nieuws')
  })
})
