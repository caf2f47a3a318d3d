import { some } from '../../../../api/count'
import { many, people } from '../../../../staff/count'
import { clock, day, span } from '../../../../api/moment'
import { Fold } from '../../../../staff/Fold'
import { sayRule, type MoveCheck } from './moveWords'
import { sayDates, type DateSeen, type TellCheck } from './words'

/** The dates of a change of several: with people, or that stay, first; the rest folded. */
export function Dates({ of: c, said }: { of: TellCheck & Pick<MoveCheck, 'rule'>; said?: string }) {
  const { dates = [] } = c
  if (dates.length === 0) return null
  const shown = dates.filter(d => d.people > 0 || d.own || d.warnings?.length)
  const rest = dates.filter(d => !shown.includes(d))
  return (
    <>
      <p>
        <b>{said ?? sayDates(c)}</b>
      </p>
      <Lines of={shown} />
      {rest.length > 0 && (
        <Fold title={many(rest.length, 'Nog 1 datum zonder aanmeldingen')}>
          <Lines of={rest} />
        </Fold>
      )}
      {c.rule && <p>{sayRule(c.rule)}</p>}
    </>
  )
}

const Lines = ({ of }: { of: readonly DateSeen[] }) =>
  of.length > 0 && (
    <ul className="list">
      {of.map(d => (
        <li key={d.id}>
          <Line of={d} />
        </li>
      ))}
    </ul>
  )

function Line({ of: d }: { of: DateSeen }) {
  const by = (code: string) => d.warnings?.find(w => w.code === code)
  const room = by('room')
  const host = by('host')
  const notes = [
    d.waiting > 0 &&
      `${some(d.waiting, 'wacht. Die blijft', 'wachten. Zij blijven')} op volgorde staan.`,
    room && `In ${d.toRoom} is dan ook ${room.activity}.`,
    host && `${host.who} staat dan ook bij ${host.activity}.`,
    by('closed') && 'Op deze dag zijn we dicht volgens de openingstijden.',
    by('outside') && 'Dit valt buiten de openingstijden.',
    by('holiday') && 'Dit is een feestdag.',
  ].filter(Boolean)
  return (
    <>
      <b>{day(d.start)}</b>
      {d.own ? (
        <>
          {' '}
          · <b>houdt eigen {d.own === 'room' ? 'ruimte' : 'tijd'}</b>:{' '}
          {d.own === 'room' ? d.room : `${clock(d.start)} uur`}
        </>
      ) : (
        d.toStart &&
        d.toEnd &&
        ` · ${day(d.toStart) === day(d.start) ? '' : `${day(d.toStart)}, `}` +
          `${span(d.toStart, d.toEnd)}${d.toRoom === d.room ? '' : `, ${d.toRoom}`}`
      )}
      {d.people > 0 && ` · ${people(d.people)}`}
      {notes.length > 0 && <span className="hint">{notes.join(' ')}</span>}
    </>
  )
}
