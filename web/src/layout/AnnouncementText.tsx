import { useSyncExternalStore } from 'react'
import { useLocation } from '../router'
import type { Announcement } from './dismissed'
import { canShow } from './canShow'
import { useLayout } from './site'

const at = ['/', '/home', '/agenda', '/contact']
const never = () => () => {}

/**
 * The announcement as words at the top of the page, for browsers that run no scripts or know no
 * dialog.
 */
export function AnnouncementText() {
  const { announcement: a } = useLayout()
  const { pathname } = useLocation()
  const plain = useSyncExternalStore(
    never,
    () => !canShow(),
    () => false,
  )
  if (!a?.active || !at.includes(pathname)) return null
  const words = (
    <aside className="told" aria-label="Melding">
      <div className="wrap">
        <h2>{a.title}</h2>
        <p>{a.body}</p>
        <Flyer of={a} />
      </div>
    </aside>
  )
  return plain ? words : <noscript>{words}</noscript>
}

export const Flyer = ({ of: { flyerUrl } }: { of: Announcement }) =>
  flyerUrl ? (
    <a className="more" href={flyerUrl}>
      Bekijk de flyer (pdf)
    </a>
  ) : null
