import { useEffect, useRef, useState } from 'react'
import { AuthError, type AuthCode } from '../auth/errors'
import { sayAuth } from '../auth/messages'
import type { Auth, User } from '../auth/types'
import { useSession } from '../layout/session'
import { Icon } from '../ui/Icon'
import { logIn } from '../ui/noticeIcons'
import { PressButton } from '../ui/PressButton'

/**
 * The session of `user` is over, and the screen stayed because of text that the server does not
 * have, here or behind another screen. It waits for the same person.
 */
export const Ended = (who: { auth: Auth; user: User }) =>
  useSession(false).user === null && <SignInAgain {...who} />

const SignInAgain = (who: { auth: Auth; user: User }) => (
  <div className="wrap">
    <section className="alert alert-warn" role="alert">
      <Icon of={logIn} />
      <div>
        <p>Je bent uitgelogd. Log opnieuw in. Je tekst staat nog klaar.</p>
        <SignInButton {...who} />
      </div>
    </section>
  </div>
)

/** The way back in, wherever the lack of a session is told. */
export function SignInButton({ auth, user }: { auth: Auth; user: User }) {
  const words = useRef<HTMLParagraphElement>(null)
  const [code, setCode] = useState<AuthCode>()
  useEffect(() => {
    if (code) words.current?.focus()
  }, [code])
  const again = () =>
    void auth.signInPopup({ shared: user.shared }).then(
      () => {
        // the button goes
        const heading = document.querySelector<HTMLElement>('#inhoud h1')
        if (heading) heading.tabIndex = -1
        heading?.focus()
      },
      (e: unknown) => setCode(e instanceof AuthError ? e.code : 'auth/internal-error'),
    )
  return (
    <>
      {code && (
        <p ref={words} tabIndex={-1}>
          {sayAuth(code)}
        </p>
      )}
      <p>
        <PressButton press={again}>Log opnieuw in</PressButton>
      </p>
    </>
  )
}
