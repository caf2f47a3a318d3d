import { Drawing } from '../drawings/Drawing'
import { closedDoor } from '../drawings/lost'
import type { Flash, Loaded } from '../page'
import type { Page } from '../pages'
import * as to from '../paths'
import { PageLink } from '../ui/PageLink'
import { Phone } from './Phone'
import { SearchForm } from './SearchForm'

/**
 * 404 and 410, each with its own words: a story, a secret link, a pair of ids, any other address.
 */
export function Lost({
  page,
  loaded,
  flash,
}: {
  page: Page | undefined
  loaded: Loaded
  flash?: Flash | undefined
}) {
  const own = words[page?.path ?? '']
  if (own) return <OtherLost words={own} status={loaded.status} />
  if (loaded.status === 410)
    return <Gone tried={loaded.form !== undefined || flash?.kind === 'gone'} />
  if (page?.key) return <DeadLink />
  return page?.path.includes(':') ? <NotFound /> : <NoSuchPage />
}

interface Words {
  /** Heading of 404. */
  missing: string
  /** Heading and reason of 410. */
  gone?: readonly [heading: string, why: string]
  on: readonly [to: string, words: string]
}

/** What is not about an activity says so itself. */
const words: Record<string, Words> = {
  '/storydetails/:s': {
    missing: 'We konden dit verhaal niet vinden.',
    gone: [
      'Dit verhaal staat niet meer op onze site',
      'De verteller heeft daar zelf voor gekozen.',
    ],
    on: [to.stories(), 'Lees andere verhalen'],
  },
  '/newsdetails/:n': {
    missing: 'We konden dit bericht niet vinden.',
    on: [to.news(), 'Bekijk het nieuws'],
  },
}

function OtherLost({
  words: {
    missing,
    gone,
    on: [path, label],
  },
  status,
}: {
  words: Words
  status: number
}) {
  const [heading, why] = (status === 410 && gone) || [missing]
  return (
    <Apart>
      <h1>{heading}</h1>
      {why ? (
        <p className="lead">{why}</p>
      ) : (
        <p>
          <Phone before="Bel ons gerust: " after="." />
        </p>
      )}
      <p>
        <PageLink className="btn" to={path}>
          {label}
        </PageLink>
      </p>
    </Apart>
  )
}

function NoSuchPage() {
  return (
    <Apart>
      <h1>Deze pagina bestaat niet (meer).</h1>
      <SearchForm />
      <p className="row">
        <PageLink className="btn" to={to.agenda()}>
          Programma
        </PageLink>{' '}
        <PageLink to={to.contact()}>Contact</PageLink>
      </p>
      <p>
        Kom je er niet uit? <Phone before="Bel " after="." />
      </p>
    </Apart>
  )
}

function NotFound() {
  return (
    <Apart>
      <h1>We konden dit niet vinden.</h1>
      <p className="lead">
        Misschien is de activiteit veranderd. Kijk in het programma of bel ons.
      </p>
      <p>
        <PageLink className="btn" to={to.agenda()}>
          Programma
        </PageLink>
      </p>
      <p>
        <Phone />
      </p>
    </Apart>
  )
}

function DeadLink() {
  return (
    <Apart>
      <h1>Deze link werkt niet meer.</h1>
      <p className="lead">
        Je gegevens zijn verwijderd, zoals afgesproken, of je hebt een nieuwere link.
      </p>
      <p>
        <PageLink className="btn" to={to.findMine()}>
          Stuur mij mijn link opnieuw
        </PageLink>
      </p>
      <p>
        <PageLink to={to.agenda()}>Programma</PageLink>
      </p>
      <p>
        <Phone before="Liever bellen? " after="." />
      </p>
    </Apart>
  )
}

function Gone({ tried }: { tried: boolean }) {
  return (
    <Apart>
      <h1>Deze activiteit gaat niet meer door.</h1>
      {tried && <p className="lead">We hebben je niet aangemeld.</p>}
      <p>
        <PageLink className="btn" to={to.agenda()}>
          Bekijk het programma
        </PageLink>
      </p>
      <p>
        <Phone />
      </p>
    </Apart>
  )
}

const Apart = ({ children }: { children: React.ReactNode }) => (
  <div className="wrap page apart">
    <div className="stack-l">{children}</div>
    <Drawing of={closedDoor} />
  </div>
)
