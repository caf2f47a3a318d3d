import { Icon } from '../ui/Icon'
import { cross } from '../ui/icons'
import { circleCheck } from '../ui/noticeIcons'
import type { Status } from './drafts'
import { calendar, check, circleX, pencil } from './icons'
import { statusWords } from './words'

const looks: Readonly<Record<Status, readonly [look: string, icon: string]>> = {
  draft: ['draft', pencil],
  scheduled: ['few', calendar],
  published: ['open', circleCheck],
  over: ['past', check],
  hidden: ['past', circleX],
  trashed: ['past', cross],
  withdrawn: ['off', circleX],
}

/** Where a document is, in words and with an icon. */
export const StatusTag = ({
  of: { status, changed },
}: {
  of: { status: Status; changed: boolean }
}) => (
  <>
    <Tag of={status} />
    {changed && status !== 'draft' && status !== 'trashed' && (
      <span className="tag tag-new">Veranderingen nog niet online</span>
    )}
  </>
)

/** The badge alone: what is online has the same one everywhere. */
export function Tag({ of }: { of: Status }) {
  const [look, icon] = looks[of]
  return (
    <span className={`badge badge-${look}`}>
      <Icon of={icon} />
      {statusWords[of]}
    </span>
  )
}
