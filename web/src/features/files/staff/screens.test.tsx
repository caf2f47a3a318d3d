// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { staffFlag } from '../../../auth/flag'
import type { Role } from '../../../auth/types'
import type { LibraryFile } from '../../../staff/files/library'
import { button, close, fakeAuth, open, person, press, settle, text } from '../../../../test/app'

const noor = { uid: 'u1', name: 'Noor' }
const photo: LibraryFile = {
  id: 'fil_1',
  kind: 'image',
  status: 'ready',
  label: 'tuin.jpg',
  alt: 'De tuin',
  decorative: false,
  people: 'agreed',
  agreedAt: '2026-11-02T10:00:00+01:00',
  agreedBy: noor,
  size: 2_400_000,
  version: 3,
  uses: 2,
  public: true,
  media: { width: 1200, height: 900, widths: [320, 640], avif: [320], focalX: 50, focalY: 50 },
  places: [
    { kind: 'news', id: 'nws_lift', title: 'De lift', published: true },
    { kind: 'page', id: 'about', title: 'Over ons', published: false },
  ],
  createdAt: '2026-11-01T10:00:00+01:00',
  createdBy: noor,
  updatedAt: '2026-11-01T10:00:00+01:00',
  updatedBy: noor,
}

beforeEach(() => staffFlag.raise(false))
afterEach(close)

/** The library answers by "METHOD path"; what it does not know is no contact. */
async function show(
  path: string,
  answers: Record<string, (init?: RequestInit) => Response>,
  roles: Role[] = ['redactie'],
) {
  const auth = fakeAuth(person(roles))
  const asked: string[] = []
  auth.fetch.mockImplementation(async (url, init) => {
    const name = `${init?.method ?? 'GET'} ${url}`
    asked.push(name + (init?.body ? ` ${init.body as string}` : ''))
    const answer = answers[name]
    if (!answer) throw new TypeError('no network')
    return answer(init)
  })
  const { at } = await open(path, { auth })
  await settle()
  return { asked, at }
}
const list =
  (...items: LibraryFile[]) =>
  () =>
    Response.json({ items })
const one =
  (more: Partial<LibraryFile> = {}) =>
  () =>
    Response.json({ ...photo, ...more })

describe('the library', () => {
  it('tells of each file what it shows, how big it is, where it stands and who agreed', async () => {
    await show('/beheer/bestanden', {
      'GET /api/files': list(photo, {
        ...photo,
        id: 'fil_2',
        alt: '',
        uses: 0,
        public: false,
        people: 'unknown',
        size: 900,
      }),
    })
    const [first, second] = [...document.querySelectorAll('.rows > li')].map(l => l.textContent)
    expect(first).toBe(
      'tuin.jpgFoto · 2,3 MB · zondag 1 november 2026De tuinOnline Staat op 2 plekken · ' +
        'Herkenbare mensen vinden het goed',
    )
    expect(second).toBe(
      'tuin.jpgFoto · 1 kB · zondag 1 november 2026Nog geen beschrijvingStaat nog nergens · Nog ' +
        'niet bekend wie erop staat',
    )
    expect(document.querySelector('.rows a')!.getAttribute('href')).toBe('/beheer/bestanden/fil_1')
  })

  it('keeps the choice in its address', async () => {
    const { asked, at } = await show('/beheer/bestanden?zoek=tuin', {
      'GET /api/files?zoek=tuin': list(photo),
      'GET /api/files?zoek=tuin&soort=image': list(photo),
      'GET /api/files?zoek=tuin&soort=image&status=trashed': list(),
    })
    await press("Foto's")
    await press('Prullenbak')
    await settle()
    expect(at()).toBe('/beheer/bestanden?zoek=tuin&soort=image&status=trashed')
    expect(asked).toContain('GET /api/files?zoek=tuin&soort=image&status=trashed')
    expect(text()).toContain('Niets gevonden.')
  })

  it('that is empty says how to begin', async () => {
    await show('/beheer/bestanden', { 'GET /api/files': list() })
    expect(text()).toContain('Er zijn nog geen bestanden.')
  })

  it('is for looking only to a beheerder', async () => {
    await show('/beheer/bestanden', { 'GET /api/files': list(photo) }, ['beheerder'])
    expect(text()).toContain('tuin.jpg')
    expect(text()).not.toContain('Nieuw bestand')
  })

  it('is not for a gastheer', async () => {
    const { asked } = await show('/beheer/bestanden', {}, ['gastheer'])
    expect(text()).toContain('Hier heb je geen rechten voor.')
    // the two bars alone ask something
    expect(asked.filter(a => !['GET /api/waiting', 'GET /api/undo'].includes(a))).toEqual([])
  })
})

