import { useRef } from 'react'
import type { Call } from './callWords'

/**
 * The call on the card stays there until who looks at it acts, also when a new list lacks it.
 * `asked`: the one kind that is shown.
 */
export function useStays(calls: readonly Call[], chosen: string, asked?: Call['kind']) {
  const last = useRef<Call>(undefined)
  const found = calls.find(c => c.id === chosen)
  if (found) last.current = found
  const call = last.current?.id === chosen ? last.current : undefined
  return call && (!asked || call.kind === asked) ? call : undefined
}
