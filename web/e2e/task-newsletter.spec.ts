import type { APIRequestContext, Page } from '@playwright/test'
import { accessible } from './axe'
import { freshAddress, mailAbout, mailTo, site } from './house'
import { keepSignedIn } from './session'
import { expect, open, settled, test } from './site'

const send = (page: Page) => page.getByRole('button', { name: 'Meld mij aan' })
const tick = (page: Page) =>
  page.getByRole('checkbox', { name: 'Ja, stuur mij ongeveer 6 keer per jaar de nieuwsbrief.' })
const heading = (page: Page, name: string) => page.getByRole('heading', { name })

async function subscribe(page: Page, js: boolean, email: string) {
  await open(page, '/nieuwsbrief', js)
  await page.getByLabel('E-mailadres').fill(email)
  await tick(page).check()
  await send(page).click()
  await expect(heading(page, 'Kijk in je mail.')).toBeFocused()
  await expect(
    page.getByText(
      'Klik op de link om je aanmelding af te maken. Niets gezien? Kijk bij de ongewenste mail.',
    ),
  ).toBeVisible()
  await expect(page).toHaveURL('/nieuwsbrief')
}

/** Path and query of the newest link. */
async function mailed(
  request: APIRequestContext,
  email: string,
  count: number,
  word: string,
): Promise<string> {
  const mail = (await mailTo(request, email, count)).at(-1)!
  expect(mail.subject).toBe('Wil je deze mail ontvangen?')
  const u = new URL(mail.links[0]!)
  expect(u.origin + u.pathname).toBe(new URL(site()).origin + '/nieuwsbrief')
  expect([...u.searchParams.keys()]).toEqual([word])
  return u.pathname + u.search
}

