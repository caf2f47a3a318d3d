import { sayAuth } from '../../auth/messages'
import type { User } from '../../auth/types'
import { useSignOut } from '../../layout/signOut'
import * as to from '../../paths'
import { PageLink } from '../../ui/PageLink'
import { PressButton } from '../../ui/PressButton'

/** Somebody is signed in already, perhaps with an account that may do nothing yet. */
export function Already({ user }: { user: User }) {
  const { leave, busy, said } = useSignOut()
  const able = user.roles.length > 0
  return (
    <div className="stack">
      <p>
        {able ? `Je bent ingelogd${user.name && ` als ${user.name}`}.` : sayAuth('auth/no-role')}
      </p>
      <p className="row">
        {able && (
          <PageLink className="btn" to={to.staff()}>
            Naar Beheer
          </PageLink>
        )}
        <PressButton press={leave} busy={busy} second={able}>
          Uitloggen
        </PressButton>
      </p>
      <p role="status">{said}</p>
    </div>
  )
}
