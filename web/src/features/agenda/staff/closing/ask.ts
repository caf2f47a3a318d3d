import type { Auth } from '../../../../auth/types'
import { refusalOf, type Fault } from '../../../../staff/drafts'
import type { ClosingDone } from './words'

/** What came of asking. `offline`: there was no answer. */
export type Asked<T> =
  | { is: 'done'; data: T }
  | { is: 'refused'; status: number; code: string; fields: readonly Fault[] }
  | { is: 'offline' }

/** Asks something about a closure. With a press it is the same act when it is sent again. */
export async function ask<T = ClosingDone>(
  auth: Auth,
  url: string,
  body?: unknown,
  { method = 'POST', press }: { method?: 'POST' | 'PUT'; press?: string } = {},
): Promise<Asked<T>> {
  try {
    const answer = await auth.fetch(url, {
      method,
      headers: {
        accept: 'application/json',
        ...(press && { 'press-id': press }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    if (answer.ok) return { is: 'done', data: (await answer.json()) as T }
    return { is: 'refused', ...(await refusalOf(answer)) }
  } catch {
    return { is: 'offline' }
  }
}
