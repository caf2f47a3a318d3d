import './people.css'
import { useBusy } from '../../../staff/useBusy'
import { useEffect, useState, type FormEvent } from 'react'
import type { Auth } from '../../../auth/types'
import { ActError } from '../../../staff/ActError'
import { pressAct, showAct, type Done } from '../../../staff/press'
import { NoNetwork } from '../../../staff/States'
import { Icon } from '../../../ui/Icon'
import { DeskDates } from './DeskDates'
import { DeskCode, sayDesk } from './DeskDone'
import { DeskFields } from './DeskFields'
import {
  empty,
  field,
  firstWrong,
  pressWords,
  sayFaults,
  sayShort,
  type DeskFaults,
  type DeskValues,
  type Way,
} from './deskValues'
import { OtherDates } from './OtherDates'
import { userPlus } from './peopleIcons'
import { sayRefusal, sayTooMany, type DeskDate, type DeskSentences } from './peopleWords'

interface Props {
  auth: Auth
  /** The dates to suggest, the likely one first. With a single one nothing is asked. */
  dates: readonly DeskDate[]
  say: DeskSentences
  /** "Andere datum" searches all dates to come. */
  search?: boolean
  /** Something happened: the screen reads anew what it shows. */
  onDone(done: Done): Promise<void> | void
}

/** Somebody phones or stands at the desk: signed up in one line, Enter in any field sends. */
export function DeskLine({ auth, dates, say, search = false, onDone }: Props) {
  const [chosen, choose] = useState<DeskDate>()
  // the same date with its newest numbers, where the screen has them
  const date = dates.find(d => d.id === chosen?.id) ?? chosen ?? dates[0]
  const [values, setValues] = useState(empty)
  const [faults, setFaults] = useState<DeskFaults>({})
  const [refused, refuse] = useState('')
  const [offline, setOffline] = useState(false)
  const [busy, during] = useBusy()
  /** The last place went while somebody was typing. */
  const [lost, setLost] = useState('')
  /** Who was signed up last: the code is read aloud from here. */
  const [last, remember] = useState<Done>()
  useEffect(() => field('name')?.focus(), [])
  if (!date) return <p>Er zijn geen datums om iemand voor aan te melden.</p>
  const put = (next: Partial<DeskValues>) => setValues({ ...values, ...next })
  const short = lost === date.id || (date.free !== undefined && date.free < 1 + values.guests)
  const way: Way = !short ? 'tell' : date.waitlist ? 'waitlist' : 'chair'
  const why = sayShort(date, way, lost === date.id)

  const pick = (d: DeskDate) => {
    choose(d)
    setLost('')
  }

  const fail = (fields: readonly { name: string; code: string }[]) => {
    const said = sayFaults(fields)
    setFaults(said)
    requestAnimationFrame(() => field(firstWrong(said))?.focus())
  }

  const send = async (e: FormEvent) => {
    e.preventDefault()
    if (busy) return
    setFaults({})
    refuse('')
    setOffline(false)
    const pressed = await during(
      pressAct(auth, `/api/occurrences/${encodeURIComponent(date.id)}/people`, {
        body: { ...values, source: 'telefoon', ifFull: way },
      }),
    )
    if (pressed.is === 'offline') return setOffline(true)
    if (pressed.is === 'done') {
      const done = { ...pressed.data, firstName: pressed.data.firstName ?? values.name }
      showAct(
        auth,
        { ...done, earlier: false },
        {
          ...sayDesk(done, date),
          then: () => {
            remember(undefined)
            void onDone(done)
          },
        },
      )
      remember(done)
      setValues(empty)
      setLost('')
      field('name')?.focus()
      return void onDone(pressed.data)
    }
    const tooMany = sayTooMany(pressed.fields)
    if (tooMany) return refuse(tooMany)
    if (pressed.fields.length > 0) return fail(pressed.fields)
    if (pressed.code === 'full') return setLost(date.id)
    refuse(sayRefusal(pressed.code))
  }

  return (
    <div className="stack">
      <form className="desk" noValidate onSubmit={e => void send(e)}>
        {(dates.length > 1 || search) && (
          <DeskDates
            dates={chosen && !dates.some(d => d.id === chosen.id) ? [...dates, chosen] : dates}
            date={date}
            pick={pick}
          >
            {search && (
              <OtherDates
                auth={auth}
                pick={d => {
                  pick(d)
                  field('name')?.focus()
                }}
              />
            )}
          </DeskDates>
        )}
        {last?.code && <DeskCode of={last} />}
        <DeskFields
          date={date}
          say={way === 'waitlist' ? say.waitConsent : say.consent}
          values={values}
          faults={faults}
          put={put}
        />
        <div className="all stack" role="status">
          {why && <p>{why}</p>}
        </div>
        {offline && (
          <div className="all">
            <NoNetwork not="bewaard">
              Schrijf naam en nummer op papier, of bel straks terug.
            </NoNetwork>
          </div>
        )}
        <div className="all">
          <ActError>{refused}</ActError>
          <button
            className="btn btn-wide"
            type="submit"
            aria-busy={!!busy || undefined}
            aria-disabled={!!busy || undefined}
          >
            <Icon of={userPlus} />
            <span>{pressWords[way]}</span>
          </button>
        </div>
      </form>
    </div>
  )
}
