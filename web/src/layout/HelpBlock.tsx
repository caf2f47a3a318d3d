import './help.css'
import { date } from '../api/moment'
import * as to from '../paths'
import { pieces, type Piece } from './helpText'
import { useLayout } from './site'

/** "'s Avonds" is one word to a reader. */
const unbroken = (text: string) => text.replaceAll("'s ", "'s\u00a0")

/** Known when nothing could be read: these numbers do not change with the house. */
const known = [
  { text: 'Is er gevaar voor jou of iemand anders? Bel 112.' },
  {
    text:
      'Denk je aan zelfdoding? Bel gratis 113 of 0800-0113, dag en nacht. ' +
      'Chatten kan op 113.nl. Je hoeft je naam niet te zeggen.',
    url: 'https://www.113.nl/',
  },
  {
    text: "Gaat het heel slecht? Bel je huisarts. 's Avonds, 's nachts en in het weekend bel je de huisartsenpost.",
  },
  { text: 'Wil je gewoon met iemand praten? De Luisterlijn luistert, dag en nacht: 088 0767 000.' },
]

/**
 * Who helps now, in full. Its page has "Snel weg": `quiet` or `exit` in the
 * site map.
 */
export function HelpBlock() {
  const { crisis, crisisChecked } = useLayout()
  const items: readonly { text: string; url?: string }[] = crisis.length ? crisis : known
  return (
    <section className="help keep" id="hulp" aria-labelledby="hulp-kop">
      <h2 id="hulp-kop">Heb je nu hulp nodig?</h2>
      <p>Wij zijn geen crisisdienst. Deze mensen zijn er wel voor je:</p>
      <ul>
        {items.map(item => (
          <li key={item.text}>
            {pieces(unbroken(item.text), item.url).map((p, i) => (
              <Said key={i} piece={p} />
            ))}
          </li>
        ))}
      </ul>
      {crisisChecked && (
        <p className="small muted">
          Nummers nagekeken op{' '}
          <time dateTime={crisisChecked}>
            {date(crisisChecked)} {crisisChecked.slice(0, 4)}
          </time>
          .
        </p>
      )}
    </section>
  )
}

function Said({ piece: { text, tel, url } }: { piece: Piece }) {
  if (tel)
    return (
      <a className="help-number" href={to.tel(text)}>
        {text}
      </a>
    )
  return url ? (
    <a href={url} rel="noreferrer">
      {text} (andere website)
    </a>
  ) : (
    text
  )
}
