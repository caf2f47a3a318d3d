import { useCallback, useEffect, useRef, useState } from 'react'
import type { Auth } from '../../../auth/types'
import { useUndone } from '../../../staff/bars'
import type { Draft } from '../../../staff/editor/useDraft'
import { sayFault, type IssueDoc, type IssueProgress } from './issueWords'
import { get } from '../../../staff/api/useRead'
import { ask } from '../../../staff/api/client'

const every = 5000

export interface IssueProgressHook {
  of: IssueProgress | undefined
  missed: boolean
  again(): void
  busy: string
  /** What went wrong, in words. */
  said: string
  /** Saves what is on the screen, then does it; whether it was done. */
  act(word: string, body?: (s: IssueProgress) => object): Promise<boolean>
}

/** How a newsletter stands, kept fresh while it is under way, and what can be done with it. */
export function useIssueProgress(auth: Auth, d: Draft<IssueDoc>): IssueProgressHook {
  const [of, set] = useState<IssueProgress>()
  const [missed, miss] = useState(false)
  const [busy, setBusy] = useState('')
  const [said, say] = useState('')
  const going = useRef(false)
  const url = '/api/newsletter/issues/' + encodeURIComponent(d.id)
  const version = d.draft?.version
  const read = useCallback(
    async () => (await get(auth, '/api/newsletter/issues/{iss}', { path: { iss: d.id } })).data!,
    [auth, d.id],
  )
  const again = useCallback(() => {
    read().then(
      s => {
        set(s)
        miss(false)
      },
      () => miss(true),
    )
  }, [read])
  useUndone(again)
  useEffect(() => {
    if (version !== undefined) again()
  }, [version, again])
  const moves = of?.state === 'sending' || of?.state === 'scheduled'
  useEffect(() => {
    if (!moves) return
    const timer = setInterval(() => document.visibilityState === 'visible' && again(), every)
    return () => clearInterval(timer)
  }, [moves, again])
  const act = async (word: string, body?: (s: IssueProgress) => object) => {
    if (going.current) return false
    going.current = true
    setBusy(word)
    say('')
    const own = d.saved === 'saved' // then the text of the server is what is on the screen
    try {
      if (d.saved !== 'saved' && !(await d.save())) {
        say('Je tekst is nog niet bewaard. Probeer het zo nog een keer.')
        return false
      }
      const now = body && (await read())
      if (now && own && now.version !== version) {
        set(now)
        d.reload()
        say(refusals.precondition_failed!)
        return false
      }
      const answer = await ask<IssueProgress>(auth, `${url}/${word}`, now && body(now))
      if (answer.data) set(answer.data)
      if (answer.data) return true
      const { code, fields, status } = answer
      say(fields.map(sayFault).find(Boolean) ?? refusals[code] ?? failed)
      if (status === 409 || status === 412) again()
    } catch {
      say(failed)
    } finally {
      going.current = false
      setBusy('')
    }
    return false
  }
  return { of, missed, again, busy, said, act }
}

const failed = 'Het lukt nu niet. Controleer je internet en probeer het opnieuw.'
const refusals: Readonly<Record<string, string>> = {
  closed: 'Iemand anders was je voor. Kijk hoe het er nu mee staat.',
  conflict: 'Dit kan nu niet. Kijk hoe het er nu mee staat.',
  precondition_failed: 'De tekst is net veranderd. Kijk hem na en druk dan nog een keer.',
  too_many: 'Er zijn het laatste uur veel proeven verstuurd. Probeer het later nog een keer.',
}
