import { clock, date, weekday } from '../../../api/moment'
import { Logo } from '../../../layout/Logo'
import { useLayout } from '../../../layout/site'
import { costWords } from '../../../programme/aboutWords'
import type { Line } from '../../../programme/words'
import { openWords } from '../programme/openWords'
import { asOfWords, paperStatus, type Print } from './paper'
import { perDay } from '../programme/perDay'

/** A week or a month. The foot stands on every sheet of paper. */
export function Sheet({ print: p, title }: { print: Print; title: string }) {
  const { address, phone, hours } = useLayout()
  return (
    <article className="p-sheet">
      <header className="p-top">
        <Logo />
        <p>
          {address.join(', ')}
          <br />
          <b>{phone}</b>
        </p>
      </header>
      <h1>{title}</h1>
      <p>Voor de inloop hoef je je niet aan te melden.</p>
      {p.items.length === 0 ? (
        <p className="lead">
          Er staat deze {p.form === 'maand' ? 'maand' : 'week'} nog niets in het programma.
          {openWords(hours)}
        </p>
      ) : (
        <div className="p-days">
          {perDay(p.items).map(lines => (
            <PaperDay key={lines[0]!.day} lines={lines} short={p.form === 'maand'} />
          ))}
        </div>
      )}
      <footer className="p-foot">
        <p>{phone}</p>
        <p>{address.join(', ')}</p>
        <p>{p.link}</p>
        <p>{asOfWords(p.asOf)}</p>
      </footer>
    </article>
  )
}

function PaperDay({ lines, short }: { lines: Line[]; short: boolean }) {
  const first = lines[0]!
  return (
    <section className="p-day">
      <h2>
        <b>{+first.day.slice(8)}</b>{' '}
        {short ? (
          weekday(first.day)
        ) : (
          <>
            {weekday(first.day)}
            <span className="sr"> {date(first.day)}</span>
          </>
        )}
      </h2>
      <ul className="plain">
        {lines.map(l => (
          <PaperRow key={`${l.id} ${l.session}`} line={l} short={short} />
        ))}
      </ul>
    </section>
  )
}

function PaperRow({ line: l, short }: { line: Line; short: boolean }) {
  const off = l.status === 'cancelled'
  return (
    <li className="p-row">
      <p className="p-time">
        <time dateTime={l.start}>
          {clock(l.start)} tot {clock(l.end)}
          {!short && ' uur'}
        </time>
      </p>
      <div>
        <h3>
          {off ? (
            <>
              <s>{l.title}</s> <strong>GAAT NIET DOOR</strong>
            </>
          ) : (
            l.title
          )}
        </h3>
        {!short && (
          <p className="p-about">
            {off ? [l.changeReason, l.alternative?.text].filter(Boolean).join(' ') : l.summary}
          </p>
        )}
        {!short && !off && (
          <p className="p-how">{[paperStatus(l), l.room, costWords(l)].join(' · ')}</p>
        )}
      </div>
    </li>
  )
}
