// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { staffFlag } from '../../../auth/flag'
import type { Role } from '../../../auth/types'
import { button, close, fakeAuth, open, person, press, settle, text } from '../../../../test/app'
import type { Report } from './report'

const now = '2026-11-24T10:00:00+01:00'
const fine: Report = {
  checkedAt: now,
  summary: 'Alles werkt.',
  versions: [{ name: 'Website', version: '1.4.0' }],
  mails: [],
  checks: [{ key: 'database', title: 'Database', state: 'good', says: 'De database antwoordt.' }],
}
const troubled: Report = {
  ...fine,
  summary: '1 onderdeel werkt niet. 1 onderdeel vraagt aandacht.',
  checks: [
    ...fine.checks,
    { key: 'disk', title: 'Schijf', state: 'unknown', says: 'Dit is nu niet te zien.' },
    { key: 'backup', title: 'Reservekopie', state: 'off', says: 'Reservekopieën staan uit.' },
    {
      key: 'certificate',
      title: 'Certificaat',
      state: 'warn',
      says: 'Het certificaat is nog 9 dagen geldig.',
      since: '2025-12-31T08:00:00+01:00',
    },
    {
      key: 'mail',
      title: 'Mail',
      state: 'bad',
      says: 'De mailserver antwoordt niet.',
      since: '2026-11-24T09:30:00+01:00',
      todo: 'Bel de mailprovider.',
    },
  ],
  mails: [
    {
      kind: 'M1',
      state: 'failed',
      why: 'De mailserver antwoordde niet.',
      at: '2026-11-24T09:58:00+01:00',
      tries: 3,
      id: 'mail_1',
      next: '2026-11-24T10:58:00+01:00',
      again: true,
    },
    {
      kind: 'M7',
      state: 'dead',
      why: 'Dit adres bestaat niet.',
      id: 'mail_2',
      again: false,
      at: '2026-11-23T20:00:00+01:00',
      tries: 1,
    },
  ],
}

type Answer = () => Response | Promise<Response>
const gives =
  (report: Report): Answer =>
  () =>
    Response.json(report)
const refuses =
  (status: number, body: object): Answer =>
  () =>
    Response.json(body, { status })
const away: Answer = () => {
  throw new TypeError('no network')
}

interface Api {
  status: Answer
  mail?: Answer
}

/** The screen for these roles, on answers that a test may change. Gives what was asked. */
async function show(api: Api, roles: Role[] = ['coordinator']) {
  const auth = fakeAuth(person(roles))
  const asked: string[] = []
  auth.fetch.mockImplementation(async (path, init) => {
    asked.push(`${init?.method ?? 'GET'} ${path}${init?.body ? ' ' + (init.body as string) : ''}`)
    return path === '/api/status/test-mail' ? (api.mail ?? away)() : api.status()
  })
  await open('/beheer/status', { auth })
  return { asked }
}

const region = (title: string) =>
  [...document.querySelectorAll('main section')].find(
    s => s.querySelector('h2')?.textContent === title,
  )
const rows = (title: string) =>
  [...(region(title)?.querySelectorAll('li') ?? [])].map(li => li.textContent)
const alert = () => document.querySelector('main [role=alert]')?.textContent
const box = () => document.querySelector<HTMLInputElement>('[name=address]')!
const type = (value: string) =>
  act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(box(), value)
    box().dispatchEvent(new Event('input', { bubbles: true }))
  })
const send = async () => {
  await press('Stuur testmail')
  await settle()
}

beforeEach(() => staffFlag.raise(false))
afterEach(close)

