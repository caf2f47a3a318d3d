import { useEffect, useRef, useState } from 'react'
import { AuthError, type AuthCode } from '../../auth/errors'
import { sayAuth } from '../../auth/messages'
import { unsaved } from '../../layout/unsaved'
import type { StaffProps } from '../../page'
import { Icon } from '../../ui/Icon'
import { hourglass } from '../../ui/noticeIcons'
import { PressButton } from '../../ui/PressButton'

interface Props extends StaffProps {
  /** Where this window comes back to, when it has to leave for the sign-in. */
  returnTo: string
  /** Signed in afresh: the act that asked for it may be repeated. */
  done(): void
  /** This window is about to leave. Gives what to call when it does not. */
  leaving(): () => void
}

/** A sensitive act needs a sign-in of less than an hour old. */
export function SignInFresh({ auth, user, returnTo, done, leaving }: Props) {
  const words = useRef<HTMLParagraphElement>(null)
  const [code, setCode] = useState<AuthCode>('auth/requires-recent-login')
  useEffect(() => words.current?.focus(), [code])
  const options = { shared: user.shared, again: true }
  const fail = (e: unknown) => setCode(e instanceof AuthError ? e.code : 'auth/internal-error')
  const redirect = (first = false) => {
    const stays = [leaving(), unsaved.leave()]
    void auth
      .signInRedirect({ ...options, returnTo, ...(first ? { first } : {}) })
      .catch((e: unknown) => {
        for (const stay of stays) stay()
        fail(e)
      })
  }
  const popup = () =>
    void auth.signInPopup(options).then(
      who => {
        // what one person asked for is not done in the name of another
        if (who.uid === user.uid) done()
      },
      (e: unknown) => {
        if (e instanceof AuthError && e.code === 'auth/popup-too-small') redirect(true)
        else fail(e)
      },
    )
  return (
    <section className="alert alert-warn" role="group">
      <Icon of={hourglass} />
      <div>
        <p ref={words} tabIndex={-1}>
          {sayAuth(code) || sayAuth('auth/requires-recent-login')}
        </p>
        <p>
          {code === 'auth/popup-blocked' ? (
            <PressButton press={() => redirect()}>Verder met inloggen</PressButton>
          ) : (
            <PressButton press={popup}>Log nog een keer in</PressButton>
          )}
        </p>
      </div>
    </section>
  )
}
