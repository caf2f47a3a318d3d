import type { Auth } from '../../../auth/types'
import { api, asked } from '../../../staff/api/client'
import type { Call } from './callWords'

/**
 * Says to colleagues that somebody is rung now. The telephone takes over: the number is dialled
 * whatever becomes of that.
 */
export const ring = async (
  auth: Auth,
  { id, calling }: Pick<Call, 'id' | 'calling'>,
  reload = () => Promise.resolve(),
) => {
  const path = { c: id }
  const body = { anyway: calling !== undefined && !calling.mine }
  const { is } = await asked(
    api(auth).POST('/api/calls/{c}/claim', { params: { path }, body, keepalive: true }),
  )
  if (is !== 'offline') await reload()
}
