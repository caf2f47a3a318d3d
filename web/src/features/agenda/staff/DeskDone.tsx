import type { Done } from '../../../staff/press'
import { sayStart, type DeskDate } from './peopleWords'

/** What came of a line of the desk. */
export function sayDesk({ act, status, firstName = '' }: Done, date: DeskDate) {
  if (status === 'already')
    return { what: `${firstName} stond er al op.`, more: 'Er is niets veranderd.' }
  return {
    what:
      status === 'waiting' ? `${firstName} staat op de wachtlijst.` : `${firstName} staat erbij.`,
    more: `${date.title}, ${sayStart(date)}.${act.chair ? ' Met een stoel erbij.' : ''}`,
  }
}

/** The code to read aloud, above the next name. */
export const DeskCode = ({ of: { code, firstName } }: { of: Done }) => (
  <p className="all say" role="status">
    <b>
      Code voor {firstName}: <span className="code">{code}</span>
    </b>{' '}
    Lees hem voor als {firstName} geen mail heeft.
  </p>
)
