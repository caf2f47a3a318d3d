// What stays in browsers of the names, addresses, numbers and answers of people: of a visitor, what
// is typed until it is sent; of staff, nothing.
import { readdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import type { APIRequestContext, Page } from '@playwright/test'
import { wholeBrowser } from './browser'
import { ownFolder } from './demo'
import { expect, test } from './desk'
import type { Today } from './hall'
import { dateWith, linkIn, mailTo, other, pathOf, roomyDate, site } from './house'
import { unique } from './inbox'
import { keptFor, storable, Words } from './keeping'
import { inLong, ofList } from './long'
import { consent, fillPerson, open } from './site'
import { comeIn, people, signOut } from './staff'

test.describe.configure({ timeout: 120_000 })

/** A word that nobody else types. */
const word = () => unique('zq').replace(' ', '') + Math.random().toString(36).slice(2, 6)

/** Somebody with a name, an address and a number of their own. */
const somebody = () => ({
  name: 'N' + word(),
  email: word() + '@voorbeeld.example',
  phone: '06 ' + String(10_000_000 + Math.floor(Math.random() * 89_999_999)),
})
type Somebody = ReturnType<typeof somebody>

interface Form {
  path: string
  fill(page: Page): Promise<void>
  send: string
  /** A heading that says it worked. */
  worked: RegExp
  /** Whether what is typed waits in this tab until it is sent. */
  waits: boolean
}

/** All forms of visitors but those behind a link. */
async function forms(request: APIRequestContext, who: Somebody, answer: string) {
  const both = (page: Page) => fillPerson(page, who)
  const address = (page: Page) => page.getByLabel('E-mailadres').fill(who.email)
  const radio = (page: Page, question: string, name: string) =>
    page.getByRole('radiogroup', { name: question }).getByLabel(name, { exact: true }).check()
  const tick = (page: Page, name: string) =>
    page.getByRole('checkbox', { name, exact: true }).check()
  const all: Record<string, Form> = {
    'sign-up': {
      path: pathOf.register(await roomyDate(request)),
      fill: async page => {
        await both(page)
        await consent(page).check()
      },
      send: 'Meld mij aan',
      worked: /^Gelukt/,
      waits: true,
    },
    waitlist: {
      path: pathOf.waitlist(await dateWith(request, 'Schrijfcafé', 'waitlist')),
      fill: async page => {
        await both(page)
        await page.getByLabel('Mail mij').check()
        await radio(page, 'Kun je ook op korte termijn?', 'Nee')
        await consent(page).check()
      },
      send: 'Zet mij op de wachtlijst',
      worked: /^Je staat op de wachtlijst$/,
      waits: true,
    },
    message: {
      path: '/contact',
      fill: async page => {
        await both(page)
        await page.getByRole('radio', { name: 'Vraag over een activiteit' }).check()
        await page.getByLabel('Je bericht').fill('Mag dit ook: ' + answer)
      },
      send: 'Verstuur mijn bericht',
      worked: /^Dank je wel\. Je bericht is binnen\.$/,
      waits: true,
    },
    complaint: {
      path: '/klachten',
      fill: async page => {
        await page.getByRole('radio', { name: 'Veiligheid' }).check()
        await page.getByLabel('Wat is er gebeurd?').fill('Er lag een snoer: ' + answer)
        await radio(page, 'Wil je dat we contact opnemen?', 'Ja')
        await both(page)
      },
      send: 'Verstuur mijn klacht',
      worked: /^Bedankt dat je dit vertelt\.$/,
      waits: true,
    },
    volunteer: {
      path: '/vrijwilligers',
      fill: async page => {
        await both(page)
        await tick(page, 'Weet ik nog niet')
        await tick(page, 'Dat wissel ik liever af')
        await page.getByLabel('Wat spreekt je aan?').fill(answer)
      },
      send: 'Ik wil meedoen',
      worked: /^Leuk dat je mee wilt doen!$/,
      waits: true,
    },
    newsletter: {
      path: '/nieuwsbrief',
      fill: async page => {
        await address(page)
        await page.getByRole('checkbox', { name: /^Ja, stuur mij/ }).check()
      },
      send: 'Meld mij aan',
      worked: /^Kijk in je mail\.$/,
      waits: true,
    },
    'a question about what is kept': {
      path: '/privacy#verzoek',
      fill: async page => {
        await page.getByRole('radio', { name: 'Zien wat jullie van mij bewaren' }).check()
        await page.getByLabel('Telefoonnummer').fill(who.phone)
      },
      send: 'Verstuur je vraag',
      worked: /^Je vraag is verstuurd\.$/,
      waits: false,
    },
    'a lost link': {
      path: '/mijn-aanmeldingen',
      fill: address,
      send: 'Stuur mij mijn link',
      worked: /^Kijk in je mail\.$/,
      waits: false,
    },
  }
  return Object.entries(all)
}

/** These show every rule: two wait in the tab, of which one tells most, and one does not. */
const daily = ['sign-up', 'complaint', 'a lost link']
const ofRun = <T>(all: readonly [string, T][]) => ofList(all, ([form]) => daily.includes(form))

const press = (page: Page, name: string) =>
  page.getByRole('main').getByRole('button', { name, exact: true }).click()
const says = (page: Page, words: RegExp) =>
  expect(page.getByRole('heading', { name: words })).toBeVisible()

test(
  'a form that waits to be sent is in its tab alone, and nowhere once it is sent',
  inLong,
  async ({ page, request }) => {
    const [who, answer] = [somebody(), word()]
    const words = new Words([...Object.values(who), answer])
    const kept = storable(page, () => words)
    await open(page, '/', true)
    const all = await forms(request, who, answer)
    for (const [form, { path, fill, send, worked, waits }] of ofRun(all))
      await test.step(form, async () => {
        await open(page, path, true)
        await fill(page)
        expect(await words.placesIn(page), form).toEqual(waits ? ['session'] : [])
        await press(page, send)
        await says(page, worked)
        expect(await words.placesIn(page), form + ', sent').toEqual([])
      })
    await test.step('the number of a complaint', async () => {
      await open(page, '/klachten', true)
      const code = page.getByLabel('Je nummer')
      await code.fill('K-2222-2222-2222')
      await press(page, 'Bekijk mijn klacht')
      await expect(code).toHaveAttribute('aria-invalid', 'true')
      expect(await new Words(['K-2222-2222-2222']).placesIn(page)).toEqual([])
    })
    await test.step('the own page, and all of an address', async () => {
      let links: string[] = []
      const linkTo = (what: string) => links.find(l => l.includes(what))
      await expect(async () => {
        links = (await mailTo(request, who.email)).map(m => (m.links[0] ? linkIn(m) : ''))
        expect(linkTo('/registrationdetails/aan_') && linkTo('mij_')).toBeTruthy()
      }).toPass({ timeout: 20_000 })
      const newer = word()
      const later = new Words([...Object.values(who), answer, newer])
      await open(page, linkTo('/registrationdetails/aan_')!, true)
      await expect(page.locator('dl')).toContainText(who.email)
      await page.getByText('Verander mijn gegevens').click()
      await page.getByLabel('Hoe mogen we je noemen?').fill(newer)
      expect(await later.placesIn(page)).toEqual(['session'])
      await press(page, 'Bewaar')
      await expect(page.locator('dl')).toContainText(newer)
      expect(await later.placesIn(page)).toEqual([])
      await open(page, linkTo('mij_')!, true)
      await expect(page.getByText(newer).first()).toBeVisible()
      expect(await later.placesIn(page)).toEqual([])
    })
    expect(await kept(), 'answers that the browser may keep').toEqual([])
  },
)

test('what was typed and never sent goes after half an hour, on any page', async ({ page }) => {
  const words = new Words([word()])
  await page.clock.install()
  await open(page, '/contact', true)
  const typed = word()
  await page.getByLabel('Je bericht').fill(typed)
  expect(await new Words([typed]).placesIn(page)).toEqual(['session'])
  await open(page, '/about', true)
  expect(await new Words([typed]).placesIn(page)).toEqual(['session'])
  await page.clock.runFor('31:00')
  expect(await new Words([typed]).placesIn(page)).toEqual([])
  expect(await words.placesIn(page)).toEqual([])
})

// All screens that show names: for the long run, as no rule of one is another's.
test(
  'staff see names, numbers and answers, of which their browser keeps none',
  inLong,
  async ({ page, request }) => {
    const [seeks, answer] = [somebody(), word()]
    const seen = new Set([...Object.values(seeks), answer])
    const words = () => new Words([...seen])
    const date = await roomyDate(request)
    const main = page.getByRole('main')
    expect(await other(request, date, seeks)).toBe('registered')
    for (const [form, one] of await forms(request, seeks, answer))
      if (form === 'message' || form === 'complaint') {
        await open(page, one.path, true)
        await one.fill(page)
        await press(page, one.send)
        await says(page, one.worked)
      }
    const kept = storable(page, words)
    const looks = async (path: string, name: string) => {
      await page.goto(path)
      await expect(main).toContainText(name)
      expect(await words().placesIn(page), path).toEqual([])
    }
    await comeIn(page, people.sanne)
    await test.step('who comes today, and a tap that waits for the network', async () => {
      const day = (await (await page.request.get('/api/today')).json()) as Today
      const { occurrence } = day.sessions.find(s => s.start.includes('T10:00'))!
      const comes = somebody()
      const added = await page.request.post(`/api/occurrences/${occurrence}/people`, {
        data: {
          name: comes.name,
          contact: comes.phone,
          consent: true,
          source: 'balie',
          ifFull: 'chair',
        },
      })
      expect(added.status(), await added.text()).toBe(200)
      for (const one of [comes.name, comes.phone]) seen.add(one)
      await looks('/beheer/vandaag', comes.name)
      await page.route('**/api/taps', route => route.abort())
      await main.getByRole('button', { name: 'Er: ' + comes.name }).click()
      await expect.poll(() => new Words(['attendance']).placesIn(page)).toEqual(['database'])
      expect(await words().placesIn(page)).toEqual([])
      const sent = page.waitForResponse(r => r.url().endsWith('/api/taps'))
      await page.unroute('**/api/taps')
      await page.reload()
      expect((await sent).status()).toBe(200)
    })
    await looks(`/registrationdetails/${date.id}`, seeks.name)
    await looks('/beheer/postvak', seeks.name)
    await test.step('a message', async () => {
      await main.getByRole('row').filter({ hasText: seeks.name }).getByRole('link').click()
      await expect(main).toContainText(answer)
      await page.getByLabel('Je antwoord').fill('Dag ' + seeks.name)
      expect(await words().placesIn(page), 'an answer waits to be sent').toEqual(['session'])
      await page.getByRole('radio', { name: 'Telefonisch beantwoord' }).check()
      await press(page, 'Telefonisch beantwoord')
      await expect(page.getByText(/^Wordt gewist op /)).toBeVisible()
      expect(await words().placesIn(page)).toEqual([])
    })
    await test.step('people to call', async () => {
      await page.goto('/beheer/wachtlijst')
      await expect(main.locator('.call h2').first()).toBeVisible()
      for (const text of await main.locator('.call h2, .call a').allInnerTexts()) seen.add(text)
      expect(await words().placesIn(page)).toEqual([])
    })
    await test.step('a person', async () => {
      await page.goto('/beheer/personen')
      await page.getByLabel('E-mail, telefoon of code').fill(seeks.email)
      await press(page, 'Zoek')
      await main.getByRole('radio', { name: 'De persoon vraagt wat we bewaren' }).check()
      await main.getByRole('checkbox', { name: 'Ik weet dat dit de persoon zelf is' }).check()
      await press(page, 'Toon alles')
      await expect(main).toContainText(answer)
      expect(await words().placesIn(page)).toEqual([])
    })
    await signOut(page)
    expect(await words().placesIn(page)).toEqual([])
    await comeIn(page, people.henk, '/beheer/klachten')
    const complaints = main.getByRole('row').getByRole('link')
    await expect(complaints.first()).toBeVisible()
    const addresses = await complaints.evaluateAll(all => all.map(a => a.getAttribute('href')!))
    const isTheirs = async (address: string) => {
      await page.goto(address)
      await expect(main).toContainText('Wat is er gebeurd?')
      return (await main.innerText()).includes(answer)
    }
    let found = false // the list tells no words, and other tests complain meanwhile
    for (const address of addresses.reverse()) if ((found = await isTheirs(address))) break
    expect(found, 'the complaint').toBe(true)
    expect(await words().placesIn(page)).toEqual([])
    await page.getByRole('radio', { name: /^Geef antwoord/ }).check()
    await page.getByLabel('Bericht aan de melder').fill('Over ' + answer)
    expect(await words().placesIn(page), 'a letter waits to be sent').toEqual(['session'])
    page.once('dialog', d => void d.accept())
    await signOut(page)
    expect(await words().placesIn(page)).toEqual([])
    expect(await kept(), 'answers that the browser may keep').toEqual([])
  },
)

/** What a tab let go, the browser clears from the disk some time later, and shows to no page. */
const cleared = /^Default\/Session Storage\//

/** Files of a profile with a word in them, as the browser lays them down. */
async function filesWith(folder: string, all: string[]): Promise<string[]> {
  const held: string[] = []
  for (const file of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!file.isFile()) continue
    const at = path.join(file.parentPath, file.name)
    const bytes = await readFile(at)
    if (all.some(w => bytes.includes(w) || bytes.includes(Buffer.from(w, 'utf16le'))))
      held.push(path.relative(folder, at))
  }
  return held
}

