import './login.css'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useLocation, useNavigate } from '../../router'
import type { AuthCode } from '../../auth/errors'
import { reactionTo } from '../../auth/messages'
import { safeReturn, startPage } from '../../auth/returnTo'
import type { User } from '../../auth/types'
import { coatRack } from '../../drawings/coatRack'
import { Drawing } from '../../drawings/Drawing'
import { useSession, useSignedIn } from '../../layout/session'
import { useStore } from '../../page'
import * as to from '../../paths'
import { Icon } from '../../ui/Icon'
import { logIn } from '../../ui/noticeIcons'
import { PressButton } from '../../ui/PressButton'
import { Already } from './Already'
import { Desk } from './desk'
import { NoScript } from './Foreign'
import { signInHead } from './head'
import { TroubleNote } from './TroubleNote'

/**
 * Signing in needs JavaScript: the server sends the words, and the desk itself appears when the
 * page runs.
 */
export default function LoginPage() {
  const [alive, setAlive] = useState(false)
  useEffect(() => setAlive(true), [])
  return (
    <div className="wrap page apart">
      <div className="stack-l">
        <h1>Inloggen</h1>
        <p className="lead">
          Inloggen is alleen voor medewerkers. Als bezoeker heb je geen account nodig.
        </p>
        <div className="login-desk">
          <NoScript />
          {alive && <SigningIn />}
        </div>
      </div>
      <Drawing of={coatRack} />
    </div>
  )
}

LoginPage.head = signInHead

function SigningIn() {
  const { session } = useStore()
  const { is, user, why } = useSession(true)
  const signedIn = useSignedIn()
  const navigate = useNavigate()
  const asked = new URLSearchParams(useLocation().search).get('terug')
  const back = asked === null ? undefined : safeReturn(asked)
  const [desk] = useState(() => new Desk(session))
  useEffect(() => desk.start(), [desk])

  const known = is === 'known' ? user : null
  const onward = known && known.roles.length > 0 ? back : undefined
  useEffect(() => {
    if (onward) void navigate(onward, { replace: true })
  }, [onward, navigate])

  if (known) return <Already user={known} />
  if (signedIn && is === 'loading')
    return <p role="status">Even geduld, we kijken of je bent ingelogd.</p>
  const arrive = (who: User) => {
    if (who.roles.length > 0) void navigate(back ?? startPage, { replace: true })
  }
  return <DeskForm desk={desk} why={why} back={back} arrive={arrive} />
}

interface Props {
  desk: Desk
  /** What ended the session before this. */
  why: string | undefined
  back: string | undefined
  arrive(user: User): void
}

function DeskForm({ desk, why, back, arrive }: Props) {
  const { trouble, said, looking } = useSyncExternalStore(desk.subscribe, desk.get)
  const [shared, setShared] = useState(false)
  const told =
    trouble ?? (why === undefined ? undefined : { code: why as AuthCode, pressed: false })
  const options = { shared, ...(back === undefined ? {} : { returnTo: back }) }
  const popup = () => desk.popup(options, arrive)
  const redirect = () => desk.redirect(options)
  const { hidden, wait: off } = told ? reactionTo(told.code) : { hidden: false, wait: false }
  return (
    <div className="stack">
      {told && (
        <TroubleNote
          trouble={told}
          busy={looking}
          look={() => void desk.look(true)}
          popup={popup}
          redirect={redirect}
        />
      )}
      {!hidden && (
        <>
          <label className={shared ? 'choice choice-on' : 'choice'}>
            <input type="checkbox" checked={shared} onChange={e => setShared(e.target.checked)} />
            <span>Dit is een gedeelde computer</span>
          </label>
          <p className="row">
            <PressButton press={popup} off={off}>
              <Icon of={logIn} />
              Inloggen
            </PressButton>
            <a
              className="more"
              href={to.login(back)}
              aria-disabled={off || undefined}
              onClick={e => {
                e.preventDefault()
                if (!off) redirect()
              }}
            >
              Inloggen in dit venster
            </a>
          </p>
        </>
      )}
      <p role="status">{said}</p>
    </div>
  )
}
