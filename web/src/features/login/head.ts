import type { Head } from '../../page'

/** All pages of signing in say the same little to search engines and previews. */
export const signInHead = (): Head => ({
  title: 'Inloggen – Herstelruimte',
  description: 'Inloggen voor medewerkers.',
  robots: 'noindex',
  neutral: true,
})
