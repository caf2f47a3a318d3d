import './sign.css'
import { Icon } from '../ui/Icon'
import { openSign } from '../ui/openSign'
import { door } from './openNow'
import { useLayout } from './site'

/**
 * The sign on the door: open or closed, and until when. `againFirst`: of a closed door the day on
 * which it opens comes first, then why it is closed.
 */
export function Sign({ againFirst = false }: { againFirst?: boolean }) {
  const { openNow, phone } = useLayout()
  const { open, lead, rest, notes } = door(openNow, phone.replaceAll(' ', '\u00a0'), againFirst)
  return (
    <div className="stack">
      <p className={open ? 'sign' : 'sign sign-closed'}>
        <Icon of={openSign} />
        <span>
          <b>{lead}</b> {rest}
        </span>
      </p>
      {notes.map(n => (
        <p key={n}>{n}</p>
      ))}
    </div>
  )
}
