import { many } from '../../../staff/count'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import * as limits from '../../../api/limits.gen'
import { clock, day, wall } from '../../../api/moment'
import type { components } from '../../../api/schema.gen'
import type { Auth } from '../../../auth/types'
import { screens } from '../../../screens'
import { NumberField, TextField } from '../../../staff/fields'
import { useAct } from '../../../staff/api/useSend'
import { Icon } from '../../../ui/Icon'
import { down } from '../../../ui/icons'
import { PageLink } from '../../../ui/PageLink'
import { PressButton } from '../../../ui/PressButton'
import { partWords, type Report } from './words'
import { api, asked } from '../../../staff/api/client'

type Schemas = components['schemas']
type Part = Schemas['FigurePart']
type Tap = Schemas['Tap']

interface Props {
  auth: Auth
  of: Report
  again(): void
}

/** What nobody counted or ticked; a coordinator can still count a part of a day. */
export function Missing({ auth, of: { missing, mayFill, own }, again }: Props) {
  const { busy, said, line, act } = useAct(auth)
  const [open, setOpen] = useState('')
  const { parts, groups } = missing
  const part = (p: Part) => {
    const key = p.day + p.from
    return (
      <li key={key} id={rowId(p)} tabIndex={-1}>
        <span>{sayPart(p)}</span>
        {mayFill && open !== key && (
          <PressButton second label={`Vul in: ${sayPart(p)}`} press={() => setOpen(key)}>
            Vul in
          </PressButton>
        )}
        {open === key && (
          <Fill
            called={sayPart(p)}
            busy={busy === key}
            leave={() => {
              setOpen('')
              document.getElementById(rowId(p))?.focus()
            }}
            save={(visits, reason, id) =>
              act(key, async () => {
                await count(auth, p, visits, reason, id)
                setOpen('')
                again()
                return `Bewaard: ${sayPart(p)}.`
              })
            }
          />
        )}
      </li>
    )
  }
  const group = (g: Schemas['FigureGroup']) => (
    <li key={g.session}>
      <span>{sayGroup(g)}</span>
      {dayScreen && (mayFill || own) && (
        <PageLink
          to={`${dayScreen.path}?dag=${g.start.slice(0, 10)}`}
          aria-label={`Vul in: ${sayGroup(g)}`}
        >
          Vul in
        </PageLink>
      )}
    </li>
  )
  return (
    <section className="box" aria-labelledby="missend">
      <h2 id="missend">Nog niet compleet</h2>
      {parts.length + groups.length === 0 && <p>Alles is geteld en afgevinkt.</p>}
      {parts.length > 0 && (
        <>
          <h3>{many(parts.length, '1 dagdeel zonder telling')}</h3>
          <Some of={parts} one={part} rest={n => many(n, '1 dagdeel')} />
        </>
      )}
      {groups.length > 0 && (
        <>
          <h3>{many(groups.length, '1 groep niet afgevinkt')}</h3>
          <Some of={groups} one={group} rest={n => many(n, '1 groep')} />
        </>
      )}
      <p ref={line} tabIndex={-1} role="status">
        {said}
      </p>
    </section>
  )
}

/** So many stand open; of more the rest is folded. */
const most = 5

interface SomeProps<T> {
  of: readonly T[]
  one(of: T): ReactNode
  /** What is folded, in words. */
  rest(n: number): string
}

function Some<T>({ of, one, rest }: SomeProps<T>) {
  const shown = of.length > most + 1 ? most : of.length
  return (
    <>
      <ul className="missing">{of.slice(0, shown).map(one)}</ul>
      {shown < of.length && (
        <details className="fold">
          <summary>
            Nog {rest(of.length - shown)}
            <Icon of={down} />
          </summary>
          <ul className="missing">{of.slice(shown).map(one)}</ul>
        </details>
      )}
    </>
  )
}

const rowId = (p: Part) => `telling-${p.day}-${p.from.replace('.', '')}`
const sayPart = (p: Part) => `${day(p.day)}, ${partWords[p.part]} vanaf ${wall(p.from)} uur`

const sayGroup = (g: Schemas['FigureGroup']) =>
  `${g.title}, ${day(g.start)} om ${clock(g.start)} uur`

/** Where the people of a day are ticked; nowhere while there is no such screen. */
const dayScreen = screens.find(s => s.path === '/beheer/vandaag')

const mostVisits = 500

interface FillProps {
  /** The part of a day. */
  called: string
  busy: boolean
  leave(): void
  save(visits: number, reason: string, id: string): void
}

function Fill({ called, busy, leave, save }: FillProps) {
  // saved again after a break, no visit counts twice
  const [id] = useState(() => crypto.randomUUID())
  const [visits, setVisits] = useState<number>()
  const [reason, setReason] = useState('')
  const [asked, ask] = useState(0)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    // the button that opened this is gone; and a refusal leads to what is wrong
    form.current?.querySelector<HTMLElement>(asked ? '[aria-invalid]' : 'input')?.focus()
  }, [asked])
  const noVisits =
    visits === undefined || visits < 0
      ? 'Vul in hoeveel bezoeken het waren. 0 mag ook.'
      : visits > mostVisits
        ? `Vul hoogstens ${mostVisits} in.`
        : undefined
  const noReason = reason.trim() ? undefined : 'Schrijf op waarom je dit nu invult.'
  return (
    <form
      className="stack"
      ref={form}
      aria-label={`Telling van ${called}`}
      onSubmit={e => {
        e.preventDefault()
        ask(n => n + 1)
        if (!noVisits && !noReason && !busy) save(visits!, reason.trim(), id)
      }}
    >
      <NumberField
        name="bezoeken"
        label="Bezoeken"
        value={visits}
        onChange={setVisits}
        error={asked > 0 ? noVisits : undefined}
      />
      <TextField
        name="reden"
        label="Waarom nu?"
        hint="Bijvoorbeeld: van de papieren turflijst."
        max={200}
        value={reason}
        onChange={setReason}
        error={asked > 0 ? noReason : undefined}
      />
      <p className="facts-row">
        <button className="btn" type="submit" aria-busy={busy || undefined}>
          Bewaar
        </button>
        <PressButton second press={leave}>
          Laat het zo
        </PressButton>
      </p>
    </form>
  )
}

const perSending = limits.Taps.taps.maxItems

/** Taps as the door makes them. Nobody who came is one more and one less: it was counted. */
async function count(auth: Auth, p: Part, visits: number, reason: string, id: string) {
  const tap = (change: number, n: number): Tap => ({
    tapId: `${id}-${n}`,
    kind: 'visit',
    day: p.day,
    dayPart: p.from,
    change,
    reason,
    ageMs: 0,
    tapper: { uid: '', proof: '' },
  })
  const taps =
    visits === 0 ? [tap(1, 0), tap(-1, 1)] : Array.from({ length: visits }, (_, n) => tap(1, n))
  for (let i = 0; i < taps.length; i += perSending) {
    const body = { taps: taps.slice(i, i + perSending) }
    const { data, status } = await asked(api(auth).POST('/api/taps', { body }))
    if (!data) throw new Error(String(status))
    const { answers } = data
    if (answers.some(a => a.result !== 'counted' && a.result !== 'known'))
      throw new Error('refused')
  }
}
