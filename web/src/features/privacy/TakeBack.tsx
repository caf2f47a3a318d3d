import { useState } from 'react'
import { api } from '../../api/client'
import type { Words } from '../../api/problem'
import type { components } from '../../api/schema.gen'
import { sent } from '../../api/visitor'
import { Phone } from '../../layout/Phone'
import { Sent } from '../../layout/Sent'
import { useHouseForm } from '../../layout/useHouseForm'
import type { Extra } from '../../page'
import * as to from '../../paths'
import { Field } from '../../ui/Field'
import { Form } from '../../ui/Form'
import { PageLink } from '../../ui/PageLink'
import { onceBy, opened } from '../../ui/stamp'
import { SubmitButton } from '../../ui/SubmitButton'
import { useFocusOn } from '../../ui/useFocusOn'
import { text } from '../../ui/values'

type Taken = components['schemas']['StoryTakenBack']
type Props = Pick<Extra, 'form' | 'ticket' | 'answer'>

const look = 'Ga verder'
const away = 'Ja, haal weg'

const words: Words = {
  fields: {
    code: (_, { code }) =>
      code === 'required'
        ? 'Vul je code in. Hij begint met een V.'
        : 'Deze code klopt niet of is niet meer geldig. Bel ons gerust.',
  },
}

/**
 * A teller takes a story back: the code that came on paper, a question, and it is gone. What is
 * asked stays on this page.
 */
export function TakeBack({ form, ticket, answer }: Props) {
  const [taken, setTaken] = useState(() => answer && (answer.body as Taken))
  const code = taken?.code ?? (form?.name === 'storyAway' ? text(form.values, 'code') : '')
  const common = { form, ticket, done: setTaken }
  if (taken?.state === 'withdrawn') {
    return (
      <Sent title="We hebben je verhaal weggehaald.">
        <p>
          Het staat niet meer op onze site. Een mail die al weg is, kunnen we niet terughalen.{' '}
          <PageLink to={to.stories()}>Naar de andere verhalen</PageLink>
        </p>
      </Sent>
    )
  }
  return (
    <section className="stack" aria-labelledby="terugtrekken">
      {code ? <Ask code={code} {...common} /> : <Code {...common} />}
    </section>
  )
}

type Step = Pick<Extra, 'form' | 'ticket'> & { done(answer: Taken): void }

const Code = ({ form, ticket, done }: Step) => {
  const f = useHouseForm<Taken>({
    name: 'storyCode',
    echo: form,
    ticket,
    button: look,
    words,
    check: v => (text(v, 'code').trim() ? [] : [{ name: 'code', code: 'required' }]),
    send: async (v, stamp) =>
      sent(
        await api.POST('/api/story-withdrawals', {
          params: { header: onceBy(stamp) },
          body: { code: text(v, 'code'), ...opened(stamp) },
        }),
      ),
    done,
  })
  return (
    <>
      <h3 id="terugtrekken">Ik wil mijn verhaal terugtrekken</h3>
      <p>
        Staat jouw verhaal op onze site? Je kunt het altijd weghalen. Een reden hoeft niet. Je hebt
        een code op papier of in een e-mail.
      </p>
      <Form form={f} open className="form">
        <Field
          name="code"
          label="Je code"
          hint="Bijvoorbeeld V-2345-ABCD-6789. Kleine letters mogen ook, en streepjes hoeven niet."
          short
        />
        <p>
          <SubmitButton second>{look}</SubmitButton>
        </p>
        <p>
          <Phone before="Code kwijt? Bel " after=". Dan halen wij het weg." />
        </p>
      </Form>
    </>
  )
}

const Ask = ({ code, form, ticket, done }: Step & { code: string }) => {
  const heading = useFocusOn<HTMLHeadingElement>(code)
  const f = useHouseForm<Taken>({
    name: 'storyAway',
    echo: form,
    ticket,
    button: away,
    words,
    check: () => [],
    send: async (_, stamp) =>
      sent(
        await api.POST('/api/story-withdrawals', {
          params: { header: onceBy(stamp) },
          body: { code, confirm: true, ...opened(stamp) },
        }),
      ),
    done,
  })
  return (
    <>
      <h3 id="terugtrekken" ref={heading} tabIndex={-1} autoFocus>
        Wil je dat we je verhaal weghalen?
      </h3>
      <p>Je verhaal en je foto gaan dan meteen van onze site. Dat kan niet meer terug.</p>
      <Form form={f} open className="form" hidden={{ code, confirm: 'true' }}>
        <div className="stack">
          <SubmitButton wide>{away}</SubmitButton>
          <p>
            <a href={to.privacy()}>Nee, terug</a>
          </p>
        </div>
      </Form>
    </>
  )
}
