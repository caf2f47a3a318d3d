// The calls after the one on the card, and what stands above them.
import { clock } from '../../../api/moment'
import { at } from '../../../screens'
import { EmptyState } from '../../../ui/EmptyState'
import { Icon } from '../../../ui/Icon'
import { mail, phone } from '../../../ui/icons'
import { triangleAlert } from '../../../ui/noticeIcons'
import { PageLink } from '../../../ui/PageLink'
import { WhyCall } from './CallCard'
import {
  kinds,
  reachOf,
  sayAbout,
  sayFilled,
  sayTried,
  sayUntil,
  type Call,
  type Outcome,
} from './callWords'
import { dayAt } from './onDate'
import { staffName } from './peopleWords'

/** What was filled in without a network: it waits in this tab, nowhere else. */
export interface Kept {
  call: Call
  outcome: Outcome
}

export function KindChips({ calls, asked }: { calls: readonly Call[]; asked: string | undefined }) {
  const chip = (words: string, to: string, n: number, here: boolean) => (
    <PageLink
      key={words}
      className={here ? 'chip chip-on' : 'chip'}
      to={to}
      aria-current={here || undefined}
    >
      {words} ({n})
    </PageLink>
  )
  return (
    <nav className="chips" aria-label="Laat zien">
      {chip('Alles', at('calls'), calls.length, !asked)}
      {kinds.map(([word, kind, words]) =>
        chip(
          words,
          `${at('calls')}?soort=${word}`,
          calls.filter(c => c.kind === kind).length,
          asked === kind,
        ),
      )}
    </nav>
  )
}

export const Nobody = () => (
  <EmptyState>
    <p className="nobody" tabIndex={-1}>
      <strong>Je hoeft nu niemand te bellen.</strong>
    </p>
    <p className="muted">Er staat niemand op een wachtlijst die aan de beurt is.</p>
  </EmptyState>
)

/** There is no network: what was filled in waits in this page alone. */
export const NoLine = ({ kept }: { kept: readonly Kept[] }) => (
  <div className="net net-off" role="status">
    <Icon of={triangleAlert} />
    <p>
      <b>Geen verbinding.</b> Bellen kan. Wat je invult, bewaren we hier tot er weer verbinding is.
      Laat dit scherm open.
      {kept.length > 0 && (
        <>
          <br />
          Wacht nog: {kept.map(k => sayFilled(k.call.firstName, k.outcome)).join(', ')}.
        </>
      )}
    </p>
  </div>
)

export interface RowsProps {
  calls: readonly Call[]
  today: string
  now: number
  ring(call: Call): void
}

/** The calls after the one on the card. */
export function Rows({ calls, today, now, ring }: RowsProps) {
  const week = dayAt(now + 7 * 86_400_000)
  const groups = [
    ['Vandaag', calls.filter(c => c.today)],
    ['Deze week', calls.filter(c => !c.today && c.until.slice(0, 10) <= week)],
    ['Later', calls.filter(c => !c.today && c.until.slice(0, 10) > week)],
  ] as const
  return groups.map(
    ([title, some]) =>
      some.length > 0 && (
        <section key={title} aria-label={title}>
          <h2>{title}</h2>
          <ul className="q">
            {some.map(c => (
              <Row key={c.id} call={c} today={today} now={now} ring={ring} />
            ))}
          </ul>
        </section>
      ),
  )
}

export function Row({ call: c, today, now, ring }: { call: Call } & Omit<RowsProps, 'calls'>) {
  const again = c.againAt && Date.parse(c.againAt) > now ? c.againAt : undefined
  const tried = sayTried(c.attempts)
  return (
    <li>
      <div>
        <strong>{c.firstName}</strong>{' '}
        {c.calling && (
          <span className="tag tag-new">
            {c.calling.mine ? 'Jij belt nu' : `${staffName(c.calling.by)} belt nu`}
          </span>
        )}
        {again && <span className="tag">weer om {clock(again)} uur</span>}
        <br />
        {sayAbout(c, today)}
        <br />
        <span className="small muted">
          {sayUntil(c, today)}
          {tried && ` · ${tried}`}
        </span>
      </div>
      <a
        className="btn btn-2"
        href={reachOf(c)}
        aria-label={c.email ? `Mail ${c.firstName}` : `Bel ${c.firstName}, ${c.phone}`}
        onClick={() => ring(c)}
      >
        <Icon of={c.email ? mail : phone} />
        <span>{c.email ? 'Mail' : 'Bel'}</span>
      </a>
      <div className="wide">
        <WhyCall call={c} today={today} />
      </div>
    </li>
  )
}
