// The network drops, and the sign-in ends, in the middle of a text: nothing that was typed is lost.
import { comeIn, expect, kept, people, rich, test, titled, writeNews } from './desk'

test('without network the text stays, also through a reload, and is saved when there is network again', async ({
  page,
  context,
}) => {
  const title = titled('Onderweg getypt')
  await comeIn(page, people.noor)
  const id = await writeNews(page, title)
  await context.route('**/api/drafts/**', route => route.abort())
  await page.getByLabel('Samenvatting').fill('In de trein geschreven.')
  await expect(page.getByText('Nog niet bewaard: er is geen verbinding.')).toBeVisible({
    timeout: 15_000,
  })
  await context.unroute('**/api/drafts/**')
  page.on('dialog', d => void d.accept())
  await page.reload()
  await expect(page.getByLabel('Samenvatting')).toHaveValue('In de trein geschreven.')
  await kept(page)
  const draft = (await (await page.request.get('/api/drafts/news/' + id)).json()) as {
    doc: { summary: string }
  }
  expect(draft.doc.summary).toBe('In de trein geschreven.')
})

test('the sign-in ends in the middle of a long text: it waits on the screen, and saving goes on after signing in again', async ({
  page,
}) => {
  const title = titled('Lang verhaal')
  await comeIn(page, people.bram)
  const id = await writeNews(page, title)
  await page.route(/\/api\/(drafts|session)/, route =>
    route.fulfill({ status: 401, json: { code: 'unauthorized' } }),
  )
  await rich(page, 'Tekst').click()
  await page.keyboard.press('End')
  await page.keyboard.type(' En dit typte ik toen het misging.')
  await expect(
    page.getByText('Je bent uitgelogd. Log opnieuw in. Je tekst staat nog klaar.'),
  ).toBeVisible({ timeout: 15_000 })
  await expect(rich(page, 'Tekst')).toContainText('toen het misging')
  await page.unroute(/\/api\/(drafts|session)/)
  const [popup] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('button', { name: 'Log opnieuw in' }).first().click(),
  ])
  const choice = popup.locator(`button[name=account][value=${people.bram.login}]`)
  // the service may still know the person
  await choice.click({ timeout: 5000 }).catch(() => undefined)
  await kept(page)
  const draft = await (await page.request.get('/api/drafts/news/' + id)).text()
  expect(draft).toContain('toen het misging')
})
