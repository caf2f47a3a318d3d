import { fullDay } from '../../api/moment'
import { Sent } from '../../layout/Sent'
import type { Extra } from '../../page'
import { ReplyForm } from './CodeForm'
import { states, type Handled, type Received } from './words'

/** The number, told once. */
export function Thanks({
  of: { code, reachable },
  said,
}: {
  of: Received
  said?: NonNullable<Extra['flash']>['said']
}) {
  const number = <strong className="number">{code}</strong>
  return (
    <Sent title="Bedankt dat je dit vertelt." said={said}>
      {reachable ? (
        <p>Binnen 5 werkdagen hoor je van de vertrouwenspersoon. Je nummer is {number}.</p>
      ) : (
        <p>
          Schrijf dit nummer op: {number}. Daarmee kun je later antwoord lezen en iets toevoegen.
        </p>
      )}
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
        <p>
          Je nummer is <strong className="number">{code}</strong>.
        </p>
      </Sent>
      <section className="stack" aria-labelledby="berichten">
        <h2 id="berichten">Berichten</h2>
        {messages.length === 0 && <p>Er zijn nog geen berichten.</p>}
        <ol className="plain stack letters">
          {messages.map((m, i) => (
            <li key={i} className={m.ours ? 'panel' : 'panel own'}>
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
