import { useBusy } from '../../../../staff/useBusy'
import { many } from '../../../../staff/count'
import { useEffect, useRef, useState } from 'react'
import type { Auth } from '../../../../auth/types'
import { ActError } from '../../../../staff/ActError'
import { bars } from '../../../../staff/bars'
import { newId } from '../../../../staff/drafts'
import { TicksField } from '../../../../staff/fields'
import { Loaded } from '../../../../staff/States'
import { useRead } from '../../../../staff/api/useRead'
import { PressButton } from '../../../../ui/PressButton'
import { ask } from '../../../../staff/api/client'
import { Fold } from '../../../../staff/Fold'
import { staffName } from '../peopleWords'
import { date } from '../../../../api/moment'
import { wayBack } from './publish'
import {
  sayCopied,
  sayCopyDate,
  sayCopyTips,
  sayRest,
  type Copied,
  type WeekCopy,
} from './copyWords'

interface Props {
  auth: Auth
  /** The week that it comes in. */
  week: string
  reload(): Promise<void>
  close(): void
  /** Closes it where nothing was done. */
  leave(): void
}

/** What of the week before comes, each with a tick, and what does not. */
export function CopyWeek(props: Props) {
  const read = useRead(props.auth, '/api/week-copies/{week}', { path: { week: props.week } })
  const head = useRef<HTMLHeadingElement>(null)
  useEffect(() => head.current?.focus(), [])
  const plan = read.data
  return (
    <section className="box stack wcopy" aria-labelledby="kopieer">
      <h2 id="kopieer" tabIndex={-1} ref={head}>
        {plan ? `Van ${date(plan.from)} naar ${date(plan.to)}` : 'Kopieer vorige week'}
      </h2>
      <Loaded of={read} wait="De vorige week wordt geladen." what="de vorige week">
        {plan => <Pick {...props} plan={plan} again={read.again} />}
      </Loaded>
    </section>
  )
}

function Pick({
  auth,
  week,
  reload,
  close,
  leave: leaveIt,
  plan,
  again,
}: Props & { plan: WeekCopy; again(): void }) {
  const { items, rest } = plan
  const [off, leave] = useState<readonly string[]>([])
  const [busy, during] = useBusy()
  const [wrong, tell] = useState('')
  // pressed again after a bad moment it is the same date
  const ids = useRef(new Map<string, string>())
  const picked = items.map(i => i.source).filter(s => !off.includes(s))
  const copy = async () => {
    tell('')
    const dates = picked.map(source => {
      if (!ids.current.has(source)) ids.current.set(source, newId('occ_'))
      return { source, id: ids.current.get(source)! }
    })
    const asked = await ask<Copied>(auth, '/api/week-copies', { week, dates })
    if (asked.is !== 'done') {
      return tell(
        asked.is === 'offline'
          ? 'Geen verbinding. Er is nog niets gekopieerd. Je keuzes staan nog hier.'
          : 'Het lukt nu niet. Er is nog niets gekopieerd. Probeer het zo nog een keer.',
      )
    }
    const { made, rest: not, by, undo } = asked.data
    if (made.length > 0) {
      const back = undo.map(u => ({ id: u.activity, title: u.title, undo: u.undo.id }))
      bars.add({
        id: made.map(m => m.date.id).join(),
        with: back.map(b => b.id),
        what: sayCopied(made.length),
        more: sayRest(not).join(' '),
        until: undo[0]?.undo.until,
        undo: back.length > 0 ? wayBack(auth, back, 'De rest is weer weg. ') : undefined,
      })
      close()
    } else {
      tell(
        by
          ? `${staffName(by)} deed dit net ook. Dat is één keer gebeurd. Je hoeft niets te doen.`
          : sayRest(not).join(' ') || 'Deze datums zijn er niet meer.',
      )
      again()
    }
    await reload()
  }
  return (
    <>
      {items.length > 0 ? (
        <>
          <p>
            <b>{sayCome(picked.length)}</b>
            {picked.length > 0 && ', als concept'}.
          </p>
          <TicksField
            name="kopieer"
            label="Wat kopieer je?"
            options={items.map(i => [i.source, sayCopyDate(i.card), sayCopyTips(i)] as const)}
            value={picked}
            onChange={next => leave(items.map(i => i.source).filter(s => !next.includes(s)))}
          />
        </>
      ) : (
        <p>Er is niets van vorige week om te kopiëren.</p>
      )}
      {rest.length > 0 && (
        <Fold title={many(rest.length, '1 datum komt niet mee')}>
          <ul>
            {sayRest(rest).map(words => (
              <li key={words}>{words}</li>
            ))}
          </ul>
        </Fold>
      )}
      <ActError>{wrong}</ActError>
      <p className="facts-row">
        {picked.length > 0 && (
          <PressButton press={() => void during(copy())} busy={!!busy}>
            Kopieer {many(picked.length, '1 datum')}
          </PressButton>
        )}
        <PressButton second press={leaveIt}>
          Laat het zo
        </PressButton>
      </p>
    </>
  )
}

const sayCome = (n: number) => (n === 0 ? 'Er komt niets bij' : many(n, '1 datum komt erbij'))

/** Takes away what nobody touched. */
