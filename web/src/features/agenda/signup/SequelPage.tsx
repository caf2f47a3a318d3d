import { useLocation } from 'react-router-dom'
import { fullDay } from '../../../api/moment'
import { PageDrawing, type Drawn } from '../../../drawings/PageDrawing'
import { asLeft } from '../../../layout/arrival'
import { Phone } from '../../../layout/Phone'
import { Reach } from '../../../layout/Reach'
import { useLayout } from '../../../layout/site'
import type { Flash, Head, PageProps } from '../../../page'
import type { PageData } from '../../../pages'
import * as to from '../../../paths'
import { Icon } from '../../../ui/Icon'
import { arrowLeft } from '../../../ui/icons'
import { PageLink } from '../../../ui/PageLink'
import { When } from '../programme/When'
import { calendarPlus } from '../../../programme/calendarIcon'
import { Filled } from './Filled'
import { Others } from './Others'
import { Place } from '../programme/Place'
import { WaitRules } from './WaitRules'
import type { ActivityDate } from '../../../programme/words'
import './forms.css'

type Data = PageData<'agenda/signup/SequelPage'>

const table: Drawn = {
  name: 'table',
  size: [400, 262],
  lines: () => import('../../../drawings/table'),
}

/**
 * After signing up or joining the waitlist. What is personal comes with the flash, once; a reload
 * tells nothing of anybody.
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
      <PageLink className="back" to={asLeft(to.agenda())}>
        <Icon of={arrowLeft} />
        Naar het programma
      </PageLink>
      <div className="grid split">
        <div className="stack">
          <h1>{waiting ? listTitle(fresh) : placeTitle(fresh)}</h1>
          <p className="lead">{waiting ? listWords(fresh) : placeWords(fresh, date)}</p>
          {!told && (
            <p>
              <strong>{date.title}</strong>
            </p>
          )}
          <When line={date} told={told} />
          {!waiting && (
            <p>
              <a className="btn" href={to.dateCalendar(date.id)} download>
                <Icon of={calendarPlus} />
                Zet in mijn agenda
              </a>
            </p>
          )}
        </div>
        <div className="sequel-art">
          <PageDrawing of={table} />
        </div>
      </div>
      <div className="grid grid-2 sequel-parts">
        {fresh && <Next fresh={fresh} waiting={waiting} date={date} />}
        <Cancel fresh={fresh} waiting={waiting} />
        {fresh?.filled && <Filled of={fresh.filled} />}
        {!waiting && <Door date={date} />}
        {next.length > 0 && (
          <section className="panel">
            <Others list={next} title="Vaker meedoen?" />
          </section>
        )}
      </div>
    </div>
  )
}

/** The page knows nobody after a reload, nor who asked for mail. */
const reloaded =
  'Wilde je mail van ons? Kijk dan in je mailbox. Niets gezien? Bel ons of loop binnen.'

const placeTitle = (fresh: Flash | undefined) =>
  fresh ? `Gelukt${fresh.name ? ', ' + fresh.name : ''}!` : 'Aangemeld'

function placeWords(fresh: Flash | undefined, date: ActivityDate): string {
  if (!fresh) return reloaded
  return `Je plek voor ${date.title} op ${fullDay(date.day)} is geregeld.`
}

const listTitle = (fresh: Flash | undefined) => (fresh ? 'Je staat op de wachtlijst' : 'Wachtlijst')

function listWords(fresh: Flash | undefined): string {
  if (!fresh) return reloaded
  return (
    `Komt er een plek vrij, dan ${fresh.way === 'mail' ? 'mailen' : 'bellen'} we je. ` +
    `Je kunt je altijd weer van de lijst halen.`
  )
}

interface PartProps {
  fresh: Flash | undefined
  waiting: boolean
}

function Next({ fresh, waiting, date }: PartProps & Data) {
  return (
    <section className="panel">
      <h2 className="box-title">Wat gebeurt er nu?</h2>
      <ul className="list">
        {waiting && <WaitRules times={date.form.waitTimes} way={fresh?.way} />}
        {fresh?.meet === 'phone' && <li>We bellen je eerst voor een kort gesprek.</li>}
        {fresh?.meet === 'mail' && <li>We mailen je eerst om even kennis te maken.</li>}
        {fresh?.way === 'mail' && (
          <li>
            {waiting
              ? 'Je krijgt een e-mail met een link om je van de lijst te halen.'
              : 'Je krijgt een e-mail met een link om te veranderen of af te melden.'}
          </li>
        )}
        {fresh?.way === 'mail' && <li>Niets gekregen? Kijk bij de ongewenste mail of bel ons.</li>}
        {fresh && fresh.way !== 'mail' && <li>Wil je iets veranderen? Bel ons.</li>}
        <li>
          {fresh?.way === 'none'
            ? 'Gaat iets niet door? Dan zie je dat op de site.'
            : 'Verandert er iets, dan hoor je dat van ons.'}
        </li>
        <li>
          <Reach />
        </li>
      </ul>
    </section>
  )
}

function Cancel({ fresh, waiting }: PartProps) {
  const link = !fresh || fresh.way === 'mail'
  const how = <Phone before={link ? 'Klik op de link in je mail of bel ' : 'Bel '} after="." />
  return (
    <section className="panel">
      <h2 className="box-title">{waiting ? 'Toch niet meer wachten?' : 'Kun je niet komen?'}</h2>
      <p>Dat is niet erg. {how} Je hoeft niet te zeggen waarom.</p>
      {link && (
        <p>
          Link kwijt? <PageLink to={to.findMine()}>Stuur mij mijn link opnieuw</PageLink>
        </p>
      )}
    </section>
  )
}

/** Where to be and how to get in, then what staff wrote. */
function Door({ date }: Data) {
  const { routeText } = useLayout()
  return (
    <section className="panel">
      <h2 className="box-title">{date.outside ? 'Hier spreken we af' : date.practical.title}</h2>
      <Place date={date} />
      {!date.outside && routeText && <p>{routeText}</p>}
      {date.practical.text.map((t, i) => (
        <p key={i}>{t}</p>
      ))}
    </section>
  )
}

SequelPage.head = (): Head => ({
  title: 'Aangemeld',
  neutral: true,
  robots: 'noindex',
  description: 'Wat er na je aanmelding gebeurt.',
})
