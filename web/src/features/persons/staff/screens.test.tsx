// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { staffFlag } from '../../../auth/flag'
import { close, fakeAuth, open, person, press, settle, text } from '../../../../test/app'
import { readable, type All, type Goes } from './personWords'

beforeEach(() => staffFlag.raise(false))
afterEach(close)

const date = {
  id: 'occ_1',
  title: 'Creatief atelier',
  start: '2100-12-08T13:30:00+01:00',
} as Goes['freed'][number]['date']
const all: All = {
  items: [
    {
      id: 'wle_1',
      version: 3,
      mends: 'here',
      email: 'anja@voorbeeld.example',
      consent: {
        version: 'wachtlijst-1-7',
        text: 'Ik vind het goed.',
        at: '2100-11-20T14:02:00+01:00',
      },
      source: 'site',
      entry: {
        state: 'waiting',
        date,
        name: 'Anja',
        guests: 1,
        preferredWay: 'mail',
        shortNotice: true,
        keptUntil: '2100-12-15',
      } as NonNullable<All['items'][number]['entry']>,
    },
  ],
  elsewhere: [
    {
      id: 'msg_1',
      kind: 'message',
      day: '2100-11-01',
      email: 'anja@voorbeeld.example',
      text: 'Mag mijn hond mee?',
    },
  ],
  mails: [
    { id: 'mail_1', kind: 'M5', state: 'dead', at: '2100-11-20T14:02:00+01:00', why: 'address' },
  ],
  rows: ['wle_1', 'msg_1'],
  names: ['anja'],
}
const goes: Goes = {
  kinds: [{ kind: 'entries', n: 1 }],
  freed: [{ date, seats: 1, next: ['Vera'] }],
  mail: true,
}
type Answers = Record<string, (body: Record<string, unknown>) => [status: number, body: unknown]>

async function show(answers: Answers) {
  const auth = fakeAuth(person(['coordinator'], { name: 'Sanne Visser' }))
  const sent: [path: string, body: Record<string, unknown>][] = []
  auth.fetch.mockImplementation(async (input, init) => {
    const path = String(input).replace('/api/persons/', '')
    if (init?.method !== 'POST')
      return Response.json({ at: '2100-11-24T03:30:00+01:00', leaving: [], held: 0, items: [] })
    const body = JSON.parse(init.body as string) as Record<string, unknown>
    sent.push([path, body])
    const [status, answer] = answers[path]!(body)
    return Response.json(answer, { status })
  })
  await open('/beheer/personen', { auth })
  return { auth, sent }
}

const type = (name: string, words: string) =>
  act(async () => {
    const field = document.querySelector<HTMLInputElement>(`input[name=${name}], #veld-${name}`)!
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field, words)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  })
const choose = (at: string) =>
  act(async () => document.querySelector<HTMLInputElement>(at)!.click())
const search = async (what: string) => {
  await type('what', what)
  await act(async () => document.querySelector<HTMLFormElement>('main form')!.requestSubmit())
  await settle()
}
const see = async () => {
  await search('anja@voorbeeld.example')
  await choose('input[value=insight]')
  await choose('input[name=sure]')
  await press('Toon alles')
  await settle()
}
const found: Answers[string] = () => [200, { kinds: [{ kind: 'entries', n: 1 }], coming: 1 }]
const focused = () => document.activeElement!.textContent

test('nobody is nobody, and what cannot be looked up says so', async () => {
  let status = 200
  const { sent } = await show({ search: () => [status, { kinds: [], coming: 0, code: 'invalid' }] })
  await search('niemand@voorbeeld.example')
  expect(focused()).toBe('Niemand gevonden.')
  expect(text()).not.toContain('Toon alles')
  status = 422
  await search('Anja')
  expect(text()).toContain('Typ een heel e-mailadres, een telefoonnummer of de code van de balie.')
  expect(text()).not.toContain('Niemand gevonden.')
  expect(sent.map(([path]) => path)).toEqual(['search', 'search'])
})

