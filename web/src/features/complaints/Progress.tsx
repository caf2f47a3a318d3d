import { useEffect, useState } from 'react'
import { fullDay } from '../../api/moment'
import { Sent } from '../../layout/Sent'
import type { Extra } from '../../page'
import { PressButton } from '../../ui/PressButton'
import { ReplyForm } from './CodeForm'
import { states, type Handled, type Received } from './words'

/** On a line of its own, to be written down or copied; no translator changes it. */
function Number({ code }: { code: string }) {
  const [alive, setAlive] = useState(false)
  const [said, setSaid] = useState('')
  useEffect(() => setAlive(true), [])
  const copy = () =>
    navigator.clipboard.writeText(code).then(
      () => setSaid('Het nummer is gekopieerd.'),
      () => setSaid('Kopiëren lukt hier niet. Schrijf het nummer op.'),
    )
  return (
    <>
      <p>
        <strong className="number" translate="no">
          {code}
        </strong>
      </p>
      {alive && (
        <p className="row no-print">
          <PressButton second press={() => void copy()}>
            Kopieer
          </PressButton>
          <span role="status">{said}</span>
        </p>
      )}
    </>
  )
}

/** The number, told once. */
export function Thanks({
  of: { code, reachable },
  said,
}: {
  of: Received
  said?: NonNullable<Extra['flash']>['said']
}) {
  return (
    <Sent title="Bedankt dat je dit vertelt." said={said}>
      {reachable ? (
        <p>Binnen 5 werkdagen hoor je van de vertrouwenspersoon. Dit is je nummer:</p>
      ) : (
        <p>Schrijf dit nummer op. Daarmee kun je later antwoord lezen en iets toevoegen:</p>
      )}
      <div className="panel you">
        <Number code={code} />
      </div>
    </Sent>
  )
}

type Props = Pick<Extra, 'form' | 'ticket'> & {
  of: Handled
  added: boolean
  done(answer: Handled): void
}

/** How far it is, what was written, and a box to write on. */
export function Progress({ of: { code, state, messages }, added, form, ticket, done }: Props) {
  return (
    <div className="stack-l">
      <Sent key={messages.length} title={states[state]}>
        {added && <p>Je bericht is erbij gezet.</p>}
        <p>Dit is je nummer:</p>
        <Number code={code} />
      </Sent>
      <section className="stack" aria-labelledby="berichten">
        <h2 id="berichten">Berichten</h2>
        {messages.length === 0 && <p>Er zijn nog geen berichten.</p>}
        <ol className="plain stack told-so">
          {messages.map((m, i) => (
            <li key={i} className={m.ours ? 'panel' : 'panel mine'}>
              <h3>
                {m.ours ? 'Van ons' : 'Van jou'}, {fullDay(m.day)}
              </h3>
              <p className="as-typed">{m.text}</p>
            </li>
          ))}
        </ol>
      </section>
      {state !== 'closed' && (
        <ReplyForm key={messages.length} code={code} form={form} ticket={ticket} done={done} />
      )}
    </div>
  )
}
