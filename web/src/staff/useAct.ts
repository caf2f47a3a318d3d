import { useRef, useState, type RefObject } from 'react'
import type { Auth } from '../auth/types'

/**
 * One act at a time on a screen, and what came of it in words: the line takes the focus, because
 * the button may be gone.
 */
export interface Acting {
  /** Which button is busy. */
  busy: string
  said: string
  line: RefObject<HTMLParagraphElement | null>
  /** `work` gives the words for what happened. */
  act(button: string, work: () => Promise<string>): void
}

export function useAct(): Acting {
  const going = useRef(false)
  const line = useRef<HTMLParagraphElement>(null)
  const [busy, setBusy] = useState('')
  const [said, say] = useState('')
  const act = (button: string, work: () => Promise<string>) => {
    if (going.current) return
    going.current = true
    setBusy(button)
    say('')
    void work()
      .catch(() => 'Het lukt nu niet. Controleer je internet en probeer het opnieuw.')
      .then(words => {
        going.current = false
        setBusy('')
        say(words)
        if (words) line.current?.focus()
      })
  }
  return { busy, said, line, act }
}

/**
 * Nothing when it went well, else the code of the problem. What is gone already is as good as
 * ended.
 */
export async function end(auth: Auth, url: string): Promise<string | undefined> {
  const answer = await auth.fetch(url, { method: 'DELETE' })
  if (answer.ok || answer.status === 404) return undefined
  const problem = (await answer.json().catch(() => undefined)) as { code?: string } | undefined
  return problem?.code ?? 'internal'
}
