import { at } from '../../../screens'
import { circleX } from '../../../staff/icons'
import { Icon } from '../../../ui/Icon'
import { PageLink } from '../../../ui/PageLink'

interface Props {
  /** The date, and of a series the one meeting. */
  occurrence: string
  meeting?: string | undefined
  /** It does not go on. */
  off: boolean
  /** What tells this link from the others on the screen. */
  name: string
  className?: string
}

/**
 * "Gaat niet door of verandert": one press from every date, for everybody; who may not do it reads
 * there who can. What does not go on has "Gaat het toch door?" in its place.
 */
export function ChangeLink({ occurrence, meeting, off, name, className = 'link-btn' }: Props) {
  const words = off ? 'Gaat het toch door?' : 'Gaat niet door of verandert'
  const query = [off && 'stap=toch', meeting && `bijeenkomst=${encodeURIComponent(meeting)}`]
  const asked = query.filter(Boolean).join('&')
  return (
    <PageLink
      className={className}
      to={at('change', occurrence) + (asked && '?' + asked)}
      aria-label={`${words}: ${name}`}
    >
      {!off && <Icon of={circleX} />}
      {words}
    </PageLink>
  )
}
