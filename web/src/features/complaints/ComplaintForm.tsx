import { api } from '../../api/client'
import { sent } from '../../api/visitor'
import { Phone } from '../../layout/Phone'
import { useHouseForm } from '../../layout/useHouseForm'
import type { Extra } from '../../page'
import * as to from '../../paths'
import { Choices } from '../../ui/Choices'
import { Field } from '../../ui/Field'
import { Form } from '../../ui/Form'
import { PageLink } from '../../ui/PageLink'
import { PersonFields } from '../../ui/PersonFields'
import { onceBy } from '../../ui/stamp'
import { SubmitButton } from '../../ui/SubmitButton'
import type { Values } from '../../ui/values'
import { checkComplaint, complaint } from './body'
import { aboutLabel, contactLabel, subjects, words, type Received } from './words'

const button = 'Verstuur mijn klacht'

type Props = Pick<Extra, 'form' | 'ticket'> & { done(answer: Received, v: Values): void }

/** The form of a complaint. No field of it is remembered by the browser. */
export function ComplaintForm({ form, ticket, done }: Props) {
  const f = useHouseForm<Received>({
    name: 'complaint',
    draft: 'complaint',
    echo: form,
    ticket,
    button,
    words,
    check: checkComplaint,
    send: async (v, stamp) =>
      sent(
        await api.POST('/api/complaints', {
          params: { header: onceBy(stamp) },
          body: complaint(v, stamp),
        }),
      ),
    done,
  })
  return (
    <Form form={f} open trap={false} className="form">
      <p>Vul alle vragen in. Hoeft een vraag niet? Dan staat dat erbij.</p>
      <Choices name="about" label={aboutLabel} options={subjects} />
      <Field
        name="what"
        label="Wat is er gebeurd?"
        hint="Namen van anderen hoeven niet."
        rows={7}
      />
      <Field name="when" label="Wanneer was dat?" hint="Ongeveer is goed." optional short />
      <Field name="wish" label="Wat wil je dat wij doen?" optional rows={4} />
      <Choices
        name="contactWish"
        label={contactLabel}
        options={[
          ['true', 'Ja'],
          ['false', 'Nee, ik blijf liever anoniem'],
        ]}
      />
      <div className="stack-l" data-if="contactWish">
        <PersonFields
          plain
          when="contactWish"
          emailHint="Daar mailen we alleen over je klacht."
          phoneHint="Daar bellen we alleen over je klacht."
        />
      </div>
      <Choices
        name="aboutCoordinator"
        label="Gaat het over de coördinator?"
        hint="Dan leest de coördinator je klacht niet."
        options={[
          ['true', 'Ja'],
          ['false', 'Nee'],
        ]}
        optional
      />
      <div className="stack">
        <SubmitButton wide>{button}</SubmitButton>
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
