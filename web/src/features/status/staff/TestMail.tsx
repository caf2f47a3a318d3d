import { useEffect, useRef, useState } from 'react'
import type { Auth } from '../../../auth/types'
import { kept } from '../../../staff/kept'
import { titleWarning } from '../../../ui/titleWarning'
import { Field } from '../../../ui/Field'
import { Form } from '../../../ui/Form'
import { Icon } from '../../../ui/Icon'
import { circleCheck } from '../../../ui/noticeIcons'
import { SubmitButton } from '../../../ui/SubmitButton'
import { text } from '../../../ui/values'
import { useTestMail } from './useTestMail'
import { sayOnItsWay } from './words'

/** What is typed outlives a sign-in that ended meanwhile. */
const typed = kept('testmail')

interface Props {
  auth: Auth
}

/**
 * A mail to see whether mail works. After each one the form is new, with the same address: mail is
 * tried more than once.
 */
export function TestMail({ auth }: Props) {
  const [{ turn, to }, go] = useState({ turn: 0, to: '' })
  const sent = (address: string) => {
    typed.drop()
    document.title = document.title.replace(titleWarning, '')
    go(before => ({ turn: before.turn + 1, to: address }))
  }
  return (
    <section className="box" aria-labelledby="testmail">
      <h2 id="testmail">Testmail sturen</h2>
      <p>Zo zie je of mail van de website aankomt.</p>
      <Once key={turn} auth={auth} to={to} done={sent} />
    </section>
  )
}

interface OnceProps extends Props {
  /** Where the mail before this one went; nothing: there was none. */
  to: string
  done(address: string): void
}

function Once({ auth, to, done }: OnceProps) {
  const [start] = useState(() => to || (typed.read() ?? ''))
  const form = useTestMail({ auth, start, done })
  const line = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (to) line.current?.focus()
  }, [to])
  const address = text(form.values, 'address')
  useEffect(() => {
    if (form.live && address !== to) typed.keep(address)
  }, [form.live, address, to])
  return (
    <>
      <div role="status" ref={line} tabIndex={-1}>
        {to && !form.pending && !form.problem && (
          <div className="alert alert-ok">
            <Icon of={circleCheck} />
            <p>{sayOnItsWay(to)}</p>
          </div>
        )}
      </div>
      <Form form={form} className="form">
        <Field
          name="address"
          type="email"
          label="E-mailadres"
          hint="Hier gaat de testmail heen."
          autoComplete="email"
        />
        <p>
          <SubmitButton>Stuur testmail</SubmitButton>
        </p>
      </Form>
    </>
  )
}