test('asked, confirmed behind a link, asked again, and off the list', async ({
  page,
  js,
  request,
}) => {
  const email = freshAddress()
  let link = ''
  await test.step('ask', async () => {
    await open(page, '/nieuwsbrief', js)
    await expect(page).toHaveTitle('Nieuwsbrief – Herstelruimte')
    await accessible(page, js)
    await subscribe(page, js, email)
    await accessible(page, js)
    link = await mailed(request, email, 1, 'bevestig')
  })
  await test.step('a link scanner changes nothing', async () => {
    for (let i = 0; i < 2; i++) {
      const seen = await request.get(site() + link)
      expect(seen.status()).toBe(200)
      expect(seen.headers()['cache-control']).toBe('no-store')
      expect(await seen.text()).toContain('<meta name="robots" content="noindex">')
      expect(await seen.text()).not.toContain('rel="canonical"')
      expect((await request.head(site() + link)).status()).toBe(200)
    }
  })
  await test.step('confirm', async () => {
    await open(page, link, js)
    await expect(heading(page, 'Wil je de nieuwsbrief ontvangen?')).toBeVisible()
    if (js) expect(await page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex')
    await expect(page.locator('link[rel=canonical]')).toHaveCount(0)
    await accessible(page, js)
    await page.getByRole('button', { name: 'Ja, stuur mij de nieuwsbrief' }).click()
    await expect(heading(page, 'Je staat op de lijst.')).toBeFocused()
    await expect(
      page.getByText(/^De volgende nieuwsbrief komt in [a-z]+( \d{4})?\.$/),
    ).toBeVisible()
    await expect(page).toHaveURL('/nieuwsbrief')
  })
  await test.step('asked again: the same page, another mail', async () => {
    await subscribe(page, js, email.toUpperCase())
    const [local, domain] = email.split('@') as [string, string]
    link = await mailed(request, `${local.toUpperCase()}@${domain}`, 1, 'afmelden').catch(() =>
      mailed(request, email, 2, 'afmelden'),
    )
  })
  await test.step('off the list, twice', async () => {
    for (let i = 0; i < 2; i++) {
      await open(page, link, js)
      await expect(heading(page, 'Wil je geen nieuwsbrief meer?')).toBeVisible()
      await page.getByRole('button', { name: 'Meld mij af' }).click()
      await expect(heading(page, 'Je bent afgemeld.')).toBeFocused()
      await expect(page.getByText('Je krijgt geen nieuwsbrief meer.')).toBeVisible()
    }
  })
})

test('somebody else filled in this address: it is removed', async ({ page, js, request }) => {
  const email = freshAddress()
  await subscribe(page, js, email)
  const link = await mailed(request, email, 1, 'bevestig')
  await open(page, link, js)
  await page.getByRole('button', { name: 'Dit was ik niet' }).click()
  await expect(heading(page, 'We hebben het weggehaald.')).toBeFocused()
  await expect(page.getByText('Je krijgt hier geen mail meer over.')).toBeVisible()
  await test.step('and its link is an old one, with the form', async () => {
    await open(page, link, js)
    await page.getByRole('button', { name: 'Ja, stuur mij de nieuwsbrief' }).click()
    await expect(heading(page, 'Deze link is verlopen.')).toBeFocused()
    await expect(page.getByText('Vul je e-mailadres nog een keer in.')).toBeVisible()
    await accessible(page, js)
    await settled(page, js)
    await tick(page).check()
    await send(page).click()
    await expect(page.getByRole('group', { name: 'Er is nog iets nodig' })).toContainText(
      'Dit e-mailadres klopt nog niet.',
    )
    await page.getByLabel('E-mailadres').fill(freshAddress())
    await send(page).click()
    await expect(heading(page, 'Kijk in je mail.')).toBeFocused()
    await expect(page).toHaveURL('/nieuwsbrief')
  })
})

test('one click in a mail program is enough', async ({ page, js, request }) => {
  const email = freshAddress()
  await subscribe(page, js, email)
  const link = await mailed(request, email, 1, 'bevestig')
  await open(page, link, js)
  await page.getByRole('button', { name: 'Ja, stuur mij de nieuwsbrief' }).click()
  await expect(heading(page, 'Je staat op de lijst.')).toBeVisible()
  const answer = await request.post(site() + link.replace('bevestig', 'afmelden'), {
    form: { 'List-Unsubscribe': 'One-Click' },
    headers: { Origin: 'https://webmail.example', 'Sec-Fetch-Site': 'cross-site' },
  })
  expect(answer.status()).toBe(200)
  expect(answer.headers()['set-cookie']).toBeUndefined()
  await open(page, link, js)
  await page.getByRole('button', { name: 'Ja, stuur mij de nieuwsbrief' }).click()
  await expect(heading(page, 'Deze link is verlopen.')).toBeVisible()
})

test('mistakes are told above the form and at the field', async ({ page, js }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await open(page, '/nieuwsbrief', js)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  await page.getByLabel('E-mailadres').focus()
  await page.keyboard.type('<b>naam@voorbeeld')
  await page.keyboard.press('Enter')
  const summary = page.getByRole('group', { name: 'Kijk nog even naar deze 2 punten:' })
  await expect(summary.getByRole('link')).toHaveText([
    'Dit e-mailadres klopt nog niet. Zo ziet het eruit: naam@voorbeeld.nl.',
    'Zet een vinkje als je dit goed vindt. Liever niet? Bel ons op 0123 45 67 89 of loop binnen.',
  ])
  await expect(summary.getByRole('heading')).toBeFocused()
  await expect(page.getByLabel('E-mailadres')).toHaveValue('<b>naam@voorbeeld')
  await accessible(page, js)
  await summary.getByRole('link').nth(1).click()
  await expect(tick(page)).toBeFocused()
  await page.keyboard.press('Space')
  await expect(tick(page)).toBeChecked()
})

test('from a newsletter that is ready: a test mail, and planned, in four presses', async ({
  page,
  js,
  request,
  watched,
}) => {
  test.skip(!js, 'staff have JavaScript')
  await keepSignedIn(page, 'noor')
  await page.goto('/beheer/nieuwsbrief')
  await page.getByRole('link', { name: 'Zomer: samen naar buiten' }).click()
  const main = page.getByRole('main')
  let presses = 0
  const press = async (role: 'button' | 'radio', name: string) => {
    presses++
    await main.getByRole(role, { name, exact: true }).click()
  }
  await press('button', 'Stuur een proef naar mij')
  await expect(main).toContainText('De proef is onderweg naar jouw mail.')
  await press('button', 'Plan of verstuur')
  await expect(heading(page, 'Wanneer?')).toBeFocused()
  await press('radio', 'Op een dag en tijd')
  await main.getByLabel('Dag', { exact: true }).fill('2026-12-01')
  await expect(main).toContainText('Dus Dinsdag 1 december om 10.00 uur, over ')
  await press('button', 'Zet in de planning')
  await expect(heading(page, 'Staat klaar')).toBeFocused()
  expect(presses).toBe(4)
  const mail = (await mailAbout(request, 'Zomer: samen naar buiten')).at(-1)!
  expect(mail.text.trim()).toMatch(/Geen nieuwsbrief meer\? Meld je hier af: \(link\)$/)
  await main.getByRole('button', { name: 'Haal uit de planning' }).click()
  await expect(heading(page, 'Klaar om te gaan?')).toBeFocused()
  const signIn = new URL(process.env['SIGNIN']!).host // only staff know it
  watched.requests.splice(0, Infinity, ...watched.requests.filter(r => r.host !== signIn))
})