describe('a file', () => {
  const here = '/beheer/bestanden/fil_1'

  it('says where it stands, with a way to there', async () => {
    await show(here, { 'GET /api/files/fil_1': one() })
    expect([...document.querySelectorAll('.rows > li')].map(l => l.textContent)).toEqual([
      'De lift NieuwsOnline',
      'Over ons Pagina',
    ])
    expect(document.querySelector('.rows a')!.getAttribute('href')).toBe('/editnews/nws_lift')
    expect(text()).toContain('Genoteerd op maandag 2 november om 10.00 uur door Noor.')
  })

  it('is asked about before it goes everywhere, and then says that it is gone', async () => {
    const { asked } = await show(here, {
      'GET /api/files/fil_1': one(),
      'POST /api/files/fil_1/withdraw': one({ status: 'withdrawn', label: '', alt: '' }),
    })
    await press('Haal overal weg')
    expect(text()).toContain(
      'Staat op 2 plekken. Daar verdwijnt het meteen. Dit kun je niet ongedaan maken.',
    )
    await press('Nee, laat staan')
    expect(asked.filter(a => a.startsWith('POST'))).toEqual([])
    await press('Haal overal weg')
    await press('Ja, haal overal weg')
    await settle()
    expect(document.querySelector('h1')!.textContent).toBe('Foto is verwijderd')
    expect(document.activeElement!.textContent).toBe('Deze foto is overal weggehaald.')
  })

  it('that visitors see is not thrown away', async () => {
    await show(here, {
      'GET /api/files/fil_1': one(),
      'POST /api/files/fil_1/trash': () => Response.json({ code: 'conflict' }, { status: 409 }),
    })
    await press('Verwijder')
    await settle()
    expect(document.activeElement!.textContent).toBe(
      'Dit staat nog op de site. Haal het daar eerst weg, of kies hieronder voor overal weghalen.',
    )
  })

  it('comes back from the trash', async () => {
    let status: LibraryFile['status'] = 'trashed'
    await show(here, {
      'GET /api/files/fil_1': () => one({ status, goneAt: '2026-12-20T10:00:00+01:00' })(),
      'POST /api/files/fil_1/untrash': () => one({ status: (status = 'ready') })(),
    })
    expect(text()).toContain('Wordt gewist op zondag 20 december 2026.')
    await press('Zet terug uit prullenbak')
    await settle()
    expect(text()).toContain('Teruggezet.')
    expect(button('Verwijder')).toBeTruthy()
  })

  it('keeps what could not be saved, and sends it at the next try', async () => {
    let away = true
    const { asked } = await show(here, {
      'GET /api/files/fil_1': one(),
      'PATCH /api/files/fil_1': init => {
        if (away) throw new TypeError('no network')
        return one(JSON.parse(init!.body as string) as Partial<LibraryFile>)()
      },
    })
    await act(async () => document.querySelector<HTMLInputElement>('input[value=none]')!.click())
    await settle()
    expect(text()).toContain('Dit is nog niet bewaard. Controleer je internet.')
    expect(document.querySelector<HTMLInputElement>('input[value=none]')!.checked).toBe(true)
    away = false
    await press('Bewaar opnieuw')
    await settle()
    expect(text()).not.toContain('Dit is nog niet bewaard.')
    expect(asked.at(-1)).toBe('PATCH /api/files/fil_1 {"people":"none"}')
  })

  it('that cannot be read can be tried again', async () => {
    await show(here, {})
    expect(text()).toContain('We konden dit bestand niet laden.')
  })
})
