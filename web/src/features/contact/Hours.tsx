import { day, wall, weekday } from '../../api/moment'
import type { components } from '../../api/schema.gen'

type Week = components['schemas']['OpeningWeek']
type Blocks = Week['days'][number]['blocks']

/**
 * When the door is open this week, day by day, with what differs and why; then the later days that
 * differ.
 */
export function Hours({ week }: { week: Week }) {
  return (
    <section className="stack" aria-labelledby="tijden">
      <h2 id="tijden">Openingstijden deze week</h2>
      <table className="hours">
        <caption className="sr">Openingstijden per dag</caption>
        <tbody>
          {week.days.map(d => (
            <Day key={d.day} of={d} today={d.day === week.today} />
          ))}
        </tbody>
      </table>
      {week.later.length > 0 && (
        <>
          <h3>Later anders open</h3>
          <ul className="list">
            {week.later.map(e => (
              <li key={e.day}>
                <time dateTime={e.day}>{day(e.day)}</time>: {inWords(e.blocks)}
                {e.reason && `. ${bare(e.reason)}`}.
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

function Day({
  of: { day: on, blocks, usual, reason },
  today,
}: {
  of: Week['days'][number]
  today: boolean
}) {
  return (
    <tr className={today ? 'hours-now' : undefined}>
      <th scope="row">
        <time dateTime={on}>{weekday(on)}</time>
        {today && ' (vandaag)'}
      </th>
      <td>
        {usual && (
          <>
            <s>
              <span className="sr">Deze week niet: </span>
              {inWords(usual)}
            </s>
            <br />
          </>
        )}
        {inWords(blocks)}
        {reason && (
          <>
            <br />
            <span className="small">{bare(reason)}.</span>
          </>
        )}
      </td>
    </tr>
  )
}

const inWords = (blocks: Blocks) =>
  blocks.length === 0
    ? 'dicht'
    : blocks.map(b => `${wall(b.from)} tot ${wall(b.to)}`).join(' en ') + ' uur'

/** A reason without its own full stop. */
const bare = (reason: string) => reason.replace(/\.\s*$/, '')
