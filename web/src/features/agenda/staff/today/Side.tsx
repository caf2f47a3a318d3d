import { plural } from '../../../../api/count'
import { many } from '../../../../staff/count'
import { useState, type ReactNode } from 'react'
import type { Auth, User } from '../../../../auth/types'
import { at, barOf } from '../../../../screens'
import { info } from '../../../../staff/icons'
import { periodOf } from '../../../../staff/period'
import { mayWrite } from '../../../../staff/roles'
import { useRead } from '../../../../staff/api/useRead'
import { useWaits } from '../../../../staff/waiting'
import { Icon } from '../../../../ui/Icon'
import { arrowRight, down, mail, phone } from '../../../../ui/icons'
import { PageLink } from '../../../../ui/PageLink'
import { PressButton } from '../../../../ui/PressButton'
import { reachOf } from '../callWords'
import type { Notice, Today } from './model'
import { sayCall, sayNotice } from './words'
import { ring } from '../ring'

/** Whom to call first, and the way to all calls that are due. */
export function Calls({ auth, user, today }: { auth: Auth; user: User; today: Today }) {
  const list = barOf(user.roles).find(p => p.waits === 'calls')
  const { calls } = today
  if (!list || !calls) return null
  const { due, first } = calls
  return (
    <section className="box" aria-labelledby="bellen">
      <div className="head-row">
        <h2 id="bellen">{list.name}</h2>
        <span className="tag">{due}</span>
      </div>
      {first && (
        <ul className="q">
          <li>
            <div>
              <strong>{first.firstName}</strong>
              <br />
              {sayCall(first)}
            </div>
            <a
              className="btn btn-2"
              href={reachOf(first)}
              aria-label={`${first.email ? 'Mail' : 'Bel'} ${first.firstName}`}
              onClick={() => void ring(auth, first)}
            >
              <Icon of={first.email ? mail : phone} />
              {first.email ? 'Mail' : 'Bel'}
            </a>
          </li>
        </ul>
      )}
      <p>
        <PageLink className="more" to={list.path}>
          {plural(due, 'Vul in wat er gezegd is', `Alle ${due} telefoontjes`)}{' '}
          <Icon of={arrowRight} />
        </PageLink>
      </p>
    </section>
  )
}

interface TodoProps {
  auth: Auth
  user: User
  today: Today
  now: number
  practice: boolean
}

/** What else needs somebody: too few sign-ups, texts, mail, parts of a day that nobody counted. */
export function Todo({ auth, user, today, now, practice }: TodoProps) {
  const broken = useWaits('status')
  const notices = today.notices.filter(n => Date.parse(n.from) <= now)
  const writes = mayWrite(user, 'begeleider', 'coordinator')
  return (
    <TodoBox>
      {notices.map(n => (
        <li key={n.kind + n.day + (n.occurrence ?? n.part)}>
          <div>{sayNotice(n, today.today)}</div>
          <Look at={n} today={today} fills={mayWrite(user, 'coordinator') && !practice} />
        </li>
      ))}
      {broken > 0 && (
        <li>
          <div>{many(broken, '1 onderdeel werkt niet.')}</div>
          <PageLink to={at('status')}>
            Bekijk<span className="sr"> de status</span>
          </PageLink>
        </li>
      )}
      {writes && !practice && <Reviews auth={auth} />}
    </TodoBox>
  )
}

/** Nothing to do is no box. */
const TodoBox = ({ children }: { children: ReactNode }) => (
  <section className="box todo" aria-labelledby="nog-te-doen">
    <h2 id="nog-te-doen">Nog te doen</h2>
    <ul className="q">{children}</ul>
  </section>
)

/** Whoever counts goes on below; what was forgotten this morning is filled in elsewhere. */
function Look({ at: n, today, fills }: { at: Notice; today: Today; fills: boolean }) {
  if (n.occurrence)
    return (
      <PageLink to={at('date', n.occurrence)}>
        Bekijk<span className="sr"> {n.title}</span>
      </PageLink>
    )
  if (n.day !== today.today) return <PageLink to={at('today') + '?dag=' + n.day}>Vul in</PageLink>
  if (!fills) return null
  const { from, until } = periodOf('week', n.day)
  return <PageLink to={`${at('figures')}?van=${from}&tot=${until}`}>Vul in</PageLink>
}

function Reviews({ auth }: { auth: Auth }) {
  const n = useRead(auth, '/api/reviews').data?.items.length ?? 0
  if (n === 0) return null
  return (
    <li>
      <div>{many(n, '1 tekst of foto om na te kijken.')}</div>
      <PageLink to={at('start')}>
        Bekijk<span className="sr"> wat er na te kijken is</span>
      </PageLink>
    </li>
  )
}

const understood = 'hr:vandaag'

function known(uid: string): boolean {
  try {
    return (localStorage.getItem(understood) ?? '').split(' ').includes(uid)
  } catch {
    return true
  }
}

function understand(uid: string) {
  try {
    localStorage.setItem(understood, `${localStorage.getItem(understood) ?? ''} ${uid}`.trim())
  } catch {
    // it opens again next time
  }
}

/** Three sentences for who never did this; open the first time. */
export function Help({ user, practice }: { user: User; practice: boolean }) {
  const [open, setOpen] = useState(() => !known(user.uid))
  const [first, setFirst] = useState(open)
  return (
    <details className="fold box" open={open} onToggle={e => setOpen(e.currentTarget.open)}>
      <summary>
        <Icon of={info} />
        Eerste keer hier? Zo werkt dit scherm
        <Icon of={down} />
      </summary>
      <ol className="list">
        <li>
          Komt iemand binnen voor de inloop? Tik op <b>1 bezoek</b>.
        </li>
        <li>
          Staat iemand op de lijst? Tik op <b>Er</b>. Verkeerd getikt? Tik nog een keer.
        </li>
        <li>Weet je het niet? Laat het staan. De coördinator kan alles herstellen.</li>
      </ol>
      <p className="small muted">
        Geen namen bij ‘1 bezoek’. Tel alleen wie niet is afgevinkt. Met een toetsenbord:{' '}
        <kbd>b</kbd> voor wie belt, <kbd>+</kbd> en <kbd>-</kbd> om te tellen. Uitzetten kan bij
        Meer.
      </p>
      <p className="facts-row">
        {first && (
          <PressButton
            press={() => {
              understand(user.uid)
              setFirst(false)
              setOpen(false)
            }}
          >
            Begrepen
          </PressButton>
        )}
        {!practice && (
          <PageLink className="link-btn" to={at('today') + '?oefenen=1'}>
            Oefen eerst
          </PageLink>
        )}
      </p>
    </details>
  )
}
