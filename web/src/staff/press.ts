import type { components } from '../api/schema.gen'
import type { Auth } from '../auth/types'
import { CannotUndo } from './ActBars'
import { refusalOf, type Fault } from './drafts'

export type Done = components['schemas']['Done']
export type Act = components['schemas']['ActSeen']

/** What came of a press. `offline`: there was no answer; pressed again it is the same act. */
export type Pressed =
  | { is: 'done'; done: Done }
  | { is: 'refused'; status: number; code: string; fields: readonly Fault[] }
  | { is: 'offline' }

interface Options {
  method?: 'POST' | 'PUT' | 'PATCH'
  body?: unknown
  /** The version that was read. */
  version?: number
}

/** Ids of presses that got no answer, by what they ask: the server counts each id once. */
const unanswered = new Map<string, string>()

/** Does something about a date or its people. */
export async function pressAct(
  auth: Auth,
  url: string,
  { method = 'POST', body, version }: Options = {},
): Promise<Pressed> {
  const sent = body === undefined ? undefined : JSON.stringify(body)
  const key = `${method} ${url} ${sent ?? ''}`
  const id = unanswered.get(key) ?? crypto.randomUUID()
  const again = unanswered.has(key)
  unanswered.set(key, id)
  let answer: Response
  try {
    answer = await auth.fetch(url, {
      method,
      headers: {
        accept: 'application/json',
        'press-id': id,
        ...(sent !== undefined && { 'content-type': 'application/json' }),
        ...(version !== undefined && { 'if-match': `"${version}"` }),
      },
      ...(sent !== undefined && { body: sent }),
    })
    if (answer.ok) {
      const { earlier, ...done } = (await answer.json()) as Done
      unanswered.delete(key)
      // the first try did it: to who pressed it happened now
      return { is: 'done', done: earlier && !again ? { ...done, earlier } : done }
    }
  } catch {
    return { is: 'offline' }
  }
  unanswered.delete(key)
  return { is: 'refused', ...(await refusalOf(answer)) }
}

const noWayBack: Readonly<Record<string, string>> = {
  gone: 'Dit kan niet meer terug: de tijd is om.',
  full: 'De plek is intussen weg. Toch komen kan met een stoel erbij.',
  not_found: 'Dit is er niet meer.',
  forbidden: 'Hier heb je geen rechten voor. Vraag het aan de coördinator.',
}

/** Takes an act back. Throws `CannotUndo` with words when that is not possible any more. */
export async function undoAct(auth: Auth, id: string): Promise<Done> {
  const pressed = await pressAct(auth, `/api/acts/${encodeURIComponent(id)}/undo`)
  if (pressed.is === 'done') return pressed.done
  if (pressed.is === 'offline' || pressed.status >= 500 || pressed.status === 401)
    throw new Error('no answer')
  throw new CannotUndo(
    noWayBack[pressed.code] ?? 'Dit is intussen weer veranderd. Kijk wat er nu staat.',
  )
}
