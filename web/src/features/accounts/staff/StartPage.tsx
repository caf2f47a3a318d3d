import { useSignOut } from '../../../layout/signOut'
import type { ScreenProps } from '../../../page'
import { Missed, Waiting } from '../../../staff/States'
import { useRead } from '../../../staff/useRead'
import { sayMoment } from '../../../staff/words'
import { PageLink } from '../../../ui/PageLink'
import { PressButton } from '../../../ui/PressButton'
import { Rows } from './Rows'
import type { Session, Sessions } from './sessions'
import { end, failed, useAct } from './useAct'
import { sayRoles } from './words'

/** `/beheer`: who you are here, the screens you may open, and where you are signed in. */
export default function StartPage(given: ScreenProps) {
  const { user, screens } = given
  const { leave, busy, said } = useSignOut()
  return (
    <div className="wrap page stack">
      <h1>Dag{user.name && ` ${user.name}`}</h1>
      <p>{user.roles.length === 1 ? 'Je rol' : 'Je rollen'}: {sayRoles(user.roles)}.</p>
      {screens.length > 0 && (
        <nav className="box" aria-labelledby="schermen">
          <h2 id="schermen">Wat wil je doen?</h2>
          <ul className="rows">
            {screens.map(s => <li key={s.path}><p><PageLink className="more" to={s.path}>{s.title}</PageLink><br />{s.about}</p></li>)}
          </ul>
        </nav>
      )}
      <OwnSessions {...given} leave={leave} />
      <p><PressButton press={leave} busy={busy}>Uitloggen</PressButton></p>
      <p role="status">{said}</p>
    </div>
  )
}

function OwnSessions({ auth, user, leave }: ScreenProps & { leave(): void }) {
  const { read, again, busy: reading } = useRead<Sessions>(auth, '/api/sessions')
  const { busy, said, line, act } = useAct()
  const endOne = (s: Session) => act(s.id, async () => {
    if (await end(auth, '/api/sessions/' + encodeURIComponent(s.id))) return failed
    again()
    return `${s.device} is uitgelogd.`
  })
  const endAll = () => act('all', async () => {
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
          <Rows of={read.data.items} button={s => (
            <PressButton second press={s.current ? leave : () => endOne(s)} busy={busy === s.id} label={`Log uit: ${s.device}, ${s.current ? 'dit apparaat' : 'ingelogd op ' + sayMoment(s.createdAt)}`}>Log uit</PressButton>
          )} />
          <p><PressButton second press={endAll} busy={busy === 'all'}>Overal uitloggen</PressButton></p>
          <p className="small muted">Apparaat kwijt, of ken je er een niet? Log dan overal uit. Daarna log je hier opnieuw in.</p>
        </>
      )}
      <p role="status" ref={line} tabIndex={-1}>{said}</p>
    </section>
  )
}
