import { api } from './client'
import type { Problem } from './problem'

/**
 * A fresh key and moment for a form that the server did not open itself. Rejects without network.
 */
export async function newTicket() {
  const { data } = await api.GET('/api/form-ticket')
  if (!data) throw new Error('no ticket')
  return data
}

/**
 * What the client answers, as a form wants it. A proxy in between may answer without a problem:
 * then it is a fault of ours.
 */
export function sent<R extends { data?: unknown; error?: unknown; response: Response }>(
  r: R,
): { answer: NonNullable<R['data']> } | { trouble: Pick<Problem, 'code' | 'fields' | 'free'> } {
  if (r.response.ok) return { answer: r.data as NonNullable<R['data']> }
  const problem = r.error as Partial<Problem> | undefined
  return { trouble: problem?.code ? (problem as Problem) : { code: 'unavailable' } }
}
