import { useBusy } from '../../../staff/useBusy'
import { useState } from 'react'
import { Icon } from '../../../ui/Icon'
import { down } from '../../../ui/icons'
import { PressButton } from '../../../ui/PressButton'
import { actOn, dayAt, type OnDate } from './onDate'
import { rowId } from './PersonRow'
import {
  nameOf,
  sayCallTag,
  sayCaused,
  sayWhenDone,
  staffName,
  type PersonSeen,
} from './peopleWords'
import { none, ShowTrouble, troubleOf, type Trouble } from './Trouble'

/** "Afgemeld": who does not come, with the way back while there is a place. */
export function Cancelled({ on, wanted }: { on: OnDate; wanted: string }) {
  const [open, setOpen] = useState(on.date.cancelled.some(p => p.id === wanted))
  const { cancelled } = on.date
  if (cancelled.length === 0) return null
  return (
    <details className="box fold" open={open} onToggle={e => setOpen(e.currentTarget.open)}>
      <summary>
        Afgemeld ({cancelled.length})<Icon of={down} />
      </summary>
      <ul className="who">
        {cancelled.map(p => (
          <Row key={p.id} on={on} person={p} />
        ))}
      </ul>
      <p className="small muted">Toch komen kan zolang er plek is.</p>
    </details>
  )
}

function Row({ on, person: p }: { on: OnDate; person: PersonSeen }) {
  const [busy, during] = useBusy()
  const [trouble, setTrouble] = useState<Trouble>(none)
  const [full, setFull] = useState(false)
  const name = nameOf(p)
  const back = async (chair: boolean) => {
    const pressed = await during(
      actOn(
        on,
        { id: p.id, called: name },
        {
          path: 'restore',
          body: { chair },
          said: done => ({
            what: `${name} komt toch naar ${on.date.date.title}.`,
            more: `${done.act.chair ? 'Met een stoel erbij. ' : ''}${sayCaused(done)}`,
          }),
        },
      ),
    )
    const none = pressed.is === 'refused' && pressed.code === 'full'
    setFull(none)
    setTrouble(
      none ? { is: 'said', words: 'Er is geen plek meer.' } : troubleOf(pressed, 'bewaard'),
    )
  }
  return (
    <li>
      <div className="attend" id={rowId(p.id)} tabIndex={-1}>
        <b>{name}</b> <span className="muted">{sayCalledOff(p, dayAt(on.now))}</span>
        {p.call && <span className="tag tag-late">{sayCallTag(p.call)}</span>}
        <ShowTrouble of={trouble}>Onthoud het even, en druk straks nog een keer.</ShowTrouble>
        {full && (
          <PressButton
            second
            press={() => void back(true)}
            busy={!!busy}
            label={`Zet een stoel erbij voor ${name}`}
          >
            Zet een stoel erbij
          </PressButton>
        )}
      </div>
      {on.begun || p.status !== 'cancelled' ? (
        <span />
      ) : (
        <button
          className="er"
          type="button"
          aria-label={`Toch komen: ${name}`}
          aria-disabled={!!busy || undefined}
          onClick={() => busy || void back(false)}
        >
          Toch komen
        </button>
      )}
    </li>
  )
}

/** afgemeld door Sanne, vandaag 11.20 uur · zelf afgemeld, zondag */
function sayCalledOff({ status, cancelledAt, last }: PersonSeen, today: string): string {
  const when = cancelledAt ? `, ${sayWhenDone(cancelledAt, today)}` : ''
  if (status === 'cancelledByHouse') return `door ons geannuleerd${when}`
  return last?.kind === 'cancelled'
    ? `afgemeld door ${staffName(last.by)}${when}`
    : `zelf afgemeld${when}`
}
