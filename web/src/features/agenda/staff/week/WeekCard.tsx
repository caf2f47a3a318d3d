import { circleX, penLine } from '../../../../programme/icons'
import { Badge } from '../../../../programme/Status'
import { at } from '../../../../screens'
import { Icon } from '../../../../ui/Icon'
import { triangleAlert } from '../../../../ui/noticeIcons'
import { PageLink } from '../../../../ui/PageLink'
import { ChangeLink } from '../ChangeLink'
import { clockFace } from '../peopleIcons'
import { sayCounts, sayMoved, sayTimes, sayTip, sayWhere, type Card } from './words'
import { capital } from '../../../../api/moment'

/** Where a card leads: to its people for who may act on it, else to its activity. */
function hrefOf({ mine, mode, state, occurrence, activity, readable }: Card) {
  if (mine && mode !== 'walkin' && state !== 'draft') return at('date', occurrence)
  return readable ? at('activity', activity) : undefined
}

/** One meeting of the week; what is not public yet is dashed. */
export function WeekCard({ card }: { card: Card }) {
  const { id, title, state, mode, counts, reason, warnings, mine, kind, occurrence } = card
  const off = state === 'cancelled'
  const href = hrefOf(card)
  const name = title || 'Zonder titel'
  const moved = sayMoved(card)
  return (
    <article className={look(card)} id={id} tabIndex={-1}>
      <p className="when">{sayTimes(card)}</p>
      <h3 className={off ? 'off' : undefined}>
        {href ? <PageLink to={href}>{name}</PageLink> : name}
      </h3>
      <p>{off && reason ? reason : sayWhere(card)}</p>
      {moved && <p>{moved}.</p>}
      <p className="facts-row">
        {off ? (
          <Badge look="off" icon={circleX}>
            Gaat niet door
          </Badge>
        ) : state === 'draft' ? (
          <Badge look="draft" icon={penLine}>
            Concept
          </Badge>
        ) : (
          <>
            {mode === 'walkin' && <span className="tag">Inloop</span>}
            {counts && <span className="tag">{sayCounts(counts)}</span>}
            {moved && (
              <Badge look="few" icon={clockFace}>
                Verplaatst
              </Badge>
            )}
            {state === 'later' && (
              <Badge look="draft" icon={clockFace}>
                Ingepland
              </Badge>
            )}
          </>
        )}
      </p>
      {warnings.map(w => (
        <p key={w.code} className="note">
          <Icon of={triangleAlert} />
          <span>{capital(sayTip(w, card))}</span>
        </p>
      ))}
      {mine && ['planned', 'cancelled'].includes(state) && (
        <p>
          <ChangeLink
            className="wact"
            occurrence={occurrence}
            meeting={kind === 'series' ? id : undefined}
            off={off}
            name={`${name}, ${sayTimes(card)}`}
          />
        </p>
      )}
    </article>
  )
}

const look = ({ state, warnings }: Card) =>
  [
    'wcard',
    (state === 'draft' || state === 'later') && 'wcard-draft',
    state === 'over' && 'wcard-over',
    warnings.length > 0 && 'wcard-warn',
  ]
    .filter(Boolean)
    .join(' ')
