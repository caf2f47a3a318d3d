import { useBusy } from '../../../staff/useBusy'
import { useEffect, useRef, useState } from 'react'
import { day, wall } from '../../../api/moment'
import type { components } from '../../../api/schema.gen'
import type { Auth } from '../../../auth/types'
import { api, asked as answerOf } from '../../../staff/api/client'
import { ActError } from '../../../staff/ActError'
import { bars, useUndone } from '../../../staff/bars'
import { down } from '../../../ui/icons'
import { Icon } from '../../../ui/Icon'
import { NumberField, TextField } from '../../../staff/fields'
import { periodOf, type Period } from '../../../staff/period'
import { undoAt } from '../../../staff/undo'
import { PressButton } from '../../../ui/PressButton'
import { sayDays } from './periods'
import { partWords, sayNumber, type Report } from './words'

type Schemas = components['schemas']
type Part = Schemas['FigureHours']

interface Props {
  auth: Auth
  of: Report
  again(): void
}

const keyOf = (p: Part) => p.day + p.from

/** The hours of volunteers in each part of a day: typed in here, and nowhere else. */
export function Hours({ auth, of: { hours, moreHours }, again }: Props) {
  const [open, setOpen] = useState('')
  useUndone(again)
  const typed = (p: Part, given: number, { id, undoUntil }: Schemas['HoursTyped']) => {
    setOpen('')
    bars.add({
      id,
      what: `Bewaard: ${sayHours(given)} op ${sayPart(p)}.`,
      until: undoUntil,
      row: rowId(p),
      undo: () => undoAt(auth, `/api/volunteer-hours/${encodeURIComponent(id)}/undo`),
    })
    again()
  }
  const row = (p: Part) => (
    <li key={keyOf(p)} id={rowId(p)} tabIndex={-1}>
      <span>
        {sayPart(p)}: {p.hours === undefined ? 'nog niet ingevuld' : <b>{sayHours(p.hours)}</b>}
      </span>
      {p.may && open !== keyOf(p) && (
        <PressButton
          second
          label={`${fillWords(p)}: uren van ${sayPart(p)}`}
          press={() => setOpen(keyOf(p))}
        >
          {fillWords(p)}
        </PressButton>
      )}
      {open === keyOf(p) && (
        <Fill
          auth={auth}
          of={p}
          again={again}
          typed={(n, done) => typed(p, n, done)}
          leave={() => {
            setOpen('')
            document.getElementById(rowId(p))?.focus()
          }}
        />
      )}
    </li>
  )
  const weeks = byWeek(hours)
  return (
    <section className="box" aria-labelledby="vrijwilligersuren">
      <h2 id="vrijwilligersuren">Vrijwilligersuren</h2>
      <p>Tel per dagdeel de uren van alle vrijwilligers samen. Zonder namen.</p>
      {hours.length === 0 && <p>In deze periode was er nog geen dagdeel.</p>}
      {weeks.length === 1 && <ul className="missing">{hours.map(row)}</ul>}
      {weeks.length > 1 &&
        weeks.map(({ week, parts }, i) => (
          <details key={week.from} className="fold" open={i === 0}>
            <summary>
              <span>
                <b>{sayDays(week)}</b>: {sayWeek(parts)}
              </span>
              <Icon of={down} />
            </summary>
            <ul className="missing">{parts.map(row)}</ul>
          </details>
        ))}
      {moreHours && <p className="small">Kies een kortere periode voor eerdere dagdelen.</p>}
    </section>
  )
}

interface Week {
  week: Period
  parts: Part[]
}

/** Of a month there are thirty: they are folded by week, the last one open. */
function byWeek(hours: readonly Part[]): Week[] {
  const weeks: Week[] = []
  for (const p of hours) {
    const week = periodOf('week', p.day)
    const there = weeks.find(w => w.week.from === week.from)
    if (there) there.parts.push(p)
    else weeks.push({ week, parts: [p] })
  }
  return weeks
}

