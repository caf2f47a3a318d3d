import type { ScreenProps } from '../../../page'
import type { Row } from '../../../staff/drafts'
import { ListScreen } from '../../../staff/lists/ListScreen'
import { mayWrite } from '../../../staff/roles'
import { useRead } from '../../../staff/api/useRead'
import { at } from '../../../screens'
import { labels, sayComing } from './words'

/** `/beheer/programma`: all activities; those of a begeleider are marked. */
export default function ProgrammePage({ auth, user }: ScreenProps) {
  const write = mayWrite(user, 'begeleider', 'coordinator')
  const { data: known } = useRead(auth, '/api/activity-options')
  const coming = (r: Row) => known?.coming.find(c => c.activity === r.id)
  return (
    <ListScreen
      auth={auth}
      kind="activities"
      title="Programma"
      open={id => at('activity', id)}
      add={write ? { to: at('activity', 'new'), words: 'Nieuwe activiteit' } : undefined}
      empty="Er zijn nog geen activiteiten."
      status={r => (known && r.status === 'published' && !coming(r) ? 'over' : r.status)}
      more={r => (
        <>
          {known && r.status !== 'trashed' && <span>{sayComing(coming(r))}</span>}
          {known?.linkOnly.includes(r.id) && <span className="tag">{labels.linkOnly}</span>}
          {known?.own.includes(r.id) && <span className="tag">Van jou</span>}
        </>
      )}
    />
  )
}
