import type { ReactNode } from 'react'
import { Phone } from '../../../layout/Phone'
import * as to from '../../../paths'
import { PageLink } from '../../../ui/PageLink'
import { Cancelled } from '../programme/Cancelled'
import { Result } from '../programme/News'
import { statusWords, type ActivityDate } from '../../../programme/words'
import { Others } from './Others'

interface Props {
  date: ActivityDate
  /** The code with which a sending was refused just now. */
  refused?: string | undefined
}

/** What stands where the sign-up form would be, when there is nothing to fill in. */
export function NoSignUp({ date: read, refused }: Props) {
  const date = afterRefusal(read, refused)
  return (
    <div className="stack">
      <Words date={date} refused={refused} />
      {date.status !== 'walkin' && <Others list={date.others} />}
      <p>
        <PageLink className="more" to={to.agenda()}>
          Bekijk het programma
        </PageLink>
      </p>
    </div>
  )
}

/** A date that refused a sending is over, whatever a read of a moment ago says. */
function afterRefusal(date: ActivityDate, refused: string | undefined): ActivityDate {
  if (!refused || !['open', 'few', 'waitlist'].includes(date.status)) return date
  return { ...date, status: refused === 'gone' ? 'cancelled' : 'closed' }
}

function Words({ date, refused }: Props) {
  const { words, more } = statusWords(date, date.waitlistOn)
  const full = words.endsWith('.') ? words : words + '.'
  const lead = (text: ReactNode) =>
    refused ? <Result>{text}</Result> : <p className="lead">{text}</p>
  const unsent = refused && <p>We hebben je niet aangemeld.</p>
  switch (date.status) {
    case 'walkin':
      return lead('Je hoeft je niet aan te melden. Kom gewoon langs.')
    case 'waitlist':
      return (
        <>
          {lead('Alle plekken zijn bezet. Je kunt wel op de wachtlijst.')}
          <p>
            <PageLink className="btn" to={to.waitlist(date.id)}>
              Zet mij op de wachtlijst
            </PageLink>
          </p>
        </>
      )
    case 'cancelled':
      return (
        <>
          {lead(
            refused ? 'Deze activiteit gaat niet meer door. We hebben je niet aangemeld.' : full,
          )}
          <Cancelled line={date} />
        </>
      )
    case 'notOpen':
    case 'done':
      return (
        <>
          {lead(full)}
          {unsent}
        </>
      )
    default:
      return (
        <>
          {lead([full, more].filter(Boolean).join(' '))}
          {unsent}
          <p>
            <Phone before="Bel " after="." />
          </p>
        </>
      )
  }
}
