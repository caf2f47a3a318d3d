import { api } from '../../api/client'
import { sent } from '../../api/visitor'
import { Phone } from '../../layout/Phone'
import { useHouseForm } from '../../layout/useHouseForm'
import { useSent } from '../../layout/useSent'
import type { Extra } from '../../page'
import * as to from '../../paths'
import { isEmail, over, tidyLine, type Fault } from '../../ui/checks'
import { Choice } from '../../ui/Choice'
import { Field } from '../../ui/Field'
import { Form } from '../../ui/Form'
import { PageLink } from '../../ui/PageLink'
import { onceBy, opened } from '../../ui/stamp'
import { SubmitButton } from '../../ui/SubmitButton'
import { text, ticked, type Values } from '../../ui/values'
import { consent, words } from './words'

const button = 'Meld mij aan'

/** Faults that need no server, in the order of the fields and with the server's codes. */
function check(v: Values): Fault[] {
  const email = tidyLine(text(v, 'email'))
  const wrong = !email
    ? 'required'
    : over('email', email)
      ? 'too_long'
      : isEmail(email)
        ? ''
        : 'email'
  return [
    ...(wrong ? [{ name: 'email', code: wrong }] : []),
    ...(ticked(v, 'consent') ? [] : [{ name: 'consent', code: 'required' }]),
  ]
}

/** An address and a tick; no name. Every address hears the same. */
export function SubscribeForm({ form, ticket }: Pick<Extra, 'form' | 'ticket'>) {
  const tell = useSent(to.newsletter())
  const f = useHouseForm({
    name: 'newsletter',
    draft: 'newsletter',
    echo: form,
    ticket,
    button,
    words,
    check,
    send: async (v, stamp) =>
      sent(
        await api.POST('/api/newsletter/subscriptions', {
          params: { header: onceBy(stamp) },
          body: {
            email: text(v, 'email') || undefined,
            consent: ticked(v, 'consent'),
            consentVersion: consent.version,
            ...opened(stamp),
          },
        }),
      ),
    done: () => tell({ kind: 'newsletter', way: 'mail' }),
  })
  return (
    <Form form={f} open className="form" hidden={{ consentVersion: consent.version }}>
      <p>Vul alle vragen in. Hoeft een vraag niet? Dan staat dat erbij.</p>
      <Field
        name="email"
        type="email"
        label="E-mailadres"
        hint="Je krijgt eerst een mail met een knop."
        autoComplete="email"
      />
      <Choice name="consent" required>
        {consent.text}
      </Choice>
      <div className="stack">
        <SubmitButton wide>{button}</SubmitButton>
        <p>We vragen alleen je e-mailadres. In elke nieuwsbrief staat hoe je stopt.</p>
        <p>
          <Phone before="Liever bellen? " after="." />
        </p>
        <p>
          <PageLink to={to.privacy()}>Wat doen we met je gegevens?</PageLink>
        </p>
      </div>
    </Form>
  )
}
