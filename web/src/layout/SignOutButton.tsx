import { EditHere } from './EditHere'
import { useSignOut } from './signOut'

/** The last entry of the footer's links, for who is signed in. */
export function SignOutButton() {
  const { leave, busy, said } = useSignOut()
  return (
    <>
      <button className="as-link" type="button" aria-disabled={busy || undefined} onClick={leave}>
        Uitloggen
      </button>
      <span role="status">{said}</span>
      <EditHere />
    </>
  )
}
