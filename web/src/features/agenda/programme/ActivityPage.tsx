import './activity.css'
import { clock, day, fullDay, span } from '../../../api/moment'
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
import { armchair, circleX } from '../../../programme/icons'
import { KindDrawing } from '../../../programme/KindDrawing'
import { Badge, Status } from '../../../programme/Status'
import { OldRoom } from './Moved'
import { When } from './When'
import { dayWords, lookOf, type ActivityDate } from '../../../programme/words'

type Data = PageData<'agenda/programme/ActivityPage'>

export default function ActivityPage({ data: { date: d } }: PageProps<Data>) {
  return (
    <div className="wrap page">
      <div className="grid split">
        <div className="stack-l">
          <div>
            <div className="date-top">
              <PageLink className="back" to={asLeft(to.agenda())}>
                <Icon of={arrowLeft} />
                Programma
              </PageLink>
              <KindDrawing of={d.category} />
            </div>
            <h1>{d.title}</h1>
            <DatePanel date={d} />
          </div>
          <p className="lead">{d.summary}</p>
          {d.image && <Photo of={d.image} media={d.media} first />}
          <ReadingAids />
          <Facts date={d} />
          <Prose date={d} />
        </div>
        <Aside date={d} />
      </div>
    </div>
  )
}

/** Date, time, place and status, and what somebody can do now: one button at most. */
function DatePanel({ date: d }: { date: ActivityDate }) {
  const { address } = useLayout()
  const off = d.status === 'cancelled'
  const done = d.status === 'done'
  const seats = isOpen(d) && d.seats
  const next = nextOf(d)
  return (
    <div className={`panel ${lookOf(d)} date-panel`}>
      {off && (
        <p className="off-line">
          <Icon of={circleX} />
          Gaat niet door
        </p>
      )}
      {done && (
        <p>
          <strong>Deze activiteit is geweest.</strong>
          {d.others.length === 0 && ' Er is nu geen nieuwe datum.'}
        </p>
      )}
      <When line={d} />
      {!off && (
        <p>
          <OldRoom line={d} />
          {d.room}
          {!d.outside && address[0] && `, ${address[0]}`}
        </p>
      )}
      {!off && !done && (
        <p className="date-state">
          {seats && (
            <Badge look="few" icon={armchair}>
              {`Nog ${seats.free} van de ${seats.total} plekken vrij`}
            </Badge>
          )}{' '}
          <Status line={d} waitlistOn={d.waitlistOn} said={!!seats} told />
        </p>
      )}
      {off && <Cancelled line={d} />}
      {(off || done) && next && (
        <p>
          De volgende keer:{' '}
          <strong>
            {day(next.day)}, {clock(next.start)} uur
          </strong>
          .
        </p>
      )}
      <Act date={d} />
    </div>
  )
}

/** The date after it that goes on. */
const nextOf = (d: ActivityDate) =>
  d.others.find(o => o.status !== 'cancelled' && o.start > d.start)

const isOpen = (d: ActivityDate) => d.status === 'open' || d.status === 'few'

/** What somebody can do now: one button at most. */
function Act({ date: d }: { date: ActivityDate }) {
  const coming = d.status !== 'done' && d.status !== 'cancelled'
  return (
    <>
      {d.status === 'walkin' && (
        <p>Je hoeft je niet aan te melden.{!d.now && ' Kom gewoon langs.'}</p>
      )}
      {(d.status === 'full' || d.status === 'closed' || d.status === 'staffOnly') && (
        <p>
          <Phone before="Liever bellen? " after="." />
        </p>
      )}
      <Button date={d} />
      {d.meetFirst && coming && <p>We spreken iedereen kort vóór de eerste keer.</p>}
      {d.closesAt && isOpen(d) && (
        <p>
          Aanmelden kan tot {day(d.closesAt)}, {clock(d.closesAt)} uur.
        </p>
      )}
    </>
  )
}

function Button({ date: d }: { date: ActivityDate }) {
  const next = nextOf(d)
  const calendar = (
    <a className="btn btn-2 btn-wide" href={to.dateCalendar(d.id)}>
      <Icon of={calendarPlus} />
      Zet in mijn agenda
    </a>
  )
  switch (d.status) {
    case 'open':
    case 'few':
      return (
        <PageLink className="btn btn-wide" to={to.register(d.activityId, d.id)}>
          {d.kind === 'series' ? 'Meld je aan voor de reeks' : 'Meld je aan'}
        </PageLink>
      )
    case 'waitlist':
      return (
        <PageLink className="btn btn-wide" to={to.waitlist(d.id)}>
          Zet mij op de wachtlijst
        </PageLink>
      )
    case 'done':
    case 'cancelled':
      return (
        next && (
          <PageLink className="btn btn-wide" to={to.activity(next.activityId, next.id)}>
            Kom op {day(next.day)}
          </PageLink>
        )
      )
    case 'walkin':
      return d.now ? (
        <PageLink className="btn btn-wide" to={to.contact(undefined, 'route')}>
          Kom langs: zo vind je ons
        </PageLink>
      ) : (
        calendar
      )
    default:
      return calendar
  }
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
        {d.status !== 'done' && d.status !== 'cancelled' && (
          <li>
            <a href={to.dateCalendar(d.id)}>Zet in mijn agenda</a>
          </li>
        )}
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
  ...(d.linkOnly
    ? { robots: 'noindex', neutral: true }
    : { canonical: to.activity(d.activityId, d.id), jsonLd: eventJson(d) }),
})