test('everything needs a reason and the tick, and is shown with the day it goes', async () => {
  const { sent } = await show({ search: found, view: () => [200, all] })
  await search('anja@voorbeeld.example')
  expect(focused()).toBe('Gevonden')
  expect(text()).toContain('1 plek op een wachtlijst')
  await press('Toon alles')
  expect(text()).toContain('Kies waarom je alles wilt zien.')
  await choose('input[value=mail]')
  await press('Toon alles')
  expect(text()).toContain('Zet dan het vinkje.')
  expect(sent).toHaveLength(1)
  await choose('input[name=sure]')
  await press('Toon alles')
  await settle()
  expect(sent[1]).toEqual(['view', { what: 'anja@voorbeeld.example', reason: 'mail', sure: true }])
  expect(focused()).toBe('Alles van deze persoon')
  for (const words of [
    'Je bekijkt dit omdat een mail niet aankwam. Dat staat in het logboek.',
    'anja@voorbeeld.example',
    'woensdag 15 december 2100',
    'Mag mijn hond mee?',
    'Wachtlijst: niet aangekomen: dit adres bestaat niet.',
  ])
    expect(text()).toContain(words)
})

test('a file for the person asks for a recent sign-in', async () => {
  let recent = false
  const { auth } = await show({
    search: found,
    view: () => [200, all],
    export: () => (recent ? [200, all] : [403, { code: 'auth/requires-recent-login' }]),
  })
  const blobs: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation(b => (blobs.push(b as Blob), 'blob:x'))
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  await see()
  await press('Om te lezen')
  await settle()
  expect(blobs).toHaveLength(0)
  auth.signInPopup.mockImplementation(async () => {
    recent = true
    return auth.user!
  })
  await press('Log nog een keer in')
  await settle()
  const read = await blobs[0]!.text()
  expect(read).toContain('- E-mail: anja@voorbeeld.example')
  expect(read).not.toContain('wle_1')
})

test('erasing says what goes, asks for the word, and who was first', async () => {
  let already = false
  const { sent } = await show({
    search: found,
    view: () => [200, all],
    goes: () => [200, goes],
    erase: () => [200, { at: '2100-11-24T13:40:00+01:00', by: 'Ilja Mulder', already }],
  })
  await see()
  await press('Wis alles')
  await settle()
  expect(focused()).toBe('Wat gaat er weg?')
  expect(text()).toContain('komt vrij: Vera is aan de beurt.')
  await press('Wis alles')
  expect(text()).toContain('Typ het woord wissen.')
  expect(sent.map(([path]) => path)).not.toContain('erase')
  await type('word', 'Wissen')
  already = true
  await press('Wis alles')
  await settle()
  expect(sent.at(-1)![1]).toEqual({
    what: 'anja@voorbeeld.example',
    word: 'Wissen',
    rows: ['wle_1', 'msg_1'],
  })
  expect(focused()).toContain('om 13.40 uur al gewist door Ilja.')
})

test('of an address that more people share, one chooses whose goes', async () => {
  const { sent } = await show({
    search: () => [200, { kinds: [{ kind: 'entries', n: 2 }], coming: 1, names: 2 }],
    view: () => [200, { ...all, names: ['anja', 'piet'] }],
    goes: () => [200, goes],
  })
  await search('anja@voorbeeld.example')
  expect(text()).toContain('Hier horen 2 namen bij. Misschien zijn dat verschillende mensen.')
  await see()
  expect(text()).toContain('Hier horen verschillende namen bij.')
  await press('Om te lezen') // nobody is given what is another's
  await settle()
  expect(text()).toContain('Kies van wie je de gegevens meegeeft.')
  expect(sent.map(([path]) => path)).not.toContain('export')
  await press('Wis wat je koos')
  await settle()
  expect(text()).toContain('Kies wiens gegevens je wilt wissen.')
  expect(sent.map(([path]) => path)).not.toContain('goes')
  await choose('input[name=whose-1]')
  await press('Wis wat je koos')
  await settle()
  expect(sent.at(-1)![1]).toMatchObject({ what: 'anja@voorbeeld.example', whose: ['piet'] })
  expect(text()).toContain('Wat gaat er weg?')
  expect(text()).not.toContain('Wis alles')
  await press('Terug')
  expect(focused()).toBe('Alles van deze persoon')
})

test('what is held cannot be erased, until somebody ends that', async () => {
  const { sent } = await show({
    search: found,
    view: () => [
      200,
      {
        ...all,
        hold: { until: '2101-02-01', reason: 'complaint', by: 'Ilja Mulder', most: '2101-02-20' },
      },
    ],
    release: () => [200, {}],
  })
  await see()
  expect(text()).toContain(
    'Deze gegevens bewaren we tot dinsdag 1 februari 2101, omdat er een klacht loopt.',
  )
  expect(text()).not.toContain('Wis alles')
  await press('Stop met langer bewaren')
  await settle()
  expect(sent.at(-1)![0]).toBe('release')
  expect(text()).toContain('Wis alles')
})

