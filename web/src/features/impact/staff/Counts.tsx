import { useState } from 'react'
import { fullDay } from '../../../api/moment'
import type { Auth } from '../../../auth/types'
import { Loaded } from '../../../staff/States'
import { useRead } from '../../../staff/api/useRead'
import { PressButton } from '../../../ui/PressButton'
import { few, isTaken, type Figure } from './year'

interface Props {
  auth: Auth
  year: number
  figures: readonly Figure[]
  /** Shown without a press. */
  ready: boolean
  take(figure: Figure): void
}

/**
 * "Vul uit tellingen": what the site itself counted in this year. Somebody takes each over, or
 * leaves it.
 */
export function Counts(props: Props) {
  const [open, setOpen] = useState(props.ready)
  return (
    <section className="box" aria-labelledby="tellingen">
      <h2 id="tellingen">Vul uit tellingen</h2>
      <p>De site telt een paar dingen zelf, ook de bezoeken. Kijk ze na en neem over wat klopt.</p>
      {open ? (
        <Proposals {...props} />
      ) : (
        <p>
          <PressButton second press={() => setOpen(true)}>
            Vul uit tellingen
          </PressButton>
        </p>
      )}
    </section>
  )
}

function Proposals({ auth, year, figures, take }: Props) {
  const read = useRead(auth, '/api/year-counts', { query: { jaar: String(year) } })
  const [said, say] = useState('')
  if (!read.data) return <Loaded of={read} wait="Even geduld, we tellen." what="de tellingen" />
  const { items, until } = read.data
  return (
    <>
      {until && <p>Dit jaar is nog niet om. Er is geteld tot en met {fullDay(until)}.</p>}
      {items.length === 0 && <p>Over dit jaar is er nog niets geteld.</p>}
      <ul className="rows cards">
        {items.map(f => (
          <li key={f.key}>
            <Proposal of={f} now={figures.find(o => o.key === f.key)} />
            {isTaken(figures, f) ? (
              <p>Staat bij de cijfers.</p>
            ) : (
              <PressButton
                second
                label={`Neem over: ${f.label}`}
                press={() => {
                  take(f)
                  say(`${f.label} overgenomen. Kijk het hieronder na.`)
                }}
              >
                Neem over
              </PressButton>
            )}
          </li>
        ))}
      </ul>
      <p role="status">{said}</p>
    </>
  )
}

const number = new Intl.NumberFormat('nl-NL')
const shown = ({ value, small }: Figure) =>
  value !== undefined ? number.format(value) : small ? few : ''

/** What was counted, what it means, and what stands there now. */
const Proposal = ({ of: f, now }: { of: Figure; now: Figure | undefined }) => (
  <div>
    <h3 className="row-title">
      {f.label}: {shown(f)}
      {f.estimate && ' (schatting)'}
    </h3>
    {f.small && <p>Dit getal is erg klein. We tonen 'minder dan 5'.</p>}
    <p>{f.definition}</p>
    <p className="small muted">
      Bron: {f.source}.{now && shown(now) && ` Nu staat er: ${shown(now)}.`}
    </p>
  </div>
)
