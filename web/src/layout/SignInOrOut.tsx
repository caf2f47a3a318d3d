import { Suspense, use } from 'react'
import { useStore } from '../page'
import * as to from '../paths'
import { PageLink } from '../ui/PageLink'
import { useSignedIn } from './session'

/** Last entry of the footer's links. On the server and for visitors it is always "Inloggen". */
export function SignInOrOut() {
  const signedIn = useSignedIn()
  return (
    <li>
      {signedIn ? (
        <Suspense fallback={null}>
          <SignOut />
        </Suspense>
      ) : (
        <PageLink to={to.login()}>Inloggen</PageLink>
      )}
    </li>
  )
}

function SignOut() {
  const code = use(useStore().part('signOut'))
  return code && <code.SignOutButton />
}
