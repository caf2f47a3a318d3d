// What JavaScript adds to a form. The plain road is in task-*.spec.ts.
import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { dateWith, freshAddress, mailTo, openDate, pathOf, roomyDate } from './house'
import { some } from './long'
import { consent, expect, fillPerson, holdScripts, open, signUp, test, settled } from './site'

const posts = (requests: { method: string }[]) => requests.filter(r => r.method === 'POST').length
const send = (page: Page) => page.getByRole('button', { name: 'Meld mij aan' })

test('three clicks are one sending', async ({ page, request, watched }) => {
  const email = freshAddress()
  await open(page, pathOf.register(await roomyDate(request)), true)
  await fillPerson(page, { name: 'Ilse', email })
  await consent(page).check()
  await send(page).evaluate((b: HTMLButtonElement) => {
    b.click()
    b.click()
    b.click()
  })
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Gelukt, .+!$/)
  expect(posts(watched.requests)).toBe(1)
  expect(await mailTo(request, email)).toHaveLength(1)
})

test('a cut connection is tried again with the same key and counts once', async ({
  page,
  request,
  watched,
}) => {
  const email = freshAddress()
  const keys: (string | null)[] = []
  await page.route('**/registrations*', async route => {
    keys.push(await route.request().headerValue('idempotency-key'))
    if (keys.length > 1) return route.continue()
    await route.fetch() // it arrives, its answer does not
    return route.abort('connectionreset')
  })
  await open(page, pathOf.register(await roomyDate(request)), true)
  await signUp(page, { name: 'Ravi', email })
  await expect(
    send(page).or(page.getByRole('button', { name: 'Bezig met versturen…' })),
  ).toHaveAttribute('aria-busy', 'true')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Gelukt, .+!$/)
  expect(keys).toHaveLength(2)
  expect(keys[0]).toBe(keys[1])
  expect(await mailTo(request, email)).toHaveLength(1)
  watched.noise.splice(
    0,
    watched.noise.length,
    ...watched.noise.filter(n => !n.includes('ERR_CONNECTION_RESET')),
  )
})

