import { api } from '../../api/client'
import { sent } from '../../api/visitor'
import { Phone } from '../../layout/Phone'
import { useHouseForm } from '../../layout/useHouseForm'
import type { Extra } from '../../page'
import { Field } from '../../ui/Field'
import { Form } from '../../ui/Form'
import { onceBy, opened } from '../../ui/stamp'
import { SubmitButton } from '../../ui/SubmitButton'
import { text } from '../../ui/values'
import { checkCode, checkReply } from './body'
import { words, type Handled } from './words'

type Props = Pick<Extra, 'form' | 'ticket'> & { done(answer: Handled): void }

const look = 'Bekijk mijn klacht'

/** Opens a complaint by its number. */
export function CodeForm({ form, ticket, done }: Props) {
  const f = useHouseForm<Handled>({
    name: 'code',
    echo: form,
    ticket,
    button: look,
    words,
    check: checkCode,
    send: async (v, stamp) =>
      sent(
        await api.POST('/api/complaints/by-code', {
          params: { header: onceBy(stamp) },
          body: { code: text(v, 'code'), ...opened(stamp) },
        }),
      ),
    done,
  })
  return (
    <Form form={f} open trap={false} className="form">
      <Field
        name="code"
        label="Je nummer"
        hint="Bijvoorbeeld K-2345-ABCD-6789. Kleine letters mogen ook, en streepjes hoeven niet."
        short
      />
      <p>
        <SubmitButton second>{look}</SubmitButton>
      </p>
    </Form>
  )
}

const add = 'Stuur mijn bericht'

/**
 * Writes on: the number goes along, nobody's name does. Nothing is kept in the tab: the next number
 * may be of somebody else.
 */
export function ReplyForm({ code, form, ticket, done }: Props & { code: string }) {
  const f = useHouseForm<Handled>({
    name: 'reply',
    echo: form,
    ticket,
    button: add,
    words,
    check: checkReply,
    send: async (v, stamp) =>
      sent(
        await api.POST('/api/complaints/by-code/messages', {
          params: { header: onceBy(stamp) },
          body: { code, reply: text(v, 'reply') || undefined, ...opened(stamp) },
        }),
      ),
    done,
  })
  return (
    <Form form={f} open trap={false} className="form" hidden={{ code }}>
      <Field
        name="reply"
        label="Wil je iets toevoegen?"
        hint="Je naam hoeft er niet bij."
        rows={5}
      />
      <div className="stack">
        <SubmitButton wide>{add}</SubmitButton>
        <p>
          <Phone before="Liever bellen? " after="." />
        </p>
      </div>
    </Form>
  )
}
