import '../people.css'
import { people } from '../../../../api/count'
import { Icon } from '../../../../ui/Icon'
import { down } from '../../../../ui/icons'
import { names, type TellCheck } from './words'

type ToldCounts = Pick<
  TellCheck,
  'mail' | 'call' | 'self' | 'none' | 'paused' | 'calls' | 'unheard'
>

/** How many hear it in which way, and who does by phone or not at all. */
export const Hearers = ({ of: c }: { of: ToldCounts }) => (
  <>
    <div className="hearing">
      <div>
        <b>{c.mail}</b> {c.mail === 1 ? 'krijgt mail' : 'krijgen mail'}
      </div>
      <div>
        <b>{c.call}</b> moeten we bellen
      </div>
      <div>
        <b>{c.self}</b> {c.self === 1 ? 'kijkt zelf' : 'kijken zelf'}
      </div>
      {c.none > 0 && (
        <div>
          <b>{c.none}</b> bereiken we niet
        </div>
      )}
    </div>
    {c.calls.length > 0 && (
      <p>
        Bellen: <b>{names(c.calls)}</b>.
      </p>
    )}
    {c.unheard.length > 0 && (
      <p>
        <b>{names(c.unheard)}</b> {c.unheard.length === 1 ? 'hoort' : 'horen'} niets van ons. Let op
        bij de deur.
      </p>
    )}
    <Paused of={c.paused} />
  </>
)

/** Who hears nothing, as their data are on pause. */
export const Paused = ({ of: n }: { of: number | undefined }) =>
  n ? (
    <p>
      {n === 1 ? '1 persoon' : people(n)} bereiken we niet: de gegevens staan op pauze. Vraag het
      aan de coördinator.
    </p>
  ) : null

/** Who hears it: the numbers, the names to call, and the mail. */
export function Hearing({ of: c }: { of: TellCheck }) {
  return (
    <>
      <h3>Wie hoort het?</h3>
      <Hearers of={c} />
      {c.mail > 0 && (
        <details className="fold">
          <summary>
            Zo ziet de mail eruit
            <Icon of={down} />
          </summary>
          <div className="mail-look small">
            <p>
              <b>{c.subject}</b>
            </p>
            <p>{c.body}</p>
          </div>
        </details>
      )}
    </>
  )
}
