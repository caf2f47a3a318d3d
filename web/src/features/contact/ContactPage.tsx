import './contact.css'
import { useLocation } from '../../router'
import { HelpBlock } from '../../layout/HelpBlock'
import { organizationJson } from '../../layout/organization'
import { Sent } from '../../layout/Sent'
import { Sign } from '../../layout/Sign'
import { useLayout } from '../../layout/site'
import type { Extra, Head, PageProps } from '../../page'
import type { PageData, Site } from '../../pages'
import * as to from '../../paths'
import { Soft } from '../../ui/Soft'
import { titleWarning } from '../../ui/titleWarning'
import { MailLink } from '../../ui/MailLink'
import { PageLink } from '../../ui/PageLink'
import { ContactForm } from './ContactForm'
import { Hours } from './Hours'
import { Route } from './Route'
import { subjectOf } from './subjects'

type Data = PageData<'contact/ContactPage'>

/**
 * Phone first, then mail, hours and the way here, then the form with who helps now. After sending,
 * the news comes first.
 */
export default function ContactPage({
  data: { page, week },
  form,
  flash,
  ticket,
}: PageProps<Data>) {
  const subject = subjectOf(new URLSearchParams(useLocation().search).get('onderwerp'))
  const { contactForm } = useLayout()
  const done = flash?.kind === 'message' && !form
  return (
    <div className="wrap page">
      <h1>
        <Soft>{page.title}</Soft>
      </h1>
      {done && <Done said={flash.said} />}
      <div className="grid split-even contact-top">
        <div className="stack-l">
          <Sign />
          <Reach form={contactForm && !done} />
          <Hours week={week} />
        </div>
        <Route blocks={page.blocks} media={page.media} />
      </div>
      {!done && (
        <div className="grid split-even contact-end">
          {contactForm && (
            <section className="stack-l" id="formulier" aria-labelledby="formulier-kop">
              <h2 id="formulier-kop">Stuur ons een bericht</h2>
              <ContactForm key={subject} subject={subject} form={form} ticket={ticket} />
            </section>
          )}
          <HelpBlock />
        </div>
      )}
    </div>
  )
}

function Done({ said }: { said: NonNullable<Extra['flash']>['said'] }) {
  return (
    <div className="grid split-even contact-top">
      <div className="stack-l">
        <Sent title="Dank je wel. Je bericht is binnen." said={said}>
          <p>
            We reageren binnen 3 werkdagen. <a href="#hulp">Heb je nu hulp nodig? Kijk hier.</a>
          </p>
        </Sent>
        <p>
          <PageLink to={to.contact()}>Nog een bericht sturen</PageLink>
        </p>
      </div>
      <HelpBlock />
    </div>
  )
}

/** The one filled button leads to the form, or where there is none to the phone. */
function Reach({ form }: { form: boolean }) {
  const { phone, email } = useLayout()
  return (
    <div className="stack">
      {form ? (
        <p>
          <a className="btn" href="#formulier">
            Stuur ons een bericht
          </a>
        </p>
      ) : (
        phone && (
          <p>
            <a className="btn" href={to.tel(phone)}>
              Bel {phone}
            </a>
          </p>
        )
      )}
      {email && (
        <p>
          Mailen kan ook: <MailLink to={email} />. Een mail krijgt binnen 3 werkdagen antwoord.
        </p>
      )}
      <p>
        Stuur je iemand door?{' '}
        <PageLink to={to.referrers()}>Lees de pagina voor verwijzers</PageLink>.
      </p>
    </div>
  )
}

ContactPage.head = (
  { layout }: Data & { layout?: Site },
  _: Record<string, string>,
  { form }: Extra,
): Head => ({
  title: (form ? titleWarning : '') + 'Contact – Herstelruimte',
  description: 'Bel, mail of kom langs. Hier staat ook wanneer we open zijn en hoe je er komt.',
  canonical: to.contact(),
  jsonLd: layout && organizationJson(layout),
})