test('without internet the form says so and keeps everything', async ({
  page,
  request,
  context,
  watched,
}) => {
  await open(page, pathOf.register(await roomyDate(request)), true)
  await fillPerson(page, { name: 'Vera', phone: '0612345678' })
  await consent(page).check()
  await context.setOffline(true)
  await send(page).click()
  const notice = page.getByRole('group', { name: 'Het is nog niet gelukt' })
  await expect(notice).toContainText(
    'Je hebt nu geen internet. We bewaren wat je hebt ingevuld zolang deze pagina open blijft.',
  )
  await expect(page.getByLabel('Hoe mogen we je noemen?')).toHaveValue('Vera')
  await context.setOffline(false)
  await notice.getByRole('button', { name: 'Probeer opnieuw' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Gelukt, .+!$/)
  watched.noise.splice(
    0,
    watched.noise.length,
    ...watched.noise.filter(n => !n.includes('ERR_INTERNET_DISCONNECTED')),
  )
})

test('back, forward and reload keep what was typed; sending forgets it', async ({
  page,
  request,
}) => {
  const date = await openDate(request, 'Samen eten', 5)
  const name = page.getByLabel('Hoe mogen we je noemen?')
  await open(page, pathOf.register(date), true)
  await fillPerson(page, { name: 'Wouter', email: freshAddress() })
  await page
    .getByLabel('Waar kunnen we rekening mee houden?')
    .or(page.getByRole('checkbox', { name: 'Vegetarisch' }))
    .first()
    .check()
  await test.step('back within the site', async () => {
    await page.getByRole('link', { name: 'Naar de activiteit' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Samen eten')
    await page.goBack()
    await expect(name).toHaveValue('Wouter')
    await expect(page.getByRole('checkbox', { name: 'Vegetarisch' })).toBeChecked()
    await expect(page.getByLabel('E-mailadres')).toBeVisible()
  })
  await test.step('back from another document', async () => {
    await page.goto('/about')
    await page.goBack()
    await expect(name).toHaveValue('Wouter')
  })
  await test.step('reload', async () => {
    await page.reload()
    await expect(name).toHaveValue('Wouter')
  })
  await consent(page).check()
  await send(page).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Gelukt, .+!$/)
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0)
  await page.goBack()
  await expect(name).toHaveValue('')
})

for (const [code, status, words] of [
  ['closed', 409, 'Aanmelden kan niet meer. Bel ons, misschien is er nog plek.'],
  ['gone', 410, 'Deze activiteit gaat niet meer door. We hebben je niet aangemeld.'],
] as const) {
  test(`a sending that comes too late (${code}) ends the form and says so`, async ({
    page,
    request,
    watched,
  }) => {
    await page.route('**/registrations*', route =>
      route.fulfill({
        status,
        contentType: 'application/problem+json',
        json: { code, status, title: code },
      }),
    )
    await open(page, pathOf.register(await roomyDate(request)), true)
    await signUp(page, { name: 'Noor', phone: '0612345678' })
    await expect(page.getByRole('heading', { name: words })).toBeFocused()
    await expect(send(page)).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Bekijk het programma' })).toBeVisible()
    watched.noise.splice(
      0,
      watched.noise.length,
      ...watched.noise.filter(n => !n.includes(String(status))),
    )
  })
}

test('"Snel weg" forgets what was typed', async ({ page, request, watched }) => {
  await page.route(
    u => u.host !== new URL(process.env['SITE']!).host,
    route => route.fulfill({ body: 'weer' }),
  )
  await open(page, pathOf.register(await roomyDate(request)), true)
  await fillPerson(page, { name: 'Xandra' })
  expect(await page.evaluate(() => sessionStorage.length)).toBe(1)
  await page.getByRole('link', { name: /^Snel weg/ }).click()
  await expect(page.locator('body')).toHaveText('weer')
  watched.requests.length = 0 // going away is the point
  await open(page, pathOf.register(await roomyDate(request)), true)
  await expect(page.getByLabel('Hoe mogen we je noemen?')).toHaveValue('')
})

test('questions that are not for you are hidden; a mistake shows on leaving the field', async ({
  page,
  request,
}) => {
  await open(page, pathOf.register(await openDate(request, 'Samen eten', 5)), true)
  const condition = page.getByText('(als dit voor jou geldt)').filter({ visible: true })
  await expect(condition).toHaveCount(0)
  await expect(page.getByLabel('E-mailadres')).toBeHidden()
  await page.getByRole('checkbox', { name: 'E-mail', exact: true }).check()
  await page.getByLabel('E-mailadres').pressSequentially('naam@')
  await expect(page.locator('.msg-error')).toBeHidden()
  await page.keyboard.press('Tab')
  await expect(
    page.getByText('Dit e-mailadres klopt nog niet. Zo ziet het eruit: naam@voorbeeld.nl.'),
  ).toBeVisible()
  await expect(page.getByRole('checkbox', { name: /^Stuur mij geen mail/ })).toBeVisible()
  await expect(page.getByRole('radiogroup', { name: /^Weet die persoon hiervan/ })).toBeHidden()
  await page.getByLabel('Iemand anders').check()
  await expect(page.getByRole('radiogroup', { name: /^Weet die persoon hiervan/ })).toBeVisible()
  await page.getByText('Wat doen we met je gegevens?').click()
  await expect(page.getByText('We wissen je aanmelding 30 dagen na de activiteit.')).toBeVisible()
})

interface Early {
  path: (request: APIRequestContext) => Promise<string> | string
  /** A press that shows more of the form, and what it shows. */
  press?: (page: Page) => Locator
  shows?: (page: Page) => Locator
}
const early: Record<string, Early> = {
  'sign-up': {
    path: async r => pathOf.register(await openDate(r, 'Samen eten', 5)),
    press: page => page.getByLabel('Iemand anders'),
    shows: page => page.getByRole('radiogroup', { name: /^Weet die persoon hiervan/ }),
  },
  waitlist: { path: async r => pathOf.waitlist(await dateWith(r, 'Schrijfcafé', 'waitlist')) },
  contact: {
    path: () => '/contact',
    press: page => page.getByRole('radio', { name: 'Mijn verhaal delen' }),
    shows: page => page.getByText('Wat fijn dat je wilt vertellen.'),
  },
  volunteer: { path: () => '/vrijwilligers' },
  complaint: {
    path: () => '/klachten',
    press: page =>
      page
        .getByRole('radiogroup', { name: 'Wil je dat we contact opnemen?' })
        .or(page.getByRole('group', { name: 'Wil je dat we contact opnemen?' }))
        .getByRole('radio', { name: 'Ja' }),
    shows: page => page.getByLabel('Hoe mogen we je noemen?'),
  },
}
for (const [name, { path, press, shows }] of some(early, 'sign-up'))
  test(`${name}: nothing moves when the scripts come, and what was pressed and typed before stays`, async ({
    page,
    request,
  }) => {
    const arrive = await holdScripts(page)
    await page.addInitScript(() => {
      new PerformanceObserver(list => {
        for (const e of list.getEntries() as (PerformanceEntry & { value: number })[])
          document.documentElement.dataset['shift'] = String(
            Number(document.documentElement.dataset['shift'] ?? 0) + e.value,
          )
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await page.goto(await path(request))
    await press?.(page).check()
    const mail = page.getByRole('checkbox', { name: 'E-mail', exact: true })
    const address = page.getByLabel('E-mailadres')
    await mail.check()
    await address.fill('naam@')
    const moved = () => page.evaluate(() => document.documentElement.dataset['shift'] ?? '0')
    const before = await moved()
    arrive()
    await settled(page, true)
    await expect(mail).toBeChecked()
    await expect(address).toHaveValue('naam@')
    if (press) await expect(press(page)).toBeChecked()
    if (shows) await expect(shows(page)).toBeVisible()
    expect(await moved()).toBe(before)
  })

/** Tab until it has the focus; every stop on the way must be visible. */
async function tabTo(page: Page, target: Locator) {
  for (let i = 0; i < 60; i++) {
    await page.keyboard.press('Tab')
    if (await target.evaluate(e => e === document.activeElement)) return
  }
  throw new Error('the keyboard never came to ' + target.toString())
}

test('sign up with the keyboard alone', async ({ page, request }) => {
  await open(page, pathOf.register(await roomyDate(request)), true)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Naar de inhoud' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: /^Snel weg/ })).toBeFocused()
  await tabTo(page, page.getByLabel('Hoe mogen we je noemen?'))
  await page.keyboard.type('Bo')
  await tabTo(page, page.getByRole('checkbox', { name: 'Telefoon', exact: true }))
  await page.keyboard.press('Space')
  await tabTo(page, page.getByLabel('Telefoonnummer'))
  await page.keyboard.type('0612345678')
  await tabTo(page, consent(page))
  await page.keyboard.press('Space')
  await tabTo(page, send(page))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Gelukt, .+!$/)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})
