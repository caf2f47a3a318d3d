import type { ReactNode } from 'react'
import * as to from '../../paths'
import { PageLink } from '../../ui/PageLink'

export const Again = (): ReactNode => (
  <p>
    <PageLink className="btn" to={to.login()}>
      Opnieuw inloggen
    </PageLink>
  </p>
)

/** A callback that no sign-in of this window asked for. */
export const Foreign = () => (
  <>
    <p className="lead">Deze inloglink hoort bij een ander venster. Begin hier opnieuw.</p>
    <Again />
  </>
)

/** The sign-in pages do nothing without JavaScript, and say so. */
export const NoScript = () => (
  <noscript>
    <p>Zet JavaScript aan om in te loggen. Als bezoeker heb je dit niet nodig.</p>
  </noscript>
)
