import type { Status } from './desk'
import { statusWords } from './words'

/** Where a document is, in words. */
export const StatusTag = ({ of: { status, changed } }: { of: { status: Status; changed: boolean } }) => (
  <>
    <span className={status === 'draft' || status === 'hidden' || status === 'trashed' || status === 'over' ? 'badge badge-draft' : 'badge badge-open'}>{statusWords[status]}</span>
    {changed && status !== 'draft' && status !== 'trashed' && <span className="tag tag-new">Veranderingen nog niet online</span>}
  </>
)
