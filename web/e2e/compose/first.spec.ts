// The first beheerder of a new installation: from the mail to the status page.
import { expect, fillIn, leave, linkApp, test } from '../keycloak/acts'
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

  await leave(page)
  await fillIn(page, { id: '', login, name: '', password })
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Koppel een app voor je code')
  keep({ login, password, key: await linkApp(page) })
  await isBeheerder(page)
  await seesStatus(page)
  await keepCookie(context)
})