test(
  'a profile on the disk holds nothing of who used every form',
  inLong,
  async ({ playwright, request }) => {
    const folder = await ownFolder()
    const [who, complains, answer, stays] = [somebody(), somebody(), word(), word()]
    const context = await playwright.chromium.launchPersistentContext(folder, {
      ...wholeBrowser,
      baseURL: site(),
    })
    const page = await context.newPage()
    const confided = new Map(await forms(request, complains, answer)).get('complaint')!
    for (const [form, of] of await forms(request, who, answer)) {
      const { path: at, fill, send, worked } = form === 'complaint' ? confided : of
      await open(page, at, true)
      await fill(page)
      await press(page, send)
      await says(page, worked)
    }
    await page.evaluate(w => localStorage.setItem('a', w), stays)
    await context.close()
    const files = async (...all: string[]) =>
      (await filesWith(folder, all)).filter(f => !cleared.test(f))
    const said = ({ name, email, phone }: Somebody) => [name, email, phone, phone.slice(-8)]
    expect(await files(answer, ...said(complains))).toEqual([])
    // the browser itself offers a name, an address and a number again, to whoever owns it
    expect((await files(...said(who))).filter(f => f !== 'Default/Web Data')).toEqual([])
    expect(await files(stays), 'the control').not.toEqual([])
    await rm(folder, { recursive: true, force: true })
  },
)

