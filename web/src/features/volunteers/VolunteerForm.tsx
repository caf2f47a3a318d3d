import { api } from '../../api/client'
import type { Words } from '../../api/problem'
import { sent } from '../../api/visitor'
import { Phone } from '../../layout/Phone'
import { useHouseForm } from '../../layout/useHouseForm'
import { useSent } from '../../layout/useSent'
import type { Extra } from '../../page'
import * as to from '../../paths'
import { Choice } from '../../ui/Choice'
import { Choices } from '../../ui/Choices'
import { Field } from '../../ui/Field'
import { Form } from '../../ui/Form'
import { PageLink } from '../../ui/PageLink'
import { PersonFields } from '../../ui/PersonFields'
import { onceBy } from '../../ui/stamp'
import { SubmitButton } from '../../ui/SubmitButton'
import { text } from '../../ui/values'
import { Availability } from './Availability'
import {
  application,
  checkApplication,
  questions,
  said,
  unknown,
  unknownWords,
  type OpenRole,
} from './body'

const button = 'Ik wil meedoen'
const labels = { roles: 'Wat lijkt je leuk?', availability: 'Wanneer kun je?' }
const words: Words = { labels }

/**
 * The form to become a volunteer. `role` is the one that the address chose; without open roles
 * "Weet ik nog niet" is chosen.
 */
export function VolunteerForm({
  roles,
  role,
  form,
  ticket,
}: Pick<Extra, 'form' | 'ticket'> & { roles: readonly OpenRole[]; role: string }) {
  const tell = useSent(to.volunteers())
  const start = role || (roles.length === 0 ? unknown : '')
  const f = useHouseForm({
    name: 'volunteer',
    draft: 'volunteer' + (role && ':' + role),
    echo: form,
    start: { roles: start ? [start] : [] },
    ticket,
    button,
    words,
    check: checkApplication,
    send: async (v, stamp) =>
      sent(
        await api.POST('/api/volunteers', {
          params: { header: onceBy(stamp) },
          body: application(v, stamp),
        }),
      ),
    done: (_, v) => tell({ kind: 'volunteer', name: text(v, 'name').trim(), said: said(v, roles) }),
  })
  return (
    <Form form={f} open className="form">
      <p>Vul alle vragen in. Hoeft een vraag niet? Dan staat dat erbij.</p>
      <PersonFields emailHint="Dan mailen we je." phoneHint="Dan bellen we je." />
      <Choices
        name="roles"
        many
        label={labels.roles}
        options={[...roles.map(r => [r.id, r.title] as const), [unknown, unknownWords]]}
      />
      <Availability label={labels.availability} />
      {questions.map(q => (
        <Field key={q.name} name={q.name} label={q.label} hint={q.hint} optional rows={5} />
      ))}
      <Choice name="keep">Bewaar mijn aanmelding langer als er nu geen plek is.</Choice>
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
