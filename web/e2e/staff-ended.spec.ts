// Sessions that end elsewhere: at the provider, by a beheerder, by the person on another device.
import {
  chooseAt,
  comeIn,
  expect,
  greets,
  isIn,
  people,
  popupButton,
  sessionOf,
  showsSignedIn,
  test,
  unfoldDevices,
} from './staff'
import { inLong } from './long'

// the server takes no token of a sign-in that was ended
test.use({ expected: /^error: session auth\/login-blocked/ })

const over = 'Je bent automatisch uitgelogd. Log opnieuw in om verder te gaan.'

test('a logout through the back channel reaches an open tab at its next call', async ({
  page,
  house,
}) => {
  await comeIn(page, people.ilja)
  await page.waitForLoadState('networkidle') // else its next call is one of this screen
  await house.press('users/ilja/logout')
  expect(await sessionOf(page), 'the server knows at once').toBeNull()
  await greets(page, people.ilja)
  await page.getByRole('link', { name: 'Accounts' }).click()
  await expect(page).toHaveURL('/login?terug=%2Fbeheer%2Faccounts')
  await expect(page.getByText(over)).toBeVisible()
  await showsSignedIn(page, false)
})

test('"Overal uitloggen" by a beheerder ends another browser for good: it must ask for the password again', async ({
  page,
  elsewhere,
}) => {
  await comeIn(page, people.jan)
  const desk = await elsewhere()
  await comeIn(desk, people.ilja, '/beheer/accounts')
  const jan = desk.getByRole('region', { name: 'Jan Bakker' })
  // one for each sign-in, also those of earlier tests
  await expect(jan.getByRole('listitem').first()).toBeVisible()
  await jan.getByRole('button', { name: 'Overal uitloggen' }).click()
  await jan.getByRole('button', { name: 'Ja, overal uitloggen' }).click()
  await expect(desk.getByText('Jan Bakker is overal uitgelogd.')).toBeFocused()
  await expect(jan).toHaveCount(0)

  expect(await sessionOf(page)).toBeNull()
  await page.reload()
  await expect(page).toHaveURL('/login?terug=%2Fbeheer')
  await expect(page.getByText(over)).toBeVisible()
  await showsSignedIn(page, false)

  // The provider still knows this browser. That is not enough: it is told to ask who it is.
  const [popup] = await Promise.all([page.waitForEvent('popup'), popupButton(page).click()])
  await expect(popup.getByText('Log nog een keer in om verder te gaan.')).toBeVisible()
  await chooseAt(popup, people.jan)
  await isIn(page, people.jan)
})

test(
  "one sign-in of one's own is ended from another device, and the other sign-ins go on",
  inLong,
  async ({ page, elsewhere }) => {
    await comeIn(page, people.henk)
    const phone = await elsewhere()
    await comeIn(phone, people.henk)
    await page.reload()
    const own = await unfoldDevices(page)
    await expect(own.getByRole('listitem')).toHaveCount(2)
    await own
      .getByRole('listitem')
      .filter({ hasNotText: 'dit apparaat' })
      .getByRole('button')
      .click()
    await expect(own.getByText('Chrome op Linux is uitgelogd.')).toBeFocused()
    await expect(own.getByRole('listitem')).toHaveCount(1)

    await phone.reload()
    await expect(phone).toHaveURL('/login?terug=%2Fbeheer')
    await expect(phone.getByText(over)).toBeVisible()
    expect(await sessionOf(phone)).toBeNull()
    await page.reload()
    await greets(page, people.henk)
  },
)

test('"Overal uitloggen" for oneself ends every browser', inLong, async ({ page, elsewhere }) => {
  await comeIn(page, people.sanne)
  const phone = await elsewhere()
  await comeIn(phone, people.sanne)
  const own = await unfoldDevices(page)
  await own.getByRole('button', { name: 'Overal uitloggen' }).click()
  await expect(page).toHaveURL('/')
  await showsSignedIn(page, false)
  await phone.reload()
  await expect(phone).toHaveURL('/login?terug=%2Fbeheer')
  expect(await sessionOf(phone)).toBeNull()
})

test(
  'an account that is switched off ends at its next refresh, and is told why',
  inLong,
  async ({ page, context, house }) => {
    await context.clock.install()
    await comeIn(page, people.loes)
    await house.press('users/loes/disable')
    await context.clock.fastForward(600_000)
    await expect(page).toHaveURL('/login?terug=%2Fbeheer')
    await expect(
      page.getByText(
        'Je account is uitgezet. Neem contact op met een collega die het beheer doet.',
      ),
    ).toBeVisible()
    await showsSignedIn(page, false)
    expect(await sessionOf(page)).toBeNull()
    await house.press('users/loes/enable')
  },
)