test('the control: a name is found in every place of a browser', async ({ page, context }) => {
  const [one, words] = [somebody(), (all: string[]) => new Words(all)]
  await open(page, '/about', true)
  const before = (await keptFor(page)).map(([place]) => place)
  expect(await words([one.name, one.phone]).placesIn(page), String(before)).toEqual([])
  await page.evaluate(async ({ name, phone }) => {
    localStorage.setItem('a', JSON.stringify({ of: name }))
    sessionStorage.setItem(name, 'a')
    window.name = phone.replaceAll(' ', '-')
    history.replaceState({ name }, '', '?wie=' + name)
    await (await caches.open('a')).put('/a', new Response('Dag ' + name + '.'))
    const db = await new Promise<IDBDatabase>(done => {
      const opening = indexedDB.open('a')
      opening.onupgradeneeded = () => opening.result.createObjectStore('a')
      opening.onsuccess = () => done(opening.result)
    })
    await new Promise(done => {
      const writing = db.transaction('a', 'readwrite')
      const hidden = new Map([['x', [new Blob([name]), new TextEncoder().encode(name)]]])
      writing.objectStore('a').put(hidden, 'a')
      writing.oncomplete = done
    })
    db.close()
    await (await navigator.storage.getDirectory()).getFileHandle(name, { create: true })
  }, one)
  await context.addCookies([{ name: 'a', value: one.name, url: page.url() }])
  expect(await words([one.name]).placesIn(page)).toEqual([
    'cache',
    'cookie',
    'database',
    'file',
    'history',
    'local',
    'session',
    'state',
  ])
  expect(await words([one.phone]).placesIn(page)).toEqual(['window'])
})