/** What a folded week holds: how much is still to be filled in, else the hours. */
function sayWeek(parts: readonly Part[]): string {
  const open = parts.filter(p => p.hours === undefined).length
  const known = sayHours(parts.reduce((n, p) => n + (p.hours ?? 0), 0))
  return open === 0
    ? known
    : open === parts.length
      ? 'nog niet ingevuld'
      : `${known}, nog ${open} in te vullen`
}

const fillWords = (p: Part) => (p.hours === undefined ? 'Vul in' : 'Verander')
const rowId = (p: Part) => `uren-${p.day}-${p.from.replace('.', '')}`
const sayPart = (p: Part) => `${day(p.day)}, ${partWords[p.part]} vanaf ${wall(p.from)} uur`
const sayHours = (n: number) => `${sayNumber({ value: n })} uur`

const mostHours = 500

interface FillProps {
  auth: Auth
  of: Part
  again(): void
  typed(hours: number, done: Schemas['HoursTyped']): void
  leave(): void
}

function Fill({ auth, of, again, typed, leave }: FillProps) {
  // saved again after a break, it is typed once
  const [id, renew] = useState(() => crypto.randomUUID())
  const [hours, setHours] = useState(of.hours)
  const [reason, setReason] = useState('')
  const [asked, ask] = useState(0)
  const [busy, during] = useBusy()
  const [wrong, tell] = useState('')
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    // the button that opened this is gone; and a refusal leads to what is wrong
    form.current?.querySelector<HTMLElement>(asked ? '[aria-invalid]' : 'input')?.focus()
  }, [asked])
  const noHours =
    hours === undefined || hours < 0
      ? 'Vul in hoeveel uren het waren. 0 mag ook.'
      : hours > mostHours
        ? `Vul hoogstens ${mostHours} in.`
        : !Number.isInteger(hours * 4)
          ? 'Vul hele uren in, of kwartieren: 12,5 is twaalf en een half uur.'
          : undefined
  const noReason = !of.reason || reason.trim() ? undefined : 'Schrijf op waarom je dit nu invult.'
  const save = async (given: number) => {
    tell('')
    const { data, status } = await during(
      answerOf(
        api(auth).POST('/api/volunteer-hours', {
          body: {
            id,
            day: of.day,
            from: of.from,
            hours: given,
            was: of.entry,
            ...(of.reason && { reason: reason.trim() }),
          },
        }),
      ),
    )
    if (data) return typed(given, data)
    if (status === 412) {
      renew(crypto.randomUUID())
      again()
    }
    tell(sayWhy(status || undefined))
  }
  return (
    <form
      className="stack"
      ref={form}
      aria-label={`Uren van ${sayPart(of)}`}
      onSubmit={e => {
        e.preventDefault()
        ask(n => n + 1)
        if (hours !== undefined && !noHours && !noReason && !busy) void save(hours)
      }}
    >
      <NumberField
        name="uren"
        label="Uren van alle vrijwilligers samen"
        decimals
        value={hours}
        onChange={setHours}
        error={asked > 0 ? noHours : undefined}
      />
      {of.reason && (
        <TextField
          name="reden"
          label="Waarom nu?"
          hint="Bijvoorbeeld: van het rooster. Noem geen namen."
          max={200}
          value={reason}
          onChange={setReason}
          error={asked > 0 ? noReason : undefined}
        />
      )}
      <ActError>
        {wrong &&
          (of.by && of.hours !== undefined
            ? `${wrong} Nu staat er ${sayHours(of.hours)}, van ${of.by}.`
            : wrong)}
      </ActError>
      <p className="facts-row">
        <button className="btn" type="submit" aria-busy={!!busy || undefined}>
          Bewaar
        </button>
        <PressButton second press={leave}>
          Laat het zo
        </PressButton>
      </p>
    </form>
  )
}

const sayWhy = (status: number | undefined) =>
  status === 412
    ? 'Iemand vulde dit net ook in. Er is niets bewaard. Kijk nog even na en druk nog een keer.'
    : status === 403
      ? 'Hier heb je geen rechten voor. Vraag het aan de coördinator.'
      : status === undefined
        ? 'Geen verbinding. Er is nog niets bewaard. Je keuzes staan nog hier.'
        : 'Er ging bij ons iets mis. Er is nog niets bewaard. Probeer het zo nog een keer.'
