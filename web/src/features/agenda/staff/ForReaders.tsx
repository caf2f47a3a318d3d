import { capital, money } from '../../../api/moment'
import type { Activity, StaffDates } from './model'
import { audiences, facts, languages, modes, sayPlaces, sayWhen } from './words'
import { hostName } from './hostName'

/** An activity for who opens the door: when it is, for whom, and what to know. */
export function ForReaders({ doc, dates }: { doc: Activity; dates: StaffDates | undefined }) {
  const coming = dates?.items.filter(i => i.status === 'planned' || i.status === 'moved') ?? []
  const named = (all: readonly (readonly [string, string])[], chosen: readonly string[]) =>
    all.filter(([code]) => chosen.includes(code)).map(([, words]) => words)
  const lines: readonly [string, string | undefined][] = [
    ['Korte uitleg', doc.summary],
    ['Waar', doc.location],
    ['Wie ontvangt', doc.host && hostName(dates?.hostName ?? doc.host)],
    ['Voor wie', named(audiences, doc.audience).join(', ')],
    ['Hoe komen mensen binnen', named(modes, [doc.mode])[0]],
    ['Aantal plekken', doc.capacity === undefined ? undefined : String(doc.capacity)],
    ['Kosten', capital(money(doc.cost))],
    ['Meenemen', doc.bring],
    ['Zin in de bevestiging', doc.ownSentence],
    ['Toegankelijkheid en taal', named([...facts, ...languages], doc.facts).join(', ')],
    ['De eerste keer', doc.firstTimeText],
  ]
  return (
    <section className="stack" aria-labelledby="kort">
      <h2 id="kort">In het kort</h2>
      <dl className="facts">
        {lines.map(
          ([term, words]) =>
            words && (
              <div key={term}>
                <dt>
                  <strong>{term}</strong>
                </dt>
                <dd>{words}</dd>
              </div>
            ),
        )}
      </dl>
      <h2>Datums</h2>
      {coming.length === 0 && <p>Er zijn geen datums.</p>}
      <ul className="rows">
        {coming.map(i => (
          <li key={i.id}>
            <div>
              <p>
                <strong>{sayWhen(i.sessions[0]!)}</strong> · {i.sessions[0]!.room}
              </p>
              <p className="small">
                {doc.mode === 'walkin' ? 'Inloop' : sayPlaces(i)}
                {i.hostName && ` · ${hostName(i.hostName)} ontvangt`}
              </p>
              {i.note && <p className="small">{i.note}</p>}
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
