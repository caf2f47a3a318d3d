// A form is refused in its first three seconds: who fills it in that fast is no person. The demo of
// the other tests does without; this one is like every site.
import { rm } from 'node:fs/promises'
import { now, ownFolder, runDemo } from './demo'
import { expect, fillPerson, open, test } from './site'

test('a form that is sent at once asks for another look, keeps what was typed, and is taken when it is older', async ({
  browser,
}) => {
  const folder = await ownFolder()
  const house = await runDemo(folder, ['--now=' + now])
  const context = await browser.newContext({ baseURL: house.site })
  try {
    const page = await context.newPage()
    await open(page, '/contact', true)
    await page.getByRole('radio', { name: 'Vraag over een activiteit' }).check()
    await fillPerson(page, { name: 'Sam', phone: '0612345678' })
    await page.getByLabel('Je bericht').fill('Mag mijn hond mee?')
    const send = page.getByRole('button', { name: 'Verstuur mijn bericht' })
    // as if it was opened at the moment of sending, however slow this machine is
    await page.route('**/api/messages*', async route => {
      const ticket = await context.request.get('/api/form-ticket')
      const { formTime } = (await ticket.json()) as { formTime: string }
      const typed = route.request().postDataJSON() as object
      await route.continue({ postData: JSON.stringify({ ...typed, formTime }) })
    })
    await send.click()
    await expect(
      page.getByText("Kijk alles nog even na en druk dan nog een keer op 'Verstuur mijn bericht'."),
    ).toBeVisible()
    await expect(page.getByLabel('Je bericht')).toHaveValue('Mag mijn hond mee?')
    await page.unrouteAll()
    await expect(async () => {
      await send.click()
      await expect(
        page.getByRole('heading', { name: 'Dank je wel. Je bericht is binnen.' }),
      ).toBeVisible({ timeout: 1000 })
    }).toPass()
  } finally {
    await context.close()
    await house.stop()
    for (const kept of [folder, house.data]) await rm(kept, { recursive: true, force: true })
  }
})
