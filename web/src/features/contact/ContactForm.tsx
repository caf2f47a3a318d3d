import { api } from '../../api/client'
import type { Words } from '../../api/problem'
import { sent } from '../../api/visitor'
import { Phone } from '../../layout/Phone'
import { useHouseForm } from '../../layout/useHouseForm'
import { useSent } from '../../layout/useSent'
import type { Extra } from '../../page'
import * as to from '../../paths'
import { Choices } from '../../ui/Choices'
import { Field } from '../../ui/Field'
import { Form } from '../../ui/Form'
import { PageLink } from '../../ui/PageLink'
import { PersonFields } from '../../ui/PersonFields'
import { onceBy } from '../../ui/stamp'
import { SubmitButton } from '../../ui/SubmitButton'
import { text } from '../../ui/values'
import { checkMessage, message, said } from './body'
import { subjects } from './subjects'

const button = 'Verstuur mijn bericht'
const about = 'Waar gaat het over?'
const options = subjects.map(([code, , words]) => [code, words] as const)

const words: Words = {
  labels: { subject: about },
  trouble: { closed: a => `Het formulier staat nu uit. Bel ons op ${a.phone} of stuur een mail.` },
}

/** The form of a message. `subject` is the one that the address chose. */
export function ContactForm({
  subject,
  form,
  ticket,
}: Pick<Extra, 'form' | 'ticket'> & { subject: string }) {
  const tell = useSent(to.contact())
  const f = useHouseForm({
    name: 'message',
    draft: 'message' + (subject && ':' + subject),
    echo: form,
    start: { subject },
    ticket,
    button,
    words,
    check: checkMessage,
    send: async (v, stamp) =>
      sent(
        await api.POST('/api/messages', {
          params: { header: onceBy(stamp) },
          body: message(v, stamp),
        }),
      ),
    done: (_, v) => tell({ kind: 'message', name: text(v, 'name').trim(), said: said(v) }),
  })
  return (
    <Form form={f} open className="form">
      <p>Vul alle vragen in. Hoeft een vraag niet? Dan staat dat erbij.</p>
      <div>
        <Choices name="subject" label={about} options={options} />
        <StoryNote shown={text(f.values, 'subject') === 'story'} live={f.live} />
      </div>
      <PersonFields
        nameless
        emailHint="Dan mailen we je terug."
        phoneHint="Dan bellen we je terug."
      />
      <Field
        name="message"
        label="Je bericht"
        hint="Zet geen medische gegevens in je bericht. Die hebben we niet nodig."
        rows={7}
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

/** Its look waits for the choice; an old browser without scripts reads for whom it is. */
const StoryNote = ({ shown, live }: { shown: boolean; live: boolean }) => (
  <div role="status">
    <p className="contact-note" hidden={live && !shown}>
      <strong hidden={live || shown}>Wil je je verhaal delen? </strong>
      Wat fijn dat je wilt vertellen. Schrijf je verhaal hier nog niet op. We bellen of mailen je en
      maken het samen.
    </p>
  </div>
)
