import './sign.css'
import type { ReactNode } from 'react'
import * as to from '../paths'
import { Icon } from '../ui/Icon'
import { openSign } from '../ui/openSign'
import { PageLink } from '../ui/PageLink'
import { door } from './openNow'
import { useLayout } from './site'

/**
 * The sign on the door: open or closed, and until when. On the home page, which has what comes
 * next, the day on which a closed door opens comes first, and all of it leads to the way here;
 * elsewhere street and phone are links.
 */
export function Sign({ next }: { next?: ReactNode }) {
  const home = next !== undefined
  const { openNow, phone, address } = useLayout()
  const { open, lead, rest, notes } = door(openNow, phone.replaceAll(' ', '\u00a0'), home)
  const look = open ? 'sign' : 'sign sign-closed'
  const street = address[0]
  const route = to.contact(undefined, 'route')
  return (
    <div className="stack">
      {home ? (
        <PageLink className={look} to={route}>
          <Icon of={openSign} />
          <span>
            <b>{lead}</b> {rest}
            {street && (
              <span>
                {' '}
                <u>{street}</u>.
              </span>
            )}
            {open && ' Loop gerust binnen.'}
          </span>
        </PageLink>
      ) : (
        <div className={look}>
          <Icon of={openSign} />
          <p>
            <b>{lead}</b> {rest}
          </p>
          {phone && (
            <a className="sign-phone" href={to.tel(phone)}>
              {phone}
            </a>
          )}{' '}
          {street && <PageLink to={route}>{street}</PageLink>}
        </div>
      )}{' '}
      {next}
      {notes.map(n => (
        <p key={n}>{n}</p>
      ))}
    </div>
  )
}
