import { useRef, type ReactNode } from 'react'
import { Phone } from '../../../layout/Phone'
import { useHouseForm } from '../../../layout/useHouseForm'
import type { Extra } from '../../../page'
import type { Fault } from '../../../ui/checks'
import { Form } from '../../../ui/Form'
import type { Sent } from '../../../ui/persist'
import { PersonFields } from '../../../ui/PersonFields'
import { SubmitButton } from '../../../ui/SubmitButton'
import type { Values } from '../../../ui/values'
import { questionWords } from '../signup/words'
import { holding, type Entry, type Registration } from './holder'
import { holderWords } from './trouble'

const button = 'Bewaar'

interface Props<A> extends Extra {
  token: string
  /** Value of the hidden field `form`. */
  name: string
  of: A
  start: Values
  check(v: Values): Fault[]
  send(v: Values, header: ReturnType<typeof holding> & { 'If-Match': string }): Promise<Sent<A>>
  /** It as it is now: after a change by somebody else. */
  again(header: { Authorization: string }): Promise<A | undefined>
  done(changed: A): void
  /** The questions after those about the person. */
  children: ReactNode
}

/**
 * "Verander mijn gegevens": the whole set goes, so an emptied answer is gone. A change by somebody
 * else comes first (412).
 */
export function ChangeForm<A extends Registration | Entry>(props: Props<A>) {
  const { token, name, of, start, check, send, again, done, form, ticket, children } = props
  const version = useRef(of.version)
  const f = useHouseForm<A>({
    name,
    draft: `${name}:${of.date.id}:${of.consent.at}:${of.version}`,
    echo: form,
    start: { name: of.name, email: of.email ?? '', phone: of.phone ?? '', ...start },
    ticket,
    button,
    words: { ...questionWords, ...holderWords(name) },
    check,
    send: (v, stamp) =>
      send(v, { ...holding(token, stamp.idempotencyKey), 'If-Match': `"${version.current}"` }),
    async refused({ code }) {
      if (code !== 'precondition_failed') return
      version.current =
        (await again({ Authorization: 'Aanmelding ' + token }))?.version ?? of.version
    },
    done,
  })
  return (
    <details className="fold" open={form?.name === name}>
      <summary>Verander mijn gegevens</summary>
      <div>
        <Form form={f} className="form" hidden={{ version: String(of.version) }}>
          <PersonFields
            emailHint="Voor de bevestiging en als er iets verandert."
            phoneHint="We bellen alleen over deze activiteit."
          />
          {children}
          <SubmitButton wide>{button}</SubmitButton>
          <p>
            <Phone before="Liever bellen? " after="." />
          </p>
        </Form>
      </div>
    </details>
  )
}
