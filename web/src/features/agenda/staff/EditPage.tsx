import { Hosts } from './HostField'
import './staff.css'
import { useEffect, useState, useSyncExternalStore } from 'react'
import type { ScreenProps } from '../../../page'
import * as to from '../../../paths'
import type { Fault, Refusal } from '../../../staff/drafts'
import { EditorFrame } from '../../../staff/editor/EditorFrame'
import { mayWrite } from '../../../staff/roles'
import { useDraft, type Draft } from '../../../staff/editor/useDraft'
import { useId, useOwnAddress } from '../../../staff/editor/useNew'
import { leftOpen, type Left } from '../../../staff/leftOpen'
import { useUndone } from '../../../staff/bars'
import { useRead, type Read } from '../../../staff/api/useRead'
import { useFocusOn } from '../../../ui/useFocusOn'
import { at } from '../../../screens'
import { Icon } from '../../../ui/Icon'
import { triangleAlert } from '../../../ui/noticeIcons'
import { unfold } from '../../../ui/unfold'
import { CopyActivity } from './CopyActivity'
import { ForReaders } from './ForReaders'
import { Looks } from './Looks'
import { fresh, type Activity, type RhythmPlan, type StaffDates } from './model'
import { Practical } from './Practical'
import { Row } from './Rhythm'
import { sayChanges } from './rhythmWords'
import { SignUp } from './SignUp'
import { Step, stepLines, useSteps } from './Step'
import { usePlan } from './usePlan'
import { useWarnings } from './useWarnings'
import { What } from './What'
import { When } from './When'
import {
  keptForPeople,
  nowhere,
  sayModeKept,
  sayPeopleFirst,
  sayPlaces,
  sayWhen,
  speech,
} from './words'

/** `/editactivity/:a`, and `/editactivity/new`. */
export default function EditPage({ auth, user, params }: ScreenProps) {
  const made = params['a'] === 'new'
  const id = useId(made ? undefined : params['a'], 'act_', user.uid)
  const coordinator = mayWrite(user, 'coordinator')
  const d = useDraft(
    auth,
    'activities',
    id,
    made ? fresh(coordinator ? [] : [user.uid]) : undefined,
  )
  useOwnAddress(d, made, at('activity', id))
  const [taken, setTaken] = useState<readonly Fault[]>([])
  const dates = useRead(auth, '/api/activities/{a}/dates', { path: { a: id } })
  // a read that fails later takes no form away in which somebody types
  const { again, last: known } = dates
  const next = known?.items.find(i => i.status !== 'done' && i.status !== 'cancelled')
  const people = known && known.signUps > 0 ? known : undefined
  const refused = ({ fields }: Refusal) => {
    const own = fields.filter(f => f.code === 'taken')
    setTaken(own)
    if (own.some(f => f.name === 'signUps')) again() // somebody signed up since
    return own.length > 0
  }
  useUndone(again)
  const [asked, ask] = useState(0)
  const open = useSyncExternalStore(leftOpen.subscribe, leftOpen.get).filter(l =>
    known?.items.some(i => i.id === l.id),
  )
  const write = mayWrite(user, 'begeleider', 'coordinator')
  const [looks, look] = useState(0)
  const { plan, known: counted } = usePlan(
    auth,
    id,
    d.is === 'ready' && write ? d.doc : undefined,
    looks,
  )
  const [early, wait] = useState(0)
  const [seen, see] = useState('')
  const changes = plan && plan.changes > 0 ? plan : undefined
  /**
   * A date of which something is typed and not saved goes first: publishing would not save it. So
   * does what becomes of dates that are there, as it is by now.
   */
  const before = () => {
    ask(open.length > 0 ? asked + 1 : 0)
    if (open.length > 0) return undefined
    wait(0)
    if (d.doc.rhythm && !counted && (next || d.draft?.status === 'published')) {
      wait(early + 1)
      look(n => n + 1)
      return undefined
    }
    const list = changes ? sign(changes) : ''
    if (list === seen || list === '') return {}
    see(list)
    look(n => n + 1)
    return undefined
  }
  useEffect(() => {
    if (open.length === 0) ask(0)
  }, [open.length])
  // What is published makes dates of the new ones: they are read again then.
  const coming = next || d.doc?.newDates.length > 0 || d.doc?.rhythm
  const publishing: Draft<Activity> = {
    ...d,
    publish: async body => {
      setTaken([])
      const r = await d.publish(body, coming ? undefined : nowhere)
      if (!r) {
        see('') // what was to look at is done: the focus stays where it is
        dates.again()
        look(n => n + 1)
      }
      return r
    },
  }
  return (
    <EditorFrame
      auth={auth}
      user={user}
      draft={publishing}
      speech={speech}
      title={made ? 'Nieuwe activiteit' : 'Activiteit'}
      heading={d.draft && d.doc?.title}
      back={{ to: at('programme'), words: 'Programma' }}
      write={write}
      refused={refused}
      before={before}
      stays={{ visible: people && <Stays people={people} />, kept: known?.used && <Kept /> }}
      summary={d.is === 'ready' && <ForReaders doc={d.doc} dates={known} />}
      publicAt={next && to.activity(id, next.id)}
      aside={
        d.is === 'ready' && (
          <>
            <Looks doc={d.doc} next={next} />
            {write && d.draft && d.doc.title && (
              <CopyActivity
                key={id}
                auth={auth}
                doc={d.doc}
                staff={coordinator ? (d.doc.staff ?? []) : [user.uid]}
              />
            )}
          </>
        )
      }
    >
      {d.is === 'ready' && (
        <>
          {asked > 0 && <SaveDatesFirst of={open} turn={asked} />}
          {early > 0 && <StillCounting turn={early} />}
          {seen && changes && (
            <LookFirst plan={changes} turn={looks} again={sign(changes) !== seen} />
          )}
          <Steps auth={auth} d={d} id={id} dates={dates} known={known} taken={taken} plan={plan} />
        </>
      )}
    </EditorFrame>
  )
}

