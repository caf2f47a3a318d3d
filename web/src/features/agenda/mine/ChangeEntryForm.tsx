import { useRef } from 'react'
import { api } from '../../../api/client'
import { sent } from '../../../api/visitor'
import { Phone } from '../../../layout/Phone'
import { useHouseForm } from '../../../layout/useHouseForm'
import type { Extra } from '../../../page'
import { Form } from '../../../ui/Form'
import { PersonFields } from '../../../ui/PersonFields'
import { SubmitButton } from '../../../ui/SubmitButton'
import type { Values } from '../../../ui/values'
import { changeEntry, checkChangeEntry } from '../signup/bodies'
import { HowToTell } from '../signup/questions'
import { questionWords } from '../signup/words'
import { holding, type Entry } from './holder'
import { holderWords } from './trouble'

const button = 'Bewaar'
const words = { ...questionWords, ...holderWords('changeEntry') }

interface Props extends Extra {
  token: string
  entry: Entry
  done(changed: Entry): void
}

/** "Verander mijn gegevens" of somebody who waits; as ChangeForm does for a sign-up. */
export function ChangeEntryForm({ token, entry: e, done, form, ticket }: Props) {
  const version = useRef(e.version)
  const f = useHouseForm<Entry>({
    name: 'changeEntry',
    draft: `changeEntry:${e.date.id}:${e.consent.at}:${e.version}`,
    echo: form,
    start: startOf(e),
    ticket,
    button,
    words,
    check: checkChangeEntry,
    send: async (v, stamp) =>
      sent(
        await api.PATCH('/api/waitlist-entry', {
          params: {
            header: { ...holding(token, stamp.idempotencyKey), 'If-Match': `"${version.current}"` },
          },
          body: changeEntry(v),
        }),
      ),
    async refused({ code }) {
      if (code !== 'precondition_failed') return
      const { data } = await api.GET('/api/waitlist-entry', {
        params: { header: { Authorization: 'Aanmelding ' + token } },
      })
      if (data) version.current = data.version
    },
    done,
  })
  return (
    <Form form={f} className="form" hidden={{ version: String(e.version) }}>
      <PersonFields
        emailHint="Voor de bevestiging en als er iets verandert."
        phoneHint="We bellen alleen over deze activiteit."
      />
      <HowToTell />
      {e.guests > 0 && (
        <p>
          We zoeken {e.guests + 1} plekken.{' '}
          <Phone before="Kom je met meer of minder mensen? Bel " after="." />
        </p>
      )}
      <SubmitButton wide>{button}</SubmitButton>
    </Form>
  )
}

function startOf(e: Entry): Values {
  return {
    name: e.name,
    email: e.email ?? '',
    phone: e.phone ?? '',
    preferredWay: e.preferredWay,
    shortNotice: String(e.shortNotice),
  }
}