test('a day too far away is refused in words at its field', async () => {
  await show({
    search: found,
    view: () => [200, all],
    hold: () => [422, { code: 'invalid', fields: [{ name: 'until', code: 'too_long' }] }],
  })
  await see()
  await press('Bewaar dit langer')
  await press('Bewaar langer')
  await settle()
  expect(text()).toContain('Langer dan 3 maanden kan niet.')
})

test('a new question is stored once, however often somebody presses', async () => {
  const auth = fakeAuth(person(['coordinator'], { name: 'Sanne Visser' }))
  const posts: string[] = []
  auth.fetch.mockImplementation(async (input, init) => {
    if (init?.method !== 'POST')
      return Response.json({ at: '2100-11-24T03:30:00+01:00', leaving: [], held: 0, items: [] })
    posts.push(String(input))
    return new Promise(done => setTimeout(() => done(Response.json({})), 5))
  })
  await open('/beheer/personen', { auth })
  await press('Nieuwe vraag')
  await press('Toch niet')
  expect(text()).not.toContain('Bewaar de vraag')
  await press('Nieuwe vraag')
  const save = [...document.querySelectorAll('button')].find(
    b => b.textContent === 'Bewaar de vraag',
  )!
  await act(async () => {
    save.click()
    save.click()
  })
  await act(() => new Promise(done => setTimeout(done, 20)))
  await settle()
  expect(posts).toEqual(['/api/rights-requests/desk'])
  expect(text()).toContain('De vraag is bewaard.')
})

test('what another room keeps is mended in its place, and what is wrong is said there', async () => {
  let fault: unknown
  const { sent } = await show({
    search: found,
    view: () => [200, all],
    mend: () => (fault ? [422, { code: 'invalid', fields: [fault] }] : [200, {}]),
  })
  await see()
  expect(text()).toContain('Mag mijn hond mee?')
  await press('Verbeter Bericht, maandag 1 november 2100')
  expect(focused()).toBe('Verbeter')
  await type('email', 'anja@')
  fault = { name: 'email', code: 'email' }
  await press('Bewaar')
  await settle()
  expect(text()).toContain('Dit e-mailadres klopt niet.')
  expect(document.activeElement!.id).toBe('veld-email')
  fault = undefined
  await type('name', 'Anja')
  await type('email', 'anja@elders.example')
  await press('Bewaar')
  await settle()
  expect(sent.at(-1)).toEqual([
    'mend',
    {
      what: 'anja@voorbeeld.example',
      row: 'msg_1',
      name: 'Anja',
      email: 'anja@elders.example',
      phone: '',
    },
  ])
  expect(text()).toContain('anja@elders.example')
  expect(text()).toContain('Verbeterd. Zoek de persoon hierna op wat er nu staat.')
})

test('what people agreed to is a list by kind and version', async () => {
  const auth = fakeAuth(person(['coordinator'], { name: 'Sanne Visser' }))
  auth.fetch.mockImplementation(async input =>
    Response.json(
      String(input) === '/api/consents'
        ? {
            items: [
              {
                kind: 'registration',
                version: 'aanmelding-1-30',
                text: 'Ik vind het goed.',
                source: 'telefoon',
                n: 12,
              },
              { kind: 'story', version: 'verhaal-1', source: 'papier', n: 1 },
            ],
          }
        : { at: '2100-11-24T03:30:00+01:00', leaving: [], held: 0, items: [] },
    ),
  )
  await open('/beheer/personen', { auth })
  const rows = [...document.querySelectorAll('tbody tr')].map(tr => tr.textContent)
  expect(rows).toEqual([
    'Aanmeldingaanmelding-1-30Ik vind het goed.per telefoon12',
    'Verhaalverhaal-1De zin staat op het blad over verhalen en foto’s.op papier1',
  ])
})

