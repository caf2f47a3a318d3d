import { some } from '../../../api/count'
import { useLocation } from '../../../router'
import { choices } from '../../../api/kept'
import { clock, fullDay } from '../../../api/moment'
import { Phone } from '../../../layout/Phone'
import type { PageProps } from '../../../page'
import type { PageData } from '../../../pages'
import * as to from '../../../paths'
import { PageLink } from '../../../ui/PageLink'
import { Soft } from '../../../ui/Soft'
import { When } from '../programme/When'
import { OldRoom } from '../programme/Moved'
import { AskErase, Erased, isErased } from './Erasing'
import { Everything } from './Everything'
import { ownHead } from './holder'
import { elsewhereWords, itemWords, split } from './overviewWords'
import '../signup/forms.css'

type Data = Partial<PageData<'agenda/mine/OverviewPage'>>
type Mine = NonNullable<Data['mine']>
type Item = Mine['items'][number]

/** The page behind the link to everything of one address, and its one question. */
export default function OverviewPage({
  data: { mine },
  params,
  flash,
  form,
  ticket,
}: PageProps<Data>) {
  const { key, search } = useLocation()
  const token = params['r']!
  if (!mine || isErased(flash?.kind)) return <Erased kind={flash?.kind ?? ''} />
  const step = new URLSearchParams(search).get('stap')
  return (
    <div className="wrap page" key={key}>
      {step === 'lezen' ? (
        <Everything mine={mine} back={to.registration(token)} />
      ) : step === 'wissen' ? (
        <AskErase
          token={token}
          own={to.registration(token)}
          place={mine.items.some(i => i.registration?.canCancel)}
          proven
          form={form}
          ticket={ticket}
        />
      ) : (
        <Overview token={token} mine={mine} />
      )}
    </div>
  )
}

function Overview({ token, mine }: { token: string; mine: Mine }) {
  const { coming, past } = split(mine.items)
  return (
    <div className="stack-l own">
      <h1>
        <Soft>Mijn aanmeldingen</Soft>
      </h1>
      <p className="lead">
        Hier zie je alles wat bij ons op dit e-mailadres staat. Deze pagina werkt tot{' '}
        {fullDay(mine.linkUntil)} {clock(mine.linkUntil)} uur.
      </p>
      <List title="Dit komt nog" items={coming} none="Er staat nu niets gepland." />
      {past.length > 0 && <List title="Dit is geweest" items={past} />}
      {mine.elsewhere.length > 0 && <Elsewhere of={mine.elsewhere} />}
      <p>
        {mine.mails.length > 0 && sayMails(mine.mails.length)}
        <PageLink to={to.registration(token, 'lezen')}>Lees alles wat we van je bewaren</PageLink>
      </p>
      <div className="row">
        <a className="btn btn-2" href={to.registrationData(token)} download>
          Download mijn gegevens
        </a>
        <PageLink className="btn btn-danger" to={to.registration(token, 'wissen')}>
          Wis alles van mij
        </PageLink>
      </div>
      <p>
        <Phone before="Liever bellen? " after="." />
      </p>
    </div>
  )
}

function List({ title, items, none }: { title: string; items: Item[]; none?: string }) {
  return (
    <section className="stack">
      <h2>{title}</h2>
      {items.length === 0 && <p>{none}</p>}
      <ul className="plain stack">
        {items.map(i => (
          <li key={i.link} className="panel">
            <One item={i} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** One of them in short, and the ways to its own page, where everything can be done. */
function One({ item }: { item: Item }) {
  const { registration: r, entry, link } = item
  const seen = r ?? entry
  if (!seen) return null
  const own = r ? to.registration : to.entry
  const about = <span className="sr">: {seen.date.title}</span>
  return (
    <>
      <h3 className="box-title">{seen.date.title}</h3>
      <When line={seen.date} />
      <p>
        <OldRoom line={seen.date} />
        {seen.place}
      </p>
      <p>
        <strong>{itemWords(item)}</strong> Op naam van {seen.name}.
      </p>
      <p className="row">
        <PageLink className="btn" to={own(link)}>
          {entry?.state === 'offered'
            ? 'Geef antwoord'
            : r?.restoreUntil
              ? 'Toch komen?'
              : 'Bekijk of verander'}
          {about}
        </PageLink>
        {r?.canCancel && (
          <PageLink className="btn btn-2" to={own(link, 'afmelden')}>
            Ik kan niet komen{about}
          </PageLink>
        )}
      </p>
    </>
  )
}

const sayMails = (n: number) => `We weten ook nog van ${some(n, 'mail', 'mails')} aan dit adres. `

const Elsewhere = ({ of }: { of: Mine['elsewhere'] }) => (
  <section className="stack">
    <h2>Dit bewaren we ook</h2>
    <ul className="list">
      {of.map((kept, i) => (
        <li key={i}>
          {elsewhereWords(kept)}
          {choices(kept).map(([label, words]) => ` ${label}: ${words.replace(/\.$/, '')}.`)}
          {kept.text && (
            <>
              {' '}
              Je schreef: <q className="as-typed">{kept.text}</q>
            </>
          )}
        </li>
      ))}
    </ul>
  </section>
)

OverviewPage.head = ownHead()
