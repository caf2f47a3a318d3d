import { fullDay, span } from '../../../api/moment'
import type { components } from '../../../api/schema.gen'
import { SeatsDrawing } from './Seats'
import { OldRoom, OldTime } from './Moved'
import { Status } from '../../../programme/Status'
import { costHelp, costWords, type ActivityDate, type Line } from '../../../programme/words'

/** Statuses in which free chairs mean something; above 16 places the words say enough. */
const counted: readonly string[] = ['open', 'few', 'waitlist', 'full']

/**
 * What it is about, beside a form: title, date, time, place, cost, who receives you. `said`: the
 * page tells the status in a sentence.
 */
export function DateBox({ date, said = false }: { date: ActivityDate; said?: boolean }) {
  const seats =
    counted.includes(date.status) && date.seats && date.seats.total <= 16 ? date.seats : undefined
  return (
    <section className="panel" aria-labelledby="box">
      <h2 id="box" className="box-title">
        {date.title}
      </h2>
      <When line={date} />
      <p>
        <OldRoom line={date} />
        {date.place}
      </p>
      <p>
        Kosten: {costWords(date)}.{costHelp(date)}
      </p>
      {date.host && (
        <p>
          {date.host === 'partner'
            ? 'Iemand van een andere organisatie ontvangt je.'
            : `${date.host} ontvangt je.`}
        </p>
      )}
      <div className={seats && 'seats'}>
        <p>
          <Status line={date} waitlistOn={date.waitlistOn} said={said} />
        </p>
        {seats && <SeatsDrawing {...seats} />}
      </div>
    </section>
  )
}

/** Day and time; of a series how often. */
export function When({ line }: { line: Line }) {
  return (
    <p>
      <OldTime line={line} />
      <time dateTime={line.start}>{fullDay(line.day)}</time>
      <br />
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
