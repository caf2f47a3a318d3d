import { useEffect, useRef, type ReactNode, type Ref } from 'react'
import type { AuthCode } from '../../auth/errors'
import { reactionTo, sayAuth } from '../../auth/messages'
import { Reach } from '../../layout/Reach'
import { useStore } from '../../page'
import * as to from '../../paths'
import { Icon } from '../../ui/Icon'
import { triangleAlert } from '../../ui/noticeIcons'
import { PageLink } from '../../ui/PageLink'
import { PressButton } from '../../ui/PressButton'
import type { Trouble } from './desk'

/** A message with a way on. `role="alert"` reads it out when it comes by itself. */
export function Warning({
  words,
  of,
  role = 'alert',
  children,
}: {
  words: string
  of?: Ref<HTMLParagraphElement>
  role?: 'alert' | 'group'
  children: ReactNode
}) {
  return (
    <section className="alert alert-error" role={role}>
      <Icon of={triangleAlert} />
      <div>
        <p ref={of} tabIndex={-1}>
          {words}
        </p>
        {children}
      </div>
    </section>
  )
}

interface Props {
  trouble: Trouble
  /** The provider is being asked. */
  busy: boolean
  look(): void
  popup(): void
  redirect(): void
}

/**
 * What went wrong at the desk. After a press the words take the focus; what comes by itself is only
 * read out.
 */
export function TroubleNote({ trouble, ...ways }: Props) {
  const words = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (trouble.pressed) words.current?.focus()
  }, [trouble])
  return (
    <Warning words={sayAuth(trouble.code)} of={words} role={trouble.pressed ? 'group' : 'alert'}>
      {trouble.code === 'auth/internal-error' && trouble.id && (
        <p>
          Noem dan deze code: <code>{trouble.id}</code>
        </p>
      )}
      <Reaction of={trouble.code} {...ways} />
    </Warning>
  )
}

/** The way on. Where the button of the desk is the way on, there is none here. */
function Reaction({ of, busy, look, popup, redirect }: { of: AuthCode } & Omit<Props, 'trouble'>) {
  const { origin } = useStore()
  const { button, link } = reactionTo(of)
  const retry = of === 'auth/network-request-failed' ? look : popup
  return (
    <>
      {button === 'retry' && (
        <p>
          <PressButton press={retry} busy={busy} second>
            Opnieuw proberen
          </PressButton>
        </p>
      )}
      {button === 'redirect' && (
        <p>
          <PressButton press={redirect} second>
            Verder met inloggen
          </PressButton>
        </p>
      )}
      {button === 'reload' && (
        <p>
          <PressButton press={() => location.reload()} second>
            Ververs de pagina
          </PressButton>
        </p>
      )}
      {link === 'origin' && (
        <p>
          <a href={origin + to.login()}>Naar onze eigen website</a>
        </p>
      )}
      {link === 'contact' && <ToContact />}
    </>
  )
}

/** How to reach us, here and on the page that says more. */
export const ToContact = () => (
  <p>
    <Reach /> <PageLink to={to.contact()}>Naar de contactpagina</PageLink>
  </p>
)
