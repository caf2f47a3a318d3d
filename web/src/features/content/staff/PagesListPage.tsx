import type { ScreenProps } from '../../../page'
import { fixedOrders, ListScreen } from '../../../staff/lists/ListScreen'
import { at } from '../../../screens'

/** `/beheer/paginas`: the pages whose texts can be changed. */
export default function PagesListPage({ auth }: ScreenProps) {
  return (
    <ListScreen
      auth={auth}
      kind="pages"
      title="Pagina's"
      open={id => at('page', id)}
      empty="Er zijn geen pagina's om te veranderen."
      statuses={[]}
      orders={fixedOrders}
    />
  )
}
