import { useEffect, useRef, type RefObject } from 'react'
import type { Auth } from '../../auth/types'
import { api } from '../api/client'
import { useQuestion, type Known } from '../api/queries'
import { get, type Answer, type Get } from '../api/useRead'
import { noAnswer, useSend } from '../api/useSend'
import { bars, useUndone } from '../bars'
import type { Fault } from '../drafts'
import { undoRow } from '../undo'

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

const none = {}
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

/** Rows with acts of their own. */
type Rows = Extract<
  Get,
  | '/api/messages/{id}'
  | '/api/complaints/cases/{id}'
  | '/api/volunteers/{id}'
  | '/api/rights-requests/{id}'
>
type Sending<T> = (
  path: string,
  init: object,
) => Promise<{ data?: T; error?: { code?: string; fields?: Fault[] }; response: Response }>

export function useOne<P extends Rows>(auth: Auth, path: P, id: string): One<Answer<P>> {
  type T = Answer<P>
  const params = { path: { id } }
  const key = [path, id]
  const { query, again, client } = useQuestion<T>(auth, {
    key,
    ask: () => get(auth, path, params),
  })
  useUndone(again)
  const { data, etag = '', error } = query.data ?? {}
  const line = useRef<HTMLParagraphElement>(null)
  const sent = useSend(auth, async (a: Act) => {
    const answer = await (api(auth)[a.method] as Sending<T>)(path + a.at, {
      params,
      headers: { 'if-match': etag },
      body: a.body,
    }).catch(() => undefined)
    if (answer?.data) {
      client.setQueryData<Known<T>>(key, {
        data: answer.data,
        etag: answer.response.headers.get('etag') ?? '',
      })
      a.then?.()
      const until = undoOf(answer.data)
      if (!until || until === undoOf(data)) return { said: a.said }
      const url = path.replace('{id}', encodeURIComponent(id))
      bars.add({
        id: url,
        what: a.said,
        more: a.of,
        until,
        undo: () => undoRow(auth, url, until),
      })
      return { said: '' }
    }
    const { code = '', fields = [] } = answer?.error ?? {}
    if (['precondition_failed', 'closed', 'gone'].includes(code)) void again()
    return {
      said: refusals[code] ?? noAnswer,
      faults: Object.fromEntries(
        fields.map(f => [
          f.name,
          a.say?.[`${f.name} ${f.code}`] ?? a.say?.[f.name] ?? 'Kijk dit nog even na.',
        ]),
      ),
    }
  })
  const { said = '', faults = none } = sent.data ?? {}
  useEffect(() => {
    if (said) line.current?.focus()
  }, [said])
  return {
    is:
      error === '404'
        ? 'missing'
        : data !== undefined
          ? 'known'
          : error === undefined
            ? 'loading'
            : 'failed',
    data: error === '404' ? undefined : data,
    busy: sent.isPending ? sent.variables!.button : query.isFetching ? 'read' : '',
    said,
    line,
    faultsOf: button => (sent.variables?.button === button ? faults : none),
    again: () => void again(),
    act: sent.send,
  }
}
