import { useRef } from 'react'
import { api } from '../../../api/client'
import { sent } from '../../../api/visitor'
import { Phone } from '../../../layout/Phone'
import { useHouseForm } from '../../../layout/useHouseForm'
import type { Extra } from '../../../page'
import { Choice } from '../../../ui/Choice'
import { Form } from '../../../ui/Form'
import { PersonFields } from '../../../ui/PersonFields'
import { SubmitButton } from '../../../ui/SubmitButton'
import type { Values } from '../../../ui/values'
import { change, checkChange } from '../signup/person'
import { holding, type Registration } from './holder'
import { Diet, Guests, Support } from '../signup/questions'
import { questionWords } from '../signup/words'
import { holderWords } from './trouble'

const button = 'Bewaar'
const words = { ...questionWords, ...holderWords('change') }

interface Props extends Extra {
  token: string
  registration: Registration
  done(changed: Registration): void
}

/**
 * "Verander mijn gegevens": the whole set goes, so an emptied answer is gone. A change by somebody
 * else comes first (412).
 */
export function ChangeForm({ token, registration: r, done, form, ticket }: Props) {
  const version = useRef(r.version)
  const f = useHouseForm<Registration>({
    name: 'change',
    draft: `change:${r.date.id}:${r.consent.at}:${r.version}`,
    echo: form,
    start: startOf(r),
    ticket,
    button,
    words,
    check: checkChange,
    send: async (v, stamp) =>
      sent(
        await api.PATCH('/api/registration', {
          params: {
            header: { ...holding(token, stamp.idempotencyKey), 'If-Match': `"${version.current}"` },
          },
          body: change(v),
        }),
      ),
    async refused({ code }) {
      if (code !== 'precondition_failed') return
      const { data } = await api.GET('/api/registration', {
        params: { header: { Authorization: 'Aanmelding ' + token } },
      })
      if (data) version.current = data.version
    },
    done,
  })
  return (
    <Form form={f} className="form" hidden={{ version: String(r.version) }}>
      <PersonFields
        emailHint="Voor de bevestiging en als er iets verandert."
        phoneHint="We bellen alleen over deze activiteit."
      />
      <Guests most={r.maxGuests} />
      {r.askSupport && <Support days={r.supportDays} />}
      {r.askDiet && <Diet />}
      {r.askReminder && (
        <Choice name="reminder">Stuur mij een dag van tevoren een herinnering</Choice>
      )}
      <SubmitButton wide>{button}</SubmitButton>
      <p>
        <Phone before="Liever bellen? " after="." />
      </p>
    </Form>
  )
}

function startOf(r: Registration): Values {
  return {
    name: r.name,
    email: r.email ?? '',
    phone: r.phone ?? '',
    guests: String(r.guests),
    support: r.support ?? '',
    diet: r.diet?.choices ?? [],
    dietOther: r.diet?.other ?? '',
    reminder: r.reminder ? 'true' : '',
  }
}
