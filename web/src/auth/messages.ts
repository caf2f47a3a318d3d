// Every sentence a person reads when signing in or staying signed in does not go well, and what
// they can do then.
import type { AuthCode } from './errors'

/** Codes of uploading files, by which a screen finds its sentence. */
export type StorageCode = `storage/${
  | 'unauthenticated'
  | 'unauthorized'
  | 'retry-limit-exceeded'
  | 'canceled'
  | 'quota-exceeded'
  | 'object-not-found'
  | 'unknown'}`

/** The way on, as data: screens make buttons and links of it. */
export interface Reaction {
  button: 'retry' | 'redirect' | 'reload' | 'signIn' | 'signInAgain' | 'signOut' | 'resume' | 'none'
  /** `contact`: how to reach us; `origin`: the official address of the site. */
  link?: 'contact' | 'origin'
  /** Signing in makes no sense here: the button for it is hidden. */
  hidden?: true
  /** The button does nothing until `retryAfter` is over. */
  wait?: true
}

interface Words extends Reaction {
  text: string
}

const misconfigured: Words = {
  text: 'Inloggen werkt nu niet, omdat er iets niet goed is ingesteld. Neem contact met ons op als dit zo blijft.',
  button: 'none',
  link: 'contact',
  hidden: true,
}
const notYours: Words = {
  text:
    'Je bent niet (meer) ingelogd, of je mag dit bestand niet plaatsen. ' +
    'Log opnieuw in en probeer het nog een keer.',
  button: 'signIn',
}
const noUpload: Words = {
  text: 'Uploaden lukt nu niet. Probeer het later opnieuw.',
  button: 'retry',
}
const silent = (button: Reaction['button']): Words => ({ text: '', button })

const words: Readonly<Record<AuthCode | StorageCode, Words>> = {
  'auth/unauthorized-domain': {
    text: 'Inloggen kan niet op dit webadres. Ga naar onze eigen website en probeer het daar opnieuw.',
    button: 'none',
    link: 'origin',
    hidden: true,
  },
  'auth/popup-blocked': {
    text: 'Je browser hield het inlogvenster tegen. Je kunt inloggen zonder los venster.',
    button: 'redirect',
  },
  // nobody reads it: the screen goes on in the whole window by itself
  'auth/popup-too-small': silent('redirect'),
  'auth/popup-closed-by-user': silent('signIn'),
  'auth/cancelled-popup-request': silent('none'),
  'auth/web-storage-unsupported': {
    text:
      'Je browser bewaart geen gegevens voor deze website. ' +
      'Zet cookies aan, of gebruik een gewoon venster in plaats van een privévenster.',
    button: 'retry',
  },
  'auth/network-request-failed': {
    text: 'We kunnen de inlogdienst nu niet bereiken. Controleer je internet en probeer het opnieuw.',
    button: 'retry',
  },
  'auth/invalid-auth-event': {
    text: 'Het inloggen is niet goed gegaan. Probeer het opnieuw.',
    button: 'signIn',
  },
  'auth/internal-error': {
    text: 'Er ging iets mis aan onze kant. Probeer het later nog een keer. Lukt het niet? Neem dan contact met ons op.',
    button: 'retry',
    link: 'contact',
  },
  'auth/auth-domain-config-required': misconfigured,
  'auth/invalid-api-key': misconfigured,
  'auth/argument-error': {
    text: 'Er ging iets mis. Ververs de pagina en probeer het opnieuw.',
    button: 'reload',
  },
  'auth/login-blocked': {
    text: 'Het inloggen is niet afgemaakt. Probeer het opnieuw.',
    button: 'retry',
  },
  'auth/user-cancelled': silent('signIn'),
  'auth/user-token-expired': {
    text: 'Je bent automatisch uitgelogd. Log opnieuw in om verder te gaan.',
    button: 'signIn',
  },
  'auth/user-disabled': {
    text: 'Je account is uitgezet. Neem contact op met een collega die het beheer doet.',
    button: 'none',
    link: 'contact',
  },
  'auth/too-many-requests': {
    text: 'Je hebt het te vaak geprobeerd. Wacht een paar minuten en probeer het dan opnieuw.',
    button: 'signIn',
    wait: true,
  },
  'auth/requires-recent-login': {
    text: 'Log nog een keer in. Dan weten we zeker dat jij het bent.',
    button: 'signInAgain',
  },
  'auth/requires-second-step': {
    text:
      'Je wachtwoord alleen is niet genoeg. ' +
      'Log nog een keer in, met je passkey of met een code uit je app. Heb je die nog niet? ' +
      'Dan maak je er een bij het inloggen.',
    button: 'signInAgain',
  },
  'auth/weak-password': { text: 'Kies een wachtwoord van minstens {n} tekens.', button: 'none' },
  'auth/no-role': {
    text: 'Je bent ingelogd, maar je account heeft nog geen rechten. Vraag het aan de beheerder.',
    button: 'signOut',
  },
  'auth/sign-out-failed': silent('none'),
  'storage/unauthenticated': notYours,
  'storage/unauthorized': notYours,
  'storage/retry-limit-exceeded': {
    text: 'Het uploaden duurde te lang. Controleer je internet en probeer het opnieuw.',
    button: 'resume',
  },
  'storage/canceled': silent('none'),
  'storage/quota-exceeded': noUpload,
  'storage/object-not-found': noUpload,
  'storage/unknown': noUpload,
}

/** Of a password, when the policy names no length. */
const shortest = 6

/**
 * The sentence for a code; empty when nothing is to be said. A code nobody knows reads as a fault
 * of ours.
 */
export function sayAuth(code: AuthCode | StorageCode, length = shortest): string {
  return wordsOf(code).text.replace('{n}', String(length))
}

export function reactionTo(code: AuthCode | StorageCode): Reaction {
  const { text: _, ...reaction } = wordsOf(code)
  return reaction
}

/** Codes come from servers and stores as well, whatever their type says. */
const wordsOf = (code: AuthCode | StorageCode): Words =>
  Object.hasOwn(words, code)
    ? words[code]
    : words[code.startsWith('storage/') ? 'storage/unknown' : 'auth/internal-error']
