import '../../../staff/lists/inbox.css'
import { many } from '../../../staff/count'
import type { components } from '../../../api/schema.gen'
import type { ScreenProps } from '../../../page'
import { Back } from '../../../staff/Back'
import { Loaded } from '../../../staff/States'
import { useRead } from '../../../staff/api/useRead'
import { sayMoment } from '../../../staff/words'
import { AfterOff } from './AfterOff'
import { Consents } from './Consents'
import { Person } from './Person'
import { Requests } from './Requests'
import { sayGone, sayKind } from './words'

type Count = components['schemas']['ForgetCount']

/**
 * `/beheer/personen`: what is kept of somebody who asks for it; what goes tonight and what went
 * last night, in numbers alone.
 */
export default function PersonsPage({ auth, user }: ScreenProps) {
  const read = useRead(auth, '/api/forgetting')
  return (
    <div className="wrap page stack persons">
      <Back />
      <h1>Personen</h1>
      <Person auth={auth} user={user} />
      <Requests auth={auth} user={user} />
      <Loaded of={read} wait="Even geduld, de aantallen worden geladen." what="de aantallen">
        {({ stopped, waits, leaving, held, last }) => (
          <>
            <section className="box" aria-labelledby="vannacht">
              <h2 id="vannacht">Wat verdwijnt vannacht?</h2>
              {stopped ? (
                <p>
                  Er verdwijnt nu niets: de klok van de server sprong. Vraag de beheerder om bij
                  Status te zeggen of de klok klopt.
                </p>
              ) : waits ? (
                <AfterOff auth={auth} waits={waits} again={read.again} />
              ) : (
                <p>Om 3.30 uur, vanzelf. Alleen aantallen.</p>
              )}
              <Counts of={leaving} none="Vannacht verdwijnt er niets." />
              {held > 0 && (
                <p>{many(held, '1 ding blijft')} langer: er loopt een klacht of een vraag.</p>
              )}
              <p>De aantallen voor de cijfers blijven.</p>
            </section>
            {last && (
              <section className="box" aria-labelledby="geweest">
                <h2 id="geweest">{sayGone(last.gone)}</h2>
                <p>
                  {last.finished
                    ? `Klaar op ${sayMoment(last.finished)}.`
                    : 'Nog niet klaar. We gaan vanzelf verder.'}
                </p>
                <Counts of={last.gone} none="Er was niets om te wissen." />
              </section>
            )}
          </>
        )}
      </Loaded>
      <Consents auth={auth} />
    </div>
  )
}

function Counts({ of, none }: { of: readonly Count[]; none: string }) {
  if (of.length === 0) return <p>{none}</p>
  return (
    <ul className="plain">
      {of.map(c => (
        <li key={c.kind}>{sayKind(c)}</li>
      ))}
    </ul>
  )
}
