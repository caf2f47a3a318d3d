// What is done about the list of one date, and why: for each who waits, and for the whole list.
import { useState, type ReactNode } from 'react'
import * as limits from '../../../api/limits.gen'
import type { Auth } from '../../../auth/types'
import { TextField } from '../../../staff/fields'
import { pressAct, showAct, type Pressed } from '../../../staff/press'
import { PressButton } from '../../../ui/PressButton'
import { useFocusOn } from '../../../ui/useFocusOn'
import { sayDone, type Now, type Waitlist } from './lineWords'
import { sayCaused } from './peopleWords'

/** The screen, for its parts. */
export interface On {
  auth: Auth
  list: Waitlist
  now: Now
  reload(): Promise<void>
}

/** Does something about the list, and says so in the bar with a way back. */
export async function act(
  { auth, list, reload }: On,
  url: string,
  name: string,
  options: { method?: 'POST' | 'PUT'; body?: unknown } = {},
): Promise<Pressed> {
  const pressed = await pressAct(auth, url, options)
  if (pressed.is === 'done') {
    const { data: done } = pressed
    showAct(auth, done, {
      what: `${sayDone(done.act, name)}.`,
      more: (
        <>
          {list.date.title}. {sayCaused(done)}
          {done.code && (
            <>
              <br />
              Lees voor: <span className="code">{done.code}</span>
            </>
          )}
        </>
      ),
      row: 'rij-' + done.act.subject,
      who: name,
    })
  }
  if (pressed.is !== 'offline') await reload()
  return pressed
}

/** An act that asks why, for the log book. */
export function WithReason({
  title,
  yes,
  busy,
  go,
  stop,
  children,
}: {
  title: string
  yes: string
  busy: boolean
  go(reason: string): void
  stop(): void
  children?: ReactNode
}) {
  const [reason, write] = useState('')
  const [missing, miss] = useState(false)
  const heading = useFocusOn<HTMLHeadingElement>(title)
  return (
    <form
      className="stack"
      noValidate
      onSubmit={e => {
        e.preventDefault()
        if (busy) return
        if (reason.trim() === '') return miss(true)
        go(reason)
      }}
    >
      <h3 ref={heading} tabIndex={-1}>
        {title}
      </h3>
      {children}
      <TextField
        name="reden"
        label="Reden"
        hint="Komt in het logboek. Noem geen namen."
        error={missing ? 'Schrijf kort waarom.' : undefined}
        max={limits.ReasonBody.reason.maxLength}
        value={reason}
        onChange={write}
      />
      <p className="facts-row">
        <button className="btn" type="submit" aria-busy={busy || undefined}>
          {yes}
        </button>
        <PressButton second press={stop}>
          Terug
        </PressButton>
      </p>
    </form>
  )
}
