import { plural } from '../../../api/count'
import { called, type Words } from '../../../api/problem'
import { questionWords } from './words'

/** What the form to sign up and the one to wait say. */
export const signUpWords: Words = {
  ...questionWords,
  trouble: {
    gone: () => 'Deze activiteit gaat niet meer door. We hebben je niet aangemeld.',
    full: (_, free) =>
      free === 0
        ? 'Net voor jou is de laatste plek weggegaan. Wil je op de wachtlijst? Je hoeft niets opnieuw in te vullen.'
        : guestsDoNotFit(free),
    waitlist_full: called('De wachtlijst is ook vol.'),
    closed: () => 'Aanmelden kan niet meer. Bel ons, misschien is er nog plek.',
    conflict: () => 'Er is nog plek! Je kunt je meteen aanmelden.',
  },
}

function guestsDoNotFit(free: number): string {
  return (
    plural(
      free,
      'Er is nog 1 plek. Je kunt alleen komen',
      `Er zijn nog ${free} plekken. Je kunt met minder mensen komen`,
    ) + ', of samen op de wachtlijst.'
  )
}
