import type { components } from '../../../api/schema.gen'
import type { StaffProps } from '../../../page'
import { Loaded } from '../../../staff/States'
import { useRead } from '../../../staff/api/useRead'

type Count = components['schemas']['ConsentCount']

const kinds: Readonly<Record<Count['kind'], string>> = {
  registration: 'Aanmelding',
  entry: 'Wachtlijst',
  newsletter: 'Nieuwsbrief',
  story: 'Verhaal',
}
const sources: Readonly<Record<Count['source'], string>> = {
  site: 'via de site',
  telefoon: 'per telefoon',
  balie: 'aan de balie',
  papier: 'op papier',
}

/** What people agreed to, by kind and version, in numbers alone. */
export function Consents({ auth }: Pick<StaffProps, 'auth'>) {
  const read = useRead(auth, '/api/consents')
  return (
    <section className="box stack" aria-labelledby="toestemmingen">
      <h2 id="toestemmingen">Toestemmingen</h2>
      <p>
        Waar mensen ja op zeiden van wie we nu iets bewaren. Wie gewist is, telt niet meer mee. Van
        één persoon zie je het bij Iemand zoeken.
      </p>
      <Loaded of={read} wait="Even geduld, de aantallen worden geladen." what="de toestemmingen">
        {({ items }) =>
          items.length === 0 ? (
            <p>Er is nu geen toestemming.</p>
          ) : (
            <table className="table table-stack">
              <caption className="sr">Toestemmingen</caption>
              <thead>
                <tr>
                  {['Soort', 'Versie', 'Hoe', 'Aantal'].map(h => (
                    <th key={h} scope="col">
                      {h}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {items.map(c => (
                  <tr key={[c.kind, c.version, c.source].join(' ')}>
                    <th scope="row">{kinds[c.kind]}</th>
                    <td data-l="Versie">
                      {c.version}
                      <br />
                      {c.text ?? 'De zin staat op het blad over verhalen en foto’s.'}
                    </td>
                    <td data-l="Hoe">{sources[c.source]}</td>
                    <td data-l="Aantal">{c.n}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          )
        }
      </Loaded>
    </section>
  )
}
