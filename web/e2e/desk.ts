// What staff do at the desk: acts that the tests of editing share.
import type { BrowserContext, Page } from '@playwright/test'
import { chose, expect, test as base, watch } from './site'
import { comeIn, h1, people } from './staff'

export { comeIn, expect, h1, people }

interface Fixtures {
  /** A browser of somebody else. */
  elsewhere: () => Promise<Page>
}

/** On the demo that all tests share: each makes its own documents. */
export const test = base.extend<Fixtures>({
  watched: async ({ page }, use) => use(watch(page)), // the sign-in service is another host
  elsewhere: async ({ browser, baseURL }, use) => {
    const contexts: BrowserContext[] = []
    await use(async () => {
      const context = await browser.newContext({ baseURL: baseURL! })
      await chose(context, baseURL!)
      contexts.push(context)
      return context.newPage()
    })
    for (const context of contexts) await context.close()
  },
})

let made = 0
/** A title that no other test has. */
export const titled = (words: string) => `${words} ${process.pid}-${Date.now() % 1e6}-${++made}`

export const kept = (page: Page) =>
  expect(page.getByRole('status').filter({ hasText: /^Bewaard om \d+\.\d\d uur\.$/ })).toBeVisible({
    timeout: 15_000,
  })
/** Publishes, and waits for the answer: the words may still stand there of the text before. */
export const publish = async (page: Page) => {
  const answered = page.waitForResponse(r => new URL(r.url()).pathname.endsWith('/publish'))
  await page.getByRole('button', { name: 'Publiceer', exact: true }).click()
  expect((await answered).status()).toBe(200)
  await expect(page.getByText('Staat online.')).toBeVisible()
}

/** The box of a text with form. */
export const rich = (page: Page, label: string) =>
  page.getByRole('textbox', { name: label, exact: true })

/** Starts a news item and waits until it is kept. Gives its id. */
export async function writeNews(
  page: Page,
  title: string,
  text = 'We schrijven dit samen.',
): Promise<string> {
  await page.goto('/addnewsitem')
  await page.getByLabel('Titel', { exact: true }).fill(title)
  await page.getByLabel('Samenvatting').fill('Kort gezegd.')
  await rich(page, 'Tekst').click()
  await page.keyboard.type(text)
  await kept(page)
  await expect(page).toHaveURL(/\/editnews\/nws_[a-z0-9]{20}$/)
  return new URL(page.url()).pathname.split('/').pop()!
}
