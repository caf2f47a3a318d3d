import { useBusy } from '../../../staff/useBusy'
import { many } from '../../../staff/count'
import { useId, useState } from 'react'
import * as limits from '../../../api/limits.gen'
import { plus } from '../../../staff/icons'
import { pressAct, showAct } from '../../../staff/press'
import { Icon } from '../../../ui/Icon'
import type { OnDate } from './onDate'
import { minus } from './peopleIcons'
import { none, ShowTrouble, troubleOf, type Trouble } from './Trouble'
import { sayKeepPlaces } from './words'

const most = limits.SeatsInputBody.seats.maximum

/** "Aantal plekken, alleen deze datum": one chair a press. */
export function Seats({ on, capacity }: { on: OnDate; capacity: number }) {
  const [busy, during] = useBusy()
  const [trouble, setTrouble] = useState<Trouble>(none)
  const id = useId()
  const set = async (seats: number) => {
    if (busy || seats < 1 || seats > most) return
    const pressed = await pressAct(
      on.auth,
      `/api/occurrences/${encodeURIComponent(on.date.date.id)}/seats`,
      { method: 'PUT', body: { was: capacity, seats } },
    )
    setTrouble(troubleOf(pressed, 'bewaard'))
    if (pressed.is === 'done') {
      const { taken } = pressed.data
      showAct(on.auth, pressed.data, {
        what: `${many(seats, 'Er is nu 1 plek')} voor ${on.date.date.title}.`,
        more: taken > seats && sayKeepPlaces(taken),
      })
    }
    if (pressed.is !== 'offline') await on.reload()
  }
  return (
    <section className="box" aria-labelledby={id}>
      <h2 id={id}>Aantal plekken, alleen deze datum</h2>
      <div className="row">
        <button
          className="round"
          type="button"
          aria-label="Eén plek minder"
          aria-disabled={!!busy || capacity <= 1 || undefined}
          onClick={() => void during(set(capacity - 1))}
        >
          <Icon of={minus} />
        </button>
        <output className="figure" aria-label="Plekken">
          {capacity}
        </output>
        <button
          className="round"
          type="button"
          aria-label="Eén plek meer"
          aria-disabled={!!busy || capacity >= most || undefined}
          onClick={() => void during(set(capacity + 1))}
        >
          <Icon of={plus} />
        </button>
      </div>
      <p className="small muted">Meer plekken? Dan krijgt de wachtlijst een aanbod, op volgorde.</p>
      <ShowTrouble of={trouble} />
    </section>
  )
}
