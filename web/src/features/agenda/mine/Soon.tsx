import { clock } from '../../../api/moment'

interface Props {
  /** Until when this link works; undefined: as long as what it opens is kept. */
  until: string | undefined
  /** A mail has the link that stays. */
  mailed: boolean
}

/** After a new address the page goes on for a while, and so does one that a code opened. */
export function Soon({ until, mailed }: Props) {
  if (until === undefined) return null
  return (
    <p>
      Deze pagina werkt tot {clock(until)} uur.{' '}
      {mailed ? 'Daarna werkt de link in je mail.' : 'Bel ons daarna.'}
    </p>
  )
}
