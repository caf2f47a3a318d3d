import { useCallback, useEffect, useRef, useState, type RefObject } from 'react'
import type { Auth } from '../../auth/types'
import { bars, useUndone } from '../bars'
import { undoRow } from '../undo'
import { useRetry } from '../useRetry'

/**
 * One row of the staff API that is changed act by act: each sends the version that was read, so
 * that nobody overwrites a colleague.
 */
export interface One<T> {
  is: 'loading' | 'failed' | 'missing' | 'known'
  data: T | undefined
  /** Which button is busy; 'read' while it is read again. */
  busy: string
  /** What came of the last act, in words; the line takes the focus, as the button may be gone. */
  said: string
  line: RefObject<HTMLParagraphElement | null>
  /**
   * Sentences by field name, of the act that was refused last, for the part of the screen whose
   * button it was.
   */
  faultsOf(button: string): Readonly<Record<string, string>>
  again(): void
  act(a: Act): void
}

export interface Act {
  /** Name of the button. */
  button: string
  method: 'PUT' | 'POST'
  /** Behind the address of the row: '/note'. */
  at: string
  body?: object
  said: string
  /** Of what, for the bar. */
  of?: string
  /** Sentences of the fields that the server can refuse: "text too_short" or "text". */
  say?: Readonly<Record<string, string>>
  /** It went well. */
  then?(): void
}

/** Until when the last act can be taken back. */
const undoOf = (row: unknown) => (row as { undoUntil?: string } | undefined)?.undoUntil

interface Refusal {
  code?: string
  fields?: { name: string; code: string }[]
}

const none = {}
const offline = 'Het lukt nu niet. Controleer je internet en probeer het opnieuw.'
const refusals: Readonly<Record<string, string>> = {
  invalid: 'Er is nog iets nodig. Kijk hieronder.',
  precondition_failed:
    'Iemand heeft dit intussen veranderd. Kijk hoe het nu staat en probeer het opnieuw.',
  gone: 'Dit kan niet meer ongedaan worden gemaakt.',
  closed: 'Dit kan niet meer. Kijk hoe het nu staat.',
  forbidden: 'Hier heb je geen rechten voor. Vraag het aan de coördinator.',
  not_found: 'Dit is er niet meer, of het is niet meer voor jou.',
  unauthorized: 'Log opnieuw in en probeer het nog een keer.',
}

export function useOne<T>(auth: Auth, url: string): One<T> {
  const [state, set] = useState<{ is: One<T>['is']; data?: T; tag: string }>({
    is: 'loading',
    tag: '',
  })
  const [busy, setBusy] = useState('')
  const [said, say] = useState('')
  const [refused, setRefused] = useState<{
    button: string
    faults: Readonly<Record<string, string>>
  }>()
  const line = useRef<HTMLParagraphElement>(null)
  const going = useRef(false)
  const turn = useRef(0)

  const again = useCallback(async () => {
    const mine = ++turn.current
    setBusy('read')
    const answer = await auth
      .fetch(url, { headers: { accept: 'application/json' } })
      .catch(() => undefined)
    const data = answer?.ok
      ? ((await answer.json().catch(() => undefined)) as T | undefined)
      : undefined
    if (mine !== turn.current) return
    setBusy('')
    set(before => {
      if (data !== undefined) return { is: 'known', data, tag: answer!.headers.get('etag') ?? '' }
      if (answer?.status === 404) return { is: 'missing', tag: '' }
      return before.data === undefined ? { is: 'failed', tag: '' } : before
    })
  }, [auth, url])
  useEffect(() => {
    void again()
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the newest turn is meant
    return () => void turn.current++
  }, [again])
  useRetry(auth, state.is === 'failed', () => void again())
  useUndone(again)
  useEffect(() => {
    if (said) line.current?.focus()
  }, [said])

  const act = (a: Act) => {
    if (going.current) return
    going.current = true
    setBusy(a.button)
    say('')
    setRefused(undefined)
    void send(auth, url + a.at, a, state.tag).then(async answer => {
      going.current = false
      setBusy('')
      if (answer?.ok) {
        const data = (await answer.json()) as T
        set({ is: 'known', data, tag: answer.headers.get('etag') ?? '' })
        a.then?.()
        const until = undoOf(data)
        if (!until || until === undoOf(state.data)) return say(a.said)
        return bars.add({
          id: url,
          what: a.said,
          more: a.of,
          until,
          undo: () => undoRow(auth, url, until),
        })
      }
      const why = (await answer?.json().catch(() => undefined)) as Refusal | undefined
      setRefused({
        button: a.button,
        faults: Object.fromEntries(
          (why?.fields ?? []).map(f => [
            f.name,
            a.say?.[`${f.name} ${f.code}`] ?? a.say?.[f.name] ?? 'Kijk dit nog even na.',
          ]),
        ),
      })
      say((answer && refusals[why?.code ?? '']) ?? offline)
      if (why?.code === 'precondition_failed' || why?.code === 'closed' || why?.code === 'gone')
        void again()
    })
  }
  return {
    ...state,
    data: state.data,
    busy,
    said,
    line,
    faultsOf: button => (refused?.button === button ? refused.faults : none),
    again: () => void again(),
    act,
  }
}

const send = (auth: Auth, url: string, { method, body }: Act, tag: string) =>
  auth
    .fetch(url, {
      method,
      headers: {
        accept: 'application/json',
        'if-match': tag,
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    .catch(() => undefined)
