import { useState } from 'react'
import { fullDay } from '../../../api/moment'
import type { Auth } from '../../../auth/types'
import { useAct, notDone } from '../../../staff/api/useSend'
import { PressButton } from '../../../ui/PressButton'
import type { Held } from './personWords'
import { about } from './personWords'

interface Props {
  auth: Auth
  what: string
  paused: Held | undefined
}

/** What is kept of somebody is left alone for a while: no mail, no call, no name on a list. */
export function Pause({ auth, what, paused }: Props) {
  const { busy, said, line, act } = useAct(auth)
  const [now, set] = useState(paused)
  const on = () =>
    act('pause', async () => {
      const { data, status } = await about<Held>(auth, 'hold', { what, reason: 'pause' })
      if (status === 422) return 'Dit stond al 3 maanden op pauze. Langer kan niet.'
      if (!data) return notDone(status)
      set(data)
      return 'De gegevens staan nu op pauze.'
    })
  const off = () =>
    act('pause', async () => {
      const { is, status } = await about(auth, 'release', { what, pause: true })
      if (is !== 'done') return notDone(status)
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
