import { useState, type ReactNode } from 'react'
import { TextField } from '../../../../staff/fields'
import { plus } from '../../../../staff/icons'
import { Icon } from '../../../../ui/Icon'
import { minus } from '../peopleIcons'
import { capital } from '../../../../api/moment'
import { partBefore, partNow, type Part, type Session, type Today } from './model'
import type { Kept, Tap } from './taps'
import { partName, sayPart, sayUnsent, sayWhenPart } from './words'

interface Props {
  today: Today
  now: number
  unsent: number
  last: Kept | undefined
  tap(tap: Tap): void
}

const together = (p: Part) =>
  `${capital(sayWhenPart(p))} samen: ${p.tally} geteld en ${p.ticked} afgevinkt.`

/** "1 bezoek", fixed under the thumb: one more who walked in, or one less. */
export function Tally({ today, now, unsent, last, tap }: Props) {
  const here = partNow(today, now)
  if (!here) return null
  const before = partBefore(today, now)
  const inPart = (dayPart: string, change: 1 | -1) =>
    tap({ kind: 'visit', day: today.day, dayPart, change })
  const movable =
    before &&
    last?.kind === 'visit' &&
    'dayPart' in last &&
    last.dayPart === here.from &&
    last.day === today.day &&
    last.change === 1
  return (
    <Strip
      name={sayPart(here)}
      tally={here.tally}
      count={change => inPart(here.from, change)}
      note={
        <>
          {movable && (
            <>
              Hoort bij {sayWhenPart(before)}?{' '}
              <button
                className="as-link"
                type="button"
                onClick={() => {
                  inPart(here.from, -1)
                  inPart(before.from, 1)
                }}
              >
                Zet bij {sayWhenPart(before)}
              </button>
            </>
          )}
          {movable && ' '}
          {sayUnsent(unsent)}
        </>
      }
      more={
        <>
          Geen namen. Tel alleen wie niet is afgevinkt.
          <br />
          {together(here)}
        </>
      }
    />
  )
}

interface StripProps {
  name: string
  tally: number
  count(change: 1 | -1): void
  note?: ReactNode
  more?: ReactNode
  /** In a card, not fixed above the places. */
  free?: boolean
}

function Strip({ name, tally, count, note, more, free }: StripProps) {
  const [empty, setEmpty] = useState(false)
  const id = 'turf-' + name.replace(/\W+/g, '-').toLowerCase()
  // the one above the places is the one without more words
  const label = (words: string) => (free ? `${words}: ${name}` : undefined)
  const less = () => {
    setEmpty(tally === 0)
    if (tally > 0) count(-1)
  }
  return (
    <section className={free ? 'turf turf-free' : 'turf'} aria-labelledby={id}>
      <div>
        <h2 id={id}>{name}</h2>
        <output aria-label="Geteld" data-tally>
          {tally}
        </output>
      </div>
      <button className="btn btn-2" type="button" aria-label={label('Tel er 1 af')} onClick={less}>
        <Icon of={minus} />
        <span>
          <span className="sr">Tel er </span>1<span className="sr"> af</span>
        </span>
      </button>
      <button
        className="btn"
        type="button"
        aria-label={label('1 bezoek')}
        onClick={() => {
          setEmpty(false)
          count(1)
        }}
      >
        <Icon of={plus} />
        <span>1 bezoek</span>
      </button>
      <p className="turf-note" role="status">
        {empty && tally === 0 ? 'Er is nog niets geteld.' : note}
      </p>
      {more && <p className="turf-note turf-more">{more}</p>}
    </section>
  )
}

/** A walk-in outside opening hours counts in its own card. */
export const OwnTally = ({ of: s, count }: { of: Session; count(change: 1 | -1): void }) => (
  <Strip name={s.title} tally={s.tally} count={count} free />
)

/** The tally of a day that is over: for who may correct it, with the reason. */
export function PastTally({ today, tap }: Pick<Props, 'today' | 'tap'>) {
  const [reason, setReason] = useState('')
  const [asks, ask] = useState(false)
  const may = today.mayCount === 'withReason'
  const count = (p: Part, change: 1 | -1) => {
    const why = reason.trim()
    ask(!why)
    if (why) tap({ kind: 'visit', day: today.day, dayPart: p.from, change, reason: why })
    else document.getElementById('veld-waarom')?.focus()
  }
  if (today.dayParts.length === 0) return null
  return (
    <section className="box" aria-labelledby="geteld">
      <h2 id="geteld">Geteld</h2>
      <ul className="rows">
        {today.dayParts.map(p => (
          <li key={p.from}>
            <p>
              {capital(partName(p.part))}: <b>{p.tally}</b> geteld en {p.ticked} afgevinkt
            </p>
            {may && (
              <span className="row">
                <button
                  className="round"
                  type="button"
                  aria-label={`Eén minder, ${partName(p.part)}`}
                  onClick={() => p.tally > 0 && count(p, -1)}
                >
                  <Icon of={minus} />
                </button>
                <button
                  className="round"
                  type="button"
                  aria-label={`Eén meer, ${partName(p.part)}`}
                  onClick={() => count(p, 1)}
                >
                  <Icon of={plus} />
                </button>
              </span>
            )}
          </li>
        ))}
      </ul>
      {may && (
        <TextField
          name="waarom"
          label="Waarom verander je dit?"
          hint="Bijvoorbeeld: vergeten te tellen. Noem geen namen."
          error={asks && !reason.trim() ? 'Schrijf kort waarom je dit verandert.' : undefined}
          value={reason}
          onChange={setReason}
        />
      )}
    </section>
  )
}
