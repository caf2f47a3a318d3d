import type { ReactNode } from 'react'
import { useLocation } from '../../../router'
import { fullDay } from '../../../api/moment'
import { PageDrawing } from '../../../drawings/PageDrawing'
import { asLeft } from '../../../layout/arrival'
import { Phone } from '../../../layout/Phone'
import { Reach } from '../../../layout/Reach'
import { Said } from '../../../layout/Sent'
import type { Flash, Head, PageProps } from '../../../page'
import type { PageData } from '../../../pages'
import * as to from '../../../paths'
import { Icon } from '../../../ui/Icon'
import { mail, phone } from '../../../ui/icons'
import { PageLink } from '../../../ui/PageLink'
import { When } from '../programme/When'
import { calendarPlus } from '../../../programme/calendarIcon'
import { circleX, doorOpen, hourglass } from '../../../programme/icons'
import { table } from '../drawn'
import { Others } from './Others'
import { Place } from '../programme/Place'
import { WaitRules } from './WaitRules'
import type { ActivityDate } from '../../../programme/words'
import './forms.css'

type Data = PageData<'agenda/signup/SequelPage'>

/**
 * After signing up or joining the waitlist: one panel, one button, one list. What is personal comes
 * with the flash, once; a reload tells nothing of anybody.
 */
export default function SequelPage({ data: { date }, flash }: PageProps<Data>) {
  const waiting = new URLSearchParams(useLocation().search).get('lijst') === '1'
  const fresh = flash?.kind === 'registered' || flash?.kind === 'waiting' ? flash : undefined
  const told = fresh !== undefined && !waiting // what and on which day: the first sentence
  const next = date.others.filter(
    o => o.start > date.start && ['open', 'few', 'waitlist'].includes(o.status),
  )
  return (
    <div className="wrap page">
      <div className="grid split">
        <div className="stack">
          <h1>{waiting ? listTitle(fresh) : placeTitle(fresh)}</h1>
          <div className="panel you">
            <p>
              <strong>{told ? placeWords(date) : date.title}</strong>
            </p>
            <When line={date} told={told} />
            {!waiting && (
              <a className="btn btn-wide" href={to.dateCalendar(date.id)} download>
                <Icon of={calendarPlus} />
                Zet in mijn agenda
              </a>
            )}
          </div>
          {!told && <p>{fresh ? listWords(fresh) : reloaded}</p>}
          <section className="stack" aria-labelledby="nu">
            <h2 id="nu">Wat nu</h2>
            <ul className="what-now">
              {fresh && <News fresh={fresh} waiting={waiting} date={date} />}
              <Cancel fresh={fresh} waiting={waiting} />
              {!waiting && <Door date={date} />}
              <Line icon={phone}>
                <Reach />
              </Line>
            </ul>
          </section>
          <Said of={fresh?.said} />
          <Others list={next} title="Vaker meedoen?" />
          <p>
            <PageLink className="more" to={asLeft(to.agenda())}>
              Terug naar het programma
            </PageLink>
          </p>
        </div>
        <div className="after-art">
          <PageDrawing of={table} />
        </div>
      </div>
    </div>
  )
}

/** The page knows nobody after a reload, nor who asked for mail. */
const reloaded =
  'Wilde je mail van ons? Kijk dan in je mailbox. Niets gezien? Bel ons of loop binnen.'

const placeTitle = (fresh: Flash | undefined) =>
  fresh ? `Gelukt${fresh.name ? ', ' + fresh.name : ''}!` : 'Aangemeld'

const placeWords = (date: ActivityDate) =>
  `Je plek voor ${date.title} op ${fullDay(date.day)} is geregeld.`

const listTitle = (fresh: Flash | undefined) => (fresh ? 'Je staat op de wachtlijst' : 'Wachtlijst')

const listWords = ({ way }: Flash) =>
  `Komt er een plek vrij, dan ${way === 'mail' ? 'mailen' : 'bellen'} we je. ` +
  `Je kunt je altijd weer van de lijst halen.`

const Line = ({ icon, children }: { icon: string; children: ReactNode }) => (
  <li>
    <Icon of={icon} />
    <div>{children}</div>
  </li>
)

interface PartProps {
  fresh: Flash | undefined
  waiting: boolean
}

/** By mail or by phone: what somebody hears of us. */
function News({ fresh: { meet, way }, waiting, date }: PartProps & Data & { fresh: Flash }) {
  return (
    <>
      {meet === 'phone' && <Line icon={phone}>We bellen je eerst voor een kort gesprek.</Line>}
      {meet === 'mail' && <Line icon={mail}>We mailen je eerst om even kennis te maken.</Line>}
      <Line icon={way === 'mail' ? mail : phone}>
        {way !== 'mail'
          ? 'Wil je iets veranderen? Bel ons. '
          : (waiting
              ? 'Je krijgt een e-mail met een link om je van de lijst te halen. '
              : 'Je krijgt een e-mail met een link om te veranderen of af te melden. ') +
            'Niets gekregen? Kijk bij de ongewenste mail of bel ons. '}
        {way === 'none'
          ? 'Gaat iets niet door? Dan zie je dat op de site.'
          : 'Verandert er iets, dan hoor je dat van ons.'}
      </Line>
      {waiting && (
        <Line icon={hourglass}>
          <ul className="list">
            <WaitRules times={date.form.waitTimes} way={way} />
          </ul>
        </Line>
      )}
    </>
  )
}

function Cancel({ fresh, waiting }: PartProps) {
  const link = !fresh || fresh.way === 'mail'
  return (
    <Line icon={circleX}>
      {waiting ? 'Toch niet meer wachten? ' : 'Kun je niet komen? '}Dat is niet erg.{' '}
      <Phone before={link ? 'Klik op de link in je mail of bel ' : 'Bel '} after="." /> Je hoeft
      niet te zeggen waarom.
      {link && (
        <>
          {' '}
          Link kwijt? <PageLink to={to.findMine()}>Stuur mij mijn link opnieuw</PageLink>
        </>
      )}
    </Line>
  )
}

/** Where to be and how to get in, then what staff wrote. */
const Door = ({ date }: Data) => (
  <Line icon={doorOpen}>
    <Place date={date} />
    {!date.outside && (
      <p>
        <PageLink to={to.contact(undefined, 'route')}>Zo vind je ons</PageLink>
      </p>
    )}
    {date.practical.text.map((t, i) => (
      <p key={i}>{t}</p>
    ))}
  </Line>
)

SequelPage.head = (): Head => ({
  title: 'Aangemeld',
  neutral: true,
  robots: 'noindex',
  description: 'Wat er na je aanmelding gebeurt.',
})
