import type { ScreenProps } from '../../../page'
import { ListScreen } from '../../../staff/lists/ListScreen'
import { mayWrite } from '../../../staff/roles'
import { at } from '../../../screens'

/** `/beheer/impact`: the figures of each year. */
export default function YearsListPage({ auth, user }: ScreenProps) {
  const add = mayWrite(user, 'redactie', 'coordinator')
    ? { to: at('impactYear', 'nieuw'), words: 'Nieuw jaar' }
    : undefined
  return (
    <ListScreen
      auth={auth}
      kind="years"
      title="Impact"
      open={id => at('impactYear', id)}
      add={add}
      empty="Er zijn nog geen cijfers."
      statuses={['draft', 'published', 'hidden', 'trashed']}
    />
  )
}
