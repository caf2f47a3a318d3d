import type { Auth } from '../auth/types'

/** `ahead` of `auth`, for who asked the server nothing yet; 0 when there is no answer. */
export const aheadOf = (auth: Auth): Promise<number> =>
  auth.ready().then(
    c => c.ahead,
    () => 0,
  )
