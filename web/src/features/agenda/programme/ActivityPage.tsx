import './activity.css'
import { capital, day, fullDay, span } from '../../../api/moment'
import { asLeft } from '../../../layout/arrival'
import { Phone } from '../../../layout/Phone'
import { useLayout } from '../../../layout/site'
import type { Head, PageProps } from '../../../page'
import type { PageData } from '../../../pages'
import * as to from '../../../paths'
import { Icon } from '../../../ui/Icon'
import { MailLink } from '../../../ui/MailLink'
import { arrowLeft } from '../../../ui/icons'
import { PageLink } from '../../../ui/PageLink'
import { Photo } from '../../../ui/Photo'
import { ReadingAids } from '../../../ui/ReadingAids'
import { RichText } from '../../../ui/RichText'
import { PageTools } from '../../../ui/PageTools'
import { Facts } from './Facts'
import { eventJson } from './event'
import { calendarPlus } from '../../../programme/calendarIcon'
import { Cancelled } from './Cancelled'
import { Similar } from './Similar'
import { Status } from '../../../programme/Status'
import { categoryWords } from '../../../programme/aboutWords'
import { dayWords, type ActivityDate } from '../../../programme/words'

type Data = PageData<'agenda/programme/ActivityPage'>

export default function ActivityPage({ data: { date: d } }: PageProps<Data>) {
  return (
    <div className="wrap page">
      <PageLink className="back" to={asLeft(to.agenda())}>
        <Icon of={arrowLeft} />
        Terug naar het programma
      </PageLink>
      <div className="grid split">
        <div className="stack-l">
          <div className="stack">
            <h1>{d.title}</h1>
            <div className="panel panel-lamp">
              <p>
                <strong>
                  <time dateTime={d.start}>
                    {capital(dayWords(d))}
                    <br />
                    {span(d.start, d.end)}
                  </time>
                </strong>
                <br />
                {d.room}
              </p>
              <p className="row">
                <Status line={d} waitlistOn={d.waitlistOn} said={isSaid(d)} />{' '}
                <span>{categoryWords[d.category]}</span>
              </p>
              <Act date={d} />
            </div>
            <p className="lead">{d.summary}</p>
            {d.image && <Photo of={d.image} media={d.media} first />}
            <ReadingAids />
          </div>
          <div className="panel">
            <Facts date={d} />
          </div>
          <Prose date={d} />
        </div>
        <Aside date={d} />
      </div>
    </div>
  )
}

/** Act says these two in a sentence. */
const isSaid = (d: ActivityDate) => d.status === 'done' || d.status === 'cancelled'

/** What somebody can do now: one button at most. */
function Act({ date: d }: { date: ActivityDate }) {
  const coming = !isSaid(d)
  return (
    <div className="stack">
      {d.status === 'cancelled' && (
        <div>
          <p>
            <strong>Gaat niet door.</strong>
          </p>
          <Cancelled line={d} />
          <NextTime date={d} />
        </div>
      )}
      {d.status === 'done' && (
        <p>
          <strong>Deze activiteit is geweest.</strong>
          {d.others.length === 0 && ' Er is nu geen nieuwe datum.'}
        </p>
      )}
      {d.status === 'walkin' && <p>Je hoeft je niet aan te melden.</p>}
      {d.meetFirst && coming && <p>We spreken iedereen kort vóór de eerste keer.</p>}
      {(d.status === 'full' || d.status === 'closed' || d.status === 'staffOnly') && (
        <p>
          <Phone before="Liever bellen? " after="." />
        </p>
      )}
      <div className="row">
        {(d.status === 'open' || d.status === 'few') && (
          <PageLink className="btn" to={to.register(d.activityId, d.id)}>
            Meld je aan
          </PageLink>
        )}
        {d.status === 'waitlist' && (
          <PageLink className="btn" to={to.waitlist(d.id)}>
            Zet mij op de wachtlijst
          </PageLink>
        )}
        {coming && (
          <a className="btn btn-2" href={to.dateCalendar(d.id)}>
            <Icon of={calendarPlus} />
            Zet in mijn agenda
          </a>
        )}
      </div>
    </div>
  )
}

/** After a cancelled date: the one after it, when it goes on. */
function NextTime({ date: d }: { date: ActivityDate }) {
  const next = d.others.find(o => o.status !== 'cancelled' && o.start > d.start)
  return (
    next && (
      <p>
        De volgende keer is{' '}
        <PageLink to={to.activity(next.activityId, next.id)}>{day(next.day)}</PageLink>.
      </p>
    )
  )
}

const Prose = ({ date: d }: { date: ActivityDate }) => (
  <div className="prose">
    {d.inShort && (
      <>
        <h2>In het kort</h2>
        <p>{d.inShort}</p>
      </>
    )}
    {d.body.content.length > 0 && (
      <>
        <h2>Wat gaan we doen?</h2>
        <RichText doc={d.body} level={3} media={d.media} below={!!d.image} />
      </>
    )}
    {d.firstTimeText && (
      <>
        <h2>Zo gaat het de eerste keer</h2>
        {d.firstTimeText.split(/\n+/).map(p => (
          <p key={p}>{p}</p>
        ))}
      </>
    )}
    <p>Wij geven geen behandeling en zijn geen crisisdienst.</p>
  </div>
)

function Aside({ date: d }: { date: ActivityDate }) {
  const { email } = useLayout()
  return (
    <aside className="stack-l date-side">
      {d.others.length > 0 && (
        <section className="panel" aria-labelledby="andere">
          <h2 id="andere">Andere datums</h2>
          <ul className="plain stack">
            {d.others.map(o => (
              <li key={o.id}>
                <PageLink to={to.activity(o.activityId, o.id)}>{dayWords(o)}</PageLink>
                <br />
                <Status line={o} />
              </li>
            ))}
          </ul>
        </section>
      )}
      <Similar list={d.similar} />
      {d.mode !== 'walkin' && (
        <section className="stack" aria-labelledby="al">
          <h2 id="al">Al aangemeld?</h2>
          <p>
            Gebruik de link in je mail. Link kwijt?{' '}
            <PageLink to={to.findMine()}>Stuur mij mijn link opnieuw</PageLink>
          </p>
        </section>
      )}
      <p>
        <Phone before="Liever bellen? " after="." />
        {email && (
          <>
            {' '}
            Mailen kan ook: <MailLink to={email} />.
          </>
        )}
      </p>
      <PageTools />
      <ul className="plain stack no-print">
        <li>
          <a href={to.activityFeed(d.slug)}>Zet alle datums in mijn agenda</a>
        </li>
        <li>
          <PageLink to={to.flyer(d.slug)}>Print een flyer</PageLink>
        </li>
      </ul>
    </aside>
  )
}

ActivityPage.head = ({ date: d }: Data): Head => ({
  title: `${d.title}, ${fullDay(d.start)} – Herstelruimte`,
  description: `${d.summary} ${fullDay(d.start)}, ${span(d.start, d.end)}.`,
  canonical: to.activity(d.activityId, d.id),
  jsonLd: eventJson(d),
})
