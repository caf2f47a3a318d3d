import type { ReactNode } from 'react'
import { useHouseForm } from '../../../layout/useHouseForm'
import type { Extra } from '../../../page'
import { ErrorSummary } from '../../../ui/ErrorSummary'
import { Form } from '../../../ui/Form'
import { SubmitButton } from '../../../ui/SubmitButton'
import type { Sent } from '../../../ui/persist'
import { holderWords } from './trouble'

interface Props<A> extends Extra {
  /** Value of the hidden field `form`. */
  name: string
  button: string
  look?: { second?: boolean; danger?: boolean; wide?: boolean }
  hidden?: Readonly<Record<string, string>>
  /** One request with this Idempotency-Key. */
  send(key: string): Promise<Sent<A>>
  done(answer: A): void
  /** A way on, beside what went wrong. */
  help?: ReactNode
}

/** A form that is one button: cancel, restore, answer, leave, erase. */
export function PressForm<A>({
  name,
  button,
  look,
  hidden,
  send,
  done,
  help,
  form,
  ticket,
}: Props<A>) {
  const f = useHouseForm<A>({
    name,
    button,
    words: holderWords(name),
    echo: form,
    ticket,
    send: (_, stamp) => send(stamp.idempotencyKey),
    done,
  })
  return (
    <Form form={f} hidden={hidden} above={<ErrorSummary>{help}</ErrorSummary>}>
      <SubmitButton {...look}>{button}</SubmitButton>
    </Form>
  )
}
