import { many } from '../../../staff/count'
import { useLocation } from '../../../router'
import { coatRack } from '../../../drawings/coatRack'
import { Drawing } from '../../../drawings/Drawing'
import type { ScreenProps } from '../../../page'
import { Loaded } from '../../../staff/States'
import { FactList, PagedTable, Tabs } from '../../../staff/lists/inbox'
import { usePaged } from '../../../staff/api/usePaged'
import { useRead } from '../../../staff/api/useRead'
import { sayDay } from '../../../staff/words'
import { at } from '../../../screens'
import { EmptyState } from '../../../ui/EmptyState'

/** How many read the newsletter; addresses only for a coordinator. */
export function Subscribers({ auth, user }: Pick<ScreenProps, 'auth' | 'user'>) {
  const read = useRead(auth, '/api/newsletter/counts')
  return (
    <>
      <Loaded of={read} wait="Even geduld, de aantallen worden geladen." what="de aantallen">
        {({ confirmed, pending, days, left, bounced }) => (
          <section className="box" aria-labelledby="aantallen">
            <h2 id="aantallen">Aantallen</h2>
            <FactList
              of={[
                ['Op de lijst', sayCount(confirmed)],
                [
                  'Nog niet bevestigd',
                  `${sayCount(pending)}. Na ${many(days, '1 dag')} wissen we het adres.`,
                ],
                ['Afgemeld', `${sayCount(left)} in de laatste 30 dagen`],
                ['Adres bestaat niet meer', `${sayCount(bounced)} in de laatste 30 dagen`],
              ]}
            />
          </section>
        )}
      </Loaded>
      {user.roles.includes('coordinator') && <Addresses auth={auth} />}
    </>
  )
}

const sayCount = (n: number) => many(n, '1 adres')

/** Every look at this list stands in the log. */
function Addresses({ auth }: Pick<ScreenProps, 'auth'>) {
  const { search } = useLocation()
  const waiting = new URLSearchParams(search).get('staat') === 'wacht'
  const list = usePaged(auth, '/api/newsletter/subscribers', {
    query: { staat: waiting ? 'pending' : 'confirmed' },
  })
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
