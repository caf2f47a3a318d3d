import type { ScreenProps } from '../../../page'
import { ListScreen } from '../../../staff/lists/ListScreen'
import { mayWrite } from '../../../staff/roles'
import { at } from '../../../screens'

/** `/beheer/nieuws`: every news item, also those that visitors do not see. */
export default function NewsListPage({ auth, user }: ScreenProps) {
  const add = mayWrite(user, 'redactie', 'coordinator')
    ? { to: at('newNewsItem'), words: 'Nieuw bericht' }
    : undefined
  return (
    <ListScreen
      auth={auth}
      kind="news"
      title="Nieuws"
      open={id => at('newsItem', id)}
      add={add}
      empty="Er is nog geen nieuws."
    />
  )
}
