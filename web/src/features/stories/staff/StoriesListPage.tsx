import type { ScreenProps } from '../../../page'
import { ListScreen } from '../../../staff/lists/ListScreen'
import { mayWrite } from '../../../staff/roles'
import { at } from '../../../screens'

/** `/beheer/verhalen`: every story, also those that visitors do not see. */
export default function StoriesListPage({ auth, user }: ScreenProps) {
  const add = mayWrite(user, 'redactie', 'coordinator')
    ? { to: at('newStory'), words: 'Nieuw verhaal' }
    : undefined
  return (
    <ListScreen
      auth={auth}
      kind="stories"
      title="Verhalen"
      open={id => at('story', id)}
      add={add}
      empty="Er is nog geen verhaal."
    />
  )
}
