import './people.css'
import { useEffect, useState, type FormEvent } from 'react'
import type { Auth } from '../../../auth/types'
import { ActBars, useActBars } from '../../../staff/ActBars'
import { ActError } from '../../../staff/ActError'
import { fieldId, TextField, TickField } from '../../../staff/fields'
import { pressAct, undoAct, type Done } from '../../../staff/press'
import { NoNetwork } from '../../../staff/States'
import { Icon } from '../../../ui/Icon'
import { OtherDates } from './OtherDates'
import { minus, userPlus } from './peopleIcons'
import { plus } from '../../../staff/icons'
import {
  sayCount,
  sayRefusal,
  sayRoom,
  sayStart,
  type DeskDate,
  type DeskSentences,
} from './peopleWords'

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

const empty = { name: '', contact: '', guests: 0, consent: false, firstTime: false }
type Values = typeof empty

const names = {
  name: 'balie-naam',
  contact: 'balie-contact',
  guests: 'balie-mee',
  consent: 'balie-goed',
} as const

const wrong: Readonly<Record<string, string>> = {
  'name required': 'Vul een naam in. Een voornaam is genoeg.',
  'name too_long': 'Deze naam is te lang. Gebruik niet meer dan 60 tekens.',
  'contact phone': 'Dit telefoonnummer klopt nog niet. Een Nederlands nummer heeft 10 cijfers.',
  'contact email': 'Dit e-mailadres klopt nog niet. Zo ziet het eruit: naam@voorbeeld.nl.',
  'contact too_long': 'Dit is te lang voor een e-mailadres of telefoonnummer.',
  'contact required': 'Vul een nummer of adres in. Anders kunnen we je niet bereiken.',
  'consent required':
    'Vraag het even, en zet het vinkje. Liever niet? Dan kan iemand gewoon binnenlopen.',
  'guests choice': 'Zoveel mensen mogen hier niet mee.',
}