test('a place on a list is mended here, and put back by what it was', async () => {
  let refusal: unknown = { code: 'invalid', fields: [{ name: 'preferredWay', code: 'invalid' }] }
  const was = all.items[0]!
  const { sent } = await show({
    search: found,
    view: () => [200, all],
    'mend-row': body =>
      refusal
        ? [422, refusal]
        : [
            200,
            {
              ...was,
              email: body.email,
              version: (body.version as number) + 1,
              entry: { ...was.entry, name: body.name },
            },
          ],
  })
  await see()
  await press('Verbeter Creatief atelier, woensdag 8 december, Anja')
  expect(focused()).toBe('Verbeter')
  await type('wle_1-name', 'Anja B')
  await type('wle_1-email', 'anja@elders.example')
  await press('Bewaar')
  await settle()
  expect(text()).toContain('Daarvoor hebben we een adres of nummer nodig.')
  expect(document.querySelector<HTMLInputElement>('#veld-wle_1-name')!.value).toBe('Anja B')
  refusal = { code: 'invalid', fields: [{ name: 'guests', code: 'choice' }] } // no field of it
  await press('Bewaar')
  await settle()
  expect(text()).toContain('Het lukt nu niet.')
  refusal = { code: 'conflict', fields: [] }
  await press('Bewaar')
  await settle()
  expect(text()).toContain('Er is nu een plek voor deze persoon.')
  refusal = undefined
  await press('Bewaar')
  await settle()
  const to = { preferredWay: 'mail', shortNotice: true, row: 'wle_1' }
  expect(sent.at(-1)).toEqual([
    'mend-row',
    {
      ...to,
      what: 'anja@voorbeeld.example',
      name: 'Anja B',
      email: 'anja@elders.example',
      version: 3,
    },
  ])
  expect(focused()).toContain('De links van het oude adres werken niet meer')
  await press('Zet terug: Creatief atelier, woensdag 8 december, Anja B')
  await settle()
  expect(sent.at(-1)![1]).toEqual({
    ...to,
    what: 'anja@elders.example',
    name: 'Anja',
    email: 'anja@voorbeeld.example',
    version: 4,
  })
  expect(focused()).toBe('Het staat weer zoals het was.')
  await press('Verbeter Creatief atelier, woensdag 8 december, Anja')
  await press('Terug')
  expect(document.activeElement!.getAttribute('aria-label')).toContain('Verbeter Creatief')
})

test('somebody else mended it meanwhile: what is typed stays, and pressed again it counts', async () => {
  const [was] = all.items
  const theirs = { ...was!, version: 4, phone: '06 12 34 56 78' }
  let seen = false
  const { sent } = await show({
    search: found,
    view: () => [200, seen ? { ...all, items: [theirs] } : all],
    'mend-row': body =>
      body.version === 4
        ? [200, { ...theirs, version: 5 }]
        : [412, { code: 'precondition_failed', fields: [] }],
  })
  await see()
  await press('Verbeter Creatief atelier, woensdag 8 december, Anja')
  await type('wle_1-name', 'Anja B')
  seen = true
  await press('Bewaar')
  await settle()
  expect(text()).toContain('Iemand anders veranderde dit intussen. Hierboven staat hoe het nu is.')
  expect(text()).toContain('06 12 34 56 78')
  await press('Bewaar')
  await settle()
  expect(sent.at(-1)![1]).toMatchObject({ name: 'Anja B', version: 4 })
  expect(focused()).toContain('Verbeterd.')
})

test('what somebody chose and agreed to stands on the screen and in their file', () => {
  const file = readable({
    ...all,
    elsewhere: [
      {
        id: 'vol_1',
        kind: 'application',
        day: '2100-11-01',
        roles: ['Koken', 'unknown'],
        times: ['morning-often', 'talk'],
        keep: true,
      },
      {
        id: 'sub_1',
        kind: 'newsletter',
        day: '2100-11-01',
        consent: {
          version: 'nieuwsbrief-1',
          text: 'Ja, stuur mij de nieuwsbrief.',
          at: '2100-11-01T10:00:00+01:00',
          source: 'site',
        },
      },
    ],
  })
  for (const words of [
    '- Bericht over een plek: per mail',
    '- Rollen: Koken, Weet ik nog niet',
    '- Wanneer: Ochtend vaak. Dat wissel ik liever af',
    '- Langer bewaren: Ja, als er nu geen plek is',
    '- Toestemming: Zaterdag 20 november 2100, via de site (wachtlijst-1-7). Ik vind het goed.',
    '- Toestemming: Maandag 1 november 2100, via de site (nieuwsbrief-1). Ja, stuur mij',
  ])
    expect(file).toContain(words)
})
