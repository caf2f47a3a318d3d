import { SeatsDrawing } from './Seats'
import { OldRoom } from './Moved'
import { When } from './When'
import { Status } from '../../../programme/Status'
import { costHelp, costWords } from '../../../programme/aboutWords'
import type { ActivityDate } from '../../../programme/words'

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
      <p>
        {date.host === 'partner'
          ? 'Iemand van een andere organisatie ontvangt je.'
          : `${date.host ?? 'Iemand van ons'} ontvangt je.`}
      </p>
      <div className={seats && 'seats'}>
        <p>
          <Status line={date} waitlistOn={date.waitlistOn} said={said} />
        </p>
        {seats && <SeatsDrawing {...seats} />}
      </div>
    </section>
  )
}
