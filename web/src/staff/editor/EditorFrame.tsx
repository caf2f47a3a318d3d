import { useBusy } from '../useBusy'
import { many } from '../count'
import { useEffect, useMemo, useState, type ReactNode } from 'react'
import { useNavigate } from '../../router'
import type { StaffProps } from '../../page'
import { at } from '../../screens'
import { Icon } from '../../ui/Icon'
import { PageLink } from '../../ui/PageLink'
import { ConflictScreen } from './ConflictScreen'
import { Back } from '../Back'
import type { Fault, Refusal, Status } from '../drafts'
import { FaultSummary, Refused } from './FaultSummary'
import { Faults, ReadOnly } from '../fields'
import { sayPeople } from '../files/words'
import { History } from './History'
import { PublishPanel } from './PublishPanel'
import { HardWords, useHardWords } from './rich/hardWords'
import { SaveBar } from './SaveBar'
import type { Speech } from './speech'
import { Missed, Waiting } from '../States'
import { StatusTag } from '../StatusTag'
import { telling } from '../telling'
import { Trash } from './Trash'
import { bars } from '../bars'
import { usePresence, type Draft } from './useDraft'
import { useStay } from './useStay'
import { sayNames } from '../words'

interface Props<T> extends StaffProps {
  draft: Draft<T>
  speech: Speech<T>
  /** What it is called while it has no title: "Nieuw bericht". */
  title: string
  heading: string | undefined
  back: { to: string; words: string }
  /** How it stands, where its own days know better. */
  status?: Status | undefined
  /** This person may change it; others read. */
  write: boolean
  /** Where a visitor reads it, once it is online. */
  publicAt?: string | undefined
  /** One of a fixed set: it cannot be hidden or thrown away, and has no period. */
  fixed?: boolean
  /** It has no page to look at beforehand. */
  noPreview?: boolean
  /** It has no period. */
  noPeriod?: boolean
  /** Why it can be neither hidden nor thrown away now. */
  stays?: { visible?: ReactNode; kept?: ReactNode }
  /** For who only reads, in the place of fields that take nothing. */
  summary?: ReactNode
  /** What stands beside the fields. */
  aside?: ReactNode
  /**
   * In front of publishing: gives what goes with it, or nothing to wait (a question is on the
   * screen).
   */
  before?(): Parameters<Draft<T>['publish']>[0] | undefined
  /** A refusal that the room itself answers; true when it did. */
  refused?(refusal: Refusal): boolean
  children: ReactNode
}

/**
 * The frame around the fields of one document: its state, saving, publishing, history and trash.
 */
export function EditorFrame<T>(props: Props<T>) {
  const { draft: d, title, back, heading } = props
  const name = heading || title
  useEffect(() => bars.name(d.id, name), [d.id, name])
  return (
    <div className="wrap page stack">
      <Back to={back.to} words={back.words} />
      <div className="head-row">
        <h1>{name}</h1>
        {d.draft && (
          <span className="row">
            <StatusTag of={{ ...d.draft, status: props.status ?? d.draft.status }} />
          </span>
        )}
      </div>
      {d.is === 'loading' && <Waiting words="Even geduld, de tekst wordt geladen." />}
      {d.is === 'failed' && (
        <Missed what="de tekst" again={d.reload} busy={false}>
          {d.saved === 'offline' && <p>Wat je typte is niet weg: het staat nog in dit tabblad.</p>}
        </Missed>
      )}
      {d.is === 'missing' && <p>Deze tekst bestaat niet (meer).</p>}
      {d.is === 'refused' && <p>Hier heb je geen rechten voor. Vraag het aan de coördinator.</p>}
      {d.is === 'ready' &&
        (d.conflict ? (
          <ConflictScreen draft={d} speech={props.speech} user={props.user} />
        ) : (
          <Open {...props} />
        ))}
    </div>
  )
}

