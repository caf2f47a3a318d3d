// deploy/account: what the volunteer of the technique types on the server, and what the person
// behind it notices.
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { mailTo } from '../house'
import {
  Authenticator,
  expect,
  fillIn,
  isIn,
  leave,
  linkApp,
  makePasskey,
  says,
  session,
  signInPopup,
  test,
  usePasskey,
} from './acts'
import { api, person, stepsOf } from './admin'
import { addressOf, root } from './services'
import { inLong } from '../long'

function account(...words: string[]) {
  const { status, stdout, stderr } = spawnSync(path.join(root, 'deploy/account'), words, {
    encoding: 'utf8',
    env: { ...process.env, KEYCLOAK_URL: addressOf('keycloak') },
  })
  return { status, text: (stdout + stderr).trim() }
}
const done = (text: string) => ({ status: 0, text })
const refused = (text: string) => ({ status: 1, text: 'account: ' + text })

async function forget(address: string) {
  for (const old of await api<{ id: string }[]>(
    'GET',
    `/users?exact=true&email=${encodeURIComponent(address)}`,
  ))
    await api('DELETE', '/users/' + old.id)
}

test('somebody gets an account, chooses a password by mail, and loses the account again', async ({
  page,
  request,
}) => {
  const address = 'nieuw.iemand@herstelruimte.example'
  await forget(address)
  expect(account('add', 'Nina van Dijk', address, 'gastheer', 'redactie')).toEqual(
    done(
      `Er is een account voor Nina van Dijk (gastheer redactie). De mail met de link is onderweg naar ${address}.`,
    ),
  )
  expect(account('add', 'Nina van Dijk', address, 'gastheer')).toEqual(
    refused(`Er is al een account met het adres ${address}.`),
  )
  expect(account('list').text).toMatch(
    /nieuw\.iemand@herstelruimte\.example +Nina van Dijk +gastheer redactie/,
  )

  await page.goto((await mailTo(request, address)).at(-1)!.links[0]!)
  await page.getByRole('link', { name: /Verder/ }).click()
  await page.locator('#password-new').fill('een nieuw begin 2026')
  await page.locator('#password-confirm').fill('een nieuw begin 2026')
  await page.getByRole('button').last().click()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()

  const [{ id } = { id: '' }] = await api<{ id: string }[]>(
    'GET',
    `/users?exact=true&email=${encodeURIComponent(address)}`,
  )
  await page.context().clearCookies()
  const nina = {
    id,
    login: address,
    name: 'Nina van Dijk',
    password: 'een nieuw begin 2026',
  }
  await leave(page)
  await fillIn(page, nina)
  const key = await linkApp(page)
  await isIn(page, nina)
  expect((await session(page))!.roles).toEqual(['gastheer', 'redactie'])

  expect(account('roles', address, 'redactie')).toEqual(
    done(`${address} heeft nu: redactie. De persoon is uitgelogd, en kan zo weer inloggen.`),
  )
  await expect
    .poll(() => session(page), { message: 'a role that was taken away ends the session' })
    .toBeNull()
  await page.context().clearCookies()
  await signInPopup(page, { ...nina, key })
  expect((await session(page))!.roles).toEqual(['redactie'])

  expect(account('disable', address)).toEqual(
    done(`Het account ${address} is uitgezet, en overal uitgelogd.`),
  )
  await expect
    .poll(() => session(page), { message: 'an account that is off has no session' })
    .toBeNull()
  expect(account('list').text).toMatch(/Nina van Dijk +redactie \(uitgezet\)/)
  expect(account('enable', address)).toEqual(done(`Het account ${address} staat weer aan.`))
  expect(account('roles', address, 'redactie')).toEqual(done(`${address} heeft nu: redactie.`))
  expect(account('reset', address, '--code')).toEqual(
    done(
      `${address} is overal uitgelogd. De mail met de link voor een nieuw wachtwoord is onderweg.`,
    ),
  )
  expect(account('roles', address)).toEqual(
    done(`${address} heeft nu: geen rol. De persoon is uitgelogd, en kan zo weer inloggen.`),
  )
  await forget(address)
})

test(
  'a mail helps somebody to a passkey beside the app, and a reset takes both away',
  inLong,
  async ({ page, request }) => {
    const p = await person('second-chance')
    const address = `${p.login}@herstelruimte.example`
    expect(account('code', address, '--passkey')).toEqual(
      done(`De mail met de link om een passkey te maken is onderweg naar ${address}.`),
    )
    await Authenticator.of(page)
    await page.goto((await mailTo(request, address)).at(-1)!.links[0]!)
    await says(page, 'Maak een passkey')
    await page.getByRole('link', { name: /Verder/ }).click()
    await makePasskey(page)
    await expect.poll(() => stepsOf(p)).toEqual(['otp', 'webauthn-passwordless'])
    await leave(page)
    await usePasskey(page)
    await isIn(page, p)

    expect(account('reset', address, '--code').status).toBe(0)
    expect(await stepsOf(p)).toEqual([])
    await page.context().clearCookies()
    await leave(page)
    await usePasskey(page)
    await says(page, 'We kennen deze passkey niet. Log in met je wachtwoord.')
    await fillIn(page, p)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Koppel een app voor je code')
    expect(await session(page)).toBeNull()
  },
)

test('what is typed wrong is said in one sentence, and changes nothing', inLong, () => {
  for (const [words, answer] of [
    [
      ['add', 'Nina', 'nina@herstelruimte.example', 'gastheer'],
      'Geef de voornaam en de achternaam, samen tussen aanhalingstekens.',
    ],
    [['add', 'Nina van Dijk', 'nina', 'gastheer'], "'nina' is geen e-mailadres."],
    [
      ['add', 'Nina van Dijk', 'nina@herstelruimte.example', 'baas'],
      "'baas' is geen rol. Kies uit: gastheer begeleider redactie vertrouwenspersoon coordinator beheerder.",
    ],
    [
      ['add', 'Nina van Dijk', 'nina@herstelruimte.example'],
      'Geef een naam, een adres en minstens één rol. Zie: deploy/account --help',
    ],
    [
      ['roles', 'niemand@herstelruimte.example', 'gastheer'],
      'We kennen geen account met het adres niemand@herstelruimte.example. Kijk met: deploy/account list',
    ],
    [['disable'], 'Geef één adres.'],
    [['code', 'niemand@herstelruimte.example', '--app'], 'Geef één adres, en eventueel --passkey.'],
    [['reset', 'niemand@herstelruimte.example', '--alles'], 'Geef één adres, en eventueel --code.'],
  ] as const)
    expect(account(...words)).toEqual(refused(answer))
  expect(account('list').text).not.toContain('nina')
})
