import { paperName } from './peopleWords'
import { outcomesOf, sayAbout, sayUntil, type Call } from './callWords'

/** The calls on paper: first names, numbers, and a box for each outcome. */
export const CallSheet = ({ calls, today }: { calls: readonly Call[]; today: string }) => (
  <>
    <h1>Bellen</h1>
    <table>
      <thead>
        <tr>
          <th>Naam</th>
          <th>Nummer</th>
          <th>Waarvoor</th>
          <th>Wat zeiden ze?</th>
        </tr>
      </thead>
      <tbody>
        {calls.map(c => (
          <tr key={c.id}>
            <td className="whole">{paperName(c)}</td>
            <td className={c.email ? undefined : 'tel-whole'}>{c.email ?? c.phone}</td>
            <td>
              {sayAbout(c, today)} {sayUntil(c, today)}.
            </td>
            <td>
              {outcomesOf(c).map(([outcome, words]) => (
                <span key={outcome} className="tick-line">
                  <span className="tick-box" /> {words}
                </span>
              ))}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </>
)
