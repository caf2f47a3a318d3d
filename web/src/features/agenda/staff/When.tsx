import { many } from '../../../staff/count'
import { HostField } from './HostField'
import type { Auth } from '../../../auth/types'
import { day } from '../../../api/moment'
import { leftOpen } from '../../../staff/leftOpen'
import { ChoiceField, Faults, ReadOnly } from '../../../staff/fields'
import { Loaded } from '../../../staff/States'
import type { Draft } from '../../../staff/editor/useDraft'
import type { Read } from '../../../staff/api/useRead'
import { useContext, useRef, useState, useSyncExternalStore } from 'react'
import { Icon } from '../../../ui/Icon'
import { down } from '../../../ui/icons'
import { DateRow } from './DateRow'
import {
  newDate,
  type Activity,
  type NewDate,
  type Rhythm,
  type RhythmPlan,
  type StaffDate,
  type StaffDates,
  type Warnings,
} from './model'
import { NewDates } from './NewDates'
import { RhythmFields } from './Rhythm'
import { chosen, often, type HowOften } from './rhythmWords'
import { RoomField } from './SessionFields'

interface Props {
  auth: Auth
  d: Draft<Activity>
  id: string
  dates: Read<StaffDates>
  known: StaffDates | undefined
  rooms: readonly string[]
  warnings: Warnings
  plan: RhythmPlan | undefined
}

/** So many dates stand open; of more the later ones are folded. */
const most = 4

/** Wanneer: where and with whom, the dates that are there, and those to come. */
export function When({ auth, d, id, dates, known, rooms, warnings, plan }: Props) {
  const still = useContext(ReadOnly)
  const { doc, set } = d
  const coming = known?.items.filter(
    i => i.kind === 'date' && i.status !== 'done' && i.status !== 'cancelled',
  )
  const [opened, open] = useState(false)
  const left = useSyncExternalStore(leftOpen.subscribe, leftOpen.get)
  const shown = (known?.items.length ?? 0) > most ? most - 1 : most
  const rest = known?.items.slice(shown) ?? []
  const row = (i: StaffDate) => (
    <DateRow
      key={i.id}
      auth={auth}
      id={id}
      date={i}
      doc={doc}
      rooms={rooms}
      still={still}
      alone={(coming?.length ?? 0) < 2}
      changed={dates.again}
    />
  )
  return (
    <>
      <RoomField
        name="location"
        label="Waar"
        hint="Een ruimte, of een plek buiten waar je verzamelt."
        none="Kies een ruimte"
        value={doc.location}
        onChange={location => set({ location })}
        rooms={rooms}
      />
      <HostField
        name="host"
        none="Kies wie ontvangt"
        value={doc.host ?? ''}
        onChange={host => set({ host })}
      />
      {d.draft && (
        <Loaded of={dates} wait="Even geduld, de datums worden geladen." what="de datums" />
      )}
      {known && known.items.length > 0 && (
        <section className="stack" aria-labelledby="datums">
          <h3 id="datums">Datums die er zijn</h3>
          <p className="small muted">
            Wat je hier verandert, geldt meteen.{' '}
            {known.earlier > 0 && many(known.earlier, 'Eerder was er nog 1 datum.')}
          </p>
          <ul className="rows">{known.items.slice(0, shown).map(row)}</ul>
          {rest.length > 0 && (
            <details
              className="fold"
              open={opened || rest.some(i => left.some(l => l.id === i.id))}
              onToggle={e => open(e.currentTarget.open)}
            >
              <summary>
                Nog {rest.length} datums, tot en met {day(rest.at(-1)!.sessions[0]!.day)}
                <Icon of={down} />
              </summary>
              <ul className="rows">{rest.map(row)}</ul>
            </details>
          )}
        </section>
      )}
      {!still && <Often d={d} known={known} rooms={rooms} warnings={warnings} plan={plan} />}
    </>
  )
}

type OftenProps = Pick<Props, 'd' | 'known' | 'rooms' | 'warnings' | 'plan'>

/** Hoe vaak: a rule that makes dates, or loose ones. A closed series has its own meetings. */
function Often({ d, known, rooms, warnings, plan }: OftenProps) {
  const { doc, set } = d
  const many = (doc.rhythm?.weeks ?? 1) > 1
  const [said, say] = useState<HowOften | undefined>(many ? 'weeks' : undefined)
  const last = useRef<Rhythm>(undefined)
  const [loosely, unfold] = useState(false)
  // a rule that is online seldom changes: it is a line until opened
  const [folds] = useState(d.draft?.status === 'published' && doc.rhythm !== undefined)
  const [ruleOpen, openRule] = useState(false)
  const wrong = Object.keys(useContext(Faults)).some(name => name.startsWith('rhythm'))
  const loose = (once: boolean) => <NewDates d={d} rooms={rooms} warnings={warnings} once={once} />
  if (doc.mode === 'series') return loose(false)
  const rule = doc.rhythm
  const how = rule
    ? rule.every === 'month'
      ? 'month'
      : said === 'weeks' || many
        ? 'weeks'
        : 'week'
    : said === 'once'
      ? 'once'
      : 'loose'
  const usual = known?.items.at(-1)?.sessions[0]
  const pick = (next: HowOften) => {
    say(next)
    if (rule) last.current = rule
    const before = last.current
    set(now => {
      // the arrow keys come past every answer: what was typed of the rule is there again
      const back =
        next !== 'once' && next !== 'loose' && before && !now.newDates.some(typed)
          ? { ...now, rhythm: now.rhythm ?? before }
          : now
      const put = chosen(back, next, today(d.ahead), usual)
      return next === 'once' && put.newDates.length === 0 ? { ...put, newDates: [newDate()] } : put
    })
  }
  const stops = !rule && plan === undefined && d.draft?.status === 'published' && said === 'loose'
  const asks = (
    <>
      <ChoiceField
        name="rhythm.every"
        label="Hoe vaak?"
        value={how}
        options={often}
        onChange={pick}
      />
      {stops && (known?.items.length ?? 0) > 0 && (
        <p className="small muted">De datums die er zijn, blijven staan als losse datums.</p>
      )}
      {rule && <RhythmFields d={d} rule={rule} plan={plan} weeks={how === 'weeks'} />}
    </>
  )
  return (
    <>
      {folds ? (
        <details
          className="fold"
          id="ritme"
          open={ruleOpen || wrong}
          onToggle={e => openRule(e.currentTarget.open)}
        >
          <summary>
            <span>
              <b>Ritme</b> {plan?.say}
            </span>
            <Icon of={down} />
          </summary>
          <div className="stack">{asks}</div>
        </details>
      ) : (
        asks
      )}
      {rule ? (
        <details
          className="fold"
          open={loosely || doc.newDates.length > 0}
          onToggle={e => unfold(e.currentTarget.open)}
        >
          <summary>
            Ook een losse datum erbij
            <Icon of={down} />
          </summary>
          {loose(false)}
        </details>
      ) : (
        loose(how === 'once')
      )}
    </>
  )
}

const typed = (n: NewDate) => n.sessions.some(s => s.day !== '')

/** The day on the clock of the house. */
const today = (ahead: number) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Amsterdam' }).format(Date.now() + ahead)
