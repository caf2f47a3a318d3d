import './referrers.css'
import { Fragment } from 'react'
import { wall, weekdayNumber } from '../../api/moment'
import { Icon } from '../../ui/Icon'
import { phone as phoneIcon } from '../../ui/icons'
import { printer } from '../../ui/printIcon'
import drawing from '../../drawings/verwijzers.svg'
import { useLayout } from '../../layout/site'
import type { Head, PageProps } from '../../page'
import type { PageData, Site } from '../../pages'
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
              <Icon of={phoneIcon} />
              Bel {phone}
            </a>
          )}
          <PrintButton words="Print deze pagina" icon={printer} second />
        </div>
      </div>
      <div className="refer">
        {page.blocks.map((b, i) => (
          <Fragment key={b.id}>
            {i === 1 && <Where />}
            <section id={b.id} className={i === 0 ? 'panel join' : 'panel'}>
              {b.heading && <h2>{b.heading}</h2>}
              <RichText doc={b.body} media={page.media} />
            </section>
          </Fragment>
        ))}
        {page.blocks.length < 2 && <Where />}
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
        {[...together(hours)].map(([times, days]) => (
          <li key={times}>
            {days.join(', ')} {times} uur
          </li>
        ))}
      </ul>
      <p>Inloop is altijd zonder afspraak.</p>
    </section>
  )
}

/** Days with the same hours share a line. */
function together(hours: Site['hours']) {
  const lines = new Map<string, string[]>()
  for (const { weekday, blocks } of hours) {
    if (blocks.length === 0) continue
    const times = blocks.map(b => `${wall(b.from)} tot ${wall(b.to)}`).join(' en ')
    lines.set(times, [...(lines.get(times) ?? []), weekdayNumber(weekday).slice(0, 2)])
  }
  return lines
}

ReferrersPage.head = (): Head => ({
  title: 'Voor verwijzers – Herstelruimte',
  description:
    'Zo stuur je iemand door naar Herstelruimte: gratis, zonder verwijsbrief. Waar we zijn, wanneer en voor wie.',
  canonical: to.referrers(),
})
