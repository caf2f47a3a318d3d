import { many } from '../../../staff/count'
import { useState } from 'react'
import { fullDay as date } from '../../../api/moment'
import type { components } from '../../../api/schema.gen'
import { useSignOut } from '../../../layout/signOut'
import type { ScreenProps, StaffProps } from '../../../page'
import { groups } from '../../../screen'
import { at, barOf, editOf, moreOf, type ScreenLink } from '../../../screens'
import { ActError } from '../../../staff/ActError'
import { TickField } from '../../../staff/fields'
import { keys } from '../../../staff/keys'
import { Loaded } from '../../../staff/States'
import { mayWrite } from '../../../staff/roles'
import { api } from '../../../staff/api/client'
import { refusedBy, useAct } from '../../../staff/api/useSend'
import { useRead, type Read } from '../../../staff/api/useRead'
import { useWaits } from '../../../staff/waiting'
import { sayMoment } from '../../../staff/words'
import { Icon } from '../../../ui/Icon'
import { down } from '../../../ui/icons'
import { PageLink } from '../../../ui/PageLink'
import { PressButton } from '../../../ui/PressButton'
import { MailSwitches } from './MailSwitches'
import { SiteNameFold } from './SiteName'
import { Rows } from './Rows'
import type { Session, Sessions } from './sessions'
import { failed, sayRoles } from './words'

/**
 * `/beheer`: what is to be looked at again, the screens that are not in the bar, and who you are.
 */
export default function MorePage({ auth, user }: ScreenProps) {
  return (
    <div className="wrap page stack">
      <h1>Meer</h1>
      {mayWrite(user, ...writers) && <Reviews auth={auth} />}
      <Menu of={moreOf(user.roles)} />
      <You auth={auth} user={user} />
    </div>
  )
}

/** The screens by their group; the whole row of one leads to it. */
const Menu = ({ of }: { of: readonly ScreenLink[] }) => (
  <nav className="more-groups" aria-label="Meer">
    {groups
      .filter(g => of.some(s => s.group === g))
      .map(g => (
        <div key={g}>
          <h2 id={groupId(g)}>{g}</h2>
          <ul aria-labelledby={groupId(g)}>
            {of
              .filter(s => s.group === g)
              .map(s => (
                <li key={s.path} className="whole">
                  <PageLink className="cover" to={s.path}>
                    {s.title}
                  </PageLink>
                  <About of={s} />
                </li>
              ))}
          </ul>
        </div>
      ))}
  </nav>
)

/** What waits there today, in words where the number alone says too little. */
function About({ of: { waits, about } }: { of: ScreenLink }) {
  const n = useWaits(waits)
  const words = n > 0 && waits ? told[waits] : undefined
  return (
    <>
      {n > 0 && !words && (
        <>
          {' '}
          <span className="tag tag-late">{n} open</span>
        </>
      )}
      <span className="small muted">{words?.(n) ?? about}</span>
    </>
  )
}

const told: Readonly<Record<string, (n: number) => string>> = {
  volunteers: n => many(n, '1 nieuwe aanmelding.'),
  status: n => many(n, '1 onderdeel werkt niet.'),
}

type Due = components['schemas']['Review']

/** Why it is in the list, with the day that it is about. */
const whys: Readonly<Record<string, (day: string) => string>> = {
  review: day => `Vraag of dit mag blijven staan, uiterlijk ${day}.`,
  checked: day => `Voor het laatst nagekeken op ${day}.`,
  over: day => `Sinds ${day} niet meer zichtbaar. Is dat goed?`,
  reader: day => `De verteller zei ja op ${day}. Wil jij als tweede redacteur kijken?`,
  overdue: day => `Vraag of dit mag blijven staan. Dat had voor ${day} gemoeten.`,
  expires: day => `Vanaf ${day} niet meer zichtbaar.`,
  unanswered: day =>
    `Nog niet beantwoord, binnen sinds ${day}. Over hooguit 2 weken wissen we het.`,
  people: day => `Sinds ${day} weten we niet zeker of wie erop staat het goed vindt. Vraag het na.`,
}
const sayWhy = ({ why, since }: Due) =>
  (since && whys[why]?.(date(since))) || 'Kijk of het nog klopt.'
/** Who is told what is due: whoever writes something. */
const writers = ['begeleider', 'redactie', 'coordinator', 'beheerder'] as const