function Open<T>(props: Props<T>) {
  const { draft: d, speech, user, write, aside, children, fixed, before, refused } = props
  const words = useHardWords(props.auth)
  const box = useStay<HTMLDivElement>()
  const navigate = useNavigate()
  const [asked, ask] = useState(0)
  const [refusal, refuse] = useState<Refusal>()
  const [busy, during] = useBusy()
  const trashed = d.draft?.status === 'trashed'
  const seen = d.draft && !trashed
  const beside = aside !== undefined || !fixed || !props.noPreview
  usePresence(d.here, write && d.draft !== undefined && !trashed)
  const told = asked > 0 ? d.draft?.faults : d.saved === 'refused' ? d.refusal?.fields : undefined
  const found = useMemo(() => told ?? [], [told])
  // The summary tells it now. Kept, it would come back, and take the focus, once the last fault is
  // mended and the text saved.
  if (refusal && found.length > 0) refuse(undefined)
  const faults = useMemo(
    () => byField(found, f => sentenceOf(f, d.doc, speech)),
    [found, d.doc, speech],
  )
  const run = (button: string, work: () => Promise<Refusal | undefined>, after?: () => void) => {
    if (busy) return
    refuse(undefined)
    void during(work(), button).then(r => {
      if (
        r &&
        (r.code !== 'conflict' || r.status === 409) &&
        r.code !== 'signed_out' &&
        !refused?.(r)
      ) {
        refuse(r)
        ask(n => n + 1)
      }
      if (!r) {
        ask(0)
        after?.()
      }
    })
  }
  const name = props.heading || props.title
  const gone = () => {
    bars.drop(d.id)
    void navigate(props.back.to, telling(`"${name}" is definitief verwijderd.`))
  }
  const publish = () => {
    const body = before ? before() : {}
    if (body) run('publish', () => d.publish(body))
    else bars.past(d.id) // it was tried: what was said before is no answer to it
  }
  return (
    <Faults value={faults}>
      <ReadOnly value={!write || trashed}>
        {d.others.length > 0 && (
          <p className="alert" role="status">
            <Icon
              of={'M16 21v-2a4 4 0 0 0-4-4H6a4 4 0 0 0-4 4v2M5 7a4 4 0 1 0 8 0a4 4 0 1 0-8 0'}
            />
            <span>
              {sayNames(d.others)} {many(d.others.length, 'werkt hier nu ook aan.')}
            </span>
          </p>
        )}
        {found.length > 0 && <FaultSummary faults={found} sentences={faults} turn={asked} />}
        {refusal && <Refused of={refusal} turn={asked} />}
        {d.saved === 'refused' && found.length === 0 && d.refusal && (
          <Refused of={d.refusal} turn={0} />
        )}
        {!write && (
          <p className="alert">
            <Icon of={lock} />
            <span>Je kunt dit lezen, maar niet veranderen.</span>
          </p>
        )}
        <div className={beside ? 'two' : undefined}>
          <div className="editor" ref={box}>
            {!write && props.summary ? (
              props.summary
            ) : (
              <HardWords value={words}>{children}</HardWords>
            )}
          </div>
          {beside && (
            <div className="stack">
              {aside}
              {seen && <Looks props={props} />}
              {seen && !fixed && write && (
                <PublishPanel
                  draft={d}
                  period={!props.noPeriod}
                  busy={busy}
                  hide={() => run('hide', d.hide)}
                  stays={props.stays?.visible}
                />
              )}
            </div>
          )}
        </div>
        {d.draft && (
          <div className="panels">
            <History
              auth={props.auth}
              draft={d}
              speech={speech}
              write={write && !trashed}
              restore={n => run('restore', () => d.restore(n))}
            />
            {!fixed && write && (
              <Trash
                auth={props.auth}
                draft={d}
                user={user}
                name={name}
                busy={busy}
                kept={props.stays?.kept}
                gone={gone}
                trash={() => run('trash', d.trash, () => void navigate(props.back.to))}
                untrash={() => run('untrash', d.untrash)}
              />
            )}
          </div>
        )}
        {write && !trashed && (
          <SaveBar
            auth={props.auth}
            user={user}
            draft={d}
            publish={publish}
            busy={busy === 'publish'}
          />
        )}
      </ReadOnly>
    </Faults>
  )
}

/** By name; a fault inside a field (`body.content.3`) is also told at the field itself. */
function byField(faults: readonly Fault[], say: (f: Fault) => string): Record<string, string> {
  const out: Record<string, string> = {}
  for (const f of faults) {
    out[f.name] ??= say(f)
    out[f.name.split('.')[0]!] ??= say(f)
  }
  return out
}

const lock =
  'M5 11h14a2 2 0 0 1 2 2v7a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-7a2 2 0 0 1 2-2zM7 11V7a5 5 0 0 1 10 0v4'

const sentenceOf = <T,>(fault: Fault, doc: T, { say, labels }: Speech<T>) =>
  sayPeople(fault.name) ?? say(fault, doc) ?? plainly(fault, labels[fault.name])

function plainly({ code }: Fault, label = 'dit veld'): string {
  switch (code) {
    case 'required':
      return `Vul '${label}' in.`
    case 'too_long':
      return `Maak '${label}' korter.`
    case 'too_short':
      return `Schrijf iets meer bij '${label}'.`
    default:
      return `Kijk '${label}' nog even na.`
  }
}

/** As a visitor sees it: what is written now, and what is online. */
function Looks<T>({ props: { draft: d, noPreview, publicAt } }: { props: Props<T> }) {
  const navigate = useNavigate()
  const online = d.draft && ['published', 'over'].includes(d.draft.status) && publicAt
  if (noPreview && !online) return null
  return (
    <section className="box" aria-labelledby="bekijken">
      <h2 id="bekijken">Bekijken</h2>
      {!noPreview && (
        <p>
          <PageLink
            className="more"
            to={at('preview', d.kind, d.id)}
            onClick={e => {
              e.preventDefault() // what was typed last goes first
              void d.save().then(() => navigate(at('preview', d.kind, d.id)))
            }}
          >
            Bekijk het voorbeeld
          </PageLink>
        </p>
      )}
      {online && (
        <p>
          <PageLink className="more" to={publicAt!}>
            Bekijk wat nu online staat
          </PageLink>
        </p>
      )}
    </section>
  )
}
