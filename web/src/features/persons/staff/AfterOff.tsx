import { useState } from 'react'
import * as limits from '../../../api/limits.gen'
import type { components } from '../../../api/schema.gen'
import type { Auth } from '../../../auth/types'
import { TextField } from '../../../staff/fields'
import { useAct, notDone } from '../../../staff/api/useSend'
import { sayDay } from '../../../staff/words'
import { PressButton } from '../../../ui/PressButton'
import { api, asked } from '../../../staff/api/client'

interface Props {
  auth: Auth
  waits: components['schemas']['ForgetWait']
  again(): void
}

/** After days off forgetting waits: when it goes on, and what staff may say of that. */
export function AfterOff({ auth, waits, again }: Props) {
  const { busy, said, line, act } = useAct(auth)
  const [reason, write] = useState('')
  const [wrong, say] = useState('')
  const press = (button: 'go' | 'wait') => {
    if (!reason.trim()) return say('Schrijf kort op waarom.')
    say('')
    act(button, async () => {
      const body = { wait: button === 'wait', reason }
      const { is, status } = await asked(api(auth).POST('/api/forgetting/off', { body }))
      if (is !== 'done' && status !== 409) return notDone(status)
      again()
      return status === 409 ? 'Iemand anders was je net voor.' : 'Genoteerd.'
    })
  }
  return (
    <>
      <p>
        We waren {waits.days} dagen uit. {capital(sayDay(waits.goesOn))} om 3.30 uur gaat het wissen
        vanzelf verder.
      </p>
      <TextField
        name="offReason"
        label="Waarom eerder of later?"
        max={limits.AfterOff.reason.maxLength}
        value={reason}
        onChange={write}
        error={wrong || undefined}
      />
      <p role="status" ref={line} tabIndex={-1}>
        {said}
      </p>
      <p className="row">
        <PressButton press={() => press('go')} busy={busy === 'go'}>
          Ga nu verder
        </PressButton>
        {!waits.longer && (
          <PressButton second press={() => press('wait')} busy={busy === 'wait'}>
            Wacht nog 7 dagen
          </PressButton>
        )}
      </p>
    </>
  )
}

const capital = (s: string) => s.charAt(0).toUpperCase() + s.slice(1)
