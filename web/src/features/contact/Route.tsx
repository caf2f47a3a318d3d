import { Drawing } from '../../drawings/Drawing'
import { map, mapOf } from '../../drawings/map'
import { useLayout } from '../../layout/site'
import type { PageData } from '../../pages'
import type { MediaOf } from '../../ui/Photo'
import { RichText } from '../../ui/RichText'

type Blocks = PageData<'contact/ContactPage'>['page']['blocks']

const legend =
  'Kaart van het Kerkplein, met het noorden boven. ' +
  'De rode speld is ons huis, aan de noordkant van het plein. De fietsen staan naast de deur. ' +
  'De bus stopt aan de zuidkant van het plein. Het station ligt rechtsonder. ' +
  'De stippellijn is de weg van het station naar ons.'

/** Where we are, how to get there and how to get in. */
export function Route({ blocks, media }: { blocks: Blocks; media: MediaOf }) {
  const { address, doorText } = useLayout()
  const [street, ...rest] = address
  return (
    <section className="panel" aria-labelledby="route">
      <h2 id="route" className="box-title">
        Zo vind je ons
      </h2>
      <p>
        <strong>{street}</strong>
        {rest.map(line => (
          <span key={line}>
            <br />
            {line}
          </span>
        ))}
      </p>
      {doorText && <p>{doorText}</p>}
      {street?.startsWith(mapOf) && (
        <div className="map">
          <Drawing of={map} label={legend} />
        </div>
      )}
      {blocks.map(b => (
        <section key={b.id} id={b.id} className="prose">
          {b.heading && <h3>{b.heading}</h3>}
          <RichText doc={b.body} level={3} media={media} />
        </section>
      ))}
    </section>
  )
}
