import './issue.css'
import { useBusy } from '../../../staff/useBusy'
import { many, people } from '../../../staff/count'
import { useEffect, useState } from 'react'
import { useNavigate } from '../../../router'
import { capital } from '../../../api/moment'
import type { ScreenProps } from '../../../page'
import { at } from '../../../screens'
import { Back } from '../../../staff/Back'
import { ConflictScreen } from '../../../staff/editor/ConflictScreen'
import { Trash } from '../../../staff/editor/Trash'
import { usePresence, useDraft, type Draft } from '../../../staff/editor/useDraft'
import { useId, useOwnAddress } from '../../../staff/editor/useNew'
import { ActError } from '../../../staff/ActError'
import type { Refusal } from '../../../staff/drafts'
import { sayRefusal } from '../../../staff/editor/FaultSummary'
import { Missed, Waiting } from '../../../staff/States'
import { telling } from '../../../staff/telling'
import { bars } from '../../../staff/bars'
import { sayNames } from '../../../staff/words'
import { Compose } from './Compose'
import { Paper } from './Paper'
import { Sending } from './Sending'
import { asItGoes, freshIssue, sayState, speech, type IssueDoc } from './issueWords'
import { useIssueProgress } from './useIssueProgress'

/** `/beheer/nieuwsbrief/:id`; `new` makes one. */
export default function IssuePage({ auth, user, params }: ScreenProps) {
  const made = params['id'] === 'new'
  const id = useId(made ? undefined : params['id'], 'iss_', user.uid)
  const d = useDraft(auth, 'issues', id, made ? freshIssue : undefined)
  useOwnAddress(d, made, at('issue', id))
  return (
    <div className="wrap page stack">
      <Back to={at('newsletter')} words="Nieuwsbrief" />
      {d.is !== 'ready' && <h1>Nieuwsbrief</h1>}
      {d.is === 'ready' && d.conflict && <h1>{d.doc.subject || 'Nieuwe nieuwsbrief'}</h1>}
      {d.is === 'loading' && <Waiting words="Even geduld, de nieuwsbrief wordt geladen." />}
      {d.is === 'failed' && <Missed what="de nieuwsbrief" again={d.reload} busy={false} />}
      {d.is === 'missing' && <p>Deze nieuwsbrief bestaat niet (meer).</p>}
      {d.is === 'refused' && <p>Hier heb je geen rechten voor. Vraag het aan de coördinator.</p>}
      {d.is === 'ready' &&
        (d.conflict ? (
          <ConflictScreen draft={d} speech={speech} user={user} />
        ) : (
          <Open d={d} auth={auth} user={user} />
        ))}
    </div>
  )
}

function Open({ d, auth, user }: Pick<ScreenProps, 'auth' | 'user'> & { d: Draft<IssueDoc> }) {
  const progress = useIssueProgress(auth, d)
  const [step, open] = useState<string>()
  const s = progress.of
  const goes = asItGoes(d.doc, s)
  const went = s?.state === 'sending' || s?.state === 'sent'
  const trashed = d.draft?.status === 'trashed'
  usePresence(d.here, d.draft !== undefined && !went && !trashed)
  return (
    <>
      <div className="head-row">
        <h1>{d.doc.subject || 'Nieuwe nieuwsbrief'}</h1>
        <span className="badge">{trashed ? 'Prullenbak' : sayState(s)}</span>
      </div>
      {s && !went && !trashed && <p className="muted">{sayReaders(s.readers)}</p>}
      {d.others.length > 0 && (
        <p className="alert" role="status">
          {sayNames(d.others)} {many(d.others.length, 'werkt hier nu ook aan.')}
        </p>
      )}
      {progress.missed && <Missed what="hoe het ermee staat" again={progress.again} busy={false} />}
      <div className="two">
        <div className="stack">
          {!went && !trashed && <Compose d={d} goes={goes} auth={auth} step={step} open={open} />}
          {s && !trashed && <Sending d={d} auth={auth} user={user} progress={progress} s={s} />}
          {s && d.draft && !went && (
            <Away d={d} auth={auth} user={user} planned={s.state === 'scheduled' && !s.late} />
          )}
        </div>
        <Paper of={goes} chosen={d.doc} />
      </div>
    </>
  )
}

/** Into the trash, as long as nobody got it, and out of it again. */
function Away({
  d,
  auth,
  user,
  planned,
}: Pick<ScreenProps, 'auth' | 'user'> & { d: Draft<IssueDoc>; planned: boolean }) {
  const navigate = useNavigate()
  const [busy, during] = useBusy()
  const [said, say] = useState('')
  const name = d.doc.subject || 'Nieuwe nieuwsbrief'
  const list = at('newsletter')
  useEffect(() => bars.name(d.id, name), [d.id, name])
  const run = (word: string, work: () => Promise<Refusal | undefined>, after?: () => void) => {
    if (busy) return
    say('')
    void during(work(), word).then(refusal => {
      if (refusal) say(sayRefusal(refusal))
      else after?.()
    })
  }
  return (
    <>
      <Trash
        auth={auth}
        user={user}
        draft={d}
        name={name}
        busy={busy}
        kept={planned && <p>Hij staat in de planning. Haal hem daar eerst uit.</p>}
        trash={() => run('trash', d.trash, () => void navigate(list))}
        untrash={() => run('untrash', d.untrash)}
        gone={() => {
          bars.drop(d.id)
          void navigate(list, telling(`"${name}" is definitief verwijderd.`))
        }}
      />
      <ActError>{said}</ActError>
    </>
  )
}

const sayReaders = (n: number) => `${capital(people(n, 'krijgt'))} de nieuwsbrief.`
