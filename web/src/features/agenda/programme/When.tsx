import { fullDay, span } from '../../../api/moment'
import type { components } from '../../../api/schema.gen'
import type { Line } from '../../../programme/words'
import { OldTime } from './Moved'

/** Day and time; of a series how often. `told`: the page said the day already. */
export function When({ line, told = false }: { line: Line; told?: boolean }) {
  return (
    <p>
      <OldTime line={line} />
      {!told && (
        <>
          <time dateTime={line.start}>{fullDay(line.day)}</time>
          <br />
        </>
      )}
      <strong>{span(line.start, line.end)}</strong>
      {line.kind === 'series' && (
        <>
          <br />
          {line.sessions} keer. Dit is keer {line.session}.
        </>
      )}
    </p>
  )
}

type Session = components['schemas']['SessionLine']

/** Every meeting of a series; one that does not go on is struck through and says so. */
export function Sessions({ list }: { list: readonly Session[] }) {
  if (list.length < 2) return null
  return (
    <ul className="list">
      {list.map(s => {
        const words = `${fullDay(s.start)}, ${span(s.start, s.end)}`
        return (
          <li key={s.id}>
            {s.status === 'cancelled' ? (
              <>
                <s>{words}</s> Gaat niet door.
              </>
            ) : (
              words
            )}
          </li>
        )
      })}
    </ul>
  )
}
