import type { Done } from '../../../staff/press'
import { sayStart, type DeskDate } from './peopleWords'

/** What came of a line of the desk, with the code to read aloud. */
export function DeskDone({ done, date, who }: { done: Done; date: DeskDate; who: string }) {
  const { act, code } = done
  return (
    <>
      {done.status === 'already' ? (
        <>
          <b>{who} stond er al op.</b> Er is niets veranderd.
        </>
      ) : (
        <>
          <b>
            {done.status === 'waiting' ? `${who} staat op de wachtlijst.` : `${who} staat erbij.`}
          </b>{' '}
          {date.title}, {sayStart(date)}.{act.chair && ' Met een stoel erbij.'}
        </>
      )}
      {code && (
        <>
          <br />
          Code voor {who}: <span className="code">{code}</span>{' '}
          <span className="small muted">Lees hem voor als {who} geen mail heeft.</span>
        </>
      )}
    </>
  )
}
