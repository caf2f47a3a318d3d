import { fullDay as date } from '../../../api/moment'
import type { components } from '../../../api/schema.gen'
import { useSignOut } from '../../../layout/signOut'
import type { ScreenProps } from '../../../page'
import { editOf } from '../../../screens'
import { Missed, Waiting } from '../../../staff/States'
import { mayWrite } from '../../../staff/roles'
import { end, useAct } from '../../../staff/useAct'
import { useRead } from '../../../staff/useRead'
import { sayMoment } from '../../../staff/words'
import { PageLink } from '../../../ui/PageLink'
import { PressButton } from '../../../ui/PressButton'
import { Rows } from './Rows'
import type { Session, Sessions } from './sessions'
import { failed, sayRoles } from './words'

/** `/beheer`: who you are here, the screens you may open, and where you are signed in. */
export default function StartPage(given: ScreenProps) {
  const { user, screens } = given
  const { leave, busy, said } = useSignOut()
  return (
    <div className="wrap page stack">
      <h1>Dag{user.name && ` ${user.name}`}</h1>
      <p>
        {user.roles.length === 1 ? 'Je rol' : 'Je rollen'}: {sayRoles(user.roles)}.
      </p>
      <div className={screens.length > 0 ? 'two' : undefined}>
        {screens.length > 0 && <Menu auth={given.auth} of={screens} />}
        <div className="stack">
          {mayWrite(user, ...writers) && <Reviews auth={given.auth} />}
          <OwnSessions {...given} leave={leave} />
          <p>
            <PressButton second press={leave} busy={busy}>
              Uitloggen
            </PressButton>
          </p>
          <p role="status">{said}</p>
        </div>
      </div>
    </div>
  )
}

/** The screens by their group; the whole row of one leads to it. */
const Menu = ({ auth, of }: Pick<ScreenProps, 'auth'> & { of: ScreenProps['screens'] }) => (
  <nav className="box" aria-labelledby="schermen">
    <h2 id="schermen">Wat wil je doen?</h2>
    <div className="start-groups">
      {[...new Set(of.map(s => s.group))].map(g => (
        <div key={g}>
          <h3 id={groupId(g)}>{g}</h3>
          <ul className="rows" aria-labelledby={groupId(g)}>
            {of
              .filter(s => s.group === g)
              .map(s => (
                <li key={s.path} className="whole">
                  <p>
                    <PageLink className="cover" to={s.path}>
                      {s.title}
                    </PageLink>{' '}
                    {s.counts && <New auth={auth} at={s.counts} />}
                    <br />
                    <span className="small muted">{s.about}</span>
                  </p>
                </li>
              ))}
          </ul>
        </div>
      ))}
    </div>
  </nav>
)

/** How many came in that nobody took up yet; nothing when there are none, or nobody knows. */
function New({ auth, at }: Pick<ScreenProps, 'auth'> & { at: string }) {
  const { read } = useRead<{ new: number }>(auth, at)
  const n = read.is === 'known' ? read.data.new : 0
  return n > 0 && <span className="tag tag-new">{n} nieuw</span>
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
  const { read } = useRead<{ items: Due[] }>(auth, '/api/reviews')
  if (read.is !== 'known' || read.data.items.length === 0) return null
  return (
    <section className="box" aria-labelledby="nakijken">
      <h2 id="nakijken">Nog na te kijken</h2>
      <ul className="rows">
        {read.data.items.map(r => {
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

function OwnSessions({ auth, user, leave }: ScreenProps & { leave(): void }) {
  const { read, again, busy: reading } = useRead<Sessions>(auth, '/api/sessions')
  const { busy, said, line, act } = useAct()
  const endOne = (s: Session) =>
    act(s.id, async () => {
      if (await end(auth, '/api/sessions/' + encodeURIComponent(s.id))) return failed
      again()
      return `${s.device} is uitgelogd.`
    })
  const endAll = () =>
    act('all', async () => {
      if (await end(auth, `/api/users/${encodeURIComponent(user.uid)}/sessions`)) return failed
      leave()
      return 'Je bent overal uitgelogd.'
    })
  return (
    <section className="box" aria-labelledby="ingelogd">
      <h2 id="ingelogd">Waar ben je ingelogd?</h2>
      {read.is === 'loading' && <Waiting words="Even geduld, de lijst wordt geladen." />}
      {read.is === 'failed' && <Missed what="de lijst" again={again} busy={reading} />}
      {read.is === 'known' && (
        <>
          <Rows
            of={read.data.items}
            button={s => (
              <PressButton
                second
                press={s.current ? leave : () => endOne(s)}
                busy={busy === s.id}
                label={`Log uit: ${s.device}, ${s.current ? 'dit apparaat' : 'ingelogd op ' + sayMoment(s.createdAt)}`}
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
      <p role="status" ref={line} tabIndex={-1}>
        {said}
      </p>
    </section>
  )
}
