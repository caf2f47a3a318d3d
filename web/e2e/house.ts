// What tests need of the running house besides its pages: dates, sign-ups of others, and the mail
// that was sent.
import { randomUUID } from 'node:crypto'
import { expect, test, type APIRequestContext } from '@playwright/test'
import type { components } from '../src/api/schema.gen'

type Line = components['schemas']['Line']
type DateOf = components['schemas']['Date']

export const site = () => process.env['SITE']!

/** The coming dates with this word in their title, in order. */
export async function datesOf(request: APIRequestContext, word: string): Promise<Line[]> {
  const answer = await request.get(`${site()}/api/occurrences?zoek=${encodeURIComponent(word)}`)
  // a search also finds what means the same
  return ((await answer.json()) as { items: Line[] }).items.filter(l => l.title.includes(word))
}

/** Before this day the sample data have states of their own. */
const quiet = '2026-12-14'

/**
 * The nth date of an activity that tests may fill and change. Each test takes its own: the order
 * never changes. A second try takes one from the end: the first may have filled its own.
 */
export async function openDate(
  request: APIRequestContext,
  word: string,
  nth: number,
): Promise<Line> {
  const all = (await datesOf(request, word)).filter(l => l.day >= quiet)
  const line = all.at(test.info().retry % 2 ? -1 - nth : nth)
  expect(line?.status, `date ${nth} of ${word}`).toMatch(/^(open|few)$/)
  return line!
}

/** The first date from the nth on that has places: for what many tests fill. */
export async function freeDate(
  request: APIRequestContext,
  word: string,
  nth: number,
): Promise<Line> {
  const all = (await datesOf(request, word)).filter(l => l.day >= quiet).slice(nth)
  const line = all.find(l => l.status === 'open')
  expect(line, `a date of ${word} with places, from the ${nth}th on`).toBeDefined()
  return line!
}

/** A date without a limit: any number of tests may sign up for it. */
export const roomyDate = (request: APIRequestContext) => dateWith(request, 'Lezing', 'open')

export async function dateWith(
  request: APIRequestContext,
  word: string,
  ...statuses: Line['status'][]
): Promise<Line> {
  const line = (await datesOf(request, word)).find(l => statuses.includes(l.status))
  expect(line, `a date of ${word} that is ${statuses.join(' or ')}`).toBeDefined()
  return line!
}

export const pathOf = {
  register: (l: Line) => `/register/${l.activityId}/${l.id}`,
  details: (l: Line) => `/agendadetails/${l.activityId}/${l.id}`,
  sequel: (l: Line) => `/registrationsequel/${l.activityId}/${l.id}`,
  waitlist: (l: Line) => `/waitlist/${l.id}`,
}

let ticket: Promise<string> | undefined
/** A moment of opening; it may be used for many forms. */
function formTime(request: APIRequestContext): Promise<string> {
  ticket ??= request
    .get(`${site()}/api/form-ticket`)
    .then(async r => ((await r.json()) as { formTime: string }).formTime)
  return ticket
}

/** Somebody else signs up, or joins the list when it is full. */
export async function other(
  request: APIRequestContext,
  line: Line,
  more: object = {},
): Promise<string> {
  const { form } = (await (
    await request.get(`${site()}/api/occurrences/${line.id}`)
  ).json()) as DateOf
  const answer = await request.post(`${site()}/api/occurrences/${line.id}/registrations`, {
    headers: { 'Idempotency-Key': randomUUID() },
    data: {
      name: 'Ander',
      phone: '0123' + String(Math.floor(Math.random() * 1e6)).padStart(6, '0'),
      firstTime: false, // asked where people are spoken to beforehand
      consent: true,
      consentVersion: form.consent.version,
      formTime: await formTime(request),
      ...more,
    },
  })
  expect([201, 409], await answer.text()).toContain(answer.status())
  return answer.status() === 201 ? ((await answer.json()) as { status: string }).status : 'full'
}

/** Asks for the link to everything of an address. */
export async function askLink(request: APIRequestContext, email: string) {
  const answer = await request.post(`${site()}/api/links`, {
    headers: { 'Idempotency-Key': randomUUID() },
    data: { email, formTime: await formTime(request) },
  })
  expect(answer.status(), await answer.text()).toBe(201)
}

/** Others take every place but `left`. */
export async function fillUp(request: APIRequestContext, line: Line, left = 0) {
  const { seats } = (await (
    await request.get(`${site()}/api/occurrences/${line.id}`)
  ).json()) as DateOf
  for (let free = seats!.free; free > left; free--)
    expect(await other(request, line, { ifFull: 'tell' })).toBe('registered')
}

export interface Mail {
  to: string
  subject: string
  text: string
  links: string[]
  attachments: { name: string }[]
}

/** All mail to an address, oldest first, as soon as there are `count`. */
export async function mailTo(
  request: APIRequestContext,
  address: string,
  count = 1,
): Promise<Mail[]> {
  let mail: Mail[] = []
  await expect
    .poll(
      async () => {
        mail = (
          (await (await request.get(`${process.env['MAIL']}/messages.json`)).json()) as Mail[]
        )
          .filter(m => m.to === address)
          .reverse()
        return mail.length
      },
      { message: `mail to ${address}`, timeout: 20_000 },
    )
    .toBeGreaterThanOrEqual(count)
  return mail
}

/** The mails with a subject, whoever of the staff they went to. */
export async function mailAbout(request: APIRequestContext, subject: string): Promise<Mail[]> {
  let mail: Mail[] = []
  await expect
    .poll(
      async () => {
        const all = await (await request.get(`${process.env['MAIL']}/messages.json`)).json()
        mail = (all as Mail[]).filter(m => m.subject === subject).reverse()
        return mail.length
      },
      { message: `mail about ${subject}`, timeout: 20_000 },
    )
    .toBeGreaterThan(0)
  return mail
}

/** The path of the link in a mail. */
export function linkIn(mail: Mail): string {
  const u = new URL(mail.links[0]!)
  expect(u.origin).toBe(new URL(site()).origin)
  return u.pathname
}

let people = 0
/** An address that no other test uses. */
export const freshAddress = () =>
  `bezoeker-${process.pid}-${Date.now()}-${++people}@voorbeeld.example`

/**
 * Somebody waits, somebody cancels: the offer is mailed. Gives the path of the own page of who
 * waited.
 */
export async function offered(
  request: APIRequestContext,
  date: Line,
): Promise<{ email: string; own: string }> {
  const [leaver, email] = [freshAddress(), freshAddress()]
  await fillUp(request, date, 1)
  expect(await other(request, date, { email: leaver, phone: undefined })).toBe('registered')
  expect(await other(request, date, { email, phone: undefined, ifFull: 'waitlist' })).toBe(
    'waiting',
  )
  const link = linkIn((await mailTo(request, leaver))[0]!)
  const cancelled = await request.delete(`${site()}/api/registration`, {
    headers: {
      Authorization: 'Aanmelding ' + link.split('/').at(-1)!,
      'Idempotency-Key': randomUUID(),
    },
  })
  expect(cancelled.status()).toBe(200)
  const offer = (await mailTo(request, email, 2)).at(-1)!
  expect(offer.subject).toMatch(/^Er is een plek vrij op /)
  return { email, own: linkIn(offer) }
}
