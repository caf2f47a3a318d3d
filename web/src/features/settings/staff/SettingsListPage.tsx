import type { ScreenProps } from '../../../page'
import { fixedOrders, ListScreen } from '../../../staff/lists/ListScreen'
import { mayWrite } from '../../../staff/roles'
import { at } from '../../../screens'
import { PageLink } from '../../../ui/PageLink'
import { wordList } from './settings'

/**
 * `/beheer/instellingen`: the blocks that this person may see, and for who writes the words that
 * are hard to read.
 */
export default function SettingsListPage({ auth, user }: ScreenProps) {
  return (
    <ListScreen
      auth={auth}
      kind="settings"
      title="Instellingen"
      open={id => at('settingsBlock', id)}
      empty="Er zijn geen instellingen die je mag zien."
      statuses={[]}
      orders={fixedOrders}
    >
      {mayWrite(user, 'redactie', 'coordinator') && (
        <p>
          Hulp bij het schrijven:{' '}
          <PageLink to={at('settingsBlock', wordList)}>Woordenlijst met moeilijke woorden</PageLink>
        </p>
      )}
    </ListScreen>
  )
}