/** What somebody saw before they pressed: another list is shown first. */
const sign = ({ items }: RhythmPlan) =>
  JSON.stringify(items.map(i => [i.ruleDay, i.what, i.people, i.from]))

/** What the new rule does to dates that are there, before it is done. */
function LookFirst({ plan, turn, again }: { plan: RhythmPlan; turn: number; again: boolean }) {
  const words = useFocusOn<HTMLHeadingElement>(turn)
  const other = plan.items.filter(i => i.what !== 'stays' && i.what !== 'new')
  return (
    <section className="alert alert-warn" aria-labelledby="nagaan">
      <Icon of={triangleAlert} />
      <div className="stack">
        <h2 id="nagaan" ref={words} tabIndex={-1}>
          Kijk na wat er verandert
        </h2>
        {again && <p>De lijst is intussen veranderd. Kijk hem nog even na.</p>}
        <p>{sayChanges(plan.items)}</p>
        <ul className="beats">
          {other.map(i => (
            <Row key={i.id ?? i.ruleDay} of={i} fresh={false} />
          ))}
        </ul>
        <p>Er is nog niets veranderd. Klopt het? Druk dan nog een keer.</p>
      </div>
    </section>
  )
}

/** Publishing would not ask first what is not known yet. */
function StillCounting({ turn }: { turn: number }) {
  const words = useFocusOn<HTMLParagraphElement>(turn)
  return (
    <p className="alert" ref={words} tabIndex={-1}>
      We rekenen nog uit wat er verandert. Kies zo nog een keer ‘Publiceer’.
    </p>
  )
}

/** Who would stand before a closed door, and what to do. */
const Stays = ({ people }: { people: StaffDates }) => (
  <>
    <p>{sayPeopleFirst(people.signUps)}</p>
    <ul className="list">
      {people.items
        .filter(i => i.status !== 'done' && i.taken + i.waiting > 0)
        .map(i => (
          <li key={i.id}>
            {sayWhen(i.sessions[0]!)}: {sayPlaces({ ...i, capacity: undefined })}
          </li>
        ))}
    </ul>
  </>
)

const Kept = () => <p>{keptForPeople}</p>

/** Each line leads to the form of a date. */
function SaveDatesFirst({ of, turn }: { of: readonly Left[]; turn: number }) {
  const words = useFocusOn<HTMLParagraphElement>(turn)
  return (
    <section className="alert alert-error" role="group">
      <Icon of={triangleAlert} />
      <div>
        <p ref={words} tabIndex={-1}>
          Er is nog niets online gezet. Je hebt een datum veranderd en nog niet bewaard. Kies daar
          ‘Bewaar deze datum’ of ‘Laat het zo’.
        </p>
        <ul className="list">
          {of.map(l => (
            <li key={l.id}>
              <a
                href={'#datum-' + l.id}
                onClick={e => {
                  e.preventDefault()
                  const form = document.getElementById('datum-' + l.id)
                  unfold(form)
                  form?.scrollIntoView({ block: 'center' })
                  form?.focus({ preventScroll: true })
                }}
              >
                {l.name}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

interface StepsProps {
  auth: ScreenProps['auth']
  d: Draft<Activity>
  id: string
  dates: Read<StaffDates>
  known: StaffDates | undefined
  taken: readonly Fault[]
  plan: RhythmPlan | undefined
}

/** The four steps; on a phone one after another. */
function Steps({ auth, d, id, dates, known, taken, plan }: StepsProps) {
  const [title] = useState(d.doc.title)
  const asked = taken.some(f => f.name === 'slug') ? d.doc.title : title
  const { data: choices } = useRead(auth, '/api/activity-options', {
    query: { activity: id, title: asked },
  })
  const warnings = useWarnings(auth, id, d.doc)
  const steps = useSteps(d.draft && d.draft.status !== 'draft' ? 2 : 1)
  const lines = stepLines(d.doc, known)
  const people = known?.signUps ?? 0
  const kept =
    known?.mode !== undefined && known.mode !== '' && known.mode !== d.doc.mode && people > 0
  return (
    <Hosts.Provider value={choices?.hosts ?? []}>
      {taken.some(f => f.name === 'signUps') && (
        <div className="alert alert-error" role="alert">
          <Icon of={triangleAlert} />
          <div>{people > 0 && known ? <Stays people={known} /> : <Kept />}</div>
        </div>
      )}
      <Step n={1} title="Wat" line={lines[0]!} of={steps} next="Wanneer">
        <What auth={auth} d={d} slugTaken={taken.some(f => f.name === 'slug')} options={choices} />
      </Step>
      <Step n={2} title="Wanneer" line={lines[1]!} of={steps} next="Aanmelden">
        <When
          auth={auth}
          d={d}
          id={id}
          dates={dates}
          known={known}
          rooms={choices?.rooms ?? []}
          warnings={warnings}
          plan={plan}
        />
      </Step>
      <Step n={3} title="Aanmelden" line={lines[2]!} of={steps} next="Praktisch">
        <SignUp
          d={d}
          modeKept={kept || taken.some(f => f.name === 'mode') ? sayModeKept(people) : undefined}
        />
      </Step>
      <Step n={4} title="Praktisch" line={lines[3]!} of={steps}>
        <Practical d={d} options={choices} />
      </Step>
    </Hosts.Provider>
  )
}
