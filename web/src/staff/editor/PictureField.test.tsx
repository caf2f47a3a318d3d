// @vitest-environment happy-dom
import { act, useState } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { button, fakeAuth, person, press, text } from '../../../test/app'
import type { Picture } from '../../ui/Photo'
import { Faults } from '../fields'
import { onPeople, type LibraryFile } from '../files/library'
import { noPeople, sayPeople } from '../files/words'
import { FlyerField } from './FlyerField'
import { PictureField } from './PictureField'

const noor = { uid: 'u1', name: 'Noor' }
const photo: LibraryFile = {
  id: 'fil_1',
  kind: 'image',
  status: 'ready',
  label: 'tuin.jpg',
  alt: '',
  decorative: false,
  people: 'unknown',
  size: 200_000,
  version: 1,
  uses: 0,
  public: false,
  media: { width: 1200, height: 900, widths: [320, 640], avif: [320], focalX: 50, focalY: 50 },
  createdAt: '2026-11-01T10:00:00+01:00',
  createdBy: noor,
  updatedAt: '2026-11-01T10:00:00+01:00',
  updatedBy: noor,
}
const flyer: LibraryFile = {
  ...photo,
  id: 'fil_2',
  kind: 'document',
  label: 'flyer.pdf',
  document: { name: 'flyer.pdf', size: 9 },
}

let root: Root | undefined
afterEach(async () => {
  await act(async () => root?.unmount())
  vi.unstubAllGlobals()
  sessionStorage.clear()
})

/** A server that knows one photo, and a form with one field. */
async function form(
  start?: Picture,
  faults: Record<string, string> = {},
  more: Partial<LibraryFile> = {},
) {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  document.body.innerHTML = '<div></div>'
  const auth = fakeAuth(person(['redactie']))
  const asked: string[] = []
  let file: LibraryFile = { ...photo, ...more }
  let refuse: Response | undefined
  auth.fetch.mockImplementation(async (url, init) => {
    const { method = 'GET', headers, body } = init ?? {}
    const match = (headers as Record<string, string> | undefined)?.['if-match'] ?? ''
    asked.push([method, url, match, typeof body === 'string' ? body : ''].filter(Boolean).join(' '))
    if (method === 'POST')
      return (
        refuse ??
        Response.json({ id: 'upl_1', received: 200_000, state: 'ready', file }, { status: 201 })
      )
    if (method === 'PATCH') {
      if (match !== `"${file.version}"`)
        return Response.json({ code: 'precondition_failed' }, { status: 412 })
      file = {
        ...file,
        ...(JSON.parse(String(body)) as Partial<LibraryFile>),
        version: file.version + 1,
      }
    }
    return Response.json(
      url.startsWith('/api/files?')
        ? { items: url.includes('document') ? [flyer] : [file] }
        : url.endsWith('fil_2')
          ? flyer
          : file,
    )
  })
  let value: Picture | undefined
  let pdf: string | undefined
  function Form() {
    const [picture, setPicture] = useState(start)
    const [id, setId] = useState<string>()
    value = picture
    pdf = id
    return (
      <Faults value={faults}>
        <PictureField name="image" label="Foto" value={picture} onChange={setPicture} auth={auth} />
        <FlyerField name="flyer" label="Flyer" value={id} onChange={setId} auth={auth} />
      </Faults>
    )
  }
  root = createRoot(document.body.firstElementChild!)
  await act(async () => root!.render(<Form />))
  return {
    asked,
    now: () => value,
    pdf: () => pdf,
    server: {
      change: (more: Partial<LibraryFile>) => {
        file = { ...file, ...more }
      },
      refuse: (r: Response) => {
        refuse = r
      },
    },
  }
}

async function choose(label: string, file: File) {
  const input = [...document.querySelectorAll('label')]
    .find(l => l.textContent === label)!
    .querySelector('input')!
  Object.defineProperty(input, 'files', { value: [file], configurable: true })
  await act(async () => void input.dispatchEvent(new Event('change', { bubbles: true })))
  await act(async () => void (await vi.dynamicImportSettled()))
}

