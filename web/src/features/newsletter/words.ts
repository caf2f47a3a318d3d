import { monthName } from '../../api/moment'
import type { Words } from '../../api/problem'

/**
 * The sentence that people agree with; the server knows it by its version
 * (internal/newsletter/subscribe.go).
 */
export const consent = {
  version: 'nieuwsbrief-1',
  text: 'Ja, stuur mij ongeveer 6 keer per jaar de nieuwsbrief.',
}

export const expired = 'Deze link is verlopen. Vul je e-mailadres nog een keer in.'

export const words: Words = { trouble: { not_found: () => expired } }

/** januari, of 2027-01; with the year when it is another one than that of `now`, a moment. */
export const monthOf = (yearMonth: string, now: string) =>
  monthName(yearMonth) +
  (yearMonth.slice(0, 4) === now.slice(0, 4) ? '' : ' ' + yearMonth.slice(0, 4))