describe('the status', () => {
  it('says that all is well, and when', async () => {
    await show({ status: gives(fine) })
    expect(document.querySelector('h1')!.textContent).toBe('Status')
    expect(document.querySelector('main .page > [role=status]')!.textContent).toBe(
      'Alles werkt.Gekeken op dinsdag 24 november om 10.00 uur.',
    )
    expect(rows('Dit werkt')).toEqual(['DatabaseWerktDe database antwoordt.'])
    expect(region('Dit vraagt aandacht')).toBeUndefined()
    expect(text()).toContain('Er zijn nu geen mails blijven steken.')
    expect(region('Versies')!.textContent).toContain('Website1.4.0')
  })

  it('names what is broken first, each with its state in words, since when, and what to do', async () => {
    await show({ status: gives(troubled) })
    expect(rows('Dit vraagt aandacht')).toEqual([
      'MailKapotDe mailserver antwoordt niet.Sinds dinsdag 24 november om 9.30 uur.Wat je kunt ' +
        'doen: Bel de mailprovider.',
      'CertificaatLet opHet certificaat is nog 9 dagen geldig.Sinds woensdag 31 december 2025 om 8.00 uur.',
      'SchijfNiet te zienDit is nu niet te zien.',
    ])
    expect(
      region('Dit gebruiken we niet')!.querySelector<HTMLDetailsElement>('details')!.open,
    ).toBe(false)
    expect(rows('Dit gebruiken we niet')).toEqual([
      'ReservekopieNiet ingesteldReservekopieën staan uit.',
    ])
    for (const badge of document.querySelectorAll('main .badge'))
      expect(badge.querySelector('svg')).not.toBeNull()
  })

  it('does not look as if all is well when something could not be seen', async () => {
    await show({
      status: gives({
        ...fine,
        summary: '1 onderdeel is nu niet te zien.',
        checks: [
          ...fine.checks,
          { key: 'disk', title: 'Schijf', state: 'unknown', says: 'Dit is nu niet te zien.' },
        ],
      }),
    })
    expect(document.querySelector('main [role=status] .alert-warn')!.textContent).toContain(
      '1 onderdeel is nu niet te zien.',
    )
    expect(rows('Dit vraagt aandacht')).toEqual(['SchijfNiet te zienDit is nu niet te zien.'])
  })

  it('tells of mails that did not go out by their kind, and of nobody', async () => {
    await show({ status: gives(troubled) })
    expect(rows('Mails die niet aankwamen')).toEqual([
      'Bevestiging van een aanmeldingOm 10.58 uur weerDe mailserver antwoordde niet.Laatste keer ' +
        'op dinsdag 24 november om 9.58 uur. 3 keer geprobeerd.Opnieuw',
      'Er is een plek vrijNiet aangekomenDit adres bestaat niet.Laatste keer op maandag 23 ' +
        'november om 20.00 uur. 1 keer geprobeerd.',
    ])
  })

  it('looks again, with the old answer in view until the new one is there', async () => {
    const api: Api = { status: gives(troubled) }
    await show(api)
    let answer = (_: Response) => {}
    api.status = () =>
      new Promise(done => {
        answer = done
      })
    await press('Kijk opnieuw')
    expect(button('Kijk opnieuw')!.getAttribute('aria-busy')).toBe('true')
    expect(text()).toContain('1 onderdeel werkt niet.')
    await act(async () => answer(Response.json(fine)))
    await settle()
    expect(button('Kijk opnieuw')!.getAttribute('aria-busy')).toBeNull()
    expect(text()).toContain('Alles werkt.')
  })

  it('says that it could not look and where else to, and tries again', async () => {
    const api: Api = { status: away }
    await show(api)
    expect(alert()).toBe(
      'We konden de status niet laden. Controleer je internet en probeer het opnieuw.',
    )
    expect(text()).toContain('deploy/doctor')
    api.status = gives(fine)
    await press('Probeer opnieuw')
    await settle()
    expect(alert()).toBeUndefined()
    expect(text()).toContain('Alles werkt.')
  })

  it('shows no old answer as if it were the present one, and the button keeps the focus', async () => {
    const api: Api = { status: gives(fine) }
    await show(api)
    const again = button('Kijk opnieuw')!
    again.focus()
    api.status = refuses(503, { code: 'unavailable' })
    await press('Kijk opnieuw')
    await settle()
    expect(text()).not.toContain('Alles werkt.')
    expect(alert()).toContain('We konden de status niet laden.')
    api.status = gives(fine)
    await press('Probeer opnieuw')
    await settle()
    expect(document.activeElement).toBe(again)
  })

  it('is busy while it looks for the first time', async () => {
    await show({ status: () => new Promise(() => {}) })
    expect(document.querySelector('main [aria-busy=true] [role=status]')!.textContent).toBe(
      'Even geduld, we kijken of alles werkt.',
    )
  })
})

describe('who may see it', () => {
  it.each<[Role, boolean, boolean]>([
    ['gastheer', false, false],
    ['begeleider', false, false],
    ['redactie', false, false],
    ['vertrouwenspersoon', false, false],
    ['coordinator', true, false],
    ['beheerder', true, true],
  ])('%s: the status %s, a test mail %s', async (role, reads, mails) => {
    const { asked } = await show({ status: gives(fine) }, [role])
    expect(text().includes('Alles werkt.')).toBe(reads)
    expect(text().includes('Hier heb je geen rechten voor.')).toBe(!reads)
    expect(region('Testmail sturen') !== undefined).toBe(mails)
    expect(asked.some(a => a.includes('/api/status'))).toBe(reads)
  })
})