async function type(field: HTMLTextAreaElement | HTMLInputElement, words: string) {
  const proto =
    field instanceof HTMLTextAreaElement
      ? HTMLTextAreaElement.prototype
      : HTMLInputElement.prototype
  Object.getOwnPropertyDescriptor(proto, 'value')!.set!.call(field, words)
  await act(async () => void field.dispatchEvent(new Event('input', { bubbles: true })))
}
const leave = (field: HTMLElement) =>
  act(async () => field.dispatchEvent(new FocusEvent('focusout', { bubbles: true })))
const tick = (words: string) =>
  act(async () =>
    [...document.querySelectorAll('label')]
      .find(l => l.textContent === words)!
      .querySelector('input')!
      .click(),
  )
const alt = () => document.querySelector<HTMLTextAreaElement>('#veld-image-alt')!
const small = new File(['x'.repeat(200_000)], 'tuin.jpg', { type: 'image/jpeg' })

it('names the place of a photo of which nobody said who is on it', () => {
  expect(sayPeople('image.people')).toBe(noPeople)
  expect(sayPeople('blocks.1.body.content.3.people')).toBe(
    "In de tekst staat een foto. Zeg wie erop staan: kies de foto, druk op 'Meer' en dan op 'Foto'.",
  )
  expect(sayPeople('image.alt')).toBeUndefined()
})

describe('a photo in a form', () => {
  it('of this device is sent, and its description has the focus', async () => {
    const { asked, now } = await form()
    await choose('Kies een foto van dit apparaat', small)
    expect(asked[0]).toBe('POST /api/files?name=tuin.jpg&purpose=image')
    expect(now()).toEqual({ fileId: 'fil_1', alt: '' })
    expect(document.activeElement).toBe(alt())
  })

  it('asks for words when the description is left without', async () => {
    await form({ fileId: 'fil_1' })
    await leave(alt())
    expect(text()).toContain("Beschrijf de foto in één zin, of kies 'alleen versiering'.")
    expect(alt().getAttribute('aria-invalid')).toBe('true')
  })

  it('keeps the first description in the library too', async () => {
    const { asked, now } = await form({ fileId: 'fil_1' })
    await type(alt(), 'De tuin in mei')
    await leave(alt())
    expect(now()).toEqual({ fileId: 'fil_1', alt: 'De tuin in mei' })
    expect(asked).toContain('PATCH /api/files/fil_1 "1" {"alt":"De tuin in mei"}')
  })

  it('that is decoration says nothing, and what was typed comes back', async () => {
    const { now } = await form({ fileId: 'fil_1', alt: 'De tuin', caption: 'Mei' })
    await tick('Foto is alleen versiering')
    expect(now()).toEqual({ fileId: 'fil_1', caption: 'Mei', decorative: true })
    await tick('Foto is alleen versiering')
    expect(now()).toEqual({ fileId: 'fil_1', caption: 'Mei', alt: 'De tuin' })
  })

  it('keeps at once who is on it, also after somebody else changed the photo', async () => {
    const { asked, server } = await form({ fileId: 'fil_1', alt: 'De tuin' })
    server.change({ version: 4 })
    await tick('Alle herkenbare mensen vinden het goed')
    expect(asked.slice(-3)).toEqual([
      'PATCH /api/files/fil_1 "1" {"people":"agreed"}',
      'GET /api/files/fil_1',
      'PATCH /api/files/fil_1 "4" {"people":"agreed"}',
    ])
  })

  it('comes from the library with its words, and goes again', async () => {
    const { now, server } = await form()
    server.change({ alt: 'De tuin' })
    await press('Kies uit de bibliotheek')
    expect(text()).toContain('1 foto.')
    await act(async () => document.querySelector<HTMLElement>('.pick-file')!.click())
    expect(now()).toEqual({ fileId: 'fil_1', alt: 'De tuin' })
    await press('Haal deze foto weg')
    expect(now()).toBeUndefined()
  })

  it('says what blocks publishing at its place', async () => {
    await form({ fileId: 'fil_1' }, { 'image.alt': 'Beschrijf de foto.' })
    expect(document.querySelector('#veld-image-alt-fout')!.textContent).toBe('Beschrijf de foto.')
  })

  it('says that who is on it keeps it from being published, until that is said, and tells the text', async () => {
    const heard = vi.fn()
    const stop = onPeople(heard)
    await form({ fileId: 'fil_1', alt: 'De tuin' }, { image: noPeople, 'image.people': noPeople })
    const told = () => [...document.querySelectorAll('.msg-error')].map(e => e.textContent)
    expect(told()).toEqual([noPeople])
    expect(document.querySelector('#veld-image-people .msg-error')!.textContent).toBe(noPeople)
    await tick('Er staan geen herkenbare mensen op')
    expect(told()).toEqual([])
    expect(heard).toHaveBeenCalledOnce()
    stop()
  })

  it('says that it is gone', async () => {
    await form({ fileId: 'fil_1', alt: 'De tuin' }, {}, { status: 'withdrawn' })
    expect(text()).toContain('Foto is verwijderd')
    expect(document.querySelector('img')).toBeNull()
  })

  it.each([
    ['too_large', 'Deze foto is te groot. Kies een foto kleiner dan 8 MB.'],
    ['too_many_pixels', 'Deze foto heeft te veel beeldpunten. Maak hem eerst kleiner.'],
    ['too_small', 'Deze foto is te klein. Kies een foto van minstens 320 beeldpunten breed.'],
    ['damaged', 'Deze foto is beschadigd. Kies een andere.'],
    ['heic', 'Deze foto kan niet elke browser tonen. Bewaar hem als jpg en probeer het opnieuw.'],
    ['kind', 'Dit soort bestand kunnen we niet gebruiken. Kies een jpg, png of webp.'],
  ])('that is refused as %s says what to do', async (code, words) => {
    const { now, server } = await form()
    server.refuse(
      Response.json({ code: 'invalid', fields: [{ name: 'file', code }] }, { status: 422 }),
    )
    await choose('Kies een foto van dit apparaat', small)
    expect(document.querySelector('.msg-error')!.textContent).toBe(words)
    expect(now()).toBeUndefined()
  })

  it('that is too large is refused before a byte is sent', async () => {
    const { asked } = await form()
    await choose(
      'Kies een foto van dit apparaat',
      Object.defineProperty(new File([''], 'groot.jpg'), 'size', { value: 8 * 1024 * 1024 + 1 }),
    )
    expect(document.querySelector('.msg-error')!.textContent).toBe(
      'Deze foto is te groot. Kies een foto kleiner dan 8 MB.',
    )
    expect(asked).toEqual([])
  })
})

