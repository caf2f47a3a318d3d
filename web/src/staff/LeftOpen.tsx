import { useEffect, useSyncExternalStore } from 'react'
import { useLocation } from '../router'
import type { User } from '../auth/types'
import { Icon } from '../ui/Icon'
import { triangleAlert } from '../ui/noticeIcons'
import { PageLink } from '../ui/PageLink'
import { PressButton } from '../ui/PressButton'
import { leftOpen } from './leftOpen'

/** On every other screen: a form that this person left without saving what they typed. */
export function LeftOpen({ user }: { user: User }) {
  const { pathname } = useLocation()
  useEffect(() => leftOpen.attend(user.uid), [user.uid])
  const all = useSyncExternalStore(leftOpen.subscribe, leftOpen.get)
  return all
    .filter(l => l.uid === user.uid && l.at !== pathname)
    .map(l => (
      <div className="wrap" key={l.id}>
        <section className="alert alert-warn" role="status">
          <Icon of={triangleAlert} />
          <div>
            <p>Je verandering is nog niet bewaard: {l.name}.</p>
            <p className="row">
              <PageLink className="btn" to={l.at}>
                Ga verder
              </PageLink>
              <PressButton second press={() => leftOpen.drop(l.id)}>
                Gooi weg
              </PressButton>
            </p>
          </div>
        </section>
      </div>
    ))
}
