import { useEffect, useRef, useState } from 'react'
import { PressButton } from '../../../ui/PressButton'
import { Rows } from './Rows'
import type { Account } from './sessions'
import { sayRoles } from './words'

interface Props {
  of: Account
  /** The one who looks. */
  me: boolean
  busy: boolean
  end(): void
}

/** One person, where they are signed in, and the question before it ends. */
export function Person({ of, me, busy, end }: Props) {
  const [asking, ask] = useState(false)
  const question = useRef<HTMLParagraphElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const asked = useRef(false)
  useEffect(() => {
    if (asking) question.current?.focus()
    else if (asked.current) button.current?.focus()
    asked.current = asking
  }, [asking])
  const id = 'account-' + of.uid
  return (
    <section className="box" aria-labelledby={id}>
      <h2 id={id}>
        {of.name}
        {me && ' (dat ben jij)'}
      </h2>
      <p>{of.roles.length > 0 ? sayRoles(of.roles) : 'nog geen rol'}</p>
      <Rows of={of.sessions} />
      {asking ? (
        <>
          <p ref={question} tabIndex={-1}>
            Weet je het zeker? {me ? 'Je moet' : `${of.name} moet`} daarna op elk apparaat opnieuw
            inloggen.
          </p>
          <p className="row">
            <PressButton
              danger
              busy={busy}
              press={() => {
                ask(false)
                end()
              }}
            >
              Ja, overal uitloggen
            </PressButton>
            <PressButton second press={() => ask(false)}>
              Nee
            </PressButton>
          </p>
        </>
      ) : (
        <p>
          <PressButton
            second
            of={button}
            busy={busy}
            press={() => ask(true)}
            label={`Overal uitloggen: ${of.name}`}
          >
            Overal uitloggen
          </PressButton>
        </p>
      )}
    </section>
  )
}
