import './referrers.css'
import { wall, weekdayNumber } from '../../api/moment'
import drawing from '../../drawings/verwijzers.svg'
import { useLayout } from '../../layout/site'
import type { Head, PageProps } from '../../page'
import type { PageData } from '../../pages'
import * as to from '../../paths'
import { MailLink } from '../../ui/MailLink'
import { PageLink } from '../../ui/PageLink'
import { PrintButton } from '../../ui/PrintButton'
import { RichText } from '../../ui/RichText'
import { Soft } from '../../ui/Soft'

type Data = PageData<'content/ReferrersPage'>

/** One screen, one page on paper: how to send somebody to us, where and when, for whom. */
export default function ReferrersPage({ data: { page } }: PageProps<Data>) {
  const { phone, email } = useLayout()
  return (
    <div className="wrap page stack">
      <div className="beside">
        <h1>
          <Soft>{page.title}</Soft>
        </h1>
        <img src={drawing} alt="" width="200" height="140" />
        <p className="lead">
          Een huiskamer voor volwassenen die het moeilijk hebben, en voor naasten. Gratis, zonder
          verwijsbrief.
        </p>
        <div className="row">
          {phone && (
            <a className="btn" href={to.tel(phone)}>
              Bel {phone}
            </a>
          )}
          <PrintButton words="Print deze pagina" second />
        </div>
      </div>
      <div className="refer">
        {page.blocks.map((b, i) => (
          <section key={b.id} id={b.id} className={i === 0 ? 'panel join' : 'panel'}>
            {b.heading && <h2>{b.heading}</h2>}
            <RichText doc={b.body} media={page.media} />
          </section>
        ))}
        <Where />
      </div>
      <p>
        <span className="no-print">
          <PageLink to={to.agenda()}>Programma van deze week</PageLink> ·{' '}
          <PageLink to={to.printAgenda({})}>Week op papier</PageLink>
          {email && ' · '}
        </span>
        {phone && <span className="refer-paper">Bel {phone}, of mail </span>}
        {email && <MailLink to={email} />}
      </p>
    </div>
  )
}

function Where() {
  const { address, hours, doorText } = useLayout()
  return (
    <section className="panel come">
      <h2>Waar en wanneer</h2>
      <p>
        <strong>{address.join(', ')}</strong>
      </p>
      {doorText && <p>{doorText}</p>}
      <ul className="plain">
        {hours
          .filter(h => h.blocks.length > 0)
          .map(h => (
            <li key={h.weekday}>
              {weekdayNumber(h.weekday)}{' '}
              {h.blocks.map(b => `${wall(b.from)} tot ${wall(b.to)}`).join(' en ')} uur
            </li>
          ))}
      </ul>
      <p>Inloop is altijd zonder afspraak.</p>
    </section>
  )
}

ReferrersPage.head = (): Head => ({
  title: 'Voor verwijzers – Herstelruimte',
  description:
    'Zo stuur je iemand door naar Herstelruimte: gratis, zonder verwijsbrief. Waar we zijn, wanneer en voor wie.',
  canonical: to.referrers(),
})