describe('a pdf in a form', () => {
  it('comes from the library, and can be taken away', async () => {
    const { pdf } = await form()
    const library = [...document.querySelectorAll('button')].filter(
      b => b.textContent === 'Kies uit de bibliotheek',
    )[1]!
    await act(async () => library.click())
    await act(async () => document.querySelector<HTMLElement>('.pick-file')!.click())
    expect(pdf()).toBe('fil_2')
    expect(document.querySelector('a')!.getAttribute('href')).toBe('/bestanden/fil_2/flyer.pdf')
    await act(async () => button('Haal dit bestand weg')!.click())
    expect(pdf()).toBeUndefined()
  })

  it.each([
    ['damaged', 'Deze pdf is beschadigd. Bewaar hem opnieuw als pdf, of kies een andere.'],
    ['encrypted', 'Deze pdf heeft een wachtwoord. Haal het eraf en probeer het nog eens.'],
    ['kind', 'Dit soort bestand kunnen we niet gebruiken. Kies een pdf.'],
    ['too_heavy', /^Deze pdf is te groot of te ingewikkeld om na te kijken\./],
    [
      'active',
      'Deze pdf bevat een programma of een bijlage. ' +
        "Maak hem opnieuw met 'Afdrukken naar pdf' en probeer het nog eens.",
    ],
  ])('that is refused as %s says what to do', async (code, words) => {
    const { pdf, server } = await form()
    server.refuse(
      Response.json({ code: 'invalid', fields: [{ name: 'file', code }] }, { status: 422 }),
    )
    await choose('Kies een pdf van dit apparaat', small)
    expect(document.querySelector('.msg-error')!.textContent).toMatch(words)
    expect(pdf()).toBeUndefined()
  })

  it('of more than 100 MB is refused before a byte is sent', async () => {
    const { asked } = await form()
    await choose(
      'Kies een pdf van dit apparaat',
      Object.defineProperty(new File([''], 'groot.pdf'), 'size', { value: 100 * 1024 * 1024 + 1 }),
    )
    expect(document.querySelector('.msg-error')!.textContent).toBe(
      'Dit bestand is te groot. Kies een pdf kleiner dan 100 MB.',
    )
    expect(asked).toEqual([])
  })
})