/** Somebody phones or stands at the desk: signed up in one line, Enter in any field sends. */
export function DeskLine({ auth, dates, say, search = false, onDone }: Props) {
  const [chosen, choose] = useState<DeskDate>()
  // the same date with its newest numbers, where the screen has them
  const date = dates.find(d => d.id === chosen?.id) ?? chosen ?? dates[0]
  const [values, setValues] = useState(empty)
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({})
  const [refused, refuse] = useState('')
  const [offline, setOffline] = useState(false)
  const [busy, setBusy] = useState(false)
  /** The last place went while somebody was typing. */
  const [lost, setLost] = useState('')
  const bars = useActBars()
  const nameField = () => document.getElementById(fieldId(names.name))
  useEffect(() => nameField()?.focus(), [])
  if (!date) return <p>Er zijn geen datums om iemand voor aan te melden.</p>
  const put = (next: Partial<Values>) => setValues({ ...values, ...next })
  const short = lost === date.id || (date.free !== undefined && date.free < 1 + values.guests)
  const way = !short ? 'tell' : date.waitlist ? 'waitlist' : 'chair'

  const show = (done: Done) => {
    const who = done.firstName ?? values.name
    const { act, code } = done
    const taken = async () => {
      await undoAct(auth, act.id)
      await onDone(done)
    }
    bars.add({
      id: act.id,
      ...(act.undoUntil && { until: act.undoUntil, undo: taken }),
      text: (
        <>
          {done.status === 'already' ? (
            <>
              <b>{who} stond er al op.</b> Er is niets veranderd.
            </>
          ) : (
            <>
              <b>
                {done.status === 'waiting'
                  ? `${who} staat op de wachtlijst.`
                  : `${who} staat erbij.`}
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
      ),
    })
  }

  const fail = (fields: readonly { name: string; code: string }[]) => {
    const said = Object.fromEntries(
      fields.map(f => [f.name, wrong[`${f.name} ${f.code}`] ?? 'Kijk dit nog even na.']),
    )
    setFaults(said)
    const first = (Object.keys(names) as (keyof typeof names)[]).find(n => said[n])
    requestAnimationFrame(() => document.getElementById(fieldId(names[first ?? 'name']))?.focus())
  }

  const send = async (e: FormEvent) => {
    e.preventDefault()
    if (busy) return
    setFaults({})
    refuse('')
    setOffline(false)
    setBusy(true)
    const pressed = await pressAct(auth, `/api/occurrences/${encodeURIComponent(date.id)}/people`, {
      body: {
        name: values.name,
        contact: values.contact,
        guests: values.guests,
        firstTime: values.firstTime,
        consent: values.consent,
        source: 'telefoon',
        ifFull: way,
      },
    })
    setBusy(false)
    if (pressed.is === 'offline') return setOffline(true)
    if (pressed.is === 'done') {
      show(pressed.done)
      setValues(empty)
      setLost('')
      nameField()?.focus()
      return void onDone(pressed.done)
    }
    if (pressed.fields.length > 0) return fail(pressed.fields)
    if (pressed.code === 'full') return setLost(date.id)
    refuse(sayRefusal(pressed.code))
  }

  return (
    <div className="stack">
      <form className="desk" noValidate onSubmit={e => void send(e)}>
        {(dates.length > 1 || search) && (
          <fieldset className="all">
            <legend className="label">Waarvoor?</legend>
            <div className="pick">
              {[...dates, ...(chosen && !dates.some(d => d.id === chosen.id) ? [chosen] : [])].map(
                d => (
                  <label key={d.id} className={d.id === date.id ? 'choice choice-on' : 'choice'}>
                    <input
                      type="radio"
                      name="balie-datum"
                      checked={d.id === date.id}
                      onChange={() => {
                        choose(d)
                        setLost('')
                      }}
                    />
                    <span>
                      <b>{sayStart(d)}</b> {d.title}
                      <span className="hint">{sayRoom(d)}</span>
                    </span>
                  </label>
                ),
              )}
            </div>
            {search && (
              <OtherDates
                auth={auth}
                pick={d => {
                  choose(d)
                  setLost('')
                  nameField()?.focus()
                }}
              />
            )}
          </fieldset>
        )}
        <TextField
          name={names.name}
          label="Naam"
          hint="Voornaam is genoeg."
          error={faults.name}
          value={values.name}
          onChange={name => put({ name })}
        />
        <TextField
          name={names.contact}
          label="Telefoon of e-mail"
          hint="Niets? Laat leeg."
          error={faults.contact}
          value={values.contact}
          onChange={contact => put({ contact })}
        />
        {date.maxGuests > 0 && (
          <Guests
            most={date.maxGuests}
            value={values.guests}
            onChange={guests => put({ guests })}
          />
        )}
        <div className="all say">
          <b>Lees voor</b>“{way === 'waitlist' ? say.waitConsent : say.consent}”
        </div>
        <div className="all">
          <TickField
            name={names.consent}
            label="Ja, dat vindt de beller goed"
            error={faults.consent}
            value={values.consent}
            onChange={consent => put({ consent })}
          />
        </div>
        <div className="all">
          <TickField
            name="balie-eerste"
            label="Het is de eerste keer"
            value={values.firstTime}
            onChange={firstTime => put({ firstTime })}
          />
        </div>
        <div className="all stack" role="status">
          {lost === date.id ? (
            <p>
              {way === 'waitlist'
                ? 'Net voor jou is de laatste plek weggegaan. Zet op de wachtlijst?'
                : 'Net voor jou is de laatste plek weggegaan.'}
            </p>
          ) : (
            short && (
              <p>
                {date.free === 0
                  ? `Vol: ${sayCount(date.capacity ?? 0, date.capacity)}.`
                  : `Er ${date.free === 1 ? 'is nog 1 plek' : `zijn nog ${date.free} plekken`}. Samen past het niet.`}
              </p>
            )
          )}
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
            aria-busy={busy || undefined}
            aria-disabled={busy || undefined}
          >
            <Icon of={userPlus} />
            <span>
              {way === 'tell'
                ? 'Meld aan'
                : way === 'waitlist'
                  ? 'Zet op de wachtlijst'
                  : 'Zet een stoel erbij'}
            </span>
          </button>
        </div>
      </form>
      <ActBars of={bars} />
    </div>
  )
}

function Guests({
  most,
  value,
  onChange,
}: {
  most: number
  value: number
  onChange(next: number): void
}) {
  const id = fieldId(names.guests)
  return (
    <div className="all head-row" role="group" aria-labelledby={id + '-naam'}>
      <span className="label" id={id + '-naam'}>
        Komt er iemand mee?
      </span>
      <span className="row">
        <button
          className="round"
          type="button"
          aria-label="Eén minder"
          onClick={() => onChange(Math.max(0, value - 1))}
        >
          <Icon of={minus} />
        </button>
        <output className="figure" id={id} aria-labelledby={id + '-naam'} tabIndex={-1}>
          {value}
        </output>
        <button
          className="round"
          type="button"
          aria-label="Eén meer"
          onClick={() => onChange(Math.min(most, value + 1))}
        >
          <Icon of={plus} />
        </button>
      </span>
    </div>
  )
}
