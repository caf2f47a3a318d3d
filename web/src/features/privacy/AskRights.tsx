import { api } from '../../api/client'
import type { Words } from '../../api/problem'
import { sent } from '../../api/visitor'
import { Sent } from '../../layout/Sent'
import { useHouseForm } from '../../layout/useHouseForm'
import { useSent } from '../../layout/useSent'
import type { Extra } from '../../page'
import * as to from '../../paths'
import { checkReach } from '../../ui/checks'
import { Choices } from '../../ui/Choices'
import { Field } from '../../ui/Field'
import { Form } from '../../ui/Form'
import { onceBy, opened } from '../../ui/stamp'
import { SubmitButton } from '../../ui/SubmitButton'
import { text } from '../../ui/values'

const button = 'Verstuur je vraag'
const question = 'Wat wil je?'
const wishes = [
  ['insight', 'Zien wat jullie van mij bewaren'],
  ['correct', 'Iets laten verbeteren'],
  ['erase', 'Alles laten wissen'],
  ['rest', 'Laat mijn gegevens even met rust'],
] as const
const words: Words = { labels: { what: question } }

/** Everybody reads the same, whether we keep anything of them or not. */
export function AskRights({ form, ticket, flash }: Pick<Extra, 'form' | 'ticket' | 'flash'>) {
  const tell = useSent(to.privacy('verzoek'))
  const f = useHouseForm({
    name: 'rights',
    echo: form,
    ticket,
    button,
    words,
    check: v => [
      ...(text(v, 'what') ? [] : [{ name: 'what', code: 'choice' }]),
      ...checkReach(text(v, 'email'), text(v, 'phone')),
    ],
    send: async (v, stamp) =>
      sent(
        await api.POST('/api/rights-requests', {
          params: { header: onceBy(stamp) },
          body: {
            what: text(v, 'what') || undefined,
            email: text(v, 'email') || undefined,
            phone: text(v, 'phone') || undefined,
            ...opened(stamp),
          },
        }),
      ),
    done: () => tell({ kind: 'request', way: 'mail' }),
  })
  if (flash?.kind === 'request' && !form)
    return (
      <Sent title="Je vraag is verstuurd.">
        <p>
          Vulde je een e-mailadres in? Als we dat kennen, krijg je een e-mail met je link. Vulde je
          een telefoonnummer in? Dan bellen we je binnen een maand.
        </p>
      </Sent>
    )
  return (
    <Form form={f} open className="form">
      <Choices name="what" label={question} options={wishes} />
      <Field
        name="email"
        type="email"
        label="E-mailadres"
        hint="Hier sturen we je link naartoe. Of vul hieronder je telefoonnummer in."
        autoComplete="email"
        either
      />
      <Field
        name="phone"
        type="tel"
        label="Telefoonnummer"
        hint="Geen e-mailadres? Dan bellen we je op dit nummer."
        autoComplete="tel"
        either
      />
      <p>
        <SubmitButton>{button}</SubmitButton>
      </p>
    </Form>
  )
}
