import { useId } from 'react'
import { clock, date, weekday } from '../../../api/moment'
import { ActError } from '../../../staff/ActError'
import { useTakeBack } from '../../../staff/useTakeBack'
import { undoAct, type Act } from '../../../staff/press'
import { PressButton } from '../../../ui/PressButton'
import type { OnDate } from './onDate'
import { sayAct, staffName } from './peopleWords'

/** di 24 november 11.20 */
const when = (at: string) => `${weekday(at).slice(0, 2)} ${date(at)} ${clock(at)}`

/** "Wat er gebeurde": the last acts of staff, each with its way back as long as there is one. */
export function Happened({ on, acts }: { on: OnDate; acts: readonly Act[] | undefined }) {
  const id = useId()
  const { busy, wrong, back } = useTakeBack()
  const undo = (act: Act) =>
    back({ id: act.id, what: sayAct(act) + '.', undo: () => undoAct(on.auth, act) })
  return (
    <section className="box" aria-labelledby={id}>
      <h2 id={id}>Wat er gebeurde</h2>
      {acts?.length === 0 && <p className="muted">Nog niets.</p>}
      <ul className="plain small">
        {acts?.map(a => (
          <li key={a.id}>
            {when(a.at)} · {sayAct(a)}
            {a.undoneBy && ` (teruggedraaid door ${staffName(a.undoneBy)})`}
            {a.undoUntil && Date.parse(a.undoUntil) > on.now && (
              <>
                {' '}
                <PressButton
                  second
                  press={() => void undo(a)}
                  busy={busy === a.id}
                  label={`Maak ongedaan: ${sayAct(a)}`}
                >
                  Maak ongedaan
                </PressButton>
              </>
            )}
          </li>
        ))}
      </ul>
      <ActError>{wrong}</ActError>
    </section>
  )
}
