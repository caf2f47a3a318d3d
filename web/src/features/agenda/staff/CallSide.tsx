// Beside the calls: what was done just now, who has no telephone, and what was not made in time.
import { clock } from '../../../api/moment'
import type { Auth } from '../../../auth/types'
import { ActError } from '../../../staff/ActError'
import { useTakeBack } from '../../../staff/useTakeBack'
import { showAct, undoAct, type Act } from '../../../staff/press'
import { PressButton } from '../../../ui/PressButton'
import { sayFilled, sayOutcome, type CallList } from './callWords'
import { MailOffer } from './MailOffer'
import { staffName } from './peopleWords'
import { Row, type RowsProps } from './CallRows'

export function JustDone({
  auth,
  list,
  now,
  again,
}: {
  auth: Auth
  list: CallList
  now: number
  again(call: string | undefined): void
}) {
  const { busy, wrong, back } = useTakeBack()
  const undo = (act: Act, name: string) =>
    back({
      id: act.id,
      what: `${sayFilled(name, act.outcome)}.`,
      undo: () => undoAct(auth, act, name).finally(() => again(act.subject)),
    })
  return (
    <section className="box" aria-labelledby="net-gedaan">
      <h2 id="net-gedaan" tabIndex={-1}>
        Net gedaan
      </h2>
      <ActError>{wrong}</ActError>
      {list.recent.length === 0 ? (
        <p className="muted">Vandaag is er nog niemand gebeld.</p>
      ) : (
        <ul className="plain stack">
          {list.recent.map(({ act, firstName, mine }) => (
            <li key={act.id} className="head-row">
              <span>
                <b>{firstName ?? 'Iemand'}</b>: {sayOutcome(act.outcome)}{' '}
                <span className="muted">
                  · {mine ? 'jij' : staffName(act.by)}, {clock(act.at)} uur
                </span>
              </span>
              {act.undoUntil && Date.parse(act.undoUntil) > now && (
                <PressButton
                  second
                  busy={busy === act.id}
                  label={`Maak ongedaan: ${firstName ?? 'iemand'}, ${sayOutcome(act.outcome)}`}
                  press={() => void undo(act, firstName ?? 'Iemand')}
                >
                  Maak ongedaan
                </PressButton>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

export function NoPhones({
  auth,
  list,
  now,
  reload,
}: {
  auth: Auth
  list: CallList
  now: number
  reload(): Promise<void>
}) {
  if (list.noPhone.length === 0) return null
  return (
    <section className="box" aria-labelledby="geen-telefoon">
      <h2 id="geen-telefoon">Heeft geen telefoon</h2>
      <ul className="q">
        {list.noPhone.map(p => (
          <MailOffer
            key={p.id}
            auth={auth}
            person={p}
            now={now}
            done={async d => {
              const { undoUntil } = d.act
              const when = undoUntil ? `om ${clock(undoUntil)} uur` : 'nu'
              showAct(auth, d, {
                what: `${p.firstName} krijgt ${when} een mail.`,
                more: 'We houden de plek zo lang vast.',
                who: p.firstName,
              })
              await reload()
            }}
          />
        ))}
      </ul>
    </section>
  )
}

/** Calls that nobody made in time: they can be made yet. */
export function NotMade({ calls, today, now, ring }: RowsProps) {
  if (calls.length === 0) return null
  return (
    <section className="box" aria-labelledby="niet-gelukt">
      <h2 id="niet-gelukt">Niet gelukt</h2>
      <ul className="q">
        {calls.map(c => (
          <Row key={c.id} call={c} today={today} now={now} ring={ring} />
        ))}
      </ul>
    </section>
  )
}
