import { Icon } from '../ui/Icon'
import {
  armchair,
  calendarDays,
  check,
  circleX,
  doorOpen,
  hourglass,
  openSign,
  mapPin,
  penLine,
  repeat,
} from './icons'
import { movedWords, seriesWords, statusWords, type Line } from './words'

const looks: Record<Line['status'], [look: string, icon: string]> = {
  walkin: ['open', doorOpen],
  open: ['', penLine],
  few: ['few', armchair],
  waitlist: ['full', hourglass],
  full: ['full', hourglass],
  notOpen: ['', calendarDays],
  closed: ['past', circleX],
  staffOnly: ['past', circleX],
  cancelled: ['off', circleX],
  done: ['past', check],
}

export const Badge = ({
  look = '',
  icon,
  children,
}: {
  look?: string
  icon: string
  children: string
}) => (
  <span className={look ? `badge badge-${look}` : 'badge'}>
    <Icon of={icon} />
    <span>{children}</span>
  </span>
)

interface Props {
  line: Line
  waitlistOn?: boolean
  /** The status itself stands in a sentence on the same page: only the words beside it remain. */
  said?: boolean
  /** Where it moved to stands above. */
  told?: boolean
}

/** The status words of a date as badges, with the words that stand beside them. */
export function Status({ line, waitlistOn, said = false, told = false }: Props) {
  const [look, icon] = looks[line.status]
  const status = statusWords(line, waitlistOn)
  const moved = movedWords(line)
  const series = seriesWords(line)
  return (
    <>
      {line.now && (
        <>
          <Badge look="now" icon={openSign}>
            Nu bezig
          </Badge>{' '}
        </>
      )}
      {!said && (
        <Badge look={look} icon={icon}>
          {status.words}
        </Badge>
      )}
      {!said && status.more && (
        <>
          {' '}
          <span className="small">{status.more}</span>
        </>
      )}
      {moved && !told && line.status !== 'done' && (
        <>
          {' '}
          <Badge look="few" icon={mapPin}>
            {moved}
          </Badge>
        </>
      )}
      {series && line.status !== 'done' && (
        <>
          {' '}
          <Badge icon={repeat}>{series}</Badge>
        </>
      )}
    </>
  )
}
