import { useBusy } from '../../../../staff/useBusy'
import { useId, useState, type ReactNode } from 'react'
import { clock, span } from '../../../../api/moment'
import { at } from '../../../../screens'
import { Icon } from '../../../../ui/Icon'
import { arrowRight, down } from '../../../../ui/icons'
import { PageLink } from '../../../../ui/PageLink'
import { PressButton } from '../../../../ui/PressButton'
import { ChangeLink } from '../ChangeLink'
import { DoorNote } from '../change/DoorNote'
import { minus } from '../peopleIcons'
import { ActError } from '../../../../staff/ActError'
import { armchair, pot } from './icons'
import { openOf, type Person, type Session } from './model'
import type { OnToday } from './onToday'
import { People } from './People'
import { Tafel } from './Tafel'
import { OwnTally } from './Tally'
import { Without } from './Without'
import { sayComing, sayFirst, sayHere, sayNeeds, sayRoomLeft, sayWas, sayWhich } from './words'
import { hostName } from '../hostName'
import { api, asked } from '../../../../staff/api/client'

interface Props {
  on: OnToday
  session: Session
}

const isOff = (s: Session) => s.status === 'cancelled'

/** Leads to the date; the screens of who practises lead nowhere else. */
const Title = ({ on, session: s }: Props) =>
  s.mine && s.mode !== 'walkin' && !on.practice ? (
    <PageLink to={at('date', s.occurrence)}>{s.title}</PageLink>
  ) : (
    s.title
  )

function Facts({ of: s }: { of: Session }) {
  const facts = [
    s.kind === 'series' && `bijeenkomst ${s.n} van ${s.of}`,
    s.host && `${hostName(s.host)} ontvangt`,
  ].filter(Boolean)
  return facts.length > 0 && <p>{facts.join(' · ')}</p>
}

function Needs({ of: s }: { of: Session }) {
  const words = sayNeeds(s.needs)
  return (
    words && (
      <p className="note">
        <Icon of={pot} />
        <span>{words}</span>
      </p>
    )
  )
}

/** A meeting that runs or begins within the hour: open, with its names. */
export function NowCard({ on, session: s }: Props) {
  const id = useId()
  const walkin = s.mode === 'walkin'
  return (
    <section
      className={isOff(s) ? 'sess sess-off' : walkin ? 'sess' : 'sess sess-now'}
      aria-labelledby={id}
    >
      <div className="sess-head">
        <div>
          <p className="eyebrow">
            <time>{clock(s.start)}</time> tot {clock(s.end)} uur · {s.room}
          </p>
          <h3 id={id}>
            <Title on={on} session={s} />
          </h3>
          <Facts of={s} />
        </div>
        {!walkin && !isOff(s) && (
          <Tafel
            here={s.here}
            coming={Math.max(0, s.taken - s.here)}
            free={s.capacity ? s.free + s.held : 0}
          />
        )}
      </div>
      {isOff(s) ? (
        <p>Gaat niet door. {s.reason}</p>
      ) : walkin ? (
        <Walkin on={on} session={s} />
      ) : (
        <Meeting on={on} session={s} />
      )}
      <Change on={on} session={s} />
    </section>
  )
}

/** "Gaat niet door of verandert", or of what does not go on the way back and the note. */
function Change({ on, session: s }: Props) {
  if (on.practice) return null
  return (
    <div className="sess-acts">
      <ChangeLink
        occurrence={s.occurrence}
        meeting={s.kind === 'series' ? s.id : undefined}
        off={isOff(s)}
        name={sayWhich(s)}
      />
      {isOff(s) && <DoorNoteButton on={on} session={s} />}
    </div>
  )
}

/** What hangs on the door, with the way out and the telephone of the date. */
function DoorNoteButton({ on, session: s }: Props) {
  const [busy, during] = useBusy()
  const [wrong, tell] = useState('')
  const print = async () => {
    tell('')
    const path = { o: s.occurrence }
    const { data: of } = await during(
      asked(api(on.auth).GET('/api/occurrences/{o}/choices', { params: { path } })),
    )
    if (!of) return tell('Het printen lukt nu niet. Controleer je internet.')
    const { start, end, reason } = s
    const at = {
      start,
      end,
      reason: reason ?? of.date.changeReason,
      today: start.slice(0, 10) === on.today.today,
    }
    on.print(<DoorNote of={of} at={at} />)
  }
  return (
    <>
      <button
        className="link-btn"
        type="button"
        aria-busy={!!busy || undefined}
        aria-label={`Print een briefje voor de deur: ${sayWhich(s)}`}
        onClick={() => busy || void print()}
      >
        Print een briefje voor de deur
      </button>
      <ActError>{wrong}</ActError>
    </>
  )
}

function Walkin({ on, session: s }: Props) {
  if (!s.outside) return <p className="muted">Zonder namen: tik op ‘1 bezoek’.</p>
  if (!s.mine) return <p>{s.tally} geteld.</p>
  return (
    <OwnTally
      of={s}
      count={change => on.tap({ kind: 'visit', day: on.today.day, session: s.id, change })}
    />
  )
}

