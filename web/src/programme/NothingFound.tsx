import { clock, day } from '../api/moment'
import type { components } from '../api/schema.gen'
import { Phone } from '../layout/Phone'
import * as to from '../paths'
import { PageLink } from '../ui/PageLink'

/** What a search without a find offers; `at` is the address of another search. */
export const NothingFound = ({
  zoek,
  of,
  at,
}: {
  zoek: string
  of: Pick<components['schemas']['FAQ'], 'near' | 'thisWeek'>
  at(zoek: string): string
}) => (
  <>
    <p role="status">
      Niets gevonden bij '{zoek}'. Probeer een ander woord
      <Phone before=", of bel " />.
    </p>
    {of.near && (
      <p>
        <strong>
          Bedoelde je <PageLink to={at(of.near)}>{of.near}</PageLink>?
        </strong>
      </p>
    )}
    {of.thisWeek && (
      <>
        <p>Dit is er deze week:</p>
        <ul className="plain stack">
          {of.thisWeek.map(d => (
            <li key={d.start + d.occurrenceId}>
              <strong>
                <PageLink to={to.activity(d.activityId, d.occurrenceId)}>{d.title}</PageLink>
              </strong>
              <br />
              {day(d.start)}, {clock(d.start)} uur
            </li>
          ))}
        </ul>
      </>
    )}
  </>
)

/** Said above what has some of the words that were searched. */
export const partlyWords = 'Niet alles gevonden. Dit past het best.'
