import type { ScreenProps } from '../../../page'
import { ListScreen } from '../../../staff/ListScreen'
import * as at from '../../../areaPaths'

/** `/beheer/instellingen`: the blocks that this person may see. */
export default function SettingsListPage({ auth }: ScreenProps) {
  return <ListScreen auth={auth} kind="settings" title="Instellingen" open={at.settingsBlock} empty="Er zijn geen instellingen die je mag zien." statuses={[]} />
}
