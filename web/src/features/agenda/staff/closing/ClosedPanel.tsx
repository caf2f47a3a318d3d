import { useBusy } from '../../../../staff/useBusy'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import type { Auth } from '../../../../auth/types'
import { at } from '../../../../screens'
import { ActError } from '../../../../staff/ActError'
import { ask } from '../../../../staff/api/client'
import { useRead } from '../../../../staff/api/useRead'
import { sayAt } from '../../../../staff/words'
import { PageLink } from '../../../../ui/PageLink'
import { PressButton } from '../../../../ui/PressButton'
import { staffName } from '../peopleWords'
import { sayTold, sayWhen, touches, type ClosureSeen } from './words'

interface Props {
  auth: Auth
  /** Which of them, by their first and last day: those that touch these days. */
  from: string
  to: string
  /** What the screen knows of these days: when it changes, somebody may have closed or opened. */
  of: unknown
  /** Instead of it, while the house is not closed by anybody here. */
  otherwise?: ReactNode
  reload(): void
}

export const undone = 'Dat is teruggedraaid.'

/** While the house is closed: when and why, and the way back. */
export function ClosedPanel({ auth, from, to, of, otherwise, reload }: Props) {
  // a read that fails later takes nothing away
  const { is, last: known, again } = useRead(auth, '/api/closures')
  const seen = useRef(of)
  useEffect(() => {
    if (seen.current !== of) void again()
    seen.current = of
  }, [of, again])
  const [times, count] = useState(0)
  const line = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (times > 0) line.current?.focus() // the button goes away with its panel
  }, [times])
  const all = known?.closures.filter(c => touches(c, from, to)) ?? []
  return (
    <>
      <p role="status" ref={line} tabIndex={-1}>
        {times > 0 && undone}
      </p>
      {all.length === 0 && is !== 'loading' && otherwise}
      {known &&
        all.map(c => (
          <Closed
            key={c.id}
            auth={auth}
            of={c}
            today={known.today}
            reload={() => {
              count(n => n + 1)
              again()
              reload()
            }}
          />
        ))}
    </>
  )
}

interface ClosedProps {
  auth: Auth
  of: ClosureSeen
  today: string
  reload(): void
}

/** One closure, with what its person may do about it. */
export function Closed({ auth, of: c, today, reload }: ClosedProps) {
  const [busy, during] = useBusy()
  const [wrong, say] = useState('')
  const undo = async () => {
    const asked = await during(ask(auth, `/api/closures/${c.id}/undo`))
    if (asked.is === 'done') return reload()
    say(
      asked.is === 'offline'
        ? 'Geen verbinding. Er is niets veranderd. Probeer het straks opnieuw.'
        : asked.status !== 410
          ? 'Het lukt nu niet. Probeer het straks opnieuw.'
          : 'Dit kan niet meer terug: de tijd is om, of iemand heeft het al gehoord. Kies ‘We zijn toch open’.',
    )
  }
  return (
    <section className="alert alert-warn" aria-label="We zijn dicht">
      <div>
        <p>
          <strong>{sayWhen(c, today)}.</strong> {c.reason}
        </p>
        <p className="small">
          {staffName(c.by)} deed dit {sayAt(c.at, today)}. {sayTold(c)}
          {c.draft && (
            <>
              {' '}
              Er staat een <PageLink to={at('announcement')}>concept voor de melding</PageLink>{' '}
              klaar.
            </>
          )}
        </p>
        {c.may && (
          <p className="facts-row">
            {c.undoUntil && (
              <PressButton second press={() => void undo()} busy={!!busy}>
                Maak ongedaan
              </PressButton>
            )}
            <PageLink className="btn btn-2" to={`${at('closing')}?sluiting=${c.id}&stap=open`}>
              We zijn toch open
            </PageLink>
            <PageLink className="btn btn-2" to={`${at('closing')}?sluiting=${c.id}`}>
              Maak korter of langer
            </PageLink>
          </p>
        )}
        <ActError>{wrong}</ActError>
      </div>
    </section>
  )
}
