import { useBusy } from '../../../../staff/useBusy'
import { plural } from '../../../../api/count'
import { listed, people } from '../../../../staff/count'
import { useEffect, useState } from 'react'
import { pressAct, showAct } from '../../../../staff/press'
import { fresh, useRead } from '../../../../staff/api/useRead'
import { CallCard } from '../CallCard'
import { sayFilled, sayFirst, sayNotFilled, type Call, type Outcome } from '../callWords'
import { dayAt, useServerNow } from '../onDate'
import { none, ShowTrouble, troubleOf, type Trouble } from '../Trouble'
import { useStays } from '../useStays'
import type { OnChange } from './onChange'
import { ring } from '../ring'

/** "Bel nu deze n mensen", with what came of each on the spot. */
export function CallNow({ on, reason }: { on: OnChange; reason: Call['reason'] }) {
  const { auth, me, of } = on
  const { data, again: reload } = useRead(auth, '/api/calls', fresh)
  const now = useServerNow(auth)
  const [called, setCalled] = useState(false)
  const [busy, during] = useBusy()
  const [trouble, setTrouble] = useState<Trouble>(none)
  const open = (data?.calls ?? []).filter(c => c.date.id === of.date.id && c.reason === reason)
  const [chosen, choose] = useState('')
  const stays = useStays(open, chosen)
  const card = stays ?? open.find(c => !c.againAt || Date.parse(c.againAt) <= now) ?? open[0]
  useEffect(() => {
    if (card && card.id !== chosen) choose(card.id)
  }, [card, chosen])
  const fill = async (call: Call, outcome: Outcome) => {
    const pressed = await pressAct(auth, `/api/calls/${encodeURIComponent(call.id)}/outcome`, {
      body: { outcome, tries: call.attempts.length },
    })
    setTrouble(
      pressed.is === 'refused'
        ? { is: 'said', words: sayNotFilled(pressed.code, call) }
        : troubleOf(pressed, 'bewaard'),
    )
    if (pressed.is === 'done') setCalled(true)
    if (pressed.is === 'done')
      showAct(auth, pressed.data, {
        what: `${sayFilled(call.firstName, pressed.data.act.outcome)}.`,
        row: 'bel-' + call.id,
        who: call.firstName,
        before: sayFirst({ firstName: call.firstName, ...pressed.data }),
      })
    if (pressed.is !== 'offline') {
      await reload()
      choose('')
    }
  }
  const rest = open.filter(c => c.id !== card?.id)
  const left = rest.length + (card ? 1 : 0)
  if (left === 0 && !called) return null
  return (
    <section className="stack" aria-labelledby="bel-nu">
      <h2 id="bel-nu">
        {left === 0 ? 'Iedereen is gebeld' : `Bel nu deze ${plural(left, 'persoon', people(left))}`}
      </h2>
      <ShowTrouble of={trouble}>Laat dit scherm open.</ShowTrouble>
      {card && (
        <CallCard
          key={card.id}
          call={card}
          me={me}
          today={dayAt(now)}
          busy={!!busy}
          ring={call => void ring(auth, call, reload)}
          fill={(c, o) => void during(fill(c, o))}
        />
      )}
      {rest.length > 0 && <p>Daarna: {listed(rest.map(c => c.firstName))}.</p>}
    </section>
  )
}
