import { Icon } from '../../../ui/Icon'
import { triangleAlert } from '../../../ui/noticeIcons'
import type { DateWarning } from './model'
import { sayWarning } from './words'

/** What may be wrong, beside what it is about. */
export const Notes = ({ of }: { of: readonly DateWarning[] | undefined }) =>
  of && of.length > 0 ? (
    <div className="alert alert-warn" role="note">
      <Icon of={triangleAlert} />
      <div>
        {[...new Set(of.map(sayWarning))].map(words => (
          <p key={words}>{words}</p>
        ))}
      </div>
    </div>
  ) : null
