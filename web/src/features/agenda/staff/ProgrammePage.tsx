import type { ScreenProps } from '../../../page'
import { ListScreen } from '../../../staff/lists/ListScreen'
import { mayWrite } from '../../../staff/roles'
import { useRead } from '../../../staff/useRead'
import { at } from '../../../screens'
import type { Options } from './model'

/** `/beheer/programma`: all activities; those of a begeleider are marked. */
export default function ProgrammePage({ auth, user }: ScreenProps) {
  const write = mayWrite(user, 'begeleider', 'coordinator')
  const { read } = useRead<Options>(auth, '/api/activity-options')
  const own = new Set(read.is === 'known' ? read.data.own : [])
  return (
    <ListScreen
      auth={auth}
      kind="activities"
      title="Programma"
      open={id => at('activity', id)}
      add={write ? { to: at('activity', 'new'), words: 'Nieuwe activiteit' } : undefined}
      empty="Er zijn nog geen activiteiten."
      more={r => own.has(r.id) && <span className="tag">Van jou</span>}
    />
  )
}