function Meeting({ on, session: s }: Props) {
  const [without, setWithout] = useState(false)
  const [chair, setChair] = useState(false)
  return (
    <>
      <p>
        <strong>{sayHere(s)}</strong> {sayFirst(s.firstTimers)}
      </p>
      <Needs of={s} />
      {s.mine && (
        <>
          {s.people && s.people.length > 0 && <People on={on} session={s} people={s.people} />}
          <Unnamed on={on} session={s} />
          <div className="sess-acts">
            <button
              className="link-btn"
              type="button"
              aria-expanded={without}
              aria-label={`Iemand zonder aanmelding: ${sayWhich(s)}`}
              onClick={() => setWithout(!without)}
            >
              <Icon of={armchair} />
              Iemand zonder aanmelding
            </button>
          </div>
          {without && (
            <Without
              on={on}
              session={s}
              again={chair}
              chair={() => {
                setChair(true)
                setWithout(false)
              }}
            />
          )}
        </>
      )}
    </>
  )
}

/** Aangeschoven zonder naam: 2, with one less. */
function Unnamed({ on, session: s }: Props) {
  if (s.unnamed === 0) return null
  return (
    <p className="facts-row">
      <span>Aangeschoven zonder naam: {s.unnamed}</span>
      <button
        className="round"
        type="button"
        aria-label={`Eén minder zonder naam: ${sayWhich(s)}`}
        onClick={() => on.tap({ kind: 'unnamed', day: on.today.day, session: s.id, change: -1 })}
      >
        <Icon of={minus} />
      </button>
    </p>
  )
}

function Fold({
  session: s,
  tag,
  below,
  children,
}: {
  session: Session
  tag?: string | undefined
  /** What stands under it, also while it is folded. */
  below?: ReactNode
  children: ReactNode
}) {
  const [open, setOpen] = useState(false)
  return (
    <div className={isOff(s) ? 'sess sess-off' : 'sess'}>
      <details className="fold" open={open} onToggle={e => setOpen(e.currentTarget.open)}>
        <summary>
          <span className={isOff(s) ? 'off' : undefined}>
            <span className="when">{clock(s.start)}</span> {s.title}
          </span>
          {tag && <span className="tag tag-new">{tag}</span>}
          <Icon of={down} />
        </summary>
        {open && children}
      </details>
      {below}
    </div>
  )
}

/** A later meeting: what to know of it, folded. */
export function NextCard({ on, session: s }: Props) {
  const walkin = s.mode === 'walkin'
  const about = [
    s.room,
    s.host && `${hostName(s.host)} ontvangt`,
    !walkin && !isOff(s) && sayComing(s),
  ]
  return (
    <Fold
      session={s}
      tag={isOff(s) ? 'Gaat niet door' : sayRoomLeft(s) || undefined}
      below={
        <>
          {isOff(s) && <p>{s.reason}</p>}
          <Change on={on} session={s} />
        </>
      }
    >
      <p>{about.filter(Boolean).join(' · ')}</p>
      {s.kind === 'series' && (
        <p>
          Bijeenkomst {s.n} van {s.of}, {span(s.start, s.end)}
        </p>
      )}
      <Needs of={s} />
      {s.mine && !walkin && !isOff(s) && (
        <>
          <Unnamed on={on} session={s} />
          {!on.practice && (
            <p className="facts-row">
              <PageLink
                className="more"
                to={at('date', s.occurrence)}
                aria-label={`Bekijk de namen: ${sayWhich(s)}`}
              >
                Bekijk de namen <Icon of={arrowRight} />
              </PageLink>
            </p>
          )}
        </>
      )}
    </Fold>
  )
}

/** A meeting that is over: who was there, as far as somebody said. */
export function PastCard({ on, session: s }: Props) {
  const walkin = s.mode === 'walkin'
  const open = s.mine ? s.open : 0
  return (
    <Fold session={s} tag={isOff(s) ? 'Gaat niet door' : open > 0 ? `${open} open` : undefined}>
      {isOff(s) ? (
        <p>{s.reason}</p>
      ) : walkin ? (
        <Walkin on={on} session={s} />
      ) : (
        <>
          <p>{sayWas(s)}</p>
          {s.mine && <Presence on={on} session={s} />}
        </>
      )}
    </Fold>
  )
}

/** Who is neither here nor absent stands in front, and stays there when something is said. */
function Presence({ on, session: s }: Props) {
  const all = s.people ?? []
  const [first] = useState(() => new Set(openOf(s).map(p => p.id)))
  const [rest, setRest] = useState(false)
  const asked = all.filter(p => first.has(p.id))
  const said = all.filter(p => !first.has(p.id))
  const open = openOf(s)
  const absent = (p: Person) => on.say(s, p, 'absent')
  return (
    <>
      {asked.length > 0 && <People on={on} session={s} people={asked} over />}
      {open.length > 1 && (
        <p>
          <PressButton
            second
            press={() => open.forEach(absent)}
            label={`Zet alle ${open.length} op niet gekomen: ${sayWhich(s)}`}
          >
            Zet alle {open.length} op niet gekomen
          </PressButton>
        </p>
      )}
      <Unnamed on={on} session={s} />
      {said.length > 0 && (
        <details
          className="fold"
          open={rest || asked.length === 0}
          onToggle={e => setRest(e.currentTarget.open)}
        >
          <summary>
            Iedereen die we al weten ({said.length})
            <Icon of={down} />
          </summary>
          {(rest || asked.length === 0) && <People on={on} session={s} people={said} over />}
        </details>
      )}
    </>
  )
}
