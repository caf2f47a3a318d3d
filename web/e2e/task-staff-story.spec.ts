// Staff task: write a story with its teller, publish it after two people said yes, and take it away
// when the teller asks.
import type { Browser, Page } from '@playwright/test'
import { violations } from './axe'
import { keepSignedIn } from './session'
import { expect, main, test } from './signin'

test.skip(({ javaScriptEnabled }) => javaScriptEnabled === false, 'staff work with JavaScript')
test.describe.configure({ timeout: 120_000 })

async function as(browser: Browser, site: string, login: string): Promise<Page> {
  const context = await browser.newContext({
    baseURL: site,
    viewport: { width: 1280, height: 900 },
  })
  const page = await context.newPage()
  await keepSignedIn(page, login)
  return page
}

const saved = (page: Page) =>
  expect(page.locator('.savebar [role=status]')).toHaveText(/^Bewaard om/)
const press = (page: Page, name: string) =>
  main(page).getByRole('button', { name, exact: true }).click()

test('a story goes online after its teller and a second editor said yes, and away when the teller asks', async ({
  page,
  browser,
  at,
  log,
}) => {
  log.pass(/status of (404|409|410|412|422)/)
  const title = `Soep op dinsdag ${Date.now()}`
  await page.setViewportSize({ width: 1280, height: 900 })
  await keepSignedIn(page, 'noor')
  await page.goto('/addStory')
  await main(page).getByLabel('Titel', { exact: true }).fill(title)
  await main(page).getByLabel('Naam van de verteller').fill('Mees')
  await main(page).getByLabel('Inleiding').fill('Ik kookte soep, en bleef.')
  const text = main(page).getByRole('textbox', { name: 'Verhaal', exact: true })
  await expect(main(page).getByRole('toolbar', { name: 'Opmaak' })).toBeVisible()
  await text.click()
  await page.keyboard.press('Control+Alt+2')
  await page.keyboard.type('Zo begon het')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Ik kom hier elke ')
  await page.keyboard.press('Control+b')
  await page.keyboard.type('dinsdag')
  await page.keyboard.press('Control+b')
  await page.keyboard.type('. We koken soep.')
  await linkIsRefusedAndMended(page)
  await pasteKeepsOnlyWhatMayStand(page)
  await main(page).getByLabel('Regel 1').fill('Samen eten')
  await main(page).getByLabel('herstel', { exact: true }).check()
  await saved(page)

  await press(page, 'Publiceer')
  await expect(
    main(page).getByText(
      'Publiceren kan pas als de verteller de laatste versie heeft goedgekeurd.',
    ),
  ).toBeVisible()
  await consentIsKept(page)
  await press(page, 'De verteller keurt deze versie goed')
  await expect(main(page).getByText(/^Goedgekeurd op/)).toBeVisible()
  await press(page, 'Ik keur goed als tweede redacteur')
  await expect(
    main(page).getByText(
      'Je schreef zelf aan dit verhaal. Vraag een andere redacteur om te kijken.',
    ),
  ).toBeVisible()
  expect(await violations(page, { within: ['main'] })).toEqual([])

  const bram = await as(browser, at.site, 'bram')
  const address = new URL(page.url()).pathname
  await bram.goto(address)
  await press(bram, 'Ik keur goed als tweede redacteur')
  await expect(main(bram).getByText(/^Bekeken door Bram/)).toBeVisible()
  await press(bram, 'Publiceer')
  await expect(
    main(bram).getByText('De verteller heeft net goedgekeurd. Wil je een dag wachten?'),
  ).toBeVisible()
  await press(bram, 'Nee, ga door')
  await expect(bram.getByText('Staat online.').first()).toBeVisible()

  const story = '/storydetails/' + address.split('/').at(-1)
  const visitor = await browser.newPage({ baseURL: at.site })
  await visitor.goto(story)
  await expect(visitor.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expect(visitor.locator('article strong', { hasText: 'dinsdag' })).toBeVisible()
  await expect(visitor.getByRole('link', { name: 'het programma' })).toHaveAttribute(
    'href',
    '/agenda',
  )
  expect(await visitor.locator('article script, article [style], article table').count()).toBe(0)

  await main(bram).getByLabel('Het hele verhaal').check()
  await press(bram, 'Haal nu weg')
  await press(bram, 'Ja, haal weg')
  await expect(main(bram).getByText('De verteller heeft dit verhaal ingetrokken.')).toBeVisible()
  await expect
    .poll(async () => (await visitor.request.get(story)).status(), { timeout: 60_000 })
    .toBe(410)
})

async function linkIsRefusedAndMended(page: Page) {
  await page.keyboard.type(' Zie ')
  await page.keyboard.press('Control+k')
  const dialog = page.getByRole('dialog', { name: 'Link' })
  await dialog.getByLabel('Waar gaat de link naartoe?').fill('javascript:alert(1)')
  await dialog.getByLabel('Welke woorden worden de link?').fill('het programma')
  await dialog.getByRole('button', { name: 'Bewaar link' }).click()
  await expect(
    dialog.getByText('Dit adres kunnen we niet gebruiken. Begin met https://.'),
  ).toBeVisible()
  await dialog.getByLabel('Waar gaat de link naartoe?').fill('/agenda')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(main(page).locator('.rte-text a', { hasText: 'het programma' })).toHaveAttribute(
    'href',
    '/agenda',
  )
}

async function pasteKeepsOnlyWhatMayStand(page: Page) {
  await page.keyboard.press('Control+End')
  await page.keyboard.press('Enter')
  await main(page)
    .locator('.rte-text')
    .evaluate(box => {
      const data = new DataTransfer()
      data.setData(
        'text/html',
        '<p style="color:red" class="MsoNormal">Rood<script>alert(1)</script></p><table><tr><td>cel</td></tr></table><a href="javascript:alert(1)">klik</a>',
      )
      box.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
      )
    })
  await expect(main(page).getByText('We hebben de opmaak weggehaald.')).toBeVisible()
  await expect(main(page).locator('.rte-text')).toContainText('cel')
  expect(
    await main(page)
      .locator('.rte-text :is(script, table, [style], [class^=Mso], a[href^=javascript])')
      .count(),
  ).toBe(0)
}

async function consentIsKept(page: Page) {
  await main(page).getByLabel('Wie vertelt dit verhaal?').fill('Mees de Boer')
  await main(page).getByLabel('Hoe bereiken we de verteller?').fill('mees@voorbeeld.example')
  await press(page, 'Leg toestemming vast')
  await expect(
    main(page).getByText(
      'Zonder toestemming voor de tekst op de site kan het verhaal er niet komen.',
    ),
  ).toBeVisible()
  for (const tick of ['Tekst op de site', 'Naam of pseudoniem'])
    await main(page).getByLabel(tick).check()
  await press(page, 'Leg toestemming vast')
  await expect(main(page).getByText(/^V-\w{4}-\w{4}-\w{4}$/)).toBeVisible()
}
