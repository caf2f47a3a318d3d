import { useLocation, useNavigate } from 'react-router-dom'
import { passFlash, type Extra } from '../../../page'

const final = ['gone', 'closed']

/** Why nothing can be filled in any more, after a sending that came too late: on both roads. */
export const refusal = ({ form, flash }: Extra) =>
  [form?.problem.code, flash?.kind].find(code => final.includes(code ?? ''))

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
