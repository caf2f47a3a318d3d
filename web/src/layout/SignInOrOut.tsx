import * as to from '../paths'
import { PageLink } from '../ui/PageLink'
import { useSignedIn } from './session'
import { useSignOut } from './signOut'

/** Last entry of the footer's links. On the server and for visitors it is always "Inloggen". */
export function SignInOrOut() {
  const signedIn = useSignedIn()
  return <li>{signedIn ? <SignOut /> : <PageLink to={to.login()}>Inloggen</PageLink>}</li>
}

function SignOut() {
  const { leave, busy, said } = useSignOut()
  return (
    <>
      <button className="as-link" type="button" aria-disabled={busy || undefined} onClick={leave}>Uitloggen</button>
      <span role="status">{said}</span>
    </>
  )
}
