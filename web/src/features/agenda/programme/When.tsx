import { capital, clock, fullDay, span } from '../../../api/moment'
import type { components } from '../../../api/schema.gen'
import { mapPin } from '../../../programme/icons'
import { dayWords, movedWords, type Line } from '../../../programme/words'
import { Icon } from '../../../ui/Icon'
import { OldTime } from './Moved'

/**
 * Day, and larger the time; of a moved date first that it is. Small and struck through when it does
 * not go on, small when it was. `told`: the page said the day.
 */
export function When({ line, told = false }: { line: Line; told?: boolean }) {
  if (line.status === 'cancelled' || line.status === 'done')
    return (
      <p>
        <time dateTime={line.start} className={line.status === 'done' ? undefined : 'was'}>
          {dayWords(line)}, {span(line.start, line.end)}
        </time>
      </p>
    )
  const moved = movedWords(line)
  return (
    <>
      {moved && (
        <p className="off-line">
          <Icon of={mapPin} />
          {moved}
        </p>
      )}
      <OldTime line={line} />
      <p className="when">
        <time dateTime={line.start}>
          {!told && (
            <>
              <b>{capital(dayWords(line))}</b>{' '}
            </>
          )}
          <b className="when-time">
            {clock(line.start)} <small>tot</small> {clock(line.end)} <small>uur</small>
          </b>
        </time>
      </p>
    </>
  )
}

type Session = components['schemas']['SessionLine']

/** Every meeting of a series; one that does not go on is struck through and says so. */
export function Sessions({ list }: { list: readonly Session[] }) {
  return (
    <ol className="list">
      {list.map(s => {
        const words = (
          <time dateTime={s.start}>
            {fullDay(s.start)}, {span(s.start, s.end)}
          </time>
        )
        return (
          <li key={s.id}>
            {s.status === 'cancelled' ? (
              <>
                <del>{words}</del> Gaat niet door.
              </>
            ) : (
              words
            )}
            {s.status === 'done' && ' (geweest)'}
          </li>
        )
      })}
    </ol>
  )
}
