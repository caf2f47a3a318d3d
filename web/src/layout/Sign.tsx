import './sign.css'
import { Icon } from '../ui/Icon'
import { openSign } from '../ui/openSign'
import { door } from './openNow'
import { useLayout } from './site'

/** The sign on the door: open or closed, and until when. */
export function Sign() {
  const { openNow, phone } = useLayout()
  const { open, lead, rest, notes } = door(openNow, phone)
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
