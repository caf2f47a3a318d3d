// Taking back what was done with a document or a row: the one way for all that is not of a date.
import type { Auth } from '../auth/types'
import { CannotUndo, NotNow } from './bars'
import { type Draft, type Refusal } from './drafts'
import { kept } from './kept'
import { apiAt, asked } from './api/client'

const watchers = new Set<(draft: Draft<unknown>) => void>()

/** Screens that show a document hear of it when it was changed from elsewhere on the screen. */
export function watchDrafts(l: (draft: Draft<unknown>) => void): () => void {
  watchers.add(l)
  return () => void watchers.delete(l)
}

/** Takes the last act on a document back. Rejects with words for the bar. */
export async function undoDraft(auth: Auth, id: string): Promise<void> {
  const draft = await undoAt<Draft<unknown>>(auth, '/api/undo/' + encodeURIComponent(id))
  for (const w of watchers) w(draft)
}

/**
 * Takes the last act on a row of an inbox back, when that is still the one that can be taken back
 * until then. A text that was to be mailed comes back into its box.
 */
export async function undoRow(auth: Auth, url: string, until: string): Promise<void> {
  const { data: row, response } = await apiAt<Answered>(auth, 'GET', url)
  if (response.status === 404) throw new CannotUndo('Dit is er niet meer.')
  if (!row) throw new Error(String(response.status))
  if (row.undoUntil !== until)
    throw new CannotUndo('Dit is intussen weer veranderd. Kijk wat er nu staat.')
  await undoAt(auth, url + '/undo', response.headers.get('etag') ?? '')
  const text = row.answeredAt && row.answers?.at(-1)?.text
  if (text) kept('postvak-' + row.id).keep(text)
}

interface Answered {
  id: string
  undoUntil?: string
  answeredAt?: string
  answers?: { text?: string }[]
}

/** Takes something back at its address; of a row, of the version that was read. */
export async function undoAt<T>(auth: Auth, url: string, version?: string): Promise<T> {
  const headers = version ? { 'if-match': version } : {}
  const refusal = await asked(apiAt<T>(auth, 'POST', url, { headers }))
  if (refusal.is === 'done') return refusal.data
  if (refusal.is === 'offline') throw new Error('no answer')
  if (refusal.status === 401 || refusal.code === 'auth/requires-recent-login')
    throw new NotNow('Log opnieuw in en probeer het nog een keer.')
  if (refusal.status >= 500 || refusal.status === 408 || refusal.status === 429)
    throw new NotNow('Er ging bij ons iets mis. Probeer het zo nog een keer.')
  throw new CannotUndo(sayNever(refusal))
}

function sayNever({ code, fields }: Refusal): string {
  if (code === 'precondition_failed') return 'Iemand veranderde dit daarna nog. Dat blijft zo.'
  if (code === 'full')
    return 'Er is geen plek meer. Daarom kan dit niet meer ongedaan worden gemaakt.'
  if (fields.some(f => f.name === 'newDates' || f.name === 'signUps'))
    return 'Er heeft zich al iemand aangemeld. Daarom kan dit niet meer ongedaan worden gemaakt.'
  return fields.some(f => f.name === 'changedDates')
    ? 'Iemand veranderde daarna een datum. Daarom kan dit niet meer ongedaan worden gemaakt.'
    : 'Dit kan niet meer ongedaan worden gemaakt.'
}
