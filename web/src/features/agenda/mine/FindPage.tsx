import { useLocation, useNavigate } from '../../../router'
import { api } from '../../../api/client'
import type { components } from '../../../api/schema.gen'
import { sent } from '../../../api/visitor'
import { Phone } from '../../../layout/Phone'
import { Sent } from '../../../layout/Sent'
import { useHouseForm } from '../../../layout/useHouseForm'
import { useSent } from '../../../layout/useSent'
import type { Extra, Head, PageProps } from '../../../page'
import type { PageData } from '../../../pages'
import * as to from '../../../paths'
import { checkReach } from '../../../ui/checks'
import { Field } from '../../../ui/Field'
import { Form } from '../../../ui/Form'
import { onceBy, opened } from '../../../ui/stamp'
import { SubmitButton } from '../../../ui/SubmitButton'
import { titleWarning } from '../../../ui/titleWarning'
import { text } from '../../../ui/values'
import '../signup/forms.css'

type Data = PageData<'agenda/mine/FindPage'>
type Given = Pick<Extra, 'form' | 'ticket'>

/** For whoever has no link at hand: a new one by mail, or the code that staff gave. */
export default function FindPage({ flash, form, ticket }: PageProps<Data>) {
  const { key } = useLocation()
  const asked = flash?.kind === 'link' && !form
  return (
    <div className="wrap page" key={key}>
      <div className="stack-l own">
        <h1>Al aangemeld?</h1>
        {asked ? (
          <Sent title="Kijk in je mail.">
            <p>
              Als dit adres bij ons bekend is, krijg je een e-mail met je link. Niets gezien? Kijk
              bij de ongewenste mail of bel ons.
            </p>
          </Sent>
        ) : (
          <section className="stack" aria-labelledby="link">
            <h2 id="link">Stuur mij mijn link opnieuw</h2>
            <p>
              Met die link zie je alles wat je bij ons hebt gepland. Je kunt het ook veranderen of
              wissen. Een account is niet nodig.
            </p>
            <LinkForm form={form} ticket={ticket} />
          </section>
        )}
        <section className="stack" aria-labelledby="code">
          <h2 id="code">Heb je een code van ons?</h2>
          <p>Die kreeg je aan de balie of aan de telefoon.</p>
          <CodeForm form={form} ticket={ticket} />
        </section>
        <p>
          <Phone before="Liever bellen? " after="." />
        </p>
      </div>
    </div>
  )
}

const ask = 'Stuur mij mijn link'

/** Every address hears the same. */
function LinkForm({ form, ticket }: Given) {
  const tell = useSent(to.findMine())
  const f = useHouseForm({
    name: 'link',
    echo: form,
    ticket,
    button: ask,
    check: v => checkReach(text(v, 'email'), '').map(({ code }) => ({ name: 'email', code })),
    send: async (v, stamp) =>
      sent(
        await api.POST('/api/links', {
          params: { header: onceBy(stamp) },
          body: { email: text(v, 'email') || undefined, ...opened(stamp) },
        }),
      ),
    done: () => tell({ kind: 'link', way: 'mail' }),
  })
  return (
    <Form form={f} open className="form">
      <Field
        name="email"
        type="email"
        label="E-mailadres"
        hint="Het adres waarmee je je aanmeldde."
        autoComplete="email"
      />
      <p>
        <SubmitButton>{ask}</SubmitButton>
      </p>
    </Form>
  )
}

const open = 'Open mijn aanmelding'

/** The code leads to the own page of what it opens. */
function CodeForm({ form, ticket }: Given) {
  const go = useNavigate()
  const f = useHouseForm<components['schemas']['OpenedByCode']>({
    name: 'code',
    echo: form,
    ticket,
    button: open,
    words: {
      fields: {
        code: (_, { code }) =>
          code === 'required'
            ? 'Vul je code in.'
            : 'Deze code klopt niet of is niet meer geldig. Bel ons gerust.',
      },
    },
    check: v => (text(v, 'code').trim() ? [] : [{ name: 'code', code: 'required' }]),
    send: async (v, stamp) =>
      sent(
        await api.POST('/api/desk-code', {
          params: { header: onceBy(stamp) },
          body: { code: text(v, 'code'), ...opened(stamp) },
        }),
      ),
    done: ({ status, link }) =>
      void go(status === 'entry' ? to.entry(link) : to.registration(link)),
  })
  return (
    <Form form={f} open className="form">
      <Field
        name="code"
        label="Code van de balie"
        hint="Bijvoorbeeld 7KQ2M-9HXPR. Kleine letters mogen ook, en het streepje hoeft niet."
        short
      />
      <p>
        <SubmitButton second>{open}</SubmitButton>
      </p>
    </Form>
  )
}

FindPage.head = (_: Data, __: Record<string, string>, { form }: Extra): Head => ({
  title: (form ? titleWarning : '') + 'Je aanmelding',
  neutral: true,
  description: 'Vraag je link opnieuw, of gebruik de code die je van ons kreeg.',
  canonical: to.findMine(),
})
