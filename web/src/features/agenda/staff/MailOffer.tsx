import { useState } from 'react'
import { clock } from '../../../api/moment'
import type { Auth } from '../../../auth/types'
import { pressAct, type Done } from '../../../staff/press'
import { Icon } from '../../../ui/Icon'
import { mail } from '../../../ui/icons'
import { PressButton } from '../../../ui/PressButton'
import { sayNoPhone, type NoPhone } from './callWords'
import { ShowTrouble, usePress } from './Trouble'

const half = 30 * 60_000

interface Props {
  auth: Auth
  person: NoPhone
  now: number
  done(d: Done): Promise<void>
}

/** Somebody who waits and can only be mailed: an offer until a time that staff choose. */
export function MailOffer({ auth, person, now, done }: Props) {
  const times = timesUntil(person.latest, now)
  const [chosen, choose] = useState('')
  const { busy, trouble, press } = usePress('verstuurd')
  const until = times.includes(chosen) ? chosen : times[Math.min(3, times.length - 1)]
  const offer = async () => {
    if (until === undefined) return
    const pressed = await press(
      pressAct(auth, `/api/waitlist/${encodeURIComponent(person.id)}/mail-offer`, {
        body: { until },
      }),
    )
    if (pressed.is === 'done') await done(pressed.data)
  }
  return (
    <li>
      <div>
        <strong>{person.firstName}</strong>
        <br />
        {sayNoPhone(person)}
      </div>
      <span />
      <div className="wide stack">
        {until === undefined ? (
          <p className="muted">Voor een mail is het te laat: het begint te gauw.</p>
        ) : (
          <>
            {times.length > 1 && (
              <label>
                Tot hoe laat mag {person.firstName} nadenken?{' '}
                <select
                  className="input input-short"
                  value={until}
                  onChange={e => choose(e.target.value)}
                >
                  {times.map(t => (
                    <option key={t} value={t}>
                      {clock(t)} uur
                    </option>
                  ))}
                </select>
              </label>
            )}
            <ShowTrouble of={trouble}>Vraag of een collega belt.</ShowTrouble>
            <PressButton second press={() => void offer()} busy={!!busy}>
              <Icon of={mail} />
              <span>Mail een aanbod tot {clock(until)} uur</span>
            </PressButton>
          </>
        )}
      </div>
    </li>
  )
}

/** Whole and half hours from now on, as the API writes them; the last is the latest possible. */
function timesUntil(latest: string, now: number): string[] {
  const end = Date.parse(latest)
  const offset = latest.slice(19)
  const ahead = Date.parse(latest.slice(0, 19) + 'Z') - end
  const out: string[] = []
  for (let t = Math.ceil((now + half / 2) / half) * half; t < end && out.length < 23; t += half)
    out.push(new Date(t + ahead).toISOString().slice(0, 19) + offset)
  if (end > now + half / 2) out.push(latest)
  return out
}
