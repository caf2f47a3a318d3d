import { useEffect, useRef, useState } from 'react'
import { AuthError, type AuthCode } from '../auth/errors'
import { sayAuth } from '../auth/messages'
import { Icon } from '../ui/Icon'
import { logIn } from '../ui/noticeIcons'
import { PressButton } from '../ui/PressButton'

/** The session ended while there was text that the server does not have. It waits for the same person. */
export function SignInAgain({ again }: { again(): Promise<unknown> }) {
  const words = useRef<HTMLParagraphElement>(null)
  const [code, setCode] = useState<AuthCode>()
  useEffect(() => { if (code) words.current?.focus() }, [code])
  return (
    <section className="alert alert-warn" role="alert">
      <Icon of={logIn} />
      <div>
        <p>Je bent uitgelogd. Log opnieuw in. Je tekst staat nog klaar.</p>
        {code && <p ref={words} tabIndex={-1}>{sayAuth(code)}</p>}
        <p><PressButton press={() => void again().catch((e: unknown) => setCode(e instanceof AuthError ? e.code : 'auth/internal-error'))}>Log opnieuw in</PressButton></p>
      </div>
    </section>
  )
}
