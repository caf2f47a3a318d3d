import { sayConsent } from '../../../api/consent'
import { choices } from '../../../api/kept'
import { fullDay } from '../../../api/moment'
import { Phone } from '../../../layout/Phone'
import type { PageData } from '../../../pages'
import { PageLink } from '../../../ui/PageLink'
import { Answer, people } from '../signup/Answer'
import type { Entry } from './holder'
import { KeptAnswers } from './Kept'
import { elsewhereWords, itemWords, mailLine } from './overviewWords'

type Mine = PageData<'agenda/mine/OverviewPage'>['mine']

/** All that we keep of an address, in full: to read, to print, to take along. */
export function Everything({ mine, back }: { mine: Mine; back: string }) {
  return (
    <div className="stack-l own">
      <PageLink className="no-print" to={back}>
        Naar al je aanmeldingen
      </PageLink>
      <h1>Alles wat we van je bewaren</h1>
      {mine.items.map(item => {
        const { registration, entry, link } = item
        const { date } = (registration ?? entry)!
        return (
          <section key={link} className="stack">
            <h2>
              {date.title}, {fullDay(date.day)}
            </h2>
            <p>{itemWords(item)}</p>
            {registration && <KeptAnswers registration={registration} />}
            {entry && <EntryAnswers entry={entry} />}
          </section>
        )
      })}
      {mine.elsewhere.map((e, i) => (
        <section key={i} className="stack">
          <h2>{elsewhereWords(e)}</h2>
          <dl className="answers">
            <Answer label="Naam">{e.name}</Answer>
            <Answer label="E-mail">{e.email}</Answer>
            <Answer label="Telefoon">{e.phone}</Answer>
            {choices(e).map(([label, words]) => (
              <Answer key={label} label={label}>
                {words}
              </Answer>
            ))}
            <Answer label="Je schreef">{e.text && <q className="as-typed">{e.text}</q>}</Answer>
          </dl>
        </section>
      ))}
      {mine.mails.length > 0 && (
        <section className="stack">
          <h2>Mails aan dit adres</h2>
          <ul className="list">
            {mine.mails.map((m, i) => (
              <li key={i}>{mailLine(m)}</li>
            ))}
          </ul>
        </section>
      )}
      <p>
        Stuurde je een klacht? Die bewaart onze vertrouwenspersoon. Vraag die er zelf naar. Klopt
        hier iets niet, en kun je het niet zelf veranderen? Laat het ons weten.
        <Phone before=" Bel " after="." />
      </p>
    </div>
  )
}

const EntryAnswers = ({ entry: e }: { entry: Entry }) => (
  <>
    <dl className="answers">
      <Answer label="Naam">{e.name}</Answer>
      <Answer label="E-mail">{e.email}</Answer>
      <Answer label="Telefoon">{e.phone}</Answer>
      <Answer label="Neem je iemand mee?">{e.guests > 0 && people(e.guests)}</Answer>
      <Answer label="Komt er een plek vrij?">
        {e.preferredWay === 'mail' ? 'Dan mailen we je' : 'Dan bellen we je'}
      </Answer>
      <Answer label="Kun je snel komen?">{e.shortNotice ? 'Ja' : 'Nee'}</Answer>
      <Answer label="Toestemming">{sayConsent({ ...e.consent, source: e.source })}</Answer>
    </dl>
    <p>We bewaren dit tot {fullDay(e.keptUntil)}. Daarna wissen we het.</p>
  </>
)
