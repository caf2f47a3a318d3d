import { useLocation } from 'react-router-dom'
import { some } from '../../../api/count'
import type { components } from '../../../api/schema.gen'
import { coatRack } from '../../../drawings/coatRack'
import { Drawing } from '../../../drawings/Drawing'
import type { ScreenProps } from '../../../page'
import { Missed, Waiting } from '../../../staff/States'
import { FactList, PagedTable, Tabs } from '../../../staff/lists/inbox'
import { usePaged } from '../../../staff/useList'
import { useRead } from '../../../staff/useRead'
import { sayDay } from '../../../staff/words'
import { at } from '../../../screens'
import { EmptyState } from '../../../ui/EmptyState'

type Row = components['schemas']['SubscriberRow']
type Counts = components['schemas']['SubscriberCounts']

/** How many read the newsletter; addresses only for a coordinator. */
export function Subscribers({ auth, user }: Pick<ScreenProps, 'auth' | 'user'>) {
  const { read, again, busy } = useRead<Counts>(auth, '/api/newsletter/counts')
  return (
    <>
      {read.is === 'loading' && <Waiting words="Even geduld, de aantallen worden geladen." />}
      {read.is === 'failed' && <Missed what="de aantallen" again={again} busy={busy} />}
      {read.is === 'known' && (
        <section className="box" aria-labelledby="aantallen">
          <h2 id="aantallen">Aantallen</h2>
          <FactList
            of={[
              ['Op de lijst', sayCount(read.data.confirmed)],
              [
                'Nog niet bevestigd',
                `${sayCount(read.data.pending)}. Na ${some(read.data.days, 'dag', 'dagen')} wissen we het adres.`,
              ],
              ['Afgemeld', `${sayCount(read.data.left)} in de laatste 30 dagen`],
              ['Adres bestaat niet meer', `${sayCount(read.data.bounced)} in de laatste 30 dagen`],
            ]}
          />
        </section>
      )}
      {user.roles.includes('coordinator') && <Addresses auth={auth} />}
    </>
  )
}

const sayCount = (n: number) => (n === 1 ? '1 adres' : `${n} adressen`)

/** Every look at this list stands in the log. */
function Addresses({ auth }: Pick<ScreenProps, 'auth'>) {
  const { search } = useLocation()
  const waiting = new URLSearchParams(search).get('staat') === 'wacht'
  const list = usePaged<Row>(
    auth,
    '/api/newsletter/subscribers?staat=' + (waiting ? 'pending' : 'confirmed'),
  )
  return (
    <section className="stack" aria-labelledby="adressen">
      <h2 id="adressen">Adressen</h2>
      <Tabs
        label="Soort adressen"
        of={[
          { to: at('newsletter'), words: 'Op de lijst', here: !waiting },
          { to: at('newsletter') + '?staat=wacht', words: 'Nog niet bevestigd', here: waiting },
        ]}
      />
      <PagedTable
        list={list}
        caption="Adressen"
        heads={['E-mailadres', 'Gevraagd op', waiting ? 'Wordt gewist' : 'Bevestigd op']}
        empty={
          <EmptyState drawing={<Drawing of={coatRack} />}>
            <p>Hier staat nu niemand.</p>
          </EmptyState>
        }
        row={s => (
          <tr key={s.id}>
            <th scope="row">{s.email}</th>
            <td data-l="Gevraagd op">{sayDay(s.requestedAt)}</td>
            <td data-l={waiting ? 'Wordt gewist' : 'Bevestigd op'}>
              {s.confirmedAt ? sayDay(s.confirmedAt) : s.goneOn && sayDay(s.goneOn)}
            </td>
          </tr>
        )}
      />
    </section>
  )
}
