import { useState } from 'react'
import { useLocation } from '../../../router'
import type { ScreenProps } from '../../../page'
import { ListScreen, ordered } from '../../../staff/lists/ListScreen'
import { Order } from '../../../staff/lists/Order'
import { mayWrite } from '../../../staff/roles'
import { at } from '../../../screens'

/** `/beheer/vragen`: the questions in their order. */
export default function FaqListPage({ auth, user }: ScreenProps) {
  const { search } = useLocation()
  const [said, say] = useState('')
  const write = mayWrite(user, 'redactie', 'coordinator')
  return (
    <ListScreen
      auth={auth}
      kind="faq"
      title="Vragen"
      open={id => at('faqItem', id)}
      empty="Er zijn nog geen vragen."
      statuses={['draft', 'published', 'hidden', 'trashed']}
      orders={ordered}
      add={write ? { to: at('faqItem', 'new'), words: 'Nieuwe vraag' } : undefined}
      acts={
        write && !search
          ? (row, list) => <Order auth={auth} kind="faq" row={row} list={list} say={say} />
          : undefined
      }
    >
      <p role="status" className="small">
        {said}
      </p>
    </ListScreen>
  )
}
