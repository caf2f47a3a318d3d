// The first beheerder of a new installation: from the mail to the status page.
import { expect, fillIn, linkApp, openPopup, test } from '../keycloak/acts'
import { isBeheerder, keep, keepCookie, seesStatus } from './stack'

const [login, password] = ['beheer@herstelruimte.example', 'een eerste begin 2026']

test('chooses a password, links an app and sees how the house stands', async ({
  page,
  context,
}) => {
  await page.goto(process.env['LINK']!)
  await page.getByRole('link', { name: /Verder/ }).click()
  for (const field of ['#password-new', '#password-confirm'])
    await page.locator(field).fill(password)
  await page.getByRole('button').last().click()
  await expect(page.locator('#password-new')).toBeHidden()
  await context.clearCookies()

  const popup = await openPopup(page)
  const closed = popup.waitForEvent('close')
  await fillIn(popup, { id: '', login, name: '', password })
  await expect(popup.getByRole('heading', { level: 1 })).toHaveText('Koppel een app voor je code')
  keep({ login, password, key: await linkApp(popup) })
  await closed
  await isBeheerder(page)
  await seesStatus(page)
  await keepCookie(context)
})
