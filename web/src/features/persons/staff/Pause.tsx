import { useState } from 'react'
import { fullDay } from '../../../api/moment'
import type { Auth } from '../../../auth/types'
import { useAct } from '../../../staff/api/useSend'
import { PressButton } from '../../../ui/PressButton'
import type { Held } from './personWords'

interface Props {
  auth: Auth
  what: string
  paused: Held | undefined
}

/** What is kept of somebody is left alone for a while: no mail, no call, no name on a list. */
export function Pause({ auth, what, paused }: Props) {
  const { busy, said, line, act } = useAct(auth)
  const [now, set] = useState(paused)
  const send = (path: string, body: object) =>
    auth.fetch('/api/persons/' + path, {
      method: 'POST',
      headers: { accept: 'application/json', 'content-type': 'application/json' },
      body: JSON.stringify({ what, ...body }),
    })
  const on = () =>
    act('pause', async () => {
      const answer = await send('hold', { reason: 'pause' })
      if (answer.status === 422) return 'Dit stond al 3 maanden op pauze. Langer kan niet.'
      if (!answer.ok) return 'Dat lukte niet. Probeer het nog een keer.'
      set((await answer.json()) as Held)
      return 'De gegevens staan nu op pauze.'
    })
  const off = () =>
    act('pause', async () => {
      const answer = await send('release', { pause: true })
      if (!answer.ok) return 'Dat lukte niet. Probeer het nog een keer.'
      set(undefined)
      return 'De gegevens zijn van pauze.'
    })
  return (
    <section className="stack" aria-labelledby="pauze">
      <h3 id="pauze">Pauze</h3>
      <p>
        {now
          ? `Op pauze tot ${fullDay(now.until)}, door ${now.by || 'iemand van het team'}.`
          : 'Op pauze mailen, bellen en wissen we niet. Op lijsten staat alleen: iemand op pauze.'}
      </p>
      <p role="status" ref={line} tabIndex={-1}>
        {said}
      </p>
      <p>
        <PressButton second press={now ? off : on} busy={busy === 'pause'}>
          {now ? 'Haal van pauze' : 'Zet op pauze'}
        </PressButton>
      </p>
    </section>
  )
}
