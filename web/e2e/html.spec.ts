// The pages are valid HTML by the checker of the W3C (Nu), and their structured data by what
// schema.org and Google ask for.
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from '@playwright/test'
import { site } from './house'
import { pages } from './routes'

const vnu = createRequire(import.meta.url).resolve('vnu-jar/build/dist/vnu.jar')

interface Message {
  type: string
  url: string
  message: string
  extract?: string
}

async function validate(folder: string): Promise<Message[]> {
  const run = promisify(execFile)(
    'java',
    ['-jar', vnu, '--format', 'json', '--stdout', '--exit-zero-always', folder],
    { maxBuffer: 64 << 20 },
  )
  return (JSON.parse((await run).stdout) as { messages: Message[] }).messages
}

test('every page is valid HTML', async ({ request }) => {
  test.setTimeout(300_000)
  const folder = await mkdtemp(path.join(tmpdir(), 'herstelruimte-html-'))
  try {
    for (const [name, shown] of Object.entries(pages)) {
      if (shown.makes && name !== 'own sign-up') continue // the same components
      const answer = await request.get(site() + (await shown.path(request)))
      await writeFile(
        path.join(folder, `${name.replace(/[^\w-]+/g, '-')}.html`),
        await answer.body(),
      )
    }
    await writeFile(
      path.join(folder, 'control.html'),
      '<!doctype html><html lang="nl"><title>x</title><p><div></p></html>',
    )
    const faults = await validate(folder)
    const [control, real] = [
      faults.filter(m => m.url.endsWith('control.html')),
      faults.filter(m => !m.url.endsWith('control.html')),
    ]
    expect(control.length, 'the checker finds what is wrong').toBeGreaterThan(0)
    expect(
      real
        .filter(m => m.type === 'error')
        .map(m => `${path.basename(m.url)}: ${m.message} ${m.extract ?? ''}`),
    ).toEqual([])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

/** Properties that schema.org's types need to be of use, by the documentation of search engines. */
const required: Record<string, string[]> = {
  Event: ['name', 'startDate', 'location.name', 'location.address', 'eventStatus'],
  FAQPage: ['mainEntity'],
  Question: ['name', 'acceptedAnswer.text'],
  Article: ['headline', 'datePublished', 'author.name'],
  NewsArticle: ['headline', 'datePublished', 'author.name'],
  Organization: ['name'],
  LocalBusiness: ['name', 'address'],
}
const carries: Record<string, string> = {
  home: 'openingHours',
  contact: 'openingHours',
  activity: '"Event"',
  series: '"Event"',
  'cancelled activity': 'EventCancelled',
  questions: '"FAQPage"',
  'news item': 'Article"',
}

for (const [name, shown] of Object.entries(pages).filter(([, shown]) => !shown.makes)) {
  test(`${name}: structured data and previews`, async ({ request }) => {
    const address = await shown.path(request)
    const html = await (await request.get(site() + address)).text()
    const found = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(
      m => JSON.parse(m[1]!) as Thing,
    )
    for (const thing of found.flatMap(parts)) lacksNothing(thing)
    if (carries[name]) expect(JSON.stringify(found)).toContain(carries[name])
    expect(html.match(/<meta property="og:title"/g)).toHaveLength(1)
    if (
      /^\/(register|registrationdetails|registrationsequel|waitlist|klachten|login)\b/.test(address)
    ) {
      expect(html).toContain('<meta property="og:title" content="Herstelruimte">')
      expect(html).not.toContain('og:description')
    }
    expect(html.match(/<meta property="og:image" content="https?:/g)).toHaveLength(1)
  })
}

interface Thing {
  '@type'?: string | string[]
  [key: string]: unknown
}

/** A thing and the things within it. */
function parts(value: unknown): Thing[] {
  if (Array.isArray(value)) return value.flatMap(parts)
  if (typeof value !== 'object' || value === null) return []
  const own = '@type' in value ? [value as Thing] : []
  return [...own, ...Object.values(value).flatMap(parts)]
}

function lacksNothing(thing: Thing) {
  for (const type of [thing['@type'] ?? []].flat()) {
    for (const name of required[type] ?? []) {
      const value = name
        .split('.')
        .reduce<unknown>((v, key) => (Array.isArray(v) ? v[0] : v)?.[key as never], thing)
      expect(value, `${type} has ${name}`).toBeTruthy()
    }
  }
  for (const [key, value] of Object.entries(thing)) {
    if (/^(startDate|endDate|datePublished|dateModified)$/.test(key))
      expect(String(value)).toMatch(/^\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\d[+-]\d\d:\d\d)?$/)
    if (key === 'url') expect(String(value)).toMatch(/^https?:\/\//)
  }
}
