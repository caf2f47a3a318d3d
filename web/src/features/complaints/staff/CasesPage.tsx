import { useLocation } from '../../../router'
import { coatRack } from '../../../drawings/coatRack'
import { Drawing } from '../../../drawings/Drawing'
import type { ScreenProps } from '../../../page'
import { Back } from '../../../staff/Back'
import { Due, FactList, PagedTable, Tabs } from '../../../staff/lists/inbox'
import { usePaged } from '../../../staff/api/usePaged'
import { useRead } from '../../../staff/api/useRead'
import { sayDay } from '../../../staff/words'
import { at } from '../../../screens'
import { EmptyState } from '../../../ui/EmptyState'
import { PageLink } from '../../../ui/PageLink'
import { nextTerm, sayNew, sayYear, states, subjects } from './words'

/** `/beheer/klachten`: nothing of what was written stands in the list. */
export default function CasesPage({ auth, user }: ScreenProps) {
  const { search } = useLocation()
  const closed = new URLSearchParams(search).get('lijst') === 'afgesloten'
  const list = usePaged(auth, '/api/complaints/cases', {
    query: { lijst: closed ? 'closed' : 'open' },
  })
  const fresh = closed ? 0 : list.items.filter(c => c.state === 'received').length
  return (
    <div className="wrap page stack">
      <Back />
      <h1>Klachten</h1>
      {fresh > 0 && (
        <p>
          <strong>{sayNew(fresh)}</strong>
        </p>
      )}
      {!user.roles.includes('vertrouwenspersoon') && (
        <p>Je ziet alleen klachten die de vertrouwenspersoon aan jou gaf.</p>
      )}
      <Tabs
        label="Soort klachten"
        of={[
          { to: at('complaints'), words: 'Open', here: !closed },
          { to: at('complaints') + '?lijst=afgesloten', words: 'Afgesloten', here: closed },
        ]}
      />
      <PagedTable
        list={list}
        caption={closed ? 'Afgesloten klachten' : 'Open klachten'}
        heads={['Klacht', 'Hoe ver', 'Bij', 'Termijn', closed ? 'Wordt gewist' : 'Te bereiken']}
        empty={
          <EmptyState drawing={<Drawing of={coatRack} />}>
            <p>{closed ? 'Er zijn geen afgesloten klachten.' : 'Er zijn geen open klachten.'}</p>
          </EmptyState>
        }
        row={c => {
          const term = nextTerm(c)
          return (
            <tr key={c.id} className={c.state === 'received' ? 'mail-unread' : 'mail-read'}>
              <th scope="row">
                <PageLink to={at('complaint', c.id)}>Klacht van {sayDay(c.receivedAt)}</PageLink>
                <br />
                {c.state === 'received' && (
                  <>
                    <span className="tag tag-new">nieuw</span>{' '}
                  </>
                )}
                {subjects[c.about]}
                {c.aboutCoordinator && ', over de coördinator'}
              </th>
              <td data-l="Hoe ver">{states[c.state]}</td>
              <td data-l="Bij">
                {c.assignee ? c.assignee.name || 'onbekend' : 'vertrouwenspersoon'}
              </td>
              <td data-l="Termijn">
                {term ? (
                  <>
                    {term.words} <Due on={term.on} within={term.within} />
                  </>
                ) : (
                  'geen'
                )}
              </td>
              <td data-l={closed ? 'Wordt gewist' : 'Te bereiken'}>
                {closed
                  ? c.goneOn && sayDay(c.goneOn)
                  : c.reachable
                    ? 'met naam'
                    : 'alleen met nummer'}
              </td>
            </tr>
          )
        }}
      />
      <Years auth={auth} />
    </div>
  )
}

/** Whole years, as visitors read them: small numbers are not told here either. */
function Years({ auth }: Pick<ScreenProps, 'auth'>) {
  const { data } = useRead(auth, '/api/complaints')
  if (!data || data.years.length === 0) return null
  return (
    <section className="box" aria-labelledby="jaren">
      <h2 id="jaren">Klachten per jaar</h2>
      <FactList of={data.years.map(y => [String(y.year), sayYear(y)])} />
    </section>
  )
}
