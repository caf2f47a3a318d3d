import { useLocation } from '../../../router'
import { coatRack } from '../../../drawings/coatRack'
import { Drawing } from '../../../drawings/Drawing'
import type { ScreenProps } from '../../../page'
import { Back } from '../../../staff/Back'
import { Due, PagedTable, Tabs } from '../../../staff/lists/inbox'
import { usePaged } from '../../../staff/api/usePaged'
import { useRead } from '../../../staff/api/useRead'
import { sayDay } from '../../../staff/words'
import { at } from '../../../screens'
import { EmptyState } from '../../../ui/EmptyState'
import { PageLink } from '../../../ui/PageLink'
import { Gone } from './Gone'
import { states } from './words'

/** `/beheer/vrijwilligers`: the board, one column at a time. */
export default function BoardPage({ auth }: ScreenProps) {
  const { search } = useLocation()
  const asked = new URLSearchParams(search).get('staat')
  const state = states.find(([s]) => s === asked)?.[0] ?? 'new'
  const list = usePaged(auth, '/api/volunteers', { query: { staat: state } })
  const { data: counts } = useRead(auth, '/api/volunteers/counts')
  return (
    <div className="wrap page stack">
      <Back />
      <h1>Vrijwilligers</h1>
      <Tabs
        label="Hoe ver"
        of={states.map(([s, words]) => ({
          to: at('volunteers') + (s === 'new' ? '' : '?staat=' + s),
          words: counts ? `${words} (${counts[s]})` : words,
          here: s === state,
        }))}
      />
      <PagedTable
        list={list}
        caption="Aanmeldingen"
        heads={[
          'Naam',
          'Wat lijkt leuk',
          'Binnen sinds',
          'Bellen of mailen',
          'VOG',
          'Wordt gewist',
        ]}
        empty={
          <EmptyState drawing={<Drawing of={coatRack} />}>
            <p>
              {state === 'new' ? 'Er zijn geen nieuwe aanmeldingen.' : 'Hier staat nu niemand.'}
            </p>
          </EmptyState>
        }
        row={v => (
          <tr key={v.id} className={v.state === 'new' ? 'mail-unread' : 'mail-read'}>
            <th scope="row">
              <PageLink to={at('volunteer', v.id)}>{v.name}</PageLink>
              {v.state === 'new' && (
                <>
                  {' '}
                  <span className="tag tag-new">nieuw</span>
                </>
              )}
            </th>
            <td data-l="Wat lijkt leuk">{v.roles.join(', ') || 'weet nog niet'}</td>
            <td data-l="Binnen sinds">{sayDay(v.receivedAt)}</td>
            <td data-l="Bellen of mailen">
              {v.dueOn ? <Due on={v.dueOn} within={v.dueIn} /> : 'gedaan'}
            </td>
            <td data-l="VOG">{v.vogOn ? `gezien op ${sayDay(v.vogOn)}` : 'niet gezien'}</td>
            <td data-l="Wordt gewist">
              <Gone of={v} />
            </td>
          </tr>
        )}
      />
    </div>
  )
}
