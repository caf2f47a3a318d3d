import type { ScreenProps } from '../../../page'
import { ListScreen } from '../../../staff/lists/ListScreen'
import { mayWrite } from '../../../staff/roles'
import * as at from '../../../areaPaths'

/** `/beheer/verhalen`: every story, also those that visitors do not see. */
export default function StoriesListPage({ auth, user }: ScreenProps) {
  const add = mayWrite(user, 'redactie', 'coordinator')
    ? { to: at.addStory(), words: 'Nieuw verhaal' }
    : undefined
  return (
    <ListScreen
      auth={auth}
      kind="stories"
      title="Verhalen"
      open={at.editStory}
      add={add}
      empty="Er is nog geen verhaal."
    />
  )
}
