import { expect, it } from 'vitest'
import { authCodes, logged, type AuthCode } from './errors'
import { reactionTo, sayAuth, type StorageCode } from './messages'

const misconfigured =
  'Inloggen werkt nu niet, omdat er iets niet goed is ingesteld. Neem contact met ons op als dit zo blijft.'
const notYours =
  'Je bent niet (meer) ingelogd, of je mag dit bestand niet plaatsen. Log opnieuw in en probeer het nog een keer.'
const noUpload = 'Uploaden lukt nu niet. Probeer het later opnieuw.'

const table: [AuthCode | StorageCode, string, object][] = [
  [
    'auth/unauthorized-domain',
    'Inloggen kan niet op dit webadres. Ga naar onze eigen website en probeer het daar opnieuw.',
    { button: 'none', link: 'origin', hidden: true },
  ],
  [
    'auth/popup-blocked',
    'Je browser hield het inlogvenster tegen. Je kunt inloggen zonder los venster.',
    { button: 'redirect' },
  ],
  ['auth/popup-too-small', '', { button: 'redirect' }],
  ['auth/popup-closed-by-user', '', { button: 'signIn' }],
  ['auth/cancelled-popup-request', '', { button: 'none' }],
  [
    'auth/web-storage-unsupported',
    'Je browser bewaart geen gegevens voor deze website. ' +
      'Zet cookies aan, of gebruik een gewoon venster in plaats van een privévenster.',
    { button: 'retry' },
  ],
  [
    'auth/network-request-failed',
    'We kunnen de inlogdienst nu niet bereiken. Controleer je internet en probeer het opnieuw.',
    { button: 'retry' },
  ],
  [
    'auth/invalid-auth-event',
    'Het inloggen is niet goed gegaan. Probeer het opnieuw.',
    { button: 'signIn' },
  ],
  [
    'auth/internal-error',
    'Er ging iets mis aan onze kant. Probeer het later nog een keer. Lukt het niet? Neem dan contact met ons op.',
    { button: 'retry', link: 'contact' },
  ],
  [
    'auth/auth-domain-config-required',
    misconfigured,
    { button: 'none', link: 'contact', hidden: true },
  ],
  ['auth/invalid-api-key', misconfigured, { button: 'none', link: 'contact', hidden: true }],
  [
    'auth/argument-error',
    'Er ging iets mis. Ververs de pagina en probeer het opnieuw.',
    { button: 'reload' },
  ],
  [
    'auth/login-blocked',
    'Het inloggen is niet afgemaakt. Probeer het opnieuw.',
    { button: 'retry' },
  ],
  ['auth/user-cancelled', '', { button: 'signIn' }],
  [
    'auth/user-token-expired',
    'Je bent automatisch uitgelogd. Log opnieuw in om verder te gaan.',
    { button: 'signIn' },
  ],
  [
    'auth/user-disabled',
    'Je account is uitgezet. Neem contact op met een collega die het beheer doet.',
    { button: 'none', link: 'contact' },
  ],
  [
    'auth/too-many-requests',
    'Je hebt het te vaak geprobeerd. Wacht een paar minuten en probeer het dan opnieuw.',
    { button: 'signIn', wait: true },
  ],
  [
    'auth/requires-recent-login',
    'Log nog een keer in. Dan weten we zeker dat jij het bent.',
    { button: 'signInAgain' },
  ],
  [
    'auth/requires-second-step',
    'Je wachtwoord alleen is niet genoeg. ' +
      'Log nog een keer in, met je passkey of met een code uit je app. Heb je die nog niet? ' +
      'Dan maak je er een bij het inloggen.',
    { button: 'signInAgain' },
  ],
  ['auth/weak-password', 'Kies een wachtwoord van minstens 6 tekens.', { button: 'none' }],
  [
    'auth/no-role',
    'Je bent ingelogd, maar je account heeft nog geen rechten. Vraag het aan de beheerder.',
    { button: 'signOut' },
  ],
  ['auth/sign-out-failed', '', { button: 'none' }],
  ['storage/unauthenticated', notYours, { button: 'signIn' }],
  ['storage/unauthorized', notYours, { button: 'signIn' }],
  [
    'storage/retry-limit-exceeded',
    'Het uploaden duurde te lang. Controleer je internet en probeer het opnieuw.',
    { button: 'resume' },
  ],
  ['storage/canceled', '', { button: 'none' }],
  ['storage/quota-exceeded', noUpload, { button: 'retry' }],
  ['storage/object-not-found', noUpload, { button: 'retry' }],
  ['storage/unknown', noUpload, { button: 'retry' }],
]

it.each(table)('%s says what it should, and shows the way on', (code, text, reaction) => {
  expect(sayAuth(code)).toBe(text)
  expect(reactionTo(code)).toEqual(reaction)
})

it('has a line in this table for every code', () => {
  const lines = table.map(([code]) => code)
  expect(authCodes.filter(code => !lines.includes(code))).toEqual([])
})

it('names the length that the policy asks', () => {
  expect(sayAuth('auth/weak-password', 12)).toBe('Kies een wachtwoord van minstens 12 tekens.')
})

it.each(['auth/keys-unavailable', 'auth/token-replayed', 'toString'])(
  'reads %s, which nobody knows, as a fault of ours',
  code => {
    expect(sayAuth(code as AuthCode)).toBe(sayAuth('auth/internal-error'))
  },
)

it('reads an unknown code of uploading as one', () => {
  expect(sayAuth('storage/else' as StorageCode)).toBe(noUpload)
})

it('puts in the log what the people behind the site can mend, and nothing a person did themselves', () => {
  expect(authCodes.filter(logged)).toEqual([
    'auth/unauthorized-domain',
    'auth/invalid-auth-event',
    'auth/internal-error',
    'auth/auth-domain-config-required',
    'auth/invalid-api-key',
    'auth/argument-error',
    'auth/sign-out-failed',
  ])
})
