import { useState } from 'react'
import { useLocation } from '../../../router'
import type { ScreenProps } from '../../../page'
import { ListScreen, ordered } from '../../../staff/lists/ListScreen'
import { Order } from '../../../staff/lists/Order'
import { at } from '../../../screens'

/** `/beheer/rollen`: what volunteers can do here, in its order. */
export default function RolesListPage({ auth }: ScreenProps) {
  const { search } = useLocation()
  const [said, say] = useState('')
  return (
    <ListScreen
      auth={auth}
      kind="roles"
      title="Vrijwilligersrollen"
      open={id => at('role', id)}
      empty="Er zijn nog geen rollen."
      statuses={['draft', 'published', 'hidden', 'trashed']}
      orders={ordered}
      add={{ to: at('role', 'new'), words: 'Nieuwe rol' }}
      acts={
        search
          ? undefined
          : (row, list) => <Order auth={auth} kind="roles" row={row} list={list} say={say} />
      }
    >
      <p role="status" className="small">
        {said}
      </p>
    </ListScreen>
  )
}