/** What somebody should look at again. Without any, there is nothing here. */
function Reviews({ auth }: Pick<ScreenProps, 'auth'>) {
  const { data } = useRead(auth, '/api/reviews')
  if (!data || data.items.length === 0) return null
  return (
    <section className="box" aria-labelledby="nakijken">
      <h2 id="nakijken">Nog na te kijken</h2>
      <ul className="rows">
        {data.items.map(r => {
          const path = editOf(r.kind, r.id)
          return (
            <li key={r.kind + r.id} className="whole">
              <p>
                {path ? (
                  <PageLink className="cover" to={path}>
                    {r.title}
                  </PageLink>
                ) : (
                  <strong>{r.title}</strong>
                )}
                <br />
                <span className="small muted">{sayWhy(r)}</span>
              </p>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

const groupId = (group: string) => 'groep-' + group.replace(/ /g, '-')

/** The roles that receive people. */
const receive: readonly string[] = ['gastheer', 'begeleider', 'coordinator']

/** Who is signed in here and where else, and the ways out. */
function You({ auth, user }: StaffProps) {
  const { leave, busy, said } = useSignOut()
  const devices = useRead(auth, '/api/sessions')
  const n = devices.data?.items.length ?? 0
  return (
    <section className="box" aria-labelledby="jij">
      <h2 id="jij">Jij</h2>
      <p>
        {user.name && `${user.name}, `}
        {sayRoles(user.roles)}. {n > 0 && many(n, 'Ingelogd op 1 apparaat.')}
      </p>
      <details className="fold">
        <summary>
          Bekijk en log uit
          <Icon of={down} />
        </summary>
        <Devices auth={auth} user={user} of={devices} leave={leave} />
      </details>
      <MailSwitches auth={auth} user={user} />
      {user.roles.some(r => receive.includes(r)) && <SiteNameFold auth={auth} />}
      {barOf(user.roles).some(p => p.path === at('today')) && <Evening />}
      <p>
        <PressButton second press={leave} busy={busy}>
          Uitloggen
        </PressButton>
      </p>
      <ActError>{said}</ActError>
    </section>
  )
}

/** What somebody at the door sets on this device. */
function Evening() {
  const [on, set] = useState(keys.on)
  return (
    <>
      <details className="fold">
        <summary>
          Op je beginscherm
          <Icon of={down} />
        </summary>
        <p>
          Kies in het menu van je browser ‘Zet op beginscherm’ of ‘App installeren’. Op je telefoon
          heet het dan ‘Vandaag’.
        </p>
      </details>
      <p>
        <PageLink to={at('today') + '?oefenen=1'}>Oefen eerst met Vandaag</PageLink>
      </p>
      <TickField
        name="sneltoetsen"
        label="Sneltoetsen op Vandaag: b, + en -"
        value={on}
        onChange={next => {
          keys.set(next)
          set(next)
        }}
      />
    </>
  )
}

const sayEnd = (s: Session) =>
  `Log uit: ${s.device}, ` + (s.current ? 'dit apparaat' : 'ingelogd op ' + sayMoment(s.createdAt))

function Devices({
  auth,
  user,
  of: read,
  leave,
}: StaffProps & { of: Read<Sessions>; leave(): void }) {
  const { busy, said, line, act } = useAct(auth)
  const endOne = (s: Session) =>
    act(s.id, async () => {
      const params = { path: { id: s.id } }
      if (refusedBy(await api(auth).DELETE('/api/sessions/{id}', { params }))) return failed
      void read.again()
      return `${s.device} is uitgelogd.`
    })
  const endAll = () =>
    act('all', async () => {
      const params = { path: { uid: user.uid } }
      if (refusedBy(await api(auth).DELETE('/api/users/{uid}/sessions', { params }))) return failed
      leave()
      return 'Je bent overal uitgelogd.'
    })
  return (
    <>
      <Loaded of={read} wait="Even geduld, de lijst wordt geladen." what="de lijst">
        {({ items }) => (
          <>
            <Rows
              of={items}
              button={s => (
                <PressButton
                  second
                  press={s.current ? leave : () => endOne(s)}
                  busy={busy === s.id}
                  label={sayEnd(s)}
                >
                  Log uit
                </PressButton>
              )}
            />
            <p>
              <PressButton second press={endAll} busy={busy === 'all'}>
                Overal uitloggen
              </PressButton>
            </p>
            <p className="small muted">
              Apparaat kwijt, of ken je er een niet? Log dan overal uit. Daarna log je hier opnieuw
              in.
            </p>
          </>
        )}
      </Loaded>
      <p role="status" ref={line} tabIndex={-1}>
        {said}
      </p>
    </>
  )
}
