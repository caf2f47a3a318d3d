import { useLocation } from '../../router'
import { fullDay } from '../../api/moment'
import { Sent } from '../../layout/Sent'
import type { Extra, Head, PageProps } from '../../page'
import type { PageData } from '../../pages'
import * as to from '../../paths'
import { Soft } from '../../ui/Soft'
import { titleWarning } from '../../ui/titleWarning'
import { PageLink } from '../../ui/PageLink'
import { RichText } from '../../ui/RichText'
import { Issue } from './Issue'
import { SubscribeForm } from './SubscribeForm'
import { Confirm, Leave } from './TokenForms'
import { monthOf } from './words'

type Data = PageData<'newsletter/NewsletterPage'>

/**
 * What and how often, the form or what a mailed link asks, and the archive; or one newsletter of
 * it.
 */
export default function NewsletterPage({
  data: { page, letters },
  form,
  flash,
  ticket,
}: PageProps<Data>) {
  const { key, search } = useLocation()
  const words = new URLSearchParams(search)
  // sent with a mistake from under a link that was too old
  const again = form?.name === 'newsletter'
  const [confirm, leave] = again ? [] : [words.get('bevestig'), words.get('afmelden')]
  const extra = { form, ticket }
  if (letters.issue)
    return (
      <div className="wrap page">
        <Issue of={letters.issue} />
      </div>
    )
  const told = form ? undefined : news[flash?.kind ?? '']
  return (
    <div className="wrap page stack-xl" key={key}>
      <div className="stack">
        {(told || !(confirm || leave)) && (
          <h1>
            <Soft>{page.title}</Soft>
          </h1>
        )}
        {told ? (
          told(letters.nextMonth ?? '', letters.freshUntil)
        ) : confirm ? (
          <Confirm token={confirm} {...extra} />
        ) : leave ? (
          <Leave token={leave} {...extra} />
        ) : (
          <>
            {page.blocks.map(b => (
              <section key={b.id} id={b.id} className="prose">
                {b.heading && <h2>{b.heading}</h2>}
                <RichText doc={b.body} media={page.media} />
              </section>
            ))}
            <SubscribeForm {...extra} />
          </>
        )}
      </div>
      {!confirm && !leave && <Archive of={letters} />}
    </div>
  )
}

/** By the kind of what was just done. */
const news: Readonly<Record<string, (month: string, now: string) => React.ReactNode>> = {
  newsletter: () => (
    <Sent title="Kijk in je mail.">
      <p>
        Klik op de link om je aanmelding af te maken. Niets gezien? Kijk bij de ongewenste mail.
      </p>
    </Sent>
  ),
  confirmed: (month, now) => (
    <Sent title="Je staat op de lijst.">
      {month && <p>De volgende nieuwsbrief komt in {monthOf(month, now)}.</p>}
    </Sent>
  ),
  unsubscribed: () => (
    <Sent title="Je bent afgemeld.">
      <p>Je krijgt geen nieuwsbrief meer.</p>
    </Sent>
  ),
  notMe: () => (
    <Sent title="We hebben het weggehaald.">
      <p>Je krijgt hier geen mail meer over.</p>
    </Sent>
  ),
}

function Archive({ of: { items, next, nextMonth = '', freshUntil } }: { of: Data['letters'] }) {
  return (
    <section className="stack" aria-labelledby="archief">
      <h2 id="archief">Eerdere nieuwsbrieven</h2>
      {items.length === 0 && <p>De eerste nieuwsbrief komt in {monthOf(nextMonth, freshUntil)}.</p>}
      {items.length > 0 && (
        <ul className="list">
          {items.map(l => (
            <li key={l.id}>
              <PageLink to={to.newsletter({ nummer: l.id })}>{l.subject}</PageLink> (
              {fullDay(l.day)})
            </li>
          ))}
        </ul>
      )}
      {next && (
        <p>
          <PageLink to={to.newsletter({ na: next })}>Oudere nieuwsbrieven</PageLink>
        </p>
      )}
    </section>
  )
}

NewsletterPage.head = ({ letters }: Data, _: Record<string, string>, { form }: Extra): Head => ({
  title:
    (form ? titleWarning : '') + (letters.issue?.subject ?? 'Nieuwsbrief') + ' – Herstelruimte',
  description:
    letters.issue?.preheader ||
    'Ongeveer 6 keer per jaar nieuws uit Herstelruimte in je mail. Een naam hoeft niet.',
  canonical: to.newsletter(letters.issue ? { nummer: letters.issue.id } : {}),
})
