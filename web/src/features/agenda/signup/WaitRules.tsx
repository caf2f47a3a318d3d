import { wall } from '../../../api/moment'
import type { components } from '../../../api/schema.gen'

interface Props {
  times: components['schemas']['WaitTimes']
  /** How this person is told of a place, when that is known. */
  way?: string | undefined
}

/** How the waitlist goes, folded. */
export const WaitTerms = (props: Props) => (
  <details className="fold">
    <summary>Zo werkt de wachtlijst</summary>
    <ul className="list">
      <WaitRules {...props} />
    </ul>
  </details>
)

/** As items of a list: how long it lasts, who rings and when, how long somebody may think. */
export const WaitRules = ({
  times: { from, until, hours, shortHours, shortWithin },
  way,
}: Props) => (
  <>
    <li>De lijst duurt tot de activiteit begint.</li>
    {!way && <li>Komt er een plek vrij? Dan mailen of bellen we je.</li>}
    {(way !== 'mail' || !hours) && (
      <li>
        Een gastvrouw, gastheer of begeleider belt je, tussen {wall(from)} en {wall(until)} uur.
      </li>
    )}
    {hours && (
      <>
        <li>
          Je hebt {hours} uur om te antwoorden. Nachten en dagen dat we dicht zijn, tellen niet mee.
        </li>
        <li>
          Begint de activiteit binnen {shortWithin} uur? Dan heb je {shortHours} uur.
        </li>
      </>
    )}
  </>
)
