import { useEffect, useRef, useState } from 'react'
import { useNavigate } from '../../router'
import { redirectArrival } from '../../auth/callback'
import { AuthError, logError, logged, type AuthCode } from '../../auth/errors'
import { reactionTo, sayAuth } from '../../auth/messages'
import { startPage } from '../../auth/returnTo'
import type { SessionSource } from '../../page'
import { useStore } from '../../page'
import { notSignedIn } from './desk'
import { Again, Foreign, NoScript } from './Foreign'
import { signInHead } from './head'
import { ToContact, Warning } from './TroubleNote'

// Once, before anything is drawn: the address holds a code, and leaves the address bar here. The
// server has no address to read.
if (typeof window !== 'undefined') redirectArrival()

/** `still`: nothing runs yet, as on the server. `foreign`: no sign-in of this window came back. */
type Outcome =
  | { is: 'still' }
  | { is: 'busy' }
  | { is: 'onward'; to: string }
  | { is: 'foreign' }
  | { is: 'trouble'; code: AuthCode }

/** Where a redirect sign-in comes back. Who opens it again, or opens it signed in, is sent on. */
export default function CallbackPage() {
  const { session } = useStore()
  const navigate = useNavigate()
  const asked = useRef(false) // the answer comes out once, and effects may run twice
  const [outcome, setOutcome] = useState<Outcome>({ is: 'still' })
  useEffect(() => {
    if (asked.current) return
    asked.current = true
    setOutcome({ is: 'busy' })
    void settle(session).then(setOutcome)
  }, [session])
  const onward = outcome.is === 'onward' ? outcome.to : undefined
  useEffect(() => {
    if (onward) void navigate(onward, { replace: true })
  }, [onward, navigate])
  const busy = outcome.is === 'busy' || outcome.is === 'onward'
  return (
    <div className="wrap page stack" aria-busy={busy || undefined}>
      <h1>Inloggen</h1>
      <NoScript />
      <p role="status">{busy && 'Even geduld, je wordt ingelogd.'}</p>
      {!busy && outcome.is !== 'still' && <Ended outcome={outcome} />}
    </div>
  )
}

CallbackPage.head = signInHead

async function settle(session: SessionSource): Promise<Outcome> {
  try {
    const auth = await session.open().catch(cause => {
      throw new AuthError('auth/network-request-failed', { cause })
    })
    const back = await auth.redirectResult()
    if (back) return { is: 'onward', to: back.returnTo }
    await auth.start()
    return auth.user ? { is: 'onward', to: startPage } : { is: 'foreign' }
  } catch (e) {
    const error = e instanceof AuthError ? e : new AuthError('auth/internal-error', { cause: e })
    if (logged(error.code)) logError(error)
    return { is: 'trouble', code: error.code }
  }
}

function Ended({ outcome }: { outcome: Outcome }) {
  if (outcome.is !== 'trouble') return <Foreign />
  const words = sayAuth(outcome.code)
  if (!words)
    return (
      <>
        <p className="lead" role="status">
          {notSignedIn}
        </p>
        <Again />
      </>
    )
  return (
    <Warning words={words}>
      <Again />
      {reactionTo(outcome.code).link === 'contact' && <ToContact />}
    </Warning>
  )
}
