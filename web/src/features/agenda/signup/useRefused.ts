import { useLocation, useNavigate } from '../../../router'
import { passFlash, type Extra } from '../../../page'
import type { ActivityDate } from '../../../programme/words'

const final = ['gone', 'closed']

/** Why nothing can be filled in any more, after a sending that came too late: on both roads. */
export const refusal = ({ form, flash }: Extra) =>
  [form?.problem.code, flash?.kind].find(code => final.includes(code ?? ''))

/** The date with the places that a refused sending found: its read may be of a moment before. */
export function asFound(date: ActivityDate, free: number | undefined): ActivityDate {
  if (free === undefined) return date
  const status = free === 0 ? 'waitlist' : free <= 3 ? 'few' : date.status
  const seats = date.seats && { seats: { ...date.seats, free } }
  return { ...date, ...seats, status, free }
}

/**
 * After a sending that came too late: the same address, read afresh, so that the page says what the
 * date is now.
 */
export function useRefused() {
  const go = useNavigate()
  const { pathname } = useLocation()
  return async ({ code }: { code: string }) => {
    if (final.includes(code))
      await go(pathname, { replace: true, ...passFlash({ name: '', kind: code, way: 'none' }) })
  }
}
