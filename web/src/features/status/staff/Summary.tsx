import { circleX } from '../../../staff/icons'
import { sayMoment } from '../../../staff/words'
import { Icon } from '../../../ui/Icon'
import { circleCheck, triangleAlert } from '../../../ui/noticeIcons'
import { circleHelp } from './icons'
import { worst, type Report } from './report'

const looks = {
  bad: ['error', circleX],
  warn: ['warn', triangleAlert],
  unknown: ['warn', circleHelp],
  good: ['ok', circleCheck],
  off: ['ok', circleCheck],
} as const

/** The one line about all of it, and when it was true. */
export function Summary({ of }: { of: Report }) {
  const [look, icon] = looks[worst(of.checks)]
  return (
    <div className={`alert alert-${look}`}>
      <Icon of={icon} />
      <div>
        <p>
          <strong>{of.summary}</strong>
        </p>
        <p>
          Gekeken op <time dateTime={of.checkedAt}>{sayMoment(of.checkedAt)}</time>.
        </p>
      </div>
    </div>
  )
}