describe('the test mail', () => {
  const done: Answer = () => new Response(null, { status: 204 })
  const beheerder = (mail: Answer) => show({ status: gives(fine), mail }, ['beheerder'])
  const summary = () => document.querySelector('.alert-error')?.textContent
  const posts = (asked: string[]) => asked.filter(a => a.startsWith('POST'))

  it('goes out, says where to, and keeps the address for another one', async () => {
    const { asked } = await beheerder(done)
    await type(' ilja@voorbeeld.example ')
    await send()
    expect(posts(asked)).toEqual([
      'POST /api/status/test-mail {"address":"ilja@voorbeeld.example"}',
    ])
    expect(document.activeElement!.textContent).toContain(
      'De testmail is onderweg naar ilja@voorbeeld.example.',
    )
    expect(box().value).toBe('ilja@voorbeeld.example')
    await send()
    expect(posts(asked)).toHaveLength(2)
    expect(document.activeElement!.textContent).toContain('De testmail is onderweg')
  })

  it.each([
    ['', 'Vul een e-mailadres in.'],
    ['ilja', 'Dit e-mailadres klopt nog niet. Zo ziet het eruit: naam@voorbeeld.nl.'],
  ])('asks for an address before anything is sent: %j', async (address, words) => {
    const { asked } = await beheerder(done)
    await type(address)
    await send()
    expect(posts(asked)).toEqual([])
    expect(summary()).toContain(words)
    expect(document.activeElement!.closest('.alert-error')).not.toBeNull()
    expect(document.querySelector('#veld-address-fout')!.textContent).toBe(words)
    expect(document.title).toBe('Let op: Status – Herstelruimte')
    await type('ilja@voorbeeld.example')
    await send()
    expect(document.title).toBe('Status – Herstelruimte')
  })

  it.each<[string, Answer, string]>([
    ['the database is away', refuses(503, { code: 'unavailable' }), 'Er ging bij ons iets mis.'],
    [
      'too many',
      refuses(429, { code: 'too_many' }),
      'Er zijn in het laatste uur al veel testmails verstuurd.',
    ],
    [
      'a role that was taken away',
      refuses(403, { code: 'forbidden' }),
      'Hier heb je geen rechten voor.',
    ],
    [
      'an address the server refuses',
      refuses(422, { code: 'invalid', fields: [{ name: 'address', code: 'email' }] }),
      'Dit e-mailadres klopt nog niet.',
    ],
    [
      'a page instead of an answer',
      () => new Response('<html>', { status: 502 }),
      'Er ging bij ons iets mis.',
    ],
    ['no answer', away, 'We kregen geen antwoord.'],
  ])('says what went wrong and loses nothing: %s', async (_, mail, words) => {
    const { asked } = await beheerder(mail)
    await type('ilja@voorbeeld.example')
    await send()
    expect(summary()).toContain(words)
    expect(box().value).toBe('ilja@voorbeeld.example')
    expect(text()).not.toContain('De testmail is onderweg naar')
    expect(posts(asked)).toHaveLength(1)
  })

  it('says that there is no internet', async () => {
    await beheerder(away)
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    await type('ilja@voorbeeld.example')
    await send()
    expect(summary()).toContain('Je hebt nu geen internet. De testmail is niet verstuurd.')
  })

  it('forgets the good news as soon as the next one fails', async () => {
    const api: Api = { status: gives(fine), mail: done }
    await show(api, ['beheerder'])
    await type('ilja@voorbeeld.example')
    await send()
    api.mail = away
    await send()
    expect(text()).not.toContain('De testmail is onderweg naar')
    expect(summary()).toContain('We kregen geen antwoord.')
  })

  it('can be sent when the status itself cannot be read', async () => {
    await show({ status: away, mail: done }, ['beheerder'])
    await type('ilja@voorbeeld.example')
    await send()
    expect(text()).toContain('De testmail is onderweg naar')
  })

  it('still knows what was typed after a sign-in in between, until it is sent', async () => {
    await beheerder(done)
    await type('ilja@voor')
    const kept = sessionStorage.getItem('hr.staff.testmail')
    await close()
    staffFlag.raise(false)
    sessionStorage.setItem('hr.staff.testmail', kept!)
    await beheerder(done)
    expect(box().value).toBe('ilja@voor')
    await type('ilja@voorbeeld.example')
    await send()
    expect(sessionStorage.getItem('hr.staff.testmail')).toBeNull()
  })

  it('absorbs a second press while the first is under way', async () => {
    const { asked } = await beheerder(() => new Promise(() => {}))
    await type('ilja@voorbeeld.example')
    await act(async () => {
      button('Stuur testmail')!.click()
      button('Stuur testmail')!.click()
    })
    expect(posts(asked)).toHaveLength(1)
    expect(button('Bezig met versturen…')!.getAttribute('aria-busy')).toBe('true')
  })
})
